// What a guest has practised, in this browser: one entry for each game.
//
//   kept(game)              what there is, or undefined
//   keep(game, value)       put it there; a browser that keeps nothing is no reason to stop

const PREFIX = "bythebook.practice.";

export function kept(game) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + game)) ?? undefined;
  } catch {
    return undefined;
  }
}

export function keep(game, value) {
  try {
    localStorage.setItem(PREFIX + game, JSON.stringify(value));
  } catch {
    // Full, or forbidden.
  }
}
