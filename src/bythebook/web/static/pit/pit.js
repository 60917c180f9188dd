// The pit: every table at a glance, approvals and duties at one click.

import { announce, send, toast } from "../common/base.js";
import { randomId } from "../common/live.js";
import { countdowns, keepFresh, onOrders, refreshParts, tellFresh } from "../common/refresh.js";
import { complaint } from "../common/words.js";
import { say } from "../common/say.js";

async function give(command, table) {
  const address = `/api/tables/${encodeURIComponent(table)}/commands`;
  try {
    const answer = await send("POST", address, { id: randomId(), command });
    if (answer.waiting) toast(say("It waits: {reason}", { reason: answer.waiting.reason }));
    else announce(say("Done."));
  } catch (problem) {
    const { reason, clause } = problem.answer?.refused ?? {};
    toast(complaint({ message: reason ?? problem.message, clause }), "bad");
  }
  await refreshParts();
}

onOrders(give);
countdowns();

keepFresh(Number(document.getElementById("pit").dataset.refresh), tellFresh);
