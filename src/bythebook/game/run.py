"""One decision as it unfolds: the events so far, and the round as they leave it."""

from typing import Generic, TypeVar

import msgspec

from bythebook.errors import given
from bythebook.game.events import Event, RowResult, Settled, Stage
from bythebook.game.evolve import EVOLVE
from bythebook.game.state import Stake, State
from bythebook.money import next_payable
from bythebook.rulebooks.chapters.game import Outcome, Rules
from bythebook.rulebooks.chapters.words import Authority

R_co = TypeVar("R_co", bound=Rules, covariant=True)


class Paid(msgspec.Struct, frozen=True, gc=False):
    """What a wager wins; `by`: the clause by which the chips make it more than was due, if so."""

    cents: int
    by: tuple[str, ...] = ()

    @property
    def rounded(self) -> bool:
        return bool(self.by)


NOTHING = Paid(0)


class Run(msgspec.Struct, Generic[R_co], gc=False):
    """Collects events; each is applied at once, so that the next is decided on what it left."""

    rules: R_co
    state: State
    events: list[Event] = []

    def emit(self, event: Event) -> None:
        self.state = EVOLVE[type(event)](self.state, event)
        self.events.append(event)

    def payable(self, cents: int) -> int:
        """What is paid when this much is due: up to the next sum that the chips can make."""
        if self.rules.payment.value == "exact":
            return cents
        return next_payable(cents, self.state.table.chips)

    def paid_for(self, exact: int) -> Paid:
        """What is paid when this much is due, and by which clause it is not the same."""
        cents = self.payable(exact)
        return Paid(cents, (self.rules.payment.clause,) if cents != exact else ())

    def by_token(self, in_tokens: int) -> tuple[str, ...]:
        """The clause by which a stake is in tokens, if any of it is."""
        tokens = self.rules.wagering.tokens
        return (tokens.clause,) if in_tokens and tokens is not None else ()

    def standing(
        self, player: str, box: int, kind: str, amount: int, in_tokens: int
    ) -> tuple[str, ...]:
        """The clauses by which a stake stands that is in tokens, or below the minimum."""
        clauses = self.by_token(in_tokens)
        limits = self.state.table.limits_of(player, kind, box)
        if limits is not None and amount < limits[0]:
            clauses = (*clauses, self.rules.limits.under_minimum.clause)
        return clauses

    def within_limits(self, box: int, hand: int, stake: Stake, stage: Stage) -> Stake | None:
        """What of a stake counts now that its hand has a result; None: it went back whole.

        Where the book finds wagers outside the limits only then, they have been played as they
        lay; the maximum cuts the original and the double alike.
        """
        limits = self.rules.limits
        if limits.after_result is None:
            return stake
        table = self.state.table
        bounds = table.limits_of(stake.player, "main", box)
        if bounds is None:
            return stake
        least, most = bounds
        under = self.state.box(box).originals[stake.player] < least
        if under and stake.player in table.warned and limits.warned is not None:
            self._out_of_limits(box, hand, stake, stake.real, limits.warned, stage)
            return None
        over = max(stake.original - most, 0) + max(stake.doubled - most, 0)
        if not over:
            return stake
        self._out_of_limits(box, hand, stake, over, limits.over_maximum, stage)
        return self.state.hand(box, hand).stake(stake.player)

    def _out_of_limits(
        self, box: int, hand: int, stake: Stake, amount: int, rule: Authority, stage: Stage
    ) -> None:
        """A stake goes back, or the part over the maximum: of that, chips before tokens."""
        chips = min(amount, stake.chips)
        self.emit(
            Settled(
                box, hand, stake.player, "main", amount, "returned", "", 0, amount, rule.clause,
                rule.also, stage, chips, chips, in_tokens=amount - chips,
                excess=amount < stake.real,
            )
        )  # fmt: skip

    def settle_stake(
        self, box: int, hand: int, stake: Stake, outcome: Outcome, stage: Stage
    ) -> None:
        """Settle one player's money on one hand as the outcome says."""
        found = self.within_limits(box, hand, stake, stage)
        if found is None:
            return
        stake = found
        paid = NOTHING
        if outcome.result == "wins" and outcome.odds is not None:
            paid = self.paid_for(outcome.odds.winnings(stake.real + stake.free))
        kept = stake.real if outcome.result != "loses" else 0
        self.settle_main(box, hand, stake, outcome, stage, kept, paid)

    def settle_main(
        self,
        box: int,
        hand: int,
        stake: Stake,
        outcome: Outcome,
        stage: Stage,
        kept: int,
        won: Paid = NOTHING,
        result: RowResult | None = None,
    ) -> None:
        """Settle a main wager: what is won on top, `kept` of the stake itself going back."""
        result = result or outcome.result
        paid, rounded = won.cents, bool(won.by)
        clause, also = outcome.clause, (*outcome.also, *won.by)
        place = self.state.box(box)
        if stake.player in place.invalid:
            cited = Authority(clause=clause, also=also)
            result, paid, kept, clause, also = self.not_valid(result, stake.real, kept, cited)
            rounded = False
        table = self.state.table
        if stake.in_tokens or table.limits or table.personal:  # all that a stake may need to stand
            original = place.originals[stake.player]
            also = (*also, *self.standing(stake.player, box, "main", original, stake.in_tokens))
        back, chips = self.going_back(kept, stake.chips_of(kept), result)
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
                rounded=rounded,
            )
        )

    def not_valid(
        self, result: RowResult, stake: int, kept: int, cited: Authority
    ) -> tuple[RowResult, int, int, str, tuple[str, ...]]:
        """What becomes of a wager that was not valid: it wins nothing, and may still lose."""
        rule = given(self.rules.wagering.invalid)
        if result == "loses" and rule.losing == "collected":
            return result, 0, kept, cited.clause, (rule.clause, *cited.also)
        return "returned", 0, stake, rule.clause, (cited.clause, *cited.also)

    def going_back(self, kept: int, chips: int, result: RowResult) -> tuple[int, int]:
        """Of the part of a stake that goes back: its value, and how much of that is chips.

        Chips go back first. Tokens that won or stood off meet the fate the book has for them.
        """
        chips = min(kept, chips)
        rules = self.rules.wagering.tokens
        if rules is None:
            return kept, kept
        fate = {"wins": rules.on_win, "stand-off": rules.on_stand_off}.get(result, "returned")
        if fate == "kept":
            return chips, chips
        return kept, kept if fate == "cashed" else chips


AnyRun = Run[Rules]
