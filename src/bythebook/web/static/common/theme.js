// Light or dark: as the system has it, unless the reader has chosen. This one script runs before
// the page is painted, so that nobody sees the other theme first.

const THEME = "bythebook.theme";
const root = document.documentElement;
const night = matchMedia("(prefers-color-scheme: dark)");

function chosenTheme() {
  try {
    return localStorage.getItem(THEME) ?? "";
  } catch {
    return "";
  }
}

const applyTheme = () => {
  root.dataset.theme = chosenTheme() || (night.matches ? "dark" : "light");
};

applyTheme();
night.addEventListener("change", applyTheme);

addEventListener("DOMContentLoaded", () => {
  const button = document.querySelector("[data-part=theme]");
  if (!button) return;
  const isLight = () => root.dataset.theme === "light";
  const show = () => button.setAttribute("aria-pressed", String(isLight()));
  button.hidden = false;
  show();
  night.addEventListener("change", show);
  button.addEventListener("click", () => {
    root.dataset.theme = isLight() ? "dark" : "light";
    show();
    try {
      localStorage.setItem(THEME, root.dataset.theme);
    } catch {
      // A browser that keeps nothing: it lasts as long as the page.
    }
  });
});
