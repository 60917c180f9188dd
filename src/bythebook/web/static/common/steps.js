// What happened between two views of a table, step by step: a view for each card that was dealt or
// turned, each stake put down and each wager that ended, in the order of the book's new lines.
//
//   stepsBetween(before, after, lines)
//     [{ view, lines, kind, mine, row }, …, { view: after, lines, kind: "end" }]
//     kind: "card", "turned", "decision" or "money"; `mine`: it is about me
//
// Nothing is worked out here: cards, totals and results are the house's own. Where something went
// wrong at the table, or the lines do not lead from one view to the other, there are no steps, and
// what the house shows is shown at once.

import { isMine } from "./felt-words.js";
import { say } from "./say.js";

const IN_PLAY = ["card", "decision", "offer"];
const NO_CARDS = { cards: [], face_down: 0, total: 0, soft: false, kind: "" };
const ONE_CARD = { total: 0, soft: false, kind: "" }; // what it counts nobody has said yet
const BUSY = {
  what: "card", clause: "", box: null, hand: 0, player: "", ways: {}, clock: "", until: 0,
  phase: "", ready: [], called: true, order: null, won: [], shut: false, depth: [0, 0],
};
const SAYS = {
  card: say("the cards are dealt"),
  turned: say("the dealer turns a card"),
  decision: say("the cards are dealt"),
  money: say("the dealer pays and takes"),
};

export function stepsBetween(before, after, lines) {
  const end = { view: after, kind: "end", lines };
  if (!before || lines.some((line) => line.kind === "wrong")) return [end];
  // Of several rounds only the last is shown: nobody is kept behind by more than one.
  const last = lines.findLast((line) => line.kind === "card")?.round;
  const first = last === undefined ? 0 : lines.findIndex((line) => line.round === last);
  const fresh = first > 0 && lines.slice(0, first).some((line) => line.kind === "card");
  const scene = new Scene(before, after, fresh || !IN_PLAY.includes(before.due.what));
  let told = lines.slice(0, first);
  const steps = [];
  for (const line of lines.slice(first)) {
    told = [...told, line];
    const step = scene.after(line);
    if (!step) continue;
    const view = scene.view(SAYS[step.kind], lines, line);
    steps.push({ ...step, view, lines: told });
    told = [];
  }
  if (!steps.length || !scene.isAt(after)) return [end];
  return [...steps, { ...end, lines: told }];
}

const count = (hand) => hand.cards.length + hand.face_down;

class Scene {
  #before;
  #after;
  #boxes;
  #dealer;
  #rows;
  #you;
  #left; // in the shoe

  /** `fresh`: what lies there is of an earlier round, and is cleared away. */
  constructor(before, after, fresh) {
    this.#before = before;
    this.#after = after;
    const cleared = fresh ? { hands: [], insured: [] } : {};
    this.#boxes = new Map(before.boxes.map((box) =>
      [box.number, { ...box, ...cleared, turn: 0 }]));
    this.#dealer = fresh ? NO_CARDS : before.dealer;
    this.#rows = fresh ? [] : before.rows;
    this.#you = before.you;
    this.#left = before.shoe.left;
  }

  /** The table with this line told; null: there is nothing more to see. */
  after(line) {
    if (line.kind === "card") return this.#card(line);
    if (line.kind === "decision" && line.box) return this.#decision(line);
    if (line.kind === "money") return this.#money(line);
    return null;
  }

  view(says, lines, line) {
    const { session, lines: told } = this.#before;
    const shown = lines.slice(0, lines.indexOf(line) + 1);
    const view = {
      ...this.#before,
      boxes: [...this.#boxes.values()],
      dealer: this.#dealer,
      rows: this.#rows,
      you: this.#you,
      shoe: { ...this.#before.shoe, left: this.#left },
      lines: [...told, ...shown],
      due: { ...BUSY, says },
      choices: [],
    };
    if (!session) return view;
    const places = session.places.map((place) => ({ ...place, turn: false }));
    return { ...view, moves: [], session: { ...session, phase: "playing", turn: "", places } };
  }

  /** Whether every card that the house shows now lies there. */
  isAt(after) {
    const hands = (boxes) => boxes.flatMap((box) =>
      box.hands.map((hand, at) => `${box.number} ${at} ${count(hand)}`)).join();
    return hands([...this.#boxes.values()]) === hands(after.boxes) &&
      count(this.#dealer) === count(after.dealer);
  }

  #card(line) {
    this.#left -= line.did ? 0 : 1;
    if (!line.box) {
      const turned = line.did === "turned";
      this.#dealer = laid(this.#dealer, line, this.#after.dealer);
      return { kind: turned ? "turned" : "card", mine: true };
    }
    const box = this.#boxes.get(line.box);
    const at = Math.max(1, line.hand) - 1;
    const target = this.#target(line.box, at);
    const stakes = box.wagers.filter((wager) => wager.wager === "main")
      .map(({ player, amount, token }) => stakeOf(player, amount, token));
    const empty = {
      ...NO_CARDS, doubled: false, split: false, done: false,
      stakes: stakes.length ? stakes : target?.stakes.map(alive) ?? [],
    };
    const hands = [...box.hands];
    hands[at] = laid(hands[at] ?? empty, line, target);
    const wagers = box.wagers.filter((wager) => wager.wager !== "main");
    const { controls, riders } = this.#after.boxes.find((one) => one.number === line.box) ?? box;
    this.#boxes.set(line.box, { ...box, hands, wagers, controls, riders });
    return { kind: "card", mine: isMine(this.#after, this.#boxes.get(line.box)) };
  }

  #decision(line) {
    const box = this.#boxes.get(line.box);
    if (!box) return null;
    if (line.did === "split") return this.#split(box, line);
    if (!line.hand) return this.#insured(box);
    const at = line.hand - 1;
    const [hand, target] = [box.hands[at], this.#target(line.box, at)];
    if (!hand || !target) return null;
    const over = new Set(hand.stakes.filter((one) => !one.live).map((one) => one.player));
    const stakes = target.stakes.map((one) => ({ ...one, live: !over.has(one.player) }));
    const more = this.#mine(stakes) - this.#mine(hand.stakes);
    const cards = target.cards.slice(0, hand.cards.length); // a joker may have been named
    const put = { ...hand, cards, stakes, doubled: target.doubled };
    if (looks(put) === looks(hand)) return null;
    this.#boxes.set(box.number, { ...box, hands: box.hands.with(at, put) });
    this.#pay(-more, 0);
    return { kind: "decision", mine: more !== 0 };
  }

  #split(box, line) {
    const at = line.hand - 1;
    const pair = box.hands[at];
    if (pair?.cards.length !== 2) return null;
    const hands = pair.cards.map((card, nth) => {
      const stakes = nth ? [] : pair.stakes;
      return { ...pair, ...ONE_CARD, cards: [card], split: true, stakes };
    });
    const all = [...box.hands.slice(0, at), ...hands, ...box.hands.slice(at + 1)];
    this.#boxes.set(box.number, { ...box, hands: all });
    return { kind: "decision", mine: isMine(this.#after, box) };
  }

  /** What was insured is known by how it ended, or by what still lies there. */
  #insured(box) {
    const now = this.#after.boxes.find((one) => one.number === box.number)?.insured ?? [];
    const ended = this.#after.rows
      .filter((row) => row.box === box.number && row.wager === "insurance")
      .map(({ player, stake }) =>
        ({ box: box.number, player, wager: "insurance", amount: stake, token: 0 }));
    const insured = now.length ? now : ended;
    if (insured.length <= box.insured.length) return null;
    const own = ({ player }) => player === this.#before.you.name;
    const sum = (all) => all.filter(own).reduce((total, one) => total + one.amount, 0);
    this.#pay(sum(box.insured) - sum(insured), 0);
    this.#boxes.set(box.number, { ...box, insured });
    return { kind: "decision", mine: insured.some(own) };
  }

  #money(line) {
    const row = this.#after.rows.slice(this.#rows.length).find((one) =>
      one.box === line.box && one.player === line.player && one.wager === line.wager &&
      one.hand === line.hand);
    if (!row) return null;
    this.#rows = [...this.#rows, row];
    const box = this.#boxes.get(row.box);
    const others = (wager) => wager.player !== row.player || wager.wager !== row.wager;
    const hands = box.hands.map((hand, at) => (row.wager === "main" && at === row.hand - 1
      ? { ...hand, stakes: hand.stakes.map((one) =>
        (one.player === row.player ? { ...one, live: false } : one)) } : hand));
    const wagers = box.wagers.filter(others);
    this.#boxes.set(row.box, { ...box, hands, wagers, insured: box.insured.filter(others) });
    const mine = row.player === this.#before.you.name;
    if (mine) this.#pay(row.returned, row.returned - row.stake);
    return { kind: "money", mine, row };
  }

  /** My chips and what the round has brought, unless tokens are among them: those are no chips. */
  #pay(cents, won) {
    const { chips, round_won: round, won: all, tokens } = this.#you;
    const counted = tokens ? 0 : cents;
    this.#you = {
      ...this.#you, chips: chips + counted, round_won: round + counted, won: all + won,
    };
  }

  #mine(stakes) {
    const own = stakes.filter((one) => one.player === this.#before.you.name);
    return own.reduce((sum, one) => sum + one.amount + one.doubled, 0);
  }

  #target(box, at) {
    return this.#after.boxes.find((one) => one.number === box)?.hands[at];
  }
}

/** What is to be seen of a hand's cards and stakes. */
const looks = ({ cards, stakes, doubled }) => JSON.stringify([cards, doubled, stakes.map((one) =>
  [one.player, one.amount, one.doubled, one.free, one.token])]);

const alive = (stake) => ({ ...stake, live: true, doubled: 0 });

const stakeOf = (player, amount, token) =>
  ({ player, amount, token, doubled: 0, free: 0, live: true });

/** A hand with one card more, or with one turned up; complete, it is what the house calls it. */
function laid(hand, { card, total, soft, did }, target) {
  const up = card ? [...hand.cards, card] : hand.cards;
  const down = hand.face_down + (did === "turned" ? -1 : card ? 0 : 1);
  const next = { ...hand, cards: up, face_down: down, total, soft, kind: "" };
  const whole = target && count(target) === count(next);
  if (!whole) return next;
  return { ...next, kind: target.kind, ...("done" in target ? { done: target.done } : {}) };
}
