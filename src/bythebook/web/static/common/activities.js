// Pools, tournaments and promotions as they happen.
//
//   await ask(kind, id, command, { why })   carried out for good; or throws a Declined (kind,
//                                           reason, clause, book); a grave order is asked
//                                           about first
//   follow(family, id, again)               calls `again` now and whenever something has changed,
//                                           never twice at once; returns a function that ends it
//   await look(address)                     JSON from an address of ours
//
// The socket only says that something has changed. What it is, `again` asks for: so everybody gets
// what is theirs to see. A lost connection comes back by itself.

import { post, send } from "./base.js";
import { Connection } from "./connection.js";
import { makeSure } from "./grave.js";
import { Declined, randomId } from "./live.js";

const PAUSE_MS = 150; // between two looks: a busy meter changes many times a second

export { Declined };

export const look = (address) => send("GET", address);

/** Whoever is turned away at the door is told by which clause, as by whoever they asked. */
const wholeOf = ({ message, clause, answer }) => ({ reason: message, clause, book: answer.book });

export async function ask(kind, id, command, { why = "" } = {}) {
  const message = { id: randomId(), command, why };
  const address = `/api/affairs/${kind}/${id}/commands`;
  try {
    const { asks, ack } = await post(address, { ...message, ask_first: true });
    if (!asks) return ack;
    await makeSure(asks);
    return (await post(address, message)).ack;
  } catch (error) {
    if (error instanceof Declined) throw error;
    const refused = error.answer?.refused ?? (error.clause && wholeOf(error));
    if (refused) throw new Declined("refused", refused);
    throw new Declined("malformed", { reason: error.message });
  }
}

export function follow(family, id, again) {
  let looking = false;
  let missed = false;

  async function lookAgain() {
    if (looking) {
      missed = true;
      return;
    }
    looking = true;
    do {
      missed = false;
      try {
        await again();
      } catch (error) {
        console.warn(error);
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    } while (missed && connection.state !== "gone");
    looking = false;
  }

  const connection = new Connection(`/affairs/${family}/${id}/live`, {
    hear: (said) => {
      if (said.changed) lookAgain();
      if (said.gone) connection.close();
    },
  });
  return () => connection.close();
}
