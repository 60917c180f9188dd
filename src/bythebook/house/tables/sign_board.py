"""The signs of a table as they stand on the felt: to be looked at, and to be printed."""

from collections.abc import Iterable

import msgspec

from bythebook.house.tables.inscription import inscription
from bythebook.house.tables.running_table import RunningTable, setup_of
from bythebook.money import format_amount
from bythebook.rulebooks.chapters.game import Game
from bythebook.rulebooks.plain import NAME
from bythebook.rulebooks.tables import TableRules
from bythebook.table.decision import game_for
from bythebook.table.people.signs import PERSONAL
from bythebook.table.settings import with_dealing
from bythebook.table.state import Says, Sign

_TITLES = {
    "limits": "Table limits",
    "new-limits": "New limits",
    "game": "The game",
    "next-game": "The next game",
    "odds": "Odds",
    "closing": "This table closes",
    "multiples": "Wagers in multiples of",
    "kept-minimum": "The old minimum ends",
    PERSONAL: "Limits of one player's own",
}


class SignLine(msgspec.Struct, frozen=True):
    """A line of a sign: what, and how much; without a figure it is a heading."""

    what: str
    figure: str = ""


class SignOnFelt(msgspec.Struct, frozen=True):
    title: str
    lines: tuple[SignLine, ...]
    since: int
    time: int | None  # from when it applies
    clause: str


class SignBoard(msgspec.Struct, frozen=True):
    """Everything that whoever sits down may rely on."""

    game: str
    layout: tuple[SignLine, ...]  # what the felt itself says, with its clauses
    signs: tuple[SignOnFelt, ...]
    plain: str = ""  # the conduct by which the table is run, where its book says none


def sign_board(rules: TableRules, run: RunningTable) -> SignBoard:
    """Made from the signs that are up; of one about a single player, what others must know."""
    game = game_for(rules, with_dealing(rules, setup_of(run)))
    signs = [sign for sign in run.table.signs if not sign.player or sign.kind == PERSONAL]
    return SignBoard(
        game.rules.title,
        tuple(_layout(rules, game, run)),
        tuple(_on_felt(rules, game, sign) for sign in signs),
        NAME if rules.plain else "",
    )


def _layout(rules: TableRules, game: Game, run: RunningTable) -> Iterable[SignLine]:
    for words in inscription(game):
        yield SignLine(words)
    late = rules.conduct.seats.mid_shoe
    if late is not None and setup_of(run).dealing == "shoe":
        yield SignLine("Joining during a shoe, or leaving out a round: the minimum may be imposed")


def _on_felt(rules: TableRules, game: Game, sign: Sign) -> SignOnFelt:
    shown = rules.conduct.signs.get(sign.kind)
    title = _TITLES.get(sign.kind, sign.kind.replace("-", " ").capitalize())
    says = sign.says if sign.says is not None else Says(limits=sign.limits)
    lines = [*_lines(rules, game, says)]
    if sign.says is None and sign.text and sign.text != sign.kind:
        lines.append(SignLine(sign.text))
    clause = shown.clause if shown is not None else ""
    if sign.kind == PERSONAL:  # it does not say whose
        clause = rules.conduct.limits.personal.clause
    return SignOnFelt(title, tuple(lines), sign.since, sign.time, clause)


def _lines(rules: TableRules, game: Game, says: Says) -> Iterable[SignLine]:
    if says.game:
        yield SignLine(rules.book.game(says.game).rules.title)
    for wager, (least, most) in says.limits.items():
        yield SignLine(wager_title(game, wager), f"{_money(least)} to {_money(most)}")
    if says.boxes:
        yield SignLine("Stands at", ", ".join(f"box {box}" for box in says.boxes))
    if says.box_maximum is not None:
        yield SignLine("All wagers on a box", f"to {_money(says.box_maximum)}")
    for wager, unit in says.units.items():
        yield SignLine(f"{wager_title(game, wager)} in multiples of", _money(unit))
    for wager, stakes in says.stakes.items():
        yield SignLine(wager_title(game, wager), " or ".join(map(_money, stakes)))
    for meter, least in says.floors.items():
        yield SignLine(f"{wager_title(game, meter)}: the least jackpot", _money(least))
    for name, value in says.options.items():
        words = rules.book.options[name].says
        yield SignLine(words[:1].upper() + words[1:], value)
    for wager, pays in says.odds.items():
        yield SignLine(wager_title(game, wager))
        for line, told in pays.items():
            yield SignLine(line.replace("-", " "), told)


def wager_title(game: Game, wager: str) -> str:
    if wager == "main":
        return "Main wager"
    side = game.rules.side_wagers.get(wager)
    return side.title if side is not None else wager.replace("-", " ").capitalize()


def _money(cents: int) -> str:
    return f"${format_amount(cents).removesuffix('.00')}"
