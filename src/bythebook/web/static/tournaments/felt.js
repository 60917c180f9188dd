// The felt of a tournament table: the dealer's hand and an arc of places with their chips.
//
//   const felt = new TournamentFelt({ dealer, boxes })
//   felt.show(view)     a TableView as the house gives it
//
// Hands lie as on any felt; here is what a tournament has beside them: stacks, marks, who is out.

import { cardWords } from "../common/cards.js";
import { stackElement } from "../common/chips.js";
import { HandsOnFelt, showDealerHand } from "../common/felt.js";
import { element, fill } from "../common/words.js";

const POINT = 100; // chips are drawn for cents: a point is drawn as a dollar
const RESULTS = { wins: "plus", loses: "minus", "stand-off": "even" };

export const points = (number) => Number(number).toLocaleString("en-AU");

export class TournamentFelt {
  #dealer;
  #list;
  #places = new Map(); // by box

  constructor({ dealer, boxes }) {
    this.#dealer = dealer;
    this.#list = boxes;
  }

  show(view) {
    const { session } = view;
    this.#make(session.places);
    showDealerHand(this.#dealer, { cards: session.dealer, total: session.dealer_total });
    for (const place of session.places) this.#places.get(place.box)?.show(view, place);
  }

  #make(places) {
    const key = places.map((place) => place.box).join();
    if (this.#list.dataset.made === key) return;
    this.#list.dataset.made = key;
    this.#places = new Map(places.map((place, at) => {
      const middle = (places.length - 1) / 2;
      return [place.box, new Place(place.box, middle ? Math.abs(at - middle) / middle : 0)];
    }));
    this.#list.replaceChildren(...[...this.#places.values()].map((place) => place.element));
    this.#list.style.setProperty("--boxes", Math.max(5, places.length));
  }
}

class Place {
  #hands;

  constructor(box, away) {
    this.element = element("li", "box");
    this.element.dataset.box = box;
    this.element.style.setProperty("--away", away.toFixed(3));
    this.parts = {
      spoken: element("p", "visually-hidden"),
      hands: element("div", "hands"),
      marks: element("p", "marks"),
      wager: element("div", "stakes"),
      plate: element("p", "plate"),
    };
    this.#hands = new HandsOnFelt(this.parts.hands);
    this.parts.marks.setAttribute("aria-hidden", "true");
    this.element.append(...Object.values(this.parts));
  }

  show(view, place) {
    const mine = place.player === view.you?.name;
    const { classList } = this.element;
    classList.toggle("mine", mine);
    classList.toggle("turn", place.turn);
    classList.toggle("my-turn", place.turn && mine);
    classList.toggle("gone", Boolean(place.gone));
    classList.toggle("crowded", place.hands.length > 2);
    this.#showHands(place);
    this.#showMarks(place);
    this.#showWager(view, place);
    this.#showPlate(view, place, mine);
    this.parts.spoken.textContent = spoken(place);
  }

  #showHands(place) {
    this.#hands.show(place.hands, ({ verdict }, hand) => {
      fill(verdict, hand, () => {
        const total = element("b", "total", `${hand.soft ? "soft " : ""}${hand.total}`);
        const how = element("span", `outcome ${RESULTS[hand.result] ?? ""}`, hand.result);
        return hand.result ? [total, how] : [total];
      });
    });
  }

  #showMarks(place) {
    const marks = [];
    if (place.marker) marks.push(["marker", "Marker"]);
    if (place.secret) marks.push(["secret", "Secret"]);
    if (place.voucher) marks.push(["voucher", "Voucher"]);
    if (place.passed) marks.push(["pass", "Pass"]);
    fill(this.parts.marks, marks, () =>
      marks.map(([kind, says]) => element("span", `mark mark-${kind}`, says)));
  }

  #showWager(view, place) {
    const stake = place.hands.reduce((sum, hand) => sum + hand.stake, 0) || place.wager;
    const seen = { stake, secret: place.secret_amount, gone: place.gone };
    fill(this.parts.wager, seen, () => {
      const made = [];
      if (stake) {
        const pile = element("div", "stake mine");
        const chips = (view.denominations ?? [1, 5, 25, 100]).map((chip) => chip * POINT);
        const label = element("span", "stake-label", points(stake));
        pile.append(stackElement(stake * POINT, chips), label);
        made.push(pile);
      }
      if (place.secret_amount) {
        made.push(element("span", "stake-label", `+ ${points(place.secret_amount)} secret`));
      }
      return made;
    });
  }

  #showPlate(view, place, mine) {
    const says = saysOf(place);
    fill(this.parts.plate, [place.player, place.chips, says, mine], () => [
      element("span", "number", String(place.box)),
      element("span", "who", place.player),
      element("span", "bank", points(place.chips)),
      element("span", "says", says),
    ]);
  }
}

function saysOf(place) {
  if (place.gone) return place.out_at ? `${place.gone}, hand ${place.out_at}` : place.gone;
  if (!place.seated) return "away";
  return place.turn ? "to act" : "";
}

function spoken(place) {
  const parts = [`Box ${place.box}, ${place.player}, ${points(place.chips)} chips`];
  if (place.marker) parts.push("has the marker");
  if (place.secret) parts.push("has a secret wager");
  if (place.voucher) parts.push("has a mystery voucher");
  if (place.passed) parts.push("passes");
  if (place.wager) parts.push(`wagers ${points(place.wager)}`);
  if (place.secret_amount) parts.push(`secret wager ${points(place.secret_amount)}`);
  for (const hand of place.hands) {
    const cards = hand.cards.map(cardWords).join(", ");
    parts.push(`${cards}, ${hand.soft ? "soft " : ""}${hand.total} ${hand.result}`);
  }
  const says = saysOf(place);
  if (says) parts.push(says);
  return `${parts.join(". ")}.`;
}
