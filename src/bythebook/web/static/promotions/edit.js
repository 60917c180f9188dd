// The terms of a promotion, written and checked as one writes.

import { ask } from "../common/activities.js";
import { asText } from "../common/as-text.js";
import { post, toast } from "../common/base.js";
import { documentForm, markProblems, problemList } from "../common/document-fields.js";
import { complaint, element } from "../common/words.js";
import { say } from "../common/say.js";

const WAIT_MS = 400;

const editor = document.getElementById("editor");
const problems = document.getElementById("problems");
const short = document.getElementById("short-name");
const { book, promotion } = editor.dataset;
const text = document.getElementById("text");
const fields = JSON.parse(editor.dataset.fields);
let form = null;

/** The terms to be filled in, from what was written down. */
function build(given) {
  form = documentForm(fields, { book });
  for (const id of ["prizes", "terms"]) document.getElementById(id).replaceChildren();
  for (const [field, made] of form.elements) {
    document.getElementById(field.kind === "records" ? "prizes" : "terms").append(made);
  }
  form.fill(given);
}

const given = JSON.parse(editor.dataset.document);
const begun = given.prizes.length || promotion;
build(begun ? given : { ...given, prizes: [{ parts: [{}] }] });

// As text, and back

const { mirror, settled } = asText(text, {
  read: () => form.read(),
  details: document.getElementById("as-text"),
  build(found) {
    build(found);
    check();
  },
  told: (problem) => toast(say("The text cannot be read: {message}", { message: problem.message }),
    "bad"),
});

// What is missing, as one writes

function show(found) {
  markProblems(form, editor, found);
  if (!found.length) {
    problems.replaceChildren(element("p", "notice good", say("Nothing: the terms are complete.")));
    return;
  }
  const count = element("p", "", say("{found} to put right", { found: found.length }));
  problems.replaceChildren(count, problemList(form, book, found));
}

let turn = 0;

async function check() {
  const mine = ++turn;
  try {
    const said = { kind: "promotion", book, ...form.read() };
    mirror();
    const answer = await post("/api/promotions/check", { title: "", ...said });
    if (mine !== turn) return null;
    show(answer.problems);
    return answer;
  } catch (problem) {
    if (mine === turn) show([{ reason: problem.message, item: problem.answer?.where ?? "" }]);
    return null;
  }
}

let waiting = 0;

function soon() {
  mirror();
  clearTimeout(waiting);
  waiting = setTimeout(check, WAIT_MS);
}

editor.addEventListener("input", soon);
editor.addEventListener("change", soon);

// Drafting and amending

const titleField = () => document.getElementById("title");

editor.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (!(await settled())) return;
  const id = promotion || short.value.trim();
  const title = titleField();
  if (!title.value.trim() || !id || (short && !short.checkValidity())) {
    toast(say("A promotion has a title and a short name."), "bad");
    (title.value.trim() ? short : title)?.focus();
    return;
  }
  clearTimeout(waiting);
  const answer = await check();
  if (!answer) return;
  try {
    await ask("promotion", id, { type: promotion ? "amend" : "draft", terms: answer.terms });
    location.assign(`/promotions/${encodeURIComponent(id)}/desk`);
  } catch (problem) {
    toast(complaint(problem), "bad");
  }
});

editor.addEventListener("input", ({ target }) => {
  if (target !== titleField() || !short || short.dataset.touched) return;
  const words = target.value.toLowerCase().normalize("NFD").replace(/[^a-z0-9]+/g, "-");
  short.value = words.replace(/^-+|-+$/g, "").slice(0, 40).replace(/-+$/, "");
});
document.getElementById("begin-like")?.addEventListener("click", () => {
  const like = document.getElementById("like").value;
  location.assign(`?${new URLSearchParams({ book, like })}`);
});
short?.addEventListener("input", () => { short.dataset.touched = "yes"; });
check();
