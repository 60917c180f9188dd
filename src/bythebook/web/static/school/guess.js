// One hand to guess: a shared one, or the puzzle of the day. Then what each choice was worth.

import { post, toast } from "../common/base.js";
import { cardElement, cardWords } from "../common/cards.js";
import { say } from "../common/say.js";
import { button, element, money, percent, shortMoney, upperFirst } from "../common/words.js";
import { replayViewer } from "../records/replay.js";
import { better, named } from "../table/judged.js";

const root = document.getElementById("guess");
const place = (id) => document.getElementById(id);
const table = JSON.parse(root.dataset.table);
const STAKE = 10000;
const KEYS = { hit: "H", stand: "S", double: "D", split: "P" };

function lay(target, names) {
  target.replaceChildren(...names.map((name) => {
    const card = cardElement(name);
    card.setAttribute("role", "img");
    card.setAttribute("aria-label", cardWords(name));
    card.removeAttribute("aria-hidden");
    return card;
  }));
}

const worth = (judged, action) => `${named(action)} ${percent(judged.values[action])}`;

async function guess(action) {
  const choices = [...place("choices").querySelectorAll("button")];
  if (choices.some((one) => one.disabled)) return;
  let judged;
  try {
    judged = await post("/api/school/spots/answer", { table, spot: root.dataset.spot, action });
  } catch (problem) {
    toast(upperFirst(problem.message), "bad");
    return;
  }
  for (const one of choices) {
    one.disabled = true;
    one.classList.toggle("best", one.dataset.action === judged.best);
    one.classList.toggle("taken", one.dataset.action === action);
  }
  const best = action === judged.best;
  const inOrder = Object.keys(judged.values).sort((a, b) => judged.values[b] - judged.values[a]);
  const lost = { amount: money(Math.round(judged.cost * STAKE)), stake: shortMoney(STAKE) };
  const title = best ? say("Right.")
    : [better(judged.best), say("It costs {amount} of {stake}.", lost)].join(" ");
  place("verdict").replaceChildren(
    element("p", "", element("strong", judged.right ? "plus" : "minus",
      title)),
    element("p", "worth", upperFirst(inOrder.map((one) => worth(judged, one)).join(", "))),
  );
  reveal();
}

function reveal() {
  if (!place("after")) return;
  place("after").hidden = false;
  replayViewer(place("replay"), JSON.parse(place("steps").textContent));
}

async function begin() {
  lay(place("dealer"), [root.dataset.up]);
  lay(place("mine"), root.dataset.cards.split(" "));
  let spot;
  try {
    spot = await post("/api/school/spots/choices", { table, spot: root.dataset.spot });
  } catch {
    place("verdict").textContent = say("There is nothing to decide on these two cards.");
    reveal();
    return;
  }
  place("choices").replaceChildren(...spot.choices.map((action) => {
    const made = button(upperFirst(named(action)), "", () => guess(action));
    made.append(element("kbd", "", KEYS[action] ?? ""));
    made.dataset.action = action;
    return made;
  }));
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("input, select, textarea, dialog, [popover]")) return;
  const wanted = [...place("choices").querySelectorAll("button")]
    .find((one) => KEYS[one.dataset.action] === event.key.toUpperCase());
  if (!wanted) return;
  event.preventDefault();
  guess(wanted.dataset.action);
});

if (navigator.clipboard) {
  place("copy").hidden = false;
  place("copy").addEventListener("click", async () => {
    await navigator.clipboard.writeText(location.href);
    toast(say("The link is copied."));
  });
}

begin();
