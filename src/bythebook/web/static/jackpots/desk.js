// The desk of a jackpot: every act is a small form; whoever may not do it sees it greyed.

import { ask, follow, look } from "../common/activities.js";
import { drawHistory } from "./meter-chart.js";
import { orderForms } from "../common/order-forms.js";
import { refreshParts } from "../common/refresh.js";

const HISTORY_EVERY_MS = 5000;

const desk = document.getElementById("desk");
const pool = desk.dataset.pool;
const titles = JSON.parse(desk.dataset.titles);
const refused = document.getElementById("refused");
let drawnAt = 0;
let drawing = null; // the timer that will

async function send(command, why, form) {
  refused.hidden = true;
  await ask("pool", pool, command, { why });
  form.reset();
  await refreshParts();
}

orderForms(desk, send, (words) => {
  refused.textContent = words;
  refused.hidden = false;
  refused.scrollIntoView({ block: "nearest" });
});

async function again() {
  await refreshParts();
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
