// The desk of a jackpot: every act is a small form; whoever may not do it sees it greyed.

import { ask, follow, look } from "./affairs.js";
import { announce } from "./base.js";
import { drawHistory } from "./meter-chart.js";
import { refreshParts } from "./pit-refresh.js";

const desk = document.getElementById("desk");
const pool = desk.dataset.pool;
const refused = document.getElementById("refused");

function value(input) {
  switch (input.dataset.kind) {
    case "number":
      return Number(input.value);
    case "money":
      return Math.round(Number(input.value.replace(/[$,\s]/g, "")) * 100);
    case "numbers":
      return input.value.split(/[^0-9]+/).filter(Boolean).map(Number);
    default:
      return input.value.trim();
  }
}

desk.addEventListener("submit", async (event) => {
  const form = event.target.closest("form.act");
  if (!form) return;
  event.preventDefault();
  const command = JSON.parse(form.dataset.act);
  for (const input of form.querySelectorAll("input[data-kind]")) {
    command[input.name] = value(input);
  }
  refused.hidden = true;
  try {
    await ask("pool", pool, command, { why: form.elements.why?.value ?? "" });
    announce("Done.");
    form.reset();
    await refreshParts();
  } catch (error) {
    refused.textContent = error.clause ? `${error.reason} (${error.clause})` : error.message;
    refused.hidden = false;
    refused.scrollIntoView({ block: "nearest" });
  }
});

async function again() {
  if (!desk.contains(document.activeElement) || document.activeElement.tagName !== "INPUT") {
    await refreshParts();
  }
  drawHistory(document.getElementById("chart"), await look(`/api/jackpots/${pool}/history`));
}

follow("pool", pool, again);
