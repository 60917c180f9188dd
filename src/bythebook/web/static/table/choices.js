// What I may do now: which choices are mine, what they are called, their keys, their commands.

import { openMoves } from "../tournaments/moves.js";
import { say } from "../common/say.js";
import { shortMoney, upperFirst } from "../common/words.js";

const LABELS = {
  hit: say("Hit"), stand: say("Stand"), double: say("Double"), split: say("Split"),
  ride: say("Ride on the second hand"), insure: say("Insurance"), "even-money": say("Even money"),
  surrender: say("Surrender"), withdraw: say("Take the double back"),
  "take-back": say("Take my wagers back"), "dealer-card": say("Ask for the dealer’s card"),
  joker: say("Name the joker"),
};
const FREE = { double: say("Free double"), split: say("Free split") };
const TOO = { double: say("Double too"), split: say("Split too") };
const KEYS = {
  hit: "H", stand: "S", double: "D", split: "P", ride: "L", insure: "I", "even-money": "E",
  surrender: "R", withdraw: "W", "take-back": "T", "dealer-card": "C",
};
const COMMANDS = {
  hit: "Hit", stand: "Stand", double: "Double", split: "Split", ride: "Ride", insure: "Insure",
  "even-money": "TakeEvenMoney", surrender: "Surrender", withdraw: "Withdraw", joker: "NameJoker",
  "take-back": "TakeBack", "dealer-card": "CallDealerCard",
};

/** My choices, in groups by box and hand. */
export function myChoices(view) {
  const groups = new Map();
  for (const choice of view.choices) {
    if (!view.you.name || choice.player !== view.you.name || !COMMANDS[choice.action]) continue;
    const key = `${choice.box} ${choice.hand}`;
    if (!groups.has(key)) groups.set(key, { box: choice.box, hand: choice.hand, choices: [] });
    groups.get(key).choices.push(choice);
  }
  const found = [...groups.values()];
  return found.some((group) => group.choices.some((choice) => choice.legal)) ? found : [];
}

export const keyOf = (choice) => KEYS[choice.action] ?? "";

export function labelOf(view, choice, amount = choice.usual) {
  const { action, on, free } = choice;
  if (free && FREE[action]) return FREE[action];
  const follows = view.due.phase === "following";
  const alone = (follows && TOO[action]) || LABELS[action] || upperFirst(action);
  const label = on ? say("{choice} on {owner}’s wager", { choice: alone, owner: on }) : alone;
  return amount && choice.legal ? `${label} ${shortMoney(amount)}` : label;
}

/** Whether another amount than the usual one can be given with it. */
export const takesAmount = (choice) =>
  choice.legal && !choice.free && choice.most > 0 && choice.least < choice.most &&
  ["double", "insure"].includes(choice.action);

/** How much of it I could make in tokens: what the book lets, and what I have. */
export const inTokens = (view, choice) => Math.min(choice.tokens, view.you.tokens);

/** A choice of the view as the command that takes it; `value`: an amount, or a joker's rank. */
export function commandOf(choice, value, tokens = 0) {
  const command = { type: COMMANDS[choice.action], box: choice.box };
  if (choice.action !== "dealer-card") command.player = choice.player;
  if (choice.action === "double" && value !== undefined) command.amount = value;
  if (choice.action === "insure") command.amount = value ?? choice.usual;
  if (choice.on) command.on = choice.on;
  if (tokens) command.in_tokens = tokens;
  if (choice.action === "joker") command.rank = value;
  return { type: "decide", command };
}

/** In what the page is: what the bar shows. */
export function modeOf(view) {
  const { you, due, signs } = view;
  if (due.what === "cut" && due.player && due.player === you.name) return "cut";
  if (myChoices(view).length) return "choose";
  if (view.session && openMoves(view).length) return "move";
  if (view.session) return view.ending ? "end" : you.here ? "wait" : "watch";
  if (signs.phase !== "open") return "wait";
  if (!you.may_play) return "watch";
  if (!you.here || (!you.seat && !hasWagers(view))) return "sit";
  if (due.what === "wagers" && !due.called) return "bet";
  return "wait";
}

function hasWagers(view) {
  const me = view.you.name;
  return view.boxes.some(
    (box) =>
      box.wagers.some((wager) => wager.player === me) ||
      box.hands.some((hand) => hand.stakes.some((stake) => stake.player === me && stake.live)),
  );
}

const tokensLie = (view) => view.boxes.some((box) =>
  box.wagers.some((wager) => wager.player === view.you.name && wager.token > 0));

/** Whether I have tokens that may be staked somewhere at this table now. */
export const takesTokens = (view) =>
  (view.you.tokens > 0 || tokensLie(view)) && view.signs.spots.some((spot) => spot.tokens);

export const freeBoxes = (view) =>
  view.boxes.filter((box) => !box.sits && !box.reserved).map((box) => box.number);
