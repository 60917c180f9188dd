// What a player may ask of a tournament beside decisions: a seat, wagers, pass cards, forms.
//
//   openMoves(view)            those of the bar that are open now; view.moves has the closed too
//   moveElements(view, act)    the bar: an amount to wager, buttons, what is closed and why
//   moveOf(view, key)          the open move that has this key
//   moveCommand(move)          the command that makes it
//   isToWager(view)            whether it is my turn to wager

import { button, closedChoice } from "../table/buttons.js";
import { say } from "../common/say.js";
import { element, inlineField, money } from "../common/words.js";

const LABELS = {
  wager: say("Wager"), pass: say("Pass card"), secret: say("Secret wager"),
  voucher: say("Mystery voucher"), "double-your-bet": say("Double Your Bet"),
  "take-seat": say("Take my seat"),
};
const KEYS = { wager: "W", pass: "C", secret: "F", voucher: "V", "take-seat": "T" };
const COMMANDS = { voucher: "draw-voucher" }; // the others have the names of their commands

const inBar = (view) => (view.moves ?? []).filter((move) => LABELS[move.action]);

export const openMoves = (view) => inBar(view).filter((move) => move.legal);

export const isToWager = (view) =>
  view.session?.phase === "betting" && Boolean(view.you.name) &&
  view.session.turn === view.you.name;

export const moveOf = (view, key) =>
  openMoves(view).find((move) => KEYS[move.action]?.toLowerCase() === key.toLowerCase());

export const moveCommand = (move) => ({ type: COMMANDS[move.action] ?? move.action });

/** What is in the field for a wager is kept while the bar is filled anew. */
let typed = 0;

export function moveElements(view, act) {
  return inBar(view).map((move) => {
    if (move.legal && move.action === "wager") return wagerForm(view, move, act);
    const leads = ["wager", "take-seat"].includes(move.action) ? "choice primary" : "choice";
    const key = move.legal ? KEYS[move.action] : "";
    const made = button(LABELS[move.action], leads, move.action, key);
    if (!move.legal) return closedChoice(view.signs.book, made, move);
    made.addEventListener("click", () => act.move(move));
    return made;
  });
}

function wagerForm(view, { least, most }, act) {
  const { unit } = view.session;
  const amount = element("input", "wager-amount");
  amount.type = "number";
  Object.assign(amount, { min: least, max: most, step: unit, required: true });
  amount.value = Math.min(most, Math.max(least, typed || least));
  amount.addEventListener("input", () => { typed = Number(amount.value); });
  const label = inlineField(
    say("Chips, {least} to {most}", { least: money(least), most: money(most) }), amount);
  const half = Math.floor((least + most) / 2 / unit) * unit;
  const sums = [
    [say("Min"), least], [say("Half"), half], [say("Max"), most - (most % unit)],
  ];
  const quick = element("div", "row nowrap", ...sums.map(([says, value]) =>
    button(says, "quiet small", says, "", () => { typed = amount.value = value; })));
  const go = button(LABELS.wager, "primary choice", "wager", KEYS.wager);
  go.type = "submit";
  const form = element("form", "wager-form", label, quick, go);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    act.wager(Number(amount.value));
  });
  return form;
}
