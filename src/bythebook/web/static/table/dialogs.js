// The dialogs of the table page; their words are in the template.

import { toast } from "../common/base.js";
import { button, inCents, inDollars, money, shortMoney } from "../common/words.js";
import { say } from "../common/say.js";

const byId = (id) => document.getElementById(id);

function opened(dialog, submit) {
  const form = dialog.querySelector("form");
  form.onsubmit = async (event) => {
    if (event.submitter?.value === "cancel") return;
    event.preventDefault();
    try {
      await submit(new FormData(form));
      dialog.close();
    } catch (problem) {
      dialog.querySelector(".error").textContent = problem.message;
    }
  };
  dialog.querySelector(".error").textContent = "";
  dialog.showModal();
}

/** Chips for money from the cage, or play chips for nothing. */
export function buyChips(view, send) {
  const dialog = byId("buy-dialog");
  const { practice, spots } = view.signs;
  dialog.querySelector(".from").textContent = practice
    ? say("Play chips cost nothing and are worth nothing.")
    : say("You have {amount} at the cage.", { amount: money(view.you.wallet) });
  const field = dialog.querySelector("input");
  const usual = [10, 25, 50].map((times) => times * Math.max(spots[0].least, 100));
  field.value = inDollars(practice ? usual[2] : Math.min(usual[1], view.you.wallet));
  const quick = dialog.querySelector(".quick");
  quick.replaceChildren(...usual.map((cents) =>
    button(shortMoney(cents), "small", () => { field.value = inDollars(cents); })));
  opened(dialog, async (data) => {
    const cents = inCents(data.get("amount"));
    if (!(cents > 0)) throw new Error(say("Give an amount in dollars, such as 100 or 62.50."));
    await send({ type: "buy-chips", cents });
    toast(say("{amount} in chips.", { amount: money(cents) }), "good");
  });
}

export function raiseDispute(view, send) {
  opened(byId("dispute-dialog"), async (data) => {
    const about = String(data.get("about")).trim();
    if (!about) throw new Error(say("Say in a few words what it is about."));
    const player = view.you.name;
    const raised = { type: "raise-dispute", player, about };
    await send(view.session ? { type: "dispute", about } : raised);
    toast(say("Your dispute is on record; a supervisor will come to the table."), "good");
  });
}

/** Something of one's own for the shuffle, typed instead of drawn by the browser. */
export function addChance({ shoe, you }, send) {
  const dialog = byId("chance-dialog");
  dialog.querySelector("input").value = you.added;
  opened(dialog, async (data) => {
    const text = String(data.get("text")).trim();
    if (!text) throw new Error(say("Letters, digits, blanks, dots and dashes, 64 at most."));
    await send({ type: "add-chance", number: shoe.number, text });
    toast(say("It is in the shuffle. Note it: it must stand in the shoe when that is over."),
      "good");
  });
}

export function showHelp() {
  byId("help-dialog").showModal();
}
