"""What the felt says: the game's main rules in a few words, and what each spot pays."""

from collections import Counter
from functools import cache

from msgspec.structs import replace

from bythebook.house.tables.views import SpotView
from bythebook.rulebooks import built_in_books, find_book
from bythebook.rulebooks.chapters.game import BlackjackGame, Game, Line, Outcome, SideWager
from bythebook.rulebooks.editions import About
from bythebook.table.orders import Setup


def inscription(game: Game) -> tuple[str, ...]:
    """As a layout would have it, from the rules in force."""
    rules = game.rules
    if not isinstance(rules, BlackjackGame):
        aces = rules.three_aces.odds
        paid = (f"Three aces pay {aces.text}",) if aces is not None else ()
        return ("Three cards each: the higher total wins", *paid)
    name = rules.blackjack.name.capitalize()
    says = [f"{name}{_pays(rules.blackjack.at_once)}"]
    soft = rules.dealer.soft_17.value
    says.append(f"Dealer {'stands on all' if soft == 'stands' else 'draws to soft'} 17")
    if rules.settlement.equal.result == "loses":
        says.append("Ties lose")
    if rules.settlement.dealer_22 is not None:
        says.append(f"Dealer's 22: {rules.settlement.dealer_22.result}")
    if rules.insurance is not None:
        says.append(f"Insurance{_pays(rules.insurance.wins)}")
    if rules.surrender is not None:
        says.append("Surrender half")
    return tuple(says)


def _pays(outcome: Outcome) -> str:
    return f" pays {outcome.odds.text}" if outcome.odds is not None else ""


def spots(game: Game, setup: Setup, suspended: dict[str, str]) -> tuple[SpotView, ...]:
    """The places on every box: the main wager first, then what this table offers beside it."""
    limits = setup.limits
    placed = game.rules.wagering.placed.clause
    tokens = game.rules.wagering.tokens is not None
    main = _spot("main", "Bet", placed, setup, suspended, limits.get("main", (0, 0)))
    found = [replace(main, tokens=tokens)]
    for wager, side in game.rules.side_wagers.items():
        if wager in setup.side_wagers or side.always_offered is not None:
            pays = tuple(text for line in side.lines if (text := line_pays(line)))
            bounds = _stakes(side) or limits.get(wager, (0, 0))
            spot = _spot(wager, side.title, side.clause, setup, suspended, bounds, pays)
            found.append(replace(spot, tokens=tokens and side.no_tokens is None))
    return tuple(found)


def called(game: Game, wager: str) -> str:
    """A kind of wager as the felt has it."""
    side = game.rules.side_wagers.get(wager)
    return side.title if side is not None else in_words(wager)


def in_words(wager: str) -> str:
    """The same where no felt is at hand."""
    return "bet" if wager == "main" else wager.replace("-", " ")


@cache
def _shared_titles() -> frozenset[str]:
    """What games of more than one book are called."""
    counted = Counter(
        title
        for name in built_in_books()
        for title in {str(game.get("title", "")) for game in find_book(name).games.values()}
    )
    return frozenset(title for title, books in counted.items() if books > 1)


def game_name(title: str, about: About) -> str:
    """A game's title, with where it is played if another book has one of that title."""
    return f"{title}, {about.place.split(', ')[-1]}" if title in _shared_titles() else title


def _stakes(side: SideWager) -> tuple[int, int] | None:
    """The least and the most of a wager whose stake the book or a sign fixes."""
    fixed = side.fixed_stakes
    return (min(fixed), max(fixed)) if fixed else None


def _spot(
    wager: str, title: str, clause: str, setup: Setup, suspended: dict[str, str],
    bounds: tuple[int, int], pays: tuple[str, ...] = (),
) -> SpotView:  # fmt: skip
    least, most = bounds
    return SpotView(
        wager=wager,
        title=title,
        least=least,
        most=most,
        unit=setup.units.get(wager, 0),
        closed=suspended.get(wager, ""),
        pays=pays,
        clause=clause,
    )


def line_pays(line: Line) -> str:
    """One way to win, and what it pays, as a felt would say it."""
    name = line.name.replace("-", " ")
    if line.odds is not None:
        return f"{name} {line.odds.text}"
    if line.share is not None:
        return f"{name} {line.share.percent} % of the meter"
    if line.times is not None:
        return f"{name} × {line.times}"
    if line.prizes_dollars is not None:
        return f"{name} ${max(line.prizes_dollars.values()):,}"
    return name
