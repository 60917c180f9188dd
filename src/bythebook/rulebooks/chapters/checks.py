"""What the vocabulary's types cannot say about a game: settings that must go together.

The engines rely on these; a user's own rulebook learns of a breach here, with its place, and not
from a round that cannot go on.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from bythebook.errors import Malformed, given
from bythebook.money import parse_amount
from bythebook.rulebooks.chapters.game import BlackjackGame, Line, Rules, SideWager
from bythebook.rulebooks.chapters.patterns import LATER, problems_of


def check_rules(rules: Rules, choices: Mapping[str, str], where: str) -> None:
    """Refuse a game whose settings do not fit each other, saying which."""
    for place, problem in problems_in(rules, choices):
        raise Malformed(problem, f"{where}.{place}")


def chosen(name: Any, choices: Mapping[str, str], where: str) -> str:
    """The value of an option or reading that a setting names."""
    if not isinstance(name, str) or name not in choices:
        raise Malformed(f"{name!r} is neither an option nor a reading here", where)
    return choices[name]


def check_amount(value: str, where: str) -> None:
    try:
        parse_amount(value)
    except Malformed as error:
        raise Malformed(error.reason, where) from None


def problems_in(rules: Rules, choices: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Each setting that does not fit another, and why."""
    limits = rules.limits
    if (limits.box_maximum is None) == (limits.no_box_maximum is None):
        yield "limits", "say box_maximum or no_box_maximum, one of them"
    if isinstance(rules, BlackjackGame):
        yield from _problems_of_blackjack(rules)
    for name, side in rules.side_wagers.items():
        for problem in _problems_of_side(side, choices):
            yield f"side_wagers.{name}", problem


def _problems_of_blackjack(rules: BlackjackGame) -> Iterator[tuple[str, str]]:
    blackjack = rules.blackjack
    ranked = (blackjack.higher_ten, blackjack.equal_ten, blackjack.lower_ten)
    missing = sum(outcome is None for outcome in ranked)
    if missing not in (0, 3) or (missing == 0) == (blackjack.against_blackjack is not None):
        yield "blackjack", "say against_blackjack, or higher_ten, equal_ten and lower_ten"
    by_ranks = any(line.ranks for line in rules.at_once.lines)
    if by_ranks and rules.at_once.twenty_one is None:
        yield "at_once", "lines of ranks need twenty_one, for every other 21"
    if rules.at_once.five_cards is not None and rules.at_once.many_cards is not None:
        yield "at_once", "say five_cards or many_cards, one of them"
    if blackjack.suited and not _always_paid(rules):
        yield "blackjack", "suited is for a blackjack that no drawn total keeps from winning"
    if rules.doubling.token_on is not None and rules.doubling.amount.value != "token":
        yield "doubling", "token_on needs amount = 'token'"
    in_turn = rules.surrender.in_turn if rules.surrender is not None else None
    if in_turn is not None and rules.dealer.hole_card is None:
        yield "surrender", "in_turn needs a hole card: the dealer has looked before the turns"
    if rules.pack.jokers and (rules.joker_named is None or rules.joker_void is None):
        yield "pack", "jokers need joker_named and joker_void"
    if rules.splitting.token_not_for_tens and not rules.splitting.token:
        yield "splitting", "token_not_for_tens needs token"
    if rules.doubling.split_aces.value and rules.splitting.aces_one_card.value:
        yield "doubling", "split aces that get one card each are not doubled"
    if rules.dealer.hole_card is not None:
        yield from _problems_with_hole_card(rules)


def _always_paid(rules: BlackjackGame) -> bool:
    """Whether a blackjack wins against whatever the dealer draws."""
    settlement = rules.settlement
    return settlement.blackjack_against_21 is None and settlement.dealer_22_blackjack is None


def _problems_with_hole_card(rules: BlackjackGame) -> Iterator[tuple[str, str]]:
    """A card that lies face down before the turns leaves no room for what waits for it."""
    if rules.deal.third is not None:
        yield "deal", "a hole card is the dealer's second card: there is no third circuit"
    if rules.insurance is not None and rules.insurance.before.value != "turns":
        yield "insurance", "with a hole card it closes before the turns, when the dealer looks"
    insured = rules.insurance is not None or rules.even_money is not None
    if insured and given(rules.dealer.hole_card).face_up is not None:
        yield "dealer", "with both cards face up there is nothing to insure: no insurance"
    errors = rules.irregularities
    if errors is not None and errors.no_first_card is not None:
        yield "irregularities", "no_first_card is for a dealer who takes one card before the turns"


def _problems_of_side(side: SideWager, choices: Mapping[str, str]) -> Iterator[str]:
    for needed in side.requires:
        if needed.choice not in choices:
            yield f"requires {needed.choice!r}, which is neither an option nor a reading here"
    stakes = side.stakes.value if side.stakes is not None else ()
    for amount in (*stakes, *(a for line in side.lines for a in line.prizes_dollars or ())):
        if not _is_amount(amount):
            yield f"{amount!r} is not an amount"
            return
    if side.looks_at == "server" and side.mystery is None:
        yield "a wager that a server decides needs mystery"
    problems = [
        problem
        for line in side.lines
        for problem in _problems_of_line(line, side, {parse_amount(stake) for stake in stakes})
    ]
    yield from problems
    if not problems and side.settled.value == "interim" and side.groups & set(LATER):
        yield f"{', '.join(sorted(side.groups & set(LATER)))}: it is settled at the end (final)"


def _is_amount(text: str) -> bool:
    try:
        parse_amount(text)
    except Malformed:
        return False
    return True


def _problems_of_line(line: Line, side: SideWager, stakes: set[int]) -> Iterator[str]:
    name = f"line {line.name!r}"
    if (line.hand is None) == (line.tokens is None):
        yield f"{name}: say hand or tokens, one of them"
    if (line.tokens is not None) != (side.looks_at == "tokens"):
        yield f"{name}: tokens go with looks_at = 'tokens'"
    pays = (line.odds, line.times, line.prizes_dollars, line.share)
    if sum(way is not None for way in pays) != 1:
        yield f"{name}: say odds, times, prizes_dollars or share, one of them"
    if line.prizes_dollars is not None:
        covered = {parse_amount(stake) for stake in line.prizes_dollars}
        if not stakes or not stakes <= covered:
            yield f"{name}: a prize for each of the stakes that may be made"
    if line.hand is not None and side.looks_at not in ("tokens", "server"):
        for problem in problems_of(line.hand, side.cards_looked_at):
            named = f"{line.hand!r}: " if isinstance(line.hand, str) else ""
            yield f"{name}: {named}{problem}"
