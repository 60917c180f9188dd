"""Published edges of games of the world, and the table in which they stand beside ours.

`python -m tests.odds.exact.world_figures` writes the table in docs/world-books.md anew.
"""

import re
from pathlib import Path
from typing import NamedTuple

from bythebook.odds.exact.analysis import analyse
from bythebook.rulebooks import load_game

DOCUMENT = Path(__file__).parents[3] / "docs" / "world-books.md"
TABLE = re.compile(r"(?<=<!-- figures -->\n).*?(?=<!-- end -->)", re.DOTALL)

WIKIPEDIA = "Wikipedia, Spanish 21"
FACTS = "thetruefacs.biz, table of Spanish 21"
EXPOSED = "022huahao.com, Double Exposure"
HALL = "Michael Hall, How to Beat Atlantic City Blackjack, 1991"
H17, S17 = {"dealer": "hits-soft-17"}, {"dealer": "stands-soft-17"}
ONCE = {"hands": "2", "double-after-split": "no"}


class Published(NamedTuple):
    """What somebody says of a game: in percent of the initial wager, with the digits printed."""

    book: str
    percent: str
    who: str
    decks: int | None = None
    options: dict[str, str] = {}
    stake: int = 10_000
    remark: str = ""


# Read in November 2026, some of them where others quote them.
PUBLISHED = (
    Published("atlantic-city-blackjack", "0.40", HALL, 8, {"hands": "2"}),
    Published("atlantic-city-blackjack", "0.45", HALL, 8, {"hands": "2", "surrender": "none"}),
    Published("vegas-strip-blackjack", "0.35", "thecolorofblackjack.com, summed from its list"),
    Published("single-deck-6-5", "1.45", "imesexim1978.netlify.app, on single deck 6:5"),
    Published("european-blackjack", "0.55", "Michael Shackleford, wizardofodds.com, Ask 294"),
    Published("macau-blackjack", "0.16", "casinoblackjackplay.com, Blackjack in Macau"),
    Published("spanish-21", "0.78", WIKIPEDIA, 6, H17, 400),
    Published("spanish-21", "0.37", WIKIPEDIA, 6, S17, 400),
    Published("spanish-21", "0.80", FACTS, 8, H17, 400),
    Published("spanish-21", "0.38", FACTS, 8, S17, 400),
    Published("super-fun-21", "0.94", "21-blackjack-casino.com, Super Fun 21"),
    Published("super-fun-21", "1.30", "phonecasino.org, two decks", 2),
    Published("free-bet-blackjack", "1.01", "Rendezvous Casino Brighton, Free Bet Blackjack"),
    Published("double-exposure", "0.68", f"{EXPOSED}, Stratosphere, Las Vegas"),
    Published("double-exposure", "0.96", f"{EXPOSED}, Grand, Tunica", 6, {**S17, **ONCE}),
    Published(
        "double-exposure", "1.47", f"{EXPOSED}, Circus Circus, Reno", 6,
        {**H17, **ONCE, "tied-blackjack": "stands-off"},
    ),
    Published(
        "double-exposure", "0.66", f"{EXPOSED}, Atlantic City", 8, {**S17, "hands": "2"},
        remark="there soft 19 and 20 may be doubled too",
    ),
    Published("six-card-charlie", "0.4386", "monerodice.pro, by basic strategy"),
    Published(
        "six-card-charlie", "0.16877", "monerodice.pro", 1, {**H17, "double-after-split": "no"}
    ),
)  # fmt: skip


def edge(one: Published) -> float:
    """Ours, exactly, in percent."""
    game = load_game(f"{one.book}/blackjack", one.decks, one.options)
    return 100 * analyse(game, stake=one.stake).house_edge


def row(one: Published) -> str:
    game = load_game(f"{one.book}/blackjack", one.decks, one.options)
    chosen = ", ".join(f"{name} {value}" for name, value in one.options.items())
    ours = edge(one)
    apart = ours - float(one.percent)
    cells = (
        game.rules.title, str(game.decks), chosen, f"{ours:.4f}", one.percent, f"{apart:+.2f}",
        one.who + (f"; {one.remark}" if one.remark else ""),
    )  # fmt: skip
    return f"| {' | '.join(cells)} |\n"


def table() -> str:
    head = "| game | decks | chosen | ours, % | published, % | apart | who published it |\n"
    return head + "| --- | --- | --- | --- | --- | --- | --- |\n" + "".join(map(row, PUBLISHED))


def main() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    DOCUMENT.write_text(TABLE.sub(lambda _: table(), text), encoding="utf-8")


if __name__ == "__main__":
    main()
