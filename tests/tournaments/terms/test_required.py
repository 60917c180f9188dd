"""What each book wants stated: complete terms pass; with one thing left out, just that is found.

The tables below were written from the rulebooks' own lists, not from our data.
"""

import pytest

from bythebook.tournaments.terms.checks import check
from bythebook.tournaments.terms.document import Prize
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
    clauses,
    example,
    found,
    put,
    without,
)

# An item, the clauses that want it stated, and where it stands in the terms.
Row = tuple[str, str, str]

IN_STAR: list[Row] = [
    ("fee", "21.4.2(a)", "money.fee_cents"),
    ("starting-chips", "21.4.2(b)", "stages.chips"),
    ("compulsory-wager", "21.4.2(c)", "play.compulsory_wager"),
    ("limits", "21.4.2(d) 21.6.14", "stages.limits"),
    ("sessions", "21.4.2(e)", "stages.length"),
    ("tables", "21.4.2(e)", "stages.tables structure.tables"),
    ("advancing", "21.4.2(e) 21.10.1", "stages.advancing"),
    ("seats", "21.4.2(f)", "structure.seats"),
    ("betting-order", "21.4.2(f) 21.9.1", "play.betting_order"),
    ("pass-cards", "21.4.2(f)", "play.pass_cards"),
    ("secret-wagers", "21.4.2(f) 21.8.1", "play.secret_wagers"),
    ("buy-backs", "21.4.2(g)", "money.buy_backs"),
    ("statement:entitled-only", "21.4.2(h)(i)", ""),
    ("statement:may-refuse", "21.4.2(h)(ii)", ""),
    ("criteria", "21.4.2(h)(iii)", "entry.criteria"),
    ("withdrawal", "21.4.2(i)", "dates.withdraw_until"),
    ("application-form", "21.4.2(i)", "entry.form"),
    ("minimum-entrants", "21.4.2(i)", "entry.least"),
    ("maximum-entrants", "21.4.2(i)", "entry.most"),
    ("prizes", "21.4.2(j)", "prizes.places"),
    ("prize-payment", "21.4.2(j)", "prizes.paid"),
    ("prize-ties", "21.4.2(j)", "ties.prizes"),
    ("undertakings", "21.4.2(j)", "money.undertakings"),
    ("statement:rules-prevail", "21.4.2(k)", ""),
]

IN_CANBERRA: list[Row] = [
    ("starts", "19.3(a)(i)", "dates.starts"),
    ("entry-method", "19.3(a)(i)", "entry.method"),
    ("criteria", "19.3(a)(i)", "entry.criteria"),
    ("sessions", "19.3(a)(ii)(A)", "stages.length structure.sessions"),
    ("tables", "19.3(a)(ii)(B)", "stages.tables structure.tables"),
    ("progression", "19.3(a)(ii)(C)", "stages.advancing structure.progression"),
    ("session-awards", "19.3(a)(ii)(D)", "stages.points structure.awards"),
    ("buy-backs", "19.3(a)(ii)(F)", "money.buy_backs"),
    ("fee", "19.3(a)(iii)", "money.fee_cents"),
    ("commission", "19.3(a)(iii)", "money.commission"),
    ("starting-chips", "19.3(a)(iv)", "stages.chips"),
    ("minimum-entrants", "19.3(a)(v)", "entry.least"),
    ("maximum-entrants", "19.3(a)(v)", "entry.most"),
    ("player-groups", "19.3(a)(vi)", "entry.groups"),
    ("limits", "19.3(a)(vii)", "stages.limits"),
    ("elimination", "19.3(a)(viii)(A)", "play.elimination"),
    ("session-ties", "19.3(a)(viii)(B)", "ties.places"),
    ("prize-pool", "19.3(a)(x)", "prizes.pool"),
    ("prizes", "19.3(a)(xi)", "prizes.places"),
    ("prize-ties", "19.3(a)(xi)(A)", "ties.prizes"),
    ("statement:rules-prevail", "19.3(b)", ""),
]

WITH_POINTS: list[Row] = [
    ("elimination", "19.3(a)(ix)(A)", "play.elimination"),
    ("points-ties", "19.3(a)(ix)(B)", "ties.points"),
    ("prize-ties", "19.3(a)(xi)(B)", "ties.prizes"),
    ("repechage", "19.3(a)(ii)(E)", "structure.repechage"),
]

IN_CROWN: list[Row] = [
    ("starts", "18.4.1(a)(i)", "dates.starts"),
    ("fee", "18.4.1(a)(ii)", "money.fee_cents"),
    ("buy-in", "18.4.1(a)(ii)", "money.buy_in_cents"),
    ("rebuys", "18.4.1(a)(ii)", "money.rebuys"),
    ("add-ons", "18.4.1(a)(ii)", "money.add_ons"),
    ("minimum-entrants", "18.4.1(a)(iii)", "entry.least"),
    ("maximum-entrants", "18.4.1(a)(iii)", "entry.most"),
    ("place", "18.4.1(a)(iv)", "place"),
    ("statement:start-may-move", "18.4.1(b)", ""),
    ("statement:taking-part-accepts", "18.4.2(a)(i)", ""),
    ("statement:entitled-only", "18.4.2(a)(ii)", ""),
    ("statement:may-refuse", "18.4.2(a)(iii)", ""),
    ("criteria", "18.4.2(a)(iv)", "entry.criteria"),
    ("statement:must-obey", "18.4.2(b)(i)", ""),
    ("terms-available", "18.4.2(b)(ii)", "entry.terms_from"),
    ("entry-method", "18.4.2(c)", "entry.method"),
    ("withdrawal-or-substitute", "18.4.2(d)", "dates.withdraw_until entry.substitute_until"),
    ("sessions", "18.4.3(a)(i)", "stages.length structure.sessions"),
    ("tables", "18.4.3(a)(ii)", "stages.tables structure.tables"),
    ("progression", "18.4.3(a)(iii)", "stages.advancing structure.progression"),
    ("buy-backs", "18.4.3(a)(iv)", "money.buy_backs"),
    ("repechage", "18.4.3(a)(v)", "structure.repechage"),
    ("statement:equal-banks", "18.4.3(b)", ""),
    ("starting-chips", "18.4.3(b)", "stages.chips"),
    ("chips-at-end", "18.4.3(c)", "play.chips_at_end"),
    ("chip-kind", "18.4.4(a)", "play.chip_kind"),
    ("chip-type", "18.4.4(a)", "play.chip_type"),
    ("limits", "18.4.4(b)", "stages.limits"),
    ("compulsory-wager", "18.4.4(b)", "play.compulsory_wager"),
    ("secret-wagers", "18.4.4(c)", "play.secret_wagers"),
    ("pass-cards", "18.4.4(d)", "play.pass_cards"),
    ("elimination", "18.4.5(a)", "play.elimination"),
    ("winners", "18.4.6(a)", "play.winners"),
    ("session-ties", "18.4.6(a)", "ties.places"),
    ("prize-pool", "18.4.7(a)", "prizes.pool"),
    ("prizes", "18.4.7(b)", "prizes.places"),
    ("prize-ties", "18.4.7(b)", "ties.prizes"),
    ("penalties", "18.4.8(a)(i)", "conduct.penalties"),
    ("disqualification", "18.4.8(a)(ii)", "conduct.disqualification"),
    ("substitute-when", "18.4.8(a)(iii)", "entry.substitute_says"),
    ("refunds", "18.4.8(a)(iv)", "money.refunds"),
    ("late", "18.4.8(b)(i)", "conduct.late"),
    ("absent", "18.4.8(b)(ii)", "conduct.absent"),
    ("phones", "18.4.8(b)(iii)", "conduct.phones"),
    ("substitute-effect", "18.4.8(b)(iv)", "entry.substitute_effect"),
    ("disqualified", "18.4.8(b)(v)", "conduct.disqualified"),
    ("retiring", "18.4.8(b)(vi)", "conduct.retiring"),
    ("statement:rules-prevail", "18.4.8(c)", ""),
    ("statement:may-end-early", "18.4.8(d)", ""),
    ("statement:may-end-early-decided", "18.4.8(d)(i)", ""),
    ("statement:may-end-early-agreed", "18.4.8(d)(ii)", ""),
    ("statement:privacy", "18.4.8(e)", ""),
    ("statement:publicity", "18.4.8(f)", ""),
    ("statement:director-runs", "18.4.8(g)", ""),
    ("statement:director-final", "18.4.8(h)", ""),
    ("statement:liability", "18.4.8(i)", ""),
    ("statement:inspector", "18.4.8(j)", ""),
]

IN_TASMANIA: list[Row] = [
    ("starts", "22.1:refund", "dates.starts"),
    ("application-form", "22.1.2(a)", "entry.form"),
    ("eligibility", "22.1.2(b)", "entry.eligibility"),
    ("fee", "22.1.2(c)", "money.fee_cents"),
    ("minimum-entrants", "22.1.2(d)", "entry.least"),
    ("maximum-entrants", "22.1.2(d)", "entry.most"),
    ("starting-chips", "22.1.2(e)", "stages.chips"),
    ("session-lengths", "22.1.2(f) 22.2.4", "stages.length"),
    ("prizes", "22.1.2(g)", "prizes.places"),
    ("prize-allocation", "22.1.2(h)", "prizes.allocation"),
    ("limits", "22.1.5", "stages.limits"),
    ("statement:conditions-on-form", "22.1.5", ""),
    ("secret-wagers", "22.4:intro 22.4.1", "play.secret_wagers"),
    ("advancing", "22.6.3 22.1.3(f)", "stages.advancing"),
]


def only_that(name: str, row: Row) -> None:
    item, wanted, paths = row
    problems = check(without(example(name), item, *paths.split()))
    assert {problem.item for problem in problems} == {item}
    assert clauses(problems) == set(wanted.split())
    assert {problem.kind for problem in problems} == {"missing"}


def names(rows: list[Row]) -> list[str]:
    return [row[0] for row in rows]


@clause("canberra-blackjack 19.2(a)", "crown-blackjack 18.2.1", "crown-blackjack 18.4")
@pytest.mark.parametrize("name", COMPLETE)
def test_complete_terms_pass(name: str) -> None:
    assert check(example(name)) == ()


@clause(
    "star-blackjack-challenge 21.4.2(a)", "star-blackjack-challenge 21.4.2(b)",
    "star-blackjack-challenge 21.4.2(c)", "star-blackjack-challenge 21.4.2(d)",
    "star-blackjack-challenge 21.4.2(e)", "star-blackjack-challenge 21.4.2(f)",
    "star-blackjack-challenge 21.4.2(g)", "star-blackjack-challenge 21.4.2(h)(i)",
    "star-blackjack-challenge 21.4.2(h)(ii)", "star-blackjack-challenge 21.4.2(h)(iii)",
    "star-blackjack-challenge 21.4.2(i)", "star-blackjack-challenge 21.4.2(j)",
    "star-blackjack-challenge 21.4.2(k)", "star-blackjack-challenge 21.6.14",
    "star-blackjack-challenge 21.8.1", "star-blackjack-challenge 21.9.1",
    "star-blackjack-challenge 21.10.1",
)  # fmt: skip
@pytest.mark.parametrize("row", IN_STAR, ids=names(IN_STAR))
def test_star_wants_it_stated(row: Row) -> None:
    only_that(STAR, row)


@clause("star-blackjack-challenge 21.4.2(e)")
def test_star_wants_to_know_about_a_repechage() -> None:
    terms = example(STAR)
    stages = tuple(stage for stage in terms.stages if stage.kind != "repechage")
    terms = put(without(terms, "repechage", "structure.repechage"), stages=stages)
    assert found(terms) == [("missing", "21.4.2(e)", "repechage")]
    assert check(put(terms, not_applicable=(*terms.not_applicable, "repechage"))) == ()


@clause(
    "canberra-blackjack 19.2(a)", "canberra-blackjack 19.3(a)(i)",
    "canberra-blackjack 19.3(a)(ii)(A)", "canberra-blackjack 19.3(a)(ii)(B)",
    "canberra-blackjack 19.3(a)(ii)(C)", "canberra-blackjack 19.3(a)(ii)(D)",
    "canberra-blackjack 19.3(a)(ii)(F)", "canberra-blackjack 19.3(a)(iii)",
    "canberra-blackjack 19.3(a)(iv)", "canberra-blackjack 19.3(a)(v)",
    "canberra-blackjack 19.3(a)(vi)", "canberra-blackjack 19.3(a)(vii)",
    "canberra-blackjack 19.3(a)(viii)(A)", "canberra-blackjack 19.3(a)(viii)(B)",
    "canberra-blackjack 19.3(a)(x)", "canberra-blackjack 19.3(a)(xi)",
    "canberra-blackjack 19.3(a)(xi)(A)", "canberra-blackjack 19.3(b)",
)  # fmt: skip
@pytest.mark.parametrize("row", IN_CANBERRA, ids=names(IN_CANBERRA))
def test_canberra_wants_it_stated(row: Row) -> None:
    only_that(CANBERRA, row)


@clause(
    "canberra-blackjack 19.3(a)(ix)(A)", "canberra-blackjack 19.3(a)(ix)(B)",
    "canberra-blackjack 19.3(a)(xi)(B)", "canberra-blackjack 19.3(a)(ii)(E)",
)  # fmt: skip
@pytest.mark.parametrize("row", WITH_POINTS, ids=names(WITH_POINTS))
def test_canberra_wants_it_stated_where_points_decide(row: Row) -> None:
    only_that(POINTS, row)


@clause("canberra-blackjack 19.3(a)(ii)(B)")
@pytest.mark.parametrize("path", ["structure.sessions", "structure.seats"])
def test_sit_and_go_says_when_a_session_begins_and_how_tables_fill(path: str) -> None:
    terms = without(example(SIT_AND_GO), "sit-and-go", path)
    assert found(terms) == [("missing", "19.3(a)(ii)(B)", "sit-and-go")]
    assert check(put(terms, structure__begins="scheduled")) != ()  # entries close too late
    assert "sit-and-go" not in {p.item for p in check(put(terms, structure__begins="scheduled"))}


@clause("crown-blackjack 18.4.7(b)")
def test_crown_wants_to_know_how_level_players_are_paid() -> None:
    terms = put(example(CROWN), ties__prizes="play-off")
    assert found(terms) == [("missing", "18.4.7(b)", "play-off")]
    played = {"play_off_hands": 1, "play_off_chips": "new", "still_level": "again"}
    assert check(put(terms, **{f"ties__{name}": how for name, how in played.items()})) == ()
    cup = Prize(percent_hundredths=10000, in_kind="the cup")
    terms = put(example(CROWN), prizes__places=(cup,))
    assert found(terms) == [("missing", "18.4.7(b)", "tied-in-kind")]


@clause("canberra-blackjack 19.3(a)(xi)(D)")
@pytest.mark.parametrize("field", ["play_off_hands", "play_off_chips", "still_level"])
def test_a_play_off_for_prizes_is_described(field: str) -> None:
    terms = without(example(SIT_AND_GO), "play-off", f"ties.{field}")
    assert found(terms) == [("missing", "19.3(a)(xi)(D)", "play-off")]
    assert check(put(terms, ties__prizes="share")) == ()


@clause("canberra-blackjack 19.3(a)(xi)(C)")
def test_sharing_says_what_becomes_of_what_cannot_be_shared() -> None:
    terms = example(CANBERRA)
    cup = Prize(percent_hundredths=5000, in_kind="the cup")
    terms = put(terms, prizes__places=(cup, *terms.prizes.places[1:]))
    assert found(terms) == [("missing", "19.3(a)(xi)(C)", "tied-in-kind")]
    assert check(put(terms, prizes__tied_in_kind="drawn by ballot")) == ()


@clause(
    "crown-blackjack 18.4", "crown-blackjack 18.4.1(a)(i)", "crown-blackjack 18.4.1(a)(ii)",
    "crown-blackjack 18.4.1(a)(iii)", "crown-blackjack 18.4.1(a)(iv)", "crown-blackjack 18.4.1(b)",
    "crown-blackjack 18.4.2(a)(i)", "crown-blackjack 18.4.2(a)(ii)",
    "crown-blackjack 18.4.2(a)(iii)", "crown-blackjack 18.4.2(a)(iv)",
    "crown-blackjack 18.4.2(b)(i)", "crown-blackjack 18.4.2(b)(ii)", "crown-blackjack 18.4.2(c)",
    "crown-blackjack 18.4.2(d)", "crown-blackjack 18.4.3(a)(i)", "crown-blackjack 18.4.3(a)(ii)",
    "crown-blackjack 18.4.3(a)(iii)", "crown-blackjack 18.4.3(a)(iv)",
    "crown-blackjack 18.4.3(a)(v)", "crown-blackjack 18.4.3(b)", "crown-blackjack 18.4.3(c)",
    "crown-blackjack 18.4.4(a)", "crown-blackjack 18.4.4(b)", "crown-blackjack 18.4.4(c)",
    "crown-blackjack 18.4.4(d)", "crown-blackjack 18.4.5(a)", "crown-blackjack 18.4.6(a)",
    "crown-blackjack 18.4.7(a)", "crown-blackjack 18.4.7(b)", "crown-blackjack 18.4.8(a)(i)",
    "crown-blackjack 18.4.8(a)(ii)", "crown-blackjack 18.4.8(a)(iii)",
    "crown-blackjack 18.4.8(a)(iv)", "crown-blackjack 18.4.8(b)(i)",
    "crown-blackjack 18.4.8(b)(ii)", "crown-blackjack 18.4.8(b)(iii)",
    "crown-blackjack 18.4.8(b)(iv)", "crown-blackjack 18.4.8(b)(v)",
    "crown-blackjack 18.4.8(b)(vi)", "crown-blackjack 18.4.8(c)", "crown-blackjack 18.4.8(d)",
    "crown-blackjack 18.4.8(d)(i)", "crown-blackjack 18.4.8(d)(ii)", "crown-blackjack 18.4.8(e)",
    "crown-blackjack 18.4.8(f)", "crown-blackjack 18.4.8(g)", "crown-blackjack 18.4.8(h)",
    "crown-blackjack 18.4.8(i)", "crown-blackjack 18.4.8(j)",
)  # fmt: skip
@pytest.mark.parametrize("row", IN_CROWN, ids=names(IN_CROWN))
def test_crown_wants_it_stated(row: Row) -> None:
    only_that(CROWN, row)


@clause("crown-blackjack 18.4.4(c)", "crown-blackjack 18.4.4(d)")
@pytest.mark.parametrize(
    ("field", "clause_id", "item"),
    [("secret_wagers", "18.4.4(c)", "how-secret"), ("pass_cards", "18.4.4(d)", "how-pass")],
)
def test_crown_wants_to_know_how_they_are_used(field: str, clause_id: str, item: str) -> None:
    terms = example(CROWN)
    offer = getattr(terms.play, field)
    silent = put(terms, **{f"play__{field}": offer.__class__(each_session=1)})
    assert found(silent) == [("missing", clause_id, item)]
    none = put(terms, **{f"play__{field}": offer.__class__(each_session=0)})
    assert check(none) == ()


@clause(
    "tasmania-blackjack 22.1.2(a)",
    "tasmania-blackjack 22.1.2(b)",
    "tasmania-blackjack 22.1.2(c)",
    "tasmania-blackjack 22.1.2(d)",
    "tasmania-blackjack 22.1.2(e)",
    "tasmania-blackjack 22.1.2(f)",
    "tasmania-blackjack 22.1.2(g)",
    "tasmania-blackjack 22.1.2(h)",
    "tasmania-blackjack 22.1.5",
    "tasmania-blackjack 22.1.3(f)",
    "tasmania-blackjack 22.2.4",
    "tasmania-blackjack 22.4:intro",
    "tasmania-blackjack 22.6.3",
)
@pytest.mark.parametrize("row", IN_TASMANIA, ids=names(IN_TASMANIA))
def test_tasmania_wants_it_stated(row: Row) -> None:
    only_that(CHIPS, row)


@clause("tasmania-blackjack 22.2.4:elimination-hands", "tasmania-blackjack 22.10.2")
def test_elimination_hands_and_who_goes_on_are_settled_beforehand() -> None:
    only_that(
        ELIMINATION,
        ("elimination-hands", "22.2.4:elimination-hands", "stages.elimination_hands"),
    )
    only_that(ELIMINATION, ("advancing", "22.10.2 22.1.3(f)", "stages.advancing"))


def test_a_live_competition_says_what_is_bought_in_for() -> None:
    only_that(LIVE, ("buy-in", "22.9.3", "money.buy_in_cents"))


@clause("tasmania-blackjack 23.1", "tasmania-blackjack 22.1.2(h)")
def test_jokers_wild_says_that_it_is_one() -> None:
    only_that(JOKERS, ("statement:jokers-wild", "23.1", ""))
    only_that(JOKERS, ("tied-in-kind", "22.1.2(h)", "prizes.tied_in_kind"))
    assert check(without(example(ELIMINATION), "statement:jokers-wild")) == ()


# "Not applicable" is an answer only where the book has an "if any"

MAY_BE_NONE = {
    STAR: {"fee", "repechage", "pass-cards", "secret-wagers", "buy-backs", "criteria",
           "undertakings", "statement:may-refuse"},
    CANBERRA: {"criteria", "progression", "session-awards", "repechage", "buy-backs", "fee",
               "commission"},
    CROWN: {"fee", "buy-in", "rebuys", "add-ons", "criteria", "progression", "buy-backs",
            "repechage", "chips-at-end", "secret-wagers", "pass-cards", "statement:may-refuse",
            "statement:may-end-early-agreed"},
    CHIPS: {"fee", "secret-wagers"},
}  # fmt: skip
ROWS = {STAR: IN_STAR, CANBERRA: IN_CANBERRA, CROWN: IN_CROWN, CHIPS: IN_TASMANIA}


@clause("canberra-blackjack 19.3(a)(ii)(C)", "canberra-blackjack 19.3(a)(iii)")
@pytest.mark.parametrize(
    ("name", "row"), [(name, row) for name, rows in ROWS.items() for row in rows]
)
def test_not_applicable_is_an_answer_where_the_book_lets_it_be(name: str, row: Row) -> None:
    item, _, paths = row
    terms = without(example(name), item, *paths.split())
    terms = put(terms, not_applicable=(*terms.not_applicable, item.removeprefix("statement:")))
    answered = item not in {problem.item for problem in check(terms)}
    assert answered == (item in MAY_BE_NONE[name])


def test_an_item_is_not_both_stated_and_not_applicable() -> None:
    terms = example(CANBERRA)
    terms = put(terms, not_applicable=(*terms.not_applicable, "commission"))
    assert found(terms) == [("contradicts", "19.3(a)(iii)", "commission")]
