// The dealer's console: what is due next, cards as they come, and what to pay.

import { clauseChip, toast } from "../common/base.js";
import { Book } from "../common/book.js";
import { cardElement, cardWords } from "../common/cards.js";
import { atOnce, dueControls, dueWords, paying } from "./due.js";
import { showLayout } from "./layout.js";
import { parseLine } from "./line.js";
import { PayList } from "./pay.js";
import { handLine } from "../tournaments/signs.js";
import { LiveTable } from "../common/live.js";
import { Orders } from "../common/orders.js";
import { showPlayers } from "../pit/players.js";
import { button, element, fill, shortMoney, upperFirst } from "../common/words.js";
import { say } from "../common/say.js";

const WRONG = [say("When something goes wrong"), say("Cards")];
const RANKS = "A23456789TJQK";
const SUITS = "SHDC";

const root = document.getElementById("console");
const find = (id) => document.getElementById(id);
const table = new LiveTable(root.dataset.table);
const orders = new Orders(root.dataset.table, (command, extra) => table.send(command, extra),
  root.dataset.desk);
const book = new Book(find("lines"), root.dataset.book);
const pay = new PayList(find("pay"));
const typed = find("typed");
const act = {
  orders,
  give: (command) => orders.give(command).catch(() => {}).finally(() => typed.focus()),
  open: (name, given) => {
    if (orders.open(name, given)) return;
    const closed = orders.closed(name);
    toast(closed ? say("That takes: {by} (clause {clause})", { by: closed.by,
      clause: closed.clause }) : say("Not here."), "bad");
  },
  paid: () => {
    paidKey.set(table.view);
    showDue(table.view);
    typed.focus();
  },
};

// Paying: done when the dealer says so, or when the next wagers lie there

const paidKey = {
  of: ({ signs }) => `bythebook.paid.${root.dataset.table}.${signs.rounds}`,
  set(view) { sessionStorage.setItem(this.of(view), "yes"); },
  has(view) { return sessionStorage.getItem(this.of(view)) !== null; },
};

function toPay(view) {
  const { due, rows, boxes } = view;
  if (due.what !== "wagers" || due.shut || due.correcting || view.session) return false;
  if (!rows.length || paidKey.has(view)) return false;
  return !boxes.some((box) => box.wagers.length);
}

// What is due

function showDue(view) {
  const { due } = view;
  const pays = toPay(view);
  const words = pays ? say("Pay and collect") : dueWords(view);
  const moved = fill(find("due-says"), [words, due.clause], () => [
    `${words} `, clauseChip(view.signs.book, due.clause),
  ]);
  if (moved && !find("line-error").hidden) {
    complain(""); // what was refused before is no longer the question
    typed.value = "";
  }
  const desk = orders.desk?.desk;
  const lying = view.boxes.map((box) => [box.sits, box.wagers]);
  const shows = [due, view.choices, lying, view.signs.spots, desk?.needs, orders.desk?.role];
  const focused = find("due-controls").contains(document.activeElement);
  const others = [view.session?.places, pays, orders.desk?.kept_card, orders.desk?.kept_unseen,
    orders.desk?.requests];
  const changed = fill(find("due-controls"), [shows, ...others], () =>
    (pays ? paying(view, act) : dueControls(view, desk, act)));
  if (pays && root.dataset.due !== "pay") find("tab-pay").click();
  const pressed = find("at-once").contains(document.activeElement);
  const once = fill(find("at-once"), view.at_once ?? [], () => atOnce(view, act));
  if ((changed && focused) || (once && pressed)) typed.focus();
  root.dataset.due = pays ? "pay" : due.what;
}

function showFacts(view) {
  const { signs, shoe } = view;
  const main = signs.spots[0];
  const dealing = !["", "betting", "over"].includes(view.due.phase);
  const facts = [
    signs.game_title, handLine(view) || say("round {round}", {
      round: dealing ? signs.rounds + 1 : signs.rounds,
    }),
    main ? say("{least} to {most}", {
      least: shortMoney(main.least), most: shortMoney(main.most),
    }) : "",
    shoe.of ? say("{left} of {of} cards left", { left: shoe.left, of: shoe.of }) : "",
      signs.closing,
  ];
  find("facts").textContent = facts.filter(Boolean).join(" · ");
}

// The last card, should it have been typed wrongly

function showLast() {
  const card = table.view?.due.correcting ? "" : orders.desk?.last_card ?? "";
  fill(find("last-card"), card, () => (card ? [
    element("span", "muted", say("Last card: "), cardWords(card)),
    button(say("Correct it …"), "quiet small", () => act.open("correct-entry", { was: card })),
  ] : []));
}

// Typed lines

function complain(text) {
  const note = find("line-error");
  note.textContent = text;
  note.hidden = !text;
}

async function enter(text) {
  if (!table.view) return;
  const read = parseLine(text, table.view, orders.desk?.last_card);
  if (read.error) {
    complain(read.error);
    typed.select();
    return;
  }
  complain("");
  typed.value = "";
  if (read.main) {
    find("due-controls").querySelector("button.primary")?.click();
    return;
  }
  try {
    await orders.attempt(read.command);
  } catch (problem) {
    complain(problem.clause ? say("{message} (clause {clause})", { message: problem.message,
      clause: problem.clause }) : problem.message);
    if (!typed.value) typed.value = text;
    typed.select();
  }
}

find("line").addEventListener("submit", (event) => {
  event.preventDefault();
  enter(typed.value);
});

// A scanner types wherever the focus is: letters and figures go to the line.
document.addEventListener("keydown", (event) => {
  const busy = event.target.closest?.("input, select, textarea, dialog, [role=tab]");
  if (busy || event.ctrlKey || event.metaKey || event.altKey || event.key.length !== 1) return;
  if (/[a-z0-9]/i.test(event.key)) typed.focus();
});

// Cards by touch

function buildGrid() {
  const cells = [];
  for (const suit of SUITS) {
    for (const rank of RANKS) cells.push(gridCard(rank + suit));
  }
  cells.push(gridCard("JK"));
  find("grid").replaceChildren(...cells);
}

function gridCard(name) {
  const made = button(cardElement(name), "grid-card", () => {
    const command = { type: "deal", card: name };
    if (find("went").value !== "") command.to = Number(find("went").value);
    if (find("unseen").checked) command.exposed = false;
    find("went").value = "";
    find("unseen").checked = false;
    act.give(command);
  });
  made.setAttribute("aria-label", cardWords(name));
  return made;
}

function showWhere(view) {
  fill(find("went"), view.boxes.length, () => [
    new Option(say("where it is due"), ""), new Option(say("to the dealer"), "0"),
    ...view.boxes.map((box) => new Option(say("to box {number}", { number: box.number }),
      String(box.number))),
  ]);
}

// Duty, players, orders

function showDuty() {
  const { desk, name, role, may_order: may } = orders.desk;
  fill(find("duty"), [desk.staff, may, Boolean(table.view?.session)], () => {
    if (table.view?.session) return []; // the tournament says who runs it
    if (!may) return [element("span", "badge", say("only looking"))];
    const on = desk.staff.some((person) => person.name === name);
    const order = on ? { type: "sign-off", name } : { type: "sign-on", name, role };
    const says = on ? say("Go off duty") : say("Come on duty");
    return [button(says, on ? "quiet" : "", () => act.give(order))];
  });
}

function showAlarms() {
  const { alarms } = orders.desk.desk;
  fill(find("alarms"), alarms, () => alarms.map(({ says, clause }) =>
    element("li", "alarm", `${upperFirst(says)} `, clause && clauseChip(orders.book, clause))));
}

orders.addEventListener("desk", () => {
  const { acts } = orders.desk;
  showDuty();
  showAlarms();
  showLast();
  const shows = [acts.map((one) => one.id), orders.desk.desk.players];
  if (fill(find("wrong"), shows, () => [])) {
    orders.list(find("wrong"), { groups: WRONG, search: false });
    for (const group of find("wrong").querySelectorAll("details")) group.open = true;
  }
  if (fill(find("all-orders"), shows, () => [])) orders.list(find("all-orders"));
  if (!table.view?.session) showPlayers(find("players"), orders, table.view);
  if (table.view) showDue(table.view);
});

// The table itself

table.addEventListener("view", ({ detail }) => {
  const { view, changed, whole, lines } = detail;
  find("tab-players").hidden = Boolean(view.session);
  showFacts(view);
  showDue(view);
  showLayout(find("layout"), view, (box) => { find("went").value = String(box); });
  showWhere(view);
  if (whole || changed.has("rows") || changed.has("signs")) pay.show(view);
  if (whole || lines.length) book.show(view.lines);
  orders.loadSoon();
});

table.tellConnection(find("connection"));
table.addEventListener("gone", ({ detail }) => toast(detail.reason, "bad"));

buildGrid();
find("grid-tray").open = matchMedia("(pointer: coarse)").matches;
typed.focus();
orders.load().catch((problem) => toast(problem.message, "bad"));
