// The desk of a jackpot: every act is a small form; whoever may not do it sees it greyed.

import { ask, follow, look } from "../common/activities.js";
import { announce } from "../common/base.js";
import { drawHistory } from "./meter-chart.js";
import { refreshParts } from "../common/refresh.js";
import { inCents } from "../common/words.js";

const HISTORY_EVERY_MS = 5000;

const desk = document.getElementById("desk");
const pool = desk.dataset.pool;
const titles = JSON.parse(desk.dataset.titles);
const refused = document.getElementById("refused");
let drawnAt = 0;
let drawing = null; // the timer that will

/** Dollars that may be taken off as well; NaN if it is no amount. */
function cents(text) {
  const [, sign, amount] = /^\s*([-−–]?)(.*)$/.exec(text);
  return sign ? -inCents(amount) : inCents(amount);
}

const AS = {
  number: (text) => ({ as: Number(text) }),
  money: (text) => ({ as: cents(text) }),
  numbers: (text) => ({ as: text.split(/[^0-9]+/).filter(Boolean).map(Number) }),
  wager: (text) => ({ fields: JSON.parse(text) }),
  text: (text) => ({ as: text.trim() }),
};

const NO = { number: "that is no number.", money: "dollars and cents, such as 12.50." };

/** The command that a form gives: what it always says, and what was filled in. */
function commandOf(form) {
  const command = JSON.parse(form.dataset.act);
  for (const input of form.querySelectorAll("[data-kind]")) {
    if (input.dataset.kind === "why") continue;
    const { as, fields } = AS[input.dataset.kind](input.value);
    if (fields) Object.assign(command, fields);
    else command[input.name] = as;
    if (Number.isNaN(as)) {
      throw new Error(`${input.labels[0].textContent}: ${NO[input.dataset.kind]}`);
    }
  }
  return command;
}

desk.addEventListener("submit", async (event) => {
  const form = event.target.closest("form.act");
  if (!form) return;
  event.preventDefault();
  refused.hidden = true;
  try {
    const why = form.querySelector('[data-kind="why"]')?.value ?? "";
    await ask("pool", pool, commandOf(form), { why });
    announce("Done.");
    form.reset();
    await refreshParts();
  } catch (error) {
    refused.textContent = error.clause ? `${error.reason} (${error.clause})` : error.message;
    refused.hidden = false;
    refused.scrollIntoView({ block: "nearest" });
  }
});

const writing = () => desk.contains(document.activeElement) &&
  document.activeElement.matches("[data-part] :is(input, select, textarea)");

async function again() {
  if (!writing()) await refreshParts();
  drawing ??= setTimeout(draw, Math.max(0, drawnAt + HISTORY_EVERY_MS - Date.now()));
}

async function draw() {
  drawnAt = Date.now();
  drawing = null;
  try {
    const history = await look(`/api/jackpots/${pool}/history`);
    drawHistory(document.getElementById("chart"), history, titles);
  } catch (error) {
    console.warn(error);
  }
}

follow("pool", pool, again);
