// What pages say, in their reader's language. English stands in the scripts themselves; of another
// language the page brings what its catalogue has (web/languages).
//
//   say("Box {box}", { box: 3 })              what is in braces is filled in
//   sayMany(2, "{n} card", "{n} cards")       by number; {n} is the number, as it is written there
//   listed(["ann", "bob"]), oneOf(["hit", "stand"])

const kept = document.getElementById("catalogue");
const catalogue = kept ? JSON.parse(kept.textContent) : {};

export const language = document.documentElement.lang || "en";
/** How numbers, lists and moments are written; plain English is Australia's, as the books are. */
export const locale = language === "en" ? "en-AU" : language;

const filled = (text, values) =>
  text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

export function say(text, values = {}) {
  return filled(catalogue[text] ?? text, values);
}

const numbers = new Intl.PluralRules(locale);

export function sayMany(count, one, many, values = {}) {
  const forms = catalogue[one];
  const english = count === 1 ? one : many;
  const text = forms?.[catalogue[""][numbers.select(count)] ?? 0] ?? english;
  return filled(text, { n: count.toLocaleString(locale), ...values });
}

const lists = new Intl.ListFormat(locale, { style: "long", type: "conjunction" });
const choices = new Intl.ListFormat(locale, { style: "long", type: "disjunction" });

/** Several names or words as one: all of them, or one of them. */
export const listed = (words) => lists.format(words);
export const oneOf = (words) => choices.format(words);
