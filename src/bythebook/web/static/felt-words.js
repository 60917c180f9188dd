// What a box says: who is at it, what it waits for, how its wagers ended.

import { cardWords } from "./cards.js";
import { money, upperFirst } from "./table-words.js";

const isAt = (box, name) =>
  Boolean(name) &&
  (box.sits === name ||
    box.controls === name ||
    box.wagers.some((wager) => wager.player === name) ||
    box.hands.some((hand) => hand.stakes.some((stake) => stake.player === name)));

export const isMine = (view, box) => isAt(box, view.you.name);

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
  const turn = box.turn > 0 || (asked && view.due.box === box.number);
  const myTurn = asked && decidesMe(view, box);
  const owner = box.controls || box.sits;
  const vacant = !box.sits && !box.controls && !box.wagers.length && !box.hands.length;
  const who = vacant ? (box.reserved ? `kept for ${box.reserved}` : "open") : name(owner, me);
  const line = lineOf(view, box, { turn, myTurn });
  return { mine, turn, myTurn, vacant, who, line, spoken: spoken(view, box, { mine, myTurn, who }) };
}

const name = (who, me) => (who === me && me ? "You" : who || "nobody");

function lineOf(view, box, { turn, myTurn }) {
  const me = view.you.name;
  const others = box.riders.map((rider) => name(rider, me));
  const riders = others.length ? `${others.join(", ")} ${rides(others)}` : "";
  const control = box.controls && box.controls !== box.sits && box.sits
    ? `${name(box.sits, me)} ${box.sits === me ? "sit" : "sits"} here` : "";
  const hand = turn && box.hands.length > 1 && box.turn ? `hand ${box.turn} of ${box.hands.length}` : "";
  const insured = box.insured.length
    ? `insured ${money(box.insured.reduce((sum, one) => sum + one.amount, 0))}` : "";
  const call = myTurn ? (view.due.what === "offer" ? "your answer?" : "your turn") : "";
  return [call, hand, control, riders, insured].filter(Boolean).join(" · ");
}

const rides = (names) => (names.length === 1 && names[0] !== "You" ? "rides" : "ride");

function spoken(view, box, { mine, myTurn, who }) {
  const whose = mine ? "your box" : who;
  const hands = box.hands.map((hand, at) => {
    const which = box.hands.length > 1 ? `hand ${at + 1}, ` : "";
    const total = hand.total ? `, total ${hand.soft ? "soft " : ""}${hand.total}` : "";
    const kind = hand.kind ? `, ${hand.kind}` : "";
    return `${which}${hand.cards.map(cardWords).join(", ")}${total}${kind}`;
  });
  const parts = [`Box ${box.number}, ${whose}`];
  const said = hands.length ? `: ${hands.join("; ")}` : "";
  return `${parts.join(", ")}${said}${myTurn ? ", your turn" : ""}.`;
}

const RESULTS = { "stand-off": "stands off", void: "void" };

/** How the wagers on a box ended: mine if I have any there, otherwise everybody's. */
export function outcomesOf(view, box) {
  const here = view.rows.filter((row) => row.box === box.number);
  const mine = here.filter((row) => row.player === view.you.name);
  const several = box.hands.length > 1;
  return (mine.length ? mine : here).map((row) => {
    const net = row.returned - row.stake;
    const spot = view.signs.spots.find((one) => one.wager === row.wager);
    const title = row.wager === "main" ? "" : spot?.title ?? upperFirst(row.wager.replace(/-/g, " "));
    const hand = several && row.wager === "main" ? `${row.hand}:` : "";
    return {
      label: title || hand,
      text: net ? money(net, { sign: true }) : RESULTS[row.result] ?? row.result,
      sign: net > 0 ? "plus" : net < 0 ? "minus" : "even",
      clause: row.clause,
      says: row.says,
    };
  });
}
