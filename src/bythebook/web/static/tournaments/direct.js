// The desk of a tournament: what is to be done, one click or one form each.

import { announce, toast } from "../common/base.js";
import { ask, follow } from "../common/activities.js";
import { refreshParts } from "../common/refresh.js";
import { upperFirst } from "../common/words.js";
import { keepChart } from "./chart.js";
import { formsInDialog } from "../common/order-forms.js";

const page = document.getElementById("direct");
const { id } = page.dataset;
const fresh = document.getElementById("fresh");

async function send(command, why = "") {
  await ask("tournament", id, command, { why });
  await refreshParts();
}

const open = formsInDialog(send);

page.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-give], [data-form]");
  if (!button) return;
  if (button.dataset.form) {
    open(button.dataset.form);
    return;
  }
  button.disabled = true;
  try {
    await send(JSON.parse(button.dataset.give));
    announce("Done.");
  } catch (problem) {
    const clause = problem.clause ? ` (clause ${problem.clause})` : "";
    toast(`${upperFirst(problem.message)}${clause}`, "bad");
    await refreshParts(); // what was offered may be out of date
  }
  button.disabled = false;
});

const chart = keepChart(id);

follow("tournament", id, async () => {
  try {
    await refreshParts();
    fresh.textContent = "live";
    fresh.className = "badge good";
  } catch {
    fresh.textContent = "not connected";
    fresh.className = "badge bad";
  }
  await chart();
});
