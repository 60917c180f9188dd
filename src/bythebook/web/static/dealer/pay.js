// The pay list: who gets what by which clause, in which chips, ticked off as it is paid.

import { clauseChip } from "../common/base.js";
import { element, fill, money, shortMoney } from "../common/words.js";

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

const RESULTS = { wins: "wins", loses: "loses", "stand-off": "stands off" };

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
      return [element("p", "empty", "Nothing to pay or collect yet.")];
    }
    const table = element("table", "pay cards");
    const head = element("thead");
    const titles = element("tr");
    for (const title of ["Where", "Wager", "Result", "Pay", "Done"]) {
      titles.append(element("th", "", title));
    }
    head.append(titles);
    const body = element("tbody");
    rows.forEach((row, at) => body.append(this.#row(row, at, signs)));
    table.append(head, body);
    return [table, this.#sums(rows)];
  }

  #row(row, at, signs) {
    const made = element("tr", row.paid > 0 ? "pays" : row.returned ? "" : "lost");
    const where = element("th", "", `Box ${row.box}${row.hand > 1 ? `, hand ${row.hand}` : ""}`);
    where.append(element("span", "small muted", row.player));
    const wager = element("td", "", row.wager);
    wager.append(element("span", "small muted", money(row.stake)));
    const result = element("td", "", RESULTS[row.result] ?? row.result);
    const odds = [row.odds, row.line].filter(Boolean).join(", ");
    if (odds) result.append(element("span", "small muted", odds));
    result.append(clauseChip(signs.book, row.clause));
    const pay = element("td", "number");
    pay.append(element("strong", row.paid ? "plus" : "", row.paid ? money(row.paid) : "—"));
    const chips = chipWords(row.paid, signs.chips);
    if (chips) pay.append(element("span", "small muted", chips));
    const tick = element("td");
    const box = element("input");
    box.type = "checkbox";
    box.checked = this.#ticked.has(at);
    box.setAttribute("aria-label", `Done: ${row.says}`);
    made.classList.toggle("done", box.checked);
    box.addEventListener("change", () => {
      if (box.checked) this.#ticked.add(at);
      else this.#ticked.delete(at);
      made.classList.toggle("done", box.checked);
    });
    tick.append(box);
    made.append(where, wager, result, pay, tick);
    return made;
  }

  #sums(rows) {
    const paid = rows.reduce((sum, row) => sum + row.paid, 0);
    const taken = rows.reduce((sum, row) => sum + Math.max(0, row.stake - row.returned), 0);
    const made = element("p", "pay-sums");
    made.append("To pay ", element("strong", "", money(paid)), " · to collect ");
    made.append(element("strong", "", money(taken)));
    return made;
  }
}
