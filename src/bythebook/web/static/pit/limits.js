// Limits: what is in force, what is announced, and the way from one to the other.
//
//   showLimits(root, orders)    new limits, a sign with its time, and the change when it has come
//   showClosing(root, orders)   opening, announcing the close, closing

import { clauseChip } from "../common/base.js";
import { clockTime, minutesFrom } from "../common/orders-fields.js";
import {
  button, element, fill, inCents, inDollars, inlineField, shortMoney, upperFirst,
} from "../common/words.js";
import { say } from "../common/say.js";

const JUDGE_AFTER_MS = 300;
const WOULD = { done: say("May be done now."), waits: say("It would wait for a second person: ") };

const words = (limits) => Object.entries(limits)
  .map(([wager, [least, most]]) => say("{wager} {least} to {most}", {
    wager, least: shortMoney(least), most: shortMoney(most),
  }))
  .join(", ");

/** A line that says whether an order would be carried out; resolves to whether it would. */
async function judged(line, orders, command) {
  let told;
  try {
    told = await orders.judge(command);
  } catch (problem) {
    told = { would: "malformed", reason: problem.message, clause: "" };
  }
  line.className = `verdict verdict-${told.would}`;
  line.replaceChildren(WOULD[told.would] ?? say("Not now: "), told.reason ? `${told.reason} ` : "");
  if (told.clause) line.append(clauseChip(orders.book, told.clause));
  return told.would === "done" || told.would === "waits";
}

function status() {
  const line = element("p", "verdict");
  line.setAttribute("role", "status");
  return line;
}

const changeTo = (setup, limits, protect = false) => ({
  type: "change-limits",
  limits,
  // Where the box's maximum is that of the sign, it moves along.
  box_maximum: setup.box_maximum === setup.limits.main?.[1] ? limits.main?.[1] ?? null
    : setup.box_maximum ?? null,
  protect,
});

function announced(orders, sign) {
  const { setup } = orders.desk;
  const told = element("p", "", say("Announced: {limits}", { limits: words(sign.limits ?? {}) }));
  const made = element("div", "notice", told);
  if (sign.time) {
    const left = element("span", "countdown");
    left.dataset.until = sign.time;
    made.append(element("p", "", `${say("From {time},", { time: clockTime(sign.time) })} `, left));
  }
  const line = status();
  const command = changeTo(setup, sign.limits ?? {});
  const go = button(say("Put into force"), "primary", () => orders.give(command).catch(() => {}));
  const look = () => judged(line, orders, command).then((may) => { go.disabled = !may; });
  look();
  const late = sign.time ? sign.time - orders.now() : 0;
  if (late > 0 && late < 86400) setTimeout(() => made.isConnected && look(), late * 1000 + 1500);
  made.append(line, go);
  return made;
}

function limitsForm(orders) {
  const { setup, notices, protects } = orders.desk;
  const notice = notices["change-limits"];
  const form = element("form", "limits-form");
  const rows = Object.entries(setup.limits).map(([wager, pair]) => {
    const row = element("div", "limits-row", element("span", "", wager));
    const sums = ["lowest", "highest"].map((word, at) => {
      const input = element("input");
      input.inputMode = "decimal";
      input.value = inDollars(pair[at]);
      input.setAttribute("aria-label", `${wager}, ${word}`);
      row.append(input);
      return input;
    });
    form.append(row);
    return [wager, sums];
  });
  const keeps = element("input");
  keeps.type = "checkbox";
  const kept = element("span", "", say("those playing keep their minimum"));
  const protect = element("label", "check", keeps, kept);
  protect.hidden = !protects;
  const minutes = element("input");
  minutes.type = "number";
  minutes.min = 0;
  minutes.value = notice.minutes || 0;
  const line = status();
  const read = () => Object.fromEntries(rows.map(([wager, sums]) => {
    const cents = sums.map((input) => inCents(input.value));
    if (cents.some(Number.isNaN)) throw new Error(say("{wager}: dollars and cents.", { wager }));
    if (cents[0] <= 0 || cents[0] > cents[1]) {
      throw new Error(say("{wager}: the lowest is more than nothing and not above the highest.", {
        wager }));
    }
    return [wager, cents];
  }));
  const sign = button(say("Put the sign up"), "", () => {
    const at = Number(minutes.value) ? minutesFrom(orders.now(), Number(minutes.value)) : null;
    const command = { type: "display-sign", kind: "new-limits", time: at, player: "" };
    orders.give({ ...command, limits: read() }).catch(() => {});
  });
  const go = button(say("Change now"), "primary", () =>
    orders.give(changeTo(setup, read(), keeps.checked)).catch(() => {}));
  const look = async () => {
    try {
      const limits = read();
      const same = JSON.stringify(limits) === JSON.stringify(setup.limits);
      sign.disabled = same || !orders.may("display-sign");
      go.disabled = true;
      if (same) line.replaceChildren(say("These are in force."));
      else go.disabled = !(await judged(line, orders, changeTo(setup, limits, keeps.checked)));
    } catch (problem) {
      line.textContent = problem.message;
      sign.disabled = go.disabled = true;
    }
  };
  let timer = 0;
  form.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(look, JUDGE_AFTER_MS);
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  const buttons = element("div", "row", inlineField(say("Minutes until it applies"), minutes), sign,
    go);
  const rule = notice.rounds
    ? `${say("A higher minimum: {rounds} rounds under the sign first.", notice)} `
    : `${say("A higher minimum: a sign for {minutes} minutes first.", notice)} `;
  const chip = clauseChip(orders.book, notice.clause);
  form.append(protect, line, buttons, element("p", "hint", rule, chip));
  look();
  return form;
}

export function showLimits(root, orders) {
  const { setup, desk, may_order: may } = orders.desk;
  const sign = desk.signs.find((one) => one.kind === "new-limits");
  fill(root, [setup.limits, sign, may, desk.staff.length], () => {
    const made = [element("p", "", say("In force: {limits}", { limits: words(setup.limits) }))];
    if (!may || !orders.may("change-limits")) return made;
    if (sign) made.push(announced(orders, sign));
    else made.push(limitsForm(orders));
    return made;
  });
}

export function showClosing(root, orders, view) {
  const { desk, notices, may_order: may } = orders.desk;
  const open = view?.signs.phase === "open";
  const line = status();
  fill(root, [open, may, desk.needs, desk.closing, desk.players.length, view?.signs.rounds], () => {
    if (!may) return [element("p", "muted", open ? say("It is open.") : say("It is closed."))];
    const row = element("div", "row");
    if (!open) {
      for (const need of desk.needs) {
        const chip = clauseChip(orders.book, need.clause);
        line.append(element("p", "", `${upperFirst(need.says)} `, chip));
      }
      if (orders.may("open")) {
        row.append(
          button(say("Get ready and open"), "primary", () =>
            orders.give({ type: "open-now" }).catch(() => {})),
          button(say("Open otherwise …"), "", () => orders.open("open")),
        );
      }
      return [line, row];
    }
    const notice = notices.close;
    if (orders.may("announce-closing")) {
      const given = { rounds: notice?.rounds ?? 0 };
      const announce = () => orders.open("announce-closing", given);
      row.append(button(say("Announce the close …"), "", announce));
    }
    if (orders.may("display-sign") && notice?.minutes) {
      row.append(button(say("Sign: closing …"), "", () => {
        const time = minutesFrom(orders.now(), notice.minutes);
        orders.open("display-sign", { kind: "closing", time });
      }));
    }
    if (orders.may("close")) {
      const close = button(say("Close"), "danger", () => {
        orders.give({ type: "close" }).catch(() => {});
      });
      judged(line, orders, { type: "close" }).then((can) => { close.disabled = !can; });
      row.append(close);
    }
    const said = desk.closing ? [element("p", "", upperFirst(desk.closing))] : [];
    return [...said, line, row];
  });
}
