// Forms of orders that the house has rendered: read, sent, complained about.
//
//   readForm(form)                    { command, why }: each field by its data-type
//   const open = orderForms(send)     `send(command, why)` gives the order; `open(tag, given)`
//                                     shows the dialog of an act

import { announce } from "../common/base.js";
import { upperFirst } from "../common/words.js";

const READ = {
  check: (field) => field.checked,
  number: (field) => (field.value === "" ? 0 : Number(field.value)),
  moment: (field) => Math.floor(new Date(field.value).getTime() / 1000),
  tables: (field) => field.value.split(/[,\s]+/).filter(Boolean).map((id) => ({ id })),
  text: (field) => field.value.trim(),
};

export function readForm(form) {
  const command = { type: form.dataset.tag };
  let why = "";
  for (const field of form.querySelectorAll("[data-type]")) {
    if (field.dataset.type === "why") why = field.value.trim();
    else command[field.name] = READ[field.dataset.type](field);
  }
  return { command, why };
}

export function orderForms(send) {
  const dialog = document.getElementById("order-dialog");
  const place = document.getElementById("order-place");
  const title = document.getElementById("order-title");

  dialog.addEventListener("click", (event) => {
    if (event.target === dialog || event.target.closest("[data-close]")) dialog.close();
  });

  dialog.addEventListener("submit", async (event) => {
    event.preventDefault();
    const form = event.target;
    const verdict = form.querySelector(".verdict");
    const go = event.submitter;
    if (go) go.disabled = true;
    try {
      const { command, why } = readForm(form);
      await send(command, why);
      announce("Done.");
      dialog.close();
    } catch (problem) {
      verdict.className = "verdict verdict-refused";
      const clause = problem.clause ? ` (clause ${problem.clause})` : "";
      verdict.textContent = `${upperFirst(problem.message)}${clause}`;
    }
    if (go) go.disabled = false;
  });

  return (tag, given = {}) => {
    const template = document.getElementById(`form-${tag}`);
    if (!template) return;
    const form = template.content.firstElementChild.cloneNode(true);
    for (const [name, value] of Object.entries(given)) {
      const field = form.elements[name];
      if (field) field.value = value;
    }
    title.textContent = form.querySelector("button.primary").textContent.trim();
    place.replaceChildren(form);
    dialog.showModal();
    form.querySelector("input, select, textarea")?.focus();
  };
}
