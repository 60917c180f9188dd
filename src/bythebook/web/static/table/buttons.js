// Buttons of the bar: with what they do and their key; or closed, with the clause that closes them.

import { clauseChip } from "../common/base.js";
import { button as plainButton, element } from "../common/words.js";

/** `press`: what happens then; a button that sends its form needs none. */
export function button(label, className, does, key = "", press = () => {}) {
  const made = plainButton(label, className, press);
  made.dataset.does = does;
  if (key) {
    const hint = element("kbd", "", key);
    hint.setAttribute("aria-hidden", "true");
    made.append(hint);
    made.setAttribute("aria-keyshortcuts", key);
  }
  return made;
}

export function closedChoice(book, made, { why, clause }) {
  made.setAttribute("aria-disabled", "true");
  made.append(element("small", "", why));
  const known = clause && !clause.startsWith("house:");
  return element("span", "closed-choice", made, known && clauseChip(book, clause));
}
