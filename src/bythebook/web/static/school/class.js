// A class: every trainee's table at a glance, with what went wrong as it happens.

import { Connection } from "../common/connection.js";
import { element, fill } from "../common/words.js";
import { countsInWords, findingElement } from "./findings.js";

const root = document.getElementById("class");
const badge = document.getElementById("connection");

function seat(one, book) {
  const link = element("a", "", one.trainee);
  link.href = `/school/dealers/shifts/${encodeURIComponent(one.id)}`;
  const state = one.ended ? "over" : one.here ? `round ${one.round} of ${one.rounds}` : "not here";
  const made = element("li", one.planted ? "trouble" : "",
    element("h2", "", link, element("span", "badge", state)),
    element("p", "", element("strong", "", `${one.accuracy} % right`),
      ` · ${countsInWords(one.counts)}`));
  if (!one.ended) made.append(element("p", "small", one.scene));
  if (one.last) made.append(findingElement(one.last, book, "p"));
  const report = element("a", "", "Report");
  report.href = `${link.href}/report`;
  report.setAttribute("aria-label", `Report of ${one.trainee}`);
  made.append(element("p", "small", report));
  return made;
}

function show(view) {
  const sum = `${view.tables.length} of ${view.seats} tables taken`;
  document.getElementById("class-sum").textContent = sum;
  fill(document.getElementById("class-tables"), view.tables, () =>
    view.tables.map((one) => seat(one, view.book)));
}

new Connection(`/school/dealers/${encodeURIComponent(root.dataset.code)}/live`, {
  hear: (message) => { if (message.class) show(message.class); },
  become: (state) => {
    badge.textContent = state === "open" ? "connected" : state;
    badge.className = state === "open" ? "badge good" : "badge bad";
  },
});
