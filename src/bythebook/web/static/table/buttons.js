// Buttons of the bar: with what they do and their key; or closed, with the clause that closes them.

import { clauseChip } from "../common/base.js";
import { element } from "../common/words.js";

export function button(label, className, does, key = "") {
  const made = element("button", className, label);
  made.type = "button";
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
  const wrap = element("span", "closed-choice");
  wrap.append(made);
  if (clause && !clause.startsWith("house:")) wrap.append(clauseChip(book, clause));
  return wrap;
}
