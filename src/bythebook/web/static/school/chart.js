// The chart of the first two cards: the best play with one cell lit, or where errors were made.
//
//   drawChart(target, { columns, chart }, { lit: { row, up }, cells })   cells: show errors instead

import { say } from "../common/say.js";
import { element } from "../common/words.js";

const TITLES = { hard: say("Hard totals"), soft: say("Soft totals"), pair: say("Pairs") };
const ORDER = "23456789TA";
const shown = (name) => name.replace("T", "10");

function byPoints(one, other) {
  const [a, b] = [one, other].map((row) => row.split(" ")[1]);
  const place = (points) => (isNaN(points) ? ORDER.indexOf(points) + 2 : Number(points));
  return place(a) - place(b);
}

const named = (row) => {
  const [kind, points] = row.split(" ");
  return kind === "pair" ? `${shown(points)}-${shown(points)}` : points;
};

export function drawChart(target, { columns, chart }, { lit, cells } = {}) {
  const errors = new Map((cells ?? []).map((cell) => [`${cell.row} ${cell.up}`, cell]));
  const dearest = Math.max(...(cells ?? []).map((cell) => cell.per_hour), 1e-9);
  const rows = Object.keys(chart);
  target.replaceChildren(...Object.entries(TITLES)
    .map(([kind, title]) => [title, rows.filter((row) => row.startsWith(kind)).sort(byPoints)])
    .filter(([, some]) => some.length)
    .map(([title, some]) => table(title, columns, some, (row, at) => {
      const up = columns[at];
      const here = lit && lit.row === row && lit.up === up;
      return cells
        ? heat(errors.get(`${row} ${up}`), chart[row][at], dearest)
        : play(chart[row][at], here, row, up);
    })));
}

function table(title, columns, rows, cell) {
  const made = element("table", "chart", element("caption", "", title));
  const head = element("tr", "", element("td"));
  for (const name of columns) {
    const over = element("th", "", shown(name));
    over.scope = "col";
    head.append(over);
  }
  made.append(element("thead", "", head));
  const body = element("tbody");
  for (const row of rows) {
    const label = element("th", "", named(row));
    label.scope = "row";
    body.append(element("tr", "", label, ...columns.map((_, at) => cell(row, at))));
  }
  made.append(body);
  const wrap = element("div", "table-wrap", made);
  wrap.tabIndex = 0;
  wrap.setAttribute("role", "region");
  wrap.setAttribute("aria-label", title);
  return wrap;
}

function play(code, here, row, up) {
  const cell = element("td", `do-${code[0]}${here ? " lit" : ""}`, code);
  if (here) cell.append(element("span", "visually-hidden",
    ` ${say("your spot: {hand} against {card}", { hand: row, card: up })}`));
  return cell;
}

/** Green: always right. Red: the deeper, the more of what errors cost is lost here. */
function heat(cell, code, dearest) {
  if (!cell) return element("td", "heat none", element("span", "visually-hidden",
    say("not asked")));
  const made = element("td", `heat ${cell.wrong ? "wrong" : "right"}`, code);
  const depth = cell.wrong ? 0.25 + 0.75 * Math.sqrt(cell.per_hour / dearest) : 1;
  made.style.setProperty("--depth", depth.toFixed(3));
  made.title = cell.wrong
    ? say("{wrong} of {all} wrong", { wrong: cell.wrong, all: cell.asked })
    : say("{all} right", { all: cell.asked });
  made.append(element("span", "visually-hidden", ` ${made.title}`));
  return made;
}
