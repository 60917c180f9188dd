"""Every command, legal or not, that anybody at a table could think of: `legal` must miss none."""

from collections.abc import Iterator

from bythebook.game import State
from bythebook.game import commands as c
from bythebook.game.offers import most_insurance
from bythebook.rulebooks import Game
from bythebook.rulebooks.chapters.game import BlackjackGame


def candidates(game: Game, state: State) -> Iterator[c.Command]:
    """Every command, legal or not, that anybody at the table could think of now."""
    yield c.CloseBetting()
    yield c.Proceed()
    for box in state.boxes:
        number = box.number
        if state.phase == "naming":
            yield from (c.NameJoker(number, rank) for rank in "A23456789T")
        for player in box.order:
            yield c.TakeEvenMoney(number, player)
            yield c.Surrender(number, player)
            yield c.Hit(number, player)
            yield c.Stand(number, player)
            yield c.Double(number, player)
            yield c.Split(number, player)
            yield c.Ride(number, player)
            yield c.Withdraw(number, player)
            yield c.DeclareAbsent(number, player)
            yield c.TakeBack(number, player)
        yield c.CallDealerCard(number)
        yield from _insurances(game, state, number)


def _insurances(game: Game, state: State, number: int) -> Iterator[c.Command]:
    """Anybody's insurance of anybody's wager on a box."""
    rules = game.rules
    if not isinstance(rules, BlackjackGame) or rules.insurance is None:
        return
    everybody = sorted({player for box in state.boxes for player in box.order})
    for stake in state.box(number).hands[0].stakes:
        most = most_insurance(rules, state, stake)
        yield from (c.Insure(number, most, player, stake.player) for player in everybody)
