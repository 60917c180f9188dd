// Pages that the house renders and that stay fresh: parts are fetched again and put in place.
//
//   refreshParts(url)      fetch the page, replace every [data-part] that is different now; but a
//                          part in which somebody has begun to fill something in stays as it is
//                          until it is sent (form.reset()), or again as it was
//   keepFresh(seconds)     do so again and again while the page is looked at
//   countdowns()           let every .countdown[data-until] run
//   serverNow()            the house's clock, as far as the page knows it
//   tellFresh(fresh)       whether what the page shows is of now, on its badge
//   onOrders(give, open)   buttons with data-give='{…}' and data-open="act" data-given='{…}';
//                          data-ask: what is asked first

import { confirmed, localTimes } from "./base.js";
import { duration } from "./words.js";
import { say } from "./say.js";

const known = new Map(); // by part: the HTML as the house sent it
let offset = 0;

export const serverNow = () => Math.floor(Date.now() / 1000 + offset);

export function setClock(now) {
  offset = now - Date.now() / 1000;
}

for (const part of document.querySelectorAll("[data-part]")) {
  known.set(part.dataset.part, part.innerHTML);
}

/** Where the focus is, as something that can be found again after a part was replaced. */
function focusKey(part) {
  const at = document.activeElement;
  if (!part.contains(at)) return null;
  const all = [...part.querySelectorAll("a, button, input, select, textarea, summary")];
  return { text: at.textContent, place: all.indexOf(at) };
}

function restoreFocus(part, key) {
  if (!key) return;
  const all = [...part.querySelectorAll("a, button, input, select, textarea, summary")];
  const same = all[key.place]?.textContent === key.text ? all[key.place] : null;
  (same ?? all.find((one) => one.textContent === key.text))?.focus();
}

const waiting = new Set(); // names of parts that are different now, and held

function changed(field) {
  if (field.matches("select")) {
    const options = [...field.options];
    const start = options.some((option) => option.defaultSelected) || field.multiple
      ? (option) => option.defaultSelected : (option) => option === options[0];
    return options.some((option) => option.selected !== start(option));
  }
  return field.matches("[type=checkbox], [type=radio]")
    ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
}

/** Whether something would be lost: what was filled in, or the list somebody chooses from. */
const held = (part) => [...part.querySelectorAll("input, select, textarea")].some(
  (field) => changed(field) || (field.matches("select") && field === document.activeElement),
);

/** What was held is asked for again when nothing holds it any more. */
function released() {
  const parts = [...waiting].map((name) => document.querySelector(`[data-part="${name}"]`));
  if (parts.some((part) => part && !held(part))) refreshParts().catch(() => {});
}

for (const kind of ["input", "change", "focusout"]) {
  document.addEventListener(kind, () => setTimeout(released)); // when the focus has gone on
}

export async function refreshParts(url = location.href) {
  const response = await fetch(url, { headers: { accept: "text/html" }, redirect: "manual" });
  if (!response.ok) throw new Error(say("The house does not answer."));
  const date = Date.parse(response.headers.get("date") ?? "");
  if (!Number.isNaN(date) && Math.abs(date / 1000 - serverNow()) > 2) setClock(date / 1000);
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  for (const fresh of page.querySelectorAll("[data-part]")) {
    const name = fresh.dataset.part;
    const html = fresh.innerHTML;
    const here = document.querySelector(`[data-part="${name}"]`);
    waiting.delete(name);
    if (!here || known.get(name) === html) continue;
    if (held(here)) { // looked at now: it may have been begun while the house was asked
      waiting.add(name);
      continue;
    }
    known.set(name, html);
    const opened = [...here.querySelectorAll("details")].map((one) => one.open);
    const key = focusKey(here);
    here.replaceChildren(...[...fresh.childNodes].map((node) => document.adoptNode(node)));
    here.querySelectorAll("details").forEach((one, at) => { one.open = opened[at] ?? one.open; });
    restoreFocus(here, key);
    localTimes(here);
  }
  tick();
}

export function keepFresh(seconds, told = () => {}) {
  const again = async () => {
    if (document.visibilityState === "visible") {
      try {
        await refreshParts();
        told(true);
      } catch {
        told(false);
      }
    }
    setTimeout(again, seconds * 1000);
  };
  setTimeout(again, seconds * 1000);
}

export function tellFresh(fresh) {
  const badge = document.getElementById("fresh");
  const words = fresh ? say("live") : say("not connected");
  if (badge.textContent === words) return; // or it would be read out each time
  badge.textContent = words;
  badge.className = fresh ? "badge good" : "badge bad";
}

function tick() {
  for (const one of document.querySelectorAll(".countdown[data-until]")) {
    const left = Number(one.dataset.until) - serverNow();
    const past = left > -60 ? say("now") : say("{time} ago", { time: duration(-left) });
    one.textContent = left > 0 ? say("in {time}", { time: duration(left) }) : past;
    one.classList.toggle("past", left <= 0);
  }
}

export function countdowns() {
  tick();
  setInterval(tick, 1000);
}

export function onOrders(give, open = () => {}) {
  document.addEventListener("click", async (event) => {
    const button = event.target.closest?.("[data-give], [data-open]");
    if (!button) return;
    if (button.dataset.open) {
      open(button.dataset.open, JSON.parse(button.dataset.given ?? "{}"));
      return;
    }
    const { ask } = button.dataset;
    if (ask && !(await confirmed(ask, button.textContent))) return;
    button.disabled = true;
    await give(JSON.parse(button.dataset.give), button.dataset.table).catch(() => {});
    button.disabled = false;
  });
}
