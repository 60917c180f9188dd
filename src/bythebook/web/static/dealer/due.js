// What is due, and the buttons that do it: one for each kind of thing a table waits for.
//
//   dueWords(view)                 what to do now, as one would say it to a dealer
//   dueControls(view, desk, act)   the elements to show; `act` is { give, open, orders }
//   paying(view, act)              the same for a round that is over and not paid yet
//   atOnce(view, act)              what a tournament lets its staff do now with one click each
//   The button with the class "primary" is the main one, which `ok` presses.

import { clauseChip } from "../common/base.js";
import { cardElement, cardWords } from "../common/cards.js";
import { commandOf } from "../table/choices.js";
import {
  button as plainButton, inCents, element, inlineField, shortMoney, upperFirst,
} from "../common/words.js";
import { say } from "../common/say.js";

const KEYS = {
  hit: "H", stand: "S", double: "D", split: "P", insure: "I", "even-money": "E",
  surrender: "R", withdraw: "W",
};

function button(label, press, className = "", key = "") {
  const made = plainButton(label, className, press);
  if (key) made.append(element("kbd", "", key));
  return made;
}

function numberField(label, value, bounds) {
  const input = element("input");
  input.type = "number";
  input.value = value;
  const made = inlineField(label, input);
  if (bounds[1]) {
    [input.min, input.max] = bounds;
    made.append(element("small", "muted", say("{least} to {most}", {
      least: bounds[0], most: bounds[1],
    })));
  }
  return [made, input];
}

function listOf(values) {
  const made = element("select");
  for (const [value, words] of values) made.append(new Option(words, value));
  return made;
}

/** Grey, with the reason, where it would be refused now. */
async function whether(act, given, made) {
  const { would, reason, clause } = await act.orders.judge(given).catch(() => ({ would: "done" }));
  if (would !== "refused") return;
  made.disabled = true;
  made.append(element("small", "", `${reason} (${clause})`));
}

const command = (act, given, className = "") => (label, key = "") =>
  button(label, () => act.give(given), className, key);

function opening(view, desk, act) {
  const made = [];
  if (desk?.needs.length) {
    const list = element("ul", "needs");
    for (const need of desk.needs) {
      const chip = clauseChip(view.signs.book, need.clause);
      const item = element("li", "", `${upperFirst(need.says)} `, chip);
      if (need.act && act.orders.may(need.act)) {
        item.append(button(say("Done"), () => act.give({ type: "perform", act: need.act,
          player: "" })));
      }
      list.append(item);
    }
    made.push(list);
  }
  const open = command(act, { type: "open-now" }, "primary")(say("Get ready and open"));
  made.push(act.orders.gate("open", open));
  if (act.orders.may("open")) made.push(button(say("Open otherwise …"), () => act.open("open")));
  return made;
}

function cutting(view, act) {
  const { due } = view;
  const middle = Math.round((due.depth[0] + due.depth[1]) / 2) || 1;
  const [field, input] = numberField(say("Cards from the front"), middle, due.depth);
  const cut = (player) => act.give({ type: "cut", player, from_front: Number(input.value) });
  const made = [field];
  if (due.player) {
    made.push(button(`${due.player} cut`, () => cut(due.player), "primary"));
    const declined = { type: "decline-cut", player: due.player };
    made.push(command(act, declined)(say("{player} will not cut", { player: due.player })));
  }
  const ours = button(say("Cut by the staff"), () => cut(""), due.player ? "" : "primary");
  made.push(ours);
  if (!due.player) whether(act, { type: "cut", player: "", from_front: middle }, ours);
  return made;
}

function inserting(view, act) {
  const [field, input] = numberField(say("Cards from the back"), Math.round(view.shoe.left / 4), [0,
    0]);
  const put = () => act.give({ type: "insert", from_back: [Number(input.value)] });
  return [field, button(say("The cutting card is in"), put, "primary")];
}

function wagering(view, act) {
  const made = [];
  const lying = view.boxes.flatMap((box) => box.wagers);
  if (lying.length) {
    const list = element("ul", "wager-list");
    for (const wager of lying) {
      const words = say("Box {box}: {player} {amount} {wager}", { box: wager.box,
        player: wager.player, amount: shortMoney(wager.amount), wager: wager.wager });
      const item = element("li", "", words);
      const { box, player } = wager;
      const off = { type: "take-off", box, player, wager: wager.wager };
      const no = { type: "refuse-wager", box, player, wager: wager.wager };
      const take = command(act, off, "quiet small")(say("Take off"));
      take.setAttribute("aria-label", say("Take off: {words}", { words }));
      item.append(take);
      const refuse = command(act, no, "quiet small")(say("Refuse"));
      refuse.setAttribute("aria-label", say("Refuse: {words}", { words }));
      item.append(act.orders.gate("refuse-wager", refuse) ?? "");
      list.append(item);
    }
    made.push(list);
  }
  made.push(wagerForm(view, act));
  const { called, order } = view.due;
  if (order) {
    const { act: named, type } = order.command;
    made.push(act.orders.may(named ?? type) ? oneClick(view, act, order)
      : act.orders.gate(named ?? type, command(act, order.command)(upperFirst(order.says))));
  } else if (called) {
    made.push(element("p", "", say("No more bets: the first card is due.")), ...kept(act));
  } else if (lying.length) {
    const call = command(act, { type: "no-more-bets" }, "primary")(say("No more bets"), "N");
    made.push(act.orders.gate("no-more-bets", call));
  }
  return made;
}

function wagerForm(view, act) {
  const box = listOf(view.boxes.map((one) => [one.number, one.sits
    ? `${one.number} · ${one.sits}` : one.number]));
  const player = element("input");
  player.setAttribute("list", "at-table");
  const seat = () => view.boxes.find((one) => one.number === Number(box.value))?.sits ?? "";
  player.placeholder = say("whoever sits there");
  const amount = element("input");
  amount.inputMode = "decimal";
  amount.placeholder = shortMoney(view.signs.spots[0]?.least ?? 0);
  const wager = listOf(view.signs.spots.map((spot) => [spot.wager, spot.title]));
  const late = element("input");
  late.type = "checkbox";
  const lateField = element("label", "check", late, element("span", "", "late"));
  lateField.title = say("Nobody noticed in time what is wrong with it");
  const form = element("form", "inline wager-form",
    inlineField(say("Box"), box), inlineField(say("Player"), player), inlineField(say("Amount"),
      amount),
    inlineField(say("Wager"), wager), lateField, element("button", "", say("Put down")));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const cents = inCents(amount.value);
    if (Number.isNaN(cents)) { amount.focus(); return; }
    act.give({
      type: "place", box: Number(box.value), player: player.value.trim() || seat(),
      amount: cents, wager: wager.value, late: late.checked,
    });
  });
  return form;
}

/** What players can ask for, open or closed with its clause. */
function choosing(view, act, { named }) {
  return view.choices.flatMap((choice) => {
    const who = named ? ` ${choice.player}` : "";
    const on = choice.on ? ` ${say("on {owner}", { owner: choice.on })}` : "";
    const label = `${upperFirst(choice.action.replace("-", " "))}${who}${on}`;
    if (choice.action === "joker") {
      return choice.values.map((rank) => {
        const words = say("Joker is {rank}", { rank: rank === "T" ? "10" : rank });
        return button(words, () => act.give(commandOf(choice, rank)));
      });
    }
    const key = named ? "" : KEYS[choice.action] ?? "";
    const made = button(label, () => act.give(commandOf(choice)), "", key);
    if (choice.usual) made.append(element("span", "small muted", shortMoney(choice.usual)));
    if (choice.legal) return [made];
    made.setAttribute("aria-disabled", "true");
    made.append(element("small", "", `${choice.clause}: ${choice.why}`));
    return [made];
  });
}

function deciding(view, act) {
  const made = choosing(view, act, { named: false });
  const { box, player } = view.due;
  const finish = () => act.open("direct-hand", { box, player });
  const finishing = button(say("Finish the hand by the book …"), finish, "quiet");
  made.push(act.orders.gate("direct-hand", finishing));
  return made;
}

function offering(view, act) {
  const proceed = { type: "decide", command: { type: "Proceed" } };
  return [
    ...choosing(view, act, { named: true }),
    command(act, proceed, "primary")(say("Nobody takes more: go on")),
  ];
}

function puttingRight(view, act) {
  const ways = Object.entries(view.due.ways).map(([how, clause]) => {
    const label = upperFirst(WAYS[how] ?? how);
    const resolve = button(label, () => act.give({ type: "resolve", how }));
    const mine = act.orders.acts("resolve").some((one) => mayResolve(one, how));
    if (!mine) {
      resolve.disabled = true;
      resolve.append(element("small", "", say("takes somebody of a higher rank")));
    }
    return element("span", "way", resolve, clauseChip(view.signs.book, clause));
  });
  if (!ways.length && act.orders.may("wrong-cards")) {
    ways.push(button(say("Report the cards as wrong …"), () => act.open("wrong-cards"), "primary"));
  }
  if (view.due.phase && VOIDING.some((name) => act.orders.may(name))) {
    ways.push(button(say("Void the round …"), () => act.open(VOIDING), "danger"));
  }
  if (!ways.length) ways.push(element("p", "",
    say("Call somebody of a higher rank to put it right.")));
  return ways;
}

const mayResolve = (one, how) => {
  const field = one.fields.find(({ name }) => name === "how");
  return !field?.only || (field.values ?? []).some(({ value }) => value === how);
};

const VOIDING = ["void-round", "invalidate", "void-hand"];

const WAYS = {
  rebuild: say("put it where it belongs"),
  "next-card": say("use it as the next card"),
  burn: say("burn it"),
  "hold-over": say("keep it for the next round"),
  discard: say("put it with the discards"),
  missed: say("leave out the place that was due"),
  void: say("void the round"),
};

function cardDue(view, act) {
  const comes = command(act, { type: "cutting-card" }, "quiet")(say("The cutting card comes"),
    "CC");
  return [...kept(act), act.orders.gate("cutting-card", comes)];
}

/** A card that was drawn before, and comes before any other. */
function kept(act) {
  const { kept_card: card, kept_unseen: unseen } = act.orders.desk ?? {};
  if (unseen) {
    return [element("p", "kept-unseen", cardElement(""),
      element("span", "", say("The card that was kept comes first: turn it over and enter it.")))];
  }
  if (!card) return [];
  const deal = button(cardElement(card), () => act.give({ type: "deal", card }), "primary kept");
  deal.prepend(say("Deal the card that was kept "));
  deal.setAttribute("aria-label", say("Deal the card that was kept: {card}", {
    card: cardWords(card) }));
  return [deal];
}

/** The round is over: what it pays comes before the next. */
export function paying(view, act) {
  const sums = element("p", "pay-due", say("The pay list is open beside this."));
  return [sums, button(say("Paid and collected"), act.paid, "primary")];
}

const place = (due) => {
  if (!due.box) return say("the dealer");
  return due.hand > 1 ? say("box {box}, hand {hand}", { box: due.box, hand: due.hand })
    : say("box {box}", { box: due.box });
};

/** A jackpot was won: who may not do what is due reads what it is. */
const afterWin = (view, act) => (view.due.won ?? []).map((one) => (
  act.orders.may(one.command.act) ? oneClick(view, act, one)
    : element("p", "", `${upperFirst(one.says)} `, clauseChip(view.signs.book, one.clause))));

const DUE_WORDS = {
  open: () => say("The table is closed"),
  check: () => say("Check the cards"),
  "put-right": () => say("Put a card right"),
  shuffle: () => say("Shuffle the cards"),
  cut: (due) => (due.player ? say("Offer the cut to {player}", { player: due.player })
    : say("Cut the cards")),
  insert: () => say("Put the cutting card in"),
  burn: () => say("Burn a card"),
  wagers: ({ called, order }) =>
    (called ? (order ? say("No more bets") : say("The first card")) : say("Wagers are open")),
  card: (due) => say("A card to {due}", { due: place(due) }),
  decision: (due) => say("{player} decides: {place}", {
    player: due.player || say("Somebody"), place: place(due),
  }),
  offer: (due) => OFFERS[due.phase] ?? say("An offer to the players"),
};
const OFFERS = {
  offers: say("Offer insurance and the like"),
  following: say("Others on the box may follow"),
  withdrawing: say("Doubles may be withdrawn"),
  naming: say("A joker is to be named"),
};

/** A session says itself what it waits for between its rounds. */
export const dueWords = ({ due, session }) =>
  (due.correcting ? say("The last card is to be corrected")
    : due.shut && due.what === "wagers" ? say("A jackpot was won")
      : session && ["wagers", "session"].includes(due.what) ? upperFirst(due.says)
        : DUE_WORDS[due.what](due));

/** Chips that a player of a tournament without a page of their own puts down. */
function sessionWagers(view, act) {
  const playing = view.session.places.filter((place) => !place.gone && !place.wager);
  const player = listOf(playing.map((place) => [place.player, place.player]));
  player.value = view.due.player;
  const amount = element("input");
  amount.inputMode = "numeric";
  amount.placeholder = shortMoney(view.session.least);
  const form = element("form", "inline wager-form", inlineField(say("Player"), player),
    inlineField(say("Chips"), amount), element("button", "", say("Put down")));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const chips = inCents(amount.value);
    if (Number.isNaN(chips)) amount.focus();
    else act.give({ type: "wager", player: player.value, amount: chips });
  });
  return playing.length ? [form] : [];
}

// What is done to somebody, or heard from them, is at hand, but not the first thing to press.
const LESSER = new Set(["call-time", "direct", "miss", "return-form", "decide"]);

function oneClick(view, act, { says, command: given, clause }) {
  const go = command(act, given, LESSER.has(given.type) ? "" : "primary")(upperFirst(says));
  return element("span", "way", go, clause && clauseChip(view.signs.book, clause));
}

export const atOnce = (view, act) => (view.at_once ?? []).map((one) => oneClick(view, act, one));

/** The table waits until somebody says whether the last card is corrected. */
function correcting({ due, session }, act) {
  const { number, says, by, reason, yours } =
    act.orders.desk?.requests.find((one) => one.number === due.correcting) ?? {};
  if (!number) return [];
  const made = [element("p", "", `${by}: ${says}.`)];
  if (!yours) {
    made.push(element("p", "muted", say("{reason}. Nothing goes on before.", {
      reason: upperFirst(reason),
    })),
      command(act, { type: "deny", number }, "quiet")(say("Take it back")));
  } else if (!session) {  // a session offers that itself
    made.push(command(act, { type: "approve", number }, "primary")(say("Approve")),
      command(act, { type: "deny", number })(say("Do not approve")));
  }
  return made;
}

export function dueControls(view, desk, act) {
  if (view.due.correcting) return correcting(view, act);
  const won = afterWin(view, act);
  const { shut, what } = view.due;
  const rest = shut && what === "wagers" ? [] : controlsOf(view, desk, act);
  return [...won, ...rest].filter(Boolean);
}

function controlsOf(view, desk, act) {
  const { what } = view.due;
  switch (what) {
    case "open": return opening(view, desk, act);
    case "check":
      return [act.orders.gate("verify-cards",
        button(say("The cards are checked …"), () => act.open("verify-cards"), "primary"))];
    case "put-right": return puttingRight(view, act);
    case "shuffle": return [
      command(act, { type: "shuffle" }, "primary")(say("Shuffled")),
      command(act, { type: "shuffle", pre_shuffled: true })(say("They came shuffled")),
    ];
    case "cut": return cutting(view, act);
    case "insert": return inserting(view, act);
    case "burn": return [
      command(act, { type: "burn" }, "primary")(say("Burned")),
      button(say("Burned face up …"), () => act.open("burn")),
    ];
    case "wagers": return view.session ? sessionWagers(view, act) : wagering(view, act);
    case "session": return [];
    case "card": return cardDue(view, act);
    case "decision": return deciding(view, act);
    default: return offering(view, act);
  }
}
