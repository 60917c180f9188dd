// The pay list: who gets what by which clause, in which chips, ticked off as it is paid.

import { clauseChip } from "../common/base.js";
import { element, fill, money, shortMoney } from "../common/words.js";
import { say } from "../common/say.js";

/** A sum in chips, the largest first, and what is left that no chip makes. */
export function chipsFor(cents, denominations) {
  const chips = new Map();
  let left = cents;
  for (const chip of [...denominations].sort((a, b) => b - a)) {
    const count = Math.floor(left / chip);
    if (count > 0) chips.set(chip, count);
    left -= count * chip;
  }
  return { chips, left };
}

function chipWords(cents, denominations) {
  if (!denominations.length || cents <= 0) return "";
  const { chips, left } = chipsFor(cents, denominations);
  const words = [...chips].map(([chip, count]) => `${count} × ${shortMoney(chip)}`);
  if (left) words.push(money(left));
  return words.join(" + ");
}

const RESULTS = { wins: "wins", loses: "loses", "stand-off": say("stands off") };

export class PayList {
  #root;
  #ticked = new Set();

  constructor(root) { this.#root = root; }

  show(view) {
    const { rows, signs } = view;
    if (!rows.length) this.#ticked.clear(); // another round
    fill(this.#root, [rows, signs.chips, signs.book], () => this.#rows(view));
  }

  #rows({ rows, signs }) {
    if (!rows.length) {
      return [element("p", "empty", say("Nothing to pay or collect yet."))];
    }
    const titles = [say("Where"), say("Wager"), say("Result"), say("Pay"), say("Done")];
    const head = element("tr", "", ...titles.map((title) => element("th", "", title)));
    const body = element("tbody", "", ...rows.map((row, at) => this.#row(row, at, signs)));
    const table = element("table", "pay cards", element("thead", "", head), body);
    return [table, this.#sums(rows)];
  }

  #row(row, at, signs) {
    const made = element("tr", row.paid > 0 ? "pays" : row.returned ? "" : "lost");
    const note = (words) => words && element("span", "small muted", words);
    const place = row.hand > 1 ? say("Box {box}, hand {hand}", row) : say("Box {box}", row);
    const odds = [row.odds, row.line].filter(Boolean).join(", ");
    const paid = element("strong", row.paid ? "plus" : "", row.paid ? money(row.paid) : "—");
    const box = element("input");
    box.type = "checkbox";
    box.checked = this.#ticked.has(at);
    box.setAttribute("aria-label", say("Done: {says}", { says: row.says }));
    made.classList.toggle("done", box.checked);
    box.addEventListener("change", () => {
      if (box.checked) this.#ticked.add(at);
      else this.#ticked.delete(at);
      made.classList.toggle("done", box.checked);
    });
    made.append(
      element("th", "", place, note(row.player)),
      element("td", "", row.wager, note(money(row.stake))),
      element("td", "", RESULTS[row.result] ?? row.result, note(odds),
        clauseChip(signs.book, row.clause)),
      element("td", "number", paid, note(chipWords(row.paid, signs.chips))),
      element("td", "", box),
    );
    return made;
  }

  #sums(rows) {
    const paid = rows.reduce((sum, row) => sum + row.paid, 0);
    const taken = rows.reduce((sum, row) => sum + Math.max(0, row.stake - row.returned), 0);
    return element("p", "pay-sums", say("To pay "), element("strong", "", money(paid)),
      say(" · to collect "), element("strong", "", money(taken)));
  }
}
