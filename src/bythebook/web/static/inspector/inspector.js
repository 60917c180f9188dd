// The inspector's desk: the verification of the log, with its progress.

import { announce, post, send, toast } from "../common/base.js";
import { countdowns } from "../common/refresh.js";
import { element, fill } from "../common/words.js";
import { say } from "../common/say.js";

const ASK_AGAIN_MS = 700;
const shown = document.getElementById("verification");
const button = document.getElementById("verify");

const count = (number) => number.toLocaleString("en-AU");

function progress({ done = 0, of = 0 }) {
  const bar = element("progress");
  bar.max = of || 1;
  if (of) bar.value = done;
  bar.setAttribute("aria-label", say("Verifying"));
  return [bar, element("p", "muted", of ? `${Math.floor((100 * done) / of)} %`
    : say("beginning …"))];
}

function outcome(view) {
  const { fault, events = 0, streams = 0, orders = 0, rounds = 0, stacks = 0, head } = view;
  const { state, earlier = [], unseen = [], heads = 0 } = view;
  const tones = {
    clean: "notice good", earlier: "notice", incomplete: "notice", unreadable: "notice",
  };
  const made = element("div", tones[state] ?? "notice bad");
  const unread = state === "unreadable" ? say("It cannot be read any further: ") : "";
  const good = unseen.length ? say("As far as it could be looked at, nothing was altered.")
    : say("Nothing was altered.");
  made.append(element("strong", "", fault ? unread + fault.says : good));
  made.append(...unseen.map((says) => element("p", "", says)));
  if (earlier.length) {
    const told = say("Decided before our rules were mended; today it would be otherwise:");
    const list = element("ul", "", ...earlier.map((says) => element("li", "", says)));
    made.append(element("p", "", told), list);
  }
  const counted = {
    events: count(events), streams: count(streams), orders: count(orders), rounds: count(rounds),
    stacks: count(stacks), heads: count(heads),
  };
  const looked = say("{events} events in {streams} streams, {orders} orders decided again, " +
    "{rounds} rounds settled again, {stacks} sealed stacks opened, {heads} signed heads compared.",
  counted);
  const hash = element("span", "hash", head);
  made.append(element("p", "", looked), element("p", "small", `${say("The log ends with")} `,
    hash));
  return [made];
}

function show(view) {
  button.disabled = view.state === "running";
  fill(shown, view, () => {
    if (view.state === "never") return [];
    if (view.state === "running") return progress(view);
    if (view.state === "failed") {
      return [element("p", "notice bad", say("It could not be finished: {reason}", {
        reason: view.reason ?? "" }))];
    }
    return outcome(view);
  });
}

async function follow(view) {
  let now = view;
  show(now);
  const began = now.state === "running";
  while (now.state === "running") {
    await new Promise((resolve) => { setTimeout(resolve, ASK_AGAIN_MS); });
    now = await send("GET", "/api/verify");
    show(now);
  }
  if (began) announce(shown.textContent);
}

button.addEventListener("click", async () => {
  try {
    await follow(await post("/api/verify"));
  } catch (problem) {
    toast(problem.message, "bad");
    button.disabled = false;
  }
});

countdowns();
follow(JSON.parse(shown.dataset.now)).catch((problem) => toast(problem.message, "bad"));
