// A socket of the house that comes back by itself.
//
//   new Connection(path, { hear, opened, become })
//     hear(message)    each message that comes
//     opened()         it is open, for the first time or again
//     become(state)    "connecting" at first, then "open", "lost" or "gone"
//   connection.state, connection.send(message), connection.close()
//   connection.moveTo(path)   where it comes back to, should it be lost

import { offerLogIn } from "./base.js";

const WAIT_FIRST_MS = 500;
const WAIT_MOST_MS = 15000;
const PING_EVERY_MS = 20000;
const SILENCE_MOST_MS = 45000;

export class Connection {
  #address;
  #on;
  #socket = null;
  #tries = 0;
  #timer = 0;
  #heard = 0;
  #beat = 0;

  constructor(path, { hear, opened = () => {}, become = () => {} }) {
    this.#on = { hear, opened, become };
    this.state = "connecting";
    this.moveTo(path);
    this.#beat = setInterval(() => this.#pulse(), PING_EVERY_MS);
    addEventListener("online", () => this.#retryNow());
    addEventListener("offline", () => this.#drop());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.#retryNow();
    });
    this.#connect();
  }

  moveTo(path) {
    const address = new URL(path, location.href);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    this.#address = address.href;
  }

  send(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  close() {
    clearInterval(this.#beat);
    clearTimeout(this.#timer);
    const socket = this.#socket;
    this.#socket = null;
    this.#become("gone");
    socket?.close();
  }

  #connect() {
    clearTimeout(this.#timer);
    const socket = new WebSocket(this.#address);
    this.#socket = socket;
    socket.addEventListener("open", () => {
      if (this.#socket !== socket) return;
      this.#heard = Date.now();
      this.#tries = 0;
      this.#become("open");
      this.#on.opened();
    });
    socket.addEventListener("message", (event) => {
      for (const text of event.data.split("\n")) {
        if (this.#socket !== socket) return;
        this.#heard = Date.now();
        const said = JSON.parse(text);
        if (said.gone?.log_in) offerLogIn();
        this.#on.hear(said);
      }
    });
    socket.addEventListener("close", () => {
      if (this.#socket === socket) this.#lose();
    });
  }

  #lose() {
    if (this.state === "gone") return;
    this.#socket = null;
    this.#become("lost");
    const most = Math.min(WAIT_MOST_MS, WAIT_FIRST_MS * 2 ** this.#tries);
    this.#tries += 1;
    // Everybody loses the house at the same moment; they should not all come back at the same.
    this.#timer = setTimeout(() => this.#connect(), most * (0.5 + Math.random() / 2));
  }

  /** Nothing will come through: better to know at once than when the silence is long enough. */
  #drop() {
    if (this.state !== "open") return;
    const socket = this.#socket;
    this.#lose();
    socket.close();
  }

  #retryNow() {
    if (this.state === "lost") this.#connect();
  }

  #pulse() {
    if (this.state !== "open") return;
    if (Date.now() - this.#heard > SILENCE_MOST_MS) this.#drop();
    else this.send({ ping: Date.now() });
  }

  #become(state) {
    if (this.state === state) return;
    this.state = state;
    this.#on.become(state);
  }
}
