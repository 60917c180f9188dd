"""Tournament conditions at The Star: what may not apply, what must be stated, what cannot be."""

from datetime import UTC, datetime

import pytest

from bythebook.tournaments.terms.checks import check
from bythebook.tournaments.terms.document import Commission, Prize, TournamentTerms
from bythebook.tournaments.values import Length
from tests.clauses import clause
from tests.tournaments.example_terms import STAR, clauses, example, found, put, stage, without

# Rule 21.4.2: "if any", "if applicable", "whether there is"; or what need not be provided for.
MAY_BE_NONE = [
    ("fee", "21.4.2(a)", "money.fee_cents"),
    ("pass-cards", "21.4.2(f)", "play.pass_cards"),
    ("secret-wagers", "21.4.2(f)", "play.secret_wagers"),
    ("buy-backs", "21.4.2(g)", "money.buy_backs"),
    ("criteria", "21.4.2(h)(iii)", "entry.criteria"),
    ("undertakings", "21.4.2(j)", "money.undertakings"),
    ("may-refuse", "21.4.2(h)(ii)", ""),
]
MUST_BE_STATED = [
    ("starting-chips", "21.4.2(b)", "stages.chips"),
    ("compulsory-wager", "21.4.2(c)", "play.compulsory_wager"),
    ("limits", "21.4.2(d)", "stages.limits"),
    ("sessions", "21.4.2(e)", "stages.length"),
    ("advancing", "21.4.2(e)", "stages.advancing"),
    ("seats", "21.4.2(f)", "structure.seats"),
    ("betting-order", "21.4.2(f)", "play.betting_order"),
    ("withdrawal", "21.4.2(i)", "dates.withdraw_until"),
    ("application-form", "21.4.2(i)", "entry.form"),
    ("minimum-entrants", "21.4.2(i)", "entry.least"),
    ("maximum-entrants", "21.4.2(i)", "entry.most"),
    ("prizes", "21.4.2(j)", "prizes.places"),
    ("prize-payment", "21.4.2(j)", "prizes.paid"),
    ("prize-ties", "21.4.2(j)", "ties.prizes"),
    ("entitled-only", "21.4.2(h)(i)", ""),
    ("rules-prevail", "21.4.2(k)", ""),
]


@clause(
    "star-blackjack-challenge 21.4.2(a)", "star-blackjack-challenge 21.4.2(b)",
    "star-blackjack-challenge 21.4.2(c)", "star-blackjack-challenge 21.4.2(d)",
    "star-blackjack-challenge 21.4.2(e)", "star-blackjack-challenge 21.4.2(f)",
    "star-blackjack-challenge 21.4.2(g)", "star-blackjack-challenge 21.4.2(h)(i)",
    "star-blackjack-challenge 21.4.2(h)(ii)", "star-blackjack-challenge 21.4.2(h)(iii)",
    "star-blackjack-challenge 21.4.2(i)", "star-blackjack-challenge 21.4.2(j)",
    "star-blackjack-challenge 21.4.2(k)",
)  # fmt: skip
@pytest.mark.parametrize(
    ("item", "by", "path", "may"),
    [
        *((*row, True) for row in MAY_BE_NONE),
        *((*row, False) for row in MUST_BE_STATED),
    ],
)
def test_conditions_may_say_that_it_does_not_apply(
    item: str, by: str, path: str, may: bool
) -> None:
    terms = without(example(STAR), item, *path.split())
    assert by in clauses(check(terms))  # silence is not enough
    said = put(terms, not_applicable=(*terms.not_applicable, item))
    assert (by in clauses(check(said))) is not may


# What conditions cannot say together


def against(terms: TournamentTerms) -> set[tuple[str, str]]:
    return {(clause_id, item) for kind, clause_id, item in found(terms) if kind == "contradicts"}


TERMS = example(STAR)
EARLY = datetime(2027, 4, 9, tzinfo=UTC)


@clause(
    "star-blackjack-challenge 21.2.1", "star-blackjack-challenge 21.4.2(e)",
    "star-blackjack-challenge 21.4.2(i)", "star-blackjack-challenge 21.4.2(j)",
    "star-blackjack-challenge 21.10.1",
)  # fmt: skip
@pytest.mark.parametrize(
    ("terms", "by", "item"),
    [
        (put(TERMS, prizes__places=(Prize(cents=999_999_999),)), "21.4.2(j)", "prizes"),
        (stage(TERMS, 1, length=Length()), "21.4.2(e)", "sessions"),
        (stage(TERMS, 1, length=Length(hands=20, minutes=30)), "21.4.2(e)", "sessions"),
        (stage(TERMS, 1, tables=29), "21.4.2(e)", "tables"),  # 210 players, seven at a table
        (stage(TERMS, 4, tables=2), "21.4.2(e)", "tables"),
        (put(TERMS, stages=TERMS.stages[:-1]), "21.4.2(e)", "progression"),
        (put(stage(TERMS, 1, advancing=8), entry__most=14), "21.10.1", "advancing"),
        (put(TERMS, entry__least=211), "21.4.2(i)", "minimum-entrants"),
        (stage(TERMS, 3, starts=EARLY), "21.4.2(i)", "starts"),
        (put(TERMS, play__side_wagers=("supernova",)), "21.2.1", "side-wagers"),
    ],
)
def test_conditions_that_cannot_be_kept_are_found_by_the_item_they_belong_to(
    terms: TournamentTerms, by: str, item: str
) -> None:
    assert (by, item) in against(terms)
    assert against(TERMS) == set()


@clause("star-blackjack-challenge 21.10.2")
@pytest.mark.parametrize("hands", [(21,), (9, 8)])
def test_elimination_hands_are_against_the_count_at_the_end_whatever_they_are(
    hands: tuple[int, ...],
) -> None:
    assert against(stage(TERMS, 1, elimination_hands=hands)) == {("21.10.2", "elimination-hands")}


@clause("star-blackjack-challenge 21.3.2")
def test_of_the_fees_nothing_is_kept() -> None:
    kept = put(TERMS, money__commission=Commission(percent_hundredths=1))
    (problem,) = check(kept)
    assert (problem.clause, problem.item) == ("21.3.2", "commission")
    assert "nothing may be" in problem.reason
