"""The commands `odds` and `prepare`: what a game is worth at a table's own settings, exactly, and
what pages show at once, worked out beforehand."""

import datetime
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from bythebook.commands import choices as c
from bythebook.commands.options import OddsAsked
from bythebook.odds.sheet import front
from bythebook.odds.simulate.systems import SYSTEMS
from bythebook.rulebooks import built_in_books, find_book
from bythebook.rulebooks.chapters.game import BlackjackGame, Game
from bythebook.school import counting, prepared

if TYPE_CHECKING:
    from bythebook.odds.sheet.figures import Question

STAKE = 10_000
Games = Annotated[
    list[str] | None, typer.Argument(metavar="[GAME]...", help="Only these; else every game.")
]


Counter = Annotated[
    bool,
    typer.Option("--counter", help="What the side wagers are worth to somebody who counts cards."),
]
Penetration = Annotated[
    float, typer.Option(metavar="PART", help="With --counter: how much of the shoe is dealt.")
]


class Asked(OddsAsked, frozen=True, kw_only=True):
    counter: Counter = False
    penetration: Penetration = 0.75
    as_json: c.AsJson = False


@c.taking(Asked)
def odds_command(asked: Asked) -> None:
    """Work out a game exactly: edge, spread, where they come from, side wagers line by line.

    --side all prices every side wager that can be priced. --counter says instead what each is worth
    to somebody who counts cards.
    """
    game, book = asked.named()
    question = asked.question(game)
    if asked.counter:
        _tell_counters(asked, question)
        return

    from bythebook.odds.sheet.figures import figures_of

    with c.patience("working out the game"):
        figures = figures_of(question, book)
    if asked.as_json:
        from bythebook.odds.sheet.as_json import figures_to_json

        c.print_json(figures_to_json(figures))
    else:
        from bythebook.odds.sheet.as_text import tell_figures

        print(tell_figures(figures, book.about.place))


def _tell_counters(asked: Asked, question: "Question") -> None:
    from bythebook.odds.sheet.counters import counter_to_json, counters_of, tell_counter

    with c.patience("counting the cards"):
        worths = counters_of(question, asked.penetration)
    if asked.as_json:
        c.print_json(counter_to_json(worths))
    else:
        print("\n\n".join(tell_counter(worth) for worth in worths))


def prepare_command(games: Games = None) -> None:
    """Work out the front page of odds and the spots of every game, and write both down.

    It is for whoever changes a rulebook or the sums: tests say when what is kept is out of date.
    """
    today = datetime.date.today()
    known = {game.game: game for game in front.front_games()} if front.FILE.is_file() else {}
    shown = []
    for name in built_in_books():
        book = find_book(name, "", today)
        for each in book.games:
            game = book.game(each)
            if games and game.id not in games:
                shown += [known[game.id]] if game.id in known else []
                continue
            typer.echo(game.id)
            _write_spots(game)
            shown.append(front.front_game(game, book))
    _write_turns(games)
    front.FILE.write_bytes(msgspec.json.format(msgspec.json.encode(shown), indent=1) + b"\n")


def _write_spots(game: Game) -> None:
    if not isinstance(game.rules, BlackjackGame):
        return
    from bythebook.school.tabling import spot_table

    prepared.FOLDER.mkdir(exist_ok=True)
    text = prepared.write_table(spot_table(game, STAKE))
    (prepared.FOLDER / prepared.name_of(game.id)).write_text(text, encoding="utf-8")


def _write_turns(games: list[str] | None) -> None:
    """Index plays of every game that was asked for, beside those of the others."""
    from bythebook.school.indexing import turns_of

    turns = dict(counting.all_turns())
    for name in built_in_books():
        book = find_book(name, "", datetime.date.today())
        for each in book.games:
            game = book.game(each)
            if isinstance(game.rules, BlackjackGame) and (not games or game.id in games):
                typer.echo(f"{game.id}, counting")
                turns[game.id] = {system: turns_of(game, system) for system in SYSTEMS}
    counting.FILE.write_bytes(msgspec.json.format(msgspec.json.encode(turns), indent=0) + b"\n")
