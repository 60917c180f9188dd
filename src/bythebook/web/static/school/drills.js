// Drills: a spot is shown, the answer is judged by the server, and the next one comes.

import { announce, post, toast } from "../common/base.js";
import { cardElement, cardWords } from "../common/cards.js";
import { listed, say } from "../common/say.js";
import { button, element, figure, money, percent, upperFirst } from "../common/words.js";
import { better, named } from "../table/judged.js";
import { drawChart } from "./chart.js";
import { keep, kept } from "./kept.js";

const KEYS = {
  hit: "H", stand: "S", double: "D", split: "P", surrender: "R", insure: "I", "even money": "E",
  decline: "N",
};
const LABELS = { decline: say("No, thank you"), insure: say("Insurance") };
const ASKS = {
  turn: say("What do you do?"), offer: say("Before the turns: do you take it?"),
};
const AGAIN_MS = 900;
const TICK_MS = 100;

const drill = document.getElementById("drill");
const table = JSON.parse(drill.dataset.table);
const mine = drill.dataset.mine === "kept";
const seconds = Number(drill.dataset.seconds) || 0;
const stake = Math.round(Number(table.stake) * 100);
const place = (id) => document.getElementById(id);
const label = (action) => LABELS[action] ?? upperFirst(named(action));

let now; // the spot that is asked, until it is answered
let begun = 0;
let clock = 0;
let last = "";
let standing; // the chart and how I stand, once anything was answered
let lit;

const asked = (more) => ({
  table, kind: drill.dataset.kind, last, ...(mine ? {} : { history: kept(table.game) }), ...more,
});

async function ask() {
  let spot;
  try {
    spot = await post("/api/school/spots/ask", asked());
  } catch (problem) {
    place("asks").textContent = `${upperFirst(problem.message)}.`;
    return;
  }
  if (spot.step !== undefined) {
    place("asks").textContent = spot.step
      ? say("A moment: {step}.", { step: spot.step }) : say("A moment: the game is worked out.");
    setTimeout(ask, AGAIN_MS);
    return;
  }
  show(spot);
}

function show(spot) {
  now = spot;
  begun = performance.now();
  lay(place("dealer"), [spot.up]);
  lay(place("mine"), spot.cards);
  place("asks").textContent = ASKS[spot.asks];
  place("verdict").replaceChildren();
  place("choices").replaceChildren(...spot.choices.map(choice));
  announce(say("You have {cards}, against {card}", {
    cards: listed(spot.cards.map(cardWords)), card: cardWords(spot.up),
  }));
  if (seconds) startClock();
}

function lay(target, cards) {
  target.replaceChildren(...cards.map((name) => {
    const card = cardElement(name);
    card.classList.add("dealt");
    card.setAttribute("role", "img");
    card.setAttribute("aria-label", cardWords(name));
    card.removeAttribute("aria-hidden");
    return card;
  }));
}

function choice(action) {
  const made = button(label(action), "", () => answer(action));
  made.append(element("kbd", "", KEYS[action]));
  made.dataset.action = action;
  return made;
}

function startClock() {
  const bar = place("clock");
  bar.hidden = false;
  clearInterval(clock);
  clock = setInterval(() => {
    const left = 1 - (performance.now() - begun) / 1000 / seconds;
    bar.value = Math.max(0, left);
    if (left <= 0) answer("");
  }, TICK_MS);
}

async function answer(action) {
  if (!now) return;
  const spot = now;
  now = undefined;
  last = spot.spot;
  clearInterval(clock);
  for (const one of place("choices").querySelectorAll("button")) one.disabled = true;
  const thought = Math.round((performance.now() - begun) / 1000);
  try {
    const judged = await post("/api/school/spots/answer", asked({
      spot: spot.spot, action, seconds: thought,
    }));
    if (judged.history) keep(table.game, judged.history);
    verdict(judged);
    lit = { row: judged.row, up: judged.up };
    stand(judged);
  } catch (problem) {
    toast(upperFirst(problem.message), "bad");
    ask();
  }
}

const worth = (judged, action) => `${named(action)} ${percent(judged.values[action])}`;

const byTheChart = (best) =>
  say("Right by the chart; these very cards: {choice}.", { choice: named(best) });

function verdict(judged) {
  const cents = Math.round(judged.cost * stake);
  const inOrder = Object.keys(judged.values).sort((a, b) => judged.values[b] - judged.values[a]);
  let title;
  if (!judged.action) title = say("Time is up. {choice} is best.", { choice: label(judged.best) });
  else if (judged.action === judged.best || judged.cost < 1e-6) title = say("Right.");
  else if (judged.right) title = byTheChart(judged.best);
  else title = better(judged.best);
  const costs = judged.action && judged.action !== judged.best;
  const first = costs ? [judged.action, judged.best] : inOrder;
  const line = element("p", "worth", upperFirst(first.map((a) => worth(judged, a)).join(", ")));
  if (costs) line.append(`: ${cents ? money(cents) : say("less than a cent")}`);
  const rest = inOrder.filter((action) => !first.includes(action));
  if (rest.length) {
    const others = rest.map((action) => worth(judged, action)).join(", ");
    line.append(" ", element("span", "muted", `(${others})`));
  }
  const next = button(say("Next"), "primary", ask);
  next.append(element("kbd", "", say("Enter")));
  const head = element("strong", judged.right ? "plus" : "minus", title);
  const chart = judged.best === judged.by_chart ? "" : element(
    "p", "small muted", say("By totals the chart says: {choice}.", {
      choice: named(judged.by_chart),
    }));
  place("verdict").replaceChildren(element("p", "", head), line, chart || "", next);
  for (const one of place("choices").querySelectorAll("button")) {
    one.classList.toggle("best", one.dataset.action === judged.best);
    one.classList.toggle("taken", one.dataset.action === judged.action);
  }
  next.focus({ preventScroll: true });
}

// How I stand

function stand(found) {
  standing = found;
  const { progress } = found;
  const cents = Math.round(progress.per_hour * stake);
  place("accuracy").textContent = progress.asked
    ? say("{part} % of {all}", {
      part: Math.round((100 * progress.right) / progress.asked), all: progress.asked,
    }) : "–";
  place("streak").textContent = say("{streak} (best {best})", {
    streak: progress.streak, best: progress.best_streak,
  });
  place("per-hour").textContent = say("{amount} an hour", { amount: money(cents) });
  place("covered").textContent = say("{part} % of decisions", {
    part: figure(100 * progress.covered, 0),
  });
  place("chart-panel").hidden = !progress.asked;
  draw();
}

function draw() {
  const errors = place("show-errors").getAttribute("aria-pressed") === "true";
  const cells = standing.progress.cells;
  drawChart(place("chart"), standing, errors ? { cells } : { lit });
  place("chart-says").textContent = errors
    ? say("Green: always right. Red: the deeper, the more your errors there cost. " +
      "Blank: not asked yet.")
    : say("S stand, H hit, D double or else hit, Ds double or else stand, P split, " +
      "R surrender first.");
}

for (const [id, other] of [["show-play", "show-errors"], ["show-errors", "show-play"]]) {
  place(id).addEventListener("click", () => {
    place(id).setAttribute("aria-pressed", "true");
    place(other).setAttribute("aria-pressed", "false");
    draw();
  });
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("input, select, textarea, dialog, [popover]")) return;
  const pressed = event.key.toUpperCase();
  const action = now?.choices.find((one) => KEYS[one] === pressed);
  if (action) answer(action);
  else if (!now && last && pressed === "ENTER" && !event.target.closest("button, a")) ask();
  else return;
  event.preventDefault();
});

async function begin() {
  await ask();
  try {
    const found = await post("/api/school/progress", asked());
    if (found.progress?.asked !== undefined && !standing) stand(found);
  } catch {
    // It is shown with the first answer.
  }
}

begin();
