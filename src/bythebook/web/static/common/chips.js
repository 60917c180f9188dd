// Chips of any denomination, and stacks of them.
//
//   chipElement(2500)                       a chip of $25, as an <svg class="chip">
//   tokenElement(2500)                      a promotional token of that worth
//   freeToken()                             what the house lays for a free double or split
//   stackElement(13000, [500, 2500, 10000]) what the amount looks like in those chips
//   breakdown(13000, [500, 2500, 10000])    [10000, 2500, 500]: largest first, exact if it can be
//
// chips.css sizes them: --chip is a chip's diameter. A chip's colour follows from its value.

import { say } from "./say.js";
import { draw, element, inPoints } from "./words.js";

// From each value on: body and edge spots. The usual order of colours on a casino floor, muted.
const COLOURS = [
  [1, "#e9e2d0", "#7d8a83"],
  [100, "#dfe6ea", "#51697a"],
  [200, "#c9788b", "#f6e9ea"],
  [500, "#a8322a", "#f6e3d6"],
  [1000, "#2f5f9e", "#e5edf6"],
  [2000, "#2f8259", "#e4f1e6"],
  [5000, "#c77b2b", "#fbeed9"],
  [10000, "#26292b", "#d9b25c"],
  [50000, "#5f3f86", "#eae0f3"],
  [100000, "#c9a227", "#3a2c06"],
  [500000, "#74442b", "#f3e2d2"],
];
const EDGE_SPOTS = 8;
const TALLEST = 6;

/** A point is drawn as a dollar. */
const worth = (chip) => (inPoints() ? chip * 100 : chip);
const coloursOf = (chip) => COLOURS.findLast(([from]) => worth(chip) >= from) ?? COLOURS[0];

/** "25", "2.50", "1k": what a chip says. */
export function chipWords(chip) {
  const cents = worth(chip);
  if (cents >= 100000 && cents % 10000 === 0) return `${cents / 100000}k`;
  return cents % 100 ? (cents / 100).toFixed(2) : String(cents / 100);
}

function disc(cents, middle, face) {
  const [, body, spots] = coloursOf(cents);
  const around = (2 * Math.PI * 42) / EDGE_SPOTS;
  const group = draw("g", {},
    draw("circle", { cx: 50, cy: middle, r: 48, fill: body, stroke: "#0006", "stroke-width": 2 }),
    draw("circle", {
      cx: 50, cy: middle, r: 42, fill: "none", stroke: spots, "stroke-width": 11,
      "stroke-dasharray": `${around * 0.3} ${around * 0.7}`,
    }));
  if (face) {
    group.append(draw("circle", { cx: 50, cy: middle, r: 32, fill: "#fbf6e9" }), draw("text", {
      x: 50, y: middle, "text-anchor": "middle", "dominant-baseline": "central", fill: "#22302a",
      "font-size": { 1: 34, 2: 32, 3: 26 }[face.length] ?? 21,
    }, face));
  }
  return group;
}

function picture(height, className, ...contents) {
  const attributes = { viewBox: `0 0 100 ${height}`, class: className, "aria-hidden": "true" };
  return draw("svg", attributes, ...contents);
}

export const chipElement = (cents) => picture(100, "chip", disc(cents, 50, chipWords(cents)));

/** A promotional token: no money, and it looks like none. */
export function tokenElement(cents) {
  const edge = { cx: 50, cy: 50, stroke: "#8a6d1f" };
  const written = { x: 50, "text-anchor": "middle", fill: "#3a2c06" };
  const inside = { r: 38, fill: "none", "stroke-width": 2, "stroke-dasharray": "4 4" };
  const worthIs = { y: 46, "dominant-baseline": "central", "font-size": 28 };
  return picture(100, "chip token",
    draw("circle", { ...edge, r: 47, fill: "#f4ecd8", "stroke-width": 5 }),
    draw("circle", { ...edge, ...inside }),
    draw("text", { ...written, ...worthIs }, chipWords(cents)),
    draw("text", { ...written, y: 70, "font-size": 15 }, say("token")));
}

/** What the house lays for a free double or split. */
export function freeToken() {
  const made = element("span", "free-token", say("free"));
  made.setAttribute("aria-hidden", "true");
  return made;
}

/** Largest first; what the chips cannot make is left over as one odd piece. */
export function breakdown(cents, chips) {
  const made = [];
  let rest = cents;
  for (const chip of [...chips].sort((a, b) => b - a)) {
    while (rest >= chip && made.length < 200) {
      made.push(chip);
      rest -= chip;
    }
  }
  if (rest > 0) made.push(rest);
  return made;
}

/** A stack seen from a little above: the largest chips below, at most six drawn. */
export function stackElement(cents, chips) {
  const pieces = breakdown(cents, chips);
  const drawn = pieces.length > TALLEST ? pieces.slice(0, TALLEST) : pieces;
  const rise = 9;
  const height = 100 + rise * (drawn.length - 1);
  const svg = picture(height, "chip chip-stack");
  svg.style.setProperty("--rise", drawn.length - 1);
  drawn.forEach((piece, level) => {
    const top = level === drawn.length - 1;
    svg.append(disc(piece, height - 50 - rise * level, top ? chipWords(piece) : ""));
  });
  return svg;
}
