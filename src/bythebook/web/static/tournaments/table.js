// A table of a tournament, for whoever plays at it, runs it or looks on.

import { announce } from "../common/base.js";
import { ask, follow, look } from "../common/activities.js";
import { Book } from "../common/book.js";
import { Clock } from "../table/clock.js";
import { showShoe } from "../table/signs.js";
import { element, fill, upperFirst } from "../common/words.js";
import { TournamentBar } from "./bar.js";
import { TournamentFelt, points } from "./felt.js";
import { formsInDialog } from "../common/order-forms.js";

const REFUSAL_SHOWN_MS = 8000;
const page = document.getElementById("tournament-table");
const { tournament, table, book } = page.dataset;
const part = (name) => page.querySelector(`[data-part="${name}"]`);
const address = `/api/tournaments/${tournament}/tables/${table}`;
const stream = `${tournament}.${table}`;

const felt = new TournamentFelt({ dealer: part("dealer"), boxes: part("boxes") });
const clock = new Clock(part("clock"), Number(page.dataset.now));
const lines = new Book(part("book"), book);
const open = formsInDialog(give);
let view = null;
let said = "";
let refusing = 0;

async function give(command, why = "") {
  await ask("session", stream, command, { why });
  await again();
}

async function send(command) {
  part("refusal").hidden = true;
  try {
    await give(command);
  } catch (problem) {
    const clause = problem.clause ? ` (clause ${problem.clause})` : "";
    part("refusal").textContent = `${upperFirst(problem.message)}${clause}`;
    part("refusal").hidden = false;
    clearTimeout(refusing);
    refusing = setTimeout(() => { part("refusal").hidden = true; }, REFUSAL_SHOWN_MS);
  }
}

const bar = new TournamentBar(part("bar"), part("more"), {
  send,
  secret,
  order: open,
  dispute: () => open("dispute"),
});

// What is shown

async function again() {
  try {
    view = await look(address);
  } catch (problem) {
    part("lost").hidden = problem.status !== 0;
    throw problem;
  }
  part("lost").hidden = true;
  show();
}

function show() {
  const { session } = view;
  felt.show(view);
  bar.show(view);
  lines.show(view.lines ?? []);
  showSigns(session);
  const you = view.you ?? {};
  clock.run(view.clock?.until ?? 0, session.turn !== "" && session.turn === you.name);
  page.classList.toggle("is-my-turn", isMine(session, you));
  const status = statusOf(session, you);
  part("status").textContent = status;
  if (isMine(session, you) && status !== said) announce(status);
  said = status;
}

const isMine = (session, you) =>
  Boolean(you.name) && (session.turn === you.name || Boolean(you.waits) || mayCut(you));

const mayCut = (you) =>
  (you.choices ?? []).some((choice) => choice.action === "cut" && choice.legal !== false);

function showSigns(session) {
  const signs = [["Wagers", `${points(session.least)} to ${points(session.most)}`]];
  if (view.unit > 1) signs.push(["in units of", points(view.unit)]);
  fill(part("limits"), signs, () =>
    signs.flatMap(([name, says]) => [element("dt", "", name), element("dd", "", says)]));
  part("hand").textContent = handOf(session);
  showShoe(part("shoe"), { shoe: view.shoe, signs: { id: stream, decks: view.decks } });
  const notices = noticesOf(session);
  part("notices").hidden = notices.length === 0;
  fill(part("notices"), notices, () => notices.map((text) => element("li", "", text)));
  const you = view.you ?? {};
  part("purse").hidden = !you.box;
  if (you.box) {
    fill(part("purse"), you, () => [
      element("dt", "", "In hand"), element("dd", "", points(you.chips ?? 0)),
      ...(you.secrets ? fact("Secret wagers", you.secrets) : []),
      ...(you.passes ? fact("Pass cards", you.passes) : []),
    ]);
  }
}

const fact = (name, value) => [element("dt", "", name), element("dd", "", String(value))];

function handOf(session) {
  if (session.playing_off.length) return "Play-off";
  if (!session.hand) return "Before the first hand";
  const of = session.of_hands ? ` of ${session.of_hands}` : "";
  const shoes = session.of_shoes ? `, shoe ${session.shoe} of ${session.of_shoes}` : "";
  const kind = session.counts ? ", elimination hand" : session.last ? ", last hand" : "";
  return `Hand ${session.hand}${of}${shoes}${kind}`;
}

function noticesOf(session) {
  const found = [];
  if (view.closed) found.push("The tournament is off");
  if (session.dispute) found.push(`Play waits: ${session.dispute}`);
  if (session.on_break) found.push("A break");
  if (session.playing_off.length) found.push(`Play-off: ${session.playing_off.join(", ")}`);
  if (session.phase === "over") found.push("This session is over");
  return found;
}

const WAITS = {
  seating: "Players take their seats", settling: "The hand is settled", between: "Between hands",
  counting: "Chips are counted", ballot: "Chance decides", ranked: "The places are fixed",
  over: "The session is over",
};

function statusOf(session, you) {
  if (you.waits) return "Something is offered to you";
  if (mayCut(you)) return "Your cut, please";
  if (session.turn) {
    const betting = session.phase === "betting";
    if (session.turn === you.name) return `Your ${betting ? "wager" : "decision"}, please`;
    return `${session.turn} ${betting ? "wagers" : "decides"}`;
  }
  if (view.waiting?.length) return `Offers: ${view.waiting.join(", ")}`;
  const waits = WAITS[session.phase] ?? "Cards";
  const mine = session.places.find((place) => place.player === you.name)?.hands ?? [];
  const came = mine.filter((hand) => hand.result);
  return [waits, ...came.map((hand) => `your ${hand.total} ${hand.result}`)].join(": ");
}

// A secret wager

const secretDialog = document.getElementById("secret-dialog");
const secretForm = document.getElementById("secret-form");

function secret(choice) {
  const { figures } = secretForm.elements;
  figures.placeholder = `${points(choice.least)} to ${points(choice.most)}`;
  secretForm.querySelector(".verdict").textContent = "";
  const wanted = new Set(view.secret_fields ?? []);
  for (const field of secretForm.querySelectorAll("[data-asks]")) {
    field.hidden = !wanted.has(field.dataset.asks);
  }
  secretDialog.showModal();
  figures.focus();
}

secretDialog.addEventListener("click", (event) => {
  if (event.target.closest("[data-close]")) secretDialog.close();
});

secretForm.addEventListener("submit", async (event) => {
  event.preventDefault();
  const { figures, words, double, insure, split, alone, signed } = secretForm.elements;
  const { you } = view;
  const form = {
    name: you.name, seat: you.box, type: "main wager", figures: figures.value.trim(),
    words: words.value.trim(), signed: signed.checked, double: Number(double.value),
    split: split.checked, insure: Number(insure.value),
  };
  try {
    await give({ type: "hand-in", form, alone: alone.checked });
    secretDialog.close();
    secretForm.reset();
  } catch (problem) {
    const verdict = secretForm.querySelector(".verdict");
    verdict.className = "verdict verdict-refused";
    const clause = problem.clause ? ` (clause ${problem.clause})` : "";
    verdict.textContent = `${upperFirst(problem.message)}${clause}`;
  }
});

// Keys and the book

const typing = (target) => target.closest?.("input, textarea, select, dialog, [popover]") !== null;

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !view || typing(event.target)) return;
  if (bar.press(event.key)) event.preventDefault();
});

for (const button of page.querySelectorAll("[data-toggle=book]")) {
  button.addEventListener("click", () => {
    const shown = page.classList.toggle("book-open");
    page.querySelector(".book-toggle").setAttribute("aria-expanded", String(shown));
  });
}
part("newest").addEventListener("click", () => lines.newest());

follow("tournament", tournament, again);
