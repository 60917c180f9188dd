// What a player likes, kept by the browser.

const USUAL = {
  sound: "off", "four-colours": "off", values: "on", trainer: "off", chance: "on", speed: "normal",
};

export function chosen(name) {
  try {
    return localStorage.getItem(`bythebook.${name}`) ?? USUAL[name];
  } catch {
    return USUAL[name];
  }
}

export function keep(name, value) {
  try {
    localStorage.setItem(`bythebook.${name}`, value);
  } catch {
    // A browser that keeps nothing: what was chosen lasts as long as the page.
  }
}

export const preference = (name) => chosen(name) === "on";

export const keepPreference = (name, on) => keep(name, on ? "on" : "off");
