// The bar: what I can do now. It is filled anew when that changes, and never under one's fingers:
// the same choices stay the same buttons.

import { endingElements } from "../tournaments/ending.js";
import { moveElements } from "../tournaments/moves.js";
import { Advice, DECLINE } from "./advice.js";
import { button, closedChoice } from "./buttons.js";
import { rankShort, rankWords } from "../common/cards.js";
import { clauseChip } from "../common/base.js";
import { chipElement, freeToken, tokenElement } from "../common/chips.js";
import {
  commandOf, freeBoxes, inTokens, keyOf, labelOf, modeOf, myChoices, takesAmount, takesTokens,
} from "./choices.js";
import { say, sayMany } from "../common/say.js";
import { element, fill, inCents, inDollars, money } from "../common/words.js";

export class Bar {
  #root;
  #act;
  #shown = "";

  /** `act`: { decide(command), ready(), rebet(), clear(), sit(box), buy(), cut(n), … } */
  constructor(root, act) {
    this.#root = root;
    this.#act = act;
    this.chip = 0;
    this.token = false; // what is put down is a token
    this.advice = new Advice();
  }

  show(view, bets) {
    const mode = modeOf(view);
    const fills = {
      choose: () => this.#choose(view),
      bet: () => this.#bet(view, bets),
      sit: () => this.#sit(view),
      cut: () => this.#cut(view),
      move: () => moveElements(view, this.#act),
      watch: () => this.#watch(view),
      end: () => endingElements(view),
      wait: () => [],
    };
    const hadFocus = this.#root.contains(document.activeElement);
    const asked = document.activeElement?.dataset?.does;
    const changed = fill(this.#root, this.#key(view, mode, bets), fills[mode]);
    this.#root.hidden = mode === "wait";
    this.#root.dataset.mode = mode;
    if (changed && hadFocus && !this.#root.contains(document.activeElement)) this.#refocus(asked);
    this.#shown = mode;
  }

  get mode() {
    return this.#shown;
  }

  /** Whether a button of the bar does it: then nothing else need offer it. */
  offers(act) {
    return Boolean(act && this.#root.querySelector(`[data-does="${CSS.escape(act)}"]`));
  }

  #refocus(asked) {
    const same = asked && this.#root.querySelector(`[data-does="${CSS.escape(asked)}"]`);
    (same || this.#root).focus({ preventScroll: true });
  }

  #key(view, mode, bets) {
    const { signs, you, due } = view;
    const of = {
      choose: () => [
        myChoices(view), due.phase, due.ready, this.advice.on, this.advice.told(view), you.chips,
        you.tokens,
      ],
      bet: () => [
        signs, this.chip, this.token, bets.inHand(), bets.tokensInHand(), bets.any(), due.ready,
        view.rows.length,
      ],
      sit: () => [freeBoxes(view), signs.practice, you.wallet],
      cut: () => due.depth,
      move: () => view.moves,
      watch: () => [you.name, you.guest, you.role, signs.practice, you.excluded],
      end: () => view.ending,
      wait: () => [],
    };
    return [mode, of[mode]()];
  }

  // Decisions

  #choose(view) {
    const groups = myChoices(view);
    const offered = ["offers", "following", "withdrawing"].includes(view.due.phase);
    const made = groups.map((group) => this.#group(view, group, groups.length > 1, offered));
    if (offered && !view.due.ready.includes(view.you.name)) made.push(this.#no(view, groups));
    return made;
  }

  /** Nothing of what is offered; for one hand with what that is worth. */
  #no(view, groups) {
    const none = { ...groups[0], action: DECLINE };
    const worth = groups.length === 1 ? this.advice.mark(view, none) : null;
    const best = worth && this.advice.isBest(view, none);
    const className = best ? "choice best" : worth ? "choice" : "primary";
    const made = button(say("No, thank you"), className, "ready", "Enter", () => this.#act.ready());
    if (worth) made.append(worth);
    return made;
  }

  #group(view, group, named, offered) {
    const made = element("div", "choices");
    made.setAttribute("role", "group");
    const several = view.boxes.find((box) => box.number === group.box)?.hands.length > 1;
    const { box, hand } = group;
    const name = several ? say("Box {box}, hand {hand}", { box, hand }) : say("Box {box}", { box });
    made.setAttribute("aria-label", name);
    if (named) made.append(element("span", "choices-name", name));
    for (const choice of group.choices) {
      if (choice.action === "joker") made.append(...this.#joker(view, choice));
      else made.append(this.#choice(view, choice));
    }
    const worth = named && offered && this.advice.mark(view, { ...group, action: DECLINE });
    if (worth) made.append(element("span", "none-taken", `${say("None")} `, worth));
    return made;
  }

  #choice(view, choice) {
    const best = choice.legal && this.advice.isBest(view, choice);
    const does = `${choice.action} ${choice.box} ${choice.on}`;
    const className = best ? "choice best" : "choice";
    const key = choice.legal ? keyOf(choice) : "";
    const made = button(labelOf(view, choice), className, does, key);
    if (choice.free) made.prepend(freeToken());
    if (choice.legal) made.append(this.advice.mark(view, choice) ?? "");
    if (!choice.legal) return closedChoice(view.signs.book, made, choice);
    made.addEventListener("click", () => this.#act.decide(commandOf(choice)));
    if (!takesAmount(choice) && !inTokens(view, choice)) return made;
    return element("span", "amount-choice", made, this.#otherAmount(view, choice));
  }

  /** A double or insurance for less, or something added in tokens: fields behind a button. */
  #otherAmount(view, choice) {
    const less = takesAmount(choice);
    const most = inTokens(view, choice);
    const words = [less && say("less"), most && say("tokens")].filter(Boolean).join(", ");
    const bound = { most: money(choice.most) };
    const says = view.signs.points
      ? say("Amount in chips, at most {most}", bound) : say("Amount in dollars, at most {most}",
        bound);
    const amount = less ? sumField(says, choice.usual) : null;
    const ofTokens = say("Of it in tokens, at most {most}", { most: money(most) });
    const tokens = most ? sumField(ofTokens, less ? 0 : most) : null;
    const form = element("form", "row", amount && captioned(say("Amount"), amount),
      tokens && captioned(say("Tokens"), tokens), element("button", "small", say("OK")));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const cents = amount ? sumOf(amount, Math.max(1, choice.least), choice.most) : undefined;
      const added = tokens ? sumOf(tokens, 0, Math.min(most, cents ?? choice.tokens)) : 0;
      if (cents !== null && added !== null) this.#act.decide(commandOf(choice, cents, added));
    });
    return element("details", "less", element("summary", "", `${words}…`), form);
  }

  #joker(view, choice) {
    const made = [element("span", "choices-name", say("The joker is"))];
    for (const rank of choice.values) {
      const named = { ...choice, rank };
      const best = this.advice.isBest(view, named);
      const className = best ? "choice rank best" : "choice rank";
      const one = button(rankShort(rank), className, `joker ${choice.box} ${rank}`, "", () =>
        this.#act.decide(commandOf(choice, rank)));
      const worth = this.advice.mark(view, named);
      if (worth) one.append(worth);
      const label = say("The joker is a {rank}", { rank: rankWords(rank) });
      const says = !worth?.ariaHidden && worth?.textContent;
      one.setAttribute("aria-label", [label, says].filter(Boolean).join(", "));
      made.push(one);
    }
    return made;
  }

  // Wagers

  #bet(view, bets) {
    const made = [this.#tray(view, bets)];
    const buttons = element("div", "choices");
    if (bets.any()) {
      buttons.append(button(say("Clear"), "quiet", "clear", "C", () => this.#act.clear()));
    } else if (canRepeat(view)) {
      const deal = button(say("Deal again"), "primary", "again", "Enter", () => this.#act.again());
      deal.title = say("The same wagers again, and deal");
      buttons.append(button(say("Same again"), "", "rebet", "B", () => this.#act.rebet()), deal);
    }
    const isReady = view.due.ready.includes(view.you.name);
    if (bets.any()) {
      const alone = view.boxes.every((box) => !box.sits || box.sits === view.you.name);
      const words = isReady ? say("Ready") : alone ? say("Deal") : say("I am ready");
      const ready = button(words, "primary", "ready", isReady ? "" : "Enter", () => {
        if (!isReady) this.#act.ready();
      });
      if (isReady) ready.setAttribute("aria-disabled", "true");
      buttons.append(ready);
    }
    if (bets.inHand() < view.signs.spots[0].least && !bets.any()) {
      const says = view.signs.practice ? say("Take more play chips") : say("Buy chips");
      buttons.append(button(says, "", "buy", "", () => this.#act.buy()));
    }
    made.push(buttons);
    return made;
  }

  #tray(view, bets) {
    const tray = element("div", "chip-tray");
    tray.setAttribute("role", "radiogroup");
    tray.setAttribute("aria-label", say("Chip to place"));
    view.signs.chips.forEach((cents, at) => {
      const picked = cents === this.chip && !this.token;
      const label = say("{amount} chip, key {key}", { amount: money(cents), key: at + 1 });
      const pick = () => this.#act.pick(cents);
      tray.append(trayPiece(chipElement(cents), `chip ${cents}`, label, picked, pick));
    });
    if (takesTokens(view)) tray.append(this.#tokenInTray(bets));
    tray.addEventListener("keydown", (event) => this.#moveInTray(event, view));
    return tray;
  }

  /** A token of the size of the chip that was picked before, as far as there are any. */
  #tokenInTray(bets) {
    const left = bets.tokensInHand();
    const size = Math.min(this.chip, left);
    const sums = { amount: money(size), left: money(left) };
    const label = left
      ? say("{amount} token, {left} in hand, key T", sums) : say("No token left, key T");
    const pick = () => this.#act.pickToken();
    return trayPiece(tokenElement(size), "token", label, this.token, pick);
  }

  /** A group of radio buttons is one stop of the Tab key; arrows go on inside. */
  #moveInTray(event, view) {
    const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const { chips } = view.signs;
    const all = takesTokens(view) ? [...chips, "token"] : chips;
    const now = this.token ? all.length - 1 : chips.indexOf(this.chip);
    const next = all[(now + step + all.length) % all.length];
    if (next === "token") this.#act.pickToken();
    else this.#act.pick(next);
    this.#root.querySelector('[aria-checked="true"]')?.focus();
  }

  // Seats and the rest

  #sit(view) {
    const free = freeBoxes(view);
    if (!free.length) return this.#full(view);
    const box = free[Math.floor((free.length - 1) / 2)];
    const sit = button(say("Sit at box {box}", { box }), "primary", "sit", "Enter",
      () => this.#act.sit(box));
    const how = view.signs.practice
      ? say("or choose an open box. Play chips are free here.")
      : say("or choose an open box. You have {amount} at the cage.", {
        amount: money(view.you.wallet),
      });
    return [sit, element("p", "bar-says", how)];
  }

  #watch(view) {
    const { you, signs } = view;
    if (you.excluded) return this.#keptOut(you);
    if (!you.name && signs.practice) {
      const sit = button(say("Sit down and play"), "primary", "guest", "", () => this.#act.sit(0));
      return [sit, element("p", "bar-says", say("No account needed: play chips, no money."))];
    }
    if (view.session || (you.name && !you.guest)) {
      const says = view.session ? say("You are watching.")
        : say("You are watching: whoever is on a book’s staff does not play its tables.");
      const told = element("p", "bar-says", says);
      if (you.role === "player") return [told];
      const desk = element("a", "button quiet", say("Dealer’s console"));
      desk.href = `${location.pathname}/dealer`;
      return [desk, told];
    }
    const link = element("a", "button primary", say("Log in to play"));
    link.href = `/login?next=${encodeURIComponent(location.pathname)}`;
    const says = say("This table plays for money; a practice table needs no account.");
    return [link, element("p", "bar-says", says)];
  }

  /** Others have every box: at practice there is a table of one's own. */
  #full(view) {
    if (!view.signs.practice) {
      return [element("p", "bar-says", say("Others have every box. You are watching."))];
    }
    const alone = button(say("Play at a table of your own"), "primary", "alone", "Enter",
      () => this.#act.playAlone());
    return [alone, element("p", "bar-says", say("Others have every box here."))];
  }

  /** Somebody who may not play here is told by which clause, and what that means. */
  #keptOut(you) {
    const from = you.excluded_from === "casino"
      ? say("You are excluded from the casino.") : say("You are excluded from this game.");
    const means = say("No wager of yours is taken; what you have in chips you may cash.");
    return [element("p", "bar-says", `${from} `, clauseChip(you.excluded_by, you.excluded),
      ` ${means}`)];
  }

  #cut(view) {
    const [least, most] = view.due.depth;
    const slider = element("input");
    Object.assign(slider, { type: "range", min: least, max: most });
    slider.value = Math.round((least + most) / 2);
    const says = () =>
      sayMany(Number(slider.value), "{n} card from the front", "{n} cards from the front");
    const told = element("output", "", says());
    slider.addEventListener("input", () => { told.textContent = says(); });
    const go = button(say("Cut here"), "primary", "cut", "U");
    go.type = "submit";
    const no = button(say("Somebody else"), "quiet", "decline", "N", () => this.#act.declineCut());
    const label = element("label", "", `${say("Cut the cards:")} `, slider);
    const form = element("form", "cut", label, told, go, no);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#act.cut(Number(slider.value));
    });
    return [form];
  }
}

/** Whether there was a round of mine whose wagers can be placed again. */
export const canRepeat = (view) => view.rows.some((row) => row.player === view.you.name);

/** One of those in the tray, of which one is picked. */
function trayPiece(picture, does, label, picked, pick) {
  const made = button(picture, "tray-chip", does, "", pick);
  made.setAttribute("role", "radio");
  made.setAttribute("aria-checked", String(picked));
  made.setAttribute("aria-label", label);
  made.tabIndex = picked ? 0 : -1;
  return made;
}

function sumField(says, cents) {
  const field = element("input");
  field.inputMode = "decimal";
  field.value = inDollars(cents);
  field.setAttribute("aria-label", says);
  return field;
}

/** A field with a word above it; what is read aloud is the field's own label. */
function captioned(word, field) {
  return element("label", "captioned", element("span", "small", word), field);
}

/** The sum in a field, or null, and the field says so, where it does not fit. */
function sumOf(field, least, most) {
  const cents = inCents(field.value);
  const fits = cents >= least && cents <= most;
  field.setAttribute("aria-invalid", String(!fits));
  return fits ? cents : null;
}
