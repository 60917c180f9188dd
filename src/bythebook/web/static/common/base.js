// What every page has: commands with their token, things said aloud, clauses shown in place.
//
//   post(url, body)       send JSON; resolves to the answer, or throws a Refusal
//   announce(text)        say it to a screen reader
//   toast(text, kind)     show it in a corner for a while ("good", "bad" or nothing), and say it
//   showClause(chip)      open the summary of the clause that a chip names
//   clauseChip(book, id)  a new chip
//   beside(link)          it opens beside this page, not instead of it
//   offerLogIn()          the session is over: say so, and show the way back
//   confirmed(text)       ask first; resolves to true or false (orders: see grave.js)
//
// Forms with data-confirm="…" ask before they are sent; data-yes="…" is what the answer says.

import { language } from "./say.js";
import { button, element } from "./words.js";
import { say } from "./say.js";

export class Refusal extends Error {
  constructor(status, answer) {
    super(answer.detail ?? say("It did not work."));
    this.status = status;
    this.clause = answer.clause ?? "";
    this.answer = answer;
  }
}

/** The session is over: what is on the page is of before, and nothing more is done from here. */
export function offerLogIn() {
  if (document.querySelector("dialog.session-over")) return;
  const title = element("h2", "", say("Your session is over"));
  title.id = "session-over";
  const words = element("p", "", say("Log in again to go on where you were."));
  const link = element("a", "button primary", say("Log in"));
  link.href = `/login?next=${encodeURIComponent(location.pathname + location.search)}`;
  const dialog = element("dialog", "question session-over", title, words, link);
  dialog.setAttribute("aria-labelledby", title.id);
  document.body.append(dialog);
  dialog.showModal();
}

export function csrfToken() {
  return document.querySelector('meta[name="csrf-token"]')?.content ?? "";
}

export async function send(method, url, body) {
  const headers = { accept: "application/json", "x-csrf-token": csrfToken() };
  const options = { method, headers, credentials: "same-origin" };
  if (body !== undefined) {
    headers["content-type"] = "application/json";
    options.body = JSON.stringify(body);
  }
  let response;
  try {
    response = await fetch(url, options);
  } catch {
    throw new Refusal(0, { detail: say("The house does not answer. Is the connection lost?") });
  }
  const text = await response.text();
  let answer = {};
  try {
    answer = text ? JSON.parse(text) : {};
  } catch {
    answer = { detail: say("The house answered something unexpected ({status}).", {
      status: response.status }) };
  }
  if (response.status === 401) offerLogIn();
  if (!response.ok) throw new Refusal(response.status, answer);
  return answer;
}

export const post = (url, body = {}) => send("POST", url, body);

const HEARD_MS = 1500;
let announced = 0;

export function announce(text) {
  const region = document.getElementById("announcer");
  if (!region) return;
  // What follows quickly is added: taken away too soon, what came before would not be heard.
  if (Date.now() - announced > HEARD_MS) region.replaceChildren();
  announced = Date.now();
  setTimeout(() => region.append(element("p", "", text)), 60);
}

const TOAST_SHOWN_MS = 7000;

export function toast(text, kind = "") {
  const region = document.getElementById("toasts");
  if (!region) return;
  const note = element("div", `toast ${kind}`.trim(), element("span", "", text));
  note.append(button(say("Close"), "link", () => note.remove()));
  // What is said again takes the place of what was said before.
  [...region.children].find((one) => one.firstChild.textContent === text)?.remove();
  region.append(note);
  // What went wrong stays until it is closed.
  if (kind !== "bad") setTimeout(() => note.remove(), TOAST_SHOWN_MS);
}

// Clauses

export function clauseAddress(book, id) {
  return `/rulebooks/${encodeURIComponent(book)}/clauses/${encodeURIComponent(id)}`;
}

export function clauseChip(book, id) {
  const chip = element("a", "clause");
  chip.href = clauseAddress(book, id);
  chip.dataset.book = book;
  chip.dataset.clause = id;
  // What the ledger calls its lines (14.4.3:coloured-pair) is for those who look them up.
  chip.append(id.split(":")[0]);
  return chip;
}

/** A link that opens beside this page, which goes on. */
export function beside(link) {
  link.target = "_blank";
  link.rel = "noopener";
  return link;
}

const clausesSeen = new Map();

async function clauseOf(book, id) {
  const address = `${clauseAddress(book, id)}.json`;
  if (!clausesSeen.has(address)) {
    const response = await fetch(address, { headers: { accept: "application/json" } });
    if (!response.ok) throw new Error(say("There is no summary of this clause."));
    clausesSeen.set(address, await response.json());
  }
  return clausesSeen.get(address);
}

let card = null;

function clauseCard() {
  if (card === null) {
    card = element("div", "popover");
    card.popover = "auto";
    card.setAttribute("role", "dialog");
    card.tabIndex = -1;
    document.body.append(card);
    card.addEventListener("toggle", (event) => {
      if (event.newState === "closed") closeChip();
    });
  }
  return card;
}

let openChip = null;

function closeChip() {
  if (openChip === null) return;
  openChip.setAttribute("aria-expanded", "false");
  const inside = card.contains(document.activeElement) || document.activeElement === document.body;
  if (inside && openChip.isConnected) openChip.focus();
  openChip = null;
}

function place(element, beside) {
  const edge = 12;
  const chip = beside.getBoundingClientRect();
  const size = element.getBoundingClientRect();
  const left = Math.min(chip.left, window.innerWidth - size.width - edge);
  const below = chip.bottom + 8;
  const fits = below + size.height + edge <= window.innerHeight;
  const top = fits ? below : Math.max(edge, chip.top - size.height - 8);
  element.style.left = `${Math.max(edge, left)}px`;
  element.style.top = `${top}px`;
}

export async function showClause(chip) {
  const { book, clause } = chip.dataset;
  const shown = clauseCard();
  shown.setAttribute("aria-label", say("Clause {clause}", { clause }));
  const title = element("h3", "", clause);
  const text = element("p", "", say("Looking it up…"));
  const more = element("a", "small", say("All about this clause"));
  more.href = clauseAddress(book, clause);
  if (document.querySelector("[data-beside]")) beside(more);
  shown.replaceChildren(title, text, element("p", "small muted", `${book} · `, more));
  shown.showPopover();
  openChip = chip;
  chip.setAttribute("aria-expanded", "true");
  place(shown, chip);
  try {
    text.textContent = (await clauseOf(book, clause)).summary;
  } catch (problem) {
    text.textContent = problem.message;
  }
  if (openChip !== chip) return;
  place(shown, chip);
  shown.focus({ preventScroll: true });
  announce(say("Clause {clause}. {summary}", { clause, summary: text.textContent }));
}

const plainClick = (event) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

document.addEventListener("click", (event) => {
  const chip = event.target.closest?.(".clause[data-clause]");
  if (!chip || !plainClick(event) || !("popover" in HTMLElement.prototype)) return;
  event.preventDefault();
  showClause(chip);
});

// Questions before something that cannot be taken back

export function confirmed(text, yes = say("Go on"), details = null) {
  const question = element("p", "", text);
  question.id = "question";
  const no = element("button", "plain", say("Cancel"));
  no.value = "no";
  const go = element("button", "danger", yes);
  go.value = "yes";
  const answers = element("form", "row end", no, go);
  answers.method = "dialog";
  const dialog = element("dialog", "question", question, details, answers);
  dialog.setAttribute("aria-labelledby", question.id);
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "yes");
    });
  });
}

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.dataset?.confirm || form.dataset.confirmed) return;
  event.preventDefault();
  const by = event.submitter;
  const yes = form.dataset.yes ?? by?.textContent.trim();
  if (!(await confirmed(form.dataset.confirm, yes || undefined))) return;
  form.dataset.confirmed = "yes";
  form.requestSubmit(by ?? undefined);
  delete form.dataset.confirmed;
});

// Tabs: <div role="tablist"><button role="tab" aria-controls="…">; arrows move, as is usual

function selectTab(tab) {
  for (const other of tab.closest('[role="tablist"]').querySelectorAll('[role="tab"]')) {
    const selected = other === tab;
    other.setAttribute("aria-selected", String(selected));
    other.tabIndex = selected ? 0 : -1;
    const panel = document.getElementById(other.getAttribute("aria-controls"));
    if (panel) panel.hidden = !selected;
  }
}

document.addEventListener("click", (event) => {
  const tab = event.target.closest?.('[role="tab"]');
  if (tab) selectTab(tab);
});

document.addEventListener("keydown", (event) => {
  const tab = event.target.closest?.('[role="tab"]');
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!tab || !step) return;
  const tabs = [...tab.closest('[role="tablist"]').querySelectorAll('[role="tab"]')];
  const next = tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length];
  next.focus();
  selectTab(next);
  event.preventDefault();
});

// On a phone the navigation scrolls: begin where one is

document.querySelector(".masthead nav [aria-current]")
  ?.scrollIntoView({ block: "nearest", inline: "center" });

// Moments in the reader's own zone

const SHOWN = { dateStyle: "medium", timeStyle: "short" };

export function localTimes(root = document) {
  // Where the casino has a zone of its own, its times stand there as they are.
  if (document.documentElement.dataset.zone) return;
  for (const time of root.querySelectorAll("time[datetime]:not([data-local])")) {
    const moment = new Date(time.dateTime);
    if (Number.isNaN(moment.getTime())) continue;
    time.title = time.textContent;
    time.textContent = moment.toLocaleString(language === "en" ? [] : language, SHOWN);
    time.dataset.local = "yes";
  }
}

localTimes();
