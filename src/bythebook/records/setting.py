"""What a record says of its table: which game, under which choices, with what on offer."""

import datetime
from collections.abc import Collection
from pathlib import Path

from msgspec.structs import replace

from bythebook.errors import Malformed, Refused
from bythebook.game.state import Table
from bythebook.records.record import Record
from bythebook.rulebooks import editions_of, find_book, load_game, split_book
from bythebook.rulebooks.chapters.game import Game
from bythebook.rulebooks.law import commences


def game_of(record: Record, rulebook: Path | None = None, revision: int | None = None) -> Game:
    """The game a record is about, with the record's choices made."""
    game = load_game(
        record.game,
        record.decks,
        record.options,
        record.readings,
        rulebook,
        record.edition,
        _day(record, rulebook),
        revision,
    )
    book = find_book(game.book, game.edition, folder=rulebook)
    first = commences(book, game)
    if record.date is not None and record.date < first:
        raise Refused(book.about.effective_clause, f"{game.book} applies from {first}", "date")
    return game


def by_edition(record: Record, edition: str) -> Record:
    """The same round under another edition, if one is named."""
    return replace(record, edition=edition) if edition else record


def _day(record: Record, rulebook: Path | None) -> datetime.date | None:
    """The day that decides on the edition; before the first there is one that refuses the date."""
    book, edition = split_book(record.game.partition("/")[0])
    if record.date is None or record.edition or edition:
        return None
    return max(record.date, editions_of(book, rulebook)[0].about.effective)


def table_of(record: Record, game: Game) -> Table:
    _check_limits(record.limits, game, "limits")
    for player, agreed in record.personal.items():
        _check_limits(agreed, game, f"personal.{player}")
    _check_boxes(record, game)
    known = known_meters(game)
    for name in record.meters:
        if name not in known:
            listed = f"it has {', '.join(known)}" if known else "it has none"
            raise Malformed(f"{game.id} has no meter {name!r}; {listed}", "meters")
    return Table(
        side_wagers=frozenset(record.side_wagers),
        chips=record.chips,
        limits=record.limits,
        box_maximum=record.box_maximum,
        personal=record.personal,
        personal_boxes=record.personal_boxes,
        warned=frozenset(record.warned),
        meters=record.meters,
        hits=record.hits,
        seated=record.seated,
        first=record.first,
    )


def _check_limits(limits: Collection[str], game: Game, where: str) -> None:
    for name in limits:
        side = game.rules.side_wagers.get(name)
        if name != "main" and side is None:
            raise Malformed(f"{game.id} has no wager {name!r}", where)
        if side is not None and side.stake_is_fixed:
            raise Malformed("its stake is fixed, so it has no limits", f"{where}.{name}")


def known_meters(game: Game) -> list[str]:
    """The jackpot meters that a round of this game can draw on."""
    meters = []
    for side in game.rules.side_wagers.values():
        meters += [line.share.meter for line in side.lines if line.share is not None]
        if side.mystery is not None:
            meters += side.mystery.meters()
    return list(dict.fromkeys(meters))


def _check_boxes(record: Record, game: Game) -> None:
    """Boxes named beside the wagers exist, and the server drew for a jackpot that is on offer.

    A box it drew without a wager on the jackpot wins nothing.
    """
    rules = game.rules
    hits = [(f"hits.{name}", boxes) for name, boxes in record.hits.items()]
    agreed = [(f"personal.{name}", boxes) for name, boxes in record.personal_boxes.items()]
    first = ("first", (record.first,) if record.first else ())
    for where, boxes in [("seated", tuple(record.seated)), first, *hits, *agreed]:
        for box in boxes:
            if not 1 <= box <= rules.boxes.value:
                raise Refused(
                    rules.boxes.clause, f"there are boxes 1 to {rules.boxes.value}", where
                )
    offered = [rules.side_wagers[n] for n in record.side_wagers if n in rules.side_wagers]
    mysteries = [side.mystery for side in offered if side.mystery is not None]
    for name in record.hits:
        if not mysteries:
            raise Refused(rules.not_offered.clause, "no mystery jackpot is on offer", "hits")
        levels = mysteries[0].levels
        if name not in mysteries[0].meters():
            raise Refused(
                levels.clause, f"{name!r} is not mystery-1 to mystery-{levels.value}", "hits"
            )
        if name not in record.meters:
            raise Malformed(f"what {name} stood at must be given", "meters")
