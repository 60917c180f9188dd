"""Terms as players read them."""

import pytest

from bythebook.tournaments.terms.checks import clauses_of, load, needed
from bythebook.tournaments.terms.document import PassCards, Purchase, Ties
from bythebook.tournaments.terms.items import ITEMS, is_stated, place_of
from bythebook.tournaments.terms.text import print_terms, terms_sections
from tests.clauses import clause
from tests.tournaments.example_terms import (
    CANBERRA,
    CHIPS,
    COMPLETE,
    CROWN,
    ELIMINATION,
    JOKERS,
    LIVE,
    POINTS,
    SIT_AND_GO,
    STAR,
    example,
    put,
    stage,
    without,
)


def lines(name: str) -> list[str]:
    return [line.text for section in terms_sections(example(name)) for line in section.lines]


@pytest.mark.parametrize("name", COMPLETE)
def test_every_required_clause_is_cited(name: str) -> None:
    """Whatever a book wants stated is printed, with its clause beside it."""
    terms = example(name)
    required = load(terms).required
    cited = {c for section in terms_sections(terms) for line in section.lines for c in line.clauses}
    stated = {
        entry.clause
        for entry in needed(required, terms)
        # Saying how they are used is part of saying what is used; a statement may not apply.
        if is_stated(terms, entry.item) and entry.item not in ("how-secret", "how-pass")
    }
    assert stated <= cited


@pytest.mark.parametrize("name", COMPLETE)
def test_paper_holds_everything_in_narrow_lines(name: str) -> None:
    terms = example(name)
    printed = print_terms(terms)
    assert printed.startswith(f"{terms.title}\n===")
    assert max(map(len, printed.splitlines())) <= 88
    joined = " ".join(printed.split())
    for section in terms_sections(terms):
        for line in section.lines:
            assert " ".join(line.text.split()) in joined


def test_figures_are_written_for_people() -> None:
    said = lines(CROWN)
    assert "Entry fee: $250.00." in said
    assert "Start: Saturday 21 August 2027, 13:00 (UTC+10:00)." in said
    assert (
        "Entrants: at least 14, at most 210. With fewer it may be cancelled and every fee returned."
        in said
    )
    assert (
        "1. Qualifying: 20 hands; tables of up to 7 players; 2,000 chips each;"
        " wagers of 25 to 500, 50 to 1,000 from hand 11 on; the best of each table goes on."
    ) in said  # fmt: skip
    assert (
        "Re-buy: 2,000 chips for $100.00, once, until stage 1, hand 10, for players"
        " with fewer than 500 chips. Between two rounds."
    ) in said  # fmt: skip
    assert "Buy-in: none." in said
    assert "Place 1: 50 % of the pool." in said


def test_live_chips_are_money() -> None:
    said = lines(LIVE)
    assert "Wagers are made in units of $5.00." in said
    assert any("$100.00 each; wagers of $5.00 to $200.00" in line for line in said)
    assert "Place 1: $600.00." in said
    assert "The prize pool is at least $1,000.00 from 14 entries on." in said
    assert "The operator keeps 5 % of the fees (the pool of the winter series)." in said


def test_each_format_says_what_it_is() -> None:
    assert "Jokers Wild, played with 6 decks of cards and 8 jokers." in lines(JOKERS)
    assert "7 Bonus Mystery Wagers, worth 20 to 500 chips." in lines(JOKERS)
    assert any("after hands 7, 13, 18 the lowest is out" in line for line in lines(JOKERS))
    assert "Points from all sessions are added up; the most points win." in lines(POINTS)
    assert any("points 10, 7, 5, 3, 2, 1 by place; everybody goes on" in x for x in lines(POINTS))
    assert "A first session begins as soon as its table is full." in lines(SIT_AND_GO)
    level = "Players who are level play 3 hands more with the chips they hold"
    assert f"{level}; if still level, they share." in lines(SIT_AND_GO)


def test_what_was_not_said_is_not_printed() -> None:
    terms = without(example(STAR), "", "place", "play.secret_wagers", "conduct.late")
    printed = print_terms(put(terms, play__pass_cards=PassCards(each_session=0)))
    assert "Place:" not in printed
    assert "Secret wagers" not in printed
    assert "Arriving late" not in printed
    assert "Pass cards: none." in printed


def test_a_draft_can_be_printed() -> None:
    draft = put(
        example(CANBERRA), decks=3, stages=(), ties=Ties(prizes="play-off"), entry__least=None
    )
    printed = print_terms(draft)
    assert "Game: blackjack." in printed
    assert "Entrants: at least" not in printed
    assert "Players who are level play on." in printed
    draft = stage(example(CANBERRA), 1, advancing=None, length=None, chips=None, limits=())
    assert "the best ? of each table" in print_terms(draft)


def test_purchases_more_than_once() -> None:
    rebuys = Purchase(amount_cents=50_00, chips=500, most=3, until_stage=2)
    printed = print_terms(put(example(CROWN), money__rebuys=rebuys))
    assert "Re-buy: 500 chips for $50.00, up to 3 times, until stage 2." in printed


def test_what_the_rules_say_stands_at_the_end() -> None:
    last = terms_sections(example(CANBERRA))[-1]
    assert last.title == "By the rules, whatever the terms say"
    assert "19.21" in {clause for line in last.lines for clause in line.clauses}


def test_every_item_has_its_place_in_the_document() -> None:
    assert all(place_of(name) for name in ITEMS)
    terms = example(STAR)
    assert clauses_of(load(terms).required, terms, "limits") == ("21.4.2(d)", "21.6.14")


@clause("star-blackjack-challenge 21.3.3", "canberra-blackjack 19.3(a)(v)")
@pytest.mark.parametrize(
    ("name", "chosen", "says"),
    [
        (STAR, None, "may be cancelled"),
        (STAR, False, "may be cancelled"),
        (STAR, True, "is cancelled"),
        (CANBERRA, None, "is cancelled"),
    ],
)
def test_what_becomes_of_too_few_entries_is_printed_as_it_is_decided(
    name: str, chosen: bool | None, says: str
) -> None:
    terms = put(example(name), entry__cancelled_below_least=chosen)
    said = [line.text for section in terms_sections(terms) for line in section.lines]
    (told,) = [line for line in said if line.startswith("Entrants:")]
    assert f"With fewer it {says}" in told


@clause(
    "canberra-blackjack 19.21",
    "canberra-blackjack 19.19",
    "canberra-blackjack 19.9",
    "canberra-blackjack 19.15",
    "crown-blackjack 18.3.1",
    "star-blackjack-challenge 21.3.2",
    "star-blackjack-challenge 21.3.4",
    "star-blackjack-challenge 21.5.7",
    "star-blackjack-challenge 21.11.1",
    "star-blackjack-challenge 21.11.2",
    "tasmania-blackjack 22.1:refund",
    "tasmania-blackjack 22.1.4",
    "tasmania-blackjack 22.2.3",
    "tasmania-blackjack 22.6.5",
    "tasmania-blackjack 22.10.9",
    "tasmania-blackjack 22.8",
)
@pytest.mark.parametrize(
    ("name", "clause_id", "said"),
    [
        (CANBERRA, "19.21", "not returned"),
        (CANBERRA, "19.19", "whole prize pool"),
        (CANBERRA, "19.9", "lost the place"),
        (CANBERRA, "19.15", "advice"),
        (CROWN, "18.3.1", "explains"),
        (STAR, "21.3.2", "into the prize pool"),
        (STAR, "21.3.4", "may cancel"),
        (STAR, "21.5.7", "without a refund"),
        (STAR, "21.11.1", "advice"),
        (STAR, "21.11.2", "decides disputes"),
        (CHIPS, "22.1:refund", "21 full days"),
        (CHIPS, "22.1.4", "no refund"),
        (CHIPS, "22.2.3", "give the seat"),
        (CHIPS, "22.6.5", "share"),
        (ELIMINATION, "22.10.9", "share"),
        (CHIPS, "22.8", "deliberately"),
    ],
)
def test_players_are_told_what_the_rules_say_anyway(name: str, clause_id: str, said: str) -> None:
    (section,) = [s for s in terms_sections(example(name)) if s.title.startswith("By the rules")]
    told = [line.text for line in section.lines if clause_id in line.clauses]
    assert [said in text for text in told] == [True]
