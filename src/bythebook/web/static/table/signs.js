// What stands at the table: limits, meters, the shoe, signs with their countdowns, my money.

import { beside, toast } from "../common/base.js";
import { takesMore } from "./chance.js";
import { ownLeft, sessionNotices } from "../tournaments/signs.js";
import { locale, say, sayMany } from "../common/say.js";
import { button, element, duration, fill, money, shortMoney, upperFirst } from "../common/words.js";

function range(least, most) {
  if (least && least === most) return shortMoney(least);
  return most ? `${shortMoney(least)} – ${shortMoney(most)}`
    : say("from {amount}", { amount: shortMoney(least) });
}

export function showLimits(list, view) {
  const { signs, you } = view;
  const spots = signs.spots.filter((spot) => spot.least || spot.most);
  const rows = spots.map((spot) => {
    const own = you.limits[spot.wager];
    const [least, most] = own ?? [spot.least, spot.most];
    const title = spot.wager === "main" ? say("Limits") : spot.title;
    return [title, range(least, most), Boolean(own), spot.pays];
  });
  const { unit } = signs.spots[0];
  if (view.session && unit > 1) rows.push([say("In units of"), shortMoney(unit), false, []]);
  const most = signs.box_maximum;
  if (most) {
    const bound = say("to {amount}", { amount: shortMoney(most) });
    rows.push([say("All on a box"), bound, false, []]);
  }
  fill(list, rows, () =>
    rows.flatMap(([title, text, own, pays]) => {
      const term = element("dt", "", title);
      const told = element("dd", own ? "own" : "", own ? say("{limits} for you", { limits: text })
        : text);
      if (pays.length) told.title = term.title = pays.join("\n");
      return [term, told];
    }));
}

const FALLS = 0.9; // a meter that shows less than this of what it showed was won somewhere
const WON_SHOWN_MS = 60000;
const shown = new Map(); // by meter: the cents it shows
const won = new Map(); // by meter: the cents it was won at, and until when that is said

/** Says so when a meter was won, at this table or at another that is linked. */
function noticeWins(meters, titles) {
  for (const [name, cents] of Object.entries(meters)) {
    const before = shown.get(name);
    if (before !== undefined && cents < before * FALLS) {
      won.set(name, { cents: before, until: Date.now() + WON_SHOWN_MS });
      const what = { meter: titles[name], amount: money(before) };
      toast(say("{meter} was won at {amount}.", what), "good");
    }
    shown.set(name, cents);
  }
}

function wonNote(name) {
  const last = won.get(name);
  return last && Date.now() < last.until
    ? say("won at {amount}", { amount: money(last.cents) }) : "";
}

export function showMeters(list, { meters, meter_titles: titles }) {
  noticeWins(meters, titles);
  const rows = Object.entries(meters)
    .map(([name, cents]) => [titles[name], cents, wonNote(name)]);
  list.hidden = rows.length === 0;
  fill(list, rows, () =>
    rows.flatMap(([title, cents, note]) => {
      const told = element("dd", "meter", money(cents), note && element("small", "", note));
      return [element("dt", "", title), told];
    }));
}

export function showShoe(root, view, onChance) {
  const { shoe, signs, you } = view;
  const open = takesMore(view);
  const key = [shoe, signs.id, signs.decks, signs.rounds, signs.cards, you.added, open];
  fill(root, key, () => {
    const share = shoe.of ? Math.round((100 * shoe.left) / shoe.of) : 0;
    const decks = sayMany(signs.decks, "{n} deck", "{n} decks");
    const part = element("b", "", say("{part} % left", { part: share }));
    const left = element("span");
    left.style.width = `${share}%`;
    const head = element("p", "shoe-head", `${decks}, `, part);
    const made = [head, element("div", "shoe-bar", left)];
    if (shoe.cutting_card_out || shoe.shuffle_due) {
      made.push(element("p", "shoe-note", say("Last round of this shoe")));
    }
    if (shoe.digest) {
      const short = `${shoe.digest.slice(0, 4)}…${shoe.digest.slice(-4)}`;
      const seal = element("a", "seal", say("sealed {digest}", { digest: short }));
      // The link is a note of the digest: going back to it when the shoe is over is the proof.
      const noted = { shoe: `${signs.id}.${shoe.number}`, digest: shoe.digest };
      seal.href = `/shoes/check?${new URLSearchParams(noted)}`;
      beside(seal);
      seal.title = say("SHA-256 of this shoe, told before the first wager: {digest}", shoe);
      made.push(seal);
    }
    if (open) {
      const own = you.added
        ? say("added by you: {what}…", { what: you.added.slice(0, 6) }) : say("add to the shuffle");
      made.push(element("p", "", button(own, "link", onChance)));
    }
    return made;
  });
}

const when = (seconds) =>
  new Date(seconds * 1000).toLocaleTimeString(locale, { hour: "2-digit", minute: "2-digit" });

/** Signs that announce something; called again every second for their countdowns. */
export function showNotices(root, view, now) {
  const { signs, closing, held_up: heldUp } = view.signs;
  // What applies already stands in the corner, or at the page of the rules.
  const news = signs.filter((sign) => sign.time > now);
  const notices = news.map((sign) => {
    const limits = Object.entries(sign.limits).map(
      ([wager, [least, most]]) => (wager === "main"
        ? say("limits {limits}", { limits: range(least, most) })
          : `${wager} ${range(least, most)}`),
    );
    const what = [sign.text, limits.join(", ")].filter(Boolean).join(": ") || upperFirst(sign.kind);
    return { what, time: say("from {time}", { time: when(sign.time) }), until: sign.time };
  });
  for (const what of sessionNotices(view)) notices.push({ what, time: "" });
  if (closing) notices.push({ what: closing, time: "" });
  if (heldUp) {
    const what = say("No round begins for the moment");
    notices.push({ what, time: say("clause {clause}", { clause: heldUp }) });
  }
  root.hidden = notices.length === 0;
  fill(root, notices, () => notices.map(noticeItem));
  for (const left of root.querySelectorAll("[data-until]")) {
    const time = duration(Math.ceil(Number(left.dataset.until) - now));
    left.textContent = `, ${say("in {time}", { time })}`;
  }
}

/** Told once to those who listen; the seconds run on for those who look. */
function noticeItem({ what, time, until }) {
  const item = element("li", "", `${what} `);
  if (!time) return item;
  const told = element("b", "", time);
  if (until) {
    const left = element("span");
    left.dataset.until = until;
    left.setAttribute("aria-live", "off");
    told.append(left);
  }
  item.append(told);
  return item;
}

export function showPurse(root, view, inHand, tokens) {
  const { you } = view;
  root.hidden = !you.here;
  const atStake = staked(view);
  const last = view.session ? say("Last hand") : say("Last round");
  const sums = [
    [say("In hand"), inHand, false],
    atStake ? [say("On the layout"), atStake, false] : [last, you.round_won, true],
  ];
  if (!view.session) sums.push([say("At this table"), you.won, true]);
  const inTokens = tokensStaked(view);
  if (you.tokens || inTokens) sums.push([say("Tokens in hand"), tokens, false]);
  if (inTokens) sums.push([say("Tokens on the layout"), inTokens, false]);
  if (!view.session && you.room !== null) sums.push([say("Loss limit left"), you.room, false]);
  const left = ownLeft(view);
  fill(root, [sums, left], () => [
    ...sums.flatMap(([title, cents, isNet]) => {
      const sign = isNet && cents ? (cents > 0 ? "plus" : "minus") : "";
      const told = money(cents, { sign: isNet });
      return [element("dt", "", title), element("dd", `amount ${sign}`, told)];
    }),
    ...left.flatMap(([title, count]) =>
      [element("dt", "", title), element("dd", "", String(count))]),
  ]);
}

/** What I have on the layout in this round and is not settled: each stake with its tokens. */
function* mine(view) {
  const me = view.you.name;
  for (const box of view.boxes) {
    for (const wager of [...box.wagers, ...box.insured]) {
      const inHands = wager.wager === "main" && box.hands.length > 0;
      if (wager.player === me && !inHands) yield [wager.amount, wager.token];
    }
    for (const stake of box.hands.flatMap((hand) => hand.stakes)) {
      const { amount, doubled, token } = stake;
      if (stake.player === me && stake.live) yield [amount + doubled, token];
    }
  }
}

const staked = (view) => [...mine(view)].reduce((sum, [all, token]) => sum + all - token, 0);
const tokensStaked = (view) => [...mine(view)].reduce((sum, [, token]) => sum + token, 0);
