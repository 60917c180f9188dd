// The card: wait until it is worked out, then print.

import { poll } from "../odds/jobs.js";

document.addEventListener("click", (event) => {
  if (event.target.closest("#print")) window.print();
});
if (document.querySelector("[data-job]")) {
  // What is printed is more than the results: the page is loaded whole when they are there.
  new MutationObserver(() => location.reload())
    .observe(document.getElementById("content"), { childList: true });
}
poll();
