// A form's document as text and back. The text is TOML, as everything else that people write here.
//
//   const both = asText(textarea, { read, build, told, details })
//     read()         the document that is filled in; throws while it cannot be read
//     build(found)   fills the form in from a document
//     told(problem)  what is wrong with the text
//     details        the text is kept up to date while this is open
//   both.mirror()    the form has changed
//   await both.now() the text as it must be now

import { post } from "./base.js";

const WAIT_MS = 300;

export const written = async (document) => (await post("/api/documents/text", { document })).text;
export const readText = async (text) => (await post("/api/documents/read", { text })).document;

export function asText(text, { read, build, told, details }) {
  let turn = 0;
  let timer = 0;

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
    if (!details.open || globalThis.document.activeElement === text) return;
    clearTimeout(timer);
    timer = setTimeout(now, WAIT_MS);
  }

  details.addEventListener("toggle", () => { if (details.open) now(); });
  text.addEventListener("input", (event) => {
    event.stopPropagation();
    clearTimeout(timer);
    turn += 1; // what was asked for before is not what stands there now
  });
  text.addEventListener("change", async (event) => {
    event.stopPropagation();
    try {
      build(await readText(text.value));
    } catch (problem) {
      told(problem);
    }
  });
  return { mirror, now };
}
