// A table as a player sees it: the socket on one side, the parts of the page on the other.

import { announce, clauseChip, confirmed, toast } from "../common/base.js";
import { Book } from "../common/book.js";
import { Felt, withTokens } from "../common/felt.js";
import { LiveTable } from "../common/live.js";
import { Sounds } from "../common/sounds.js";
import { momentOf, Stage } from "../common/stage.js";
import { Bar } from "./bar.js";
import { Bets } from "./bets.js";
import { Chance } from "./chance.js";
import { commandOf, freeBoxes, modeOf, takesTokens } from "./choices.js";
import { Clock } from "./clock.js";
import { addChance, buyChips, raiseDispute, showHelp } from "./dialogs.js";
import { judged } from "./judged.js";
import { keepOneInOrder, listen, skipping } from "./keys.js";
import { Motion } from "./motion.js";
import { chosen, keep, keepPreference, preference } from "./preferences.js";
import { showLimits, showMeters, showNotices, showPurse, showShoe } from "./signs.js";
import { statusLine, titleOf, Voice } from "./voice.js";
import { isToWager, moveCommand } from "../tournaments/moves.js";
import { askSecret } from "../tournaments/secret.js";
import { handLine } from "../tournaments/signs.js";
import { listed, say } from "../common/say.js";
import { element, money, upperFirst } from "../common/words.js";
import { tellRulings } from "./rulings.js";

const root = document.getElementById("table");
const part = (name) => root.querySelector(`[data-part="${name}"]`);

const table = new LiveTable(root.dataset.id, { training: preference("trainer") });
tellRulings(part("judged"), table);
const stage = new Stage(table); // what is shown: never ahead of its cards
const sounds = new Sounds();
const clock = new Clock(part("clock"), Number(root.dataset.now));
const book = new Book(part("book"), root.dataset.book, part("book-scroll"));
const voice = new Voice(sounds);
const chance = new Chance((command) => table.send(command));
const bets = new Bets(stage, {
  changed: () => show(),
  refused: (refusal) => complain(refusal),
  note: (text) => toast(text),
});

const felt = new Felt({
  dealer: part("dealer"), boxes: part("boxes"), inscription: part("inscription"),
}, {
  onSpot: (box, wager, way) => act.spot(box, wager, way),
  onSit: (box) => act.sit(box),
});

const motion = new Motion(root, { sounds, shoe: part("shoe"), purse: part("purse") });

// What can be done

async function send(command) {
  try {
    return await table.send(command);
  } catch (refusal) {
    complain(refusal);
    return null;
  }
}

/** Why not, with the clause. */
function complain(refusal) {
  const line = part("refusal");
  line.replaceChildren(element("span", "", refusal.reason));
  if (refusal.clause) {
    line.append(clauseChip(refusal.book || root.dataset.book, refusal.clause));
  }
  line.hidden = false;
  announce(refusal.clause
    ? say("{reason}. Clause {clause}.", refusal) : refusal.reason);
  clearTimeout(complain.timer);
  complain.timer = setTimeout(() => { line.hidden = true; }, 9000);
}

const act = {
  decide: (command) => send(command),
  choose: (choice, value) => send(commandOf(choice, value)),
  closed: (choice) => complain({ reason: choice.why, clause: choice.clause }),
  ready: async () => {
    await bets.flush();
    await send({ type: "ready" });
  },
  rebet: () => send({ type: "rebet" }),
  again: async () => {
    if (await send({ type: "rebet" })) await send({ type: "ready" });
  },
  clear: async () => {
    bets.forget();
    await bets.flush();
    await send({ type: "undo-bets" });
  },
  pick: (cents) => {
    bar.chip = cents;
    bar.token = false;
    announce(say("{amount} chips.", { amount: money(cents) }));
    show();
  },
  pickToken: () => {
    if (!takesTokens(stage.view)) return;
    bar.token = true;
    announce(say("Tokens: {amount} in hand.", { amount: money(bets.tokensInHand()) }));
    show();
  },
  spot: async (box, wager, way) => {
    const { view } = stage;
    if (modeOf(view) === "sit" && !(await act.sit(box))) return;
    if (modeOf(stage.view) !== "bet") return;
    const size = bar.token && way > 0 ? Math.min(bar.chip, bets.tokensInHand()) : bar.chip;
    if (way > 0) bets.add(box, wager, size, bar.token);
    else bets.takeOne(box, wager, size, bar.token);
    const shown = bets.shown(box, wager);
    const amount = withTokens(money(shown.amount), shown);
    announce(say("Box {box}: {amount}.", { box, amount }));
  },
  sit: (box) => {
    if (!stage.view.you.name) return becomeGuest(box);
    return send({ type: "join", box });
  },
  playAlone,
  sitAnywhere: () => {
    const free = freeBoxes(stage.view);
    if (free.length) return act.sit(free[Math.floor((free.length - 1) / 2)]);
    return stage.view.signs.practice ? playAlone() : null;
  },
  cut: (depth) => send({ type: "cut", player: stage.view.you.name, from_front: depth }),
  cutHere: () => part("bar").querySelector("form").requestSubmit(),
  declineCut: () => send({ type: "decline-cut", player: stage.view.you.name }),
  buy: () => buyChips(stage.view, (command) => table.send(command)),
  chance: () => addChance(stage.view, (command) => table.send(command)),
  dispute: () => raiseDispute(stage.view, (command) => table.send(command)),
  wager: (amount) => send({ type: "wager", amount }),
  move: (move) => {
    if (move.action === "secret") {
      askSecret(stage.view, move, (command) => table.send(command));
      return null;
    }
    // The amount is looked at as when the button is pressed.
    if (move.action === "wager") return part("bar").querySelector("form").requestSubmit();
    return send(moveCommand(move));
  },
  help: () => showHelp(),
  leave: async () => {
    const what = stage.view.signs.practice
      ? say("Leave the table?") : say("Leave the table and cash out?");
    if (!(await confirmed(what, say("Leave")))) return;
    if (await send({ type: "go" })) location.assign("/");
  },
};

/** Somebody without a name becomes a guest and comes straight back to the box. */
function becomeGuest(box) {
  const form = part("guest");
  form.elements.next.value = `${location.pathname}?sit${box ? `=${box}` : ""}`;
  form.submit();
  return null;
}

/** To a practice table of one's own, made like this one. */
function playAlone() {
  const form = part("guest");
  form.action = "/practice";
  form.elements.next.name = "table";
  form.elements.table.value = root.dataset.id;
  form.submit();
  return null;
}

const bar = new Bar(part("bar"), act);

// What is shown

let question = "";

/** Once something else is asked, what was refused before no longer stands in its place. */
function showQuestion({ due }) {
  if (stage.held) return;
  const now = [bar.mode, due.phase, due.box, due.hand].join();
  if (now !== question) part("refusal").hidden = true;
  question = now;
}

function show() {
  const { view, held } = stage;
  if (!view) return;
  root.classList.toggle("is-held", held);
  const { chips } = view.signs;
  if (!chips.includes(bar.chip)) bar.chip = usualChip(view);
  // The last one may lie on the layout, to be taken up again.
  if (bar.token && !takesTokens(view)) bar.token = false;
  felt.show(view, bets);
  if (!held || !view.you.here) bar.show(view, bets); // the bar changes when all has been shown
  keepOneInOrder(felt.spots(), view.you.seat);
  showPurse(part("purse"), view, bets.inHand(), bets.tokensInHand());
  const asked = !held && (["choose", "cut"].includes(bar.mode) || isToWager(view));
  const mine = !held && (asked || bar.mode === "bet");
  clock.run(view.due.until, mine);
  showQuestion(view);
  const status = part("status");
  if (status.textContent !== statusLine(view)) status.textContent = statusLine(view);
  if (asked && !root.classList.contains("is-my-turn")) {
    root.querySelector(".box.my-turn")?.scrollIntoView({ block: "nearest" });
  }
  root.classList.toggle("is-my-turn", asked);
  for (const link of root.querySelectorAll("[data-needs]")) {
    link.hidden = !view.you[link.dataset.needs] || bar.offers(link.dataset.act);
  }
  for (const link of root.querySelectorAll("[data-move]")) {
    link.hidden = !view.moves?.some((move) => move.legal && move.action === link.dataset.move);
  }
}

/** The chip nearest to the least wager from below, so that a click is a sensible wager. */
function usualChip(view) {
  const { chips, spots } = view.signs;
  return chips.findLast((cents) => cents <= Math.max(spots[0].least, chips[0])) ?? chips[0] ?? 0;
}

function showSigns(view) {
  showLimits(part("limits"), view);
  showMeters(part("meters"), view.signs);
  const { rounds } = view.signs;
  part("round").textContent = rounds && !view.session ? say("round {round}", { round: rounds })
    : "";
  part("hand").textContent = handLine(view);
  part("hand").hidden = !view.session;
}

stage.addEventListener("view", ({ detail: { view, changed, lines, whole, step } }) => {
  felt.flies = step !== null && stage.pace > 0;
  show();
  if (step) motion.show(step, momentOf(step), stage.pace);
  if (["signs", "you", "session"].some((name) => changed.has(name))) showSigns(view);
  if (["shoe", "signs", "you"].some((name) => changed.has(name))) {
    showShoe(part("shoe"), view, act.chance);
    chance.see(view);
  }
  if (changed.has("lines")) book.show(view.lines, view.you.name);
  showNotices(part("notices"), view, clock.now());
  voice.hear(view, lines, whole);
  const title = `${titleOf(view)} · By the Book`;
  if (document.title !== title) document.title = title;
  sitIfAsked(view);
});

table.addEventListener("advice", ({ detail }) => {
  bar.advice.take(detail, table.view);
  show();
});

table.addEventListener("judged", ({ detail }) => judged(part("judged"), detail));

table.addEventListener("presence", ({ detail }) => {
  const others = detail.here.filter((name) => name !== stage.view?.you.name);
  part("presence").textContent = others.length
    ? say("Also here: {names}", { names: listed(others) }) : "";
});

table.addEventListener("connection", ({ detail: state }) => {
  const lost = part("lost");
  lost.hidden = state === "open" || state === "connecting";
  part("paused").hidden = true; // whoever is connected again is told anew
  if (state === "lost") announce(say("The connection is lost; trying again. Your seat is kept."));
});

table.addEventListener("paused", ({ detail: why }) => {
  part("paused").textContent = why;
  part("paused").hidden = !why;
  announce(why || say("Play goes on."));
});

table.addEventListener("gone", ({ detail }) => {
  const { reason, clause = "", book } = detail;
  const lost = part("lost");
  if (clause) lost.replaceChildren(`${upperFirst(reason)} `, clauseChip(book, clause));
  else lost.textContent = say("{reason} Log in again to go on.", { reason });
});

setInterval(() => {
  if (stage.view) showNotices(part("notices"), stage.view, clock.now());
}, 1000);

/** Who came by "Play now" wants to sit at once. */
function sitIfAsked(view) {
  const asked = new URLSearchParams(location.search);
  if (!asked.has("sit")) return;
  history.replaceState(null, "", location.pathname);
  if (modeOf(view) !== "sit") return;
  const box = Number(asked.get("sit"));
  if (freeBoxes(view).includes(box)) act.sit(box);
  else act.sitAnywhere();
}

// Buttons and preferences

for (const made of root.querySelectorAll("[data-act]")) {
  made.addEventListener("click", () => act[made.dataset.act]());
}
for (const made of root.querySelectorAll("[data-move]")) {
  made.addEventListener("click", () => act.move({ action: made.dataset.move }));
}

for (const box of root.querySelectorAll("input[data-preference]")) {
  const name = box.dataset.preference;
  box.checked = preference(name);
  apply(name, box.checked);
  box.addEventListener("change", () => {
    keepPreference(name, box.checked);
    apply(name, box.checked);
    if (name === "trainer") table.train(box.checked);
    show();
  });
}

function apply(name, on) {
  if (name === "four-colours") document.documentElement.toggleAttribute("data-four-colours", on);
  if (name === "values") bar.advice.on = on && !preference("trainer");
  if (name === "trainer") {
    bar.advice.on = !on && preference("values");
    part("judged").hidden = true;
  }
}

const soundSwitch = part("sound");

function turnSound(on) {
  sounds.on = on;
  soundSwitch.setAttribute("aria-pressed", String(on));
}

turnSound(preference("sound"));
soundSwitch.addEventListener("click", () => {
  turnSound(!sounds.on);
  keepPreference("sound", sounds.on);
  sounds.play("chip");
});

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** How fast: as was chosen, unless the system asks for less motion. */
function applySpeed() {
  const speeds = part("speeds");
  stage.speed = still.matches ? "none" : chosen("speed");
  if (!stage.pace) stage.finish();
  for (const one of speeds.querySelectorAll("input")) one.checked = one.value === stage.speed;
  speeds.disabled = still.matches;
  speeds.querySelector(".hint").hidden = !still.matches;
}

applySpeed();
still.addEventListener("change", applySpeed);
part("speeds").addEventListener("change", ({ target }) => {
  keep("speed", target.value);
  applySpeed();
});

for (const toggle of root.querySelectorAll("[data-toggle=book]")) {
  toggle.addEventListener("click", () => {
    const open = root.classList.toggle("book-open");
    part("book-toggle").setAttribute("aria-expanded", String(open));
    if (open) book.newest();
  });
}
part("newest").addEventListener("click", () => book.newest());

skipping(stage, root);
listen(stage, { felt, bar, bets, act });
