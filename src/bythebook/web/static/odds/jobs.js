// Asks after jobs and loads the results anew when one is done. Without scripts the page refreshes
// itself; what it shows is the same, for it comes from the server either way.
//
//   poll()                   begin to ask, if the page waits for anything
//   load(url, focused)       show the results of another address in place of these
//   asked()                  what the results now shown were asked with

import { announce, toast } from "../common/base.js";
import { say } from "../common/say.js";

const EVERY_MS = 700;
const results = () => document.getElementById("results");

let address = location.pathname + location.search;
let loading = 0;

export const asked = () => new URLSearchParams(address.split("?")[1]);

export async function load(url, focused) {
  const mine = ++loading;
  let text;
  try {
    text = await (await fetch(url, { credentials: "same-origin" })).text();
  } catch {
    toast(say("The house does not answer. Is the connection lost?"), "bad");
    return;
  }
  if (mine !== loading) return; // something newer is on its way
  const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("results");
  if (!fresh) return location.assign(url);
  address = url;
  history.replaceState(null, "", url);
  const opened = [...results().querySelectorAll("details")].map((one) => one.open);
  const before = results().querySelector("#edge")?.textContent;
  const active = document.activeElement;
  const held = results().contains(active) && { value: active.value ?? "", section: idOf(active) };
  results().replaceWith(fresh);
  // What somebody had unfolded stays so, as long as the page has the same parts.
  const folds = [...fresh.querySelectorAll("details")];
  if (folds.length === opened.length) folds.forEach((one, at) => (one.open = opened[at]));
  if (focused || held) refocus(focused || held);
  const edge = fresh.querySelector("#edge")?.textContent;
  if (edge && edge !== before) announce(say("House edge {edge}", { edge }));
  poll();
}

export const idOf = (element) => element.closest("section")?.id ?? "";

// The button that was pressed may be gone: then its section is the next best place.
function refocus({ value, section }) {
  const buttons = [...results().querySelectorAll("button[value]")];
  const same = buttons.find((button) => button.value === value);
  const place = same ?? document.getElementById(section);
  if (!place) return;
  if (!same) place.tabIndex = -1;
  place.focus({ preventScroll: true });
}

async function askAfter(waiting) {
  const response = await fetch(`/api/odds/${waiting.dataset.job}`, {
    headers: { accept: "application/json" },
  });
  if (!response.ok) return true; // forgotten: loading the page asks anew
  const job = await response.json();
  const step = job.ahead ? say("{ahead} before it", { ahead: job.ahead }) : job.step;
  waiting.querySelector("[data-step]").textContent = step;
  waiting.querySelector("progress").value = job.progress;
  return job.state !== "queued" && job.state !== "running";
}

let timer = 0;

export function poll() {
  clearTimeout(timer);
  const jobs = [...results().querySelectorAll("[data-job]")];
  if (!jobs.length) return;
  timer = setTimeout(async () => {
    try {
      const finished = await Promise.all(jobs.map(askAfter));
      const done = jobs.filter((_, at) => finished[at]);
      for (const one of done) announce(say("{title}: done", { title: one.dataset.title }));
      if (done.length) return load(address);
    } catch {
      // The house does not answer for a moment: ask again.
    }
    poll();
  }, EVERY_MS);
}
