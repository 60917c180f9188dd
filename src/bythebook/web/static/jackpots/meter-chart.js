// A chart of what meters have shown over time, as SVG: a step line each, falls marked.
//
//   const again = keepHistory(place, pool, every)   `again(titles)` draws it anew, at most so often

import { look } from "../common/activities.js";
import { draw, element } from "../common/words.js";
import { locale, say } from "../common/say.js";

const WIDTH_LEAST = 300;
const WIDTH_MOST = 900;
const HEIGHT = 200;
const LEFT = 92;
const RIGHT = 12;
const TOP = 12;
const BOTTOM = 26;

/** Whole dollars, unless the cents tell two ticks apart. */
function teller(least, most) {
  const digits = most - least < 1000 ? 2 : 0;
  const look = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return (cents) => `$${(cents / 100).toLocaleString(locale, look)}`;
}

function clock(seconds) {
  const moment = new Date(seconds * 1000);
  return moment.toLocaleTimeString(locale, { hour: "2-digit", minute: "2-digit" });
}

function one(points, title, width) {
  const first = points[0].at;
  const span = Math.max(points.at(-1).at - first, 1);
  const values = points.map((point) => point.cents);
  const most = Math.max(...values);
  const least = Math.min(...values);
  const height = Math.max(most - least, 1);
  const dollars = teller(least, most);
  const x = (at) => LEFT + ((at - first) / span) * (width - LEFT - RIGHT);
  const y = (cents) => TOP + ((most - cents) / height) * (HEIGHT - TOP - BOTTOM);

  const svg = draw("svg", {
    viewBox: `0 0 ${width} ${HEIGHT}`, role: "img",
    "aria-label": say("{meter}: from {first} to {last}, highest {most}", {
      meter: title, first: dollars(values[0]), last: dollars(values.at(-1)), most: dollars(most),
    }),
  });
  for (const cents of [least, (least + most) / 2, most]) {
    svg.append(
      draw("line", { x1: LEFT, x2: width - RIGHT, y1: y(cents), y2: y(cents), class: "grid-line" }),
      draw("text", { x: LEFT - 8, y: y(cents) + 4, class: "tick end" }, dollars(cents)),
    );
  }
  for (const at of [first, points.at(-1).at]) {
    const end = at === first ? "" : " end";
    svg.append(draw("text", { x: x(at), y: HEIGHT - 6, class: `tick${end}` }, clock(at)));
  }
  let path = `M ${x(first)} ${y(values[0])}`;
  for (const point of points.slice(1)) path += ` H ${x(point.at)} V ${y(point.cents)}`;
  svg.append(draw("path", { d: path, class: "meter-line" }));
  for (const point of points.filter((seen) => seen.falls)) {
    svg.append(draw("circle", { cx: x(point.at), cy: y(point.cents), r: 4, class: "fall" }));
  }
  return svg;
}

function show(place, history, titles) {
  const width = Math.min(Math.max(place.clientWidth, WIDTH_LEAST), WIDTH_MOST);
  const charts = Object.entries(history.meters)
    .filter(([, points]) => points.length > 1)
    .map(([name, points]) => {
      const title = titles[name] ?? name;
      return element("figure", "", element("figcaption", "", title), one(points, title, width));
    });
  if (charts.length) place.replaceChildren(...charts);
  else place.textContent = say("Nothing has been wagered on it yet.");
}

/** Now and then: a meter may move many times a second. */
export function keepHistory(place, pool, every) {
  let drawnAt = 0;
  let drawing = null; // the timer that will
  const renew = async (titles) => {
    drawnAt = Date.now();
    drawing = null;
    try {
      show(place, await look(`/api/jackpots/${pool}/history`), titles);
    } catch (error) {
      console.warn(error);
    }
  };
  return (titles) => {
    drawing ??= setTimeout(() => renew(titles), Math.max(0, drawnAt + every - Date.now()));
  };
}
