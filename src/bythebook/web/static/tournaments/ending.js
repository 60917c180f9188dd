// When a table of a tournament is over for me: a place, another seat, or a wait for the others.

import { language, say } from "../common/say.js";
import { element } from "../common/words.js";

/** As English counts places; elsewhere a place is its number. */
const ordinal = (number) => {
  if (language !== "en") return String(number);
  const teens = number % 100 > 10 && number % 100 < 20;
  return `${number}${(!teens && { 1: "st", 2: "nd", 3: "rd" }[number % 10]) || "th"}`;
};

/** How it goes on for me when a table is over: a place, another seat, or a wait. */
export function endingLine({ ending }) {
  if (!ending) return "";
  if (ending.place) {
    return say("You finished {place} of {all}.", { place: ordinal(ending.place), all: ending.of });
  }
  if (ending.table) return say("You go on: {stage}.", { stage: ending.stage });
  return ending.waits ? say("Your table is over; others still play.") : "";
}

/** The bar: on to my seat, to the leaderboard, or to another tournament of my own. */
export function endingElements({ ending }) {
  const { tournament } = document.getElementById("table").dataset;
  const link = (says, className, to) => {
    const made = element("a", `button ${className}`, says);
    made.href = `/tournaments/${tournament}${to}`;
    return made;
  };
  const made = [];
  if (ending.table) made.push(link(say("To your seat"), "primary", `/tables/${ending.table}`));
  const again = document.querySelector("[data-part=again]");
  if (ending.place && again) {
    const copy = again.content.cloneNode(true);
    made.push(copy.querySelector("form"));
  }
  return [...made, link(say("Leaderboard"), "quiet", "")];
}
