// The page about odds: other games, and more about the same table.

import { followSwitches } from "./front.js";
import { asked, idOf, load, poll } from "./jobs.js";

document.documentElement.classList.add("scripted");

// More of the same table: what was asked for before stays asked for, while it is under way.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches(".asks-more")) return;
  event.preventDefault();
  const wanted = new URLSearchParams(new FormData(form, event.submitter));
  for (const then of asked().getAll("then")) {
    const another = then.startsWith("sheet") && event.submitter.value.startsWith("sheet");
    if (then !== event.submitter.value && !another) wanted.append("then", then);
  }
  const pressed = { value: event.submitter.value, section: idOf(form) };
  event.submitter.disabled = true;
  load(`/odds?${wanted}`, pressed);
});

document.getElementById("game").addEventListener("change", (event) => {
  event.target.form.requestSubmit();
});

followSwitches();
poll();
