// A round of a live table, step by step.

import { replayViewer } from "../records/replay.js";

const steps = JSON.parse(document.getElementById("steps").textContent);
const story = document.getElementById("story");
replayViewer(document.getElementById("replay"), steps, { story });
