"""What terms must state, item by item; what they may not say about their times."""

import msgspec
import pytest
from msgspec.structs import replace

from bythebook.errors import Malformed
from bythebook.promotions import PromotionTerms, check_terms
from bythebook.promotions import commands as c
from bythebook.rulebooks.chapters.promotions import find_promotion_rules
from tests.clauses import clause
from tests.promotions.offers import BACEBALL, BOOKS, CROWN, DETAILS, STAR, Run, prize, terms

# Which clause asks for which item, read from the books by hand.
STATED = {
    STAR: {
        "manner": "22.7.1",
        "value_source": "22.7.1",
        "value_form": "22.7.1",
        "value_at": "22.7.1",
        "awarded_at": "22.7.2",
        "awarded_where": "22.7.2",
        "eligibility": "22.7.3",
        "least_stake": "22.7.4",
        "reservations": "22.7.5",
        "closes_at": "22.7.6",
        "starts_at": "22.7.7",
        "place": "22.7.7",
        "claiming": "22.7.8",
        "presence": "22.7.8",
        "winner_told": "22.7.9",
        "results": "22.7.10",
        "prizes": "22.7.11",
        "disbursement": "22.4",
    },
    BACEBALL: {
        "manner": "15.7.1",
        "value_source": "15.7.1",
        "value_form": "15.7.1",
        "value_at": "15.7.1",
        "awarded_at": "15.7.2",
        "awarded_where": "15.7.2",
        "eligibility": "15.7.3",
        "least_stake": "15.7.4",
        "reservations": "15.7.5",
        "closes_at": "15.7.6",
        "starts_at": "15.7.7",
        "place": "15.7.7",
        "claiming": "15.7.8",
        "presence": "15.7.8",
        "winner_told": "15.7.9",
        "results": "15.7.10",
        "prizes": "15.7.11",
    },
    CROWN: {
        "manner": "19.5.1",
        "value_source": "19.5.1",
        "value_form": "19.5.1",
        "value_at": "19.5.1",
        "awarded_at": "19.5.2",
        "awarded_where": "19.5.2",
        "eligibility": "19.5.3",
        "least_stake": "19.5.4",
        "reservations": "19.5.5",
        "closes_at": "19.5.6",
        "claiming": "19.5.7",
        "presence": "19.5.7",
        "winner_told": "19.5.8",
        "results": "19.5.9",
        "prizes": "19.5.10",
    },
}
OF_A_PRIZE = {
    STAR: {"nature": "22.7.5", "value": "22.7.11", "conditions": "22.7.11"},
    BACEBALL: {"nature": "15.7.5", "value": "15.7.11", "conditions": "15.7.11"},
    CROWN: {"nature": "19.5.5", "value": "19.5.10", "conditions": "19.5.10"},
}
OF_A_KIND = {
    STAR: {"appliance": "22.7.11.1", "vehicle": "22.7.11.2", "travel": "22.7.11.3",
           "real-estate": "22.7.11.4"},
    BACEBALL: {"appliance": "15.7.11.1", "vehicle": "15.7.11.2", "travel": "15.7.11.3",
               "real-estate": "15.7.11.4"},
    CROWN: {"appliance": "19.5.10(a)", "vehicle": "19.5.10(b)", "travel": "19.5.10(c)",
            "real-estate": "19.5.10(d)"},
}  # fmt: skip
IF_ANY = ("least_stake", "reservations")
NOTHING: dict[str, object] = {
    "awarded_at": None,
    "least_stake": None,
    "closes_at": None,
    "starts_at": None,
    "value_form": None,
    "value_at": None,
    "presence": None,
    "prizes": (),
}


def problems(given: PromotionTerms) -> list[tuple[str, str]]:
    found = check_terms(find_promotion_rules(given.book), given)
    return [(problem.clause, problem.item) for problem in found]


@pytest.mark.parametrize("book", BOOKS)
def test_complete_terms_have_no_fault(book: str) -> None:
    kinds = ("appliance", "vehicle", "travel", "real-estate", "liquor", "casino-dollars", "other")
    prizes = (*(prize(kind) for kind in kinds), prize("travel", "casino-dollars"))
    assert problems(terms(book, *prizes)) == []


@clause(
    "star-blackjack-challenge 22.4",
    "star-blackjack-challenge 22.7.1",
    "star-blackjack-challenge 22.7.2",
    "star-blackjack-challenge 22.7.3",
    "star-blackjack-challenge 22.7.4",
    "star-blackjack-challenge 22.7.5",
    "star-blackjack-challenge 22.7.6",
    "star-blackjack-challenge 22.7.7",
    "star-blackjack-challenge 22.7.8",
    "star-blackjack-challenge 22.7.9",
    "star-blackjack-challenge 22.7.10",
    "star-blackjack-challenge 22.7.11",
    "star-baceball 15.7.1",
    "star-baceball 15.7.2",
    "star-baceball 15.7.3",
    "star-baceball 15.7.4",
    "star-baceball 15.7.5",
    "star-baceball 15.7.6",
    "star-baceball 15.7.7",
    "star-baceball 15.7.8",
    "star-baceball 15.7.9",
    "star-baceball 15.7.10",
    "star-baceball 15.7.11",
    "crown-blackjack 19.5.1",
    "crown-blackjack 19.5.2",
    "crown-blackjack 19.5.3",
    "crown-blackjack 19.5.4",
    "crown-blackjack 19.5.5",
    "crown-blackjack 19.5.6",
    "crown-blackjack 19.5.7",
    "crown-blackjack 19.5.8",
    "crown-blackjack 19.5.9",
    "crown-blackjack 19.5.10",
)
@pytest.mark.parametrize(
    ("book", "item"), [(book, item) for book, stated in STATED.items() for item in stated]
)
def test_terms_that_leave_an_item_out_have_that_fault(book: str, item: str) -> None:
    wanted = [(STATED[book][item], item)]
    assert problems(replace(terms(book), **{item: NOTHING.get(item, "")})) == wanted
    if item not in NOTHING:
        assert problems(replace(terms(book), **{item: " \n "})) == wanted


@clause(
    "star-blackjack-challenge 22.7.4",
    "star-blackjack-challenge 22.7.5",
    "star-baceball 15.7.4",
    "star-baceball 15.7.5",
    "crown-blackjack 19.5.4",
    "crown-blackjack 19.5.5",
)
@pytest.mark.parametrize("book", BOOKS)
def test_not_applicable_is_an_answer_only_where_there_need_not_be_any(book: str) -> None:
    assert problems(replace(terms(book), reservations="Not applicable")) == []
    assert problems(replace(terms(book), least_stake=500)) == []
    words = [name for name in STATED[book] if name not in NOTHING and name not in IF_ANY]
    for item in words:
        wanted = [(STATED[book][item], item)]
        assert problems(replace(terms(book), **{item: "not applicable"})) == wanted


@pytest.mark.parametrize("item", ["starts_at", "place"])
def test_crown_asks_for_no_place_and_time_of_the_promotion(item: str) -> None:
    assert problems(replace(terms(CROWN), **{item: NOTHING.get(item, "")})) == []


@pytest.mark.parametrize("book", [BACEBALL, CROWN])
def test_only_the_star_asks_how_prizes_are_handed_over(book: str) -> None:
    assert problems(replace(terms(book), disbursement="")) == []


@clause(
    "star-blackjack-challenge 22.7.5",
    "star-blackjack-challenge 22.7.11",
    "star-baceball 15.7.5",
    "star-baceball 15.7.11",
    "crown-blackjack 19.5.5",
    "crown-blackjack 19.5.10",
)
@pytest.mark.parametrize("book", BOOKS)
def test_every_prize_has_its_nature_its_value_and_its_conditions(book: str) -> None:
    cited = OF_A_PRIZE[book]
    second = "prizes.2"
    for changes, name in (
        ({"nature": ""}, "nature"),
        ({"nature": "not applicable"}, "nature"),
        ({"value_cents": None}, "value"),
        ({"value_cents": 0}, "value"),
        ({"conditions": ""}, "conditions"),
    ):
        given = terms(book, prize(), replace(prize(), **changes))
        assert problems(given) == [(cited[name], f"{second}.{name}")]
    kindless = terms(book, prize(), replace(prize(), parts=()))
    assert problems(kindless) == [(cited["value"], f"{second}.parts")]


@clause(
    "star-blackjack-challenge 22.7.11.1(i)",
    "star-blackjack-challenge 22.7.11.1(ii)",
    "star-blackjack-challenge 22.7.11.1(iii)",
    "star-blackjack-challenge 22.7.11.2(i)",
    "star-blackjack-challenge 22.7.11.2(ii)",
    "star-blackjack-challenge 22.7.11.2(iii)",
    "star-blackjack-challenge 22.7.11.2(iv)",
    "star-blackjack-challenge 22.7.11.3(i)",
    "star-blackjack-challenge 22.7.11.3(ii)",
    "star-blackjack-challenge 22.7.11.3(iii)",
    "star-blackjack-challenge 22.7.11.3(iv)",
    "star-blackjack-challenge 22.7.11.4(i)",
    "star-blackjack-challenge 22.7.11.4(ii)",
    "star-blackjack-challenge 22.7.11.4(iii)",
    "star-blackjack-challenge 22.7.11.4(iv)",
    "star-blackjack-challenge 22.7.11.4(v)",
    "star-blackjack-challenge 22.7.11.4(vi)",
    "star-baceball 15.7.11.1(i)",
    "star-baceball 15.7.11.1(ii)",
    "star-baceball 15.7.11.1(iii)",
    "star-baceball 15.7.11.2(i)",
    "star-baceball 15.7.11.2(ii)",
    "star-baceball 15.7.11.2(iii)",
    "star-baceball 15.7.11.2(iv)",
    "star-baceball 15.7.11.3(i)",
    "star-baceball 15.7.11.3(ii)",
    "star-baceball 15.7.11.3(iii)",
    "star-baceball 15.7.11.3(iv)",
    "star-baceball 15.7.11.4(i)",
    "star-baceball 15.7.11.4(ii)",
    "star-baceball 15.7.11.4(iii)",
    "star-baceball 15.7.11.4(iv)",
    "star-baceball 15.7.11.4(v)",
    "star-baceball 15.7.11.4(vi)",
    "crown-blackjack 19.5.10(a)(i)",
    "crown-blackjack 19.5.10(a)(ii)",
    "crown-blackjack 19.5.10(a)(iii)",
    "crown-blackjack 19.5.10(b)(i)",
    "crown-blackjack 19.5.10(b)(ii)",
    "crown-blackjack 19.5.10(b)(iii)",
    "crown-blackjack 19.5.10(b)(iv)",
    "crown-blackjack 19.5.10(c)(i)",
    "crown-blackjack 19.5.10(c)(ii)",
    "crown-blackjack 19.5.10(c)(iii)",
    "crown-blackjack 19.5.10(c)(iv)",
    "crown-blackjack 19.5.10(d)(i)",
    "crown-blackjack 19.5.10(d)(ii)",
    "crown-blackjack 19.5.10(d)(iii)",
    "crown-blackjack 19.5.10(d)(iv)",
    "crown-blackjack 19.5.10(d)(v)",
    "crown-blackjack 19.5.10(d)(vi)",
)
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("kind", DETAILS)
def test_every_kind_of_prize_has_its_details(book: str, kind: str) -> None:
    """The details stand in the order of the book: (i) is the first of them."""
    for number, name in zip(("i", "ii", "iii", "iv", "v", "vi"), DETAILS[kind], strict=False):
        whole = prize("cash" if book == BACEBALL else "other", kind)
        part = whole.parts[1]
        left = {key: text for key, text in part.details.items() if key != name}
        parts = (whole.parts[0], replace(part, details=left))
        lacking = terms(book, replace(whole, parts=parts))
        wanted = f"{OF_A_KIND[book][kind]}({number})"
        assert problems(lacking) == [(wanted, f"prizes.1.parts.2.{name}")]


def test_a_mixed_prize_needs_the_details_of_each_of_its_kinds() -> None:
    mixed = prize("travel", "appliance")
    bare = replace(mixed, parts=tuple(replace(part, details={}) for part in mixed.parts))
    found = [item for _, item in problems(terms(BACEBALL, bare))]
    assert len([item for item in found if item.startswith("prizes.1.parts.1.")]) == 4
    assert len([item for item in found if item.startswith("prizes.1.parts.2.")]) == 3


@pytest.mark.parametrize("book", [STAR, BACEBALL])
def test_times_agree_with_one_another(book: str) -> None:
    fits = terms(book)
    assert fits.starts_at is not None
    assert fits.closes_at is not None
    closes, drawn = STATED[book]["closes_at"], STATED[book]["awarded_at"]
    assert problems(replace(fits, starts_at=fits.closes_at - 1)) == []
    assert problems(replace(fits, starts_at=fits.closes_at)) == [(closes, "closes_at")]
    assert problems(replace(fits, awarded_at=fits.closes_at))[:-1] == []
    assert problems(replace(fits, awarded_at=fits.closes_at - 1))[:-1] == [(drawn, "awarded_at")]


@pytest.mark.parametrize("book", BOOKS)
def test_the_public_value_is_known_after_entries_close_and_before_prizes_are_drawn(
    book: str,
) -> None:
    fits, wanted = terms(book), [(STATED[book]["manner"], "value_at")]
    assert fits.closes_at is not None
    assert fits.awarded_at is not None
    for at, found in (
        (fits.closes_at, wanted),
        (fits.closes_at + 1, []),
        (fits.awarded_at, []),
        (fits.awarded_at + 1, wanted),
    ):
        assert problems(replace(fits, value_at=at)) == found


@clause("star-baceball 15.7", "crown-blackjack 19.5")
@pytest.mark.parametrize(("book", "complete"), [(BACEBALL, "15.7"), (CROWN, "19.5")])
def test_nothing_is_published_or_lodged_while_something_is_missing(
    book: str, complete: str
) -> None:
    run = Run(book, manner="", results="")
    for command in (c.Publish(("premises",), "the poster"), c.Lodge()):
        faults = run.refused(command, complete)
        assert "2 faults" in faults.reason
    run.give(c.Amend(terms(book, results="")))
    for command in (c.Publish(("premises",), "the poster"), c.Lodge()):
        run.refused(command, STATED[book]["results"])
    run.give(c.Amend(terms(book)))
    run.lodge().publish()
    assert run.now.lodged_at == run.now.published_at == run.at


def test_terms_are_checked_by_their_own_book() -> None:
    with pytest.raises(Malformed):
        check_terms(find_promotion_rules(STAR), terms(CROWN))


def test_the_words_of_the_books_are_fields_of_the_terms() -> None:
    """The vocabulary of `promotion.toml` and the document name the same things."""
    fields = {field.name for field in msgspec.structs.fields(PromotionTerms)}
    for book in BOOKS:
        assert set(find_promotion_rules(book).says.terms) <= fields
