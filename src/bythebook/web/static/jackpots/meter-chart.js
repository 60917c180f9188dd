// A chart of what meters have shown over time, as SVG: a step line each, falls marked.
//
//   drawHistory(element, history, titles)   history: { meters: { name: [{at, cents, falls}] } }

const SVG = "http://www.w3.org/2000/svg";
const WIDTH_LEAST = 300;
const WIDTH_MOST = 900;
const HEIGHT = 200;
const LEFT = 92;
const RIGHT = 12;
const TOP = 12;
const BOTTOM = 26;

function part(name, attributes, text = "") {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text) made.textContent = text;
  return made;
}

/** Whole dollars, unless the cents tell two ticks apart. */
function teller(least, most) {
  const digits = most - least < 1000 ? 2 : 0;
  const look = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return (cents) => `$${(cents / 100).toLocaleString("en-AU", look)}`;
}

function clock(seconds) {
  const moment = new Date(seconds * 1000);
  return moment.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
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

  const svg = part("svg", {
    viewBox: `0 0 ${width} ${HEIGHT}`, role: "img",
    "aria-label": `${title}: from ${dollars(values[0])} to ${dollars(values.at(-1))}, ` +
      `highest ${dollars(most)}`,
  });
  for (const cents of [least, (least + most) / 2, most]) {
    svg.append(part("line", { x1: LEFT, x2: width - RIGHT, y1: y(cents), y2: y(cents),
      class: "grid-line" }));
    svg.append(part("text", { x: LEFT - 8, y: y(cents) + 4, class: "tick end" }, dollars(cents)));
  }
  for (const at of [first, points.at(-1).at]) {
    const end = at === first ? "" : " end";
    svg.append(part("text", { x: x(at), y: HEIGHT - 6, class: `tick${end}` }, clock(at)));
  }
  let path = `M ${x(first)} ${y(values[0])}`;
  for (const point of points.slice(1)) path += ` H ${x(point.at)} V ${y(point.cents)}`;
  svg.append(part("path", { d: path, class: "meter-line" }));
  for (const point of points.filter((seen) => seen.falls)) {
    svg.append(part("circle", { cx: x(point.at), cy: y(point.cents), r: 4, class: "fall" }));
  }
  return svg;
}

export function drawHistory(element, history, titles = {}) {
  const width = Math.min(Math.max(element.clientWidth, WIDTH_LEAST), WIDTH_MOST);
  const charts = Object.entries(history.meters)
    .filter(([, points]) => points.length > 1)
    .map(([name, points]) => {
      const figure = document.createElement("figure");
      const caption = document.createElement("figcaption");
      caption.textContent = titles[name] ?? name;
      figure.append(caption, one(points, titles[name] ?? name, width));
      return figure;
    });
  if (charts.length) element.replaceChildren(...charts);
  else element.textContent = "Nothing has been wagered on it yet.";
}
