// What I may do at a tournament table: wagers with an amount, decisions with their keys, and what
// is closed, greyed with the clause that closes it.
//
//   const bar = new TournamentBar(root, more, act)   act: { send(command), secret(choice) }
//   bar.show(view)
//   bar.press(key)                                   true if the key did something

import { clauseChip } from "../common/base.js";
import { element, fill, upperFirst } from "../common/words.js";
import { points } from "./felt.js";

const LABELS = {
  hit: "Hit", stand: "Stand", double: "Double", split: "Split", wager: "Wager", pass: "Pass card",
  secret: "Secret wager", voucher: "Mystery voucher", "double-your-bet": "Double Your Bet",
  insure: "Insurance", "even-money": "Even money", surrender: "Surrender", joker: "Name the joker",
  ready: "No, thank you", "take-seat": "Take my seat", "leave-seat": "Leave the table",
  cut: "Cut", "decline-cut": "No cut for me", consent: "Agree to end here",
  withdraw: "Take the double back", ride: "Ride", dispute: "Dispute",
};
const KEYS = {
  hit: "H", stand: "S", double: "D", split: "P", insure: "I", "even-money": "E", surrender: "R",
  cut: "U", "decline-cut": "N", wager: "W", pass: "C", secret: "F", voucher: "V", ready: "N",
  "take-seat": "T",
};
// What staff may do to somebody, or hear from them, is at hand, but not the first thing to press.
const LESSER = new Set(["call-time", "direct", "miss", "return-form", "decide", "cutting-card"]);
const ASIDE = new Set(["leave-seat", "dispute", "consent"]);
const LEADING = new Set(["wager", "cut", "take-seat", "ready"]);
// What is typed in, by the name of its field.
const AMOUNTS = { wager: "amount", cut: "from_front" };

export class TournamentBar {
  #root;
  #more;
  #act;
  #choices = [];
  #amount = 0;

  constructor(root, more, act) {
    this.#root = root;
    this.#more = more;
    this.#act = act;
  }

  show(view) {
    const you = view.you ?? {};
    this.#choices = you.choices ?? [];
    const mine = this.#choices.filter((choice) => !ASIDE.has(choice.action));
    const open = mine.some((choice) => choice.legal !== false);
    const quick = you.at_once ?? [];
    this.#root.hidden = !open && !quick.length;
    const shown = open ? mine : [];
    const focused = this.#root.contains(document.activeElement);
    const nowhere = [this.#root, document.body, null].includes(document.activeElement);
    const typing = nowhere || document.activeElement.className === "card-typed";
    fill(this.#root, [shown, quick, view.book], () => [
      ...shown.map((choice) => this.#choice(view, choice)),
      ...quick.map((choice) => this.#quick(view, choice)),
    ]);
    if (typing) this.#root.querySelector(".card-typed")?.focus();
    // What was pressed is gone: whoever plays by keyboard goes on from here.
    if (focused && !this.#root.contains(document.activeElement)) this.#root.focus();
    const aside = this.#choices.filter(
      (choice) => ASIDE.has(choice.action) && choice.legal !== false,
    );
    fill(this.#more, [aside, Boolean(you.may_order), (you.acts ?? []).length], () => [
      ...aside.map((choice) => this.#aside(choice)),
      ...this.#orders(you),
    ]);
  }

  press(key) {
    const choice = this.#choices.find(
      (one) => one.legal !== false && (KEYS[one.action] ?? "").toLowerCase() === key.toLowerCase(),
    );
    if (!choice) return false;
    const form = AMOUNTS[choice.action] && this.#root.querySelector("form.wager-form");
    if (form) form.requestSubmit(); // the amount is looked at as when the button is pressed
    else this.#do(choice);
    return true;
  }

  #do(choice) {
    if (choice.action === "secret") {
      this.#act.secret(choice);
      return;
    }
    const command = structuredClone(choice.command);
    const amount = AMOUNTS[choice.action];
    if (amount) command[amount] = this.#amountOf(choice);
    this.#act.send(command);
  }

  #amountOf(choice) {
    const typed = Number(this.#root.querySelector("input.wager-amount")?.value);
    return Number.isInteger(typed) && typed > 0 ? typed : choice.least;
  }

  #choice(view, choice) {
    if (choice.legal === false) return closedChoice(view.book, choice);
    if (AMOUNTS[choice.action]) return this.#amountForm(choice);
    return this.#button(choice, labelOf(choice), LEADING.has(choice.action) ? "primary" : "");
  }

  #button(choice, label, className = "") {
    const button = element("button", `choice ${className}`.trim(), label);
    button.type = "button";
    button.dataset.action = choice.action;
    const key = KEYS[choice.action];
    if (key) button.append(" ", element("kbd", "", key));
    button.addEventListener("click", () => this.#do(choice));
    return button;
  }

  #amountForm(choice) {
    const { least, most, unit = 1 } = choice;
    const what = choice.action === "cut" ? "Cards from the front" : "Chips";
    const form = element("form", "wager-form");
    const label = element("label", "inline-field", `${what}, ${points(least)} to ${points(most)}`);
    const amount = element("input", "wager-amount");
    amount.type = "number";
    Object.assign(amount, { min: least, max: most, step: unit, required: true });
    amount.value = Math.min(most, Math.max(least, this.#amount || least));
    amount.addEventListener("input", () => { this.#amount = Number(amount.value); });
    label.append(amount);
    const quick = element("div", "row nowrap");
    const half = Math.floor((least + most) / 2 / unit) * unit;
    for (const [says, value] of [["Min", least], ["Half", half], ["Max", most - (most % unit)]]) {
      const button = element("button", "quiet small", says);
      button.type = "button";
      button.addEventListener("click", () => { this.#amount = amount.value = value; });
      quick.append(button);
    }
    const go = element("button", "primary choice", LABELS[choice.action]);
    go.append(" ", element("kbd", "", KEYS[choice.action]));
    form.append(label, quick, go);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#do(choice);
    });
    return form;
  }

  /** A card that the dealer has drawn: typed, and Enter. */
  #deal(choice) {
    const form = element("form", "wager-form");
    const label = element("label", "inline-field", "Card, as 8H or TD");
    const card = element("input", "card-typed");
    Object.assign(card, { required: true, maxLength: 3, autocomplete: "off" });
    label.append(card);
    form.append(label, element("button", "primary choice", choice.action));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#act.send({ ...choice.command, card: card.value.trim().toUpperCase() });
      card.value = "";
    });
    return form;
  }

  #quick(view, choice) {
    if (choice.command.type === "deal") return this.#deal(choice);
    const place = element("span", "at-hand");
    const kind = LESSER.has(choice.command.type) ? "choice" : "choice primary";
    const button = element("button", kind, choice.action);
    button.type = "button";
    const { type, ...given } = choice.command;
    button.addEventListener("click", () => {
      if (choice.fill) this.#act.order(type, given);
      else this.#act.send(choice.command);
    });
    place.append(button);
    if (choice.clause) place.append(clauseChip(view.book, choice.clause));
    return place;
  }

  #aside(choice) {
    const button = element("button", "quiet small", LABELS[choice.action]);
    button.type = "button";
    button.addEventListener("click", () => {
      if (choice.action === "dispute") this.#act.dispute();
      else this.#do(choice);
    });
    return button;
  }

  #orders(you) {
    if (!you.may_order || !(you.acts ?? []).length) return [];
    const label = element("label", "inline-field");
    label.append(element("span", "visually-hidden", "Orders"));
    const list = element("select");
    for (const { form } of you.acts) list.append(new Option(form.says, form.tag));
    label.append(list);
    const open = element("button", "quiet small", "Fill in");
    open.type = "button";
    open.addEventListener("click", () => this.#act.order(list.value));
    return [label, open];
  }
}

function labelOf(choice) {
  const label = LABELS[choice.action] ?? upperFirst(choice.action);
  if (choice.action === "joker") return `Joker as ${choice.command.command.rank}`;
  const asks = ["wager", "secret"].includes(choice.action);
  return choice.most && !asks ? `${label} ${points(choice.most)}` : label;
}

function closedChoice(book, choice) {
  const place = element("span", "closed-choice");
  const button = element("button", "choice", labelOf(choice));
  button.type = "button";
  button.setAttribute("aria-disabled", "true");
  button.append(element("small", "", choice.why ?? ""));
  place.append(button);
  const clause = choice.clause ?? "";
  if (clause && !clause.startsWith("house:")) place.append(clauseChip(book, clause));
  return place;
}
