// The task beside the dealer's console: what is to be seen now, whom to call, what to pay, and how
// each act was judged. Orders themselves are given at the console.

import { confirmed, post, toast } from "../common/base.js";
import { cardElement, cardWords } from "../common/cards.js";
import { Connection } from "../common/connection.js";
import { button, element, fill, inCents, shortMoney } from "../common/words.js";
import { countsInWords, findingElement } from "./findings.js";
import { say } from "../common/say.js";

const task = document.getElementById("task");
const find = (id) => document.getElementById(id);
const own = task.dataset.own !== undefined;
const address = `/api/school/shifts/${encodeURIComponent(task.dataset.shift)}`;

async function act(what) {
  try {
    show(await post(`${address}/acts`, what));
  } catch (problem) {
    toast(problem.message, "bad");
  }
}

function scene(view) {
  const lines = view.scene.map((text) => element("p", view.planted ? "planted" : "", text));
  if (!view.card || view.planted) return lines;
  const words = element("p", "", say("Next card: {card}", { card: cardWords(view.card) }));
  const shown = lines.filter((line) => !line.textContent.startsWith("The next card"));
  return [...shown, element("div", "coming", cardElement(view.card), words)];
}

function calls(view) {
  if (!own || view.ended) return [];
  return Object.entries(view.calls).map(([role, title]) =>
    button(say("Call the {title}", { title }), "quiet", () => act({ call: role })));
}

// Payments: an amount for each wager, typed or put together from chips; a minus takes.

function payRow(one, chips) {
  const { title, ...wager } = one;
  const where = say("Box {box}, {player}{title}", { box: one.box, player: one.player, title: title
    ? `, ${title}` : "" });
  const amount = element("input");
  amount.inputMode = "decimal";
  amount.value = "0";
  amount.setAttribute("aria-label", say("{where}: pay, or with a minus take", { where }));
  const add = (cents) => {
    const now = inCents(amount.value.replace("-", "") || "0");
    const sum = (Number.isNaN(now) ? 0 : now) + cents;
    amount.value = `${amount.value.startsWith("-") ? "-" : ""}${(sum / 100).toFixed(2)}`;
  };
  const takes = button(say("Take"), "quiet small", () => {
    amount.value = amount.value.startsWith("-") ? amount.value.slice(1) : `-${amount.value}`;
  });
  takes.setAttribute("aria-label", say("{where}: take instead of pay, or the other way", {
    where }));
  const made = chips.map((chip) => {
    const put = button(`+${shortMoney(chip)}`, "quiet small", () => add(chip));
    put.setAttribute("aria-label", say("{where}: a chip of {chip}", { where,
      chip: shortMoney(chip) }));
    return put;
  });
  for (const each of [takes, ...made]) each.type = "button";
  const row = element("tr", "", element("th", "", where), element("td", "", amount),
    element("td", "chip-buttons", takes, ...made));
  return { row, read: () => ({ ...wager, cents: readAmount(amount) }) };
}

function readAmount(input) {
  const text = input.value.trim();
  const cents = inCents(text.replace("-", ""));
  if (Number.isNaN(cents)) {
    input.focus(); throw new Error(say("An amount, such as 37.50 or -25")); }
  return text.startsWith("-") ? -cents : cents;
}

function payForm(view) {
  const rows = view.pay.map((one) => payRow(one, view.chips));
  const form = find("task-pay");
  form.onsubmit = (event) => {
    event.preventDefault();
    try {
      act({ pay: rows.map(({ read }) => read()) });
    } catch (problem) {
      toast(problem.message, "bad");
    }
  };
  const table = element("table", "", element("tbody", "", ...rows.map(({ row }) => row)));
  return [table, element("button", "primary", say("Pay and take"))];
}

function show(view) {
  fill(find("task-scene"), [view.scene, view.card, view.planted, view.pay.length], () =>
    scene(view));
  fill(find("task-calls"), [view.calls, view.ended], () => calls(view));
  const pays = own && view.pay.length > 0;
  fill(find("task-pay"), [pays, view.round, view.pay], () => (pays ? payForm(view) : []));
  find("task-pay").hidden = !pays;
  find("task-round").textContent = view.ended ? say("over")
    : say("round {round} of {rounds}, as {role}", view);
  find("task-counts").textContent = countsInWords(view.counts);
  fill(find("task-findings"), view.findings, () =>
    view.findings.toReversed().map((one) => findingElement(one, view.book)));
  if (find("task-leave")) find("task-leave").hidden = view.ended;
  task.dataset.ended = view.ended;
}

find("task-leave")?.addEventListener("click", async () => {
  if (await confirmed(say("End the shift? What is still wanted counts as left undone."),
    say("End it"))) {
    act({ leave: true });
  }
});

new Connection(`/school/dealers/${encodeURIComponent(task.dataset.shift)}/live`, {
  hear: (message) => {
    if (message.shift) show(message.shift);
    else if (message.gone) toast(message.gone.reason, "bad");
  },
});
// The pay list would tell what a trainee is to work out: other orders come first.
find("tab-wrong").click();
find("typed").focus();
