// Forms of orders on the pages that the house renders: filled in, sent, complained about.
//
//   <form data-act='{"type": …}'><order-fields data-fields='[FieldView, …]'></order-fields> …
//     what it always says, and what it asks for
//   orderForms(root, send, complain)   `send(command, why)` gives the order of a form that was
//                                      submitted, `complain(words, form, problem)` says why not
//   const open = formsInDialog(send)   the same for forms in the dialog of a page

import { announce } from "./base.js";
import { fieldControl, keepDependent, readAll } from "./orders-fields.js";
import "./refresh.js"; // it keeps the pages as they were sent, before this fills them
import { complaint } from "./words.js";
import { say } from "./say.js";

const CONTEXT = { players: [], boxes: [], wagers: [], now: () => Math.floor(Date.now() / 1000) };

/** What a field begins with is what it goes back to. */
function begin(field) {
  if (field.matches("select")) {
    for (const option of field.options) option.defaultSelected = option.selected;
  } else if (field.type === "checkbox") field.defaultChecked = field.checked;
  else field.defaultValue = field.value;
}

class OrderFields extends HTMLElement {
  #controls = null;

  connectedCallback() {
    if (this.#controls) return;
    const fields = JSON.parse(this.dataset.fields);
    this.#controls = fields.map((field) => [field, fieldControl(field, CONTEXT)]);
    this.append(...this.#controls.map(([, control]) => control.element));
    this.querySelectorAll("input, select, textarea").forEach(begin);
    keepDependent(this, this.#controls);
  }

  read() { return readAll(this.#controls); }

  fill(given) {
    for (const [field, control] of this.#controls) {
      if (given[field.name] !== undefined) control.fill(given[field.name]);
    }
  }
}

customElements.define("order-fields", OrderFields);

export function commandOf(form) {
  const command = JSON.parse(form.dataset.act);
  for (const part of form.querySelectorAll("order-fields")) Object.assign(command, part.read());
  const { why = "", ...said } = command;
  return { command: said, why };
}

export function orderForms(root, send, complain) {
  root.addEventListener("submit", async (event) => {
    const form = event.target;
    if (!form.dataset?.act) return;
    event.preventDefault();
    const button = event.submitter;
    if (button) button.disabled = true;
    try {
      const { command, why } = commandOf(form);
      await send(command, why, form);
      announce(say("Done."));
    } catch (problem) {
      complain(complaint(problem), form, problem);
    }
    if (button) button.disabled = false;
  });
}

/** Forms that lie in templates (form-TAG), each shown in the dialog of the page:
 *  `open(tag, given)` does so. */
export function formsInDialog(send) {
  const dialog = document.getElementById("order-dialog");
  const place = document.getElementById("order-place");
  const title = document.getElementById("order-title");

  dialog.addEventListener("click", (event) => {
    if (event.target === dialog || event.target.closest("[data-close]")) dialog.close();
  });

  const give = async (command, why) => {
    await send(command, why);
    dialog.close();
  };
  orderForms(dialog, give, (words, form) => {
    const verdict = form.querySelector(".verdict");
    verdict.className = "verdict verdict-refused";
    verdict.textContent = words;
  });

  return (tag, given = {}) => {
    const template = document.getElementById(`form-${tag}`);
    if (!template) return;
    const form = document.importNode(template.content, true).firstElementChild;
    place.replaceChildren(form);
    for (const part of form.querySelectorAll("order-fields")) part.fill(given);
    title.textContent = form.querySelector("button.primary").textContent.trim();
    dialog.showModal();
    form.querySelector("input, select, textarea")?.focus();
  };
}
