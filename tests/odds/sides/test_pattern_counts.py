"""Patterns with a name show for ever what they showed, over every choice of cards."""

import hashlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from bythebook.cards import CARDS
from bythebook.odds.numbers.codes import CARD_OF_CODE
from bythebook.odds.sides.deciding import KINDS, Lines, which_line
from bythebook.rulebooks.chapters.patterns import Group, named_patterns

GOLDEN = Path(__file__).parents[2] / "game" / "patterns.txt"
LOOKS_AT: dict[str, Group] = {"1": "card-1", "2": "first-two", "3": "first-two-and-dealer"}


def golden() -> Iterator[tuple[str, str, int, str]]:
    for line in GOLDEN.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            name, seen, number, digest = (part.strip() for part in line.split("|"))
            yield name, seen, int(number), digest


@pytest.mark.parametrize(("name", "seen", "number", "digest"), list(golden()))
def test_a_name_means_what_it_meant(name: str, seen: str, number: int, digest: str) -> None:
    shown = (which_line(Lines((name,), LOOKS_AT[seen])) == 0).astype("uint8")
    assert int(shown.sum()) == number
    assert hashlib.sha256(shown.tobytes()).hexdigest() == digest


def test_every_name_is_held() -> None:
    assert [name for name, *_ in golden()] == list(named_patterns())


def test_every_card_has_its_kind() -> None:
    assert set(CARD_OF_CODE[:KINDS]) == {card for card in CARDS.values() if not card.joker}
