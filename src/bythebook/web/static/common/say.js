// What pages say, in their reader's language. English stands in the scripts themselves; of another
// language the page brings what its catalogue has (web/languages).
//
//   say("Box {box}", { box: 3 })              what is in braces is filled in
//   sayMany(2, "{n} card", "{n} cards")       by number; {n} is the number, as it is written there

const kept = document.getElementById("catalogue");
const catalogue = kept ? JSON.parse(kept.textContent) : {};

export const language = document.documentElement.lang || "en";
/** How numbers, lists and moments are written; plain English is Australia's, as the books are. */
export const locale = language === "en" ? "en-AU" : language;

export function say(text, values = {}) {
  return (catalogue[text] ?? text).replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

export function sayMany(count, one, many, values = {}) {
  const text = catalogue[one] ?? (count === 1 ? one : many);
  return say(text, { n: count.toLocaleString(locale), ...values });
}
