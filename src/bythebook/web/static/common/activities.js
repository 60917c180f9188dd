// Pools, tournaments and promotions as they happen.
//
//   await ask(kind, id, command, { why })   carried out for good; or throws a Declined (kind,
//                                           reason, clause, book)
//   follow(family, id, again)               calls `again` now and whenever something has changed,
//                                           never twice at once; returns a function that ends it
//   await look(address)                     JSON from an address of ours
//
// The socket only says that something has changed. What it is, `again` asks for: so everybody gets
// what is theirs to see. A lost connection comes back by itself.

import { post, send } from "./base.js";
import { Declined, randomId } from "./live.js";

const WAIT_FIRST_MS = 500;
const WAIT_MOST_MS = 15000;
const PING_EVERY_MS = 20000;
const PAUSE_MS = 150; // between two looks: a busy meter changes many times a second

export { Declined };

export const look = (address) => send("GET", address);

export async function ask(kind, id, command, { why = "" } = {}) {
  const message = { id: randomId(), command, why };
  try {
    return (await post(`/api/affairs/${kind}/${id}/commands`, message)).ack;
  } catch (error) {
    const refused = error.answer?.refused;
    if (refused) throw new Declined("refused", refused);
    throw new Declined("malformed", { reason: error.message });
  }
}

export function follow(family, id, again) {
  let socket = null;
  let over = false;
  let wait = WAIT_FIRST_MS;
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
    } while (missed && !over);
    looking = false;
  }

  function connect() {
    if (over) return;
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    socket = new WebSocket(`${scheme}//${location.host}/affairs/${family}/${id}/live`);
    const pinging = setInterval(() => {
      if (socket.readyState === WebSocket.OPEN) socket.send('{"ping":1}');
    }, PING_EVERY_MS);
    socket.addEventListener("message", (event) => {
      for (const text of event.data.split("\n")) {
        const said = JSON.parse(text);
        if (said.changed) {
          wait = WAIT_FIRST_MS;
          lookAgain();
        }
        if (said.gone) over = true;
      }
    });
    socket.addEventListener("close", () => {
      clearInterval(pinging);
      if (!over) setTimeout(connect, wait);
      wait = Math.min(wait * 2, WAIT_MOST_MS);
    });
  }

  connect();
  return () => {
    over = true;
    socket?.close();
  };
}
