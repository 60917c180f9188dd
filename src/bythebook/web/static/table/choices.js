// What I may do now: which choices are mine, what they are called, their keys, their commands.

import { shortMoney, upperFirst } from "../common/words.js";

const LABELS = {
  hit: "Hit", stand: "Stand", double: "Double", split: "Split", ride: "Ride on the second hand",
  insure: "Insurance", "even-money": "Even money", surrender: "Surrender",
  withdraw: "Take the double back", "take-back": "Take my wagers back",
  "dealer-card": "Ask for the dealer’s card", joker: "Name the joker",
};
const KEYS = {
  hit: "H", stand: "S", double: "D", split: "P", ride: "L", insure: "I", "even-money": "E",
  surrender: "R", withdraw: "W", "take-back": "T", "dealer-card": "C",
};
const COMMANDS = {
  hit: "Hit", stand: "Stand", double: "Double", split: "Split", ride: "Ride", insure: "Insure",
  "even-money": "TakeEvenMoney", surrender: "Surrender", withdraw: "Withdraw", joker: "NameJoker",
  "take-back": "TakeBack", "dealer-card": "CallDealerCard",
};
const NAMES_PLAYER = new Set(Object.keys(COMMANDS).filter((action) => action !== "dealer-card"));

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
  const follows = view.due.phase === "following";
  let label = LABELS[choice.action] ?? upperFirst(choice.action);
  if (follows && ["split", "double"].includes(choice.action)) label = `${label} too`;
  if (choice.on) label = `${label} on ${choice.on}’s wager`;
  return amount && choice.legal ? `${label} ${shortMoney(amount)}` : label;
}

/** Whether another amount than the usual one can be given with it. */
export const takesAmount = (choice) =>
  choice.legal && choice.most > 0 && choice.least < choice.most &&
  ["double", "insure"].includes(choice.action);

export function commandOf(view, choice, { amount, rank } = {}) {
  const command = { type: COMMANDS[choice.action], box: choice.box };
  if (NAMES_PLAYER.has(choice.action)) command.player = view.you.name;
  if (choice.action === "insure") {
    command.amount = amount ?? choice.usual;
    if (choice.on) command.on = choice.on;
  }
  if (choice.action === "double" && amount) command.amount = amount;
  if (choice.action === "joker") command.rank = rank;
  return { type: "decide", command };
}

/** In what the page is: what the bar shows. */
export function modeOf(view) {
  const { you, due, signs } = view;
  if (due.what === "cut" && due.player && due.player === you.name) return "cut";
  if (myChoices(view).length) return "choose";
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

export const freeBoxes = (view) =>
  view.boxes.filter((box) => !box.sits && !box.reserved).map((box) => box.number);
