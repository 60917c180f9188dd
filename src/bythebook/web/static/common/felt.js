// The felt: the dealer's hand and the arc of boxes, kept as the view has them.
//
//   const felt = new Felt({ dealer, boxes, inscription }, { onSpot, onSit })
//   felt.show(view, bets)     `bets.shown(box, wager)` is what I have, or am putting, on a spot
//
// A hand's cards are added one by one, so that only a card that is new flies in (if `felt.flies`).
// Spots stay the same elements while the page lives: they keep the focus.

import { cardElement, cardWords } from "./cards.js";
import { freeToken, stackElement, tokenElement } from "./chips.js";
import { clauseChip } from "./base.js";
import {
  handOutcome, inscriptionLines, isAlone, isVacant, kindOf, sideOutcomes, statusOf, totalOf,
} from "./felt-words.js";
import { placeMarks } from "./places.js";
import { say, sayMany } from "./say.js";
import { button, element, fill, money, shortMoney } from "./words.js";

/** Cards side by side; `flies`: what is new comes from the shoe, or is turned where it lies. */
function layCards(fan, names, { faceDown = 0, doubled = false, flies = false } = {}) {
  const wanted = [...names, ...Array(faceDown).fill("")];
  const lying = fan.dataset.cards ? fan.dataset.cards.split(" ") : [];
  const shown = wanted.map((name) => name || "-");
  let same = 0;
  while (same < lying.length && lying[same] === shown[same]) same += 1;
  while (fan.children.length > same) fan.lastElementChild.remove();
  for (let at = same; at < wanted.length; at += 1) {
    const card = cardElement(wanted[at]);
    if (flies) card.classList.add(lying[at] === "-" ? "turned" : "dealt");
    fan.append(card);
  }
  fan.dataset.cards = shown.join(" ");
  fan.style.setProperty("--n", Math.max(1, wanted.length));
  fan.classList.toggle("doubled", doubled);
}

/** The dealer's hand: cards, total, and what it is called. */
function showDealerHand(root, dealer, flies) {
  layCards(root.querySelector(".fan"), dealer.cards, { faceDown: dealer.face_down ?? 0, flies });
  const total = root.querySelector(".total");
  const words = dealer.cards.length ? totalOf(dealer) : "";
  if (total.textContent !== words) {
    total.textContent = words;
    for (const counts of total.getAnimations()) counts.play(); // it counts up anew
  }
  total.hidden = !words;
  const kind = kindOf(dealer);
  const named = root.querySelector(".kind");
  if (named) named.textContent = kind;
  const cards = dealer.cards.map(cardWords);
  if (dealer.face_down) cards.push(say("a card face down"));
  const spoken = [...cards, say("total {total}", { total: words })].join(", ");
  root.querySelector(".spoken").textContent =
    cards.length ? [spoken, kind].filter(Boolean).join(". ") : say("no cards");
}

/** The hands of a box: cards, what they count, and what lies beside them. */
class HandsOnFelt {
  #root;
  #hands = [];

  constructor(root) {
    this.#root = root;
  }

  /** `each(parts, hand, at)` shows the rest of a hand: parts are { hand, verdict, stakes }. */
  show(hands, flies, each) {
    this.#root.hidden = hands.length === 0;
    while (this.#hands.length > hands.length) this.#hands.pop().hand.remove();
    while (this.#hands.length < hands.length) this.#hands.push(this.#made());
    hands.forEach((hand, at) => {
      const parts = this.#hands[at];
      const down = Array(hand.face_down ?? 0).fill("");
      layCards(parts.fan, [...down, ...hand.cards], { doubled: hand.doubled && hand.done, flies });
      each(parts, hand, at);
    });
  }

  #made() {
    const fan = element("div", "fan");
    const verdict = element("p", "verdict");
    verdict.setAttribute("aria-hidden", "true"); // it is in the words of the box
    const stakes = element("div", "stakes");
    const hand = element("div", "hand", fan, verdict, stakes);
    this.#root.append(hand);
    return { hand, fan, verdict, stakes };
  }
}

export class Felt {
  #dealer;
  #list;
  #inscription;
  #act;
  #boxes = new Map(); // by number
  #made = ""; // for which boxes and spots
  #fold = element("li", "fold"); // where the open boxes went
  #unfolded = false;
  flies = false; // whether new cards are seen coming

  constructor({ dealer, boxes, inscription }, act) {
    this.#dealer = dealer;
    this.#list = boxes;
    this.#inscription = inscription;
    this.#act = act;
  }

  show(view, bets) {
    this.#make(view);
    showDealerHand(this.#dealer, view.dealer, this.flies);
    this.#inscribe(view.signs.inscription);
    for (const box of view.boxes) this.#boxes.get(box.number)?.show(view, box, bets, this.flies);
    this.#foldBoxes(view);
  }

  /** The spots that can be reached now, as rows of buttons by box. */
  spots() {
    const open = [...this.#boxes.values()].filter((box) => !box.element.hidden);
    const rows = open.map((box) => [...box.element.querySelectorAll(".spot")]);
    return rows.map((row) => row.filter((spot) => !spot.hidden)).filter((row) => row.length);
  }

  #make(view) {
    const spots = view.signs.spots.map((spot) => [spot.wager, spot.title]);
    const key = JSON.stringify([view.boxes.map((box) => box.number), spots]);
    if (key === this.#made) return;
    this.#made = key;
    const middle = (view.boxes.length - 1) / 2;
    this.#boxes = new Map(view.boxes.map((box, at) => {
      const away = middle ? Math.abs(at - middle) / middle : 0;
      return [box.number, new BoxOnFelt(box.number, away, view, this.#act)];
    }));
    this.#list.replaceChildren(...[...this.#boxes.values()].map((box) => box.element), this.#fold);
    this.#list.style.setProperty("--boxes", Math.max(5, view.boxes.length));
  }

  /** To whoever plays alone the open boxes are in the way: they fold into a button. */
  #foldBoxes(view) {
    const alone = isAlone(view);
    const away = alone && !this.#unfolded;
    const open = view.boxes.filter((box) => isVacant(box)).length;
    for (const box of view.boxes) {
      const shown = this.#boxes.get(box.number);
      if (shown) shown.element.hidden = away && isVacant(box);
    }
    this.#list.classList.toggle("alone", away);
    this.#fold.hidden = !alone || !open;
    fill(this.#fold, [open, away], () => {
      const boxes = sayMany(open, "{n} open box", "{n} open boxes");
      const press = button(away ? boxes : say("Fold away"), "quiet small", () => {
        this.#unfolded = !this.#unfolded;
        this.#foldBoxes(view);
        this.#fold.querySelector("button").focus();
      });
      press.setAttribute("aria-expanded", String(!away));
      press.setAttribute("aria-label", away
        ? sayMany(open, "Show {n} open box", "Show {n} open boxes")
        : sayMany(open, "Fold away {n} open box", "Fold away {n} open boxes"));
      return [press];
    });
  }

  /** What the felt says: on the arc, and once more as plain text. */
  #inscribe(says) {
    const lines = inscriptionLines(says);
    this.#inscription.querySelector("p").textContent = says.join(" · ");
    this.#inscription.querySelectorAll("textPath").forEach((path, at) => {
      path.textContent = lines[at] ?? "";
    });
  }
}

class BoxOnFelt {
  #act;
  #number;
  #hands;
  #spots = new Map(); // by wager

  constructor(number, away, view, act) {
    this.#number = number;
    this.#act = act;
    this.element = element("li", "box");
    this.element.dataset.box = number;
    this.element.style.setProperty("--away", away.toFixed(3));
    this.parts = {
      spoken: element("p", "visually-hidden"),
      hands: element("div", "hands"),
      outcomes: element("ul", "outcomes"),
      spots: element("div", "spots"),
      marks: element("p", "marks"),
      plate: element("p", "plate"),
    };
    this.parts.marks.setAttribute("aria-hidden", "true"); // they are in the words of the box
    this.#hands = new HandsOnFelt(this.parts.hands);
    this.#makeSpots(view.signs);
    this.element.append(...Object.values(this.parts));
  }

  #makeSpots(signs) {
    const [main, ...side] = signs.spots;
    for (const spot of [...side, main]) {
      const put = (way) => this.#act.onSpot(this.#number, spot.wager, way);
      const made = button("", spot === main ? "spot main-spot" : "spot", (event) => {
        if (!wasLong(made)) put(event.shiftKey ? -1 : 1);
      });
      made.tabIndex = -1;
      Object.assign(made.dataset, { box: this.#number, wager: spot.wager });
      onLongPress(made, () => put(-1));
      this.#spots.set(spot.wager, made);
    }
    this.parts.spots.append(...this.#spots.values());
  }

  show(view, box, bets, flies) {
    const me = view.you.name;
    const status = statusOf(view, box);
    const { classList, style } = this.element;
    classList.toggle("mine", status.mine);
    classList.toggle("turn", status.turn);
    classList.toggle("my-turn", status.myTurn);
    classList.toggle("vacant", status.vacant);
    classList.toggle("gone", Boolean(status.place?.gone));
    const inPlay = box.hands.length > 0;
    classList.toggle("crowded", box.hands.length > 2);
    style.setProperty("--weight", weightOf(view, box, status));
    this.#showHands(view, box, status, flies);
    this.#showOutcomes(view, box);
    for (const spot of view.signs.spots) this.#showSpot(view, box, spot, bets, inPlay, status);
    const marks = status.place ? placeMarks(status.place) : [];
    fill(this.parts.marks, marks, () =>
      marks.map(([kind, says]) => element("span", `mark mark-${kind}`, says)));
    this.#showPlate(view, box, status, me);
    this.parts.spoken.textContent = status.spoken;
  }

  #showHands(view, box, status, flies) {
    this.#hands.show(box.hands, flies, (parts, hand, at) => {
      parts.hand.classList.toggle("in-turn", status.turn && box.turn === at + 1);
      parts.hand.classList.toggle("done", Boolean(hand.done));
      parts.hand.classList.toggle("is-blackjack", hand.kind === "blackjack");
      fill(parts.verdict, [hand.total, hand.soft, hand.kind], () => this.#verdict(hand));
      const ended = handOutcome(view, box, at + 1);
      fill(parts.stakes, [hand.stakes, ended, view.you.name], () =>
        ended ? [outcome(view, ended, "p")] : this.#stakes(view, hand));
    });
  }

  #verdict(hand) {
    const made = [];
    if (hand.total) {
      made.push(element("b", "total", totalOf(hand)));
    }
    if (hand.kind) made.push(element("span", "kind", kindOf(hand)));
    return made;
  }

  #stakes(view, hand) {
    return hand.stakes.map((stake) => {
      const shown = element("span", stake.player === view.you.name ? "stake mine" : "stake");
      shown.classList.toggle("settled", !stake.live);
      const real = stake.amount + stake.doubled;
      shown.append(...pieces({ amount: real, token: stake.token }, view.signs.chips));
      if (stake.free) shown.append(freeToken());
      const sums = [];
      if (real) sums.push(shortMoney(real));
      if (stake.free) sums.push(say("{amount} free", { amount: shortMoney(stake.free) }));
      shown.append(element("span", "stake-label", sums.join(" + ")));
      const amount = withTokens(sums.join(" + "), stake);
      shown.title = say("{player}: {amount}", { player: stake.player, amount });
      return shown;
    });
  }

  #showOutcomes(view, box) {
    const { outcomes } = this.parts;
    const told = sideOutcomes(view, box);
    outcomes.hidden = told.length === 0;
    fill(outcomes, told, () => told.map((one) => outcome(view, one, "li")));
  }

  #showSpot(view, box, spot, bets, inPlay, status) {
    const place = this.#spots.get(spot.wager);
    const isMain = spot.wager === "main";
    const mine = bets.shown(box.number, spot.wager);
    const lying = inPlay && isMain ? [] : box.wagers;
    const others = lying.filter((w) => w.wager === spot.wager && w.player !== view.you.name);
    const lies = mine.amount + others.reduce((sum, wager) => sum + wager.amount, 0);
    const open = status.betting && view.you.may_play && (isMain || status.mine);
    place.hidden = !(lies || open || (isMain && !inPlay));
    place.classList.toggle("pending", mine.pending);
    place.classList.toggle("full", lies > 0);
    place.setAttribute("aria-disabled", String(!open));
    const key = [mine.amount, mine.token, others, spot.title, spot.closed];
    fill(place, key, () => spotContents(view, spot, mine, others));
    const there = mine.amount
      ? say("your wager {amount}", { amount: withTokens(money(mine.amount), mine) })
      : say("no wager of yours");
    const rest = others.map((wager) => say("{player}: {amount}", {
      player: wager.player, amount: withTokens(money(wager.amount), wager),
    }));
    const where = { wager: spot.title, box: box.number, there };
    const label = say("{wager}, box {box}: {there}", where);
    place.setAttribute("aria-label", [label, ...rest].join(", "));
  }

  #showPlate(view, box, status, me) {
    const { plate } = this.parts;
    const sit = status.vacant && view.you.may_play && !view.you.seat;
    const chips = status.place?.chips;
    const shown = [box.sits, box.riders, box.controls, box.reserved, me, sit, status.line, chips];
    fill(plate, shown, () => {
      const made = [element("b", "number", String(box.number))];
      if (sit) {
        const here = button(say("Sit here"), "quiet small sit",
          () => this.#act.onSit(this.#number));
        here.setAttribute("aria-label", say("Sit at box {box}", { box: box.number }));
        made.push(here);
      } else {
        made.push(element("span", "who", status.who));
      }
      if (status.place) made.push(element("span", "bank", money(chips)));
      if (status.line) made.push(element("span", "says", status.line));
      return made;
    });
  }
}

const LONG_MS = 500;

/** A right click, or a finger that stays: browsers that make the one of the other say it once. */
function onLongPress(made, act) {
  let timer = 0;
  const end = () => clearTimeout(timer);
  const long = () => {
    end();
    if (made.dataset.long) return;
    made.dataset.long = "yes";
    act();
  };
  made.addEventListener("pointerdown", (event) => {
    delete made.dataset.long;
    if (event.pointerType !== "mouse") timer = setTimeout(long, LONG_MS);
  });
  for (const name of ["pointerup", "pointercancel", "pointerleave"]) {
    made.addEventListener(name, end);
  }
  made.addEventListener("contextmenu", (event) => {
    event.preventDefault();
    long();
  });
}

/** Whether what ends with this click was a long press: then the click itself means nothing. */
function wasLong(made) {
  const was = Boolean(made.dataset.long);
  delete made.dataset.long;
  return was;
}

/** How wide a box is beside the others: several hands, or many spots to bet on, need room. */
function weightOf(view, box, status) {
  const hands = 1 + Math.max(0, box.hands.length - 1) * 0.9;
  const spots = status.betting && status.mine && view.signs.spots.length > 4 ? 1.6 : 1;
  return Math.max(hands, spots).toFixed(2);
}

function outcome(view, one, tag) {
  const words = element("span", "", one.label && `${one.label} `, element("b", "amount", one.text));
  const chip = one.clause && clauseChip(view.signs.book, one.clause);
  const made = element(tag, `outcome ${one.sign}`, words, chip);
  made.title = one.says;
  return made;
}

/** A sum, and how much of it is in tokens. */
export const withTokens = (amount, { token }) => (token
  ? say("{amount}, {tokens} of it in tokens", { amount, tokens: money(token) }) : amount);

/** Chips, and beside them the tokens of a stake. */
function pieces({ amount, token }, chips) {
  const made = [];
  if (amount > token) made.push(stackElement(amount - token, chips));
  if (token) made.push(tokenElement(token));
  return made;
}

function spotContents(view, spot, mine, others) {
  const made = pieces(mine, view.signs.chips);
  for (const stack of others.flatMap((wager) => pieces(wager, view.signs.chips))) {
    stack.classList.add("others");
    made.push(stack);
  }
  const name = spot.title;
  if (made.length && spot.wager !== "main") made.unshift(element("span", "spot-name", name));
  if (!made.length) made.push(element("span", "spot-name", spot.closed ? say("closed") : name));
  else if (mine.amount) made.push(element("span", "stake-label", shortMoney(mine.amount)));
  else made.push(element("span", "stake-label", others.map((w) => shortMoney(w.amount)).join(" ")));
  return made;
}
