// A tournament as everybody sees it: its parts are fetched again whenever something has changed.

import { announce, confirmed, toast } from "../common/base.js";
import { ask, follow } from "../common/activities.js";
import { refreshParts } from "../common/refresh.js";
import { upperFirst } from "../common/words.js";
import { keepChart } from "./chart.js";

const page = document.getElementById("tournament");
const { id } = page.dataset;
const fresh = document.getElementById("fresh");

export function complain(problem) {
  const clause = problem.clause ? ` (clause ${problem.clause})` : "";
  toast(`${upperFirst(problem.message)}${clause}`, "bad");
}

async function give(command, form) {
  try {
    await ask("tournament", id, command);
    form?.reset();
    announce("Done.");
  } catch (problem) {
    complain(problem);
  }
  await refreshParts();
}

page.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-give]");
  if (!button) return;
  if (button.dataset.ask && !(await confirmed(button.dataset.ask, button.textContent))) return;
  button.disabled = true;
  await give(JSON.parse(button.dataset.give));
  button.disabled = false;
});

page.addEventListener("submit", async (event) => {
  const form = event.target.closest("#enter");
  if (!form) return;
  event.preventDefault();
  const player = document.querySelector('.visitor a[href="/account"]')?.textContent.trim() ?? "";
  await give({
    type: "enter",
    player,
    agreed: form.elements.agreed.checked,
    publicity: form.elements.publicity.checked,
    copy: true,
  }, form);
});

const chart = keepChart(id);
let heard = document.querySelector('[data-part="announcements"] .latest')?.textContent ?? "";

follow("tournament", id, async () => {
  try {
    await refreshParts();
    fresh.textContent = "live";
    fresh.className = "badge good";
  } catch {
    fresh.textContent = "not connected";
    fresh.className = "badge bad";
  }
  const latest = document.querySelector('[data-part="announcements"] .latest')?.textContent ?? "";
  if (latest !== heard) announce(latest);
  heard = latest;
  await chart();
});
