// Setting up a jackpot: a book's own jackpot is chosen, its figures are filled in.

import { ask } from "./affairs.js";

const form = document.getElementById("new-pool");
const alert = form.querySelector('[role="alert"]');

// What each jackpot needs; the figures are a start to be changed.
const STARTS = {
  "blazing-7s": {
    game: "blackjack-challenge", stake_cents: 500, options: { "blazing-7s-stake": "5" },
    meters: [{ name: "blazing-7s", seed_cents: 1000000, reset_cents: 1000000, rate_ppm: 50000 }],
  },
  jackpot: {
    game: "baceball", stake_cents: 500, options: { "jackpot-stake": "5" },
    approvals: { rate: "", seed: "", retained: "" },
    meters: [
      { name: "baceball-major", seed_cents: 10000000, reset_cents: 10000000, rate_ppm: 50000 },
      { name: "baceball-minor", seed_cents: 1000000, reset_cents: 1000000, rate_ppm: 50000 },
    ],
  },
  supernova: {
    game: "blackjack", stake_cents: 200, options: { "supernova-stake": "2" },
    authorise_cents: 100000,
    meters: [{
      name: "mystery-1", seed_cents: 10000, reset_cents: 0, rate_ppm: 100000,
      least_cents: 20000, most_cents: 50000,
    }],
  },
};

function fill() {
  const [, wager] = form.elements.wager.value.split("|");
  form.elements.terms.value = JSON.stringify(STARTS[wager] ?? {}, null, 2);
}

form.elements.wager.addEventListener("change", fill);
fill();

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  alert.hidden = true;
  const [book, wager] = form.elements.wager.value.split("|");
  const id = form.elements.id.value.trim();
  const title = form.elements.title.value.trim();
  try {
    const terms = { ...JSON.parse(form.elements.terms.value), id, title, book, wager };
    await ask("pool", id, { type: "make-pool", terms });
    location.assign(`/jackpots/${id}/desk`);
  } catch (error) {
    alert.textContent = error.clause ? `${error.reason} (${error.clause})` : error.message;
    alert.hidden = false;
  }
});
