// A shoe that is over: worked out again from its seed, and compared with what was committed to.
// It says the same, word for word, as `bythebook verify-shoe`.

import { words } from "./chacha20.js";
import { sha256 } from "./sha256.js";

const HEADING = "bythebook shoe 1";
const ADDED = "bythebook shoe 2";
const FORMS = [1, 2]; // the second has what players added
const ADDITION = /^[A-Za-z0-9 .-]{1,64}$/;
const MOST_CARDS = 2000;
const WORDS = 2 ** 32; // how many values a word can have
const CARD = /^(?:[A2-9TJQK][CDHS]|JK)$/;
const HEXADECIMAL = /^[0-9a-f]{64}$/;
const NEEDED = ["table", "number", "digest", "seed", "before", "after"];
const TEXTS = ["table", "digest", "seed", "before", "after"];
const DEFAULTS = { shoe: 1, added: [], cut: 0, began: 0, ended: 0, rounds: [] };
const NUMBERS = ["shoe", "number", "cut", "began", "ended"];

/** What cannot be understood, and where. */
export class Malformed extends Error {}

// Reading

function ensure(holds, told) {
  if (!holds) throw new Malformed(told);
}

function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isWhole(value) {
  return Number.isSafeInteger(value) && value >= 0;
}

function onlyKeys(object, known, where) {
  for (const key of Object.keys(object)) {
    ensure(known.includes(key), `${where}: there is no such thing as ${key} in a shoe`);
  }
}

function cardsOf(text, where) {
  const cards = text ? text.split(" ") : [];
  ensure(cards.length <= MOST_CARDS, `${where}: no shoe holds more than ${MOST_CARDS} cards`);
  cards.forEach((card, at) => {
    ensure(CARD.test(card), `${where}: card ${at + 1}: ${card} is not a card`);
  });
  return cards;
}

function runOf(run) {
  ensure(isObject(run), "rounds: a list of { round, first, last } is expected");
  onlyKeys(run, ["round", "first", "last"], "rounds");
  for (const key of ["round", "first", "last"]) {
    ensure(isWhole(run[key]), `rounds: ${key} must be a whole number`);
  }
  return run;
}

/** The values of a file, its cards as lists; throws Malformed where it cannot be understood. */
export function readShoe(text) {
  let data;
  try {
    data = JSON.parse(text);
  } catch (error) {
    throw new Malformed(`this is not the file of a shoe: ${error.message}`);
  }
  ensure(isObject(data), "this is not the file of a shoe");
  onlyKeys(data, [...NEEDED, ...Object.keys(DEFAULTS)], "the file");
  for (const key of NEEDED) ensure(key in data, `the file does not say its ${key}`);
  const shoe = { ...DEFAULTS, ...data };
  for (const key of TEXTS) ensure(typeof shoe[key] === "string", `${key}: a text is expected`);
  for (const key of NUMBERS) {
    ensure(isWhole(shoe[key]), `${key}: a whole number is expected`);
  }
  ensure(FORMS.includes(shoe.shoe), `shoe: only forms 1 and 2 are known, not ${shoe.shoe}`);
  ensure(Array.isArray(shoe.added), "added: a list is expected");
  ensure((shoe.shoe === 2) === shoe.added.length > 0,
    "added: what players added stands in form 2, and there alone");
  for (const text of shoe.added) {
    ensure(typeof text === "string" && ADDITION.test(text),
      `added: ${text} is nothing that a player could have added`);
  }
  for (const key of ["digest", "seed"]) {
    ensure(HEXADECIMAL.test(shoe[key]), `${key}: 64 hexadecimal digits in small letters expected`);
  }
  ensure(Array.isArray(shoe.rounds), "rounds: a list is expected");
  const before = cardsOf(shoe.before, "before");
  const after = cardsOf(shoe.after, "after");
  const most = after.length;
  ensure(shoe.cut <= most, `cut: from 0 to ${most} cards can be cut, not ${shoe.cut}`);
  return { ...shoe, before, after, rounds: shoe.rounds.map(runOf) };
}

// The order and the commitment

function bytesOf(hexadecimal) {
  return Uint8Array.from(hexadecimal.match(/../g), (pair) => parseInt(pair, 16));
}

/** A number below the bound; words that cannot be dealt out evenly are passed over. */
export function numberBelow(bound, source) {
  const fair = WORDS - (WORDS % bound);
  for (;;) {
    const word = source.next().value;
    if (word < fair) return word % bound;
  }
}

/** Fisher-Yates from the end, by the words of ChaCha20 under the seed. */
export function shuffled(cards, seed) {
  const source = words(bytesOf(seed));
  const stack = cards.slice();
  for (let last = stack.length - 1; last > 0; last -= 1) {
    const chosen = numberBelow(last + 1, source);
    [stack[last], stack[chosen]] = [stack[chosen], stack[last]];
  }
  return stack;
}

const text = (lines) => lines.map((line) => `${line}\n`).join("");

/** The seed by which a stack is dealt: the house's own, with what players have added to it. */
export function seedWith(seed, added) {
  return added.length ? sha256(text([ADDED, seed, ...added])) : seed;
}

/** The text whose digest was shown: four lines, each with a line feed at its end. */
export function commitment(shoe) {
  const order = shoe.added.length ? shuffled(shoe.before, shoe.seed) : shoe.after;
  return text([HEADING, shoe.seed, shoe.before.join(" "), order.join(" ")]);
}

/** The stack as it was dealt from: after the cut. */
export function dealtFrom(shoe) {
  return [...shoe.after.slice(shoe.cut), ...shoe.after.slice(0, shoe.cut)];
}

/** What each round had out of this shoe: [number, cards], in order. */
export function cardsByRound(shoe) {
  const stack = dealtFrom(shoe);
  const rounds = new Map();
  for (const run of shoe.rounds) {
    const cards = stack.slice(run.first - 1, run.last);
    rounds.set(run.round, [...(rounds.get(run.round) ?? []), ...cards]);
  }
  return [...rounds];
}

// The checks: each says what it is about, and what is wrong, if anything is

function inOrder(cards) {
  return [...cards].sort().join(" ");
}

function cardsStep(shoe) {
  const same = inOrder(shoe.before) === inOrder(shoe.after);
  return {
    what: `the same ${shoe.before.length} cards before and after the shuffle`,
    wrong: same ? "" : "some cards are in one of the stacks and not in the other",
  };
}

function orderStep(shoe) {
  const { length: added } = shoe.added;
  const due = shuffled(shoe.before, seedWith(shoe.seed, shoe.added));
  const length = Math.min(due.length, shoe.after.length);
  let wrong = "";
  if (due.length !== shoe.after.length) {
    wrong = `there should be ${due.length} cards, and there are ${shoe.after.length}`;
  }
  for (let at = length - 1; at >= 0; at -= 1) {
    if (due[at] !== shoe.after[at]) {
      wrong = `place ${at + 1} should be ${due[at]}, and is ${shoe.after[at]}`;
    }
  }
  const also = added ? ` and from what ${added} added` : "";
  return { what: `the order after the shuffle follows from the seed${also}`, wrong };
}

function digestStep(shoe) {
  const digest = sha256(commitment(shoe));
  const stacks = shoe.added.length ? "the stack, shuffled by it alone" : "both stacks";
  return {
    what: `the digest is that of the seed and ${stacks}`,
    wrong: digest === shoe.digest ? "" : `it would be ${digest}`,
  };
}

function notedStep(shoe, noted) {
  const same = noted.trim().toLowerCase() === shoe.digest;
  return {
    what: "the digest is the one that was noted",
    wrong: same ? "" : "this is not the digest that was noted: another shoe",
  };
}

function placesWrong(shoe) {
  let end = 0;
  let before = 0;
  for (const { round, first, last } of shoe.rounds) {
    if (!(end < first && first <= last && last <= shoe.after.length)) {
      return `round ${round} cannot have had cards ${first} to ${last}`;
    }
    if (round < before) return `round ${round} comes after round ${before}`;
    [end, before] = [last, round];
  }
  return "";
}

function placesStep(shoe) {
  const number = new Set(shoe.rounds.map((run) => run.round)).size;
  return {
    what: `the cards of its rounds (${number}) lie one after the other in the shoe`,
    wrong: placesWrong(shoe),
  };
}

/** Everything that can be checked of a shoe; `noted` is the digest somebody wrote down before. */
export function checkShoe(shoe, noted = "") {
  const steps = [cardsStep(shoe), orderStep(shoe), digestStep(shoe)];
  if (noted.trim()) steps.push(notedStep(shoe, noted));
  return [...steps, placesStep(shoe)];
}
