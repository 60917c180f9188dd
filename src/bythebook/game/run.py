"""One decision as it unfolds: the events so far, and the round as they leave it."""

from typing import Generic, TypeVar

from msgspec.structs import replace

from bythebook.game.events import Event, RowResult, Settled, Stage
from bythebook.game.evolve import EVOLVE
from bythebook.game.state import Stake, State
from bythebook.money import next_payable
from bythebook.rulebooks.chapters.game import Line, Outcome, Rules
from bythebook.rulebooks.chapters.words import Authority

R_co = TypeVar("R_co", bound=Rules, covariant=True)


class Run(Generic[R_co]):
    """Collects events; each is applied at once, so that the next is decided on what it left."""

    __slots__ = ("events", "rules", "state")

    def __init__(self, rules: R_co, state: State) -> None:
        self.rules = rules
        self.state = state
        self.events: list[Event] = []

    def emit(self, event: Event) -> None:
        self.state = EVOLVE[type(event)](self.state, event)
        self.events.append(event)

    def payable(self, cents: int) -> int:
        """What is paid when this much is due: up to the next sum that the chips can make."""
        if self.rules.payment.value == "exact":
            return cents
        return next_payable(cents, self.state.table.chips)

    def rounding(self, exact: int) -> tuple[str, ...]:
        """The clause by which this sum is paid as the next that the chips can make, if it is."""
        return (self.rules.payment.clause,) if self.payable(exact) != exact else ()

    def standing(
        self, player: str, box: int, kind: str, amount: int, in_tokens: int
    ) -> tuple[str, ...]:
        """The clauses by which a stake stands that is in tokens, or below the minimum."""
        clauses: tuple[str, ...] = ()
        if in_tokens and self.rules.wagering.tokens is not None:
            clauses = (self.rules.wagering.tokens.clause,)
        limits = self.state.table.limits_of(player, kind, box)
        if limits is not None and amount < limits[0]:
            clauses = (*clauses, self.rules.limits.under_minimum.clause)
        return clauses

    def settle_stake(
        self, box: int, hand: int, stake: Stake, outcome: Outcome, stage: Stage
    ) -> None:
        """Settle one player's money on one hand as the outcome says."""
        paid = 0
        if outcome.result == "wins" and outcome.odds is not None:
            exact = outcome.odds.winnings(stake.real + stake.free)
            paid = self.payable(exact)
            if paid != exact:
                outcome = replace(outcome, also=(*outcome.also, self.rules.payment.clause))
        comes_back = outcome.result != "loses"
        self.settle_main(box, hand, stake, outcome, stage, paid, stake.real if comes_back else 0)

    def settle_main(
        self,
        box: int,
        hand: int,
        stake: Stake,
        outcome: Outcome,
        stage: Stage,
        paid: int,
        kept: int,
        result: RowResult | None = None,
    ) -> None:
        """Settle a main wager: `paid` on top, `kept` of the stake itself going back."""
        result = result or outcome.result
        clause, also = outcome.clause, outcome.also
        if stake.player in self.state.box(box).invalid:
            result, paid, kept, clause, also = self.not_valid(result, stake.real, kept, outcome)
        table = self.state.table
        if stake.in_tokens or table.limits or table.personal:
            original = self.state.box(box).originals[stake.player]
            also = (*also, *self.standing(stake.player, box, "main", original, stake.in_tokens))
        back, chips = self.going_back(kept, stake.chips, result)
        self.emit(
            Settled(
                box,
                hand,
                stake.player,
                "main",
                stake.real,
                result,
                outcome.odds.text if outcome.odds is not None and paid else "",
                paid,
                paid + back,
                clause,
                also,
                stage,
                stake.chips,
                paid + chips,
                in_tokens=stake.in_tokens,
                free=stake.free,
            )
        )

    def not_valid(
        self, result: RowResult, stake: int, kept: int, cited: Outcome | Line | Authority
    ) -> tuple[RowResult, int, int, str, tuple[str, ...]]:
        """What becomes of a wager that was not valid: it wins nothing, and may still lose."""
        rule = self.rules.wagering.invalid
        assert rule is not None
        if result == "loses" and rule.losing == "collected":
            return result, 0, kept, cited.clause, (rule.clause, *cited.also)
        return "returned", 0, stake, rule.clause, (cited.clause, *cited.also)

    def going_back(self, kept: int, chips: int, result: RowResult) -> tuple[int, int]:
        """Of the part of a stake that goes back: its value, and how much of that is chips.

        Chips go back first. Tokens that won or stood off meet the fate the book has for them.
        """
        in_tokens = kept - chips
        if in_tokens <= 0:
            return kept, kept
        rules = self.rules.wagering.tokens
        assert rules is not None
        fate = {"wins": rules.on_win, "stand-off": rules.on_stand_off}.get(result, "returned")
        if fate == "kept":
            return chips, chips
        return kept, kept if fate == "cashed" else chips


def was_paid_up(rules: Rules, row: Settled) -> bool:
    """Whether a win was paid as the next sum that the chips make (see `Run.rounding`)."""
    return row.result == "wins" and rules.payment.clause in row.also


AnyRun = Run[Rules]
