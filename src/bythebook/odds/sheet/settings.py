"""The settings that figures rest on, each with its clause: rules, options, readings in force."""

from collections.abc import Iterator
from typing import Literal

import msgspec

from bythebook.game.hands import number_of_cards
from bythebook.odds.sheet.notation import counted
from bythebook.rulebooks import Book
from bythebook.rulebooks.chapters.game import (
    BlackjackGame,
    Doubling,
    Game,
    Outcome,
    Splitting,
    ThreeCardGame,
)

Kind = Literal["rule", "option", "reading"]
KINDS: dict[Kind, str] = {"rule": "Rules", "option": "Left to the operator", "reading": "Readings"}


class Setting(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that is settled: by the book, by the operator, or by how a clause is read."""

    kind: Kind
    name: str
    value: str
    clauses: tuple[str, ...]
    says: str = ""


def settings_of(game: Game, book: Book) -> tuple[Setting, ...]:
    """Everything that is settled about a game, in the order in which people ask for it."""
    rules = game.rules
    told = _of_blackjack(rules) if isinstance(rules, BlackjackGame) else _of_three_cards(rules)
    every = [_rule("cards", _pack(game), rules.pack.clause), *told]
    return (*every, *_options(game, book), *_readings(game, book))


def _rule(name: str, value: str, clause: str) -> Setting:
    return Setting(kind="rule", name=name, value=value, clauses=(clause,))


def _options(game: Game, book: Book) -> Iterator[Setting]:
    for name, option in book.options_of(game.name).items():
        value = game.choices[name]
        yield Setting(
            kind="option",
            name=name,
            value=value or "not given",
            clauses=(option.value_clauses.get(value, option.clause_for(game.name)),),
            says=option.says,
        )


def _readings(game: Game, book: Book) -> Iterator[Setting]:
    for name, reading in book.readings_of(game.name).items():
        value = game.choices[name]
        yield Setting(
            kind="reading",
            name=name,
            value=value,
            clauses=reading.clauses,
            says=reading.values[value],
        )


# Rules


def _pack(game: Game) -> str:
    pack = game.rules.pack
    decks = counted(game.decks, "deck")
    jokers = f" and {pack.jokers} jokers" if pack.jokers else ""
    missing = f" without {', '.join(pack.without)}" if pack.without else ""
    return f"{decks}{missing}{jokers}: {len(pack.cards(game.decks))} cards"


def _told(outcome: Outcome) -> str:
    if outcome.result == "wins" and outcome.odds is not None:
        return f"pays {outcome.odds}"
    return outcome.result


def _of_blackjack(rules: BlackjackGame) -> Iterator[Setting]:
    settlement, blackjack, charlie = rules.settlement, rules.blackjack, rules.at_once.charlie
    yield _rule(blackjack.name, _told(blackjack.at_once), blackjack.at_once.clause)
    for name, outcome in (
        (f"{blackjack.name} against {blackjack.name}", blackjack.against_blackjack),
        ("blackjacks, higher ten-value card", blackjack.higher_ten),
        ("blackjacks, equal ten-value cards", blackjack.equal_ten),
        ("blackjacks, lower ten-value card", blackjack.lower_ten),
        ("21", rules.at_once.twenty_one),
        (number_of_cards(charlie.cards), charlie.outcome) if charlie else ("", None),
    ):
        if outcome is not None:
            yield _rule(name, _told(outcome), outcome.clause)
    for suited in blackjack.suited:
        named = f"{blackjack.name}, {suited.suits}"
        yield _rule(named, _told(suited.outcome), suited.outcome.clause)
    for line in rules.at_once.lines:
        yield _rule(_line_name(line.cards, line.or_more, line.ranks, line.suits),
                    _told(line.outcome), line.outcome.clause)  # fmt: skip
    bonus = rules.super_bonus
    if bonus is not None:
        sums = ", ".join(f"{b.pays_dollars} from {b.from_dollars}" for b in bonus.brackets)
        yield _rule("bonus for three suited sevens", sums, bonus.clause)
    soft_17 = rules.dealer.soft_17
    yield _rule("dealer at soft 17", soft_17.value, soft_17.clause)
    hole = rules.dealer.hole_card
    if hole is not None:
        yield _rule("dealer's second card", "face down, looked at first", hole.peek.clause)
    else:
        yield _rule("dealer's second card", "after the turns", rules.dealer.draws.clause)
    yield _rule("equal totals", _told(settlement.equal), settlement.equal.clause)
    if settlement.dealer_22 is not None:
        yield _rule("dealer's 22", _told(settlement.dealer_22), settlement.dealer_22.clause)
    yield from _of_decisions(rules)


def _line_name(cards: int | None, or_more: bool, ranks: str, suits: str) -> str:
    if cards is not None:
        return f"21 with {cards} cards" + (" or more" if or_more else "")
    return "-".join(ranks) + (f", {suits}" if suits != "any" else "")


def _of_decisions(rules: BlackjackGame) -> Iterator[Setting]:
    doubling, splitting = rules.doubling, rules.splitting
    yield _rule("doubling", _doubling(doubling), doubling.cards.clause)
    yield _rule("splitting", _splitting(splitting), splitting.hands.clause)
    if splitting.token is not None:
        yield _rule("free splits", "by token", splitting.token.clause)
    if rules.dealer.hole_card is None:
        takes = rules.dealer_blackjack_takes
        taken = takes.value.replace("-", " ")
        yield _rule("dealer's blackjack takes", taken, takes.clause)
    forced = rules.decisions.forced_draw
    if forced is not None:
        yield _rule("must draw", f"below {forced.below}", forced.clause)
    insurance, surrender = rules.insurance, rules.surrender
    if insurance is not None:
        yield _rule("insurance", _told(insurance.wins), insurance.offered.clause)
    if rules.even_money is not None:
        even = rules.even_money.outcome
        yield _rule("even money", _told(even), even.clause)
    if surrender is not None:
        against = surrender.offered.value
        shown = "any card" if len(against) == 13 else ", ".join(against)
        yield _rule("surrender", f"against {shown}", surrender.offered.clause)


def _doubling(rules: Doubling) -> str:
    cards = " or ".join(map(str, rules.cards.value))
    on = f"{cards} cards" if cards else "any number of cards"
    totals = {"under-21": "any total", "hard-9-to-11": "hard 9 to 11"}[rules.totals.value]
    free = ", by token" if rules.amount.value == "token" else ""
    split = rules.split_hands
    after = ", not after a split" if split is not None and not split.value else ""
    back = ", may be taken back" if rules.withdrawal is not None else ""
    return f"{on}, {totals}{free}{after}{back}"


def _splitting(rules: Splitting) -> str:
    again = "aces again" if rules.aces_again.value else "aces once"
    each = ", one card each" if rules.aces_one_card.value else ""
    return f"to {rules.hands.value} hands, {again}{each}"


def _of_three_cards(rules: ThreeCardGame) -> Iterator[Setting]:
    yield _rule("decisions", "none", rules.no_decisions.clause)
    for name, outcome in (
        ("three aces", rules.three_aces),
        ("three aces against three aces", rules.three_aces_against_three_aces),
        ("three ten-value cards", rules.three_tens),
        ("three ten-value cards against 30", rules.three_tens_against_30),
        ("higher total", rules.higher),
        ("equal totals", rules.equal),
        ("lower total", rules.lower),
    ):
        yield _rule(name, _told(outcome), outcome.clause)
