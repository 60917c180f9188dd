// A table as it happens: one socket, one view, commands that are answered.
//
//   const table = new LiveTable(id)  connects at once
//   table.view                       the TableView as known now; null before the first
//   table.state                      "connecting", "open", "lost" or "gone"
//   table.send(command, extra)       a promise: resolves to { ack } (once the view shows it) or to
//                                    { waiting }, rejects with a Declined (kind, reason, clause,
//                                    book); `extra`: fields beside the command (why, asked)
//   table.refresh()                  ask for the whole view again
//   table.tellConnection(badge)      keep its state on a badge
//   table.close()
//
// Events (all CustomEvents):
//   "view"        detail: { view, changed, lines, whole }: `changed` a Set of the names of parts,
//                 `lines` those that are new, `whole` if it is not a patch
//   "advice"      detail: what each choice is worth (practice tables)
//   "judged"      detail: what my choice was worth, when I train
//   "presence"    detail: { here: names }
//   "connection"  detail: the new state
//   "paused"      detail: why play pauses; "": it goes on
//   "gone"        detail: { reason }; the session is over
//
// A lost connection comes back by itself. What was not answered is sent again under the same id,
// which the house carries out only once. Views are complete: what the house leaves out because it
// is as usual (an empty list, a hand number 1) is put back in.

import { Connection } from "./connection.js";
import { withDefaults } from "./live-defaults.js";
import { countInPoints } from "./words.js";
import { say } from "./say.js";

export const LINES_KEPT = 300;

const PATCH_LATE_MS = 1500;

const STATES = {
  open: say("connected"), connecting: say("connecting"), lost: say("lost"), gone: say("gone"),
};

/** How a connection is, in a word. */
export const stateWords = (state) => STATES[state] ?? state;

export class Declined extends Error {
  constructor(kind, answer) {
    super(answer.reason || say("It did not work."));
    this.kind = kind; // "refused" or "malformed"
    this.reason = this.message;
    this.clause = answer.clause ?? "";
    this.book = answer.book ?? "";
  }
}

/** The view after a patch: parts replaced, changed boxes by number, new lines appended. */
export function patched(view, patch) {
  const next = { ...view, ...patch };
  if (patch.boxes) {
    const changed = new Map(patch.boxes.map((box) => [box.number, box]));
    next.boxes = view.boxes.map((box) => changed.get(box.number) ?? box);
  }
  if (patch.lines) {
    const last = view.lines.at(-1)?.number ?? -1;
    const fresh = patch.lines.filter((line) => line.number > last);
    next.lines = [...view.lines, ...fresh].slice(-LINES_KEPT);
  }
  return next;
}

/** A random id (randomUUID is missing where the page does not come over https). */
export function randomId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

const TRAINS = "?train=1";

export class LiveTable extends EventTarget {
  #connection;
  #path;
  #waiting = new Map(); // by id: what was sent, and who waits for the answer

  constructor(id, { training = false } = {}) {
    super();
    this.view = null;
    this.#path = `/tables/${encodeURIComponent(id)}/live`;
    this.#connection = new Connection(this.#path + (training ? TRAINS : ""), {
      hear: (message) => this.#hear(message),
      opened: () => {
        for (const { message } of this.#waiting.values()) this.#connection.send(message);
      },
      become: (state) => this.#tell("connection", state),
    });
  }

  get state() { return this.#connection.state; }

  send(command, extra = {}) {
    if (this.state === "gone") {
      return Promise.reject(new Declined("malformed", { reason: say("The session has ended.") }));
    }
    const message = { ...extra, id: randomId(), command };
    const answer = new Promise((resolve, reject) => {
      this.#waiting.set(message.id, { message, resolve, reject });
    });
    this.#connection.send(message);
    return answer;
  }

  /** Whether I decide first and hear afterwards what it was worth (practice tables). */
  train(on) {
    this.#connection.moveTo(this.#path + (on ? TRAINS : ""));
    this.#connection.send({ train: on ? 1 : 0 });
  }

  tellConnection(badge) {
    this.addEventListener("connection", ({ detail: state }) => {
      badge.textContent = stateWords(state);
      badge.className = state === "open" ? "badge good" : "badge bad";
    });
    this.addEventListener("paused", ({ detail: why }) => {
      badge.textContent = why ? say("paused") : say("connected");
      badge.className = why ? "badge bad" : "badge good";
      badge.title = why;
    });
  }

  refresh() {
    this.#connection.send({ see: this.view?.version ?? 0 });
  }

  close() {
    this.#connection.close();
    for (const { reject } of this.#waiting.values()) {
      reject(new Declined("malformed", { reason: say("The session has ended.") }));
    }
    this.#waiting.clear();
  }

  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  #hear(message) {
    if (message.view) this.#take(withDefaults(message.view));
    else if (message.patch) this.#patch(withDefaults(message.patch));
    else if (message.ack) this.#answer(message.ack.id, message, message.ack.version);
    else if (message.waiting) this.#answer(message.waiting.id, message);
    else if (message.refused) this.#decline("refused", message.refused);
    else if (message.malformed) this.#decline("malformed", message.malformed);
    else if (message.advice) this.#tell("advice", message.advice);
    else if (message.judged) this.#tell("judged", message.judged);
    else if (message.presence) this.#tell("presence", message.presence);
    else if (message.paused) this.#tell("paused", message.paused.reason);
    else if (message.gone) {
      this.#tell("gone", message.gone);
      this.close();
    }
  }

  #take(view) {
    const last = this.view?.lines.at(-1)?.number ?? Infinity;
    const lines = view.lines.filter((line) => line.number > last);
    this.view = view;
    countInPoints(view.signs.points);
    const changed = new Set(Object.keys(view));
    this.#tell("view", { view, changed, lines, whole: true });
  }

  #patch(patch) {
    if (this.view === null) {
      this.refresh();
      return;
    }
    if (patch.version < this.view.version) return;
    const last = this.view.lines.at(-1)?.number ?? -1;
    const lines = (patch.lines ?? []).filter((line) => line.number > last);
    this.view = patched(this.view, patch);
    const changed = new Set(Object.keys(patch));
    this.#tell("view", { view: this.view, changed, lines, whole: false });
  }

  async #answer(id, message, version = 0) {
    const asked = this.#waiting.get(id);
    this.#waiting.delete(id);
    // The change itself comes as a patch; if it stays away, something was missed.
    if (!(await this.#reached(version))) this.refresh();
    asked?.resolve(message);
  }

  #reached(version) {
    if (version <= (this.view?.version ?? 0)) return Promise.resolve(true);
    return new Promise((resolve) => {
      const look = () => {
        if (this.view.version >= version) done(true);
      };
      const late = setTimeout(() => done(false), PATCH_LATE_MS);
      const done = (found) => {
        clearTimeout(late);
        this.removeEventListener("view", look);
        resolve(found);
      };
      this.addEventListener("view", look);
    });
  }

  #decline(kind, answer) {
    const asked = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    asked?.reject(new Declined(kind, answer));
  }
}
