// Pages of a promotion: every form is a command, and the page stays as things are.

import { localTimes, toast } from "../common/base.js";
import { ask, follow } from "../common/activities.js";
import { orderForms } from "../common/order-forms.js";
import { refreshParts } from "../common/refresh.js";

const root = document.getElementById("promotion");
const id = root.dataset.promotion;

async function send(command, why, form) {
  await ask("promotion", id, command, { why });
  form.reset();
  await refreshParts();
}

orderForms(document, send, (words) => toast(words, "bad"));

localTimes();
follow("promotion", id, () => refreshParts());
