// What each of my choices is worth, as the house has worked it out for the question asked now.
//
//   advice.take(told, view)      the house has answered
//   advice.on                    whether the player wants to see values
//   advice.of(view, box, hand)   the values for a hand, best first; null while they are worked out
//   advice.mark(view, choice)    the place of a value on its button: always of one size
//   advice.isBest(view, choice)
//
// A choice is { action, box, hand } and, for a joker's name, { rank }. To take nothing of what is
// offered is a choice too: { action: "decline" }.

import { say } from "../common/say.js";
import { element, percent } from "../common/words.js";
import { myChoices } from "./choices.js";

export const DECLINE = "decline";

/** What is asked: an answer counts as long as this is the same. */
const questionOf = ({ due, signs, dealer, boxes }, mine) => JSON.stringify([
  due.phase, signs.rounds, dealer.cards, boxes.map((box) => box.hands.map((hand) => hand.cards)),
  mine.map(({ box, hand, choices }) => [box, hand, choices.map(({ action }) => action)]),
]);

export class Advice {
  #hands = null; // as told
  #question = "";

  constructor(on = true) {
    this.on = on;
  }

  take({ hands }, view) {
    this.#hands = hands;
    this.#question = questionOf(view, myChoices(view));
  }

  /** What is told of the question now: null while it is worked out, or not wanted. */
  told(view) {
    if (!this.on || !this.#hands) return null;
    return this.#question === questionOf(view, myChoices(view)) ? this.#hands : null;
  }

  of(view, box, hand) {
    const hands = this.told(view);
    if (!hands) return null;
    return hands.find((one) => one.box === box && one.hand === hand)?.choices ?? [];
  }

  find(view, { box, hand, action, rank = "", on = "" }) {
    if (on) return this.#beside(view, box, hand).find((one) => one.on === on);
    const found = this.of(view, box, hand);
    return found?.find((one) => one.action === action && (one.rank ?? "") === rank);
  }

  /** What others' wagers are worth insuring: each by itself, not beside one's own hand. */
  #beside(view, box, hand) {
    const hands = this.told(view) ?? [];
    return hands.find((one) => one.box === box && one.hand === hand)?.beside ?? [];
  }

  isBest(view, choice) {
    return this.find(view, choice)?.best ?? false;
  }

  mark(view, choice) {
    if (!this.on || !view.signs.practice || view.session) return null;
    const worth = this.find(view, choice);
    if (worth) {
      const spoken = worth.best && element("span", "visually-hidden", ` ${say("best")}`);
      return element("span", "worth", percent(worth.value), spoken);
    }
    const waits = element("span", "worth", this.told(view) ? "" : "…");
    waits.setAttribute("aria-hidden", "true");
    return waits;
  }
}
