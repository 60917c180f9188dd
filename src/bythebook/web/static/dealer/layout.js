// The layout as the dealer looks down on it: the dealer's hand, and every box in order.

import { cardElement, cardWords } from "../common/cards.js";
import { placeLine, placeMarks, placeOf } from "../common/places.js";
import { element, fill, money, shortMoney } from "../common/words.js";
import { say } from "../common/say.js";

function cards(names, faceDown = 0) {
  const made = element("span", "hand-cards");
  for (const name of names) made.append(cardElement(name));
  for (let at = 0; at < faceDown; at += 1) made.append(cardElement("", { faceDown: true }));
  const words = names.map(cardWords);
  words.push(...Array(faceDown).fill(say("a card face down")));
  made.append(element("span", "visually-hidden", words.join(", ") || say("no card")));
  return made;
}

function total(hand) {
  if (!hand.cards.length || !hand.total) return "";
  const points = hand.soft ? say("soft {total}", hand) : `${hand.total}`;
  return hand.kind ? `${points}, ${hand.kind}` : points;
}

function dealerPlace(dealer, due) {
  const made = element("div", "place dealer-place", element("h3", "", say("Dealer")),
    cards(dealer.cards, dealer.face_down), element("span", "total", total(dealer)));
  made.classList.toggle("due-here", due.what === "card" && due.box === 0);
  return made;
}

function stakes(hand) {
  return hand.stakes.map((stake) => {
    const sum = shortMoney(stake.amount + stake.doubled);
    const free = stake.free ? ` ${say("+ {free} token", { free: shortMoney(stake.free) })}` : "";
    const words = `${stake.player} ${sum}${free}`;
    return element("span", stake.live ? "stake" : "stake settled", words);
  });
}

function handOf(box, hand, at, due) {
  const made = element("div", "hand", cards(hand.cards, hand.face_down),
    element("span", "total", total(hand)), ...stakes(hand));
  const number = at + 1;
  made.classList.toggle("in-turn", box.turn === number);
  const here = due.what === "card" && due.box === box.number && (due.hand || 1) === number;
  made.classList.toggle("due-here", here);
  return made;
}

function wagers(box) {
  const found = [...box.wagers, ...box.insured];
  if (!found.length) return [];
  const list = element("ul", "wagers");
  for (const wager of found) {
    const words = `${wager.player} ${shortMoney(wager.amount)} ${wager.wager}`;
    list.append(element("li", "", 
      wager.token ? say("{words} ({token} in tokens)", { words, token: shortMoney(wager.token) })
        : words));
  }
  return [list];
}

/** What a place of a tournament has beside its cards: chips, marks, who is out. */
function placeNotes(place) {
  const marks = placeMarks(place).map(([, says]) => says);
  const notes = [`${money(place.chips)} chips`, ...marks, placeLine(place)];
  return element("span", "small muted", notes.filter(Boolean).join(" · "));
}

function boxPlace(box, due, onBox, place) {
  const made = element("li", "place box-place");
  const waits = due.box === box.number && due.what === "card" && !box.hands.length;
  made.classList.toggle("due-here", waits);
  made.classList.toggle("in-turn", box.turn > 0);
  const who = box.sits || (box.reserved ? say("kept for {reserved}", { reserved: box.reserved })
    : "");
  const heading = element("h3", "", say("Box {number}", { number: box.number }), element("span",
    "muted", who));
  if (box.controls && box.controls !== box.sits) {
    heading.append(element("span", "small muted", `${box.controls} decides`));
  }
  if (place) heading.append(placeNotes(place));
  const hands = box.hands.map((hand, at) => handOf(box, hand, at, due));
  made.append(heading, element("div", "hands", ...hands), ...wagers(box));
  made.addEventListener("click", () => onBox(box.number));
  return made;
}

export function showLayout(root, view, onBox) {
  const { boxes, dealer, due } = view;
  const waits = [due.what, due.box, due.hand];
  fill(root, [boxes, dealer, waits, view.session?.places], () => {
    const places = boxes.map((box) => boxPlace(box, due, onBox, placeOf(view, box)));
    return [dealerPlace(dealer, due), element("ol", "box-places", ...places)];
  });
}
