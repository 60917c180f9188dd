// Grave orders, which move a prize, a pool or a limit: asked about once before they are given.
//
//   await makeSure({ question, moves })   resolves if that is meant; otherwise rejects: nothing was
//                                         done. `moves`: [{ what, cents, before }], in cents

import { confirmed } from "./base.js";
import { Declined } from "./live.js";
import { element, money, upperFirst } from "./words.js";
import { say } from "./say.js";

const sum = ({ cents, before }) => {
  if (before === undefined || before === null) return money(cents);
  return before === cents ? say("{cents}, unchanged", { cents: money(cents) })
    : `${money(before)} → ${money(cents)}`;
};

export async function makeSure({ question, moves = [] }) {
  const list = element("dl", "moves", ...moves.flatMap((one) =>
    [element("dt", "", upperFirst(one.what)), element("dd", "", sum(one))]));
  if (!(await confirmed(question, say("Yes"), moves.length ? list : null))) {
    throw new Declined("unsure", { reason: say("Nothing was done.") });
  }
}
