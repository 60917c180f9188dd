// What is said aloud and shown as status: whose turn it is, what came, how it ended. Not every
// card: those of my boxes and the dealer's.

import { announce } from "../common/base.js";
import { cardShort, cardWords } from "../common/cards.js";
import { isMine, totalOf } from "../common/felt-words.js";
import { oneOf, say } from "../common/say.js";
import { endingLine } from "../tournaments/ending.js";
import { isToWager } from "../tournaments/moves.js";
import { ownResults } from "../tournaments/signs.js";
import { labelOf, modeOf, myChoices } from "./choices.js";
import { toMe, upperFirst } from "../common/words.js";

/** One line: what the table waits for, from where I stand. */
export function statusLine(view) {
  const mode = modeOf(view);
  if (mode === "choose") return turnLine(view, cardShort);
  if (mode === "cut") return say("You cut the cards.");
  if (mode === "bet") {
    if (hasBet(view)) return say("Your wagers are down.");
    return view.rows.length
      ? say("Place your wagers.") : say("Choose a chip, then a spot to bet on.");
  }
  if (isToWager(view)) return say("Your wager, please.");
  if (view.ending) return endingLine(view);
  const results = view.session ? ownResults(view) : [];
  if (results.length) return `${[upperFirst(view.due.says), ...results].join(": ")}.`;
  if (mode === "sit" && view.due.what === "wagers") return say("Take a seat.");
  return view.due.says ? `${upperFirst(view.due.says)}.` : "";
}

const hasBet = (view) =>
  view.boxes.some((box) => box.wagers.some((wager) => wager.player === view.you.name));

function turnLine(view, cardName) {
  const [group] = myChoices(view);
  const box = view.boxes.find((one) => one.number === group.box);
  const hand = box?.hands[group.hand - 1];
  const opening = OPENINGS[view.due.phase] ?? say("Your turn");
  const place = box && box.hands.length > 1
    ? say("box {box}, hand {hand} of {all}", {
      box: group.box, hand: group.hand, all: box.hands.length,
    }) : say("box {box}", { box: group.box });
  const first = view.dealer.cards[0];
  const total = hand?.total && totalOf(hand);
  const stands = total && first
    ? say("{total} against {card}", { total, card: cardName(first) }) : total;
  return [opening, stands ? [place, stands].join(": ") : place].join(" · ");
}

const OPENINGS = {
  offers: say("The dealer offers"), following: say("You may follow"),
  withdrawing: say("You may take back"), naming: say("Name your joker"),
};

/** The title of the document: the turn is to be seen from another tab. */
export function titleOf(view) {
  const table = view.signs.title;
  const calls = { choose: say("● Your turn"), cut: say("● Cut the cards") };
  const call = calls[modeOf(view)] ?? (isToWager(view) ? say("● Your wager") : "");
  return call ? `${call} · ${table}` : table;
}

export class Voice {
  #turn = "";
  #sounds;

  constructor(sounds) {
    this.#sounds = sounds;
  }

  hear(view, lines, whole) {
    const said = whole ? [] : lines.filter((line) => concerns(view, line))
      .map((line) => toMe(spoken(line), view.you.name));
    const turn = turnKey(view);
    if (turn && turn !== this.#turn) {
      said.push(invitation(view));
      this.#sounds.play("turn");
    }
    this.#turn = turn;
    if (said.length) announce(said.join(" "));
  }
}

function turnKey(view) {
  const mode = modeOf(view);
  if (isToWager(view)) return `wager ${view.session.hand} ${view.signs.rounds}`;
  if (mode !== "choose" && mode !== "cut") return "";
  const groups = myChoices(view).map((group) => {
    const box = view.boxes.find((one) => one.number === group.box);
    return [group.box, group.hand, box?.hands[group.hand - 1]?.cards];
  });
  return JSON.stringify([mode, view.due.phase, groups]);
}

function invitation(view) {
  if (modeOf(view) === "cut") return say("You cut the cards.");
  if (isToWager(view)) return say("Your wager, please.");
  const [group] = myChoices(view);
  const open = group.choices.filter((choice) => choice.legal).map((one) => labelOf(view, one));
  return `${turnLine(view, cardWords)}. ${oneOf(open)}.`;
}

function concerns(view, line) {
  if (line.kind === "wager") return false; // a spot says itself what lies there
  if (line.kind === "wrong" || line.kind === "order") return true;
  if (line.player && line.player === view.you.name) return true;
  if (line.kind !== "card") return false;
  const box = view.boxes.find((one) => one.number === line.box);
  return !line.box || Boolean(box && isMine(view, box));
}

const spoken = (line) => (/[.!?]$/.test(line.says) ? line.says : `${line.says}.`);
