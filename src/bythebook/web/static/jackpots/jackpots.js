// A jackpot on a screen of the floor: large, live, and it says so when somebody wins.

import { follow, look } from "../common/activities.js";
import { locale, say } from "../common/say.js";
import { element, money } from "../common/words.js";
import { keepHistory } from "./meter-chart.js";

const WON_SHOWN_MS = 20000;
const ROLL_MS = 900;
const HISTORY_EVERY_MS = 3000;

const display = document.getElementById("display");
const pool = display.dataset.pool;
const part = (name) => display.querySelector(`[data-part="${name}"]`);
const still = matchMedia("(prefers-reduced-motion: reduce)");

const shown = new Map(); // by meter: the cents on the screen
let lastWin = null;
let wonUntil = 0;
const drawSoon = keepHistory(part("chart"), pool, HISTORY_EVERY_MS);

/** Roll a figure from what it shows to what the meter has: only upwards, a win is at once. */
function roll(figure, name, cents) {
  const from = shown.get(name) ?? cents;
  shown.set(name, cents);
  if (still.matches || cents <= from) {
    figure.textContent = money(cents);
    return;
  }
  const began = performance.now();
  const step = (now) => {
    const part = Math.min((now - began) / ROLL_MS, 1);
    if (shown.get(name) !== cents) return;
    figure.textContent = money(Math.round(from + (cents - from) * part));
    if (part < 1) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

function showState(view) {
  const state = part("state");
  const good = view.open && view.working;
  state.textContent = good ? say("open")
    : view.open ? say("equipment has failed") : say("closed");
  state.className = `badge ${good ? "good" : "bad"}`;
}

function showWins(view) {
  part("wins").replaceChildren(...view.wins.map((win) => {
    const moment = new Date(win.at * 1000);
    const words = moment.toLocaleString(locale, { dateStyle: "short", timeStyle: "short" });
    const time = element("time", "", words);
    time.dateTime = moment.toISOString();
    const sum = element("strong", "", money(win.cents));
    const where = say("{meter} at {table}", win);
    return element("li", "", sum, ` ${where} `, time);
  }));
  if (!view.wins.length) part("wins").textContent = say("Nothing yet.");
  const fresh = view.wins.filter((win) => lastWin !== null && win.number > lastWin);
  if (fresh.length) celebrate(view, fresh);
  lastWin = view.wins[0]?.number ?? 0;
}

/** A win fills the screen for a while: where, which meter, how much; newest last. */
function celebrate(view, wins) {
  part("won").textContent = wins.reverse()
    .map((win) => say("{meter} won at {table}: {amount}", {
      ...win, amount: money(win.cents),
    })).join(" · ");
  for (const meter of view.meters) {
    const won = wins.some((win) => win.meter.split(", ").includes(meter.title));
    itemOf(meter.name)?.classList.toggle("hit", won);
  }
  wonUntil = Date.now() + WON_SHOWN_MS;
}

const itemOf = (meter) => display.querySelector(`[data-meter="${CSS.escape(meter)}"]`);

async function again() {
  const view = await look(`/api/jackpots/${pool}`);
  for (const meter of view.meters) {
    const item = itemOf(meter.name);
    if (item) roll(item.querySelector(".figure"), meter.name, meter.cents);
  }
  showState(view);
  showWins(view);
  drawSoon(Object.fromEntries(view.meters.map((meter) => [meter.name, meter.title])));
}

setInterval(() => {
  if (wonUntil && Date.now() > wonUntil) {
    wonUntil = 0;
    for (const item of display.querySelectorAll(".hit")) item.classList.remove("hit");
    part("won").textContent = "";
  }
}, 1000);

document.getElementById("whole-screen").addEventListener("click", () => {
  if (document.fullscreenElement) document.exitFullscreen();
  else display.requestFullscreen?.();
});

follow("pool", pool, again);
