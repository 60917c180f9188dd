// The keyboard: letters for decisions, digits for chips, arrows over the spots.

import { moveOf, openMoves } from "../tournaments/moves.js";
import { canRepeat } from "./bar.js";
import { keyOf, myChoices } from "./choices.js";

const RANKS = { 1: "T", 0: "T" };

const typing = (target) =>
  target.closest?.("input, textarea, select, dialog, [popover]") !== null;
const pressing = (target) => target.closest?.("button, a, summary, [role=tab]") !== null;

/** `act`: what the bar's buttons do; `felt.spots()`: rows of spots; `bar`: mode and chip. */
export function listen(table, { felt, bar, bets, act }) {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!table.view || typing(event.target)) return;
    const { view } = table;
    if (move(event, felt) || deal(event, bar, bets, act) || press(event, view, bar, bets, act)) {
      event.preventDefault();
    }
  });
}

const PASSES = /^(Tab|Shift|Control|Alt|Meta|CapsLock|Escape|Arrow.*|Page.*|Home|End|F\d+)$/;

/** While something is still being shown a key or a tap shows the rest, and does nothing else. */
export function skipping(stage, root) {
  let swallowed = "";
  const skip = (event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    stage.finish();
  };
  const isElsewhere = (target) =>
    typing(target) || (pressing(target) && !target.closest(".bar, .boxes"));
  document.addEventListener("keydown", (event) => {
    const chord = event.ctrlKey || event.metaKey || event.altKey || PASSES.test(event.key);
    if (!stage.held || chord || isElsewhere(event.target)) return;
    swallowed = event.key;
    skip(event);
  }, { capture: true });
  // Some browsers press a button when the key is let go.
  document.addEventListener("keyup", (event) => {
    if (event.key === swallowed) event.preventDefault();
    swallowed = "";
  }, { capture: true });
  root.addEventListener("click", (event) => {
    const there = event.target.closest(".felt, .bar");
    const seated = stage.view?.you.here || !pressing(event.target);
    const link = event.target.closest("a, .book-toggle");
    if (stage.held && there && seated && !link) skip(event);
  }, { capture: true });
}

/** With a wager down Enter deals, wherever chips and spots have taken the focus. */
function deal({ key, target }, bar, bets, act) {
  if (key !== "Enter" || bar.mode !== "bet" || !bets.legal()) return false;
  return target.closest?.(".spot, .tray-chip") ? done(act.ready()) : false;
}

function press(event, view, bar, bets, act) {
  const { key, target } = event;
  if (key === "?") return done(act.help());
  if (key === "Enter" || key === " ") {
    return pressing(target) ? false : go(view, bar, bets, act);
  }
  const spot = target.closest?.(".spot");
  if (spot && (key === "Backspace" || key === "Delete")) {
    return done(act.spot(Number(spot.dataset.box), spot.dataset.wager, -1));
  }
  const naming = bar.mode === "choose" && jokerOf(view);
  if (naming) return name(naming, key, act);
  if (bar.mode === "choose") return decide(view, key, act);
  if (bar.mode === "bet") return bet(view, key, act);
  if (bar.mode === "cut") return cut(key, act);
  const move = bar.mode === "move" && moveOf(view, key);
  if (move) return done(act.move(move));
  return false;
}

const done = () => true;

function go(view, bar, bets, act) {
  const offered = ["offers", "following", "withdrawing"].includes(view.due.phase);
  if (bar.mode === "sit") return done(act.sitAnywhere());
  const [move, ...others] = bar.mode === "move" ? openMoves(view) : [];
  if (move && !others.length) return done(act.move(move));
  if (bar.mode === "choose" && offered) return done(act.ready());
  if (bar.mode !== "bet") return false;
  if (bets.any()) return done(act.ready());
  return canRepeat(view) ? done(act.again()) : false;
}

function cut(key, act) {
  const does = { u: act.cutHere, n: act.declineCut }[key.toLowerCase()];
  return does ? done(does()) : false;
}

function decide(view, key, act) {
  for (const group of myChoices(view)) {
    for (const choice of group.choices) {
      if (keyOf(choice).toLowerCase() !== key.toLowerCase()) continue;
      if (choice.legal) act.choose(choice);
      else act.closed(choice);
      return true;
    }
  }
  return false;
}

const jokerOf = (view) =>
  myChoices(view).flatMap((group) => group.choices).find((choice) => choice.action === "joker");

function name(choice, key, act) {
  const rank = RANKS[key] ?? key.toUpperCase();
  if (!choice.values.includes(rank)) return false;
  return done(act.choose(choice, rank));
}

function bet(view, key, act) {
  const cents = /^[1-9]$/.test(key) ? view.signs.chips[Number(key) - 1] : undefined;
  if (cents) return done(act.pick(cents));
  const does = { b: act.rebet, c: act.clear, t: act.pickToken }[key.toLowerCase()];
  return does ? done(does()) : false;
}

// Arrows: boxes are numbered from the dealer's left, so the next box lies to the left of this one.

const STEPS = {
  ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
};

function move(event, felt) {
  const spot = event.target.closest?.(".spot");
  const step = STEPS[event.key];
  if (!spot || !step) return false;
  const rows = felt.spots();
  const at = rows.findIndex((row) => row.includes(spot));
  const stacked = matchMedia("(max-width: 760px)").matches;
  const [boxes, spots] = stacked ? [step[1], -step[0]] : step;
  const row = rows[(at + boxes + rows.length) % rows.length];
  const same = row.findIndex((one) => one.dataset.wager === spot.dataset.wager);
  const column = same < 0 ? row.length - 1 : same;
  focusSpot(rows, row[(column + spots + row.length) % row.length]);
  return true;
}

/** One spot at a time is in the order of the Tab key. */
export function focusSpot(rows, wanted) {
  for (const spot of rows.flat()) spot.tabIndex = spot === wanted ? 0 : -1;
  wanted.focus();
}

let home = -1; // the box whose spot was put into the order

/** The Tab key comes to my own box first; where somebody has gone by arrows it stays. */
export function keepOneInOrder(rows, seat) {
  const all = rows.flat();
  const there = all.find((spot) => spot.tabIndex === 0);
  if (there && (seat === home || there === document.activeElement)) return;
  home = seat;
  const own = all.find(
    (spot) => Number(spot.dataset.box) === seat && spot.dataset.wager === "main",
  );
  for (const spot of all) spot.tabIndex = spot === (own ?? all[0]) ? 0 : -1;
}
