// The running book: what happens at a table, line by line, each with its clause.
//
//   const book = new Book(list, bookId)   `list` is an <ol class="book"> that scrolls, or is inside
//                                         an element that does
//   book.show(lines, me)                  the latest lines; new ones are added at the end; who I am
//
// A wager that is changed is taken off and placed anew: of all that only what lies there is a line.
//
// It follows the newest line unless the reader has scrolled back; "follows" then becomes false and
// the list gets the class "behind".

import { clauseChip } from "./base.js";
import { element, money, toMe } from "./words.js";
import { say } from "./say.js";

const NEAR_PX = 60;

/** Without what was placed and taken off again, or replaced. */
function asItLies(lines) {
  const gone = new Set();
  const before = new Map(); // by spot and round: the numbers of the lines about it
  for (const line of lines) {
    if (line.kind !== "wager") continue;
    const key = [line.round, line.player, line.box, line.wager].join();
    const earlier = before.get(key) ?? [];
    const taken = line.did === "taken" || earlier.at(-1)?.did === "taken";
    if (taken) for (const one of earlier) gone.add(one.number);
    before.set(key, taken ? [line] : [...earlier, line]);
  }
  return lines.filter((line) => !gone.has(line.number));
}

export class Book {
  #list;
  #scroller;
  #bookId;
  #shown = new Map(); // by number
  #round = 0;
  #me = "";

  constructor(list, bookId, scroller = list.parentElement) {
    this.#list = list;
    this.#bookId = bookId;
    this.#scroller = scroller;
    this.follows = true;
    scroller.addEventListener("scroll", () => this.#look(), { passive: true });
  }

  show(all, me = "") {
    this.#me = me;
    const lines = asItLies(all);
    const kept = new Set(lines.map((line) => line.number));
    const known = lines.filter((line) => this.#shown.has(line.number));
    if (known.length === 0) this.#empty();
    for (const [number, items] of this.#shown) {
      if (kept.has(number)) continue;
      items.forEach((item) => item.remove());
      this.#shown.delete(number);
    }
    for (const line of lines) if (!this.#shown.has(line.number)) this.#add(line);
    const newest = lines.at(-1)?.round;
    for (const item of this.#list.querySelectorAll("li[data-round]")) {
      item.classList.toggle("earlier", Number(item.dataset.round) !== newest);
    }
    if (this.follows) this.newest();
  }

  newest() {
    this.follows = true;
    this.#list.classList.remove("behind");
    this.#scroller.scrollTop = this.#scroller.scrollHeight;
  }

  #look() {
    const { scrollTop, clientHeight, scrollHeight } = this.#scroller;
    this.follows = scrollHeight - scrollTop - clientHeight < NEAR_PX;
    this.#list.classList.toggle("behind", !this.follows);
  }

  #empty() {
    this.#list.replaceChildren();
    this.#shown.clear();
    this.#round = 0;
  }

  #add(line) {
    const items = [];
    if (line.round && line.round !== this.#round) {
      this.#round = line.round;
      items.push(element("li", "book-round", say("Round {round}", { round: line.round })));
    }
    items.push(this.#line(line));
    this.#shown.set(line.number, items);
    this.#list.append(...items);
  }

  #line(line) {
    const item = element("li", line.kind ? `line-${line.kind}` : "");
    item.dataset.round = line.round;
    // What somebody got is told once, with its sign and its colour.
    const told = line.cents > 0 ? line.says.replace(/[:：] ?[\d,.]+$/, "") : line.says;
    const words = element("span", "", toMe(told, this.#me));
    if (line.cents) {
      const sign = line.cents > 0 ? "plus" : "minus";
      words.append(" ", element("span", `amount ${sign}`, money(line.cents, { sign: true })));
    }
    item.append(words);
    if (line.clause) item.append(clauseChip(this.#bookId, line.clause));
    return item;
  }
}
