// A ruling on a dispute of yours: said at the table until you have read it.
//
//   tellRulings(place, table)   before `place`, for a LiveTable

import { announce, clauseChip } from "../common/base.js";
import { say } from "../common/say.js";
import { button, element, fill } from "../common/words.js";

const keyOf = (id, { number, reviewed }) =>
  `bythebook.ruling.${id}.${number}${reviewed ? ".reviewed" : ""}`;

function notice(book, id, ruling, again) {
  const chip = (clause) => clause && clauseChip(book, clause);
  const made = element("section", "notice ruling",
    element("h2", "", ruling.reviewed
      ? say("Your dispute was reviewed") : say("Your dispute was decided")),
    element("p", "muted small", ruling.about),
    element("p", "", `${ruling.by}: `, element("strong", "", ruling.ruling), " ",
      chip(ruling.clause)));
  if (ruling.review_by) {
    const by = { who: ruling.review_by };
    const asked = say("If you ask for it, it is reviewed by: {who}", by);
    made.append(element("p", "", `${asked} `,
      chip(ruling.review_clause)));
  }
  const way = ruling.outside
    ? say("If you do not accept it you may complain to {whom}", { whom: ruling.outside })
    : say("This decision is final");
  const last = element("p", "", `${way} `, chip(ruling.final_clause));
  made.append(last, button(say("I have read it"), "", () => {
    localStorage.setItem(keyOf(id, ruling), "read");
    again();
  }));
  return made;
}

export function tellRulings(place, table) {
  const shown = element("div", "rulings");
  place.before(shown);
  const show = () => {
    const { you, signs } = table.view;
    const fresh = (you.rulings ?? []).filter((one) => !localStorage.getItem(keyOf(signs.id, one)));
    const make = () => fresh.map((one) => notice(signs.book, signs.id, one, show));
    if (fill(shown, fresh, make) && fresh.length) announce(say("A dispute of yours was decided."));
  };
  table.addEventListener("view", show);
}
