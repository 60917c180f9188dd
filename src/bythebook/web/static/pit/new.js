// A table of the house, filled in or written as text; judged by its book whenever a field is left.

import { clauseChip, post } from "../common/base.js";
import { fieldControl, Mistake, readAll } from "../common/orders-fields.js";
import { upperFirst } from "../common/words.js";

const form = document.getElementById("new-table");
const place = document.getElementById("fields");
const verdict = document.getElementById("verdict");
const text = document.getElementById("text");
const { book, cards, practice } = form.dataset;
const opening = JSON.parse(form.dataset.fields);
const CARDS = [
  { value: "virtual", says: "shuffled and dealt by the house" },
  { value: "scanned", says: "real cards, dealt by a person" },
];
const ABOUT = [
  { name: "id", label: "Short name, for its address", kind: "text", required: true, most: 60 },
  { name: "title", label: "Name", kind: "text", required: true, most: 60 },
  { name: "cards", label: "Cards", kind: "choice", values: CARDS, only: true, required: true },
  { name: "practice", label: "Practice: play money", kind: "yes" },
  { name: "setup", label: "The table", kind: "setup" },
];
let controls = [];
let turn = 0;

/** Which side wagers there are says for which there are limits: then it is made anew. */
function build(table) {
  const { setup } = table;
  const context = {
    players: [], boxes: [], opening, setup, wagers: ["main", ...(setup.side_wagers ?? [])],
    now: () => Math.floor(Date.now() / 1000),
  };
  controls = ABOUT.map((field) => [field, fieldControl(field, context)]);
  for (const [field, control] of controls) {
    if (table[field.name] !== undefined) control.fill(table[field.name]);
  }
  place.replaceChildren(...controls.map(([, control]) => control.element));
}

const read = () => ({ ...readAll(controls), book });

function tell(would, words, clause = "") {
  verdict.className = `verdict verdict-${would}`;
  verdict.replaceChildren(`${upperFirst(words)} `, clause ? clauseChip(book, clause) : "");
}

function complain(problem) {
  for (const one of form.querySelectorAll("[aria-invalid]")) one.removeAttribute("aria-invalid");
  if (problem instanceof Mistake) problem.control.setAttribute("aria-invalid", "true");
  tell("malformed", problem.message);
}

async function propose(check) {
  const mine = (turn += 1);
  let table;
  try {
    table = read();
    complain({ message: "" });
    text.value = JSON.stringify(table, null, 2);
    const { would, reason, clause } = await post("/api/tables", { table, check });
    if (mine !== turn) return;
    if (would !== "done") tell(would, `Not like that: ${reason}`, clause);
    else if (check) tell("done", "The book would let it be opened like that.");
    else location.assign(`/pit/tables/${table.id}`);
  } catch (problem) {
    if (mine === turn) complain(problem);
  }
}

place.addEventListener("change", ({ target }) => {
  const sides = controls.at(-1)[1].element;
  if (target.type === "checkbox" && sides.contains(target)) {
    try { build(read()); } catch { /* what is wrong is said below */ }
  }
  propose(true);
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  propose(false);
});
text.addEventListener("change", () => {
  try {
    build({ setup: {}, ...JSON.parse(text.value) });
    propose(true);
  } catch (problem) {
    tell("malformed", `The text: ${problem.message}`);
  }
});

const setup = JSON.parse(form.dataset.setup);
build({ cards, practice: practice === "yes", setup });
document.getElementById("as-text").addEventListener("toggle", () => {
  if (!text.value) try { text.value = JSON.stringify(read(), null, 2); } catch { /* gaps */ }
});
