// Cards, drawn by us.
//
//   cardElement("8C", { faceDown: false })  an <svg class="card">; "TD", "JK", "JK=9"; "" is a back
//   cardWords("8C")                         "eight of clubs"
//   cardShort("8C")                         "8♣"
//
// cards.css sizes and colours them: --card is a card's width. With <html data-four-colours> clubs
// are green and diamonds blue. A card with the class "dealt" flies in from --from-x and --from-y;
// one with "turned" is turned up where it lies.

import { say } from "./say.js";
import { draw } from "./words.js";

const RANKS = {
  A: say("ace"), 2: say("two"), 3: say("three"), 4: say("four"), 5: say("five"), 6: say("six"),
  7: say("seven"), 8: say("eight"), 9: say("nine"), T: say("ten"), J: say("jack"),
  Q: say("queen"), K: say("king"),
};
const SUITS = { C: "clubs", D: "diamonds", H: "hearts", S: "spades" };
const SUIT_WORDS = {
  C: say("clubs"), D: say("diamonds"), H: say("hearts"), S: say("spades"),
};
const MARKS = { C: "♣", D: "♦", H: "♥", S: "♠" };

// Each in a square of 100, point or lobe up.
const SHAPES = {
  C: "M50 4a22 22 0 0 1 20.5 30A22 22 0 1 1 57 68c1 11 4 19 12 28H31c8-9 11-17 12-28" +
    "A22 22 0 1 1 29.5 34A22 22 0 0 1 50 4Z",
  D: "M50 2C60 20 72 36 86 50C72 64 60 80 50 98C40 80 28 64 14 50C28 36 40 20 50 2Z",
  H: "M50 96C38 78 6 58 6 32A23 23 0 0 1 50 24A23 23 0 0 1 94 32C94 58 62 78 50 96Z",
  S: "M50 3C60 22 94 40 94 62A21 21 0 0 1 57 71c1 10 4 17 12 25H31c8-8 11-15 12-25" +
    "A21 21 0 0 1 6 62C6 40 40 22 50 3Z",
  star: "M50 5L61.2 37.6L95.7 38.2L68.1 58.9L78.2 91.8L50 72L21.8 91.8" +
    "L31.9 58.9L4.3 38.2L38.8 37.6Z",
};

function shape(name, x, y, size, extra = {}) {
  const place = `translate(${x - size / 2} ${y - size / 2}) scale(${size / 100})`;
  return draw("path", { d: SHAPES[name], transform: place, fill: "currentColor", ...extra });
}

function text(words, x, y, className, anchor = "middle") {
  return draw("text", { x, y, class: className, "text-anchor": anchor }, words);
}

function parse(name) {
  if (name.startsWith("JK")) return { joker: true, rank: name.slice(3), suit: "" };
  return { joker: false, rank: name[0], suit: name[1] };
}

const index = (rank) => (rank === "T" ? "10" : rank);

function frame(className) {
  const face = draw("rect", { x: 1, y: 1, width: 98, height: 138, rx: 9, class: "card-face" });
  return draw("svg", { viewBox: "0 0 100 140", class: className, "aria-hidden": "true" }, face);
}

function back() {
  const svg = frame("card card-back");
  svg.append(draw("rect", { x: 8, y: 8, width: 84, height: 124, rx: 5, class: "card-lattice" }));
  for (let k = -4; k <= 9; k += 1) {
    const from = 8 + k * 12;
    svg.append(
      draw("path", { d: lattice(from, 1), class: "card-line" }),
      draw("path", { d: lattice(from, -1), class: "card-line" }),
    );
  }
  return svg;
}

/** A slanted line over the back, cut to its inner frame (x 8 to 92, y 8 to 132). */
function lattice(from, way) {
  const slope = 84 / 124;
  const at = (y) => (way > 0 ? from + (y - 8) * slope : 100 - from - (y - 8) * slope);
  const within = (x) => Math.min(92, Math.max(8, x));
  const y = (x) => 8 + (way > 0 ? x - from : 100 - from - x) / slope;
  const ends = [within(at(8)), within(at(132))];
  const heights = ends.map((x) => Math.min(132, Math.max(8, y(x))));
  return `M${ends[0]} ${heights[0]}L${ends[1]} ${heights[1]}`;
}

function joker(rank) {
  const svg = frame("card card-joker");
  if (rank) {
    svg.append(text(index(rank), 8, 34, indexClass(rank), "start"), shape("star", 21, 54, 26));
  } else {
    svg.append(shape("star", 22, 25, 32));
  }
  svg.append(shape("star", 62, 92, 58), text("JOKER", 62, 134, "card-word"));
  return svg;
}

const indexClass = (rank) => (rank === "T" ? "card-index card-ten" : "card-index");

export function cardElement(name, { faceDown = false } = {}) {
  if (faceDown || !name) return back();
  const { joker: isJoker, rank, suit } = parse(name);
  if (isJoker) return joker(rank);
  const svg = frame(`card card-${SUITS[suit]}`);
  svg.append(text(index(rank), 8, 34, indexClass(rank), "start"), shape(suit, 21, 54, 26));
  if ("JQK".includes(rank)) {
    // A court card is its letter, in a frame of its own.
    svg.append(
      draw("rect", { x: 42, y: 58, width: 48, height: 72, rx: 3, class: "card-court" }),
      text(rank, 66, 109, "card-letter"),
    );
  } else if (rank === "A") {
    svg.append(shape(suit, 63, 96, 62));
  } else {
    svg.append(shape(suit, 66, 104, 44));
  }
  return svg;
}

export function cardWords(name) {
  const { joker: isJoker, rank, suit } = parse(name);
  if (isJoker) return rank ? say("joker as {rank}", { rank: RANKS[rank] }) : say("joker");
  return say("{rank} of {suit}", { rank: RANKS[rank], suit: SUIT_WORDS[suit] });
}

export function cardShort(name) {
  const { joker: isJoker, rank, suit } = parse(name);
  if (isJoker) return rank ? say("joker ({rank})", { rank: index(rank) }) : say("joker");
  return `${index(rank)}${MARKS[suit]}`;
}

export const rankWords = (rank) => RANKS[rank] ?? rank;
export const rankShort = index;
