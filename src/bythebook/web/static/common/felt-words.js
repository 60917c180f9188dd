// What a box says: who is at it, what it waits for, how its wagers ended.

import { cardWords } from "./cards.js";
import { placeLine, placeOf, placeSpoken } from "./places.js";
import { listed, say, sayMany } from "./say.js";
import { money, upperFirst } from "./words.js";

const isAt = (box, name) =>
  Boolean(name) &&
  (box.sits === name ||
    box.controls === name ||
    box.wagers.some((wager) => wager.player === name) ||
    box.hands.some((hand) => hand.stakes.some((stake) => stake.player === name)));

export const isMine = (view, box) => isAt(box, view.you.name);

export const isVacant = (box) =>
  !box.sits && !box.controls && !box.wagers.length && !box.hands.length;

/** Whether I sit here and nobody else does. */
export const isAlone = (view) =>
  !view.session && view.you.here && view.you.seat > 0 &&
  view.boxes.every((box) => isVacant(box) || isMine(view, box));

/** Whether it is for me to decide for this box now. */
export function decidesMe(view, box) {
  const mine = view.choices.some(
    (choice) => choice.box === box.number && choice.legal && choice.player === view.you.name,
  );
  return Boolean(view.you.name) && mine;
}

export function statusOf(view, box) {
  const me = view.you.name;
  const mine = isAt(box, me);
  const asked = view.due.what === "decision" || view.due.what === "offer";
  const place = placeOf(view, box);
  const turn = box.turn > 0 || (asked && view.due.box === box.number) || Boolean(place?.turn);
  const myTurn = asked ? decidesMe(view, box) : mine && Boolean(place?.turn);
  const owner = box.controls || box.sits;
  const vacant = isVacant(box);
  const kept = box.reserved
    ? say("kept for {player}", { player: box.reserved }) : say("open");
  const who = vacant ? kept : name(owner, me);
  const betting = view.due.what === "wagers" && !view.due.called;
  const words = spoken(box, { mine, myTurn, who });
  const line = lineOf(view, box, { turn, myTurn }) || (place ? placeLine(place) : "");
  const said = place ? `${words} ${placeSpoken(place)}` : words;
  return { mine, turn, myTurn, vacant, betting, who, line, place, spoken: said };
}

const name = (who, me) => (who === me && me ? say("You") : who || say("nobody"));

/** What a hand counts, as the felt says it. */
export const totalOf = ({ total, soft }) => (soft ? say("soft {total}", { total }) : String(total));

const KINDS = {
  blackjack: say("blackjack"), bust: say("bust"), pontoon: say("pontoon"), busted: say("bust"),
};

/** What a hand is called. */
export const kindOf = ({ kind }) => KINDS[kind] ?? kind ?? "";

function lineOf(view, box, { turn, myTurn }) {
  const me = view.you.name;
  const riders = box.riders.length ? ridersOf(box.riders, me) : "";
  const control = box.controls && box.controls !== box.sits && box.sits
    ? sitsHere(box.sits, me) : "";
  const several = turn && box.turn && box.hands.length > 1;
  const hand = several
    ? say("hand {hand} of {all}", { hand: box.turn, all: box.hands.length }) : "";
  const sum = box.insured.reduce((all, one) => all + one.amount, 0);
  const insured = box.insured.length ? say("insured {amount}", { amount: money(sum) }) : "";
  const asks = view.due.what === "offer" ? say("your answer?") : say("your turn");
  return [myTurn && asks, hand, control, riders, insured].filter(Boolean).join(" · ");
}

const sitsHere = (player, me) =>
  (player === me ? say("you sit here") : say("{player} sits here", { player }));

function ridersOf(riders, me) {
  const names = riders.map((rider) => (rider === me ? say("you") : rider));
  if (names.length === 1 && riders[0] === me) return say("you ride");
  return sayMany(names.length, "{names} rides", "{names} ride", { names: listed(names) });
}

function spoken(box, { mine, myTurn, who }) {
  const whose = mine ? say("your box") : who;
  const hands = box.hands.map((hand, at) => {
    const which = box.hands.length > 1 ? say("hand {hand}", { hand: at + 1 }) : "";
    const total = hand.total ? say("total {total}", { total: totalOf(hand) }) : "";
    const down = Array(hand.face_down ?? 0).fill(say("a card face down"));
    const parts = [which, ...down, ...hand.cards.map(cardWords), total, kindOf(hand)];
    return parts.filter(Boolean).join(", ");
  });
  const place = say("Box {box}, {whose}", { box: box.number, whose });
  const said = hands.some(Boolean) ? [place, hands.join("; ")].join(": ") : place;
  return `${[said, myTurn && say("your turn")].filter(Boolean).join(", ")}.`;
}

const RESULTS = {
  "stand-off": say("stands off"), void: say("void"), wins: say("wins"), loses: say("loses"),
  returned: say("goes back"), surrendered: say("surrendered"), withdrawn: say("withdrawn"),
};

/** The rows of a box that I look at: mine if I have any there, otherwise everybody's. */
function rowsOf(view, box) {
  const here = view.rows.filter((row) => row.box === box.number);
  const mine = here.filter((row) => row.player === view.you.name);
  return mine.length ? mine : here;
}

const netOf = (row) => row.returned - row.stake;
const signOf = (net) => (net > 0 ? "plus" : net < 0 ? "minus" : "even");

function told(row, label = "") {
  const net = netOf(row);
  return {
    label,
    text: net ? money(net, { sign: true }) : RESULTS[row.result] ?? row.result,
    sign: signOf(net),
    clause: row.clause,
    says: row.says,
  };
}

/** How the main wager on one hand ended, if it has. */
export function handOutcome(view, box, hand) {
  const row = rowsOf(view, box).find((one) => one.wager === "main" && one.hand === hand);
  return row ? told(row) : null;
}

/** How everything beside the main wagers ended, each by its own name. */
export function sideOutcomes(view, box) {
  const rows = rowsOf(view, box).filter((row) => row.wager !== "main");
  return rows.map((row) => told(row, titleOf(view, row.wager)));
}

/** What a wager is called at this table. */
export function titleOf(view, wager) {
  const spot = view.signs.spots.find((one) => one.wager === wager);
  return spot?.title ?? upperFirst(wager.replace(/-/g, " "));
}

/** As layouts have it: the blackjack's odds large, the rest on a second arc. */
export function inscriptionLines(says) {
  const [first = "", ...rest] = says;
  return [first.toUpperCase(), rest.join("  ·  ")];
}
