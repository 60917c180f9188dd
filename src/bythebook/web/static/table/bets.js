// Chips on their way to the layout: what I want on each spot, put down when my hand rests.
//
// A wager is placed once; to change it, it is taken off and placed anew. So clicks are gathered for
// a moment, and then sent as one wager.

import { breakdown } from "../common/chips.js";
import { say } from "../common/say.js";
import { money } from "../common/words.js";

const REST_MS = 450;

const keyOf = (box, wager) => `${box} ${wager}`;

export class Bets {
  #table;
  #wanted = new Map(); // by spot: { box, wager, chips, tokens }
  #sending = null;
  #timer = 0;

  /** `tell`: { changed(), refused(error), note(text) } */
  constructor(table, tell) {
    this.#table = table;
    this.tell = tell;
  }

  /** What lies there of mine: { chips, tokens }. */
  placed(box, wager) {
    const view = this.#table.view;
    const lies = (view?.boxes.find((one) => one.number === box)?.wagers ?? [])
      .filter((one) => one.player === view.you.name && one.wager === wager);
    const sum = (of) => lies.reduce((total, one) => total + of(one), 0);
    const tokens = sum((one) => one.token);
    return { chips: sum((one) => one.amount) - tokens, tokens };
  }

  shown(box, wager) {
    const wanted = this.#wanted.get(keyOf(box, wager));
    const { chips, tokens } = wanted ?? this.placed(box, wager);
    return { amount: chips + tokens, token: tokens, pending: Boolean(wanted) };
  }

  /** A chip more (or, negative, less) on a spot, within its limits; `token`: a token. */
  add(box, wager, cents, token = false) {
    const view = this.#table.view;
    const spot = view.signs.spots.find((one) => one.wager === wager);
    if (token && !spot.tokens) {
      this.tell.note(say("{wager} takes chips only.", { wager: spot.title }));
      return;
    }
    const [least, most] = view.you.limits[wager] ?? [spot.least, spot.most];
    const { amount: now, token: inTokens } = this.shown(box, wager);
    const here = token ? inTokens : now - inTokens; // of what is put down or taken up
    let next = Math.max(now - here, now + cents);
    if (next > 0 && next < least) next = cents > 0 ? least : now - here;
    if (least && least === most) {
      next = cents > 0 ? least : now - here; // one stake and no other, whichever chip it is
    } else if (most && next > most) {
      next = Math.max(now, most - (spot.unit ? most % spot.unit : 0));
      const [wager, sum] = [spot.title.toLowerCase(), money(most)];
      this.tell.note(say("At most {amount} on {wager}.", { wager, amount: sum }));
    }
    const has = token ? this.tokensInHand() : this.inHand();
    if (next - now > has) {
      const sum = { amount: money(has) };
      this.tell.note(token
        ? say("You have {amount} in tokens.", sum) : say("You have {amount} in hand.", sum));
      return;
    }
    if (next === now) return;
    const [chips, tokens] = token
      ? [now - inTokens, inTokens + next - now] : [now - inTokens + next - now, inTokens];
    this.#wanted.set(keyOf(box, wager), { box, wager, chips, tokens });
    this.tell.changed();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush(), REST_MS);
  }

  /** One chip less: of the size picked, or the smallest that lies there if that is smaller. */
  takeOne(box, wager, picked, token = false) {
    const { amount, token: inTokens } = this.shown(box, wager);
    const lies = token ? inTokens : amount - inTokens;
    const top = breakdown(lies, this.#table.view.signs.chips).at(-1) ?? 0;
    this.add(box, wager, -Math.min(picked, top), token);
  }

  /** Whether there is a wager of mine that a round can begin with. */
  legal() {
    const { signs, boxes, you } = this.#table.view;
    const [least] = you.limits.main ?? [signs.spots[0].least];
    return boxes.some((box) => this.shown(box.number, "main").amount >= Math.max(1, least));
  }

  /** Whether anything of mine lies on the layout, or is about to. */
  any() {
    const view = this.#table.view;
    const spots = view.signs.spots.map((spot) => spot.wager);
    return view.boxes.some((box) =>
      spots.some((wager) => this.shown(box.number, wager).amount > 0));
  }

  /** Chips in hand once everything wanted lies on the layout. */
  inHand() { return this.#left("chips", this.#table.view?.you.chips); }

  /** The same of tokens, as far as they are good here. */
  tokensInHand() { return this.#left("tokens", this.#table.view?.you.tokens); }

  #left(what, has = 0) {
    let more = 0;
    for (const wanted of this.#wanted.values()) {
      more += wanted[what] - this.placed(wanted.box, wanted.wager)[what];
    }
    return has - more;
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

  async #place({ box, wager, chips, tokens }) {
    const there = this.placed(box, wager);
    if (there.chips === chips && there.tokens === tokens) return;
    const lies = there.chips + there.tokens > 0;
    // What is wanted in addition, and of the other kind, joins what lies there.
    const joins = lies &&
      ((there.chips === chips && !there.tokens) || (there.tokens === tokens && !there.chips));
    if (joins) {
      await this.#put(box, wager, { chips: chips - there.chips, tokens: tokens - there.tokens });
      return;
    }
    if (lies) await this.#table.send({ type: "take-off", box, wager });
    try {
      await this.#put(box, wager, { chips, tokens });
    } catch (refusal) {
      // What lay there before goes back, so that a refused increase costs nothing.
      const now = this.placed(box, wager);
      if (now.chips + now.tokens) await this.#table.send({ type: "take-off", box, wager });
      if (lies) await this.#put(box, wager, there);
      throw refusal;
    }
  }

  /** A wager of chips and tokens is placed in two parts, the larger first: it reaches the limit. */
  async #put(box, wager, { chips, tokens }) {
    const parts = [{ amount: chips, token: false }, { amount: tokens, token: true }];
    parts.sort((a, b) => b.amount - a.amount);
    for (const { amount, token } of parts.filter((part) => part.amount)) {
      const more = token ? { token } : {};
      await this.#table.send({ type: "place", box, amount, wager, ...more });
    }
  }
}
