"""Everything exact about one table: the main wager, its side wagers, and where the player is ahead.

figures = figures_of(Question(game=game, sides={"perfect-pairs": None}), book)
figures.house_edge, figures.sides[0].price.house_edge
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import ceil

import msgspec

from bythebook.errors import Malformed, Refused
from bythebook.odds.exact.analysis import Analysis, analyse
from bythebook.odds.exact.solver import RIGHTS
from bythebook.odds.exact.three_cards import ThreeCardAnalysis, analyse_three_cards
from bythebook.odds.sheet.settings import Setting, settings_of
from bythebook.odds.sides import mystery
from bythebook.odds.sides.jackpots import JackpotPrice, price_jackpot
from bythebook.odds.sides.mystery import MustHit
from bythebook.odds.sides.side_wagers import (
    Number,
    SidePrice,
    meters_of,
    play_decides,
    price_side_wager,
    side_wager_of,
    stakes_of,
)
from bythebook.odds.simulate.side_prices import simulate_side_price
from bythebook.odds.strategy.preferences import BEST, plans_for
from bythebook.rulebooks import Book
from bythebook.rulebooks.chapters.game import Game, SideWager, ThreeCardGame

MAIN = "main"
Main = Analysis | ThreeCardAnalysis


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """A game at a table's own settings, how it is played, and what else is wagered. In cents."""

    game: Game
    strategy: str = BEST
    without: tuple[str, ...] = ()
    stake: int = 10_000
    sides: dict[str, int | None] = {}  # with their stakes, where any is given
    every_side: bool = False  # all that can be priced
    meters: dict[str, int] = {}
    drawn: dict[str, Number | MustHit] = {}  # how a server draws mystery meters
    contribution: dict[str, Number] = {}  # the part of a stake that goes to a meter
    wagers_per_hour: float | None = None


class SideFigures(msgspec.Struct, frozen=True, kw_only=True):
    """A side wager, and the meters it can win from."""

    price: SidePrice
    jackpot: JackpotPrice | None = None


class Caution(msgspec.Struct, frozen=True, kw_only=True):
    """A wager on which the player has the edge: now, or `where` something is changed."""

    wager: str
    house_edge: float
    where: str = ""


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    """What can be said exactly about a table."""

    game: str
    title: str
    decks: int
    stake: int
    strategy: str
    without: tuple[str, ...]
    settings: tuple[Setting, ...]
    main: Main
    sides: tuple[SideFigures, ...]
    unpriced: dict[str, str]  # side wagers, or meters, that cannot be priced, and why
    cautions: tuple[Caution, ...]

    @property
    def house_edge(self) -> float:
        return self.main.house_edge

    @property
    def player_return(self) -> float:
        return 1.0 - self.main.house_edge

    @property
    def standard_deviation(self) -> float:
        return self.main.standard_deviation

    @property
    def edges(self) -> dict[str, float]:
        """The house's edge on every wager."""
        return {MAIN: self.house_edge} | {
            side.price.name: side.price.house_edge for side in self.sides
        }


def figures_of(question: Question, book: Book, main: Main | None = None) -> Figures:
    """Work out everything that is asked; `main`: what is known of the main wager already."""
    game = question.game
    check(question)
    main = main_of(question) if main is None else main
    sides, unpriced = _sides(question, main)
    edges = {MAIN: main.house_edge} | {s.price.name: s.price.house_edge for s in sides}
    return Figures(
        game=game.id,
        title=game.rules.title,
        decks=game.decks,
        stake=question.stake,
        strategy=question.strategy,
        without=tuple(sorted(question.without)),
        settings=settings_of(game, book),
        main=main,
        sides=tuple(sides),
        unpriced=unpriced,
        cautions=tuple(cautions_about(edges)),
    )


def check(question: Question) -> None:
    """Refuse what cannot be asked, before anything takes time."""
    game = question.game
    unknown = sorted(set(question.without) - set(RIGHTS))
    if unknown:
        raise Malformed(f"{unknown[0]!r} is none of {', '.join(RIGHTS)}", "without")
    if isinstance(game.rules, ThreeCardGame) and (question.strategy != BEST or question.without):
        raise nothing_to_decide(game, game.rules)
    for name in question.sides:
        side_wager_of(game, name)
    _check_meters(question)


def nothing_to_decide(game: Game, rules: ThreeCardGame) -> Refused:
    return Refused(rules.no_decisions.clause, f"nobody decides anything in {game.id}", "strategy")


def main_of(question: Question) -> Main:
    """The main wager."""
    game = question.game
    if isinstance(game.rules, ThreeCardGame):
        return analyse_three_cards(game)
    return analyse(game, strategy=question.strategy, stake=question.stake, without=question.without)


def wager_told(wager: str) -> str:
    return "the main wager" if wager == MAIN else wager


def cautions_about(edges: Mapping[str, float], where: str = "") -> Iterator[Caution]:
    for wager, edge in edges.items():
        if edge < 0:
            yield Caution(wager=wager, house_edge=edge, where=where)


# Side wagers


def _check_meters(question: Question) -> None:
    """Whatever is said of a meter must be about one that this game has."""
    known = meters_named(question.game)
    for where, named in (
        ("meter", question.meters),
        ("drawn", question.drawn),
        ("rate", question.contribution),
    ):
        for meter in named:
            if meter not in known:
                has = ", ".join(sorted(known)) or "none"
                problem = f"{question.game.id} has no such meter; it has {has}"
                raise Malformed(problem, f"{where} {meter}")


def meters_named(game: Game) -> set[str]:
    """The meters of all side wagers of a game."""
    return {meter for side in game.rules.side_wagers.values() for meter in _meters(side)}


def _meters(side: SideWager) -> list[str]:
    shared = [line.share.meter for line in side.lines if line.share is not None]
    return [*shared, *(side.mystery.meters() if side.mystery is not None else ())]


def _sides(question: Question, main: Main) -> tuple[list[SideFigures], dict[str, str]]:
    """The wagers asked for and those always on offer; of all others, what can be priced."""
    rules = question.game.rules
    wanted = list(question.sides)
    always = [name for name, side in rules.side_wagers.items() if side.always_offered is not None]
    wanted += [name for name in always if name not in wanted]
    found = [price_side(question, name, main) for name in wanted]
    unpriced: dict[str, str] = {}
    if question.every_side:
        for name in rules.side_wagers:
            if name in wanted:
                continue
            try:
                found.append(price_side(question, name, main))
            except (Malformed, Refused) as error:
                unpriced[name] = str(error)
    in_order = list(rules.side_wagers)
    found.sort(key=lambda side: in_order.index(side.price.name))
    for side in found:
        unpriced |= _silent_mysteries(question, side.price.name)
    return found, unpriced


def _silent_mysteries(question: Question, name: str) -> dict[str, str]:
    """A mystery jackpot whose drawing is not given adds nothing here: that must be said."""
    rule = question.game.rules.side_wagers[name].mystery
    if rule is None or any(meter in question.drawn for meter in rule.meters()):
        return {}
    why = f"its mystery meters are left out: a server draws them (clause {rule.clause})"
    return {name: why}


def price_side(question: Question, name: str, main: Main | None = None) -> SideFigures:
    """One side wager, at its own stake where prizes are sums of money.

    `main`: how the main wager is played, where the side wager hangs on that.
    """
    game = question.game
    side = side_wager_of(game, name)
    meters = meters_of(game, name) | {m: question.meters[m] for m in _given(side, question.meters)}
    stake = stake_asked(question, name, side)
    drawn = {meter: question.drawn[meter] for meter in _given(side, question.drawn)}
    contribution = {m: question.contribution[m] for m in _given(side, question.contribution)}
    jackpot = None
    if drawn or any(line.share is not None for line in side.lines):
        jackpot = price_jackpot(
            game,
            name,
            stake=stake,
            meters=meters,
            contribution=contribution,
            drawn=drawn,
            wagers_per_hour=question.wagers_per_hour,
        )
    if play_decides(game, side) and side.mystery is None:
        return SideFigures(price=_by_play(question, name, stake, meters), jackpot=jackpot)
    chances, paid = _as_drawn_now(meters, drawn, contribution, stake)
    tokens = (main.tokens, main.tokens_against_22) if isinstance(main, Analysis) else (None, None)
    price = price_side_wager(
        game,
        name,
        stake=stake,
        meters=paid,
        tokens=tokens[0],
        tokens_against_22=tokens[1],
        drawn=chances,
    )
    return SideFigures(price=price, jackpot=jackpot)


def _by_play(
    question: Question, name: str, stake: int | None, meters: Mapping[str, int]
) -> SidePrice:
    """A price that no sum over cards gives: by rounds that are played as the question says."""
    game = question.game
    plans = plans_for(game, question.strategy, stake=question.stake, without=question.without)
    return simulate_side_price(game, name, plans, stake=stake, meters=meters)


def _given(side: SideWager, named: Mapping[str, object]) -> list[str]:
    return [meter for meter in _meters(side) if meter in named]


def stake_asked(question: Question, name: str, side: SideWager) -> int | None:
    """As given, else the least that the book fixes; the main wager's where prizes are in money."""
    given = question.sides.get(name)
    if given is not None:
        return given
    fixed = stakes_of(question.game, name)
    if fixed:
        return fixed[0]
    in_money = any(line.odds is None and line.times is None for line in side.lines)
    return question.stake if in_money or side.mystery is not None else None


def _as_drawn_now(
    meters: Mapping[str, int],
    drawn: Mapping[str, Number | MustHit],
    contribution: Mapping[str, Number],
    stake: int | None,
) -> tuple[dict[str, Number], dict[str, int]]:
    """The chance that the next wager is drawn for each meter, and what each meter would pay it.

    Where one must be hit within a range, the increment that hits it is won with it.
    """
    chances: dict[str, Number] = {}
    paid = dict(meters)
    for meter, how in drawn.items():
        if not isinstance(how, MustHit):
            chances[meter] = how
            continue
        assert stake is not None
        increment = Fraction(contribution[meter]) * stake
        returned = mystery.return_at(how, meters[meter], increment, stake)
        chances[meter] = returned * stake / (meters[meter] + increment)
        paid[meter] += ceil(increment)
    return chances, paid
