// The page of a record: a replay of the round, the wrong line selected, a file read into the text.

import { announce } from "../common/base.js";
import { replayViewer } from "./replay.js";
import { say } from "../common/say.js";

const steps = document.getElementById("steps");
if (steps) {
  const story = document.getElementById("story");
  replayViewer(document.getElementById("replay"), JSON.parse(steps.textContent), { story });
  story.tabIndex = 0;
}

const text = document.getElementById("text");
if (text.dataset.line) {
  const lines = text.value.split("\n");
  const before = lines.slice(0, text.dataset.line - 1).join("\n").length;
  const start = before + (text.dataset.line > 1 ? 1 : 0);
  text.focus({ preventScroll: true });
  text.setSelectionRange(start, start + lines[text.dataset.line - 1].length);
}

// A chosen file is shown, so that one sees what will be settled and can change it.
const file = document.getElementById("file");
file.addEventListener("change", async () => {
  const [chosen] = file.files;
  if (!chosen || chosen.size > text.maxLength) return;
  text.value = await chosen.text();
  file.value = "";
  announce(say("{name} is in the text now", { name: chosen.name }));
});
