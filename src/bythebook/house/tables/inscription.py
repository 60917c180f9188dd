"""What the felt says: the game's main rules in a few words, and what each spot pays."""

from collections import Counter
from functools import cache

from msgspec.structs import replace

from bythebook.house.tables.views import SpotView
from bythebook.money import odds_told
from bythebook.phrases import phrase
from bythebook.rulebooks import all_books, find_book
from bythebook.rulebooks.chapters.game import BlackjackGame, Game, Line, SideWager
from bythebook.rulebooks.editions import About
from bythebook.table.orders import Setup


def inscription(game: Game) -> tuple[str, ...]:
    """As a layout would have it, from the rules in force."""
    rules = game.rules
    if not isinstance(rules, BlackjackGame):
        aces = rules.three_aces.odds
        paid = (
            (phrase("Three aces pay {odds}", odds=odds_told(aces.text)),)
            if aces is not None
            else ()
        )
        return (phrase("Three cards each: the higher total wins"), *paid)
    name, at_once = rules.blackjack.name.capitalize(), rules.blackjack.at_once.odds
    says: list[str] = [
        phrase("{wager} pays {odds}", wager=name, odds=odds_told(at_once.text)) if at_once else name
    ]
    if rules.dealer.soft_17.value == "stands":
        says.append(phrase("Dealer stands on all 17"))
    else:
        says.append(phrase("Dealer draws to soft 17"))
    if rules.settlement.equal.result == "loses":
        says.append(phrase("Ties lose"))
    if rules.settlement.dealer_22 is not None:
        result = rules.settlement.dealer_22.result
        says.append(phrase("Dealer's 22: {result}", result=_RESULTS.get(result, result)))
    if rules.insurance is not None:
        odds = rules.insurance.wins.odds
        insurance = phrase("Insurance")
        says.append(
            phrase("{wager} pays {odds}", wager=insurance, odds=odds_told(odds.text))
            if odds
            else insurance
        )
    if rules.surrender is not None:
        says.append(phrase("Surrender half"))
    return tuple(says)


_RESULTS = {
    "stand-off": phrase("stand-off"),
    "loses": phrase("loses"),
    "wins": phrase("wins"),
}


def spots(game: Game, setup: Setup, suspended: dict[str, str]) -> tuple[SpotView, ...]:
    """The places on every box: the main wager first, then what this table offers beside it."""
    limits = setup.limits
    placed = game.rules.wagering.placed.clause
    tokens = game.rules.wagering.tokens is not None
    main = _spot("main", phrase("Bet"), placed, setup, suspended, limits.get("main", (0, 0)))
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


def meter_called(game: Game, name: str) -> str:
    """A prize meter as people say it: by its wager, or Major jackpot, Mystery 1."""
    if name in game.rules.side_wagers:
        return called(game, name)
    word = name.rpartition("-")[2]
    return f"Mystery {word}" if name.startswith("mystery-") else f"{word.capitalize()} jackpot"


def in_words(wager: str) -> str:
    """The same where no felt is at hand."""
    return _WORDS.get(wager) or wager.replace("-", " ")


_WORDS = {"main": phrase("bet"), "insurance": phrase("insurance")}


@cache
def _shared_titles() -> frozenset[str]:
    """What games of more than one book are called."""
    counted = Counter(
        title
        for name in all_books()
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
        return phrase("{line} {odds}", line=name, odds=odds_told(line.odds.text))
    if line.share is not None:
        return phrase("{line} {share} % of the meter", line=name, share=line.share.percent)
    if line.times is not None:
        return f"{name} × {line.times}"
    if line.prizes_dollars is not None:
        return f"{name} ${max(line.prizes_dollars.values()):,}"
    return name
