// Setting up a jackpot: a book's own is chosen, its terms are filled in, or written as text.

import { ask } from "../common/activities.js";
import { asText } from "../common/as-text.js";
import { documentForm } from "../common/document-fields.js";
import { inDollars } from "../common/words.js";
import { say } from "../common/say.js";

const root = document.getElementById("new-pool");
const forms = JSON.parse(root.dataset.forms);
const alert = root.querySelector('[role="alert"]');
const kind = document.getElementById("new-kind");
const text = document.getElementById("new-text");
const retained = document.getElementById("new-retained");
const RATE = 10000; // parts per million in a percent

let form = null;

const chosen = () => forms[Number(kind.value)];

function begin() {
  const { terms: given } = chosen();
  const id = given.title.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
  build({ ...given, id });
}

function build(given) {
  const { fields, terms: { book } } = chosen();
  form = documentForm(fields, { book, written: false });
  form.fill(given);
  document.getElementById("new-terms").replaceChildren(...form.elements.map(([, made]) => made));
  changed();
}

function terms() {
  const { stake_option: option } = chosen();
  const made = form.read();
  return option ? { ...made, options: { [option]: inDollars(made.stake_cents) } } : made;
}

const { mirror, settled } = asText(text, {
  read: terms,
  build,
  details: text.closest("details"),
  told: (problem) => complain(say("The text cannot be read: {message}", {
    message: problem.message })),
});

function complain(words) {
  alert.textContent = words;
  alert.hidden = false;
  alert.scrollIntoView({ block: "nearest" });
}

/** The fields have changed: what they say is what stands as text. */
function changed() {
  mirror();
  try {
    const now = terms();
    const given = (now.meters ?? []).reduce((sum, meter) => sum + meter.rate_ppm, 0);
    const kept = (100 - given / RATE).toFixed(4).replace(/\.?0+$/, "");
    retained.textContent = say("The house keeps {kept} % of every wager.", { kept });
  } catch (problem) {
    retained.textContent = problem.message;
  }
}

kind.addEventListener("change", begin);
root.addEventListener("input", (event) => {
  if (event.target !== kind) changed();
});

/** What the authority has to approve is asked for before, not when it cannot open. */
function lacking(made) {
  const wanted = chosen().fields.find((field) => field.name === "approvals")?.fields ?? [];
  const missing = wanted.find((field) => !made.approvals?.[field.name]);
  return missing ? say("{split}: say which document approved it.", {
    split: missing.label.split(":")[0] }) : "";
}

root.addEventListener("submit", async (event) => {
  event.preventDefault();
  alert.hidden = true;
  if (!(await settled())) return;
  try {
    const made = terms();
    const missing = lacking(made);
    if (missing) throw new Error(missing);
    if (!/^[a-z0-9][a-z0-9-]*$/.test(made.id)) throw new Error(say("It needs a short name."));
    await ask("pool", made.id, { type: "make-pool", terms: made });
    location.assign(`/jackpots/${made.id}/desk`);
  } catch (error) {
    complain(error.clause ? `${error.reason} (${error.clause})` : error.message);
  }
});

begin();
