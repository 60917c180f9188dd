// The lobby's filter: hides the tables that were not asked for. The page works without it.

const form = document.querySelector(".filters");
const games = [...document.querySelectorAll(".game")];
const nothing = document.getElementById("nothing-found");

function filter() {
  const asked = new FormData(form);
  const words = String(asked.get("text")).toLowerCase().split(/\s+/).filter(Boolean);
  const kind = asked.get("kind");
  let found = 0;
  for (const game of games) {
    const about = game.dataset.words.toLowerCase();
    const named = words.every((word) => about.includes(word));
    const rows = [...game.querySelectorAll(".table-row")];
    for (const row of rows) row.hidden = Boolean(kind) && row.dataset.kind !== kind;
    game.hidden = !named || rows.every((row) => row.hidden);
    found += game.hidden ? 0 : 1;
  }
  nothing.hidden = found > 0 || games.length === 0;
}

form.addEventListener("input", filter);
form.addEventListener("submit", (event) => event.preventDefault());
filter();
