// Documents that are filled in: tables within tables, and lists of them, as their fields say.
//
//   const form = documentForm(fields, { book, written })
//     form.elements   [[field, element], …] for the page to put where it likes
//     form.read()     the document; what was left open is not in it
//     form.fill(document)
//     form.place(path)  the element of an item: prizes.2.parts.1.make, lists counted from one
//   written: amounts and moments are written as people do; otherwise in cents
//   markProblems(form, root, problems), problemList(form, book, problems)   what is to be put right

import { clauseChip } from "./base.js";
import {
  fieldControl, input, labelled, Mistake, select, showDependent, withClause,
} from "./orders-fields.js";
import { button, element, upperFirst } from "./words.js";
import { say } from "./say.js";

const RATE = 10000; // parts per million in a percent
const NOT_SAID = say("not said");
const CONTEXT = { players: [], boxes: [], wagers: [], now: () => Math.floor(Date.now() / 1000) };

/** As text, the way it is written: an amount, a percentage. */
function writtenControl(field) {
  const control = input("text", { inputmode: "decimal", placeholder: "0.00" });
  return {
    element: labelled(field, control),
    read: () => control.value.trim().replace(/^\$/, "").replaceAll(",", "") || undefined,
    fill: (value) => { control.value = String(value); },
  };
}

function rateControl(field) {
  const control = input("text", { inputmode: "decimal", class: "short" });
  const read = () => {
    const typed = control.value.trim();
    if (!/^\d+(\.\d{1,4})?$/.test(typed)) {
      throw new Mistake(control, say("{label}: a percentage such as 5.5.", { label: field.label }));
    }
    return Math.round(Number(typed) * RATE);
  };
  const fill = (value) => { control.value = String(value / RATE); };
  return { element: labelled(field, control, say("In percent.")), read, fill };
}

function momentControl(field) {
  const control = input("datetime-local", { step: 60 });
  const fill = (text) => {
    const moment = new Date(text);
    const shifted = new Date(moment.getTime() - moment.getTimezoneOffset() * 60000);
    control.value = shifted.toISOString().slice(0, moment.getSeconds() ? 19 : 16);
  };
  const read = () => (control.value ? new Date(control.value).toISOString() : undefined);
  return { element: labelled(field, control), read, fill };
}

function yesNoControl(field) {
  const control = select([{ value: "no", says: "no" }, { value: "yes", says: "yes" }], NOT_SAID);
  return {
    element: labelled(field, control),
    read: () => (control.value ? control.value === "yes" : undefined),
    fill: (value) => { control.value = value ? "yes" : "no"; },
  };
}

function linesControl(field) {
  const control = element("textarea", "short-text");
  return {
    element: labelled(field, control, say("One in a line.")),
    read: () => control.value.split("\n").map((line) => line.trim()).filter(Boolean),
    fill: (values) => { control.value = values.join("\n"); },
  };
}

// Tables and lists of them

const isEmpty = (value) =>
  value === undefined || value === null || value === "" || (Array.isArray(value) && !value.length);

const changed = (made) => made.dispatchEvent(new Event("input", { bubbles: true }));

/** What is short comes first, and tables last: so that nothing stands alone in a row. */
const size = ({ kind }) => ["long", "lines", "many", "record", "records"].indexOf(kind) + 1;

/** The fields of one table: some are there only where another of them has some value. */
function group(fields, context) {
  const controls = fields.map((field) => [field, itemControl(field, context)]);
  const named = new Set(fields.map((field) => field.name));
  let given = {};
  const shown = () => controls.filter(([, control]) => !control.element.hidden);
  const show = () => showDependent(controls, given);
  const fill = (values) => {
    given = values;
    for (const depends of [false, true]) { // what others depend on comes first
      for (const [field, control] of controls) {
        const value = values[field.name];
        if (Boolean(field.when) === depends && !isEmpty(value)) control.fill(value);
      }
      show();
    }
  };
  const read = () => {
    const kept = Object.entries(given).filter(([name]) => !named.has(name));
    const found = shown().map(([field, control]) => [field.name, control.read()]);
    return Object.fromEntries([...kept, ...found].filter(([, value]) => !isEmpty(value)));
  };
  const place = ([name, ...rest]) => {
    const control = shown().find(([field]) => field.name === name)?.[1];
    return (rest.length && control?.place?.(rest)) || control?.element;
  };
  const renumber = (within) => {
    for (const [, control] of controls) control.renumber?.(within);
  };
  for (const [, control] of controls) control.element.addEventListener("change", show);
  show();
  const elements = controls.map(([field, control]) => [field, control.element]);
  elements.sort(([one], [other]) => size(one) - size(other));
  return { elements, fill, read, place, renumber };
}

function bodyOf(inner) {
  return element("div", "fields", ...inner.elements.map(([, made]) => made));
}

/** A table within a table; one that may be left out is ticked first. */
function recordControl(field, context) {
  const made = element("fieldset", "record");
  const inner = group(field.fields, context);
  const body = bodyOf(inner);
  const legend = element("legend");
  const there = input("checkbox");
  if (field.required) legend.textContent = field.label;
  else {
    legend.append(element("label", "check", there, element("span", "", field.label)));
  }
  there.checked = field.required === true;
  const show = () => { body.hidden = !there.checked; };
  there.addEventListener("change", show);
  made.append(legend, body);
  show();
  const fill = (values) => {
    there.checked = true;
    show();
    inner.fill(values);
  };
  const read = () => {
    const found = there.checked ? inner.read() : undefined;
    return found && Object.keys(found).length ? found : undefined;
  };
  return { element: made, read, fill, place: inner.place, renumber: inner.renumber };
}

/** A list of tables. Where the field offers some (`default`, by their names), only those. */
function recordsControl(field, context) {
  const made = element("fieldset", "records");
  const list = element("div", "stack");
  const each = field.each || "entry";
  const offered = Array.isArray(field.default) ? field.default : null;
  const titles = new Map(field.values.map(({ value, says }) => [value, says]));
  const add = button(say("Add a {toLowerCase}", { toLowerCase: each.toLowerCase() }), "small",
    () => {
    append(left()?.[0]).querySelector("input, select, textarea").focus();
    changed(made);
  });
  let items = [];
  let prefix = "";
  const left = () => offered?.filter(({ name }) => !items.some((item) => item.name === name));

  const renumber = (within = prefix) => {
    prefix = within;
    items.forEach((item, at) => {
      const word = within ? each.toLowerCase() : upperFirst(each);
      const title = titles.get(item.name) ?? `${within}${word} ${at + 1}`;
      item.legend.textContent = title;
      item.drop.setAttribute("aria-label", say("Remove {title}", { title }));
      item.inner.renumber(`${title}, `);
    });
    add.hidden = left()?.length === 0;
  };
  const append = (values = {}) => {
    const inner = group(field.fields, context);
    const legend = element("legend");
    const drop = button(say("Remove"), "quiet small", () => {
      items = items.filter((other) => other !== item);
      entry.remove();
      renumber();
      add.focus();
      changed(made);
    });
    drop.hidden = offered !== null && !offered.some(({ name }) => name === values.name);
    const entry = element("fieldset", "record", legend, bodyOf(inner), drop);
    const item = { inner, legend, drop, entry, name: values.name };
    list.append(entry);
    items.push(item);
    inner.fill(values);
    renumber();
    return entry;
  };
  made.append(element("legend", "", field.label), list, add);
  const fill = (values) => {
    list.replaceChildren();
    items = [];
    for (const value of values) append(value);
    renumber();
  };
  const place = ([number, ...rest]) => {
    const item = items[Number(number) - 1];
    return (rest.length && item?.inner.place(rest)) || item?.entry;
  };
  renumber();
  return {
    element: made, read: () => items.map((item) => item.inner.read()), fill, place, renumber,
  };
}

const TABLES = {
  record: recordControl, records: recordsControl, "yes-no": yesNoControl, lines: linesControl,
  rate: rateControl,
};
const WRITTEN = {
  ...TABLES, money: writtenControl, percent: writtenControl, moment: momentControl,
};

/** A field with its clause, a way to say that there is nothing to say, room for what is wrong. */
function itemControl(field, context) {
  const control = fieldControl(field, context);
  const made = control.element;
  made.dataset.in = field.name;
  withClause(made, context.book, field.clause);
  if (field.none) {
    made.append(button(say("None: not applicable"), "quiet tiny", () => {
      control.fill(field.none);
      changed(made);
    }));
  }
  const error = element("p", "error");
  error.hidden = true;
  made.append(error);
  return control;
}

export function documentForm(fields, { book, written = true }) {
  const context = { ...CONTEXT, book, controls: written ? WRITTEN : TABLES };
  const whole = group(fields.map((field) => ({ id: field.name, ...field })), context);
  return { ...whole, place: (path) => whole.place(path.split(".")) };
}

// What is to be put right

export function markProblems(form, root, problems) {
  for (const error of root.querySelectorAll(".error")) error.hidden = true;
  for (const field of root.querySelectorAll("[aria-invalid]")) {
    field.removeAttribute("aria-invalid");
  }
  for (const problem of problems) {
    const place = form.place(problem.item ?? "");
    const error = place?.querySelector(":scope > .error");
    if (!error) continue;
    error.textContent = problem.reason;
    error.hidden = false;
    place.querySelector("input, select, textarea")?.setAttribute("aria-invalid", "true");
  }
}

export function problemList(form, book, problems) {
  const list = element("ul");
  for (const problem of problems) {
    const line = element("li", "", button(problem.reason, "link", () => {
      form.place(problem.item ?? "")?.querySelector("input, select, textarea, button")?.focus();
    }));
    if (problem.clause) line.append(" ", clauseChip(book, problem.clause));
    list.append(line);
  }
  return list;
}
