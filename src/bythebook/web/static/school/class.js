// A class: every trainee's table at a glance, with what went wrong as it happens.

import { Connection } from "../common/connection.js";
import { stateWords } from "../common/live.js";
import { element, fill } from "../common/words.js";
import { countsInWords, findingElement } from "./findings.js";
import { say } from "../common/say.js";

const root = document.getElementById("class");
const badge = document.getElementById("connection");

function seat(one, book) {
  const address = `/school/dealers/shifts/${encodeURIComponent(one.id)}`;
  const link = element(one.elsewhere ? "span" : "a", "", one.trainee);
  if (!one.elsewhere) link.href = address;
  const state = one.ended ? "over"
    : one.here || one.elsewhere ? say("round {round} of {rounds}", one)
      : say("not here");
  const made = element("li", one.planted ? "trouble" : "",
    element("h2", "", link, element("span", "badge", state)),
    element("p", "", element("strong", "", say("{accuracy} % right", { accuracy: one.accuracy })),
      ` · ${countsInWords(one.counts)}`));
  if (!one.ended) made.append(element("p", "small", one.scene));
  if (one.last) made.append(findingElement(one.last, book, "p"));
  const report = element("a", "", say("Report"));
  report.href = `${address}/report`;
  report.setAttribute("aria-label", say("Report of {trainee}", { trainee: one.trainee }));
  made.append(element("p", "small", report));
  return made;
}

function show(view) {
  const sum = say("{tables} of {seats} tables taken", { tables: view.tables.length,
    seats: view.seats });
  document.getElementById("class-sum").textContent = sum;
  fill(document.getElementById("class-tables"), view.tables, () =>
    view.tables.map((one) => seat(one, view.book)));
}

new Connection(`/school/dealers/${encodeURIComponent(root.dataset.code)}/live`, {
  hear: (message) => { if (message.class) show(message.class); },
  become: (state) => {
    badge.textContent = stateWords(state);
    badge.className = state === "open" ? "badge good" : "badge bad";
  },
});
