// "Try a rule" on the list of all games: the answers are on the page, one rule at a time.

import { say } from "../common/say.js";
import { figure as places } from "../common/words.js";

const MINUS = "−";
const signed = (value, digits) =>
  `${value < 0 ? MINUS : ""}${places(Math.abs(value * 100), digits)}`;

function show(game, edge) {
  const usual = Number(game.dataset.edge);
  const figure = game.querySelector("[data-figure]");
  figure.textContent = `${signed(edge, 3)} %`;
  figure.classList.toggle("plus", edge < 0);
  const change = edge - usual;
  const by = `${change > 0 ? "+" : ""}${signed(change, 3)}`;
  game.querySelector("[data-change]").textContent = change
    ? say("{points} points", { points: by }) : "";
}

export function followSwitches() {
  for (const game of document.querySelectorAll("[data-front]")) {
    game.addEventListener("change", (event) => {
      const tried = event.target;
      for (const other of game.querySelectorAll("input[data-usual]")) {
        if (other.name !== tried.name) other.checked = true;
      }
      show(game, Number(tried.dataset.edge));
    });
  }
}
