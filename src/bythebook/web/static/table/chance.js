// What a player adds to the shuffle of every stack, so that nobody alone has chosen its order.

import { preference } from "./preferences.js";

const BYTES = 16;

/** Something that nobody can guess. */
export function anything() {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Whether something can be added still: until a card of the stack has been seen. */
export const takesMore = ({ shoe, you }) => Boolean(you.here && shoe.digest && !shoe.begun);

/** Adds something to each new stack, once, unless the player does not want that. */
export class Chance {
  #send;
  #number = 0;

  constructor(send) {
    this.#send = send;
  }

  see(view) {
    const { shoe, you } = view;
    if (!takesMore(view) || you.added || shoe.number === this.#number) return;
    if (!preference("chance")) return;
    this.#number = shoe.number;
    // The first card may have been quicker: then this stack goes without.
    this.#send({ type: "add-chance", number: shoe.number, text: anything() }).catch(() => {});
  }
}
