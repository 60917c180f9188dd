// What the casino knows of somebody, and the orders about them: by the staff, or by themselves.

import { ask, follow } from "../common/activities.js";
import { clauseChip } from "../common/base.js";
import { orderForms } from "../common/order-forms.js";
import { refreshParts } from "../common/refresh.js";
import { upperFirst } from "../common/words.js";

const root = document.getElementById("patron");
const { patron } = root.dataset;

const verdictOf = (form) => form.querySelector(".verdict");

async function send(command, why, form) {
  verdictOf(form).hidden = true;
  await ask("patron", patron, { patron, ...command }, { why });
  form.reset();
  form.closest("details")?.removeAttribute("open");
  await refreshParts();
  listen();
}

orderForms(root, send, (words, form, problem) => {
  const verdict = verdictOf(form);
  verdict.className = "verdict verdict-refused";
  verdict.replaceChildren(`${upperFirst(problem.message)} `);
  const { clause = "", book = "" } = problem;
  if (clause && !clause.startsWith("house:")) verdict.append(clauseChip(book, clause));
  verdict.hidden = false;
});

/** Whoever is turned away meanwhile gets no parts any more, but a page that says why. */
const again = () => refreshParts().catch(() => location.reload());

/** Names may have a dot; whoever's name is the same up to it is kept beside them. */
let listening = null;
function listen() {
  listening?.();
  listening = follow("patron", patron.split(".")[0], again);
}
listen();
