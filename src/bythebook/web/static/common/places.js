// A place at a tournament table: what lies there beside cards and wagers, and who is out.
//
//   placeOf(view, box)    the place of a box; undefined at other tables
//   placeMarks(place)     what lies there: [kind, words]
//   placeLine(place)      what is said under the name
//   placeSpoken(place)    all of it for those who listen

import { say } from "./say.js";
import { money } from "./words.js";

export const placeOf = (view, box) =>
  view.session?.places.find((place) => place.box === box.number);

export function placeMarks(place) {
  const marks = [];
  if (place.marker) marks.push(["marker", say("Marker")]);
  if (place.secret_amount) {
    const secret = say("Secret {amount}", { amount: money(place.secret_amount) });
    marks.push(["secret", secret]);
  } else if (place.secret) {
    marks.push(["secret", say("Secret")]);
  }
  if (place.voucher) marks.push(["voucher", say("Voucher")]);
  if (place.passed) marks.push(["pass", say("Pass")]);
  return marks;
}

const GONE = {
  out: say("out"), eliminated: say("eliminated"), disqualified: say("disqualified"),
  withdrawn: say("withdrawn"),
};

export function placeLine(place) {
  if (place.gone && place.out_at) {
    return say("{state}, hand {hand}", { state: GONE[place.gone] ?? place.gone,
      hand: place.out_at });
  }
  if (place.gone) return GONE[place.gone] ?? place.gone;
  if (!place.seated) return say("away");
  return place.turn ? say("to act") : "";
}

export function placeSpoken(place) {
  const parts = [say("{amount} chips", { amount: money(place.chips) })];
  if (place.marker) parts.push(say("has the marker"));
  if (place.secret) parts.push(say("has a secret wager"));
  if (place.voucher) parts.push(say("has a mystery voucher"));
  if (place.passed) parts.push(say("passes"));
  if (place.wager) parts.push(say("wagers {amount}", { amount: money(place.wager) }));
  if (place.secret_amount) {
    parts.push(say("secret wager {amount}", { amount: money(place.secret_amount) }));
  }
  const line = placeLine(place);
  if (line) parts.push(line);
  return `${parts.join(", ")}.`;
}
