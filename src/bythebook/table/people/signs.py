"""What a sign says: a value made from the table's settings, never somebody's words.

A book's `[signs]` names, for each kind of sign, which settings it shows. Whoever puts one up says
at most what is to come; opening a table, every change and every round compare the sign with what
is enforced. A sign of a kind that the book does not name says what was typed, and counts by being
there; so does one that went up before signs were values.
"""

from msgspec.structs import replace

from bythebook.game.lines.pay_table import rate_told
from bythebook.money import CENTS
from bythebook.rulebooks.chapters.conduct import Shown
from bythebook.rulebooks.chapters.game import BlackjackGame, Game, Line, Line21, SideWager
from bythebook.rulebooks.tables import TableRules
from bythebook.table.decision import game_for
from bythebook.table.orders import (
    ChangeGame,
    ChangeLimits,
    Command,
    DisplaySign,
    ReplaceCards,
    Setup,
)
from bythebook.table.settings import box_maximum, with_dealing
from bythebook.table.state import Says, Sign, State

PERSONAL = "personal-limits"  # the sign or marker of one player's own limits
_OF_THE_RULES = {"odds", "payouts", "stakes", "floors"}  # what the settings make of the rules
_PayTable = dict[str, str]


def sign_of(rules: TableRules, setup: Setup, kind: str) -> Says | None:
    """What a sign of this kind says at a table that is set up like this; None: nothing is named."""
    shown = rules.conduct.signs.get(kind)
    if shown is None:
        return None
    says = Says(
        game=setup.game if "game" in shown.shows else "",
        limits=_limits(shown, setup),
        box_maximum=setup.box_maximum if "box" in shown.shows else None,
        units=dict(setup.units) if "units" in shown.shows else {},
    )
    if not shown.options and _OF_THE_RULES.isdisjoint(shown.shows):
        return says
    setup = with_dealing(rules, setup)
    game = game_for(rules, setup)
    sides = {
        name: side
        for name, side in on_offer(game, setup).items()
        if name in (shown.wagers or (name,))
    }
    return replace(
        says,
        odds=_odds(shown, game, sides),
        options={name: game.choices[name] for name in shown.options if name in game.choices},
        stakes=_stakes(sides) if "stakes" in shown.shows else {},
        floors=_floors(sides) if "floors" in shown.shows else {},
    )


def on_offer(game: Game, setup: Setup) -> dict[str, SideWager]:
    """The side wagers of a table: those chosen for it and those that the book always offers."""
    return {
        name: side
        for name, side in game.rules.side_wagers.items()
        if name in setup.side_wagers or side.always_offered is not None
    }


def _limits(shown: Shown, setup: Setup) -> dict[str, tuple[int, int]]:
    if "limits" not in shown.shows:
        return {}
    return {name: pair for name, pair in setup.limits.items() if name in (shown.wagers or (name,))}


def _odds(shown: Shown, game: Game, sides: dict[str, SideWager]) -> dict[str, _PayTable]:
    found: dict[str, _PayTable] = {}
    if "payouts" in shown.shows and isinstance(game.rules, BlackjackGame):
        found["main"] = _payouts(game.rules)
    if "odds" in shown.shows:
        found |= {
            name: {line.name: line_pays(line) for line in side.lines}
            for name, side in sides.items()
        }
    return found


def line_pays(line: Line) -> str:
    """What a line pays, in words that differ wherever a payment would."""
    if line.share is not None:
        return f"{line.share.percent} % of the meter"
    if line.prizes_dollars is not None:
        return ", ".join(f"${won:,} for {stake}" for stake, won in line.prizes_dollars.items())
    return rate_told(line)


def _payouts(rules: BlackjackGame) -> _PayTable:
    """The payout table of a game that has one, and its bonus."""
    found = {_hand(line): str(line.outcome.odds or "even") for line in rules.at_once.lines}
    if rules.super_bonus is not None:
        for bracket in rules.super_bonus.brackets:
            name = f"super bonus, a wager from ${bracket.from_dollars}"
            found[name] = f"${bracket.pays_dollars:,}"
        found["super bonus, every other wager"] = f"${rules.super_bonus.others_dollars.value:,}"
    return found


def _hand(line: Line21) -> str:
    if line.cards is not None:
        return f"21 with {line.cards}{' or more' if line.or_more else ''} cards"
    return f"{'-'.join(line.ranks)} {line.suits}"


def _stakes(sides: dict[str, SideWager]) -> dict[str, tuple[int, ...]]:
    """The sums that a wager of a fixed stake may be."""
    return {name: fixed for name, side in sides.items() if (fixed := side.fixed_stakes)}


def _floors(sides: dict[str, SideWager]) -> dict[str, int]:
    """The sums below which no meter is shown."""
    shares = [line.share for side in sides.values() for line in side.lines]
    return {
        share.meter: share.reset_dollars * CENTS
        for share in shares
        if share is not None and share.never_below_reset
    }


# Putting one up


def announced(rules: TableRules, state: State, command: DisplaySign) -> Says | None:
    """What a sign says that is put up now: made from the settings, and what is typed is to come."""
    if command.kind == PERSONAL:
        return Says(limits=command.limits, boxes=tuple(sorted(set(command.boxes))))
    shown = rules.conduct.signs.get(command.kind)
    if shown is None:
        return None
    setup = _to_come(state, command, "game" in shown.shows)
    if setup is not None:
        return sign_of(rules, setup, command.kind)
    typed = Says(
        game=command.text if "game" in shown.shows else "",
        limits=command.limits if "limits" in shown.shows else {},
        units=dict(command.units or {}) if "units" in shown.shows else {},
    )
    wagers = shown.wagers or tuple(typed.limits)
    return replace(typed, limits={w: pair for w, pair in typed.limits.items() if w in wagers})


def _to_come(state: State, command: DisplaySign, names_game: bool) -> Setup | None:
    """The table as the sign has it: as it is, or as whoever puts the sign up says it will be.

    What is typed on a sign that shows which game is played is its name.
    """
    setup = state.setup if state.phase == "open" else command.setup
    if setup is None:
        return None
    limits = command.limits or setup.limits
    units = setup.units if command.units is None else command.units
    return replace(
        setup,
        game=command.text if command.text and names_game else setup.game,
        limits=limits,
        units={wager: unit for wager, unit in units.items() if wager in limits},
        side_wagers=setup.side_wagers if command.side_wagers is None else command.side_wagers,
        options=setup.options if command.options is None else dict(command.options),
        decks=setup.decks if command.decks is None else command.decks,
    )


# Comparing


def shows(rules: TableRules, sign: Sign, setup: Setup) -> bool:
    """Whether a sign says exactly what would be enforced at a table set up like this."""
    return sign.says is None or sign.says == sign_of(rules, setup, sign.kind)


def after(rules: TableRules, state: State, command: Command) -> Setup:
    """The table as a change would leave it."""
    setup = state.set_up
    match command:
        case ChangeLimits():
            units = setup.units if command.units is None else command.units
            units = {wager: unit for wager, unit in units.items() if wager in command.limits}
            most = box_maximum(rules.conduct, command.limits, command.box_maximum)
            return replace(setup, limits=command.limits, box_maximum=most, units=units)
        case ChangeGame():
            stays = rules.conduct.opening.chosen.keys() & setup.options.keys()
            kept = {name: setup.options[name] for name in sorted(stays)}
            return with_dealing(
                rules,
                replace(
                    setup,
                    game=command.game,
                    side_wagers=command.side_wagers,
                    options=kept | dict(command.options),
                    decks=setup.decks if command.decks is None else command.decks,
                ),
            )
        case ReplaceCards():
            decks = setup.decks if command.decks is None else command.decks
            return replace(setup, decks=decks)
        case _:
            return setup


def pays_otherwise(rules: TableRules, setup: Setup, other: Setup) -> bool:
    """Whether any wager on offer would be paid otherwise."""
    paid = Shown(clause="", shows=("odds", "payouts"))
    now, then = game_for(rules, setup), game_for(rules, other)
    return _odds(paid, now, on_offer(now, setup)) != _odds(paid, then, on_offer(then, other))


def anew(rules: TableRules, state: State, setup: Setup, at: int) -> list[Sign]:
    """The signs that must say something else at a table set up like this."""
    return [
        replace(sign, since=at, limits=says.limits, text=says.game, says=says, round=state.begun)
        for sign in state.signs
        if not sign.player
        and (shown := rules.conduct.signs.get(sign.kind)) is not None
        and not shown.announces
        and (says := sign_of(rules, setup, sign.kind)) is not None
        and says != sign.says
    ]


def with_signs(state: State, signs: list[Sign]) -> State:
    """The table with these in the place of those of their kind."""
    kinds = {sign.kind for sign in signs}
    return replace(state, signs=(*(s for s in state.signs if s.kind not in kinds), *signs))
