// Chips by hand: one line a player, named at its end, drawn by us.
//
//   drawChart(place, { hands, series })   series: [{ player, chips }], chips[k] after hands[k]
//   const again = keepChart(id)           the panel of a tournament's page; `again()` renews it

import { look } from "../common/activities.js";
import { draw, element } from "../common/words.js";
import { locale, say } from "../common/say.js";

const WIDE_MOST = 720;
const WIDE_LEAST = 320; // narrower, the names would have no room
const HIGH = 320;
const LEFT = 58;
const RIGHT = 110;
const TOP = 12;
const BOTTOM = 28;
const LABEL_HIGH = 13;
// Told apart by more than hue: by lightness, and by dashes from the ninth line on.
const COLOURS = [
  "#1b5f49", "#a3221a", "#1d4f9e", "#8a6a12", "#6b3fa0", "#0e7c86", "#b3541e", "#444f4a",
];

/** Round steps from nothing to the most: 0, 500, 1000 … */
function steps(most) {
  const rough = Math.max(1, most) / 4;
  const size = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((k) => k * size).find((one) => one >= rough);
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, k) => k * step);
}

/** Hands of a play-off have the number of the hand before them: +1, +2 … */
function handNames(hands) {
  let further = 0;
  return hands.map((hand, k) => {
    further = k && hand === hands[k - 1] ? further + 1 : 0;
    return further ? `+${further}` : String(hand);
  });
}

/** Labels at the right end must not lie on one another. */
function spread(ends) {
  ends.sort((a, b) => a.y - b.y);
  for (let k = 1; k < ends.length; k += 1) {
    ends[k].y = Math.max(ends[k].y, ends[k - 1].y + LABEL_HIGH);
  }
  const over = (ends.at(-1)?.y ?? 0) - (HIGH - BOTTOM);
  if (over > 0) for (const end of ends) end.y -= over;
}

export function drawChart(place, { hands, series }) {
  const most = Math.max(1, ...series.flatMap((one) => one.chips));
  const scale = steps(most);
  const top = scale.at(-1);
  const last = Math.max(1, hands.length - 1);
  const x = (k) => LEFT + (k / last) * (wide - LEFT - RIGHT);
  const wide = Math.max(WIDE_LEAST, Math.min(WIDE_MOST, place.clientWidth || WIDE_MOST));
  const y = (chips) => HIGH - BOTTOM - (chips / top) * (HIGH - TOP - BOTTOM);
  const svg = draw("svg", { viewBox: `0 0 ${wide} ${HIGH}`, role: "img" });
  const best = [...series].sort((a, b) => b.chips.at(-1) - a.chips.at(-1));
  const told = best.slice(0, 3).map((one) => `${one.player} ${one.chips.at(-1)}`).join(", ");
  svg.append(draw("title", {}, say("Chips after each hand. In front: {told}", { told })));
  for (const chips of scale) {
    svg.append(
      draw("line", { x1: LEFT, x2: wide - RIGHT, y1: y(chips), y2: y(chips), class: "grid-line" }),
      draw("text", { x: LEFT - 8, y: y(chips) + 4, class: "tick end" },
        chips.toLocaleString(locale)),
    );
  }
  const every = Math.ceil(hands.length / 12);
  const names = handNames(hands);
  names.forEach((name, k) => {
    if (k % every === 0) {
      svg.append(draw("text", { x: x(k), y: HIGH - 8, class: "tick middle" }, name));
    }
  });
  const ends = [];
  series.forEach((one, at) => {
    const colour = COLOURS[at % COLOURS.length];
    const path = one.chips.map((chips, k) => `${k ? "L" : "M"}${x(k)} ${y(chips)}`).join("");
    const line = { d: path, fill: "none", stroke: colour, "stroke-width": 2.2 };
    if (at >= COLOURS.length) line["stroke-dasharray"] = "6 3";
    svg.append(draw("path", line, draw("title", {}, one.player)));
    ends.push({ name: one.player, y: y(one.chips.at(-1)), colour });
  });
  spread(ends);
  if (ends.length <= (HIGH - TOP - BOTTOM) / LABEL_HIGH) {
    for (const end of ends) {
      const at = { x: wide - RIGHT + 8, y: end.y + 4, class: "line-name", fill: end.colour };
      svg.append(draw("text", at, end.name.slice(0, 14)));
    }
  }
  place.replaceChildren(svg, numbers(hands, series));
}

/** The same as a table, for those who read it otherwise. */
function numbers(hands, series) {
  const rows = handNames(hands).map((name, k) =>
    [name, ...series.map((one) => (one.chips[k] ?? 0).toLocaleString(locale))]);
  const table = tableOf([say("Hand"), ...series.map((one) => one.player)], rows);
  return element("details", "small", element("summary", "", say("As numbers")), table);
}

/** A table that is moved by itself where it is too wide: after the first column, numbers. */
export function tableOf(titles, rows) {
  const head = element("tr", "", ...titles.map((title) => element("th", "", title)));
  const row = ([name, ...numbers]) => element("tr", "", element("th", "", name),
    ...numbers.map((number) => element("td", "number", number)));
  const table = element("table", "", head, ...rows.map(row));
  const wrap = element("div", "table-wrap", table);
  wrap.tabIndex = 0;
  return wrap;
}

export function keepChart(id) {
  const panel = document.getElementById("chart-panel");
  const place = document.getElementById("chart");
  const choice = document.getElementById("chart-table");
  let charts = [];
  let shown = "";

  function show() {
    const chart = charts.find((one) => one.table === choice.value) ?? charts.at(-1);
    const key = JSON.stringify(chart);
    if (!chart || key === shown) return;
    shown = key;
    const open = place.querySelector("details")?.open ?? false;
    drawChart(place, chart);
    place.querySelector("details").open = open;
  }

  choice?.addEventListener("change", show);
  return async () => {
    if (!panel) return;
    charts = (await look(`/api/tournaments/${id}/chart`)).filter((one) => one.hands.length > 1);
    panel.hidden = charts.length === 0;
    const names = charts.map((one) => one.table);
    if (names.join() !== [...choice.options].map((one) => one.value).join()) {
      const before = choice.value;
      choice.replaceChildren(...names.map((name) => new Option(say("Table {name}", { name }),
        name)));
      choice.value = names.includes(before) ? before : names.at(-1);
    }
    show();
  };
}
