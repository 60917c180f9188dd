// The terms of a promotion, written and checked as one writes.

import { clauseChip, post, toast } from "../common/base.js";
import { ask } from "../common/activities.js";

const NONE = "not applicable";
const WAIT_MS = 400;

const form = document.getElementById("editor");
const prizes = document.getElementById("prizes");
const problems = document.getElementById("problems");
const { book, promotion } = form.dataset;
const needed = JSON.parse(form.dataset.needed);

const templateOf = (name) =>
  document.getElementById(name).content.firstElementChild.cloneNode(true);

// Reading the form

const digits = (text) => (/^\d+$/.test(text) ? Number(text) : text);

const READ = {
  text: (text) => text,
  plain: (text) => text || undefined,
  money: (text) => text.replace(/^\$/, "").replaceAll(",", "") || undefined,
  int: (text) => (text ? digits(text) : undefined),
  moment: (text) => (text ? new Date(text).toISOString() : undefined),
  "yes-no": (text) => (text ? text === "yes" : undefined),
};

function read(fields, key) {
  const found = {};
  for (const field of fields) {
    const text = field.value.trim();
    const as = field.dataset.as ?? (field.matches("select") ? "plain" : "text");
    const value = READ[as](text);
    if (value !== undefined) found[key(field)] = value;
  }
  return found;
}

const named = (field) => field.dataset.name;

/** The fields of a prize or part itself, without those of the parts within it. */
function own(fieldset) {
  return [...fieldset.querySelectorAll("[data-name]")]
    .filter((field) => field.closest("fieldset") === fieldset && !field.closest("[hidden]"));
}

export function documentOf() {
  const said = read(form.querySelectorAll("[name]"), (field) => field.name);
  const found = { kind: "promotion", book, ...said };
  found.prizes = [...prizes.children].map((prize) => ({
    ...read(own(prize), named),
    parts: [...prize.querySelectorAll("fieldset.part")].map((part) => read(own(part), named)),
  }));
  return found;
}

// Prizes and their parts

function details(part) {
  const kind = part.querySelector('[data-name="kind"]').value;
  const before = read(own(part), named);
  const rows = (needed[kind] ?? []).map((item) => {
    const field = document.createElement("div");
    field.className = "field";
    field.dataset.in = item.name;
    const label = document.createElement("label");
    label.append(item.label.slice(0, 1).toUpperCase() + item.label.slice(1), " ");
    label.append(clauseChip(book, item.clause));
    const input = document.createElement("input");
    input.dataset.name = item.name;
    input.value = before[item.name] ?? "";
    label.append(input);
    field.append(label);
    if (item.if_any) {
      const none = document.createElement("button");
      none.type = "button";
      none.className = "quiet tiny";
      none.dataset.none = "";
      none.textContent = "None: not applicable";
      field.append(none);
    }
    const error = document.createElement("p");
    error.className = "error";
    error.hidden = true;
    field.append(error);
    return field;
  });
  part.querySelector(".details").replaceChildren(...rows);
  for (const only of part.querySelectorAll("[data-only]")) {
    only.hidden = !only.dataset.only.split(" ").includes(kind);
  }
}

function fill(fields, values) {
  for (const field of fields) {
    const value = values[named(field)];
    if (value !== undefined && value !== null) field.value = String(value);
  }
}

function addPart(prize, given = {}) {
  const part = templateOf("part-form");
  prize.querySelector(".parts").append(part);
  if (given.kind) part.querySelector('[data-name="kind"]').value = given.kind;
  details(part);
  fill(own(part), given);
  number();
  return part;
}

function addPrize(given = {}) {
  const prize = templateOf("prize-form");
  prizes.append(prize);
  fill(own(prize), given);
  for (const part of given.parts ?? [{}]) addPart(prize, part);
  number();
  return prize;
}

function number() {
  [...prizes.children].forEach((prize, at) => {
    prize.querySelector("legend").textContent = `Prize ${at + 1}`;
    const parts = [...prize.querySelectorAll("fieldset.part")];
    parts.forEach((part, place) => {
      part.querySelector("legend").textContent = `Prize ${at + 1}, part ${place + 1}`;
    });
  });
}

// What is missing, as one writes

function placeOf(item) {
  const [what, prize, parts, part, name] = item.split(".");
  if (what !== "prizes" || prize === undefined) return form.querySelector(`[data-item="${what}"]`);
  const here = prizes.children[Number(prize) - 1];
  if (part === undefined) return here?.querySelector(`[data-in="${parts}"]`);
  const inner = here?.querySelectorAll("fieldset.part")[Number(part) - 1];
  return inner?.querySelector(`[data-in="${name}"]`);
}

function mark(found) {
  for (const error of form.querySelectorAll(".error")) error.hidden = true;
  for (const field of form.querySelectorAll("[aria-invalid]")) {
    field.removeAttribute("aria-invalid");
  }
  for (const problem of found) {
    const place = placeOf(problem.item ?? "");
    const error = place?.querySelector(":scope > .error");
    if (!error) continue;
    error.textContent = problem.reason;
    error.hidden = false;
    place.querySelector("input, select, textarea")?.setAttribute("aria-invalid", "true");
  }
}

function show(found) {
  if (!found.length) {
    const fine = document.createElement("p");
    fine.className = "notice good";
    fine.textContent = "Nothing: the terms are complete.";
    problems.replaceChildren(fine);
    return;
  }
  const list = document.createElement("ul");
  for (const problem of found) {
    const line = document.createElement("li");
    const go = document.createElement("button");
    go.type = "button";
    go.className = "link";
    go.textContent = problem.reason;
    go.addEventListener("click", () => {
      const place = placeOf(problem.item ?? "");
      (place?.querySelector("input, select, textarea, button") ?? place)?.focus();
    });
    line.append(go);
    if (problem.clause) line.append(" ", clauseChip(book, problem.clause));
    list.append(line);
  }
  const count = document.createElement("p");
  count.textContent = `${found.length} to put right`;
  problems.replaceChildren(count, list);
}

let turn = 0;

async function check() {
  const mine = ++turn;
  try {
    const answer = await post("/api/promotions/check", documentOf());
    if (mine !== turn) return null;
    mark(answer.problems);
    show(answer.problems);
    return answer;
  } catch (problem) {
    if (mine !== turn) return null;
    const found = [{ reason: problem.message, item: problem.answer?.where ?? "", clause: "" }];
    mark(found);
    show(found);
    return null;
  }
}

let waiting = 0;

function soon() {
  clearTimeout(waiting);
  waiting = setTimeout(check, WAIT_MS);
}

form.addEventListener("input", soon);
form.addEventListener("change", (event) => {
  if (event.target.matches('[data-name="kind"]')) details(event.target.closest("fieldset.part"));
  soon();
});

form.addEventListener("click", (event) => {
  const button = event.target.closest("button[type=button]");
  if (!button) return;
  if (button.id === "add-prize") addPrize().querySelector("input").focus();
  else if ("addPart" in button.dataset) {
    addPart(button.closest("fieldset.prize")).querySelector("select").focus();
  } else if ("remove" in button.dataset) {
    button.closest("fieldset").remove();
    number();
    document.getElementById("add-prize").focus();
  } else if ("none" in button.dataset) {
    button.closest(".field").querySelector("input, textarea").value = NONE;
  } else return;
  soon();
});

// Drafting and amending

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const short = document.getElementById("short-name");
  const id = promotion || short.value.trim();
  if (!form.title.value.trim() || !id || (short && !short.checkValidity())) {
    toast("A promotion has a title and a short name.", "bad");
    (form.title.value.trim() ? short : form.title)?.focus();
    return;
  }
  clearTimeout(waiting);
  const answer = await check();
  if (!answer) return;
  try {
    const type = promotion ? "amend" : "draft";
    await ask("promotion", id, { type, terms: answer.terms });
    location.assign(`/promotions/${encodeURIComponent(id)}/desk`);
  } catch (problem) {
    const clause = problem.clause ? ` (clause ${problem.clause})` : "";
    toast(`${problem.message}${clause}`, "bad");
  }
});

// What stands already

function local(text) {
  const moment = new Date(text);
  const shifted = new Date(moment.getTime() - moment.getTimezoneOffset() * 60000);
  return shifted.toISOString().slice(0, moment.getSeconds() ? 19 : 16);
}

const given = JSON.parse(form.dataset.document);
for (const field of form.querySelectorAll("[name]")) {
  const value = given[field.name];
  if (value === undefined || value === null) continue;
  if (field.dataset.as === "moment") field.value = local(value);
  else if (field.dataset.as === "yes-no") field.value = value ? "yes" : "no";
  else field.value = String(value);
}
for (const prize of given.prizes) addPrize(prize);
if (!given.prizes.length && !promotion) addPrize();
const title = document.getElementById("title");
const short = document.getElementById("short-name");
title.addEventListener("input", () => {
  if (!short || short.dataset.touched) return;
  const words = title.value.toLowerCase().normalize("NFD").replace(/[^a-z0-9]+/g, "-");
  short.value = words.replace(/^-+|-+$/g, "").slice(0, 40).replace(/-+$/, "");
});
short?.addEventListener("input", () => { short.dataset.touched = "yes"; });
check();
