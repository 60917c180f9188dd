// One table of the pit with everything around it: limits, people, registers, every order.

import { localTimes, toast } from "../common/base.js";
import { Book } from "../common/book.js";
import { showLayout } from "../dealer/layout.js";
import { LiveTable } from "../common/live.js";
import { Orders } from "../common/orders.js";
import { showClosing, showLimits } from "./limits.js";
import { showPlayers } from "./players.js";
import { countdowns, onOrders, refreshParts, setClock } from "../common/refresh.js";
import { fill } from "../common/words.js";
import { say } from "../common/say.js";

const root = document.getElementById("pit-table");
const find = (id) => document.getElementById(id);
const table = new LiveTable(root.dataset.table);
const orders = new Orders(root.dataset.table, (command, extra) => table.send(command, extra));
const book = new Book(find("lines"), root.dataset.book);

orders.addEventListener("desk", ({ detail }) => {
  setClock(detail.desk.now);
  showLimits(find("limits"), orders);
  showClosing(find("closing"), orders, table.view);
  showPlayers(find("players"), orders, table.view);
  const list = find("all-orders");
  if (list && fill(list, [detail.acts.map((act) => act.id), detail.desk.players], () => [])) {
    orders.list(list);
  }
  refreshParts().catch(() => {});
});

table.addEventListener("view", ({ detail }) => {
  const { view, whole, lines } = detail;
  showLayout(find("layout"), view, () => {});
  if (whole || lines.length) book.show(view.lines);
  orders.loadSoon();
});

table.tellConnection(find("connection"));

onOrders(
  (command) => orders.give(command),
  (act, given) => {
    if (!orders.open(act, given)) toast(say("That is for a higher rank."), "bad");
  },
);

document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.target.closest("input, textarea, select, dialog")) return;
  event.preventDefault();
  find("all-orders")?.querySelector("input")?.focus();
});

countdowns();
localTimes();
orders.load().catch((problem) => toast(problem.message, "bad"));
