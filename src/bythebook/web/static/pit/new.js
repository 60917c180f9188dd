// A table of the house, filled in or written as text; judged by its book whenever a field is left.

import { asText } from "../common/as-text.js";
import { clauseChip, post } from "../common/base.js";
import { fieldControl, Mistake, readAll } from "../common/orders-fields.js";
import { upperFirst } from "../common/words.js";
import { say } from "../common/say.js";

const form = document.getElementById("new-table");
const place = document.getElementById("fields");
const verdict = document.getElementById("verdict");
const text = document.getElementById("text");
const { book, cards, practice } = form.dataset;
const opening = JSON.parse(form.dataset.fields);
const CARDS = [
  { value: "virtual", says: say("shuffled and dealt by the house") },
  { value: "scanned", says: say("real cards, dealt by a person") },
];
const ABOUT = [
  { name: "id", label: say("Short name, for its address"), kind: "text", required: true, most: 60 },
  { name: "title", label: say("Name"), kind: "text", required: true, most: 60 },
  { name: "cards", label: say("Cards"), kind: "choice", values: CARDS, only: true, required: true },
  { name: "practice", label: say("Practice: play money"), kind: "yes" },
  { name: "setup", label: say("The table"), kind: "setup" },
];
let controls = [];
let turn = 0;

/** Which side wagers there are says for which there are limits: then it is made anew. */
function build(table) {
  const { setup } = table;
  const context = {
    book, players: [], boxes: [], opening, setup, wagers: ["main", ...(setup.side_wagers ?? [])],
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
  mirror();
  let table;
  try {
    table = read();
    complain({ message: "" });
    const { would, reason, clause } = await post("/api/tables", { table, check });
    if (mine !== turn) return;
    if (would !== "done") tell(would, say("Not like that: {reason}", { reason }), clause);
    else if (check) tell("done", say("The book would let it be opened like that."));
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
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (await settled()) propose(false);
});

/** As text even what has gaps is shown. */
function soFar() {
  const found = controls.map(([field, control]) => {
    try { return [field.name, control.read()]; } catch { return [field.name, ""]; }
  });
  return { ...Object.fromEntries(found), book };
}

const { mirror, settled } = asText(text, {
  read: soFar,
  details: document.getElementById("as-text"),
  build(found) {
    build({ setup: {}, ...found });
    propose(true);
  },
  told: (problem) => tell("malformed", say("The text: {message}", { message: problem.message })),
});
const setup = JSON.parse(form.dataset.setup);
build({ cards, practice: practice === "yes", setup });
