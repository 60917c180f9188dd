// The stage: what the house has sent is shown one thing after the other, as at a table.
//
//   const stage = new Stage(table)   `table`: a LiveTable
//   stage.view                       the table as it is shown now: never ahead of its cards
//   stage.held                       whether something is still to be shown
//   stage.speed = "normal"           slow, normal, fast or none
//   stage.finish()                   all the rest at once
//   stage.send(command)              to the house
//
// Events: "view" as those of a LiveTable, with `step` beside: what is shown happening, or null.
//
// It is never behind by more than a round: once cards of a newer one come, what is still to be
// shown of the one before is over.

import { stepsBetween } from "./steps.js";

/** How long each thing is looked at before the next one, in milliseconds. */
const LASTS = { card: 350, turned: 500, decision: 300, money: 450, end: 0 };
const OTHERS_MONEY = 180; // what somebody else gets or loses is quicker told
const SPEEDS = { slow: 2, normal: 1, fast: 0.4, none: 0 };
const MOMENTS = { blackjack: 900, jackpot: 4200 };

const isJackpot = (row) => row?.result === "wins" && (row.meters ?? []).length > 0;

/** What deserves a moment of its own: a blackjack of mine, a jackpot of anybody. */
export function momentOf({ kind, mine, row, view }) {
  if (isJackpot(row)) return "jackpot";
  if (kind !== "card" || !mine) return "";
  const card = view.lines.findLast((line) => line.kind === "card");
  const box = view.boxes.find((one) => one.number === card.box);
  return box?.hands[Math.max(1, card.hand) - 1]?.kind === "blackjack" ? "blackjack" : "";
}

function lasts(step) {
  const usual = step.kind === "money" && !step.mine ? OTHERS_MONEY : LASTS[step.kind];
  return usual + (MOMENTS[momentOf(step)] ?? 0);
}

const newestCard = (lines) => lines.findLast((line) => line.kind === "card")?.round ?? 0;

/** What a step between two views changes of what is shown. */
const SHOWN = ["boxes", "dealer", "rows", "you", "shoe", "lines"];

export class Stage extends EventTarget {
  #table;
  #queue = []; // of steps that are still to be shown
  #last = null; // the view at the end of the queue
  #round = 0; // of the newest card in it
  #timer = 0;
  speed = "normal";
  view = null;
  held = false;

  constructor(table) {
    super();
    this.#table = table;
    table.addEventListener("view", ({ detail }) => this.#take(detail));
  }

  get pace() { return SPEEDS[this.speed] ?? 1; }

  send(command) { return this.#table.send(command); }

  /** What is left out is told all the same, in its order. */
  finish() {
    clearTimeout(this.#timer);
    if (this.held) this.#queue.shift(); // it is shown already
    let told = [];
    for (const step of this.#queue.splice(0)) {
      told = [...told, ...step.lines];
      if (step.kind !== "end") continue;
      this.#show({ ...step, lines: told });
      told = [];
    }
  }

  #take({ view, changed, lines, whole }) {
    const round = newestCard(lines);
    if (whole || (this.#queue.length && round > this.#round)) this.finish();
    const steps = whole || !this.pace
      ? [{ view, lines, kind: "end" }] : stepsBetween(this.#last, view, lines);
    const all = new Set([...changed, ...(steps.length > 1 ? SHOWN : [])]);
    this.#last = view;
    this.#round = Math.max(this.#round, round);
    const waits = this.#queue.length > 0;
    this.#queue.push(...steps.map((step) => ({ ...step, changed: all, whole })));
    if (!waits) this.#go();
  }

  #go() {
    while (this.#queue.length) {
      const [step] = this.#queue;
      this.#show(step);
      if (step.kind !== "end") {
        this.#timer = setTimeout(() => this.#next(), lasts(step) * this.pace);
        return;
      }
      this.#queue.shift();
    }
  }

  #next() {
    this.#queue.shift();
    this.#go();
  }

  #show(step) {
    const { view, lines, whole, kind } = step;
    this.view = view;
    this.held = kind !== "end";
    const changed = this.held ? new Set(SHOWN) : step.changed;
    const detail = { view, lines, whole, changed, step: this.held ? step : null };
    this.dispatchEvent(new CustomEvent("view", { detail }));
  }
}
