"""The Star's tournament conditions: what they may say does not apply, and what they must state."""

import pytest

from bythebook.tournaments.terms.checks import check
from tests.clauses import clause
from tests.tournaments.example_terms import STAR, clauses, example, put, without

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
