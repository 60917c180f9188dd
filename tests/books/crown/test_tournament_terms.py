"""Crown: what the terms of a tournament may answer with "none", and promises that they keep."""

import pytest

from bythebook.tournaments.terms.checks import check
from bythebook.tournaments.terms.document import Prize
from tests.clauses import clause
from tests.tournaments.example_terms import CROWN, example, found, put, stage, without

# "If any", "if applicable", "if there is", "as applicable": the words of rule 18.4.
IF_ANY = [
    ("fee", "18.4.1(a)(ii)", "money.fee_cents"),
    ("buy-in", "18.4.1(a)(ii)", "money.buy_in_cents"),
    ("rebuys", "18.4.1(a)(ii)", "money.rebuys"),
    ("add-ons", "18.4.1(a)(ii)", "money.add_ons"),
    ("statement:may-refuse", "18.4.2(a)(iii)", ""),
    ("criteria", "18.4.2(a)(iv)", "entry.criteria"),
    ("progression", "18.4.3(a)(iii)", "stages.advancing structure.progression"),
    ("buy-backs", "18.4.3(a)(iv)", "money.buy_backs"),
    ("repechage", "18.4.3(a)(v)", "structure.repechage"),
    ("chips-at-end", "18.4.3(c)", "play.chips_at_end"),
    ("secret-wagers", "18.4.4(c)", "play.secret_wagers"),
    ("pass-cards", "18.4.4(d)", "play.pass_cards"),
    ("statement:may-end-early-agreed", "18.4.8(d)(ii)", ""),
]
ALWAYS = [
    ("starts", "18.4.1(a)(i)", "dates.starts"),
    ("minimum-entrants", "18.4.1(a)(iii)", "entry.least"),
    ("place", "18.4.1(a)(iv)", "place"),
    ("statement:entitled-only", "18.4.2(a)(ii)", ""),
    ("terms-available", "18.4.2(b)(ii)", "entry.terms_from"),
    ("entry-method", "18.4.2(c)", "entry.method"),
    ("sessions", "18.4.3(a)(i)", "stages.length structure.sessions"),
    ("tables", "18.4.3(a)(ii)", "stages.tables structure.tables"),
    ("chip-type", "18.4.4(a)", "play.chip_type"),
    ("elimination", "18.4.5(a)", "play.elimination"),
    ("winners", "18.4.6(a)", "play.winners"),
    ("prize-pool", "18.4.7(a)", "prizes.pool"),
    ("prizes", "18.4.7(b)", "prizes.places"),
    ("penalties", "18.4.8(a)(i)", "conduct.penalties"),
    ("late", "18.4.8(b)(i)", "conduct.late"),
    ("phones", "18.4.8(b)(iii)", "conduct.phones"),
    ("statement:inspector", "18.4.8(j)", ""),
]


@clause(
    "crown-blackjack 18.4.1(a)(i)", "crown-blackjack 18.4.1(a)(ii)",
    "crown-blackjack 18.4.1(a)(iii)", "crown-blackjack 18.4.1(a)(iv)",
    "crown-blackjack 18.4.2(a)(ii)", "crown-blackjack 18.4.2(a)(iii)",
    "crown-blackjack 18.4.2(a)(iv)", "crown-blackjack 18.4.2(b)(ii)", "crown-blackjack 18.4.2(c)",
    "crown-blackjack 18.4.3(a)(i)", "crown-blackjack 18.4.3(a)(ii)",
    "crown-blackjack 18.4.3(a)(iii)", "crown-blackjack 18.4.3(a)(iv)",
    "crown-blackjack 18.4.3(a)(v)", "crown-blackjack 18.4.3(c)", "crown-blackjack 18.4.4(a)",
    "crown-blackjack 18.4.4(c)", "crown-blackjack 18.4.4(d)", "crown-blackjack 18.4.5(a)",
    "crown-blackjack 18.4.6(a)", "crown-blackjack 18.4.7(a)", "crown-blackjack 18.4.7(b)",
    "crown-blackjack 18.4.8(a)(i)", "crown-blackjack 18.4.8(b)(i)",
    "crown-blackjack 18.4.8(b)(iii)", "crown-blackjack 18.4.8(d)(ii)", "crown-blackjack 18.4.8(j)",
)  # fmt: skip
@pytest.mark.parametrize(
    ("item", "cited", "paths", "may"),
    [*((*row, True) for row in IF_ANY), *((*row, False) for row in ALWAYS)],
)
def test_none_is_an_answer_where_the_rule_has_an_if(
    item: str, cited: str, paths: str, may: bool
) -> None:
    name = item.removeprefix("statement:")
    terms = without(example(CROWN), item, *paths.split())
    silent = {(clause_id, what) for _, clause_id, what in found(terms)}
    assert (cited, item) in silent
    terms = put(terms, not_applicable=(*terms.not_applicable, name))
    answered = item not in {problem.item for problem in check(terms)}
    assert answered is may


@clause("crown-blackjack 18.4.7(a)")
@pytest.mark.parametrize(("cents", "fits"), [(350_000, True), (350_001, False)])
def test_no_more_is_promised_than_the_least_field_pays_for(cents: int, fits: bool) -> None:
    """Fourteen entries of $250 make $3,500."""
    terms = put(example(CROWN), prizes__places=(Prize(cents=cents),))
    assert found(terms) == ([] if fits else [("contradicts", "18.4.7(a)", "prizes")])


@clause("crown-blackjack 18.4.3(a)(iii)")
def test_the_final_comes_last_at_one_table_with_room_for_all_who_reach_it() -> None:
    terms = example(CROWN)
    against = ("contradicts", "18.4.3(a)(iii)", "progression")
    assert against in found(put(terms, stages=terms.stages[:2]))
    assert against in found(put(terms, stages=(terms.stages[2], *terms.stages[:2])))
    assert found(stage(terms, 3, tables=2)) == [("contradicts", "18.4.3(a)(iii)", "tables")]
    # Tables of seven, one goes on: 343 entrants make 49, then 7; one more would make eight.
    for most, fits in ((343, True), (344, False)):
        more = put(terms, entry__most=most)
        assert found(more) == ([] if fits else [against])


@clause("crown-blackjack 18.4.5(a)", "crown-blackjack 18.4.3(a)(iii)")
@pytest.mark.parametrize(
    ("hands", "cited"),
    [
        ((8, 16, 20), ""),
        ((8, 16, 21), "18.4.5(a)"),  # the session has twenty
        ((16, 8), "18.4.5(a)"),  # by number
        ((3, 6, 9, 12, 15, 18), ""),  # one of seven is left, and goes on
        ((3, 6, 9, 12, 15, 18, 20), "18.4.3(a)(iii)"),
    ],
)
def test_elimination_hands_are_within_the_session_and_leave_who_goes_on(
    hands: tuple[int, ...], cited: str
) -> None:
    terms = stage(put(example(CROWN), format="elimination"), 1, elimination_hands=hands)
    problems = [(clause_id, item) for _, clause_id, item in found(terms)]
    assert problems == ([(cited, "elimination-hands")] if cited else [])
