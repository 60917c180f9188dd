// Setting up a jackpot: a book's own jackpot is chosen, its figures are filled in. The terms stand
// as JSON beside the fields: whoever changes them there means what stands there.

import { ask } from "../common/activities.js";
import { inCents } from "../common/words.js";

const form = document.getElementById("new-pool");
const forms = JSON.parse(form.dataset.forms);
const alert = form.querySelector('[role="alert"]');
const rows = document.querySelector("#new-meters tbody");
const approvals = document.querySelector("#new-approvals .fields");
const json = document.getElementById("new-json");
const retained = document.getElementById("new-retained");
const FIRST_RATE = 5;
const FIGURES = { rate: "Rate of increase", seed: "Seed", retained: "Retained share" };
const field = (name) => form.elements[name];

let byHand = false; // whether the JSON was changed by hand

const chosen = () => forms[Number(field("kind").value)];
const dollars = (sum) => (sum / 100).toFixed(2);

function input(name, label, value) {
  const made = document.createElement("input");
  Object.assign(made, { name, value, inputMode: "decimal", autocomplete: "off" });
  made.setAttribute("aria-label", label);
  return made;
}

function cell(label, ...parts) {
  const made = document.createElement("td");
  made.dataset.label = label;
  made.append(...parts);
  return made;
}

/** A meter to be filled in; a mystery level can be left out again. */
function addMeter(meter) {
  const row = document.createElement("tr");
  row.dataset.meter = meter.name;
  row.dataset.reset = meter.reset_cents;
  const head = document.createElement("th");
  head.scope = "row";
  head.textContent = meter.title;
  const seed = input("seed", `${meter.title} begins with`, dollars(meter.reset_cents || 10000));
  const rate = input("rate", `${meter.title}, percent of every wager`, FIRST_RATE);
  row.append(head, cell("Begins with", seed),
    cell("Starts again from", (meter.reset_cents / 100).toLocaleString("en-AU")),
    cell("Percent", rate));
  if (meter.hidden) {
    const least = input("least", `${meter.title} is won from`, "200.00");
    const most = input("most", `${meter.title} is won at the latest at`, "500.00");
    const drop = document.createElement("button");
    Object.assign(drop, { type: "button", className: "quiet tiny", textContent: "Leave out" });
    drop.setAttribute("aria-label", `Leave ${meter.title} out`);
    drop.addEventListener("click", () => {
      row.remove();
      changed();
    });
    const between = document.createElement("span");
    between.className = "between";
    between.append(least, " and ", most);
    row.append(cell("Won between", between), cell("", drop));
  } else row.append(cell("Won", "by its cards"), cell("", ""));
  rows.append(row);
}

const levels = () => chosen().meters.filter((meter) => meter.hidden);
const used = () => new Set([...rows.children].map((row) => row.dataset.meter));

function begin() {
  const kind = chosen();
  rows.replaceChildren();
  for (const meter of kind.meters.filter((one) => !one.hidden)) addMeter(meter);
  if (!rows.children.length && levels().length) addMeter(levels()[0]);
  field("title").value = kind.title;
  field("id").value = kind.title.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
  field("stake").value = dollars(kind.stakes_cents.at(-1) ?? 500);
  document.getElementById("new-stakes").replaceChildren(...kind.stakes_cents.map((sum) => {
    const option = document.createElement("option");
    option.value = dollars(sum);
    return option;
  }));
  approvals.replaceChildren(...kind.approvals.map((figure) => {
    const made = document.createElement("div");
    made.className = "field";
    const label = document.createElement("label");
    label.htmlFor = `approved-${figure}`;
    label.textContent = `${FIGURES[figure] ?? figure}: by which document`;
    const entry = document.createElement("input");
    Object.assign(entry, { id: label.htmlFor, name: label.htmlFor, autocomplete: "off" });
    made.append(label, entry);
    return made;
  }));
  approvals.parentElement.hidden = !kind.approvals.length;
  form.querySelector('[data-when="winners"]').hidden = !levels().length;
  form.querySelector('[data-when="authorise"]').hidden = !kind.authorised_by;
  changed();
}

function meterTerms(row) {
  const value = (name) => row.querySelector(`[name="${name}"]`)?.value;
  const terms = {
    name: row.dataset.meter, seed_cents: inCents(value("seed")),
    reset_cents: Number(row.dataset.reset), rate_ppm: Math.round(Number(value("rate")) * 10000),
  };
  if (value("most") === undefined) return terms;
  return { ...terms, least_cents: inCents(value("least")), most_cents: inCents(value("most")) };
}

function terms() {
  const kind = chosen();
  const stake = inCents(field("stake").value);
  const made = {
    id: field("id").value.trim(), title: field("title").value.trim(), book: kind.book,
    game: kind.game, wager: kind.wager, stake_cents: stake,
    meters: [...rows.children].map(meterTerms),
  };
  if (kind.stake_option) {
    const amount = stake % 100 ? dollars(stake) : String(stake / 100);
    made.options = { [kind.stake_option]: amount };
  }
  if (kind.approvals.length) {
    made.approvals = Object.fromEntries(
      kind.approvals.map((figure) => [figure, field(`approved-${figure}`).value.trim()]));
  }
  if (levels().length) made.winners = field("winners").value;
  if (kind.authorised_by && field("authorise").value.trim()) {
    made.authorise_cents = inCents(field("authorise").value);
  }
  return made;
}

/** What is still to be filled in, or is no amount, before anybody is asked. */
function lacking(made) {
  for (const figure of chosen().approvals) {
    if (!made.approvals[figure]) return `${FIGURES[figure]}: say which document approved it.`;
  }
  const sums = [made.stake_cents, made.authorise_cents ?? 0, ...made.meters.flatMap(
    (meter) => [meter.seed_cents, meter.rate_ppm, meter.least_cents ?? 0, meter.most_cents ?? 0])];
  return sums.some(Number.isNaN) ? "An amount is dollars and cents, such as 12.50." : "";
}

/** The fields have changed: what they say is what stands as JSON. */
function changed() {
  byHand = false;
  const now = terms();
  json.value = JSON.stringify(now, null, 2);
  const given = now.meters.reduce((sum, meter) => sum + meter.rate_ppm, 0);
  retained.textContent = Number.isFinite(given)
    ? `The house keeps ${(100 - given / 10000).toFixed(4).replace(/\.?0+$/, "")} % of every wager.`
    : "A percentage is a number.";
  const more = levels().some((meter) => !used().has(meter.name));
  document.getElementById("new-level").hidden = !more;
}

field("kind").addEventListener("change", begin);
form.addEventListener("input", (event) => {
  if (event.target === json) byHand = true;
  else changed();
});
document.getElementById("new-level").addEventListener("click", () => {
  addMeter(levels().find((meter) => !used().has(meter.name)));
  changed();
  rows.lastElementChild.querySelector("input").focus();
});

form.addEventListener("submit", async (event) => {
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
