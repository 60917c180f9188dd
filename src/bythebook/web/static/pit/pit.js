// The pit: every table at a glance, approvals and duties at one click.

import { announce, send, toast } from "../common/base.js";
import { randomId } from "../common/live.js";
import { countdowns, keepFresh, onOrders, refreshParts } from "../common/refresh.js";
import { upperFirst } from "../common/words.js";

async function give(command, table) {
  const address = `/api/tables/${encodeURIComponent(table)}/commands`;
  try {
    const answer = await send("POST", address, { id: randomId(), command });
    if (answer.waiting) toast(`It waits: ${answer.waiting.reason}`);
    else announce("Done.");
  } catch (problem) {
    const refused = problem.answer?.refused ?? {};
    const clause = refused.clause ? ` (clause ${refused.clause})` : "";
    toast(`${upperFirst(refused.reason ?? problem.message)}${clause}`, "bad");
  }
  await refreshParts();
}

onOrders(give);
countdowns();

const badge = document.getElementById("fresh");
const seconds = Number(document.getElementById("pit")?.dataset.refresh ?? 2);
keepFresh(seconds, (fresh) => {
  const words = fresh ? "live" : "not connected";
  if (badge && badge.textContent !== words) {
    badge.textContent = words;
    badge.className = fresh ? "badge good" : "badge bad";
  }
});
