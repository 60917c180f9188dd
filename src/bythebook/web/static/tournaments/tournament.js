// A tournament as everybody sees it: its parts are fetched again whenever something has changed.

import { announce, toast } from "../common/base.js";
import { ask, follow } from "../common/activities.js";
import { onOrders, refreshParts, tellFresh } from "../common/refresh.js";
import { complaint } from "../common/words.js";
import { keepChart } from "./chart.js";
import { say } from "../common/say.js";

const page = document.getElementById("tournament");
const { id } = page.dataset;

async function give(command, form) {
  try {
    await ask("tournament", id, command);
    form?.reset();
    announce(say("Done."));
  } catch (problem) {
    toast(complaint(problem), "bad");
  }
  await refreshParts();
}

onOrders((command) => give(command));

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
  await refreshParts().then(() => tellFresh(true), () => tellFresh(false));
  const latest = document.querySelector('[data-part="announcements"] .latest')?.textContent ?? "";
  if (latest !== heard) announce(latest);
  heard = latest;
  await chart();
});
