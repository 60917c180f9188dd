// The clock beside the status: a ring that empties, with the seconds left in words.

import { announce } from "../common/base.js";
import { sayMany } from "../common/say.js";

const ROUND = 2 * Math.PI * 16; // of the ring in the template
const WARN_SECONDS = 10;

/** How many seconds the house's clock is ahead of this one; small differences are the network. */
export function skewOf(houseNow) {
  const ahead = houseNow - Math.round(Date.now() / 1000);
  return Math.abs(ahead) > 3 ? ahead : 0;
}

const leftWords = (seconds) => sayMany(seconds, "{n} second left.", "{n} seconds left.");

export class Clock {
  #root;
  #ring;
  #words;
  #skew;
  #until = 0;
  #whole = 1;
  #warned = false;

  constructor(root, houseNow) {
    this.#root = root;
    this.#ring = root.querySelector(".clock-left");
    this.#words = root.querySelector(".clock-seconds");
    this.#skew = skewOf(houseNow);
    setInterval(() => this.#tick(), 250);
  }

  now() {
    return Date.now() / 1000 + this.#skew;
  }

  /** Count down to then; `mine`: it is my time that runs. */
  run(until, mine) {
    this.mine = mine;
    if (until === this.#until) return;
    this.#until = until;
    this.#whole = Math.max(1, until - this.now());
    this.#warned = false;
    this.#tick();
  }

  #tick() {
    const left = this.#until ? this.#until - this.now() : 0;
    const runs = left > 0;
    this.#root.hidden = !runs;
    if (!runs) return;
    this.#ring.style.strokeDasharray = `${ROUND * Math.min(1, left / this.#whole)} ${ROUND}`;
    this.#words.textContent = String(Math.ceil(left));
    this.#root.classList.toggle("hurry", left <= WARN_SECONDS && Boolean(this.mine));
    if (left <= WARN_SECONDS && left > 1 && this.mine && !this.#warned) {
      this.#warned = true;
      if (this.#whole > WARN_SECONDS + 2) announce(leftWords(Math.ceil(left)));
    }
  }
}
