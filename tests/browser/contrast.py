"""Whether what is written on a page can be read: its colour against all that lies behind it.

By the rule of WCAG 2.2 (1.4.3): 4.5 to 1, and 3 to 1 for large letters. What is switched off, drawn
or half faded out is not asked.
"""

from playwright.sync_api import Page

FAINT = r"""async () => {
  // A change of theme may take some frames: an inherited colour goes from element to element.
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const changes = () => document.getAnimations().some((one) => one instanceof CSSTransition);
  for (await frame(), await frame(); changes();) await frame();
  const pen = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const known = new Map();
  const colour = (text) => {
    if (!known.has(text)) {
      pen.clearRect(0, 0, 1, 1);
      pen.fillStyle = text;
      pen.fillRect(0, 0, 1, 1);
      const [r, g, b, a] = pen.getImageData(0, 0, 1, 1).data;
      known.set(text, [r, g, b, a / 255]);
    }
    return known.get(text);
  };
  const over = ([r, g, b, a], [x, y, z]) =>
    [r * a + x * (1 - a), g * a + y * (1 - a), b * a + z * (1 - a), 1];
  const COLOURS = /(?:rgba?|color|oklab|oklch|lab)\([^()]*\)/g;
  const layers = (element) => {
    const style = getComputedStyle(element);
    const stops = style.backgroundImage.match(COLOURS) ?? [];
    return stops.length ? stops.map(colour) : [colour(style.backgroundColor)];
  };
  const behind = (element) => {
    if (!element) return [[255, 255, 255, 1]];
    const own = layers(element);
    if (own.every((one) => one[3] === 1)) return own;
    const below = behind(element.parentElement);
    return own.flatMap((one) => below.map((ground) => over(one, ground)));
  };
  const light = (rgb) => {
    const [r, g, b] = rgb.slice(0, 3).map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ratio = (one, two) => {
    const [more, less] = [light(one), light(two)].sort((a, b) => b - a);
    return (more + 0.05) / (less + 0.05);
  };
  const PASSED_OVER =
    "svg, [disabled], [aria-disabled=true], .visually-hidden, option, noscript";
  const found = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    const text = walker.currentNode.data.trim();
    if (!text || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ||
      element.closest(PASSED_OVER)) continue;
    let faded = false;
    for (let one = element; one; one = one.parentElement) {
      faded ||= Number(getComputedStyle(one).opacity) < 1;
    }
    const { color, fontSize, fontWeight } = getComputedStyle(element);
    const size = parseFloat(fontSize);
    const least = size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700) ? 3 : 4.5;
    const worst = Math.min(...behind(element).map((ground) =>
      ratio(over(colour(color), ground), ground)));
    if (faded || worst >= least) continue;
    found.add(`${worst.toFixed(2)} ${element.localName}.${element.className}: ${text}`);
  }
  return [...found];
}"""


def faint(page: Page) -> list[str]:
    """What cannot be read well, with how it stands out."""
    found: list[str] = page.evaluate(FAINT)
    return found
