// Setting up a jackpot: a book's own jackpot is chosen, its terms are filled in. They stand as JSON
// beside the fields: whoever changes them there means what stands there.

import { ask } from "../common/activities.js";
import { documentForm } from "../common/document-fields.js";
import { inDollars } from "../common/words.js";

const root = document.getElementById("new-pool");
const forms = JSON.parse(root.dataset.forms);
const alert = root.querySelector('[role="alert"]');
const kind = document.getElementById("new-kind");
const json = document.getElementById("new-json");
const retained = document.getElementById("new-retained");
const RATE = 10000; // parts per million in a percent

let form = null;
let byHand = false; // whether the JSON was changed by hand

const chosen = () => forms[Number(kind.value)];

function begin() {
  const { fields, terms } = chosen();
  const id = terms.title.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
  form = documentForm(fields, { book: terms.book, written: false });
  form.fill({ ...terms, id });
  document.getElementById("new-terms").replaceChildren(...form.elements.map(([, made]) => made));
  changed();
}

function terms() {
  const { stake_option: option } = chosen();
  const made = form.read();
  return option ? { ...made, options: { [option]: inDollars(made.stake_cents) } } : made;
}

/** The fields have changed: what they say is what stands as JSON. */
function changed() {
  byHand = false;
  try {
    const now = terms();
    json.value = JSON.stringify(now, null, 2);
    const given = (now.meters ?? []).reduce((sum, meter) => sum + meter.rate_ppm, 0);
    const kept = (100 - given / RATE).toFixed(4).replace(/\.?0+$/, "");
    retained.textContent = `The house keeps ${kept} % of every wager.`;
  } catch (problem) {
    retained.textContent = problem.message;
  }
}

kind.addEventListener("change", begin);
root.addEventListener("input", (event) => {
  if (event.target === json) byHand = true;
  else if (event.target !== kind) changed();
});

/** What the authority has to approve is asked for before, not when it cannot open. */
function lacking(made) {
  const wanted = chosen().fields.find((field) => field.name === "approvals")?.fields ?? [];
  const missing = wanted.find((field) => !made.approvals?.[field.name]);
  return missing ? `${missing.label.split(":")[0]}: say which document approved it.` : "";
}

root.addEventListener("submit", async (event) => {
  event.preventDefault();
  alert.hidden = true;
  try {
    const made = byHand ? JSON.parse(json.value) : terms();
    const missing = byHand ? "" : lacking(made);
    if (missing) throw new Error(missing);
    if (!/^[a-z0-9][a-z0-9-]*$/.test(made.id)) throw new Error("It needs a short name.");
    await ask("pool", made.id, { type: "make-pool", terms: made });
    location.assign(`/jackpots/${made.id}/desk`);
  } catch (error) {
    alert.textContent = error.clause ? `${error.reason} (${error.clause})` : error.message;
    alert.hidden = false;
    alert.scrollIntoView({ block: "nearest" });
  }
});

begin();
