// What a dealer types, understood: cards, where they went, decisions, wagers.
//
//   parseLine(text, view, last)   { command }, { main: true } for the main button, or { error };
//                                 `last`: the card that was put down last
//
//   8c · td · jk         a card, where one is due
//   8c 3 · 8c d          it went to box 3, to the dealer; 8c 3 down: its face not seen
//   up 8c                it lay face up in the shoe
//   h s d p i e r w      what the hand in turn asks for; d 25: by an amount
//   2 h · 2 ben d 25     for another box, for a player on it
//   1 ann 25 any-pairs   a wager put down; late: nobody noticed what is wrong with it
//   n · cc · ok          no more bets · the cutting card · the main button
//   fix 9c · fix 9c td   the last card was typed wrongly: what lies there, and what came after it
//
// A scanner types a card and Enter like anybody else.

import { parseCard } from "../common/orders-fields.js";
import { commandOf } from "../table/choices.js";
import { inCents } from "../common/words.js";
import { say } from "../common/say.js";

export const ACTIONS = {
  h: "hit", s: "stand", d: "double", p: "split", i: "insure", e: "even-money", r: "surrender",
  w: "withdraw", j: "joker",
};
const WORDS = new Set([...Object.values(ACTIONS), "ride", "take-back", "dealer-card"]);
const action = (word) => ACTIONS[word] ?? (WORDS.has(word) ? word : null);

function cardLine(card, rest) {
  const command = { type: "deal", card };
  for (const word of rest) {
    if (word === "down") command.exposed = false;
    else if (word === "d" || word === "dealer") command.to = 0;
    else if (/^\d+$/.test(word)) command.to = Number(word);
    else return { error: say("{word}? A box, d for the dealer, or down.", { word }) };
  }
  return { command };
}

function decisionLine(what, box, player, rest, view) {
  const { due, choices } = view;
  const at = box ?? due.box;
  const fits = choices.filter((choice) =>
    choice.action === what && (at === null || choice.box === at) &&
    (!player || choice.player === player));
  const choice = fits.find((one) => one.legal && (!due.player || one.player === due.player)) ??
    fits.find((one) => one.legal) ?? fits[0];
  if (!choice) return { error: say("Nobody can {what} now.", { what }) };
  if (!choice.legal) return { error: say("{what}: {why} (clause {clause})", { what, why: choice.why,
    clause: choice.clause }) };
  if (what === "joker") {
    const rank = (rest[0] ?? "").toUpperCase().replace(/^10$/, "T");
    if (!choice.values.includes(rank)) return { error: say("A joker is {join}.", {
      join: choice.values.join(" ") }) };
    return { command: commandOf(choice, rank) };
  }
  if (!rest.length) return { command: commandOf(choice) };
  const cents = inCents(rest[0]);
  if (Number.isNaN(cents)) return { error: say("{rest} is no amount.", { rest: rest[0] }) };
  return { command: commandOf(choice, cents) };
}

function wagerLine(box, player, rest, view) {
  const cents = inCents(rest[0] ?? "");
  if (Number.isNaN(cents)) return { error: say("A wager: box, player, amount, and which wager.") };
  const words = rest.slice(1);
  const late = words.includes("late");
  const token = words.includes("token");
  const wager = words.find((word) => word !== "late" && word !== "token") ?? "main";
  const known = view.signs.spots.map((spot) => spot.wager);
  if (!known.includes(wager)) return { error: say("{word}? There are {all}.", { word: wager,
    all: known.join(", ") }) };
  if (view.session) return { command: { type: "wager", player, amount: cents, lies: late } };
  return { command: { type: "place", box, player, amount: cents, wager, late, token } };
}

function fixLine(words, last) {
  if (!last) return { error: say("There is no card in sight to correct.") };
  const command = { type: "correct-entry", was: last, cards: [] };
  for (const word of words) {
    const card = parseCard(word);
    if (card) command.cards.push(card);
    else if (word === "d" || word === "dealer") command.to = 0;
    else if (/^\d+$/.test(word)) command.to = Number(word);
    else return { error: say("{word}? fix, and the card that lies there.", { word }) };
  }
  if (!command.cards.length) return { error: say("fix, and the card that lies there.") };
  return { command };
}

export function parseLine(text, view, last = "") {
  const words = text.trim().split(/\s+/);
  const lower = words.map((word) => word.toLowerCase());
  const [first, ...rest] = lower;
  if (!first) return { error: say("A card, a decision or a wager.") };
  if (first === "ok") return { main: true };
  if (first === "n") return { command: { type: "no-more-bets" } };
  if (first === "cc") return { command: { type: "cutting-card" } };
  if (first === "fix") return fixLine(rest, last);
  const card = parseCard(first === "up" ? rest[0] ?? "" : first);
  if (first === "up") {
    return card ? { command: { type: "face-up", card } } : { error: say("up, and which card?") };
  }
  if (card) return cardLine(card, rest);
  if (action(first)) return decisionLine(action(first), null, "", rest, view);
  if (!/^\d+$/.test(first)) return { error: say("{word}? A card is 8c, td or jk.", {
    word: words[0] }) };
  const box = Number(first);
  if (!rest.length) return { error: say("Box {box}: what?", { box }) };
  if (action(rest[0])) return decisionLine(action(rest[0]), box, "", rest.slice(1), view);
  const player = words[1];
  if (rest[1] && action(rest[1])) {
    return decisionLine(action(rest[1]), box, player, rest.slice(2), view);
  }
  return wagerLine(box, player, rest.slice(1), view);
}
