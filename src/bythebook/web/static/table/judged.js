// The trainer: what my choice was worth, once it is made, and how I stand.

import { say } from "../common/say.js";
import { element, money, percent, upperFirst } from "../common/words.js";

// What can be chosen, as it stands within a sentence.
const WORDS = {
  hit: say("hit"), stand: say("stand"), double: say("double"), split: say("split"),
  surrender: say("surrender"), insure: say("insurance"), "even-money": say("even money"),
  "even money": say("even money"), decline: say("nothing taken"), withdraw: say("take it back"),
};
export const named = (action) => WORDS[action] ?? action;

/** What would have been better. */
export const better = (best) => say("{choice} is better.", { choice: upperFirst(named(best)) });

/** Such as "Hit is better. Stand −15.0 %, hit +0.1 %: $3.77." */
export function judged(place, { taken, best, right, cost, stake, choices, ...standing }) {
  const value = (action) =>
    choices.find((one) => `${one.action} ${one.rank ?? ""}`.trim() === action).value;
  const worth = (action) => `${named(action)} ${percent(value(action))}`;
  const cents = Math.round(cost * stake);
  const both = [worth(taken), worth(best)].join(", ");
  const dear = cents ? [both, money(cents)].join(": ") : both;
  const said = taken === best ? worth(taken) : dear;
  const title = right ? say("Right.") : better(best);
  const part = Math.round((100 * standing.all_right) / standing.asked);
  place.hidden = false;
  place.classList.toggle("wrong", !right);
  place.replaceChildren(
    element("strong", right ? "plus" : "minus", title), ` ${upperFirst(said)}. `,
    element("span", "muted", say("{part} % of {all}, streak {streak}", {
      part, all: standing.asked, streak: standing.streak,
    })),
  );
}
