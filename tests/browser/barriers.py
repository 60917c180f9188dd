"""Barriers on a page, as axe finds them: what keeps somebody out who does not see, hear or point.

What axe calls serious or critical counts. The same page is looked at with a desk and with a phone,
in the dark and in the light: only what depends on those is looked for again.
"""

from collections.abc import Iterable
from importlib.resources import files
from typing import Any, Literal

from playwright.sync_api import Page

Way = tuple[str, Literal["dark", "light"]]
SIZES = {"desk": (1360, 850), "phone": (390, 844)}
WAYS: tuple[Way, ...] = (
    ("desk", "dark"), ("phone", "light"), ("phone", "dark"), ("desk", "light"),
)  # fmt: skip
COLOURS = ["color-contrast", "link-in-text-block"]  # all that a theme can change
AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")
RUN = r"""async (rules) => {
  // A colour may be on its way to another, and what flies has not arrived.
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const runs = (one) => one.playState === "running" && isFinite(one.effect.getTiming().iterations);
  for (await frame(), await frame(); document.getAnimations().some(runs);) await frame();
  const runOnly = rules.length ? { type: "rule", values: rules }
    : { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa",
                              "best-practice"] };
  const found = await axe.run(document, {
    runOnly, resultTypes: ["violations"], iframes: false, preload: false, elementRef: false,
  });
  return found.violations.filter((one) => ["serious", "critical"].includes(one.impact))
    .flatMap((one) => one.nodes.map((node) => {
      const why = [...node.any, ...node.all].map((check) => check.message)[0] ?? one.help;
      return `${one.id}: ${node.target.join(" ")}: ${why}`;
    }));
}"""


def barriers(page: Page, ways: Iterable[Way] = WAYS) -> list[str]:
    """With these sizes and themes; afterwards the page is as it was."""
    before: Any = page.viewport_size
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE)
    found = []
    looked_at: set[str] = set()
    for size, theme in ways:
        width, height = SIZES[size]
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=theme)
        said: list[str] = page.evaluate(RUN, COLOURS if size in looked_at else [])
        looked_at.add(size)
        found += [f"{size}, {theme}: {one}" for one in said]
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size(before)
    return found
