// What is seen and heard of a step: chips that slide, moments that deserve one, sounds.
//
// All of it decorates what the felt shows already: it may be left out, and nobody waits for it.

import { stackElement } from "../common/chips.js";
import { titleOf } from "../common/felt-words.js";
import { element, money } from "../common/words.js";
import { say } from "../common/say.js";

const SLIDE_MS = 380;

export class Motion {
  #root;
  #sounds;
  #shoe;
  #purse;

  constructor(root, { sounds, shoe, purse }) {
    this.#root = root;
    this.#sounds = sounds;
    this.#shoe = shoe;
    this.#purse = purse;
  }

  /** `pace`: how many times slower than usual. */
  show(step, moment, pace) {
    this.#root.style.setProperty("--pace", pace);
    this.#sound(step, moment);
    if (step.kind === "card" || step.kind === "turned") this.#fly();
    if (step.kind === "money") this.#slide(step, pace);
    if (moment === "jackpot") this.#jackpot(step);
  }

  #sound({ kind, mine, row }, moment) {
    if (moment === "jackpot") this.#sounds.play("jackpot");
    else if (kind === "card" || kind === "turned") this.#sounds.play("card");
    else if (kind === "money" && mine && row.returned > row.stake) this.#sounds.play("win");
    else if (mine) this.#sounds.play("chip");
  }

  /** The newest cards come from where the shoe is. */
  #fly() {
    const shoe = this.#shoe.getBoundingClientRect();
    for (const card of this.#root.querySelectorAll(".card.dealt:not([data-flown])")) {
      const place = card.getBoundingClientRect();
      card.dataset.flown = "";
      card.style.setProperty("--from-x", `${shoe.right - place.right}px`);
      card.style.setProperty("--from-y", `${shoe.top - place.top}px`);
    }
  }

  /** What is lost goes to the dealer; what is paid comes from there and, if it is mine, to me. */
  #slide({ row, view, mine }, pace) {
    const there = this.#placeOf(row);
    const dealer = this.#root.querySelector(".dealer .fan").getBoundingClientRect();
    const own = mine && this.#purse.checkVisibility()
      ? this.#purse.getBoundingClientRect() : there;
    const lost = row.stake - Math.min(row.stake, row.returned);
    const ms = SLIDE_MS * pace;
    if (lost > 0) this.#chips(lost, view.signs.chips, [there, dealer], ms);
    if (row.returned > 0) {
      const way = row.returned > row.stake ? [dealer, there, own] : [there, own];
      this.#chips(row.returned, view.signs.chips, way, ms);
    }
  }

  #placeOf(row) {
    const box = this.#root.querySelector(`.box[data-box="${row.box}"]`);
    const spot = row.wager === "main" ? null : box.querySelector(`[data-wager="${row.wager}"]`);
    const hand = box.querySelectorAll(".hand .stakes")[Math.max(1, row.hand) - 1];
    const place = spot?.checkVisibility() ? spot : hand;
    return (place ?? box).getBoundingClientRect();
  }

  #chips(cents, chips, way, ms) {
    const stack = stackElement(cents, chips);
    stack.classList.add("sliding");
    this.#root.append(stack);
    const { width, height } = stack.getBoundingClientRect();
    const frames = way.map((place) => {
      const x = place.left + (place.width - width) / 2;
      const y = place.top + (place.height - height) / 2;
      return { transform: `translate(${x}px, ${y}px)`, opacity: 1 };
    });
    frames.at(-1).opacity = 0.2;
    const slides = stack.animate(frames, { duration: Math.max(1, ms), easing: "ease-in-out" });
    const gone = () => stack.remove();
    slides.finished.then(gone, gone);
  }

  /** A jackpot is told on the whole felt, letter by letter, as boards at airports do. */
  #jackpot({ row, view, mine }) {
    this.#root.querySelector(".moment")?.remove();
    const amount = element("p", "moment-amount");
    [...money(row.paid)].forEach((letter, at) => {
      const flap = element("span", "", letter);
      flap.style.setProperty("--at", at);
      amount.append(flap);
    });
    const whose = mine ? say("You") : row.player;
    const title = element("p", "moment-title", titleOf(view, row.wager));
    const told = element("p", "moment-whose", `${whose} · ${say("box {box}", { box: row.box })}`);
    const made = element("div", "moment by-night", title, amount, told);
    made.setAttribute("aria-hidden", "true"); // it is told by the book
    made.addEventListener("animationend", ({ target }) => {
      if (target === made) made.remove();
    });
    this.#root.querySelector(".felt").append(made);
  }
}
