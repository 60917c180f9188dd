// Counting: cards come one by one, then the counts and the bet are asked for, then an index play.

import { announce, post, toast } from "../common/base.js";
import { cardElement, cardWords } from "../common/cards.js";
import { say, sayMany } from "../common/say.js";
import { button, element, upperFirst } from "../common/words.js";
import { named } from "../table/judged.js";
import { keep, kept } from "./kept.js";

const MINUS = "−";
const drill = document.getElementById("drill");
const { system, spread } = drill.dataset;
const table = JSON.parse(drill.dataset.table);
const mine = drill.dataset.mine === "kept";
const speed = Number(drill.dataset.speed) || 0;
const cards = Number(drill.dataset.cards);
const place = (id) => document.getElementById(id);
const signed = (count) => (count > 0 ? `+${count}` : String(count).replace("-", MINUS));

let shoe = { seed: "", seen: 0 };
let dealt; // what is being shown
let shown = 0;
let begun = 0;
let timer = 0;

const asked = (more) => ({
  table, system, spread, cards, seed: shoe.seed, seen: shoe.seen,
  ...(mine ? {} : { history: kept(`count ${system}`) }), ...more,
});

async function send(path, more) {
  try {
    const answer = await post(`/api/school/count/${path}`, asked(more));
    if (answer.history) keep(`count ${system}`, answer.history);
    return answer;
  } catch (problem) {
    toast(upperFirst(problem.message), "bad");
    return null;
  }
}

async function deal() {
  dealt = await send("deal");
  if (!dealt) return;
  shoe.seed = dealt.seed;
  shown = 0;
  begun = performance.now();
  place("verdict").replaceChildren();
  place("counts").hidden = true;
  place("asks").textContent = shoe.seen
    ? say("Go on counting.") : say("A fresh shoe: begin at {count}.", { count: dealt.start });
  if (speed) {
    place("choices").replaceChildren();
    timer = setInterval(turn, speed);
  } else {
    const next = button(say("Next card"), "primary", turn);
    next.append(element("kbd", "", say("Space")));
    place("choices").replaceChildren(next);
    next.focus({ preventScroll: true });
  }
  turn();
}

function turn() {
  if (shown === dealt.cards.length) return ask();
  const name = dealt.cards[shown];
  const card = cardElement(name);
  card.classList.add("dealt");
  card.setAttribute("role", "img");
  card.setAttribute("aria-label", cardWords(name));
  card.removeAttribute("aria-hidden");
  place("card").replaceChildren(card);
  announce(cardWords(name));
  shown += 1;
  place("left").textContent =
    say("Card {card} of {all}; {left} left in the shoe", {
      card: shown, all: dealt.cards.length, left: dealt.of - shoe.seen - shown,
    });
  return undefined;
}

function ask() {
  clearInterval(timer);
  place("card").replaceChildren(cardElement(""));
  place("choices").replaceChildren();
  place("asks").textContent = say("What is the count, and what do you bet?");
  place("counts").reset();
  place("counts").hidden = false;
  place("running").focus();
}

place("counts").addEventListener("submit", async (event) => {
  event.preventDefault();
  const read = (id) => Number(place(id).value.replace(MINUS, "-"));
  const [whole, units] = [read("true"), read("units")];
  if (!Number.isInteger(whole) || !Number.isInteger(units) || units < 0) {
    toast(say("The true count and the bet are whole numbers."), "bad");
    return;
  }
  const seconds = Math.max(1, Math.round((performance.now() - begun) / 1000));
  const judged = await send("answer", {
    running: place("running").value, true: whole, units, seconds,
  });
  if (!judged) return;
  place("counts").hidden = true;
  shoe = judged.over ? { seed: "", seen: 0 } : { ...shoe, seen: shoe.seen + cards };
  tell(judged);
});

const mark = (right, text) =>
  element("li", right ? "plus" : "minus", `${right ? "✓" : "✗"} ${text}`);

function tell(judged) {
  const [running, whole, bet] = judged.right;
  place("asks").textContent = judged.right.every(Boolean)
    ? say("All right.") : say("Not quite.");
  place("verdict").replaceChildren(element(
    "ul", "plain",
    mark(running, say("Running count {count}", { count: judged.running })),
    mark(whole, say("True count {count}, {left} cards left", {
      count: signed(judged.true), left: judged.unseen,
    })),
    mark(bet, sayMany(judged.units, "Bet {n} unit", "Bet {n} units")),
  ));
  stand(judged.standing);
  if (judged.play) askPlay(judged.play);
  else offerNext(judged.over);
}

function offerNext(over) {
  const next = button(over ? say("Another shoe") : say("Go on"), "primary", deal);
  place("choices").replaceChildren(next);
  next.focus({ preventScroll: true });
}

const HANDS = {
  hard: (points) => say("Hard {points}", { points }),
  soft: (points) => say("Soft {points}", { points }),
  pair: (points) => say("A pair: {points}", { points }),
};

function handOf(row) {
  if (row === "insurance") return say("Insurance");
  const [kind, points] = row.split(" ");
  return HANDS[kind]?.(points.replace("T", "10")) ?? upperFirst(row);
}

function askPlay(play) {
  const up = play.up === "T" ? "10" : play.up;
  const says = say("At a true count of {count}: {hand} against {card}?", {
    count: signed(play.true), hand: handOf(play.row), card: up,
  });
  place("verdict").append(element("p", "asks", says));
  place("choices").replaceChildren(...play.choices.map((action) => button(
    upperFirst(named(action)), "", async () => {
      const judged = await send("play", { row: play.row, up: play.up, true: play.true, action });
      if (!judged) return;
      const { below, above, at } = turnOf(judged.turn);
      const rule = say("{above} at {count} and above, below it {below}.", {
        above: upperFirst(named(above)), count: signed(at), below: named(below),
      });
      const verdict = judged.right ? say("Right.") : say("No.");
      place("verdict").append(element(
        "p", judged.right ? "plus" : "minus", `${verdict} ${rule}`));
      stand(judged.standing);
      offerNext(!shoe.seed);
    })));
  place("choices").querySelector("button").focus({ preventScroll: true });
}

const turnOf = ([, , below, above, at]) => ({ below, above, at });

function stand(standing) {
  const part = (right, of) => (of
    ? say("{part} % of {all}", { part: Math.round((100 * right) / of), all: of }) : "–");
  const { asked: of = 0 } = standing;
  place("running-right").textContent = part(standing.running_right ?? 0, of);
  place("true-right").textContent =
    of ? `${part(standing.true_right ?? 0, of)}, ${part(standing.bets_right ?? 0, of)}` : "–";
  const pace = standing.seconds ? Math.round((60 * standing.cards) / standing.seconds) : 0;
  place("pace").textContent = pace
    ? say("{pace} cards a minute (best {best})", { pace, best: standing.fastest ?? 0 }) : "–";
  place("plays-right").textContent = part(standing.plays_right ?? 0, standing.plays_asked ?? 0);
}

document.addEventListener("keydown", (event) => {
  if (event.key !== " " || speed || !dealt || !place("counts").hidden) return;
  if (event.target.closest("input, select, button, a, summary")) return;
  event.preventDefault();
  turn();
});

if (!mine) stand(kept(`count ${system}`) ?? {});
const start = button(say("Deal"), "primary", deal);
place("choices").replaceChildren(start);
place("card").replaceChildren(cardElement(""));
place("asks").textContent = say("Ready when you are.");
