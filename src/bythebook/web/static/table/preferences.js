// What a player likes, kept by the browser: sound and four colours are off, the rest on.

const USUAL = { sound: false, "four-colours": false, values: true, chance: true };

export function preference(name) {
  try {
    const kept = localStorage.getItem(`bythebook.${name}`);
    return kept === null ? USUAL[name] : kept === "on";
  } catch {
    return USUAL[name];
  }
}

export function keepPreference(name, on) {
  try {
    localStorage.setItem(`bythebook.${name}`, on ? "on" : "off");
  } catch {
    // A browser that keeps nothing: the preference lasts as long as the page.
  }
}
