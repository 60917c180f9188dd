// The felt of a tournament table: the dealer's hand and an arc of places with their chips.
//
//   const felt = new TournamentFelt({ dealer, boxes })
//   felt.show(view)     a TableView as the house gives it
//
// A hand's cards are added one by one, so that only a card that is new flies in.

import { cardElement, cardWords } from "../common/cards.js";
import { stackElement } from "../common/chips.js";
import { element, fill } from "../common/words.js";

const DEAL_EVERY_MS = 90;
const POINT = 100; // chips are drawn for cents: a point is drawn as a dollar
const RESULTS = { wins: "plus", loses: "minus", "stand-off": "even" };

export const points = (number) => Number(number).toLocaleString("en-AU");

function layCards(fan, names, doubled = false) {
  const lying = fan.dataset.cards ? fan.dataset.cards.split(" ") : [];
  let same = 0;
  while (same < lying.length && lying[same] === names[same]) same += 1;
  while (fan.children.length > same) fan.lastElementChild.remove();
  for (let at = same; at < names.length; at += 1) {
    const card = cardElement(names[at]);
    card.classList.add("dealt");
    card.style.animationDelay = `${(at - same) * DEAL_EVERY_MS}ms`;
    fan.append(card);
  }
  fan.dataset.cards = names.join(" ");
  fan.style.setProperty("--n", Math.max(1, names.length));
  fan.classList.toggle("doubled", doubled);
}

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
    this.#showDealer(session);
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

  #showDealer(session) {
    layCards(this.#dealer.querySelector(".fan"), session.dealer);
    const total = this.#dealer.querySelector(".total");
    total.textContent = session.dealer.length ? String(session.dealer_total) : "";
    total.hidden = !session.dealer.length;
    const cards = session.dealer.map(cardWords).join(", ");
    this.#dealer.querySelector(".spoken").textContent =
      cards ? `${cards}, total ${session.dealer_total}` : "no cards";
  }
}

class Place {
  #hands = [];

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
    const { hands } = this.parts;
    hands.hidden = place.hands.length === 0;
    while (this.#hands.length > place.hands.length) this.#hands.pop().remove();
    while (this.#hands.length < place.hands.length) {
      const made = element("div", "hand");
      const verdict = element("p", "verdict");
      verdict.setAttribute("aria-hidden", "true");
      made.append(element("div", "fan"), verdict);
      this.#hands.push(made);
      hands.append(made);
    }
    place.hands.forEach((hand, at) => {
      layCards(this.#hands[at].querySelector(".fan"), hand.cards, hand.doubled);
      fill(this.#hands[at].querySelector(".verdict"), hand, () => {
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
