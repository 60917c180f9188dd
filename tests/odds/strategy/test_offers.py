"""What is offered beside the play of a hand has its exact value: so says a brute force that shares
no code. It goes through every order of the few cards that are left of a shoe."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from math import factorial

import pytest
from msgspec.toml import encode

from bythebook.cards import parse_cards
from bythebook.odds.strategy.advice import Advice, advise
from bythebook.records import parse_record
from bythebook.records.stopped import stopped_at
from tests.clauses import clause
from tests.game.brute_force import JOKER, JOKER_VALUES
from tests.odds.exact.brute_best import FirstTwo, Split, Unsplit
from tests.odds.exact.brute_rules import kind_of, rules_of
from tests.odds.exact.test_brute_best import CROWN, JOKERS, PONTOON, REFERENCE, TASMANIA

STAKE = 10_000
LATE = {"surrender": "late"}
NONE: Mapping[str, str] = {}


def advised(
    game: str, cards: str, left: str, *play: str, options: Mapping[str, str] = NONE
) -> Advice:
    """The first advice where only these cards are left beside those dealt: the rest was seen.

    In the reference game the first of them lies face down before the dealer: it tells nothing.
    """
    dealt = f"{cards} {left.split()[0]}" if game == REFERENCE else cards
    record = {"game": game, "wagers": ["1 ann 100"], "cards": dealt, "play": list(play)}
    text = encode({**record, "options": dict(options)}).decode()
    found, state = stopped_at(parse_record(text))
    there = Counter(parse_cards(f"{cards} {left}"))
    pack = Counter(found.rules.pack.cards(found.decks))
    assert there <= pack
    return advise(found, state, tuple((pack - there).elements()))[0]


def values(advice: Advice) -> dict[str, float]:
    return {choice.action: choice.value for choice in advice.choices}


class Brute:
    """The same by brute force: two cards of these faces, in order, against one."""

    def __init__(
        self, game: str, hand: tuple[str, str], up: str, stock: str, options: Mapping[str, str]
    ) -> None:
        rules = rules_of(game, options, {})
        kinds = Counter(kind_of(rules, card) for card in stock.split())
        self.unsplit = Unsplit(rules, kinds, up, STAKE)
        self.first = FirstTwo(self.unsplit, Split(self.unsplit), hand, "")
        self.unit = self.first._by_blackjack(1, 1) * STAKE

    def of(self, worth: int) -> float:
        return float(Fraction(worth, self.unit))

    @property
    def played(self) -> float:
        """Nothing of what is offered is taken."""
        taken = ("surrender", "even-money")
        worths = self.first.actions()
        return self.of(max(worth for name, worth in worths.items() if name not in taken))

    @property
    def insurance(self) -> float:
        return self.of(self.first._by_blackjack(STAKE, -STAKE // 2))

    def taken(self, what: str) -> float:
        return self.of(self.first.actions()[what])

    def named(self, *ranks: str) -> float:
        """The jokers of the hand given these values."""
        given = iter(ranks)
        cards = tuple(f"{next(given)}*" if card == JOKER else card for card in self.first.cards)
        if {card[0] for card in cards} == {"A", "T"}:
            return self.of(self.first.with_natural(cards)["blackjack"])
        ranked = self.unsplit.ranking(self.unsplit.in_order(cards), "")
        return self.of(self.first.ways * max(worth for worth, _ in ranked))


def close(value: float) -> object:
    return pytest.approx(value, abs=1e-12)


LEFT = "KC QC TH 9D 7D 5C 5D 2S 3H AC 8H 4C"


@clause("crown-blackjack 8.3.2", "tasmania-blackjack 11.2", "reference-blackjack 5.1")
@pytest.mark.parametrize("game", [CROWN, TASMANIA, REFERENCE])
def test_insurance_and_no(game: str) -> None:
    mine = values(advised(game, "9C AD 7C", LEFT))
    brute = Brute(game, ("7", "9"), "A", f"9C AD 7C {LEFT}", NONE)
    assert mine == {"decline": close(brute.played), "insure": close(brute.played + brute.insurance)}


def test_insurance_for_what_the_chips_can_make() -> None:
    """Half of $35 cannot be made of fives: $15 at two to one, and 96 tens among 309 cards."""
    text = f'game = "{CROWN}"\nwagers = ["1 ann 35"]\ncards = "9C AD 7C"\nchips = ["5"]\n'
    [advice] = advise(*stopped_at(parse_record(text)))
    mine = values(advice)
    tens = 96 / 309
    assert mine["insure"] - mine["decline"] == close((2 * tens - (1 - tens)) * 15 / 35)


@clause("crown-blackjack 8.4.1(b)", "reference-blackjack 5.6")
@pytest.mark.parametrize("game", [CROWN, REFERENCE])
def test_even_money_and_no(game: str) -> None:
    mine = values(advised(game, "AC AD KC", LEFT.replace("AC", "AH")))
    brute = Brute(game, ("A", "T"), "A", f"AC AD KC {LEFT}", NONE)
    assert mine["even money"] == close(brute.taken("even-money"))
    assert mine["decline"] == close(brute.played)
    assert mine["insure"] == close(brute.played + brute.insurance)


@clause("reference-blackjack 9.1", "tasmania-blackjack 21.8.1")
@pytest.mark.parametrize(
    ("game", "up", "options"),
    [(REFERENCE, "T", LATE), (REFERENCE, "9", LATE), (PONTOON, "K", NONE)],
)
def test_surrender_and_no(game: str, up: str, options: Mapping[str, str]) -> None:
    left = LEFT.replace("TH", "JH")  # Federal Pontoon has no tens
    mine = values(advised(game, f"9C {up}D 7C", left, options=options))
    face = "T" if up == "K" else up
    brute = Brute(game, ("7", "9"), face, f"9C {up}D 7C {left}", options)
    assert mine == {
        "surrender": close(brute.taken("surrender")), "decline": close(brute.played),
    }  # fmt: skip


@clause("reference-blackjack 5.1", "reference-blackjack 9.1")
def test_whoever_insures_may_still_surrender() -> None:
    """Sixteen against an ace with many tens left: whichever comes first, both are best."""
    left = "KC QC JC KH QH JH 8D 9D 8C 9H"
    mine = values(advised(REFERENCE, "9C AD 7C", left, options=LATE))
    brute = Brute(REFERENCE, ("7", "9"), "A", f"9C AD 7C {left}", LATE)
    assert brute.insurance > 0
    assert brute.taken("surrender") > brute.played
    both = brute.taken("surrender") + brute.insurance
    assert mine == {
        "decline": close(brute.played), "insure": close(both), "surrender": close(both),
    }  # fmt: skip


@clause("tasmania-blackjack 21.5.6")
@pytest.mark.parametrize(("drawn", "best"), [("2S", "withdraw"), ("8S", "leave it")])
def test_taking_a_double_back_and_no(drawn: str, best: str) -> None:
    left = "KC QC 9D 7D 5C 5D 2H 3H AC 8H 4C"
    advice = advised(PONTOON, f"6C KD 5H {drawn}", left, "1 double")
    brute = Brute(PONTOON, ("5", "6"), "T", f"6C KD 5H {drawn} {left}", NONE)
    cards = brute.unsplit.in_order(("5", "6", drawn[0]))
    kept, back = brute.unsplit.doubled_values(cards, False)
    orders = factorial(len(left.split()))  # of what is left: a stake is lost in each
    assert back == -STAKE * orders
    assert values(advice) == {"withdraw": -1.0, "leave it": close(kept / orders / STAKE)}
    assert advice.choices[0].action == best


@clause("tasmania-blackjack 23.4")
def test_each_name_of_a_joker() -> None:
    left = "KC TH 9D 7D 5C 2S AC 8H JK"
    mine = values(advised(JOKERS, "JK 7C 9C", left))
    brute = Brute(JOKERS, ("9", JOKER), "7", f"JK 7C 9C {left}", NONE)
    assert mine == {f"joker {rank}": close(brute.named(rank)) for rank in JOKER_VALUES}


@clause("tasmania-blackjack 23.4")
def test_a_second_joker_is_named_to_the_best_effect() -> None:
    left = "KC TH 9D 7D 5C AC 8H"
    advice = advised(JOKERS, "JK 7C JK", left)
    brute = Brute(JOKERS, (JOKER, JOKER), "7", f"JK 7C JK {left}", NONE)
    best = {
        f"joker {rank}": close(max(brute.named(rank, other) for other in JOKER_VALUES))
        for rank in JOKER_VALUES
    }
    assert values(advice) == best
    assert advice.choices[0].action in ("joker A", "joker T")
