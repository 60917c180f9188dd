// One act as it was judged, for the trainee and for whoever holds the class.

import { clauseChip } from "../common/base.js";
import { element, money, upperFirst } from "../common/words.js";
import { say } from "../common/say.js";

const KINDS = {
  right: say("Right"), late: say("Late"), wrong: say("Wrong"), refused: say("Refused"),
    needless: say("Needless"),
  payment: say("Paid wrongly"), undone: say("Left undone"),
};

export function countsInWords(counts) {
  const parts = Object.entries(KINDS).filter(([kind]) => counts[kind]);
  return parts.map(([kind, says]) => `${counts[kind]} ${says.toLowerCase()}`).join(", ")
    || say("nothing yet");
}

export function findingElement(finding, book, tag = "li") {
  const { kind, clause, wanted, did, reason, cents } = finding;
  const made = element(tag, `found-${kind}`, element("strong", "", `${KINDS[kind]}: `),
    upperFirst(did || "nothing"), " ");
  if (clause) made.append(clauseChip(book, clause));
  if (kind === "right") return made;
  const off = cents ? ` (${money(cents, { sign: true })})` : "";
  if (wanted) made.append(element("span", "small", say("Wanted: {wanted}{off}", { wanted, off })));
  if (reason) made.append(element("span", "small muted", upperFirst(reason)));
  return made;
}
