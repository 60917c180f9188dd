"""What terms must not say: each fault alone is found, with its clause, and its edges are not."""

import datetime
from typing import Any

import pytest
from msgspec.structs import replace

from bythebook.errors import Malformed
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
from bythebook.tournaments.values import Length, Limits, Vouchers
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
    STAR,
    example,
    found,
    put,
    stage,
    without,
)

BOUGHT = Purchase(amount_cents=100_00, chips=1000)


def is_against(terms: TournamentTerms, clause_id: str, item: str) -> None:
    """The one thing that stands in the way."""
    assert found(terms) == [("contradicts", clause_id, item)]


def changed(name: str, **values: Any) -> TournamentTerms:
    return put(example(name), **values)


# The rules prevail


@clause(
    "star-blackjack-challenge 21.4.2(k)", "canberra-blackjack 19.3(b)",
    "crown-blackjack 18.4.8(c)", "tasmania-blackjack 22.1",
)  # fmt: skip
@pytest.mark.parametrize("about", ["odds", "card-values", "drawing", "other"])
@pytest.mark.parametrize(
    ("name", "clause_id"),
    [(STAR, "21.4.2(k)"), (CANBERRA, "19.3(b)"), (CROWN, "18.4.8(c)"), (CHIPS, "22.1")],
)
def test_terms_change_no_rule(name: str, clause_id: str, about: Any) -> None:
    changes = (Change(about=about, says="the dealer wins ties"),)
    is_against(changed(name, changes=changes), clause_id, "changes")


@clause(
    "star-blackjack-challenge 21.6.1:allotment",
    "crown-blackjack 18.4.3(b)",
    "tasmania-blackjack 22.3.2",
    "canberra-blackjack 19.3(a)(iv)",
)
@pytest.mark.parametrize(
    ("name", "clause_id"),
    [
        (STAR, "21.6.1:allotment"),
        (CANBERRA, "19.3(a)(iv)"),
        (CROWN, "18.4.3(b)"),
        (CHIPS, "22.3.2"),
    ],
)
def test_nobody_begins_with_more_than_others(name: str, clause_id: str) -> None:
    more = (Change(about="starting-bank", says="500 more for members"),)
    is_against(changed(name, changes=more), clause_id, "changes")


@clause("crown-blackjack 18.4.8(c)")
@pytest.mark.parametrize(
    ("said", "fits"),
    [
        ("Blackjack pays 2 to 1.", False),  # the draft of the worked round
        ("A blackjack pays at odds of 6:5.", False),
        ("Blackjack pays 3 to 2.", True),
        ("Doors open from 3 to 2.", True),
    ],
)
def test_odds_for_a_blackjack_are_those_of_the_game(said: str, fits: bool) -> None:
    problems = found(changed(CROWN, conditions=(said,)))
    assert problems == ([] if fits else [("contradicts", "18.4.8(c)", "conditions")])


@clause("crown-blackjack 18.4.4(a)")
def test_tournament_chips_are_no_cash_chips_at_crown() -> None:
    is_against(changed(CROWN, play__chip_kind="cash"), "18.4.4(a)", "chip-kind")


@clause("tasmania-blackjack 22.6.5", "tasmania-blackjack 22.10.9")
@pytest.mark.parametrize(
    ("name", "clause_id"),
    [(CHIPS, "22.6.5"), (LIVE, "22.6.5"), (ELIMINATION, "22.6.5"), (CROWN, "18.4.3(a)(iii)")],
)
def test_the_final_is_played_on_one_table(name: str, clause_id: str) -> None:
    """Two winners who never met are no winner."""
    terms = example(name)
    *before, final = terms.stages
    for tables in (None, 1):
        assert found(replace(terms, stages=(*before, replace(final, tables=tables)))) == []
    is_against(replace(terms, stages=(*before, replace(final, tables=2))), clause_id, "tables")


# Money


@clause("tasmania-blackjack 22.1.1")
@pytest.mark.parametrize(("hundredths", "fits"), [(999, True), (1000, True), (1001, False)])
def test_tasmania_keeps_a_tenth_at_most(hundredths: int, fits: bool) -> None:
    terms = changed(CHIPS, money__commission=Commission(percent_hundredths=hundredths))
    assert found(terms) == ([] if fits else [("contradicts", "22.1.1", "commission")])


@clause("star-blackjack-challenge 21.3.2")
@pytest.mark.parametrize(("hundredths", "fits"), [(0, True), (1, False)])
def test_star_keeps_nothing(hundredths: int, fits: bool) -> None:
    terms = changed(STAR, money__commission=Commission(percent_hundredths=hundredths))
    assert found(terms) == ([] if fits else [("contradicts", "21.3.2", "commission")])


@clause("canberra-blackjack 19.20")
@pytest.mark.parametrize(
    ("hundredths", "approval", "fits"),
    [(1, "", False), (1, " ", False), (0, "", True), (3000, "GRC 1", True)],
)
def test_canberra_keeps_what_was_approved(hundredths: int, approval: str, fits: bool) -> None:
    commission = Commission(percent_hundredths=hundredths, approval=approval)
    terms = changed(CANBERRA, money__commission=commission)
    assert found(terms) == ([] if fits else [("contradicts", "19.20", "commission")])


@clause(
    "canberra-blackjack 19.19", "star-blackjack-challenge 21.3.2", "crown-blackjack 18.4.7(b)",
    "tasmania-blackjack 22.1.1:pool",
)  # fmt: skip
@pytest.mark.parametrize("last", [1999, 2000, 2001])
@pytest.mark.parametrize(
    ("name", "clause_id"),
    [(CANBERRA, "19.19"), (STAR, "21.3.2"), (CROWN, "18.4.7(b)"), (CHIPS, "22.1.1:pool")],
)
def test_the_whole_pool_is_paid(name: str, clause_id: str, last: int) -> None:
    shares = tuple(Prize(percent_hundredths=share) for share in (5000, 3000, last))
    terms = changed(name, prizes__places=shares)
    assert found(terms) == ([] if last == 2000 else [("contradicts", clause_id, "prizes")])


@clause("canberra-blackjack 19.19")
@pytest.mark.parametrize(
    "places",
    [
        (Prize(percent_hundredths=10000), Prize()),
        (Prize(percent_hundredths=10000), Prize(cents=100)),
        (Prize(in_kind="a cup"),),
    ],
)
def test_prizes_that_cannot_be_worked_out(places: tuple[Prize, ...]) -> None:
    terms = changed(CANBERRA, prizes__places=places, prizes__tied_in_kind="by ballot")
    assert found(terms) == [("contradicts", "19.19", "prizes")]


@clause("tasmania-blackjack 22.1.2(g)")
@pytest.mark.parametrize(("guarantee", "fits"), [(1000_00, True), (999_99, False)])
def test_promised_sums_are_covered(guarantee: int, fits: bool) -> None:
    # Fees of the least number, 14 x 50.00 less 5 %, are 665.00: the guarantee has to cover 1,000.
    terms = changed(LIVE, money__guarantee_cents=guarantee)
    assert found(terms) == ([] if fits else [("contradicts", "22.1.2(g)", "prizes")])


@pytest.mark.parametrize(("entries", "fits"), [(14, True), (15, False)])
def test_a_guarantee_counts_from_its_number_of_entries(entries: int, fits: bool) -> None:
    assert (check(changed(LIVE, money__guarantee_entries=entries)) == ()) == fits


@clause(
    "star-blackjack-challenge 21.6.4",
    "canberra-blackjack 19.13",
    "tasmania-blackjack 22.9.1",
    "tasmania-blackjack 22.3.2",
)
@pytest.mark.parametrize(("field", "item"), [("rebuys", "rebuys"), ("add_ons", "add-ons")])
@pytest.mark.parametrize(
    ("name", "clause_id"),
    [(STAR, "21.6.4"), (CANBERRA, "19.13"), (LIVE, "22.9.1"), (CHIPS, "22.3.2")],
)
def test_chips_are_won_not_bought(name: str, clause_id: str, field: str, item: str) -> None:
    is_against(changed(name, **{f"money__{field}": BOUGHT}), clause_id, item)


@clause("tasmania-blackjack 22.9.7", "tasmania-blackjack 22.10.3", "tasmania-blackjack 22.3.2")
@pytest.mark.parametrize(
    ("name", "clause_id"), [(LIVE, "22.9.7"), (ELIMINATION, "22.10.3"), (CHIPS, "22.3.2")]
)
def test_tasmania_lets_nobody_buy_back_in(name: str, clause_id: str) -> None:
    is_against(changed(name, money__buy_backs=BOUGHT), clause_id, "buy-backs")


@clause(
    "star-blackjack-challenge 21.4.2(g)", "canberra-blackjack 19.3(a)(ii)(F)",
    "crown-blackjack 18.4.3(a)(iv)",
)  # fmt: skip
@pytest.mark.parametrize("name", [STAR, CANBERRA, CROWN])
def test_the_others_may_let_eliminated_players_back(name: str) -> None:
    whole = example(name)
    back = replace(BOUGHT, chips=whole.stages[1].chips)
    assert check(put(without(whole, "buy-backs"), money__buy_backs=back)) == ()


@clause("star-blackjack-challenge 21.6.1:allotment")
@pytest.mark.parametrize(("chips", "fits"), [(4999, False), (5000, True), (5001, False)])
def test_whoever_buys_back_in_begins_with_what_everybody_has(chips: int, fits: bool) -> None:
    back = replace(BOUGHT, chips=chips)
    terms = put(without(example(STAR), "buy-backs"), money__buy_backs=back)
    assert found(terms) == ([] if fits else [("contradicts", "21.6.1:allotment", "buy-backs")])


@clause("tasmania-blackjack 22.9.3")
@pytest.mark.parametrize(("cents", "fits"), [(9999, False), (10000, True), (10001, False)])
def test_a_live_bank_is_what_was_bought_in_for(cents: int, fits: bool) -> None:
    terms = stage(example(LIVE), 1, chips=cents)
    assert found(terms) == ([] if fits else [("contradicts", "22.9.3", "buy-in")])


# Entry


@clause("canberra-blackjack 19.21")
def test_canberra_has_no_period_of_free_withdrawal() -> None:
    terms = example(CANBERRA)
    assert terms.dates.starts is not None
    terms = put(terms, dates__withdraw_until=terms.dates.starts - datetime.timedelta(days=30))
    is_against(terms, "19.21", "withdrawal")


@clause("tasmania-blackjack 22.1:refund")
@pytest.mark.parametrize(("seconds", "fits"), [(-1, False), (0, True), (1, False)])
def test_tasmania_lets_players_withdraw_until_three_weeks_before(seconds: int, fits: bool) -> None:
    terms = example(CHIPS)
    assert terms.dates.starts is not None
    until = terms.dates.starts - datetime.timedelta(days=21, seconds=seconds)
    terms = put(terms, dates__withdraw_until=until)
    assert found(terms) == ([] if fits else [("contradicts", "22.1:refund", "withdrawal")])


@clause("crown-blackjack 18.4.1(a)(iii)")
@pytest.mark.parametrize(("least", "fits"), [(209, True), (210, True), (211, False)])
def test_the_least_is_not_above_the_most(least: int, fits: bool) -> None:
    terms = changed(CROWN, entry__least=least)
    expected = [("contradicts", "18.4.1(a)(iii)", "minimum-entrants")]
    assert found(terms) == ([] if fits else expected)


@clause("crown-blackjack 18.4.1(a)(i)")
@pytest.mark.parametrize(("seconds", "fits"), [(0, True), (1, False)])
def test_entries_close_by_the_start(seconds: int, fits: bool) -> None:
    terms = example(CROWN)
    assert terms.dates.starts is not None
    closes = terms.dates.starts + datetime.timedelta(seconds=seconds)
    terms = put(terms, dates__entries_close=closes)
    assert found(terms) == ([] if fits else [("contradicts", "18.4.1(a)(i)", "entries-close")])


@clause("crown-blackjack 18.4.1(a)(i)")
def test_a_stage_does_not_start_before_the_one_before_it() -> None:
    terms = example(CROWN)
    assert terms.stages[1].starts is not None
    early = terms.stages[1].starts - datetime.timedelta(hours=1)
    is_against(stage(terms, 3, starts=early), "18.4.1(a)(i)", "starts")


@clause("tasmania-blackjack 22.4", "tasmania-blackjack 22.2.3:no-replacement")
def test_tasmanian_substitutes_come_before_the_ballot_and_reserves_never() -> None:
    assert check(changed(CHIPS, entry__substitute_until="never")) == ()
    is_against(changed(CHIPS, entry__substitute_until="start"), "22.4", "substitutes")
    is_against(changed(CHIPS, entry__reserves=1), "22.2.3:no-replacement", "reserves")


@clause("canberra-blackjack 19.11")
def test_canberra_substitutes_are_at_the_directors_discretion() -> None:
    is_against(changed(CANBERRA, entry__substitute_approved=False), "19.11", "substitutes")
    terms = changed(CANBERRA, entry__substitute_approved=False, entry__substitute_until="never")
    assert check(terms) == ()


@clause("star-blackjack-challenge 6.7.1")
def test_no_tournament_at_low_limit_tables() -> None:
    is_against(changed(STAR, low_limit=True), "6.7.1", "low-limit")
    assert check(changed(CROWN, low_limit=True)) == ()  # only one book has such tables


# Formats


@clause(
    "star-blackjack-challenge 21.1.1:tournament-chips", "canberra-blackjack A:tournament-chips",
    "crown-blackjack 18.4.4(a)",
)  # fmt: skip
@pytest.mark.parametrize(
    ("name", "clause_id"),
    [
        (STAR, "21.1.1:tournament-chips"),
        (CANBERRA, "A:tournament-chips"),
        (CROWN, "18.4.4(a)"),
    ],
)
def test_tournament_chips_are_not_money(name: str, clause_id: str) -> None:
    is_against(changed(name, format="live"), clause_id, "format")
    is_against(changed(name, play__chips_at_end="player"), _fate(clause_id), "chips-at-end")


def _fate(clause_id: str) -> str:
    return "21.6.8" if clause_id.startswith("21.") else clause_id


@clause(
    "star-blackjack-challenge 21.6.8", "tasmania-blackjack 22.3.8", "tasmania-blackjack 22.2(b)"
)
@pytest.mark.parametrize(
    ("name", "fate", "clause_id"),
    [
        (STAR, "player", "21.6.8"),
        (CHIPS, "player", "22.3.8"),
        (ELIMINATION, "cashed", "22.3.8"),
        (LIVE, "operator", "22.2(b)"),
    ],
)
def test_whose_the_chips_are_at_the_end(name: str, fate: str, clause_id: str) -> None:
    is_against(changed(name, play__chips_at_end=fate), clause_id, "chips-at-end")


@clause("tasmania-blackjack 22.3", "tasmania-blackjack 24.5.1")
def test_no_perfect_pairs_and_no_supernova_in_competition() -> None:
    is_against(changed(CHIPS, play__side_wagers=("perfect-pairs",)), "22.3", "side-wagers")
    is_against(changed(CHIPS, play__side_wagers=("supernova",)), "24.5.1", "side-wagers")


@clause("star-blackjack-challenge 21.6.1")
def test_star_offers_pairs_in_chips_but_no_jackpot() -> None:
    assert check(changed(STAR, play__side_wagers=("perfect-pairs", "any-pairs"))) == ()
    is_against(changed(STAR, play__side_wagers=("blazing-7s",)), "21.6.1", "side-wagers")


@clause("crown-blackjack 18.1")
def test_side_wagers_are_ones_that_the_game_has() -> None:
    assert check(changed(CROWN, play__side_wagers=("crown-pairs",))) == ()
    is_against(changed(CROWN, play__side_wagers=("pot-of-gold",)), "18.1", "side-wagers")


@clause("tasmania-blackjack 22.1")
def test_competitions_are_of_blackjack() -> None:
    is_against(changed(CHIPS, game="federal-pontoon"), "22.1", "game")


@clause("tasmania-blackjack 23.2")
@pytest.mark.parametrize("format_", ["chips", "live"])
def test_jokers_wild_is_played_by_elimination(format_: str) -> None:
    problems = check(changed(JOKERS, format=format_))
    assert ("23.2", "format") in {(problem.clause, problem.item) for problem in problems}


@clause("tasmania-blackjack 23.6")
@pytest.mark.parametrize(
    ("value", "fits"), [(19, False), (20, True), (21, True), (499, True), (500, True), (501, False)]
)
def test_vouchers_are_within_the_limits(value: int, fits: bool) -> None:
    terms = changed(JOKERS, play__vouchers=Vouchers((100, value)))
    problems = {(problem.clause, problem.item) for problem in check(terms)}
    assert problems == (set() if fits else {("23.6", "vouchers")})


@clause(
    "tasmania-blackjack 23.6",
    "tasmania-blackjack 23.14",
    "star-blackjack-challenge 21.6.7",
    "canberra-blackjack 4.2",
    "crown-blackjack 18.4.4(a)",
)
def test_vouchers_belong_to_jokers_wild() -> None:
    vouchers = Vouchers((20, 100))
    is_against(changed(ELIMINATION, play__vouchers=Vouchers((40, 100))), "23.6", "vouchers")
    is_against(changed(ELIMINATION, play__double_your_bet="twice"), "23.14", "double-your-bet")
    assert check(changed(JOKERS, play__double_your_bet="Winnings are paid twice.")) == ()
    for name, clause_id in ((STAR, "21.6.7"), (CANBERRA, "4.2"), (CROWN, "18.4.4(a)")):
        is_against(changed(name, play__vouchers=vouchers), clause_id, "vouchers")
        is_against(changed(name, play__double_your_bet="twice"), clause_id, "double-your-bet")
    is_against(changed(JOKERS, play__vouchers=Vouchers(())), "23.6", "vouchers")


# Sessions


@clause(
    "canberra-blackjack A:session",
    "tasmania-blackjack 22.2.4",
    "tasmania-blackjack 5.5",
    "crown-blackjack 18.4.3(a)(i)",
    "star-blackjack-challenge 21.4.2(e)",
)
@pytest.mark.parametrize(
    ("name", "clause_id"),
    [(CANBERRA, "A:session"), (CHIPS, "5.5"), (CROWN, "18.4.3(a)(i)"), (STAR, "21.4.2(e)")],
)
def test_no_shoes_where_a_device_deals(name: str, clause_id: str) -> None:
    terms = example(name)
    for number in range(1, len(terms.stages) + 1):
        terms = stage(terms, number, length=Length(hands=20))
    by_shoes = stage(terms, 1, length=Length(shoes=1))
    assert check(put(by_shoes, options={"shuffler": "shoe"})) == ()
    is_against(put(by_shoes, options={"shuffler": "device"}), clause_id, "sessions")
    assert check(put(terms, options={"shuffler": "device"})) == ()


@clause("tasmania-blackjack 22.2.4", "tasmania-blackjack 22.2(c)")
def test_a_tasmanian_session_is_hands_or_shoes() -> None:
    assert check(stage(example(CHIPS), 1, length=Length(hands=20))) == ()
    is_against(stage(example(CHIPS), 1, length=Length(minutes=45)), "22.2.4", "session-length")
    terms = put(example(ELIMINATION), options={"shuffler": "shoe"})
    problems = found(stage(terms, 1, length=Length(shoes=2)))
    assert ("contradicts", "22.2(c)", "session-length") in problems


@clause("crown-blackjack 18.4.3(a)(i)")
@pytest.mark.parametrize(
    "length", [Length(), Length(hands=0), Length(hands=10, shoes=1), Length(minutes=-1)]
)
def test_a_session_has_one_length(length: Length) -> None:
    is_against(stage(example(CROWN), 2, length=length, limits=(Limits(1, 25, 500),)),
               "18.4.3(a)(i)", "sessions")  # fmt: skip


@clause("tasmania-blackjack 22.2(c)")
@pytest.mark.parametrize(("last", "fits"), [(24, True), (25, True), (26, False)])
def test_elimination_hands_are_within_the_session(last: int, fits: bool) -> None:
    terms = stage(example(ELIMINATION), 1, elimination_hands=(8, 16, last))
    assert found(terms) == ([] if fits else [("contradicts", "22.2(c)", "elimination-hands")])


@clause("tasmania-blackjack 22.2(c)")
def test_elimination_hands_are_for_elimination() -> None:
    is_against(stage(example(CHIPS), 1, length=Length(hands=20), elimination_hands=(10,)),
               "22.2(c)", "elimination-hands")  # fmt: skip
    is_against(stage(example(ELIMINATION), 1, elimination_hands=(16, 8)),
               "22.2(c)", "elimination-hands")  # fmt: skip


@clause("star-blackjack-challenge 21.10.2")
def test_star_counts_at_the_end_alone() -> None:
    is_against(stage(example(STAR), 1, elimination_hands=(10,)), "21.10.2", "elimination-hands")


@clause("tasmania-blackjack 22.10.2")
@pytest.mark.parametrize(("each", "fits"), [(2, True), (3, False)])
def test_enough_players_are_left_to_go_on(each: int, fits: bool) -> None:
    # Seven at a table, two elimination hands, two to go on: 7 - 2 x 2 = 3, 7 - 2 x 3 = 1.
    terms = put(example(ELIMINATION), entry__most=70)
    terms = stage(terms, 1, elimination_hands=(8, 16), eliminated_each=each, advancing=2)
    problems = check(terms)
    assert (problems == ()) == fits
    assert all("22.10.2" in (problem.clause, *problem.also) for problem in problems)


@clause(
    "star-blackjack-challenge 21.4.2(d)",
    "canberra-blackjack 19.3(a)(vii)",
    "crown-blackjack 18.4.4(b)",
    "tasmania-blackjack 22.1.5",
)
@pytest.mark.parametrize(
    ("name", "clause_id"),
    [(STAR, "21.4.2(d)"), (CANBERRA, "19.3(a)(vii)"), (CROWN, "18.4.4(b)"), (CHIPS, "22.1.5")],
)
@pytest.mark.parametrize(("most", "fits"), [(49, False), (50, True), (51, True)])
def test_the_least_wager_is_not_above_the_most(
    name: str, clause_id: str, most: int, fits: bool
) -> None:
    terms = stage(example(name), 1, limits=(Limits(1, 50, most),))
    assert found(terms) == ([] if fits else [("contradicts", clause_id, "limits")])


@clause("crown-blackjack 18.4.4(b)")
@pytest.mark.parametrize(
    ("limits", "fits"),
    [
        ((Limits(1, 25, 500), Limits(20, 50, 500)), True),
        ((Limits(1, 25, 500), Limits(21, 50, 500)), False),  # the session has twenty hands
        ((Limits(2, 25, 500),), False),
        ((Limits(1, 25, 500), Limits(1, 50, 500)), False),
        ((Limits(1, 0, 500),), False),
        ((Limits(1, 30, 500),), False),  # no multiple of 25
    ],
)
def test_limits_go_by_hand(limits: tuple[Limits, ...], fits: bool) -> None:
    terms = stage(example(CROWN), 1, limits=limits)
    assert found(terms) == ([] if fits else [("contradicts", "18.4.4(b)", "limits")])


@clause("crown-blackjack 18.4.4(b)")
@pytest.mark.parametrize(("chips", "fits"), [(24, False), (25, True)])
def test_the_bank_makes_a_wager(chips: int, fits: bool) -> None:
    terms = stage(example(CROWN), 1, chips=chips)
    assert found(terms) == ([] if fits else [("contradicts", "18.4.4(b)", "starting-chips")])


@clause("star-blackjack-challenge 21.6.13:units")
@pytest.mark.parametrize(("unit", "fits"), [(49, False), (50, True), (51, False)])
def test_stars_unit_is_the_minimum(unit: int, fits: bool) -> None:
    problems = {(p.clause, p.item) for p in check(changed(STAR, play__unit=unit))}
    assert problems == (set() if fits else {("21.6.13:units", "unit")})


# From stage to stage


@clause("tasmania-blackjack 22.6.5", "tasmania-blackjack 22.10.9")
@pytest.mark.parametrize(("most", "fits"), [(342, True), (343, True), (344, False)])
@pytest.mark.parametrize("name", [CHIPS, ELIMINATION])
def test_the_final_is_one_table(name: str, most: int, fits: bool) -> None:
    # Tables of seven, one goes on: 343 -> 49 -> 7, and 344 -> 50 -> 8.
    problems = check(changed(name, entry__most=most))
    assert (problems == ()) == fits
    for problem in problems:
        assert (problem.clause, problem.also) == ("22.6.5", ("22.10.9",))


@clause("crown-blackjack 18.4.3(a)(ii)")
@pytest.mark.parametrize(("tables", "fits"), [(29, False), (30, True)])
def test_there_are_tables_for_everybody(tables: int, fits: bool) -> None:
    terms = stage(example(CROWN), 1, tables=tables)  # 210 players, seven at a table
    assert found(terms) == ([] if fits else [("contradicts", "18.4.3(a)(ii)", "tables")])


def test_a_final_is_the_last_stage_unless_points_decide() -> None:
    terms = example(CROWN)
    is_against(put(terms, stages=terms.stages[:2]), "18.4.3(a)(iii)", "progression")
    reversed_ = (terms.stages[2], *terms.stages[:2])
    assert ("contradicts", "18.4.3(a)(iii)", "progression") in found(put(terms, stages=reversed_))
    terms = changed(POINTS, structure__decided_by="final")
    assert ("contradicts", "19.3(a)(ii)(C)", "progression") in found(terms)


@clause("crown-blackjack 18.4.3(a)(iii)")
@pytest.mark.parametrize(("advancing", "fits"), [(7, True), (8, False)])
def test_no_more_go_on_than_sit_at_a_table(advancing: int, fits: bool) -> None:
    terms = put(stage(example(CROWN), 1, advancing=advancing), entry__most=14)
    terms = stage(terms, 2, players=7, advancing=1)
    assert found(terms) == ([] if fits else [("contradicts", "18.4.3(a)(iii)", "advancing")])


@clause("star-blackjack-challenge 2.2.1", "tasmania-blackjack 1.2(a)", "crown-blackjack 2.1")
@pytest.mark.parametrize(
    ("name", "boxes", "clause_id"),
    [(STAR, 8, "2.2.1"), (STAR, 4, "2.2.1"), (CHIPS, 8, "1.2(a)"), (CROWN, 10, "2.1")],
)
def test_a_table_has_the_boxes_of_its_book(name: str, boxes: int, clause_id: str) -> None:
    problems = {(p.clause, p.item) for p in check(changed(name, boxes=boxes))}
    assert (clause_id, "boxes") in problems


@clause("crown-blackjack 18.4.3(a)(ii)")
def test_no_more_players_than_boxes() -> None:
    problems = {(p.clause, p.item) for p in check(changed(CROWN, boxes=6))}
    assert problems == {("18.4.3(a)(ii)", "tables")}
    assert check(put(stage(example(CROWN), 1, players=8), boxes=8)) == ()


def canberra(number: int = 1, most: int = 210, **values: Any) -> TournamentTerms:
    return stage(changed(CANBERRA, entry__most=most), number, **values)


def closing(seconds: int) -> TournamentTerms:
    terms = example(CANBERRA)
    assert terms.dates.starts is not None
    closes = terms.dates.starts + datetime.timedelta(seconds=seconds)
    return put(terms, dates__entries_close=closes)


def promised(cents: int) -> TournamentTerms:
    return changed(CANBERRA, prizes__places=(Prize(cents=cents),))


HANDS = Length(hands=20)


@clause(
    "canberra-blackjack 19.1",
    "canberra-blackjack 19.3(a)(i)",
    "canberra-blackjack 19.3(a)(ii)(A)",
    "canberra-blackjack 19.3(a)(ii)(B)",
    "canberra-blackjack 19.3(a)(ii)(C)",
    "canberra-blackjack 19.3(a)(v)",
    "canberra-blackjack 19.3(a)(viii)(A)",
    "canberra-blackjack 19.20",
)
@pytest.mark.parametrize(
    ("last_that_can_be", "first_that_cannot", "clause_id", "item"),
    [
        (closing(0), closing(1), "19.3(a)(i)", "entries-close"),
        (
            canberra(length=HANDS), canberra(length=Length(hands=20, shoes=1)),
            "19.3(a)(ii)(A)", "sessions",
        ),
        # 210 players at tables of seven.
        (canberra(tables=30), canberra(tables=29), "19.3(a)(ii)(B)", "tables"),
        (canberra(4, tables=1), canberra(4, tables=2), "19.3(a)(ii)(C)", "tables"),
        (
            canberra(most=14, advancing=7), canberra(most=14, advancing=8),
            "19.3(a)(ii)(C)", "advancing",
        ),
        (
            changed(CANBERRA, entry__least=210), changed(CANBERRA, entry__least=211),
            "19.3(a)(v)", "minimum-entrants",
        ),
        (
            canberra(length=HANDS, elimination_hands=(10, 20)),
            canberra(length=HANDS, elimination_hands=(10, 21)),
            "19.3(a)(viii)(A)", "elimination-hands",
        ),
        (
            changed(CANBERRA, play__side_wagers=("pairs-play",)),
            changed(CANBERRA, play__side_wagers=("any-pairs",)),
            "19.1", "side-wagers",
        ),
        # Fourteen fees of 110.00 less a tenth.
        (promised(1386_00), promised(1386_01), "19.20", "prizes"),
    ],
)  # fmt: skip
def test_figures_that_cannot_be_in_canberra(
    last_that_can_be: TournamentTerms,
    first_that_cannot: TournamentTerms,
    clause_id: str,
    item: str,
) -> None:
    assert found(last_that_can_be) == []
    is_against(first_that_cannot, clause_id, item)


# Play


@clause("canberra-blackjack 19.14", "tasmania-blackjack 22.3.4")
@pytest.mark.parametrize(("name", "clause_id"), [(CANBERRA, "19.14"), (CHIPS, "22.3.4")])
def test_no_pass_cards_where_everybody_wagers(name: str, clause_id: str) -> None:
    assert check(changed(name, play__pass_cards=PassCards(each_session=0))) == ()
    is_against(changed(name, play__pass_cards=PassCards(each_session=1)), clause_id, "pass-cards")


@clause("canberra-blackjack 4.2")
def test_canberra_has_no_secret_wagers() -> None:
    assert check(changed(CANBERRA, play__secret_wagers=SecretWagers(each_session=0))) == ()
    terms = changed(CANBERRA, play__secret_wagers=SecretWagers(each_session=1))
    is_against(terms, "4.2", "secret-wagers")


@clause("star-blackjack-challenge 21.6.3", "canberra-blackjack 19.14", "tasmania-blackjack 22.3.4")
@pytest.mark.parametrize(
    ("name", "clause_id"), [(STAR, "21.6.3"), (CANBERRA, "19.14"), (CHIPS, "22.3.4")]
)
def test_a_wager_in_every_round(name: str, clause_id: str) -> None:
    is_against(changed(name, play__compulsory_wager=False), clause_id, "compulsory-wager")


def test_tasmania_has_a_marker() -> None:
    is_against(changed(CHIPS, play__betting_order="free"), "22.5.1", "betting-order")
    assert check(changed(STAR, play__betting_order="free")) == ()


@clause("tasmania-blackjack 22.6.5", "tasmania-blackjack 22.10.9")
@pytest.mark.parametrize(
    ("name", "clause_id"), [(CHIPS, "22.6.5"), (LIVE, "22.6.5"), (ELIMINATION, "22.10.9")]
)
def test_a_tasmanian_final_is_not_played_off(name: str, clause_id: str) -> None:
    assert check(changed(name, ties__prizes="share")) == ()
    is_against(changed(name, ties__prizes="play-off"), clause_id, "prize-ties")


@clause("star-blackjack-challenge 21.10.3", "tasmania-blackjack 22.6.4")
@pytest.mark.parametrize(("name", "clause_id"), [(STAR, "21.10.3"), (CHIPS, "22.6.4")])
def test_level_players_play_on_for_a_place(name: str, clause_id: str) -> None:
    assert check(changed(name, ties__places="play-off")) == ()
    is_against(changed(name, ties__places="ballot"), clause_id, "session-ties")


@clause("canberra-blackjack 19.9", "tasmania-blackjack 22.2.2(a)", "tasmania-blackjack 22.2.2(d)")
@pytest.mark.parametrize(
    ("name", "first", "clause_id"),
    [
        (CANBERRA, "minimum-deducted", "19.9"),
        (CHIPS, "place-lost", "22.2.2(a)"),
        (LIVE, "minimum-deducted", "22.2.2(d)"),
        (ELIMINATION, "minimum-deducted", "22.2.2(d)"),
    ],
)
def test_what_follows_from_being_late(name: str, first: Any, clause_id: str) -> None:
    is_against(changed(name, conduct__late=Lateness(first=first)), clause_id, "late")


@clause("star-blackjack-challenge 21.5.6.1")
@pytest.mark.parametrize(("rounds", "fits"), [(0, False), (1, True), (3, True), (4, False)])
def test_star_deducts_for_three_rounds_at_most(rounds: int, fits: bool) -> None:
    late = Lateness(first="minimum-deducted", rounds=rounds)
    terms = changed(STAR, conduct__late=late)
    assert found(terms) == ([] if fits else [("contradicts", "21.5.6.1", "late")])


# What the book does not have


@clause("star-blackjack-challenge 3.1", "crown-blackjack 3.1", "crown-blackjack 18.4.8(c)")
@pytest.mark.parametrize("name", [STAR, CROWN])
def test_options_outside_the_book_are_refused_with_their_clause(name: str) -> None:
    is_against(changed(name, decks=7), "3.1", "decks")


def test_what_cannot_be_understood_is_not_a_problem_but_an_error() -> None:
    with pytest.raises(Malformed, match="no game 'whist'"):
        check(changed(STAR, game="whist"))
    with pytest.raises(Malformed, match="no rulebook 'hoyle'"):
        check(replace(example(STAR), book="hoyle", edition="", revision=0))
    with pytest.raises(Malformed, match="says nothing about tournaments"):
        check(replace(example(STAR), book="star-baceball", edition="", revision=0))
    with pytest.raises(Malformed, match="'weather' is no item"):
        check(changed(STAR, not_applicable=("weather",)))


@pytest.mark.parametrize("name", COMPLETE)
def test_a_complete_document_stays_complete_with_more_said(name: str) -> None:
    terms = changed(name, conditions=("Smoking is not allowed.",), entry__written_agreement=True)
    assert check(terms) == ()
