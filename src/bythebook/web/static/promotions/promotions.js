// Pages of a promotion: every form is a command, and the page stays as things are.
//
// A form with data-act="enter" sends {"type": "enter", …} with its fields by name; data-as says
// what a field is: text, int, cents, bool, list (each box that is ticked) or paid (money by this
// way).

import { announce, confirmed, localTimes, toast } from "../common/base.js";
import { ask, follow } from "../common/activities.js";
import { refreshParts } from "../common/refresh.js";

const root = document.getElementById("promotion");
const id = root.dataset.promotion;

/** Dollars as somebody typed them, in cents; text that is no amount stays as it is. */
export function cents(text) {
  const found = /^\$?(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text.trim());
  return found ? Number(found[1]) * 100 + Number((found[2] ?? "0").padEnd(2, "0")) : text;
}

const READ = {
  text: (field) => field.value,
  int: (field) => (/^\d+$/.test(field.value.trim()) ? Number(field.value) : field.value),
  cents: (field) => (field.value.trim() ? cents(field.value) : undefined),
  bool: (field) => field.checked,
};

export function commandOf(form) {
  const command = { type: form.dataset.act };
  let why = "";
  for (const field of form.querySelectorAll("[name]")) {
    const { name } = field;
    const as = field.dataset.as ?? "text";
    if (name === "why") why = field.value;
    else if (as === "list") {
      command[name] ??= [];
      if (field.checked) command[name].push(field.value);
    } else if (as === "paid") {
      command.paid ??= [];
      if (field.value.trim()) command.paid.push({ by: name, cents: cents(field.value) });
    } else {
      const value = READ[as](field);
      if (value !== undefined) command[name] = value;
    }
  }
  return { command, why };
}

const upperFirst = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.dataset?.act) return;
  event.preventDefault();
  const button = event.submitter;
  if (form.dataset.ask && !(await confirmed(form.dataset.ask, button?.textContent.trim()))) return;
  if (button) button.disabled = true;
  const { command, why } = commandOf(form);
  try {
    await ask("promotion", id, command, { why });
    form.reset();
    release(form);
    announce("Done.");
    await refreshParts();
  } catch (problem) {
    const clause = problem.clause ? ` (clause ${problem.clause})` : "";
    toast(`${upperFirst(problem.message)}${clause}`, "bad");
  }
  if (button) button.disabled = false;
});

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
  if (![...form.querySelectorAll("[name]")].every(asItWas)) {
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
