"""The conditions of a Tasmanian competition, format by format.

What they must state, what they must not say, and what players are told anyway. Written from rules
22 and 23 and the list of 22.1.2: Jokers Wild is an elimination competition with more to say.
"""

import datetime
from typing import Any

import pytest

from bythebook.tournaments.terms.checks import check
from bythebook.tournaments.terms.document import (
    Change,
    Commission,
    Lateness,
    PassCards,
    Prize,
    Purchase,
    SecretWagers,
    TournamentTerms,
)
from bythebook.tournaments.terms.text import terms_sections
from bythebook.tournaments.values import Length, Limits, Vouchers
from tests.clauses import clause
from tests.tournaments.example_terms import (
    CHIPS,
    ELIMINATION,
    JOKERS,
    LIVE,
    all_stages,
    example,
    found,
    put,
    stage,
    without,
)

EVERY = (CHIPS, LIVE, ELIMINATION, JOKERS)
OUT = (ELIMINATION, JOKERS)  # in both, players are eliminated
WHOLE = (CHIPS, LIVE)  # in both, sessions are played to their end
BOUGHT = Purchase(amount_cents=100_00, chips=1000)

# What must be stated, by which clause, where it stands, and in which of the four.
STATED: tuple[tuple[str, str, str, tuple[str, ...]], ...] = (
    ("starts", "22.1:refund", "dates.starts", EVERY),
    ("application-form", "22.1.2(a)", "entry.form", EVERY),
    ("eligibility", "22.1.2(b)", "entry.eligibility", EVERY),
    ("fee", "22.1.2(c)", "money.fee_cents", EVERY),
    ("minimum-entrants", "22.1.2(d)", "entry.least", EVERY),
    ("maximum-entrants", "22.1.2(d)", "entry.most", EVERY),
    ("starting-chips", "22.1.2(e)", "stages.chips", EVERY),
    ("session-lengths", "22.1.2(f)", "stages.length", EVERY),
    ("prizes", "22.1.2(g)", "prizes.places", EVERY),
    ("prize-allocation", "22.1.2(h)", "prizes.allocation", EVERY),
    ("tied-in-kind", "22.1.2(h)", "prizes.tied_in_kind", (JOKERS,)),
    ("limits", "22.1.5", "stages.limits", EVERY),
    ("elimination-hands", "22.2.4:elimination-hands", "stages.elimination_hands", OUT),
    ("secret-wagers", "22.4:intro", "play.secret_wagers", EVERY),
    ("advancing", "22.6.3", "stages.advancing", WHOLE),
    ("advancing", "22.10.2", "stages.advancing", OUT),
    ("buy-in", "22.9.3", "money.buy_in_cents", (LIVE,)),
    ("statement:conditions-on-form", "22.1.5", "", EVERY),
    ("statement:jokers-wild", "23.1", "", (JOKERS,)),
)
MAY_BE_NONE = ("fee", "secret-wagers")  # "any entry fee"; a competition may be without secrets


def missing(terms: TournamentTerms) -> list[tuple[str, str]]:
    return [(cited, item) for kind, cited, item in found(terms) if kind == "missing"]


@clause(
    "tasmania-blackjack 22.1:refund",
    "tasmania-blackjack 22.1.2(a)",
    "tasmania-blackjack 22.1.2(b)",
    "tasmania-blackjack 22.1.2(c)",
    "tasmania-blackjack 22.1.2(d)",
    "tasmania-blackjack 22.1.2(e)",
    "tasmania-blackjack 22.1.2(f)",
    "tasmania-blackjack 22.1.2(g)",
    "tasmania-blackjack 22.1.2(h)",
    "tasmania-blackjack 22.1.5",
    "tasmania-blackjack 22.2.4:elimination-hands",
    "tasmania-blackjack 22.4:intro",
    "tasmania-blackjack 22.6.3",
    "tasmania-blackjack 22.10.2",
    "tasmania-blackjack 22.9.3",
    "tasmania-blackjack 23.1",
)
@pytest.mark.parametrize("name", EVERY)
def test_what_the_conditions_state(name: str) -> None:
    """Left out it is missed, where it belongs; "not applicable" is an answer to two of them."""
    whole = example(name)
    assert check(whole) == ()
    for item, cited, paths, where in STATED:
        if name not in where:
            continue
        terms = without(whole, item, *paths.split())
        assert missing(terms) == [(cited, item)], name
        answered = (*terms.not_applicable, item.removeprefix("statement:"))
        none = missing(put(terms, not_applicable=answered))
        assert none == ([] if item in MAY_BE_NONE else [(cited, item)]), name


# What the conditions do not say: where, what, by which clause, about what.
SAID: tuple[tuple[tuple[str, ...], dict[str, Any], str, str], ...] = (
    (EVERY, {"play__pass_cards": PassCards(each_session=1)}, "22.3.4", "pass-cards"),
    (EVERY, {"entry__reserves": 1}, "22.2.3:no-replacement", "reserves"),
    ((LIVE,), {"money__rebuys": BOUGHT}, "22.9.1", "rebuys"),
    ((LIVE,), {"money__add_ons": BOUGHT}, "22.9.1", "add-ons"),
    ((LIVE,), {"money__buy_backs": BOUGHT}, "22.9.7", "buy-backs"),
    ((CHIPS, *OUT), {"money__rebuys": BOUGHT}, "22.3.2", "rebuys"),
    ((CHIPS, *OUT), {"money__add_ons": BOUGHT}, "22.3.2", "add-ons"),
    (OUT, {"money__buy_backs": BOUGHT}, "22.10.3", "buy-backs"),
    ((CHIPS,), {"money__buy_backs": BOUGHT}, "22.3.2", "buy-backs"),
    ((CHIPS,), {"play__vouchers": Vouchers((50,))}, "23.6", "vouchers"),
    ((LIVE,), {"play__vouchers": Vouchers((500,))}, "23.6", "vouchers"),
    ((ELIMINATION,), {"play__vouchers": Vouchers((50,))}, "23.6", "vouchers"),
    ((*WHOLE, ELIMINATION), {"play__double_your_bet": "twice"}, "23.14", "double-your-bet"),
    ((*WHOLE, ELIMINATION), {"game": "federal-pontoon"}, "22.1", "game"),
    (EVERY, {"ties__places": "ballot"}, "22.6.4", "session-ties"),
    (WHOLE, {"ties__prizes": "play-off"}, "22.6.5", "prize-ties"),
    (OUT, {"ties__prizes": "play-off"}, "22.10.9", "prize-ties"),
    (EVERY, {"play__betting_order": "free"}, "22.5.1", "betting-order"),
    (EVERY, {"play__compulsory_wager": False}, "22.3.4", "compulsory-wager"),
    ((CHIPS, *OUT), {"play__chips_at_end": "player"}, "22.3.8", "chips-at-end"),
    ((LIVE,), {"play__chips_at_end": "operator"}, "22.2(b)", "chips-at-end"),
    (EVERY, {"entry__substitute_until": "start"}, "22.4", "substitutes"),
    ((CHIPS,), {"conduct__late": Lateness(first="place-lost")}, "22.2.2(a)", "late"),
    ((LIVE, *OUT), {"conduct__late": Lateness(first="minimum-deducted")}, "22.2.2(d)", "late"),
    (EVERY, {"changes": (Change(about="odds", says="3 to 1"),)}, "22.1", "changes"),
    (EVERY, {"changes": (Change(about="card-values", says="an ace is 1"),)}, "22.1", "changes"),
    (EVERY, {"changes": (Change(about="drawing", says="to 18"),)}, "22.1", "changes"),
    (EVERY, {"changes": (Change(about="starting-bank", says="more"),)}, "22.3.2", "changes"),
    (EVERY, {"changes": (Change(about="other", says="ties lose"),)}, "22.1", "changes"),
    (EVERY, {"conditions": ("Blackjack pays 2 to 1.",)}, "22.1", "conditions"),
    (WHOLE, {"play__side_wagers": ("perfect-pairs",)}, "22.3", "side-wagers"),
    (WHOLE, {"play__side_wagers": ("supernova",)}, "24.5.1", "side-wagers"),
    (EVERY, {"play__side_wagers": ("pot-of-gold",)}, "22.1", "side-wagers"),
    (EVERY, {"money__commission": Commission(percent_hundredths=1001)}, "22.1.1", "commission"),
    ((CHIPS,), {"prizes__places": (Prize(percent_hundredths=9999),)}, "22.1.1:pool", "prizes"),
    ((CHIPS,), {"entry__least": 211}, "22.1.2(d)", "minimum-entrants"),
    ((CHIPS,), {"boxes": 6}, "22.1.3(e)", "tables"),
)


@clause(
    "tasmania-blackjack 22.1",
    "tasmania-blackjack 22.1.1",
    "tasmania-blackjack 22.1.1:pool",
    "tasmania-blackjack 22.1.2(d)",
    "tasmania-blackjack 22.1.3(e)",
    "tasmania-blackjack 22.2(b)",
    "tasmania-blackjack 22.2.2(a)",
    "tasmania-blackjack 22.2.2(d)",
    "tasmania-blackjack 22.2.3:no-replacement",
    "tasmania-blackjack 22.3",
    "tasmania-blackjack 22.3.2",
    "tasmania-blackjack 22.3.4",
    "tasmania-blackjack 22.3.8",
    "tasmania-blackjack 22.4",
    "tasmania-blackjack 22.5.1",
    "tasmania-blackjack 22.6.4",
    "tasmania-blackjack 22.6.5",
    "tasmania-blackjack 22.9.1",
    "tasmania-blackjack 22.9.7",
    "tasmania-blackjack 22.10.3",
    "tasmania-blackjack 22.10.9",
    "tasmania-blackjack 23.6",
    "tasmania-blackjack 23.14",
    "tasmania-blackjack 24.5.1",
)
@pytest.mark.parametrize("name", EVERY)
def test_what_the_conditions_do_not_say(name: str) -> None:
    whole = example(name)
    assert check(whole) == ()
    for where, values, cited, item in SAID:
        if name in where:
            problems = dict.fromkeys(found(put(whole, **values)))
            assert list(problems) == [("contradicts", cited, item)], (name, values)


@clause(
    "tasmania-blackjack 22.2.2(a)",
    "tasmania-blackjack 22.3.8",
    "tasmania-blackjack 22.4",
    "tasmania-blackjack 22.6.4",
    "tasmania-blackjack 22.6.5",
    "tasmania-blackjack 22.10.9",
    "tasmania-blackjack 23.14",
)
def test_what_they_may_say() -> None:
    """Just what the rules say anyway, and what is left to choose."""
    for name in EVERY:
        whole = example(name)
        for choice in ("ballot", "never"):
            assert check(put(whole, entry__substitute_until=choice)) == ()
        assert check(put(whole, ties__places="play-off", ties__prizes="share")) == ()
        tenth = Commission(percent_hundredths=1000)
        assert found(put(example(CHIPS), money__commission=tenth)) == []
    assert check(put(example(JOKERS), play__double_your_bet="Winnings are paid twice.")) == ()


@clause("tasmania-blackjack 23.2")
@pytest.mark.parametrize("format_", ["chips", "live"])
def test_jokers_wild_is_an_elimination_competition(format_: str) -> None:
    terms = put(example(JOKERS), format=format_)
    assert ("contradicts", "23.2", "format") in found(terms)
    assert check(example(CHIPS if format_ == "chips" else LIVE)) == ()  # which Blackjack may be


# Sessions


def short(name: str, **values: Any) -> TournamentTerms:
    return stage(example(name), 1, **values)


@clause(
    "tasmania-blackjack 22.1.2(g)",
    "tasmania-blackjack 22.1.3(e)",
    "tasmania-blackjack 22.1.5",
    "tasmania-blackjack 22.1:refund",
    "tasmania-blackjack 22.2(c)",
    "tasmania-blackjack 22.2.4",
    "tasmania-blackjack 22.6.3",
    "tasmania-blackjack 22.6.5",
    "tasmania-blackjack 22.9.3",
    "tasmania-blackjack 23.6",
)
@pytest.mark.parametrize(
    ("terms", "cited", "item"),
    [
        (short(CHIPS, length=Length(minutes=45)), "22.2.4", "session-length"),
        (short(LIVE, length=Length(minutes=45)), "22.2.4", "session-length"),
        (short(CHIPS, length=Length(hands=0)), "22.2.4", "sessions"),
        (short(LIVE, elimination_hands=(8,)), "22.2(c)", "elimination-hands"),
        (short(ELIMINATION, elimination_hands=(8, 16, 26)), "22.2(c)", "elimination-hands"),
        (short(ELIMINATION, elimination_hands=(16, 8)), "22.2(c)", "elimination-hands"),
        (short(CHIPS, limits=(Limits(1, 60, 50),)), "22.1.5", "limits"),
        (short(CHIPS, tables=29), "22.1.3(e)", "tables"),
        (short(CHIPS, players=8), "22.1.3(e)", "tables"),
        (stage(example(CHIPS), 3, tables=2), "22.6.5", "tables"),
        (short(LIVE, chips=9999), "22.9.3", "buy-in"),
        (put(example(LIVE), money__guarantee_cents=999_99), "22.1.2(g)", "prizes"),
        (put(example(JOKERS), play__vouchers=Vouchers((501,))), "23.6", "vouchers"),
    ],
)
def test_figures_that_cannot_be(terms: TournamentTerms, cited: str, item: str) -> None:
    problems = dict.fromkeys(found(terms))
    assert list(problems) == [("contradicts", cited, item)]


@clause("tasmania-blackjack 22.2(c)", "tasmania-blackjack 22.2.4")
@pytest.mark.parametrize("name", OUT)
def test_an_elimination_session_is_a_number_of_hands(name: str) -> None:
    terms = put(example(name), options={"shuffler": "shoe"})
    problems = found(all_stages(terms, length=Length(shoes=2)))
    assert ("contradicts", "22.2(c)", "session-length") in problems
    assert not any(cited == "22.2.4" for _, cited, _ in problems)


@clause("tasmania-blackjack 5.5")
def test_shoes_are_not_counted_where_a_shuffling_shoe_deals() -> None:
    terms = put(example(CHIPS), options={"shuffler": "device"})
    assert dict.fromkeys(found(terms)) == {("contradicts", "5.5", "sessions"): None}
    assert check(put(example(CHIPS), options={"shuffler": "shoe"})) == ()
    assert check(put(example(ELIMINATION), options={"shuffler": "device"})) == ()


@clause("tasmania-blackjack 22.6.3", "tasmania-blackjack 22.10.2")
def test_no_more_go_on_than_there_are() -> None:
    terms = put(stage(example(CHIPS), 1, advancing=8), entry__most=14)
    assert found(stage(terms, 2, players=7)) == [("contradicts", "22.6.3", "advancing")]


@clause("tasmania-blackjack 22.1:refund")
def test_the_dates_of_a_competition() -> None:
    """Entries close by the start; fees go back until 21 days before it, not a second later."""
    terms = example(CHIPS)
    starts = terms.dates.starts
    assert starts is not None
    second = datetime.timedelta(seconds=1)
    assert found(put(terms, dates__entries_close=starts)) == []
    late = put(terms, dates__entries_close=starts + second)
    assert found(late) == [("contradicts", "22.1:refund", "entries-close")]
    weeks = starts - datetime.timedelta(days=21)
    assert found(put(terms, dates__withdraw_until=weeks)) == []
    for until in (weeks - second, weeks + second):
        moved = put(terms, dates__withdraw_until=until)
        assert found(moved) == [("contradicts", "22.1:refund", "withdrawal")]


@clause("tasmania-blackjack 22.4:intro")
def test_secret_wagers_may_be_offered_or_not() -> None:
    for name in EVERY:
        offered = without(example(name), "secret-wagers", "play.secret_wagers")
        assert check(put(offered, play__secret_wagers=SecretWagers(each_session=1))) == ()
        assert check(put(offered, play__secret_wagers=SecretWagers(each_session=0))) == ()


@clause(
    "tasmania-blackjack 22.1:refund",
    "tasmania-blackjack 22.1.4",
    "tasmania-blackjack 22.2.3",
    "tasmania-blackjack 22.6.5",
    "tasmania-blackjack 22.8",
    "tasmania-blackjack 22.10.9",
)
@pytest.mark.parametrize("name", EVERY)
def test_what_players_are_told_whatever_the_conditions_say(name: str) -> None:
    """When fees go back and when not, that a seat stays one's own, how a final's ties are paid."""
    level = "22.6.5" if name in WHOLE else "22.10.9"
    (section,) = [s for s in terms_sections(example(name)) if s.title.startswith("By the rules")]
    told = [line.clauses[0] for line in section.lines]
    assert told == ["22.1:refund", "22.1.4", "22.2.3", level, "22.8"]


@clause("tasmania-blackjack 22.1.5", "tasmania-blackjack 23.1")
@pytest.mark.parametrize("name", EVERY)
def test_the_statements_are_printed(name: str) -> None:
    cited = {c for s in terms_sections(example(name)) for line in s.lines for c in line.clauses}
    assert "22.1.5" in cited
    assert ("23.1" in cited) == (name == JOKERS)
