"""The design system keeps its promises: contrast, no addresses elsewhere, lines that fit."""

import re

import pytest

from bythebook.web.show.assets import FOLDER
from bythebook.web.show.templating import FOLDER as TEMPLATES

STYLE = (FOLDER / "common/style.css").read_text("utf-8")


ROOT, DARK, LIGHT = ":root {", ":root, .by-night {", ':root[data-theme="light"] {'
PAPER = ".paper, .panel, dialog, .popover, .toast {"
DARK_THEME, LIGHT_THEME = (ROOT, DARK), (ROOT, DARK, LIGHT)


def tokens(*blocks: str) -> dict[str, str]:
    """The custom properties of these blocks, each over those before it, resolved."""
    found: dict[str, str] = {}
    for block in blocks:
        found |= dict(re.findall(r"(--[\w-]+): ([^;]+);", STYLE.split(block, 1)[1].split("}")[0]))

    def value(text: str) -> str:
        named = re.fullmatch(r"var\((--[\w-]+)\)", text)
        return value(found[named[1]]) if named else text

    return {name: value(text) for name, text in found.items()}


def luminance(colour: str) -> float:
    """As WCAG 2 defines it for sRGB."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_contrast_is_what_the_standard_says_it_is() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)  # the well-known grey


@pytest.mark.parametrize("theme", [DARK_THEME, LIGHT_THEME], ids=["dark", "light"])
@pytest.mark.parametrize("text", ["--text", "--muted", "--link", "--good", "--bad", "--accent"])
@pytest.mark.parametrize(
    ("block", "surfaces"),
    [((), ("--felt", "--felt-deep", "--felt-black")), ((PAPER,), ("--surface", "--paper-bright"))],
    ids=["felt", "paper"],
)
def test_text_can_be_read_on_felt_and_on_paper(
    text: str, block: tuple[str, ...], surfaces: tuple[str, ...], theme: tuple[str, ...]
) -> None:
    known = tokens(*theme, *block)
    for surface in surfaces:
        assert contrast(known[text], known[surface]) >= 4.5


@pytest.mark.parametrize("theme", [DARK_THEME, LIGHT_THEME], ids=["dark", "light"])
@pytest.mark.parametrize("part", ["--control", "--focus"])
@pytest.mark.parametrize(
    ("block", "surface"), [((), "--felt"), ((PAPER,), "--surface")], ids=["felt", "paper"]
)
def test_edges_and_focus_can_be_seen(
    part: str, block: tuple[str, ...], surface: str, theme: tuple[str, ...]
) -> None:
    known = tokens(*theme, *block)
    assert contrast(known[part], known[surface]) >= 3


def test_ink_on_brass_and_on_clauses_can_be_read() -> None:
    known, paper = tokens(*DARK_THEME), tokens(*DARK_THEME, PAPER)
    assert contrast(known["--ink"], known["--brass"]) >= 4.5
    assert contrast("#5c4711", "#f0e3ba") >= 4.5
    assert "color: #5c4711" in (FOLDER / "common/parts.css").read_text("utf-8")
    assert contrast(paper["--bad"], paper["--button-off"]) >= 4.5


def test_nothing_comes_from_elsewhere_and_lines_fit() -> None:
    own = (p for folder in (FOLDER, TEMPLATES) for p in folder.rglob("*") if p.is_file())
    for path in own:
        text = path.read_text("utf-8")
        addresses = set(re.findall(r"https?://[^\s\"'`)<>]+", text))
        assert addresses <= {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xhtml"}, path
        assert max(map(len, text.splitlines()), default=0) <= 100, path
