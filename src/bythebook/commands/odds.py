"""The commands `odds` and `prepare`: what a game is worth at a table's own settings, exactly, and
what pages show at once, worked out beforehand."""

import datetime
from typing import Annotated

import msgspec
import typer

from bythebook.commands import choices as c
from bythebook.commands.options import OddsAsked
from bythebook.odds.sheet import front
from bythebook.rulebooks import built_in_books, find_book
from bythebook.rulebooks.chapters.game import BlackjackGame, Game
from bythebook.school import counting, prepared

STAKE = 10_000
COUNTED = ("hi-lo",)  # whose index plays are known beforehand
Games = Annotated[
    list[str] | None, typer.Argument(metavar="[GAME]...", help="Only these; else every game.")
]


class Asked(OddsAsked, frozen=True, kw_only=True):
    as_json: c.AsJson = False


@c.taking(Asked)
def odds_command(asked: Asked) -> None:
    """Work out a game exactly: edge, spread, where they come from, side wagers line by line.

    --side all prices every side wager that can be priced.
    """
    game, book = asked.named()
    question = asked.question(game)

    from bythebook.odds.sheet.figures import figures_of

    with c.patience("working out the game"):
        figures = figures_of(question, book)
    if asked.as_json:
        from bythebook.odds.sheet.as_json import figures_to_json

        c.print_json(figures_to_json(figures))
    else:
        from bythebook.odds.sheet.as_text import tell_figures

        print(tell_figures(figures, book.about.place))


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
                turns[game.id] = {system: turns_of(game, system) for system in COUNTED}
    counting.FILE.write_bytes(msgspec.json.format(msgspec.json.encode(turns), indent=0) + b"\n")
