// Pages of a promotion: every form is a command, and the page stays as things are.

import { localTimes, toast } from "../common/base.js";
import { ask, follow } from "../common/activities.js";
import { orderForms } from "../common/order-forms.js";
import { refreshParts } from "../common/refresh.js";

const root = document.getElementById("promotion");
const id = root.dataset.promotion;

async function send(command, why, form) {
  await ask("promotion", id, command, { why });
  form.reset();
  release(form);
  await refreshParts();
}

orderForms(document, send, (words) => toast(words, "bad"));

// What others do is shown at once, but for a part in which somebody has begun to write: that one
// is held as it is until it is sent, or is again as it was.

const begun = new Set(); // forms

const asItWas = (field) =>
  field.matches("select") ? field.selectedIndex === Math.max(0, startOf(field))
    : field.value === field.defaultValue && field.checked === field.defaultChecked;

const startOf = (select) => [...select.options].findIndex((option) => option.defaultSelected);

function hold(form) {
  const part = form.closest("[data-part]");
  begun.add(form);
  if (!part) return;
  part.dataset.held = part.dataset.part;
  delete part.dataset.part;
}

function release(form) {
  begun.delete(form);
  const part = form.closest("[data-held]");
  if (!part || [...begun].some((other) => part.contains(other))) return;
  part.dataset.part = part.dataset.held;
  delete part.dataset.held;
}

function note(event) {
  const form = event.target.closest?.("form[data-act]");
  if (!form) return;
  if (![...form.querySelectorAll("input, select, textarea")].every(asItWas)) {
    hold(form);
  } else if (begun.has(form)) {
    release(form);
    refreshParts().catch(() => {});
  }
}

document.addEventListener("input", note);
document.addEventListener("change", note);

localTimes();
follow("promotion", id, () => refreshParts());
