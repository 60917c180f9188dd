"""What somebody asks about a game's odds: read from a form or from JSON, checked, put in order.

Two questions that mean the same become the same value, so that their answer is worked out once.
"""

import datetime
from collections.abc import Iterable
from hashlib import sha256
from typing import Literal
from urllib.parse import urlencode

import msgspec
from msgspec.structs import replace

from bythebook.errors import Malformed, Refused
from bythebook.money import format_amount, parse_amount
from bythebook.rulebooks import Book, Game, find_book
from bythebook.rulebooks.chapters.game import BlackjackGame
from bythebook.web.beside.variants import given_settings, variant_of

What = Literal["figures", "change", "compare", "sheet", "spots"]
# Only these: any other word would be the name of a file on the server.
Strategy = Literal["best", "mimic", "never-bust"]
Right = Literal["split", "double", "surrender", "insurance"]

EVERY_SIDE = "all"
ROUNDS_MAX = 10_000_000
STAKE_MAX = 100_000_000  # a million dollars: what a round can win stays a number machines count
TEXT_MAX = 200


class Asked(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A game at a table's own settings, and what is wanted: money is written in dollars.

    `figures` are the edge, the chart and the side wagers; `change` is what one other value of an
    option or reading would do to them (`change` = name=value); `compare` is every such change;
    `sheet` is the whole PAR sheet, with so many `rounds` of simulation beside the exact figures;
    `spots` is what every choice is worth on every two cards against every card of the dealer.
    """

    game: str
    edition: str = ""  # of the book; none: the one in force today
    decks: int | None = None
    options: dict[str, str] = {}
    readings: dict[str, str] = {}
    settings: dict[str, str] = {}  # of the game that are different, by their path in it
    side_wagers: tuple[str, ...] = ()  # or: all
    stake: str = "100"
    strategy: Strategy = "best"
    without: tuple[Right, ...] = ()
    meters: dict[str, str] = {}
    what: What = "figures"
    change: str = ""
    rounds: int = 0


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """What is asked, in order, with its game."""

    asked: Asked
    game: Game
    book: Book

    @property
    def id(self) -> str:
        return digest_of(self.asked)


def digest_of(asked: msgspec.Struct) -> str:
    """The same for everybody who asks the same."""
    return sha256(msgspec.json.encode(asked, order="deterministic")).hexdigest()[:32]


def read_question(asked: Asked) -> Question:
    """Check what can be checked at once, and say everything that was left to its default."""
    name, _, game_name = asked.game.partition("/")
    book = find_book(name, asked.edition, datetime.date.today())
    if not game_name:
        raise Malformed(f"{asked.game!r} is not a game; write it as book/game", "game")
    own = book.game(game_name)
    settings = given_settings(book, game_name, asked.settings)
    if settings:
        book = variant_of(book, game_name, settings)
    game = book.game(game_name, asked.decks, _given(asked.options), _given(asked.readings))
    stake = parse_amount(asked.stake.strip(), "stake")
    if not 0 < stake <= STAKE_MAX:
        raise Malformed("a stake is from 0.01 to 1,000,000.00", "stake")
    if not 0 <= asked.rounds <= ROUNDS_MAX:
        raise Malformed(f"from 0 to {ROUNDS_MAX:,}", "rounds")
    decides = asked.strategy != "best" or asked.without or asked.what == "spots"
    if not isinstance(game.rules, BlackjackGame) and decides:
        clause = game.rules.no_decisions.clause
        raise Refused(clause, f"nobody decides anything in {game.id}", "strategy")
    whole = replace(
        asked,
        game=own.id,
        edition=own.edition,
        settings=settings,
        decks=game.decks,
        options={
            name: value
            for name, value in sorted(game.choices.items())
            if value and name != "decks" and name not in game.readings
        },
        readings={name: game.choices[name] for name in sorted(game.readings)},
        side_wagers=_side_wagers(game, asked.side_wagers),
        stake=format_amount(stake),
        without=tuple(sorted(set(asked.without))),
        meters=_meters(game, asked.meters),
        change=_change(game, asked),
        rounds=asked.rounds if asked.what == "sheet" else 0,
    )
    return Question(asked=whole, game=game, book=book)


def about_the_table(asked: Asked) -> Asked:
    """The same table, whatever is wanted of it."""
    return replace(asked, what="figures", change="", rounds=0)


def _given(choices: dict[str, str]) -> dict[str, str]:
    """A field left empty in a form chooses nothing."""
    return {name: value for name, value in choices.items() if value}


def _side_wagers(game: Game, named: Iterable[str]) -> tuple[str, ...]:
    wanted = set(named)
    if EVERY_SIDE in wanted:
        return (EVERY_SIDE,)
    for name in sorted(wanted - game.rules.side_wagers.keys()):
        known = ", ".join(game.rules.side_wagers) or "none"
        raise Malformed(f"{game.id} has no side wager {name[:TEXT_MAX]!r}; it has {known}", "side")
    return tuple(sorted(wanted))


def meters_of(game: Game) -> list[str]:
    """The jackpot meters on which the price of a side wager depends."""
    sides = game.rules.side_wagers.values()
    shared = [line.share.meter for side in sides for line in side.lines if line.share is not None]
    return list(dict.fromkeys(shared))


def _meters(game: Game, given: dict[str, str]) -> dict[str, str]:
    known = meters_of(game)
    meters = {}
    for name, text in sorted(_given(given).items()):
        if name not in known:
            has = ", ".join(known) or "none"
            raise Malformed(f"{game.id} has no meter {name[:TEXT_MAX]!r}; it has {has}", "meter")
        meters[name] = format_amount(parse_amount(text.strip(), f"meter {name}"))
    return meters


def _change(game: Game, asked: Asked) -> str:
    if asked.what != "change":
        return ""
    name, equals, value = asked.change.partition("=")
    if not equals or name not in game.choices:
        raise Malformed("a change is written name=value, of an option or a reading", "change")
    if game.choices[name] == value:
        raise Malformed(f"{name} is {value} already", "change")
    return f"{name}={value}"


# Forms


def asked_from(pairs: Iterable[tuple[str, str]], game: str) -> Asked:
    """Read the fields of the form; `game`: which one if none is named. Unknown fields are not ours.

    A choice is a field such as `option.dealer` or `reading.ten-shown`, and `set.settlement.equal`
    is a setting of the game.
    """
    data: dict[str, object] = {"game": game}
    many: dict[str, list[str]] = {"side": [], "without": []}
    choices: dict[str, dict[str, str]] = {"option": {}, "reading": {}, "meter": {}, "set": {}}
    for field, text in pairs:
        kind, dot, name = field.partition(".")
        if dot and kind in choices:
            choices[kind][name] = text
        elif field in many:
            many[field].append(text)
        elif field in ("game", "edition", "stake", "strategy") and text:
            data[field] = text
        elif field in ("decks", "rounds") and text:
            data[field] = whole_number(text, field)
    data |= {"options": choices["option"], "readings": choices["reading"]}
    data |= {"settings": choices["set"]}
    data |= {"meters": choices["meter"], "side_wagers": many["side"], "without": many["without"]}
    try:
        return msgspec.convert(data, Asked)
    except msgspec.ValidationError as error:
        raise Malformed(str(error)) from None


def whole_number(text: str, where: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise Malformed(f"{text[:TEXT_MAX]!r} is not a whole number", where)
    return int(text)


def fields_of(asked: Asked) -> list[tuple[str, str]]:
    """The form's fields for a question: reading them gives the same question again."""
    fields = [("game", asked.game), ("edition", asked.edition), ("decks", str(asked.decks or ""))]
    fields += [(f"option.{name}", value) for name, value in asked.options.items()]
    fields += [(f"reading.{name}", value) for name, value in asked.readings.items()]
    fields += [(f"set.{path}", value) for path, value in asked.settings.items()]
    fields += [("side", name) for name in asked.side_wagers]
    fields += [("stake", asked.stake), ("strategy", asked.strategy)]
    fields += [("without", right) for right in asked.without]
    fields += [(f"meter.{name}", value) for name, value in asked.meters.items()]
    return [(name, value) for name, value in fields if value]


def address_of(asked: Asked) -> str:
    """The page with the answer."""
    return f"/odds?{urlencode([*fields_of(asked), ('ask', '1')])}"
