"""Terms as people write them: TOML and JSON, understood or answered with the place at fault."""

import json
import re
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bythebook.errors import Malformed
from bythebook.promotions import PromotionTerms, check_terms, document_of, print_terms
from bythebook.promotions import read_terms as read
from bythebook.promotions.terms.document import Part, Prize
from bythebook.rulebooks.chapters.promotions import find_promotion_rules
from tests.promotions.offers import BOOKS, CROWN, STAR, prize, terms

WRITTEN = """
kind = "promotion"
book = "star-baceball"
title = "Winter draw"
manner = "by a draw among all entries"
value_source = "the randomness of a beacon"
value_form = "hexadecimal"
value_at = 2026-06-30T19:00:00+10:00
awarded_at = 2026-06-30T20:00:00+10:00
awarded_where = "at the main bar"
eligibility = "adults who are members"
least_stake = "25.50"
reservations = "not applicable"
starts_at = 2026-06-01T18:00:00+10:00
closes_at = "2026-06-30T18:00:00+10:00"
place = "the main floor"
claiming = "at the desk"
presence = false
winner_told = "by telephone"
results = "on the website"
paid_by = "cheque"

[[prizes]]
name = "First prize"
nature = "a week in Hobart with a case of wine"
value = "12000.01"
cash_alternative = 9000
conditions = "not applicable"
number = 2

[[prizes.parts]]
kind = "travel"
persons = "2"
inclusions = "flights and a hotel"
restrictions = "not applicable"
spending_money = "none"

[[prizes.parts]]
kind = "liquor"
litres = 20.1
"""


def test_a_document_of_terms() -> None:
    found = read(WRITTEN.encode())
    assert found.starts_at == 1_780_300_800  # 1 June 2026, 08:00 UTC
    assert found.closes_at == 1_780_300_800 + 29 * 86400
    assert found.least_stake == 2550
    (only,) = found.prizes
    assert (only.value_cents, only.cash_alternative_cents, only.number) == (1_200_001, 900_000, 2)
    assert only.parts[0].details["inclusions"] == "flights and a hotel"
    assert only.parts[1].millilitres == 20_100
    problems = check_terms(find_promotion_rules(found.book), found)
    assert [problem.clause for problem in problems] == ["15.5.4"]


def test_json_says_the_same() -> None:
    found = read(WRITTEN.encode())
    assert read(json.dumps(document_of(found)).encode()) == found


@pytest.mark.parametrize("book", BOOKS)
def test_writing_and_reading_is_the_identity(book: str) -> None:
    kinds = ("appliance", "vehicle", "travel", "real-estate", "cash", "liquor", "other")
    whole = terms(book, *(prize(kind) for kind in kinds), least_stake=700, entries_each=3)
    assert read(msgspec.json.encode(document_of(whole))) == whole
    empty = PromotionTerms(book=book, title="Nothing yet")
    assert read(msgspec.json.encode(document_of(empty))) == empty


@pytest.mark.parametrize(
    ("line", "instead", "where"),
    [
        ('kind = "promotion"', 'kind = "tournament"', "kind"),
        ('kind = "promotion"', "", "kind"),
        ("presence = false", 'presence = "perhaps"', "presence"),
        ("presence = false", "present = false", "terms"),
        ("2026-06-30T20:00:00+10:00", "2026-06-30T20:00:00", "awarded_at"),
        ("2026-06-30T20:00:00+10:00", "2026-06-30", "awarded_at"),
        ("2026-06-30T20:00:00+10:00", "12", "awarded_at"),
        ('"2026-06-30T18:00:00+10:00"', '"tomorrow"', "closes_at"),
        ('"25.50"', '"25.505"', "least_stake"),
        ('"25.50"', "25.5", "least_stake"),
        ('"12000.01"', '"a lot"', "prizes.1.value"),
        ('"12000.01"', "true", "prizes.1.value"),
        ("litres = 20.1", 'litres = "much"', "prizes.1.parts.2.litres"),
        ("litres = 20.1", "litres = nan", "prizes.1.parts.2.litres"),
        ("litres = 20.1", "litres = -1", "prizes.1.parts.2.litres"),
        ("litres = 20.1", "litres = true", "prizes.1.parts.2.litres"),
        ('kind = "travel"', 'kind = "space travel"', "prizes.1.parts.1.kind"),
        ("number = 2", "number = 0", "prizes.1.number"),
        ('persons = "2"', "persons = 2", "prizes.1.parts.1.details"),
        ("[[prizes]]", "[prizes]", "prizes"),
    ],
)
def test_what_cannot_be_understood_is_answered_with_its_place(
    line: str, instead: str, where: str
) -> None:
    assert line in WRITTEN
    with pytest.raises(Malformed) as caught:
        read(WRITTEN.replace(line, instead, 1).encode())
    assert caught.value.where == where


@pytest.mark.parametrize(
    "data", [b"", b"{", b"[]", b"\xff\xfe", b"{}", b"a = ", b'{"kind":"promotion"}', b"x" * 2**21,
             b"[" * 100_000, b'{"a":' * 5000, b'{"kind":"promotion","book":"a","title":"b",'
             b'"prizes":3}', b'{"kind":"promotion","book":"a","title":"b","prizes":[3]}']
)  # fmt: skip
def test_rubbish_is_malformed(data: bytes) -> None:
    with pytest.raises(Malformed):
        read(data)


@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_nothing_gives_anything_but_an_answer(data: bytes) -> None:
    with pytest.raises(Malformed):
        read(b'kind = "promotion"\n' + data)


# Printed


@pytest.mark.parametrize("book", BOOKS)
def test_everything_that_was_stated_is_printed(book: str) -> None:
    whole = terms(book, prize("travel", dollars=1234), prize("liquor", number=3), least_stake=2550)
    printed = print_terms(find_promotion_rules(book), whole)
    for said in (
        whole.title, whole.manner, whole.eligibility, whole.claiming, whole.results,
        "2027-01-15 08:00 UTC", "$1,234.00", "$25.50", "0.75 litres", "How many of them: 3",
        "not in January", "Whether winners must be there: no", "crossed cheque",
    ):  # fmt: skip
        assert said in printed, said
    assert re.search(r"clause|None|\{", printed) is None


def test_what_was_not_stated_is_said_to_be_missing() -> None:
    bare = PromotionTerms(
        book=CROWN, title="Bare", prizes=(Prize(), Prize(parts=(Part(kind="other"),)))
    )
    printed = print_terms(find_promotion_rules(CROWN), bare)
    assert printed.count("not stated") == 6


def test_money_in_place_of_a_prize_is_printed() -> None:
    given_terms = terms(STAR, prize("travel", cash_alternative_cents=40_050))
    assert "$400.50" in print_terms(find_promotion_rules(STAR), given_terms)


EXAMPLES = Path(__file__).parents[2] / "examples" / "promotions"


@pytest.mark.parametrize(
    ("name", "cited"),
    [("star-winter-draw", []), ("with-faults", ["15.7.5", "15.7.10", "15.5.4"])],
)
def test_the_examples_are_what_they_say(name: str, cited: list[str]) -> None:
    found = read((EXAMPLES / f"{name}.toml").read_bytes())
    problems = check_terms(find_promotion_rules(found.book), found)
    assert [problem.clause for problem in problems] == cited
