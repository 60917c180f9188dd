"""Books of the house's own: each of their games gets a practice table, with usual settings.

Whoever writes a game down wants to see it dealt. A table for money is put on the floor by somebody
who may, as any other is.
"""

from collections.abc import Iterable, Iterator

from bythebook.errors import Malformed, Refused
from bythebook.house.own_tables import open_by_house
from bythebook.house.people.people import HOUSE
from bythebook.house.service import House
from bythebook.house.tables import table_log as h
from bythebook.rulebooks import Book, Game, find_book
from bythebook.rulebooks.chapters.game import SideWager
from bythebook.rulebooks.law import digest
from bythebook.rulebooks.plain import NAME
from bythebook.rulebooks.tables import TableRules, load_table_rules
from bythebook.table import State
from bythebook.table.orders import Person, Setup
from bythebook.table.preparing import opening_orders

CHIPS = (100, 250, 500, 2500, 10000)  # cents
MAIN, SIDE = (1000, 50000), (500, 10000)
BOXES = 7
CLOCKS = h.Clocks(betting=90, turn=120, offer=90, cut=0)
PREFIX = "practice-"
NAME_MOST = 48  # of a table: a number comes behind it, where somebody plays alone
ANY_AMOUNT = "5"  # of dollars, where a book wants one to be named and says none


def told_of(book: Book) -> str:
    """A book of one's own in a line: what it is, and by what its tables are run."""
    run_by = f"; its tables are run by {NAME}" if load_table_rules(book).plain else ""
    return f"{book.source.id}: {book.about.title}, rules {digest(book)[:12]}{run_by}"


async def open_practice(house: House, books: Iterable[str]) -> list[str]:
    """A practice table for each game that has none; what could not be opened is told."""
    told = []
    for book in map(find_book, books):
        for name in book.games:
            if any(_plays(table.run.terms, book.id, name) for table in house.tables.values()):
                continue
            try:
                terms = practice_terms(book, name)
                await open_by_house(house, await house.make_table(terms, HOUSE))
            except (Malformed, Refused) as no:
                told.append(f"{book.id}/{name} has no practice table: {no}")
    return told


def _plays(terms: h.Terms, book: str, game: str) -> bool:
    return (terms.book, terms.setup.game) == (book, game) and terms.practice and not terms.own


def practice_terms(book: Book, name: str) -> h.Terms:
    """The first usual way to open a table of this game that the book allows."""
    rules, game = load_table_rules(book), book.game(name)
    for setup in _usual(rules, game):
        why = _why_not(rules, setup)
        if why is None:
            break
    if why is not None:
        raise why
    return h.Terms(
        id=f"{PREFIX}{book.id}-{name}"[:NAME_MOST],
        title=f"{game.rules.title} practice",
        book=book.id,
        cards="virtual",
        practice=True,
        clocks=CLOCKS,
        setup=setup,
    )


def _why_not(rules: TableRules, setup: Setup) -> Malformed | Refused | None:
    try:
        opening_orders(rules, State(), setup, lambda role: Person(role, role), 0)
    except (Malformed, Refused) as no:
        return no
    return None


def _usual(rules: TableRules, game: Game) -> Iterator[Setup]:
    """With every side wager that needs no meter, or with none; on each layout in turn."""
    opening = rules.conduct.opening
    exactly = opening.boxes_exactly.get(game.name)
    boxes = exactly.value if exactly is not None else min(BOXES, game.rules.boxes.value)
    every = {name for name, side in game.rules.side_wagers.items() if _simple(side)}
    chosen = {name: ANY_AMOUNT for name in opening.chosen if rules.book.options[name].amount}
    for sides in (sorted(every), []):
        for layout in opening.layouts or ("",):
            yield Setup(
                game=game.name,
                boxes=boxes,
                decks=game.decks,
                dealing=next(iter(opening.dealing)),
                layout=layout,
                side_wagers=tuple(sides),
                limits={"main": MAIN} | dict.fromkeys(game.rules.side_wagers, SIDE),
                chips=CHIPS,
                options=chosen,
                patience_seconds=CLOCKS.turn,
            )


def _simple(side: SideWager) -> bool:
    return side.mystery is None and all(line.share is None for line in side.lines)
