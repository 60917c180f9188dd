"""What the player may put down for a round: how many units, and which side wagers beside them."""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from bythebook.errors import Malformed
from bythebook.game.commands import CloseBetting, Command, PlaceWager
from bythebook.rulebooks import Game

BOX = 1
PLAYER = "player"


class Wagers(msgspec.Struct, frozen=True):
    """One way to bet on a round."""

    main_cents: int
    units: int
    sides: tuple[tuple[str, int], ...] = ()  # the wager and its cents

    @property
    def name(self) -> str:
        return " ".join(("wager", str(self.units), *(name for name, _ in self.sides)))

    def commands(self) -> Iterator[Command]:
        """How it is placed; then the betting is closed."""
        yield PlaceWager(BOX, PLAYER, self.main_cents)
        for name, cents in self.sides:
            yield PlaceWager(BOX, PLAYER, cents, name)
        yield CloseBetting()


def ways_to_bet(
    stake_cents: int, spread: Sequence[int], side_wagers: Mapping[str, int]
) -> tuple[Wagers, ...]:
    """Every main wager of the spread with every choice of side wagers.

    The choices of side wagers count up in binary: the first named is the lowest digit.
    """
    if not spread or sorted(set(spread)) != list(spread) or spread[0] < 1:
        raise Malformed(f"{list(spread)} is not a rising list of whole numbers of units", "spread")
    sides = tuple(side_wagers.items())
    return tuple(
        Wagers(
            units * stake_cents,
            units,
            tuple(side for digit, side in enumerate(sides) if choice >> digit & 1),
        )
        for units in spread
        for choice in range(1 << len(sides))
    )


def names_of_bets(ways: tuple[Wagers, ...]) -> tuple[str, ...]:
    """How the ways to bet are called, where there is something to choose."""
    return tuple(wagers.name for wagers in ways) if len(ways) > 1 else ()


def sides_on_offer(game: Game, chosen: Mapping[str, int], stake_cents: int) -> dict[str, int]:
    """The side wagers that may be placed and for how much: those always on offer, those chosen."""
    known = game.rules.side_wagers
    always = {name: stake_cents for name, side in known.items() if side.always_offered}
    for name in chosen:
        if name in known and known[name].looks_at == "server":
            raise Malformed(f"{name} is drawn by a server, not by the cards", "side_wagers")
    return always | dict(chosen)


def check_meters(game: Game, sides: Mapping[str, int], meters: Mapping[str, int]) -> None:
    """Every meter that a wager on offer can win from must be given, and nothing else."""
    needed = [
        line.share.meter
        for name, side in game.rules.side_wagers.items()
        for line in side.lines
        if name in sides and line.share is not None
    ]
    for name in needed:
        if name not in meters:
            raise Malformed(f"what does the meter {name} show? Cents are expected", "meters")
    for name in meters:
        if name not in needed:
            raise Malformed(f"no wager on offer wins from a meter {name!r}", "meters")
