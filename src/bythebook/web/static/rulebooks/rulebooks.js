// Filters the clauses of a book as one types; without scripts the form asks the server.

import { say } from "../common/say.js";

const form = document.getElementById("filters");
const rows = [...document.querySelectorAll("#ledger > li")].map((element) => ({
  element,
  text: element.querySelector(".says").textContent.toLowerCase() + " " + element.id.toLowerCase(),
}));

function sought() {
  const fields = Object.fromEntries(new FormData(form));
  const words = fields.text.toLowerCase().split(/\s+/).filter(Boolean);
  return { ...fields, words };
}

function show() {
  const { words, kind, area, role, proof } = sought();
  let found = 0;
  for (const { element, text } of rows) {
    const { dataset } = element;
    const shown =
      words.every((word) => text.includes(word)) &&
      (!kind || dataset.kind === kind) &&
      (!area || dataset.area === area) &&
      (!role || dataset.role === role) &&
      (!proof || dataset.proof === proof);
    element.hidden = !shown;
    found += shown;
  }
  document.getElementById("count").textContent = say("{found} of {all}", {
    found, all: rows.length,
  });
  document.getElementById("none").hidden = found > 0;
}

function remember() {
  const asked = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (value) asked.set(name, value);
  const query = asked.toString();
  history.replaceState(null, "", location.pathname + (query ? `?${query}` : "") + location.hash);
}

// A clause that somebody follows a link to must not be one that the filter hides.
function reveal() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target?.hidden) {
    form.querySelectorAll("input, select").forEach((field) => (field.value = ""));
    show();
    target.scrollIntoView();
  }
}

form.addEventListener("input", () => {
  show();
  remember();
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  show();
  remember();
});
document.getElementById("everything").addEventListener("click", (event) => {
  event.preventDefault();
  form.querySelectorAll("input, select").forEach((field) => (field.value = ""));
  show();
  remember();
  document.getElementById("by-text").focus();
});
addEventListener("hashchange", reveal);
reveal();
