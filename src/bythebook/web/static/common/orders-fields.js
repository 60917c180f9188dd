// The questions of an order: one control for each field of its command.
//
//   fieldControl(field, context)   { element, read(), fill(value) } for a FieldView
//     context  { book, players, boxes, wagers, setup, opening, now }: what there is to choose from;
//              `controls`: by kind, those that are asked for otherwise (see document-fields.js)
//   `read` gives the value as the house wants it (cents, whole numbers, lists), `undefined` where a
//   field is left out; it throws a Mistake that says what is wrong.

import { clauseChip } from "./base.js";
import { element, inCents, inDollars } from "./words.js";
import { say } from "./say.js";

export class Mistake extends Error {
  constructor(control, reason) {
    super(reason);
    this.control = control;
  }
}

const RANKS = "A23456789TJQK";
const SUITS = "CDHS";
const DECISION_FIELDS = {
  Insure: ["amount", "in_tokens", "on"], Double: ["amount", "in_tokens"], Split: ["in_tokens"],
  NameJoker: ["rank"], Proceed: [],
};

let counter = 0;

/** A label with its control. */
export function labelled(field, control, hint = "") {
  const made = element("div", "field");
  control.id ||= field.id ?? `order-${(counter += 1)}`;
  const label = element("label", "", field.label);
  label.htmlFor = control.id;
  made.append(label, control);
  control.required = field.required === true;
  hint = [hint, field.hint].filter(Boolean).join(" ");
  if (hint) {
    const note = element("p", "hint", hint);
    note.id = `${control.id}-hint`;
    control.setAttribute("aria-describedby", note.id);
    made.append(note);
  }
  return made;
}

/** The clause that decides a field, beside its name. */
export function withClause(made, book, clause) {
  if (!clause || !book) return;
  const named = made.matches("label") ? made : made.querySelector("label, legend, summary");
  named.append(" ", clauseChip(book, clause));
}

export function input(type, attributes = {}) {
  const made = element("input");
  made.type = type;
  if (type === "text") made.autocomplete = "off";
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

export function select(values, empty) {
  const made = element("select");
  if (empty !== null) made.append(new Option(empty, ""));
  for (const { value, says } of values) made.append(new Option(says, value));
  return made;
}

export function parseCard(text) {
  const typed = text.trim().toUpperCase().replace(/^10/, "T");
  if (/^JK|^JOKER$/.test(typed)) return "JK";
  const fits = typed.length === 2 && RANKS.includes(typed[0]) && SUITS.includes(typed[1]);
  return fits ? typed : null;
}

// Plain controls

function textControl(field) {
  const control = field.kind === "long" ? element("textarea", "short-text") : input("text");
  control.maxLength = field.most ?? (field.kind === "long" ? 2000 : 300);
  const read = () => {
    const value = control.value.trim();
    if (field.required && !value) throw new Mistake(control, say("{label}: say something.", {
      label: field.label }));
    return value;
  };
  return { element: labelled(field, control), read, fill: (value) => { control.value = value; } };
}

function numberControl(field) {
  const control = input("number", { step: 1, inputmode: "numeric" });
  const read = () => {
    const value = control.value.trim();
    if (!value && !field.required) return undefined;
    if (!/^-?\d+$/.test(value)) throw new Mistake(control, say("{label}: a whole number.", {
      label: field.label }));
    return Number(value);
  };
  return { element: labelled(field, control), read, fill: (value) => { control.value = value; } };
}

function moneyControl(field) {
  const control = input("text", { inputmode: "decimal", placeholder: "0.00", class: "short" });
  const read = () => {
    const typed = control.value.trim().replace(/^[−–-]/, "");
    if (!typed && !field.required) return undefined;
    const cents = inCents(typed);
    if (Number.isNaN(cents)) {
      throw new Mistake(control, say("{label}: dollars and cents, such as 12.50.", {
        label: field.label }));
    }
    return /^[−–-]/.test(control.value.trim()) ? -cents : cents;
  };
  return {
    element: labelled(field, control, say("In dollars.")),
    read,
    fill: (cents) => { control.value = inDollars(cents); },
  };
}

function yesControl(field) {
  const control = input("checkbox");
  return {
    element: element("label", "check", control, element("span", "", field.label)),
    read: () => control.checked,
    fill: (value) => { control.checked = value; },
  };
}

const NUMBERED = new Set(["box", "dispute", "error", "to", "voucher"]);

function choiceControl(field) {
  const empty = field.required && field.only ? null : "—";
  const control = select(field.values, empty);
  const whole = NUMBERED.has(field.name) && field.values.every(({ value }) => /^\d+$/.test(value));
  const read = () => {
    if (control.value === "" && field.required) {
      throw new Mistake(control, say("{label}: choose one.", { label: field.label }));
    }
    if (control.value === "") return whole ? undefined : "";
    return whole ? Number(control.value) : control.value;
  };
  const fill = (value) => {
    control.value = value === null ? "" : String(value);
    if (control.selectedIndex < 0) control.selectedIndex = 0;
  };
  return { element: labelled(field, control), read, fill };
}

function playerControl(field) {
  const control = input("text", { class: "short", list: `players-${(counter += 1)}` });
  const known = element("datalist");
  known.id = control.getAttribute("list");
  for (const { value, says } of field.values) known.append(new Option(says, value));
  const made = labelled(field, control);
  made.append(known);
  const read = () => {
    const value = control.value.trim();
    if (field.required && !value) throw new Mistake(control, say("{label}: name somebody.", {
      label: field.label }));
    return value;
  };
  return { element: made, read, fill: (value) => { control.value = value; } };
}

function manyControl(field, whole = false) {
  const made = element("fieldset", "many", element("legend", "", field.label));
  const boxes = field.values.map(({ value, says }) => {
    const control = input("checkbox", { value });
    made.append(element("label", "check", control, element("span", "", says)));
    return control;
  });
  if (!boxes.length) made.append(element("p", "hint", say("There is nothing to choose from now.")));
  let others = []; // what was said before and cannot be chosen here stays
  const read = () => {
    const found = boxes.filter((box) => box.checked).map((box) => box.value);
    return [...(whole ? found.map(Number) : found), ...others];
  };
  const fill = (values) => {
    for (const box of boxes) box.checked = values.map(String).includes(box.value);
    others = values.filter((value) => !boxes.some((box) => box.value === String(value)));
  };
  return { element: made, read, fill };
}

// Cards and numbers in a row

function cardsControl(field) {
  const several = field.kind === "cards";
  const control = input("text", { spellcheck: "false", class: "cards-typed" });
  const read = () => {
    const words = control.value.trim().split(/[\s,]+/).filter(Boolean);
    const cards = words.map(parseCard);
    const wrong = cards.indexOf(null);
    if (wrong >= 0) throw new Mistake(control, say("{wrong} is no card (8c, td, jk …).", {
      wrong: words[wrong] }));
    if (!cards.length && field.required) throw new Mistake(control, say("Which card?"));
    if (several) return cards;
    if (cards.length > 1) throw new Mistake(control, say("One card only."));
    return cards[0] ?? null;
  };
  const fill = (value) => { control.value = [value ?? []].flat().join(" "); };
  return { element: labelled(field, control, several ? say("8c td jk …") : "8c"), read, fill };
}

function numbersControl(field) {
  const money = field.name === "chips";
  const control = input("text", { inputmode: "numeric" });
  const read = () =>
    control.value.trim().split(/[\s,]+/).filter(Boolean).map((word) => {
      const value = money ? inCents(word) : Number(word);
      if (!Number.isInteger(value)) throw new Mistake(control, `${field.label}: ${word}?`);
      return value;
    });
  const fill = (values) => {
    control.value = values.map((value) => (money ? inDollars(value) : value)).join(" ");
  };
  const hint = money ? say("In dollars, with blanks between.") : say("With blanks between.");
  return { element: labelled(field, control, hint), read, fill };
}

// Sums by wager

function limitsControl(field, context, pair = true) {
  const made = element("fieldset", "limits", element("legend", "", field.label));
  const rows = new Map();
  const add = (wager) => {
    if (rows.has(wager)) return rows.get(wager);
    const row = element("div", "limits-row", element("span", "", wager));
    const sums = (pair ? ["lowest", "highest"] : ["sum"]).map((word) => {
      const control = input("text", { inputmode: "decimal", placeholder: word });
      control.setAttribute("aria-label", `${wager}, ${word}`);
      row.append(control);
      return control;
    });
    made.append(row);
    rows.set(wager, sums);
    return sums;
  };
  for (const wager of context.wagers) add(wager);
  const read = () => {
    const found = Object.create(null); // by names from elsewhere
    for (const [wager, sums] of rows) {
      const typed = sums.map((control) => control.value.trim());
      if (typed.every((word) => !word)) continue;
      const cents = typed.map(inCents);
      const wrong = cents.findIndex(Number.isNaN);
      if (wrong >= 0) throw new Mistake(sums[wrong], say("{wager}: dollars and cents.", { wager }));
      found[wager] = pair ? cents : cents[0];
    }
    return Object.keys(found).length || field.name === "limits" ? found : undefined;
  };
  const fill = (values) => {
    for (const [wager, value] of Object.entries(values)) {
      const sums = add(wager);
      [value].flat().forEach((cents, at) => { sums[at].value = inDollars(cents); });
    }
  };
  return { element: made, read, fill };
}

/** Choices that the book leaves open: a list for each, or a field where it may be any sum. */
function wordsControl(field, { book }) {
  const made = element("details", "words", element("summary", "", field.label));
  const choices = new Map();
  for (const value of field.values) {
    if (!choices.has(value.about)) choices.set(value.about, []);
    choices.get(value.about).push(value);
  }
  const controls = [...choices].map(([about, values]) => {
    const free = values.length === 1 && values[0].value === "";
    const control = free ? input("text") : select(values, say("as usual"));
    const label = `${about}: ${values[0].about_says}`;
    const part = labelled({ label }, control);
    withClause(part, book, values[0].clause);
    made.append(part);
    return [about, control];
  });
  const read = () => Object.fromEntries(
    controls.map(([about, control]) => [about, control.value.trim()]).filter(([, value]) => value),
  );
  const fill = (given) => {
    for (const [about, control] of controls) control.value = given[about] ?? "";
  };
  return { element: made, read, fill };
}

// Moments

/** The first full minute at least so many minutes from now, with time to press the button. */
export function minutesFrom(now, minutes) {
  return Math.ceil((now + minutes * 60 + 20) / 60) * 60;
}

export const clockTime = (seconds) =>
  new Date(seconds * 1000).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });

function timeControl(field, context) {
  const control = input("number", { min: 0, step: 1, placeholder: "minutes" });
  const shown = element("output", "hint");
  const typed = () => control.value.trim();
  const at = () => (typed() ? minutesFrom(context.now(), Number(typed())) : null);
  control.addEventListener("input", () => {
    shown.textContent = at() === null ? "" : say("That is at {at}.", { at: clockTime(at()) });
  });
  const made = labelled(field, control, say("In how many minutes; left open: no time."));
  made.append(shown);
  const read = () => {
    if (at() === null && field.required) throw new Mistake(control, say("In how many minutes?"));
    return at();
  };
  const fill = (seconds) => {
    if (seconds) control.value = Math.max(0, Math.round((seconds - context.now()) / 60));
  };
  return { element: made, read, fill };
}

/** A day and an hour. */
function momentControl(field) {
  const control = input("datetime-local");
  const read = () => {
    if (!control.value) throw new Mistake(control, say("{label}: which day, what time?", {
      label: field.label }));
    return Math.floor(new Date(control.value).getTime() / 1000);
  };
  return { element: labelled(field, control), read, fill: () => {} };
}

function monthControl(field) {
  const control = input("month", { class: "short" });
  const read = () => {
    if (!control.value) throw new Mistake(control, say("Which month?"));
    return control.value;
  };
  return { element: labelled(field, control), read, fill: (value) => { control.value = value; } };
}

// Things named or paid in one go

function tablesControl(field) {
  const control = input("text", { placeholder: "T1, T2, T3" });
  const read = () => {
    const names = control.value.split(/[,\s]+/).filter(Boolean);
    if (!names.length) throw new Mistake(control, say("{label}: name one.", {
      label: field.label }));
    return names.map((id) => ({ id }));
  };
  return { element: labelled(field, control), read, fill: () => {} };
}

/** One choice that says several fields of the command together. */
function severalControl(field) {
  const control = select(field.values, null);
  const read = () => JSON.parse(control.value || "{}");
  return { element: labelled(field, control), read, fill: () => {} };
}

/** A sum of money, in parts, each by one way. */
function paidControl(field) {
  const made = element("fieldset", "many", element("legend", "", field.label));
  const parts = field.values.map(({ value, says }) => {
    const part = moneyControl({ label: say("by {how}", { how: says }), kind: "money" });
    made.append(part.element);
    return [value, part];
  });
  const read = () => parts
    .map(([by, part]) => ({ by, cents: part.read() }))
    .filter(({ cents }) => cents !== undefined);
  return { element: made, read, fill: () => {} };
}

// Orders inside orders

function setupControl(field, context) {
  const made = element("fieldset", "setup fields", element("legend", "", field.label));
  const wide = { ...context, wagers: ["main", ...(context.setup.side_wagers ?? [])] };
  const controls = context.opening.map((part) => [part, fieldControl(part, wide)]);
  for (const [part, control] of controls) {
    made.append(control.element);
    withClause(control.element, context.book, part.clause);
  }
  const fill = (setup) => {
    for (const [part, control] of controls) {
      const value = setup[part.name] ?? part.default;
      if (value !== null && value !== undefined) control.fill(value);
    }
  };
  fill(context.setup);
  return { element: made, read: () => readAll(controls), fill };
}

function decisionControl(field, context) {
  const made = element("fieldset", "fields", element("legend", "", field.label));
  const part = (name, kind, label, more = {}) => fieldControl(
    { name, kind, label, values: [], default: null, required: false, ...more }, context,
  );
  const boxes = context.boxes.map((box) => ({ value: String(box), says: say("box {box}", {
    box }) }));
  const parts = {
    type: part("type", "choice", "What", { values: field.values, required: true, only: true }),
    box: part("box", "choice", "Box", { values: boxes, required: true, only: true }),
    player: part("player", "player", "For (if not whoever decides)", { values: context.players }),
    amount: part("amount", "money", "Amount"),
    in_tokens: part("in_tokens", "money", "Of it in tokens"),
    rank: part("rank", "text", "The joker counts as"),
    on: part("on", "player", "On whose wager", { values: context.players }),
  };
  for (const control of Object.values(parts)) made.append(control.element);
  const read = () => {
    const type = parts.type.read();
    const wanted = DECISION_FIELDS[type] ?? [];
    const found = { type };
    if (type !== "Proceed") {
      found.box = parts.box.read();
      if (type !== "CallDealerCard") found.player = parts.player.read();
    }
    for (const name of wanted) {
      const value = parts[name].read();
      if (value !== undefined && value !== "") found[name] = value;
    }
    return found;
  };
  return { element: made, read, fill: () => {} };
}

/** What a control says; where it says nothing yet, or something wrong, that is nothing. */
function said(control) {
  try { return String(control.read()); } catch { return ""; }
}

/** Fields that are asked for only where another has this value (`when`) come and go with it.
 * What is not asked for here may be `given`. */
export function showDependent(controls, given = {}) {
  for (const [{ when }, control] of controls) { // those that others depend on come first
    if (!when) continue;
    control.element.hidden = !Object.entries(when).every(([name, values]) => {
      const asked = controls.filter(([other, one]) => other.name === name && !one.element.hidden);
      const says = asked.length ? asked.map(([, one]) => said(one)) : [given[name]];
      return says.some((word) => values.includes(word));
    });
  }
}

/** The same whenever something is said in `root`. */
export function keepDependent(root, controls) {
  const show = () => showDependent(controls);
  for (const kind of ["input", "change"]) root.addEventListener(kind, show);
  root.closest("form")?.addEventListener("reset", () => setTimeout(show, 0));
  show();
}

export function readAll(controls) {
  const found = Object.create(null); // by names from elsewhere
  for (const [field, control] of controls) {
    if (control.element.hidden) continue;
    const value = control.read();
    if (field.kind === "several") Object.assign(found, value);
    else if (value !== undefined) found[field.name] = value;
  }
  return found;
}

const CONTROLS = {
  text: textControl, long: textControl, whole: numberControl, money: moneyControl,
  yes: yesControl, choice: choiceControl, box: choiceControl, player: playerControl,
  card: cardsControl, cards: cardsControl,
  numbers: numbersControl, limits: limitsControl, words: wordsControl, time: timeControl,
  month: monthControl, moment: momentControl, tables: tablesControl, several: severalControl,
  paid: paidControl, setup: setupControl, decision: decisionControl,
  many: (field) => manyControl(field),
  players: (field) => manyControl(field),
  boxes: (field) => manyControl(field, true),
  sums: (field, context) => limitsControl(field, context, false),
};

export function fieldControl(field, context) {
  const whole = { required: false, default: null, values: [], only: false, ...field };
  const control = (context.controls?.[whole.kind] ?? CONTROLS[whole.kind])(whole, context);
  const usual = whole.default;
  const filled = whole.kind !== "setup" && whole.kind !== "records";
  if (usual !== null && usual !== "" && filled) control.fill(usual);
  return control;
}
