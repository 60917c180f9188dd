// A place at a tournament table: what lies there beside cards and wagers, and who is out.
//
//   placeOf(view, box)    the place of a box; undefined at other tables
//   placeMarks(place)     what lies there: [kind, words]
//   placeLine(place)      what is said under the name
//   placeSpoken(place)    all of it for those who listen

import { money } from "./words.js";

export const placeOf = (view, box) =>
  view.session?.places.find((place) => place.box === box.number);

export function placeMarks(place) {
  const marks = [];
  if (place.marker) marks.push(["marker", "Marker"]);
  if (place.secret_amount) marks.push(["secret", `Secret ${money(place.secret_amount)}`]);
  else if (place.secret) marks.push(["secret", "Secret"]);
  if (place.voucher) marks.push(["voucher", "Voucher"]);
  if (place.passed) marks.push(["pass", "Pass"]);
  return marks;
}

export function placeLine(place) {
  if (place.gone) return place.out_at ? `${place.gone}, hand ${place.out_at}` : place.gone;
  if (!place.seated) return "away";
  return place.turn ? "to act" : "";
}

export function placeSpoken(place) {
  const parts = [`${money(place.chips)} chips`];
  if (place.marker) parts.push("has the marker");
  if (place.secret) parts.push("has a secret wager");
  if (place.voucher) parts.push("has a mystery voucher");
  if (place.passed) parts.push("passes");
  if (place.wager) parts.push(`wagers ${money(place.wager)}`);
  if (place.secret_amount) parts.push(`secret wager ${money(place.secret_amount)}`);
  const line = placeLine(place);
  if (line) parts.push(line);
  return ` ${parts.join(", ")}.`;
}
