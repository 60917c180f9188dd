// The desk of a jackpot: every act is a small form; whoever may not do it sees it greyed.

import { ask, follow } from "../common/activities.js";
import { keepHistory } from "./meter-chart.js";
import { orderForms } from "../common/order-forms.js";
import { refreshParts } from "../common/refresh.js";

const HISTORY_EVERY_MS = 5000;

const desk = document.getElementById("desk");
const pool = desk.dataset.pool;
const titles = JSON.parse(desk.dataset.titles);
const refused = document.getElementById("refused");
const drawSoon = keepHistory(document.getElementById("chart"), pool, HISTORY_EVERY_MS);

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

follow("pool", pool, async () => {
  await refreshParts();
  drawSoon(titles);
});
