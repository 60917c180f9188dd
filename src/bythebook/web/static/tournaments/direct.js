// The desk of a tournament: what is to be done, one click or one form each.

import { announce, toast } from "../common/base.js";
import { ask, follow } from "../common/activities.js";
import { onOrders, refreshParts, tellFresh } from "../common/refresh.js";
import { complaint } from "../common/words.js";
import { keepChart } from "./chart.js";
import { formsInDialog } from "../common/order-forms.js";
import { say } from "../common/say.js";

const { id } = document.getElementById("direct").dataset;

async function send(command, why = "") {
  await ask("tournament", id, command, { why });
  await refreshParts();
}

async function give(command) {
  try {
    await send(command);
    announce(say("Done."));
  } catch (problem) {
    toast(complaint(problem), "bad");
    await refreshParts(); // what was offered may be out of date
  }
}

onOrders(give, formsInDialog(send));

const chart = keepChart(id);

follow("tournament", id, async () => {
  await refreshParts().then(() => tellFresh(true), () => tellFresh(false));
  await chart();
});
