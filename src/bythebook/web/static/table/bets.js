// Chips on their way to the layout: what I want on each spot, put down when my hand rests.
//
// A wager is placed once; to change it, it is taken off and placed anew. So clicks are gathered for
// a moment, and then sent as one wager.

import { money } from "../common/words.js";

const REST_MS = 450;

const keyOf = (box, wager) => `${box} ${wager}`;

export class Bets {
  #table;
  #wanted = new Map(); // by spot: { box, wager, amount }
  #sending = null;
  #timer = 0;

  /** `tell`: { changed(), refused(error), note(text) } */
  constructor(table, tell) {
    this.#table = table;
    this.tell = tell;
  }

  placed(box, wager) {
    const view = this.#table.view;
    const lies = view?.boxes.find((one) => one.number === box)?.wagers ?? [];
    return lies
      .filter((one) => one.player === view.you.name && one.wager === wager)
      .reduce((sum, one) => sum + one.amount, 0);
  }

  shown(box, wager) {
    const wanted = this.#wanted.get(keyOf(box, wager));
    const amount = wanted ? wanted.amount : this.placed(box, wager);
    return { amount, pending: Boolean(wanted) };
  }

  /** A chip more (or, negative, less) on a spot, within its limits. */
  add(box, wager, cents) {
    const view = this.#table.view;
    const spot = view.signs.spots.find((one) => one.wager === wager);
    const [least, most] = view.you.limits[wager] ?? [spot.least, spot.most];
    const now = this.shown(box, wager).amount;
    let next = Math.max(0, now + cents);
    if (next > 0 && next < least) next = cents > 0 ? least : 0;
    if (least && least === most) {
      next = cents > 0 ? least : 0; // one stake and no other, whichever chip it is asked for with
    } else if (most && next > most) {
      next = Math.max(now, most - (spot.unit ? most % spot.unit : 0));
      this.tell.note(`At most ${money(most)} on ${spot.title.toLowerCase()}.`);
    }
    if (next - now > this.inHand()) {
      this.tell.note(`You have ${money(this.inHand())} in hand.`);
      return;
    }
    if (next === now) return;
    this.#wanted.set(keyOf(box, wager), { box, wager, amount: next });
    this.tell.changed();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush(), REST_MS);
  }

  /** Whether anything of mine lies on the layout, or is about to. */
  any() {
    const view = this.#table.view;
    const spots = view.signs.spots.map((spot) => spot.wager);
    return view.boxes.some((box) =>
      spots.some((wager) => this.shown(box.number, wager).amount > 0));
  }

  /** Chips in hand once everything wanted lies on the layout. */
  inHand() {
    let more = 0;
    for (const { box, wager, amount } of this.#wanted.values()) {
      more += amount - this.placed(box, wager);
    }
    return (this.#table.view?.you.chips ?? 0) - more;
  }

  forget() {
    clearTimeout(this.#timer);
    this.#wanted.clear();
    this.tell.changed();
  }

  /** Send what is not on the layout yet; resolves when the house has answered it all. */
  flush() {
    clearTimeout(this.#timer);
    this.#sending = (this.#sending ?? Promise.resolve()).then(() => this.#send());
    return this.#sending;
  }

  async #send() {
    // The main wager first: on many tables the others need it.
    const order = [...this.#wanted.entries()].sort(
      ([, a], [, b]) => Number(b.wager === "main") - Number(a.wager === "main"),
    );
    for (const [key, wanted] of order) {
      try {
        await this.#place(wanted);
      } catch (refusal) {
        this.tell.refused(refusal);
      }
      if (this.#wanted.get(key) === wanted) this.#wanted.delete(key);
    }
    this.tell.changed();
  }

  async #place({ box, wager, amount }) {
    const there = this.placed(box, wager);
    if (there === amount) return;
    if (there) await this.#table.send({ type: "take-off", box, wager });
    if (!amount) return;
    try {
      await this.#table.send({ type: "place", box, amount, wager });
    } catch (refusal) {
      // What lay there before goes back, so that a refused increase costs nothing.
      if (there) await this.#table.send({ type: "place", box, amount: there, wager });
      throw refusal;
    }
  }
}
