// Players at a table, as the staff sees them: seats, restrictions, and what may be done about them.
//
//   showPlayers(root, orders, view)

import { button, element, fill, inCents, inlineField } from "../common/words.js";
import { say } from "../common/say.js";

const ABOUT_PLAYERS = [
  ["personal-limits", say("Own limits")], ["end-personal-limits", say("End own limits")],
  ["warn", say("Warn")], ["hold-to-minimum", say("Hold to minimum")], ["hold-always",
    say("Hold always")],
  ["confine", say("Confine")], ["lift", say("Lift")], ["allow-several", say("Several boxes")],
  ["vacate-seat", say("Vacate seat")], ["set-loss-limit", say("Loss limit")], ["void-wagers",
    say("Void wagers")],
  ["exchange-voucher", say("Exchange a voucher")], ["bar", say("Bar")], ["exclude", say("Exclude")],
  ["leave", say("Leaves")],
];

function pickAct(orders, player) {
  const acts = ABOUT_PLAYERS.filter(([act]) => orders.may(act));
  const made = element("select", "pick-act");
  made.setAttribute("aria-label", say("Order about {player}", { player }));
  made.append(new Option(say("Order …"), ""));
  for (const [act, words] of acts) made.append(new Option(words, act));
  made.addEventListener("change", async () => {
    const act = made.value;
    made.value = "";
    // Vouchers are issued elsewhere: what there is to choose from may be another by now.
    if (act === "exchange-voucher") await orders.load().catch(() => {});
    if (act) orders.open(act, { player });
  });
  return made;
}

function playerRow(orders, player, boxes, restrictions) {
  const seats = boxes.filter((box) => box.sits === player).map((box) => box.number);
  const where = seats.length ? ` ${say("box {box}", { box: seats.join(", ") })}`
    : ` ${say("standing")}`;
  const name = element("strong", "", player);
  const words = element("div", "", name, element("span", "muted", where));
  for (const restriction of restrictions) {
    words.append(" ", element("span", "badge", restriction.says));
    const { lifted_by: lift } = restriction;
    if (lift && orders.may(lift)) {
      words.append(" ", button(say("end it"), "link", () => orders.open(lift, { player })));
    }
  }
  return element("li", "player-row", words, orders.desk.may_order && pickAct(orders, player));
}

/** Somebody comes to the table: with a name, a box, and cash for chips. */
function arriving(orders, boxes) {
  const name = element("input");
  name.required = true;
  name.autocomplete = "off";
  const box = element("select");
  box.append(new Option(say("standing"), "0"));
  for (const { number, sits } of boxes) {
    if (!sits) box.append(new Option(say("box {box}", { box: number }), number));
  }
  const cash = element("input");
  cash.inputMode = "decimal";
  cash.placeholder = "0.00";
  const form = element("form", "inline arriving",
    inlineField(say("Player"), name), inlineField(say("Seat"), box),
      inlineField(say("Cash for chips"), cash),
    element("button", "", say("Comes to the table")));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const player = name.value.trim();
    try {
      if (!orders.desk.desk.players.includes(player)) {
        await orders.give({ type: "arrive", player, card: player });
      }
      if (box.value !== "0") await orders.give({ type: "sit", player, box: Number(box.value) });
      const cents = inCents(cash.value);
      if (cents > 0) await orders.give({ type: "buy-chips", player, cents });
      form.reset();
    } catch { /* it has been said */ }
  });
  return form;
}

export function showPlayers(root, orders, view) {
  const { desk, may_order: may } = orders.desk;
  const boxes = view?.boxes ?? [];
  const seats = boxes.map((box) => [box.number, box.sits]);
  fill(root, [desk.players, desk.restrictions, seats, may], () => {
    const made = [];
    const others = desk.restrictions.filter(({ player }) => !desk.players.includes(player));
    if (!desk.players.length) made.push(element("p", "empty", say("Nobody is at the table.")));
    const list = element("ul", "player-list");
    for (const player of desk.players) {
      const own = desk.restrictions.filter((one) => one.player === player);
      list.append(playerRow(orders, player, boxes, own));
    }
    made.push(list);
    if (others.length) {
      made.push(element("h3", "", say("Not here now")));
      const gone = element("ul", "player-list");
      for (const { player, says } of others) gone.append(element("li", "", `${player}: ${says}`));
      made.push(gone);
    }
    if (may) {
      made.push(element("h3", "", say("Somebody comes")), arriving(orders, boxes));
      const known = element("datalist");
      known.id = "at-table";
      for (const player of desk.players) known.append(new Option(player, player));
      made.push(known);
    }
    return made;
  });
}
