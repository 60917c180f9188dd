// Orders of the staff: forms made from what a book allows, judged before they are given.
//
//   const orders = new Orders(id, send)    `send(command, extra)` as LiveTable has it
//   await orders.load()                    fetch the desk: orders.desk is a StaffDesk
//   orders.open(act, given)                a dialog for an act (an ActForm, its name, several
//                                          names), with some of its fields given already
//   orders.give(command, extra)            give an order at once; says how it went
//   orders.attempt(command, extra)         the same, silently: it rejects with the reason
//   orders.list(root)                      every act that this role may give, with a search
//
// "desk" is dispatched whenever the desk was loaded again.

import { announce, clauseChip, send as request, toast } from "./base.js";
import { makeSure } from "./grave.js";
import { Mistake, fieldControl, keepDependent, readAll } from "./orders-fields.js";
import { button, complaint, element, upperFirst } from "./words.js";
import { say } from "./say.js";

const JUDGE_AFTER_MS = 350;
const LOAD_AFTER_MS = 300;
const VERDICTS = {
  done: say("It would be carried out now."),
  waits: say("It would wait for a second person"),
  refused: say("It would be refused now"),
  malformed: say("Something is wrong"),
  missing: say("Still to be said"),
  unsure: say("It was not given"),
};

/** Whether an act is the one for what is given: each of its lists has the value in it. */
function fits(act, given) {
  return act.fields.every((field) => {
    const value = given[field.name];
    if (value === undefined || !field.only) return true;
    return (field.values ?? []).some((one) => one.value === String(value));
  });
}

export class Orders extends EventTarget {
  #send;
  #address;
  #loading = 0;
  #offset = 0;

  /** `desk`: where the desk is asked for, if not where that of a table is. */
  constructor(id, send, desk) {
    super();
    this.#send = send;
    this.#address = desk ?? `/api/tables/${encodeURIComponent(id)}`;
    this.desk = null;
  }

  get book() { return this.desk.book; }

  /** The house's clock. */
  now() { return Math.floor(Date.now() / 1000 + this.#offset); }

  async load() {
    this.desk = await request("GET", `${this.#address}/desk`);
    this.#offset = this.desk.desk.now - Date.now() / 1000;
    this.dispatchEvent(new CustomEvent("desk", { detail: this.desk }));
    return this.desk;
  }

  /** Load it again soon; many wishes become one. */
  loadSoon() {
    clearTimeout(this.#loading);
    this.#loading = setTimeout(() => this.load().catch(() => {}), LOAD_AFTER_MS);
  }

  act(name) { return this.desk?.acts.find((act) => act.act === name || act.id === name); }

  /** Every entry of an act: the grounds on which it may be ordered. */
  acts(name) { return this.desk?.acts.filter((act) => act.act === name || act.id === name) ?? []; }

  may(name) { return this.act(name) !== undefined; }

  /** Whose it is, if it is not for this role: { says, by, clause }. */
  closed(name) {
    return this.may(name) ? undefined : this.desk?.others?.find((one) => one.act === name);
  }

  /** A button for an act; grey, and saying who may, where it is for others. Nothing, where the
   *  book has no such act. */
  gate(name, made) {
    if (this.may(name)) return made;
    const closed = this.closed(name);
    if (!closed) return null;
    made.disabled = true;
    made.classList.remove("primary");
    made.append(element("small", "", say("takes: {by} ({clause})", { by: closed.by,
      clause: closed.clause })));
    return made;
  }

  judge(command, extra = {}) {
    return request("POST", `${this.#address}/would`, { command, ...extra });
  }

  /** Of an order that moves a prize, a pool or a limit it is asked once whether it is meant. */
  async #makeSure(command, extra) {
    const grave = this.acts(command.type).find((one) => fits(one, command))?.grave;
    if (!grave) return;
    const { would, moves } = await this.judge(command, extra);
    if (would === "done" || would === "waits") await makeSure({ question: grave, moves });
  }

  /** Give an order; refused, it rejects and nothing is shown. */
  async attempt(command, extra = {}) {
    await this.#makeSure(command, extra);
    const answer = await this.#send(command, extra);
    if (answer.waiting) toast(say("It waits for a second person: {reason}", {
      reason: answer.waiting.reason }));
    this.loadSoon();
    return answer;
  }

  async give(command, extra = {}) {
    try {
      return await this.attempt(command, extra);
    } catch (problem) {
      toast(complaint(problem), "bad");
      throw problem;
    }
  }

  #context() {
    const { setup, desk, opening } = this.desk;
    return {
      book: this.book,
      setup,
      opening,
      now: () => this.now(),
      players: desk.players.map((name) => ({ value: name, says: name })),
      boxes: Array.from({ length: setup.boxes }, (_, at) => at + 1),
      wagers: ["main", ...(setup.side_wagers ?? [])],
    };
  }

  /** The form of an act: { form, verdict }; it sends itself, and calls `done` when it was given. */
  form(act, given = {}, done = () => {}) {
    const context = this.#context();
    const form = element("form", "order-form");
    form.noValidate = true;
    const controls = act.fields.map((field) => [field, fieldControl(field, context)]);
    const { name, role } = this.desk;
    const known = { ...(act.type === "sign-on" ? { name, role } : {}), ...given };
    for (const [field, control] of controls) {
      if (known[field.name] !== undefined) control.fill(known[field.name]);
      form.append(control.element);
    }
    keepDependent(form, controls);
    const note = (name, label, kind, required) => {
      const field = { name, label, kind, required, values: context.players };
      const control = fieldControl(field, context);
      form.append(control.element);
      return control;
    };
    const asked = act.asked ? note("asked", say("Who asked for it"), "player", true) : null;
    const why = note("why", act.why ? say("Why") : say("Why, if need be"), "text", act.why);
    const verdict = element("p", "verdict");
    verdict.setAttribute("role", "status");
    const read = () => {
      const command = { type: act.type, ...readAll(controls) };
      if (act.type === "perform") command.act = act.act;
      const extra = { why: why.read() };
      if (asked) extra.asked = asked.read();
      return { command, extra };
    };
    const tell = act.told.map((role) => this.#tellButton(act, role, read));
    const go = element("button", "primary", say("Give the order"));
    form.append(verdict, element("div", "row end", ...tell, go));
    this.#judging(form, verdict, read);
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      go.disabled = true;
      try {
        const { command, extra } = read();
        await this.attempt(command, extra);
        announce(say("Done."));
        done();
      } catch (problem) {
        this.#complain(form, verdict, problem);
      }
      go.disabled = false;
    });
    return form;
  }

  #tellButton(act, role, read) {
    const made = button(say("Tell: {role}", { role: this.desk.roles[role] ?? role }), "",
      async () => {
      let command = {};
      try { command = read().command; } catch { /* told about nobody in particular */ }
      const { player = "", wager = "" } = command;
      await this.give({ type: "tell", to: role, act: act.act, player, wager }).catch(() => {});
      made.closest("form").dispatchEvent(new Event("input"));
    });
    return made;
  }

  #judging(form, verdict, read) {
    let timer = 0;
    let asked = 0;
    const judge = async () => {
      const turn = (asked += 1);
      let told;
      try {
        const { command, extra } = read();
        told = await this.judge(command, extra);
      } catch (problem) {
        const would = problem instanceof Mistake ? "missing" : "malformed";
        told = { would, reason: problem.message, clause: problem.clause ?? "" };
      }
      if (turn === asked && form.isConnected) this.#say(verdict, told);
    };
    form.addEventListener("input", () => {
      form.querySelector("[aria-invalid]")?.removeAttribute("aria-invalid");
      clearTimeout(timer);
      timer = setTimeout(judge, JUDGE_AFTER_MS);
    });
    setTimeout(judge, 0);
  }

  #say(verdict, { would, reason, clause }) {
    verdict.className = `verdict verdict-${would}`;
    verdict.replaceChildren(reason ? `${VERDICTS[would]}: ${reason} ` : VERDICTS[would]);
    if (clause) verdict.append(clauseChip(this.book, clause));
  }

  #complain(form, verdict, problem) {
    if (problem instanceof Mistake) {
      problem.control.setAttribute("aria-invalid", "true");
      problem.control.focus();
    }
    const would = ["refused", "unsure"].includes(problem.kind) ? problem.kind : "malformed";
    this.#say(verdict, { would, reason: problem.message, clause: problem.clause });
  }

  open(which, given = {}) {
    const acts = [which].flat().flatMap((one) => (typeof one === "string" ? this.acts(one) : one));
    if (!acts.length) return null;
    const dialog = element("dialog", "order-dialog");
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    this.#fillDialog(dialog, acts, acts.find((act) => fits(act, given)) ?? acts[0], given);
    dialog.showModal();
    dialog.querySelector("select, input, textarea, button.primary")?.focus();
    return dialog;
  }

  /** An act may rest on one of several grounds: which one is chosen first. */
  #fillDialog(dialog, acts, act, given) {
    const title = element("h2", "", upperFirst(act.says));
    title.id = "order-title";
    dialog.setAttribute("aria-labelledby", title.id);
    const form = this.form(act, given, () => dialog.close());
    const cancel = button(say("Cancel"), "quiet", () => dialog.close());
    form.querySelector(":scope > .row.end").prepend(cancel);
    const parts = [title, this.#about(act), form];
    if (acts.length > 1) parts.splice(1, 0, this.#grounds(dialog, acts, act, given));
    dialog.replaceChildren(...parts);
  }

  #grounds(dialog, acts, act, given) {
    const select = element("select");
    for (const one of acts) {
      select.append(new Option(`${upperFirst(one.says)} (${one.clause})`, one.id));
    }
    select.value = act.id;
    select.addEventListener("change", () => {
      this.#fillDialog(dialog, acts, acts.find((one) => one.id === select.value), given);
      dialog.querySelector(".grounds select").focus();
    });
    return element("label", "inline-field grounds", say("Which of these"), select);
  }

  #about(act) {
    const chip = (clause) => clause && clauseChip(this.book, clause);
    const about = element("p", "small muted", `${say("{by} or above ·", { by: act.by })} `,
      chip(act.clause));
    if (!act.conditions.length) return about;
    const conditions = act.conditions.map(({ says, clause }) =>
      element("li", "", `${says} `, chip(clause)));
    return element("div", "about-act", about, element("ul", "conditions", ...conditions));
  }

  /** A list of everything this role may order, with a field to search in it. */
  list(root, { groups = null, search = true } = {}) {
    const listed = (act) => !groups || groups.includes(act.group);
    const acts = this.desk.acts.filter(listed);
    const others = (this.desk.others ?? []).filter(listed);
    const sections = new Map();
    for (const act of [...acts, ...others]) {
      if (!sections.has(act.group)) sections.set(act.group, []);
      sections.get(act.group).push(act);
    }
    const made = [];
    if (search) made.push(this.#search(root));
    for (const [group, members] of sections) {
      const mine = members.filter((act) => act.fields).length;
      const count = element("span", "muted small", ` ${mine}`);
      const list = element("ul", "act-list", ...members.map((act) => this.#item(act)));
      const summary = element("summary", "", group, count);
      const section = element("details", "act-group", summary, list);
      section.open = sections.size === 1;
      made.push(section);
    }
    root.replaceChildren(...made);
  }

  #item(act) {
    const opens = button(upperFirst(act.says), "act", () => this.open(act));
    if (!act.fields) this.gate(act.act, opens);
    const item = element("li", "", opens, clauseChip(this.book, act.clause));
    item.dataset.words = `${act.says} ${act.act} ${act.clause}`.toLowerCase();
    return item;
  }

  #search(root) {
    const nothing = element("p", "hint", say("No order in this book fits."));
    nothing.hidden = true;
    const input = element("input");
    input.type = "search";
    input.placeholder = say("Search: void, minimum, 20.9 …");
    input.setAttribute("aria-label", say("Search the orders"));
    input.addEventListener("input", () => {
      const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
      for (const section of root.querySelectorAll(".act-group")) {
        let found = 0;
        for (const item of section.querySelectorAll("li")) {
          item.hidden = !words.every((word) => item.dataset.words.includes(word));
          found += item.hidden ? 0 : 1;
        }
        section.hidden = found === 0;
        if (words.length) section.open = true;
      }
      nothing.hidden = root.querySelector(".act-group:not([hidden])") !== null;
    });
    return element("div", "field", input, nothing);
  }
}
