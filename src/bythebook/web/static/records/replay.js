// A round step by step: a slider over its events, and the table as it stood after each.
//
//   replayViewer(element, data, { story })   builds the viewer inside the element
//     data   {book, title, steps}, as pages_record.py describes it
//     story  optional: a list with one item a step; the current one is marked, a click goes to it
//
// The slider is the browser's own, so arrows, Home and End work; J and K go a step back and forth.
// replay.css and cards.css belong to it.

import { cardElement, cardWords } from "../common/cards.js";
import { clauseChip } from "../common/base.js";
import { button, element } from "../common/words.js";
import { say } from "../common/say.js";

const FACE_DOWN = "??";
const PLAY_MS = 900;

function titled(label, title, act) {
  const made = button(label, "quiet", act);
  made.title = title;
  made.setAttribute("aria-label", title);
  return made;
}

const said = (cards) =>
  cards.map((card) => (card === FACE_DOWN ? say("a card face down") : cardWords(card))).join(", ");

function cardsOf(cards, fresh) {
  const row = element("span", "replay-cards");
  cards.forEach((card, at) => {
    const drawn = cardElement(card === FACE_DOWN ? "" : card, { faceDown: card === FACE_DOWN });
    if (fresh && at === cards.length - 1) drawn.classList.add("dealt", "fresh");
    row.append(drawn);
  });
  row.append(element("span", "visually-hidden", said(cards)));
  return row;
}

const plain = (amount) => amount.replace(/\.00$/, "");

function stakeOf(player, amount, note, live) {
  return element("li", live ? "" : "settled", `${player} `, element("b", "", plain(amount)),
    note && ` ${note}`, !live && element("span", "visually-hidden", ` (${say("settled")})`));
}

function handOf(hand, fresh) {
  const stakes = hand.stakes.map(({ player, amount, free, live }) =>
    stakeOf(player, amount, free ? say("and {amount} by token", { amount: plain(free) }) : "",
      live));
  return element("div", hand.in_turn ? "replay-hand in-turn" : "replay-hand",
    cardsOf(hand.cards, fresh), element("span", "replay-total", hand.told),
    element("ul", "replay-stakes", ...stakes));
}

function boxOf(box, step) {
  const turn = box.hands.some((hand) => hand.in_turn);
  const hands = box.hands.map((hand, at) =>
    handOf(hand, step.card && step.box === box.box && step.hand === at + 1));
  const wagers = box.wagers.map(({ player, wager, amount, live }) =>
    stakeOf(player, amount, wager, live));
  return element("section", turn ? "replay-box in-turn" : "replay-box",
    element("h4", "", say("Box {box}", { box: box.box })), element("div", "replay-hands", ...hands),
    wagers.length && element("ul", "replay-stakes", ...wagers));
}

function dealerOf(step) {
  return element("section", "replay-dealer", element("h4", "", say("Dealer")),
    cardsOf(step.dealer.cards, step.card && step.box === 0),
    element("span", "replay-total", step.dealer.told));
}

function sums(step) {
  const made = element("dl", "replay-sums");
  const rows = [...Object.entries(step.net), ...Object.entries(step.meters)];
  for (const [name, sum] of rows) {
    const loses = sum.startsWith("-");
    const kind = name in step.meters ? "" : loses ? "minus" : sum === "0.00" ? "" : "plus";
    const shown = sum.replace("-", "−");
    made.append(element("div", "", element("dt", "", name), element("dd", kind, shown)));
  }
  return made;
}

export function replayViewer(root, data, { story = null } = {}) {
  let at = 0;
  let playing = 0;

  const felt = element("div", "replay-felt by-night");
  const told = element("p", "replay-told");
  told.setAttribute("aria-live", "polite");
  const slider = element("input");
  slider.type = "range";
  slider.min = 0;
  slider.setAttribute("aria-label", say("Step of the round"));
  const play = titled(say("Play"), say("Play the round"), toggle);
  const controls = element(
    "div", "replay-controls",
    titled("«", say("To the beginning"), () => go(0)),
    titled("‹", say("A step back (J)"), () => go(at - 1)),
    slider,
    titled("›", say("A step on (K)"), () => go(at + 1)),
    titled("»", say("To the end"), () => go(data.steps.length - 1)),
    play,
  );
  root.replaceChildren(felt, told, controls);
  root.hidden = false;

  function show(wanted) {
    const last = data.steps.length - 1;
    slider.max = Math.max(0, last);
    if (last < 0) return;
    at = Math.min(last, Math.max(0, wanted));
    const step = data.steps[at];
    slider.value = at;
    slider.setAttribute("aria-valuetext", say("{step} of {all}: {text}", {
      step: at + 1, all: last + 1, text: step.text,
    }));
    const boxes = element("div", "replay-boxes", ...step.boxes.map((box) => boxOf(box, step)));
    felt.replaceChildren(dealerOf(step), boxes, sums(step));
    told.replaceChildren(
      element("span", "muted small", say("{step} of {all}", { step: at + 1, all: last + 1 })), " ",
        step.text, " ",
    );
    for (const id of [step.clause, ...step.also]) told.append(clauseChip(data.book, id), " ");
    mark();
  }

  function mark() {
    if (!story) return;
    story.querySelector(".now")?.classList.remove("now");
    const item = story.children[at];
    if (!item) return;
    item.classList.add("now");
    // Only the list itself moves, never the page under somebody's hands.
    const within = story.scrollHeight > story.clientHeight;
    if (within) story.scrollTop = item.offsetTop - story.clientHeight / 2;
  }

  function stop() {
    clearInterval(playing);
    playing = 0;
    play.textContent = say("Play");
    play.setAttribute("aria-label", say("Play the round"));
  }

  function go(wanted) {
    stop();
    show(wanted);
  }

  function toggle() {
    if (playing) return stop();
    if (at === data.steps.length - 1) show(0);
    play.textContent = say("Pause");
    play.setAttribute("aria-label", say("Pause"));
    playing = setInterval(() => {
      show(at + 1);
      if (at === data.steps.length - 1) stop();
    }, PLAY_MS);
  }

  slider.addEventListener("input", () => go(Number(slider.value)));
  root.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "j" || event.key === "J") go(at - 1);
    if (event.key === "k" || event.key === "K") go(at + 1);
  });
  story?.addEventListener("click", (event) => {
    if (event.target.closest("a, button")) return;
    const item = event.target.closest("li");
    if (item) go([...story.children].indexOf(item));
  });
  story?.classList.add("goes-there");

  show(data.steps.length - 1);
}
