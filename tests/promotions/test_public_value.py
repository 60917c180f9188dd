"""A public value goes into the draw: named before, known to nobody until entries have closed."""

from typing import Any

import pytest
from msgspec.structs import replace

from bythebook.errors import Malformed
from bythebook.promotions import commands as c
from bythebook.promotions import duties
from bythebook.promotions import events as e
from bythebook.promotions.drawing import order_of
from bythebook.promotions.public_value import written
from bythebook.promotions.state import Value
from bythebook.promotions.terms.document import ValueForm
from tests.clauses import clause
from tests.promotions.offers import (
    BACEBALL,
    BOOKS,
    CLOSES,
    CROWN,
    DRAWN,
    HOUR,
    KNOWN,
    REGULATOR,
    STAR,
    VALUE,
    Run,
    prize,
    terms,
)

MANNER = {STAR: "22.7.1", BACEBALL: "15.7.1", CROWN: "19.5.1"}
MANNERS = clause(
    "star-blackjack-challenge 22.7.1", "star-baceball 15.7.1", "crown-blackjack 19.5.1"
)
SCRUTINEER: dict[str, Any] = {"role": "scrutineer", "name": "sue"}


@MANNERS
@pytest.mark.parametrize("book", BOOKS)
def test_it_is_written_down_once_when_it_is_known_and_not_before_entries_close(book: str) -> None:
    run, manner = Run(book).opened(), MANNER[book]
    run.give(c.Enter("ann"))
    run.refused(c.EnterValue(VALUE), manner, at=CLOSES)
    run.give(c.Close())
    run.refused(c.Draw(), manner, at=DRAWN)
    run.at = CLOSES  # nothing has happened since
    run.refused(c.EnterValue(VALUE), manner, at=KNOWN - 1)
    (duty,) = duties(run.rules, run.now)
    assert (duty.act, duty.clause, duty.since, duty.done_at) == ("enter-value", manner, KNOWN, None)
    (entered,) = run.give(c.EnterValue("34, 21 13  8 03"), at=KNOWN)
    assert entered == e.ValueEntered(clause=manner, by="olga", at=KNOWN, value=VALUE)
    run.refused(c.EnterValue(VALUE), manner)
    run.refused(c.EnterValue("1 2 3 4 5"), manner, **SCRUTINEER)
    run.give(c.Draw(), at=DRAWN)
    run.refused(c.CorrectValue("1 2 3 4 5"), manner, why="a slip", **SCRUTINEER)


@MANNERS
@pytest.mark.parametrize("book", BOOKS)
def test_somebody_else_corrects_it_and_says_what_was_wrong(book: str) -> None:
    run, manner = Run(book).opened(), MANNER[book]
    run.give(c.Close(), at=CLOSES)
    run.refused(c.CorrectValue("1 2 3 4 5"), manner, why="a slip", at=KNOWN)
    run.give(c.EnterValue("1 2 3 4 6"), at=KNOWN)
    run.refused(c.CorrectValue("1 2 3 4 5"), manner, why="a slip")
    run.refused(c.CorrectValue("1 2 3 4 5"), manner, **SCRUTINEER)
    run.malformed(c.CorrectValue("6 4 3 2 1"), why="a slip", **SCRUTINEER)
    run.give(c.CorrectValue("1 2 3 4 5"), why="a slip", **SCRUTINEER)
    assert [(one.value, one.by, one.why) for one in run.now.values] == [
        ("1 2 3 4 6", "olga", ""),
        ("1 2 3 4 5", "sue", "a slip"),
    ]
    assert run.now.value == "1 2 3 4 5"


@MANNERS
@pytest.mark.parametrize("book", BOOKS)
def test_the_scrutineer_writes_it_down_too_and_the_operator_puts_it_right(book: str) -> None:
    run = Run(book).opened()
    run.give(c.Close(), at=CLOSES)
    run.give(c.EnterValue("1 2 3 4 6"), at=KNOWN, **SCRUTINEER)
    run.refused(c.CorrectValue("1 2 3 4 5"), MANNER[book], why="a slip", **SCRUTINEER)
    run.give(c.CorrectValue("1 2 3 4 5"), why="a slip")
    assert [one.by for one in run.now.values] == ["sue", "olga"]


def test_whoever_knows_the_seed_cannot_choose_the_winner() -> None:
    """Knowing the seed, one adds entries until a friend's is drawn first. Then the value comes."""
    run = Run(STAR).opened()
    run.give(c.Enter("friend"))
    run.give(c.Enter("others", entries=9))
    planned = won = 0
    for number in range(300):
        seed = f"{number:064x}"
        friend = {1}
        for more in range(1, 30):  # entries in the names of others, as far as it takes
            tried = replace(run.now, entered=10 + more)
            if order_of(tried, seed)[0] in friend:
                break
        planned += order_of(tried, seed)[0] in friend
        known = replace(tried, values=(Value(f"1 2 {number}", "olga", KNOWN),))
        won += order_of(known, seed)[0] in friend
    assert planned > 150  # what the seed alone would have given away
    assert won < 30  # about one in twenty, the share of the entries


@MANNERS
@pytest.mark.parametrize("book", BOOKS)
def test_another_value_is_not_named_once_entries_have_closed_or_the_value_is_known(
    book: str,
) -> None:
    other = terms(book, value_source="another lottery")
    for moment in ("closed by the clock", "closed"):
        run = Run(book).opened()
        if moment == "closed":
            run.give(c.Close(), at=CLOSES)
        run.refused(c.Amend(other), MANNER[book], at=CLOSES + 1)
    run = Run(book).opened()
    later = {"value_at": KNOWN + HOUR, "closes_at": CLOSES + HOUR}
    run.give(c.Amend(terms(book, **later)))


@pytest.mark.parametrize("book", [STAR, BACEBALL])
def test_an_amendment_that_waited_too_long_names_no_other_value(book: str) -> None:
    run = Run(book).opened()
    run.give(c.Amend(terms(book, value_source="another lottery")))
    run.give(c.Close(), at=CLOSES)
    if book == STAR:
        run.refused(c.Lodge(), MANNER[book])
    else:
        run.refused(c.Approve("amendment"), MANNER[book], role=REGULATOR[book], name="rex")
    run.give(c.Amend(run.now.terms))  # taken back


@clause("star-blackjack-challenge 22.7.1")
def test_a_promotion_that_began_without_one_is_drawn_as_its_terms_say() -> None:
    run = Run(STAR, prize(number=2)).opened()
    for person in ("ann", "ben", "cal"):
        run.give(c.Enter(person))
    named = {"value_source": "", "value_form": None, "value_at": None}
    without = replace(run.now.terms, **named)
    run.state = replace(run.now, terms=without, published=None)
    run.confirm()
    run.give(c.Close(), at=CLOSES)
    run.refused(c.EnterValue(VALUE), "22.7.1", at=KNOWN)
    assert [duty.act for duty in duties(run.rules, run.now)] == ["draw"]
    run.give(c.Draw(), at=DRAWN)


@pytest.mark.parametrize(
    ("form", "texts", "value"),
    [
        ("hexadecimal", ("0xDEADBEEFdeadbeef", "deadbeef deadbeef"), "deadbeefdeadbeef"),
        ("numbers", ("3 8 21", "21,8,3", " 08 03 21 "), "3 8 21"),
        ("figure", ("8214.50", "8,214.5", "08214.500"), "8214.5"),
        ("figure", ("8000", "8,000.00"), "8000"),
    ],
)
def test_there_is_one_way_to_write_a_value(
    form: ValueForm, texts: tuple[str, ...], value: str
) -> None:
    assert {written(form, text) for text in texts} == {value}


@pytest.mark.parametrize(
    ("form", "text"),
    [
        ("hexadecimal", "deadbeef"),
        ("hexadecimal", "xyz" * 10),
        ("numbers", "1 2"),
        ("numbers", "1 2 three"),
        ("figure", "about 8000"),
        ("figure", "1.2.3"),
        ("figure", "-1"),
        ("figure", "\u0661\u0662"),
    ],
)
def test_what_is_no_such_value_is_said_to_be_none(form: ValueForm, text: str) -> None:
    with pytest.raises(Malformed):
        written(form, text)
