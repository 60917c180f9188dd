// Terms that are being written: read as they are typed, rehearsed, written down.

import { written } from "../common/as-text.js";
import { clauseChip, post, toast } from "../common/base.js";
import { documentForm, markProblems } from "../common/document-fields.js";
import { element, inlineField, money, upperFirst } from "../common/words.js";
import { drawChart, tableOf } from "./chart.js";
import { say } from "../common/say.js";

const READ_AFTER_MS = 500;
const page = document.getElementById("new-tournament");
const text = document.getElementById("text");
const verdict = document.getElementById("verdict");
const make = document.getElementById("make");
const place = document.getElementById("terms-fields");
let turn = 0;
let timer = 0;
let form = null;
let filled = false; // since the text was written anew
let writing = true; // whether it could be; a promise until that is known

/** The same terms to be filled in: what is plain first, every table behind its heading. */
function build({ fields, document: given, book }) {
  form = documentForm(fields, { book });
  form.fill(given);
  const plain = element("div", "fields document");
  const tables = form.elements.filter(([field, made]) => {
    if (field.kind.startsWith("record") || field.kind === "many") return true;
    plain.append(made);
    return false;
  });
  const opened = new Set([...place.querySelectorAll("details[open]")].map((one) => one.dataset.of));
  place.replaceChildren(plain, ...tables.map(([field, made]) => {
    const section = element("details", "document");
    section.dataset.of = field.name;
    section.open = opened.has(field.name);
    section.append(element("summary", "", field.label), made);
    return section;
  }));
}

function problems(found) {
  if (!found.problems.length) {
    return [element("p", "plus",
      say("Complete: nothing is missing, nothing contradicts the rules."))];
  }
  const list = element("ul", "problems");
  for (const one of found.problems) {
    list.append(element("li", "",
      element("span", one.kind === "missing" ? "badge" : "badge bad", one.kind),
      element("span", "", ` ${upperFirst(one.reason)} `), clauseChip(found.book, one.clause)));
  }
  const count = found.problems.length;
  const says = say("{count} {count2} to put right before publication", { count, count2: count === 1
    ? "thing" : "things" });
  return [element("p", "minus", says), list];
}

function printed(found) {
  document.getElementById("printed").hidden = false;
  const sections = found.sections.map((section) => {
    const lines = section.lines.map(({ text: says, clauses }) =>
      element("li", "", element("span", "", says), " ",
        ...clauses.flatMap((clause) => [clauseChip(found.book, clause), " "])));
    return element("section", "", element("h3", "", section.title), element("ul", "", ...lines));
  });
  document.getElementById("sections").replaceChildren(...sections);
}

async function read(anew = true) {
  const mine = (turn += 1);
  try {
    const found = await post("/api/tournaments/check", { text: text.value, form: anew });
    if (mine !== turn) return;
    if (anew) build(found);
    make.disabled = false;
    verdict.replaceChildren(...problems(found));
    markProblems(form, place, found.problems);
    printed(found);
  } catch (problem) {
    if (mine !== turn) return;
    make.disabled = true;
    const where = problem.answer?.where ? `${problem.answer.where}: ` : "";
    verdict.replaceChildren(element("p", "minus", `${where}${problem.message}`));
  }
}

text.addEventListener("input", () => {
  filled = false;
  writing = true; // it is what counts, whatever the fields say
  clearTimeout(timer);
  timer = setTimeout(read, READ_AFTER_MS);
});

/** What is filled in stands in the document. */
async function intoText() {
  filled = false;
  const mine = (turn += 1);
  try {
    const words = await written(form.read());
    if (mine !== turn) return true;
    text.value = words;
    await read(false);
    return true;
  } catch (mistake) {
    verdict.replaceChildren(element("p", "minus", mistake.message));
    return false;
  }
}

function write() {
  clearTimeout(timer);
  writing = intoText();
}

/** Before the text is sent: whether what was filled in stands in it. */
async function settled() {
  if (filled) write();
  return writing;
}

function fillIn() {
  filled = true;
  clearTimeout(timer);
  timer = setTimeout(write, READ_AFTER_MS);
}

place.addEventListener("input", fillIn);
place.addEventListener("change", fillIn);

document.getElementById("terms-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const { of } = page.dataset;
  if (!(await settled())) return;
  const body = { text: text.value };
  if (!of) body.practice = event.target.elements.practice.checked;
  try {
    const made = await post(of ? `/api/tournaments/${of}/terms` : "/api/tournaments", body);
    location.href = `/tournaments/${made.id}/direct`;
  } catch (problem) {
    toast(upperFirst(problem.message), "bad");
  }
});

// A rehearsal

const sum = (label, cents) =>
  element("div", "", element("dt", "", label), element("dd", "", money(cents)));

function rehearsed(view) {
  const { result } = view;
  const parts = [];
  const sums = element("dl", "facts-row");
  for (const [label, name] of [
    ["received", "money_in"], ["prizes", "prizes"], ["commission", "commission"],
    ["refunds", "refunds"],
  ]) {
    if (typeof result[name] === "number") sums.append(sum(label, result[name]));
  }
  parts.push(sums);
  const places = result.places ?? [];
  if (places.length) {
    const list = element("ol", "prize-list");
    for (const one of places.slice(0, 12)) {
      const prize = [one.cents ? money(one.cents) : "", one.thing].filter(Boolean).join(" and ");
      const place = element("span", "", String(one.place));
      list.append(element("li", "", place, element("span", "", one.player), prize));
    }
    parts.push(list);
  }
  const stages = (result.stages ?? []).map(({ name, players, tables, hands }) =>
    [name, String(players), String(tables), String(hands)]);
  return [...parts, tableOf([say("Stage"), say("Players"), say("Tables"), say("Hands")], stages)];
}

/** One table at a time, the last that was played first. */
function charts(found) {
  const played = found.filter((chart) => chart.hands.length > 1);
  if (!played.length) return;
  const place = element("div", "chart");
  const choice = element("select");
  choice.append(...played.map((chart) => new Option(say("Table {table}", { table: chart.table }),
    chart.table)));
  choice.value = played.at(-1).table;
  document.getElementById("rehearsal").append(inlineField(say("Chips by hand"), choice), place);
  const show = () => drawChart(place, played.find((chart) => chart.table === choice.value));
  choice.addEventListener("change", show);
  show();
}

document.getElementById("rehearse-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const { entries, seed } = event.target.elements;
  const place = document.getElementById("rehearsal");
  const go = event.submitter;
  go.disabled = true;
  place.replaceChildren(element("p", "muted", say("Playing it through…")), element("progress"));
  try {
    if (!(await settled())) throw new Error(say("What is filled in cannot be read."));
    const wanted = { text: text.value, entries: Number(entries.value), seed: Number(seed.value) };
    const view = await post("/api/tournaments/rehearse", wanted);
    place.replaceChildren(...rehearsed(view));
    charts(view.result.charts ?? []);
  } catch (problem) {
    place.replaceChildren(element("p", "minus", upperFirst(problem.message)));
  }
  go.disabled = false;
});

read();
