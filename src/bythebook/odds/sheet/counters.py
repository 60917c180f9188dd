"""What a side wager is worth to somebody who counts cards, for the terminal and for programs."""

from contextlib import suppress
from typing import Any

import msgspec

from bythebook.errors import Malformed, Refused
from bythebook.odds.sheet.as_text import Section, Table, plain
from bythebook.odds.sheet.figures import Question, check, stake_asked
from bythebook.odds.sheet.notation import counted, number, percent, points
from bythebook.odds.sides.counter import Bets, CounterWorth, worth_to_counter
from bythebook.odds.sides.side_wagers import meters_of

LEAST_SHOWN = 0.0005  # how often a true count comes that is told by itself


def counters_of(question: Question, penetration: float) -> list[CounterWorth]:
    """The worth of every side wager that is asked for; of all of them, those that can be told."""
    check(question)
    game = question.game
    wanted = list(question.sides)
    if not wanted and not question.every_side:
        raise Malformed("name the side wagers that are meant: --side NAME, or --side all", "side")
    found = [_counter(question, name, penetration) for name in wanted]
    if question.every_side:
        for name in game.rules.side_wagers:
            if name not in wanted:
                with suppress(Malformed, Refused):
                    found.append(_counter(question, name, penetration))
    return found


def _counter(question: Question, name: str, penetration: float) -> CounterWorth:
    game = question.game
    meters = meters_of(game, name) | question.meters
    stake = stake_asked(question, name, game.rules.side_wagers[name])
    return worth_to_counter(game, name, stake=stake, meters=meters, penetration=penetration)


def tell_counter(worth: CounterWorth) -> str:
    """The worth of one wager."""
    title = f"{worth.title} ({worth.wager}), {counted(worth.decks, 'deck')}, for who counts cards"
    sections = (
        Section(title, (), f"from a fresh shoe the player's mean is {percent(worth.mean)}"),
        _effects(worth),
        _over_a_shoe(worth),
    )
    return "\n\n".join("\n".join(plain(section)) for section in sections)


def counter_to_json(worths: list[CounterWorth]) -> dict[str, Any]:
    return {worth.wager: msgspec.to_builtins(worth) for worth in worths}


def _effects(worth: CounterWorth) -> Section:
    rows = [
        (removal.card, points(removal.effect), f"{worth.tags[removal.card]:+d}")
        for removal in worth.removals
    ]
    parts: list[Table | str] = [Table(("rank", "#effect", "#tag"), rows)]
    parts.append(f"the tags tell {percent(worth.correlation, 1)} of what every card does")
    if worth.cards:
        apart = {removal.card[0]: removal.effect for removal in worth.removals}
        own = [r for r in worth.cards if abs(r.effect - apart[r.card[0]]) > LEAST_APART]
        parts.append(
            "cards unlike others of their rank: "
            + ", ".join(f"{removal.card} {points(removal.effect)}" for removal in own)
        )
    return Section(
        "Effect of a card that leaves the shoe, in points of a per cent, and a count", parts
    )


LEAST_APART = 1e-6


def _over_a_shoe(worth: CounterWorth) -> Section:
    over = worth.over
    told = (
        f"{percent(worth.penetration, 1)} of it dealt, {worth.round_cards:g} cards a round,"
        f" {number(over.places)} places"
    )
    rows = [
        (f"{row.count:+d}", percent(row.how_often, 2), percent(row.mean, 2))
        for row in over.by_count
        if row.how_often >= LEAST_SHOWN
    ]
    made = "by the count: never" if over.trigger is None else f"from {over.trigger:+d} on"
    return Section(
        "Over a shoe",
        (
            Table(("#true count", "#comes", "#player's mean"), rows),
            Table(
                ("the wager is made", "#how often", "#mean then", "#units in 100 rounds"),
                [_bets(made, over.counted), _bets("knowing every card left", over.perfect)],
            ),
        ),
        told,
    )


def _bets(when: str, bets: Bets) -> tuple[str, ...]:
    won = f"{bets.per_100:.3f} ± {bets.error:.3f}"
    return when, percent(bets.how_often, 2), percent(bets.mean, 2), won
