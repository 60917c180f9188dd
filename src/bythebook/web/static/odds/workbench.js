// The workbench: only what is different is asked for, and results come in place.

import { load, poll } from "./jobs.js";

const form = document.getElementById("bench");
const settings = () => [...form.querySelectorAll("[data-usual]")];
const isChanged = (field) => field.value.trim() !== field.dataset.usual;

function count() {
  const changed = settings().filter(isChanged);
  for (const field of settings()) {
    field.closest(".setting").classList.toggle("is-changed", isChanged(field));
  }
  document.getElementById("changes").textContent = `${changed.length} changed`;
}

function wanted() {
  const query = new URLSearchParams(new FormData(form));
  for (const field of settings()) if (!isChanged(field)) query.delete(field.name);
  if (!query.get("beside")) query.delete("beside");
  return query;
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  load(`/workbench?${wanted()}`);
});

form.addEventListener("input", (event) => {
  if (event.target.id === "find") return find(event.target.value);
  count();
});

// Another game has other settings: the page is another.
document.getElementById("game").addEventListener("change", (event) => {
  location.assign(`/workbench?${new URLSearchParams({ game: event.target.value })}`);
});

document.getElementById("reset").addEventListener("click", () => {
  for (const field of settings()) field.value = field.dataset.usual;
  count();
  load(`/workbench?${wanted()}`);
});

function find(text) {
  const words = text.toLowerCase().split(/[\s_.-]+/).filter(Boolean);
  for (const group of form.querySelectorAll(".bench-group")) {
    let some = false;
    for (const field of group.querySelectorAll(".setting")) {
      const name = field.querySelector("label").textContent.toLowerCase();
      field.hidden = !words.every((word) => name.includes(word));
      some ||= !field.hidden;
    }
    group.hidden = !some;
    if (words.length) group.open = some;
  }
}

document.documentElement.classList.add("scripted");
poll();
