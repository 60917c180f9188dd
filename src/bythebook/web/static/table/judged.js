// The trainer: what my choice was worth, once it is made, and how I stand.

import { element, money, percent, upperFirst } from "../common/words.js";

const WORDS = { decline: "nothing taken", "even-money": "even money" };
const named = (action) => WORDS[action] ?? action;

/** Such as "Hit is better. Stand −15.0 %, hit +0.1 %: $3.77." */
export function judged(place, { taken, best, right, cost, stake, choices, ...standing }) {
  const value = (action) =>
    choices.find((one) => `${one.action} ${one.rank ?? ""}`.trim() === action).value;
  const worth = (action) => `${named(action)} ${percent(value(action))}`;
  const cents = Math.round(cost * stake);
  const loses = cents ? `: ${money(cents)}` : "";
  const said = taken === best ? worth(taken) : `${worth(taken)}, ${worth(best)}${loses}`;
  const title = right ? "Right." : `${upperFirst(named(best))} is better.`;
  const part = Math.round((100 * standing.all_right) / standing.asked);
  place.hidden = false;
  place.classList.toggle("wrong", !right);
  place.replaceChildren(
    element("strong", right ? "plus" : "minus", title), ` ${upperFirst(said)}. `,
    element("span", "muted", `${part} % of ${standing.asked}, streak ${standing.streak}`),
  );
}
