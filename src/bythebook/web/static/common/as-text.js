// A form's document as text and back. The text is TOML, as everything else that people write here.
//
//   const both = asText(textarea, { read, build, told, details })
//     read()         the document that is filled in; throws while it cannot be read
//     build(found)   fills the form in from a document
//     told(problem)  what is wrong with the text
//     details        the text is kept up to date while this is open
//   both.mirror()    the form has changed
//   await both.settled()  whether the form says what the text says; to be asked before it is sent

import { post } from "./base.js";

const WAIT_MS = 300;

export const written = async (document) => (await post("/api/documents/text", { document })).text;
export const readText = async (text) => (await post("/api/documents/read", { text })).document;

export function asText(text, { read, build, told, details }) {
  let turn = 0;
  let timer = 0;
  let reading = null; // the text, when it was left
  let wrong = null; // what is wrong with it

  /** What is filled in stands there; gaps and mistakes are told elsewhere. */
  async function now() {
    clearTimeout(timer);
    const mine = (turn += 1);
    let document;
    try { document = read(); } catch { return; }
    const words = await written(document).catch(() => null);
    if (mine === turn && words !== null) text.value = words;
  }

  function mirror() {
    if (globalThis.document.activeElement === text) return;
    wrong = null;
    if (!details.open) return;
    clearTimeout(timer);
    timer = setTimeout(now, WAIT_MS);
  }

  details.addEventListener("toggle", () => { if (details.open) now(); });
  text.addEventListener("input", (event) => {
    event.stopPropagation();
    clearTimeout(timer);
    turn += 1; // what was asked for before is not what stands there now
  });
  async function takeOver() {
    wrong = null;
    try {
      build(await readText(text.value));
    } catch (problem) {
      wrong = problem;
      told(problem);
    }
  }

  /** Whoever leaves the text by pressing the button that sends the form sends what they wrote. */
  async function settled() {
    const again = wrong;
    await reading;
    if (again && again === wrong) told(wrong);
    return !wrong;
  }

  text.addEventListener("change", (event) => {
    event.stopPropagation();
    reading = takeOver();
  });
  return { mirror, settled };
}
