// Amounts, totals and boxes in words, for labels and for those who listen; and the elements that
// hold them.

import { language, locale, say } from "./say.js";

const MINUS = "−";
let points = false;

/** Whether chips are no money on this page: then amounts are points, and said so. */
export const inPoints = () => points;
export function countInPoints(on) { points = on; }

// There is no other dollar in the house: it needs no country.
const AS_DOLLARS = { style: "currency", currency: "AUD", currencyDisplay: "narrowSymbol" };
const DOLLARS = new Intl.NumberFormat(locale, AS_DOLLARS);
const WHOLE_DOLLARS = new Intl.NumberFormat(locale, { ...AS_DOLLARS, maximumFractionDigits: 0 });

/** "$1,250.00", "−$5.00"; with `sign` also "+$5.00". Of chips that are no money "1,250". */
export function money(cents, { sign = false } = {}) {
  const amount = Math.abs(cents);
  const text = points ? amount.toLocaleString(locale) : DOLLARS.format(amount / 100);
  if (cents < 0) return `${MINUS}${text}`;
  return sign && cents > 0 ? `+${text}` : text;
}

/** The same without cents where there are none: "$25", "$2.50". */
export function shortMoney(cents, options) {
  const whole = points || cents % 100;
  const said = money(cents, options);
  const [long, short] = [DOLLARS, WHOLE_DOLLARS].map((one) => one.format(Math.abs(cents) / 100));
  return whole ? said : said.replace(long, short);
}

export const inDollars = (cents) =>
  (points ? String(cents) : cents % 100 ? (cents / 100).toFixed(2) : String(cents / 100));

/** What was typed as dollars, in cents; NaN if it is no amount. */
export function inCents(text) {
  // A comma before one or two figures at the end is one of cents, as many write it.
  const plain = String(text).trim().replace(/\s?\$\s?/, "").replace(/,(\d{1,2})$/, ".$1");
  const typed = plain.replace(/,/g, "");
  if (points) return /^\d+$/.test(typed) ? Number(typed) : NaN;
  return /^\d+(\.\d{1,2})?$/.test(typed) ? Math.round(Number(typed) * 100) : NaN;
}

/** A number with so many places after the point, as it is written there. */
export const figure = (value, places) => value.toLocaleString(locale, {
  minimumFractionDigits: places, maximumFractionDigits: places, useGrouping: false,
});

/** A value per unit staked as a percentage: "+41.2 %". */
export function percent(value) {
  const text = `${figure(Math.abs(value * 100), 1)} %`;
  if (Math.abs(value) < 0.0005) return text;
  return `${value < 0 ? MINUS : "+"}${text}`;
}

/** "1 minute 20", "45 seconds"; for clocks and countdowns. */
export function duration(seconds) {
  if (seconds >= 3600) {
    const [h, min] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
    return say("{h} h {min} min", { h, min });
  }
  const [min, s] = [Math.floor(seconds / 60), seconds % 60];
  return min ? say("{min} min {s} s", { min, s }) : say("{s} s", { s });
}

export const upperFirst = (text) => text.charAt(0).toUpperCase() + text.slice(1);

const IRREGULAR = { is: "are", has: "have", does: "do" };

/** "wagers" of somebody else is "wager" of mine. */
const mine = (verb) =>
  IRREGULAR[verb] ?? verb.replace(/(ss|sh|ch|x)es$/, "$1").replace(/([^s])s$/, "$1");

/** Not within another word, of any language that is written in these letters. */
const LETTER = "[\\w\\p{Script=Latin}\\p{M}-]";

/** A sentence as it is told to the one it names: "ann wagers" is "You wager" to ann. */
export function toMe(says, me) {
  if (!me) return says;
  const plain = me.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  const name = `(?<!${LETTER})${plain}(?!${LETTER})`;
  if (language !== "en") {
    const other = new RegExp(name, "gu");
    return says.replace(other, (_, at) => (at ? say("you") : upperFirst(say("you"))));
  }
  const named = new RegExp(`${name}('s|’s)?(?: ([a-z]+)\\b)?`, "gu");
  return says.replace(named, (_, whose, verb, at) => {
    const word = whose ? "your" : "you";
    const first = at === 0 ? upperFirst(word) : word;
    const next = whose ? verb : verb && mine(verb);
    return next ? `${first} ${next}` : first;
  });
}

/** What went wrong, with its clause. */
export function complaint(problem) {
  const message = upperFirst(problem.message);
  return problem.clause
    ? say("{message} (clause {clause})", { message, clause: problem.clause }) : message;
}

/** An element with what is in it, as far as there is anything: words, or other elements. */
export function element(tag, className = "", ...contents) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.append(...contents.filter(Boolean));
  return made;
}

/** A button that does something, and does not send the form that it is in. */
export function button(label, className, press) {
  const made = element("button", className, label);
  made.type = "button";
  made.addEventListener("click", press);
  return made;
}

/** A control with its label before it. */
export const inlineField = (label, control) => element("label", "inline-field", label, control);

/** The same as `element`, of a drawing. */
export function draw(tag, attributes, ...contents) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...contents);
  return made;
}

/** Replace children only if what they would say is different: keeps focus and animations. */
export function fill(target, key, make) {
  const asText = JSON.stringify(key);
  if (target.dataset.shows === asText) return false;
  target.dataset.shows = asText;
  target.replaceChildren(...make());
  return true;
}
