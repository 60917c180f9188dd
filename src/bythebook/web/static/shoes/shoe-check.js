// The page that checks a shoe: nothing leaves the browser, everything is worked out here.

import { element } from "../common/words.js";
import { Malformed, cardsByRound, checkShoe, commitment, readShoe } from "./shoe.js";
import { say } from "../common/say.js";

const form = document.querySelector("#shoe-form");
const text = document.querySelector("#shoe-text");
const noted = document.querySelector("#shoe-noted");
const file = document.querySelector("#shoe-file");
const problem = document.querySelector("#shoe-problem");
const waits = document.querySelector("#shoe-waits");
const result = document.querySelector("#shoe-result");
const verdict = document.querySelector("#shoe-verdict");
const about = document.querySelector("#shoe-about");
const steps = document.querySelector("#shoe-steps");
const rounds = document.querySelector("#shoe-rounds");
const committed = document.querySelector("#shoe-committed");

function showProblem(told) {
  problem.textContent = told;
  problem.hidden = !told;
  if (told) result.hidden = true;
}

function stepLine({ what, wrong }) {
  const badge = wrong
    ? element("span", "badge bad", say("not so")) : element("span", "badge good", say("yes"));
  return element("li", "", badge, element("span", "", what, wrong && element("small", "", wrong)));
}

function showVerdict(checked, wasNoted) {
  const wrong = checked.filter((step) => step.wrong).length;
  verdict.className = wrong ? "notice bad" : "notice good";
  const heading = wrong
    ? say("This shoe does not check: {wrong} of {checked} statements are not so.", { wrong,
      checked: checked.length })
    : say("This shoe checks: all {checked} statements are so.", { checked: checked.length });
  verdict.replaceChildren(element("strong", "", heading));
  if (!wrong && !wasNoted) {
    const advice = say("Compare the digest with the one that was shown before the first wager.");
    verdict.append(element("p", "", advice));
  }
}

function showFacts(shoe) {
  const facts = [
    [say("Table"), shoe.table],
    [say("Shoe"), String(shoe.number)],
    [say("Cards"), String(shoe.after.length)],
    [say("Cut"), shoe.cut ? say("{cut} cards from the front to the back", { cut: shoe.cut })
      : say("none")],
    [say("Added by players"), shoe.added.length ? shoe.added.join(", ") : say("nothing")],
    [say("Digest"), shoe.digest],
  ];
  about.replaceChildren(
    ...facts.flatMap(([name, value]) => [
      element("dt", "", name),
      element("dd", value === shoe.digest ? "mono shoe-digest" : "", value),
    ]),
  );
}

function roundRow([number, cards]) {
  const name = element("th", "", say("Round {number}", { number }));
  name.scope = "row";
  return element("tr", "", name, element("td", "mono", cards.join(" ")));
}

function check() {
  showProblem("");
  waits.hidden = true;
  let shoe;
  try {
    shoe = readShoe(text.value);
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    showProblem(error.message);
    return;
  }
  const checked = checkShoe(shoe, noted.value);
  showVerdict(checked, Boolean(noted.value.trim()));
  showFacts(shoe);
  steps.replaceChildren(...checked.map(stepLine));
  const placed = !checked.at(-1).wrong;
  rounds.tBodies[0].replaceChildren(...(placed ? cardsByRound(shoe) : []).map(roundRow));
  rounds.hidden = !rounds.tBodies[0].rows.length;
  committed.textContent = commitment(shoe);
  result.hidden = false;
}

/** The digest of a shoe that lies on its table now, or nothing. */
async function digestInUse(id) {
  const at = id.lastIndexOf(".");
  const number = Number(id.slice(at + 1));
  if (at < 1 || !(number > 0)) return "";
  const answer = await fetch(`/api/tables/${encodeURIComponent(id.slice(0, at))}`);
  if (!answer.ok) return "";
  const { shoe } = await answer.json();
  return shoe.number === number ? shoe.digest : "";
}

function showInUse(id, digest) {
  const kept = noted.value.trim().toLowerCase();
  if (kept && kept !== digest) {
    showProblem(say("This shoe is still in use, and its table shows another digest: {digest}", {
      digest }));
    return;
  }
  noted.value = digest;
  const address = new URLSearchParams({ shoe: id, digest });
  history.replaceState(null, "", `${window.location.pathname}?${address}`);
  waits.hidden = false;
  waits.scrollIntoView({ block: "nearest" });
}

async function fetchShoe(id) {
  const inUse = await digestInUse(id);
  if (inUse) {
    showInUse(id, inUse);
    return;
  }
  const answer = await fetch(`/api/shoes/${encodeURIComponent(id)}`);
  if (!answer.ok) {
    showProblem(say("There is no such shoe, or its seed has not been shown yet."));
    return;
  }
  text.value = await answer.text();
  check();
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  check();
});

file.addEventListener("change", async () => {
  if (!file.files.length) return;
  text.value = await file.files[0].text();
  check();
});

const asked = new URLSearchParams(window.location.search);
noted.value = asked.get("digest") ?? "";
if (asked.get("shoe")) await fetchShoe(asked.get("shoe"));
