"""Chunks of simulated rounds: what decides them, what they add up, what is refused."""

import random
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from bythebook.errors import Malformed, Refused
from bythebook.odds.kernel import scratch as q
from bythebook.odds.kernel.accounts import ACCOUNTS, play_rounds
from bythebook.odds.kernel.random_cards import keyed
from bythebook.odds.numbers import codes as k
from bythebook.odds.numbers.compiled_rules import compile_game
from bythebook.odds.simulate.chunks import LARGEST_WAGER, Prepared, play_chunk, prepare
from bythebook.odds.simulate.tally import Tally
from bythebook.rulebooks import Game, load_game
from tests.odds.kernel.replay import random_plans

REFERENCE = load_game("reference-blackjack/blackjack")
BACEBALL = load_game("star-baceball/baceball")
METERS = {"baceball-major": 15_000_000, "baceball-minor": 1_000_000}
FIVES = {"strike-1": 500, "strike-2": 500, "strike-3": 500, "strike-out": 500, "jackpot": 500}
ZEROS = (0,) * k.KINDS


def below(game: Game, least: int, stake: int = 10_000) -> NDArray[np.int32]:
    """Draw below a total, split nothing, double nothing."""
    hands = compile_game(game, stake).hands
    column = np.where(hands.total < least, k.HIT, k.STAND)
    bits = sum(column << (k.PLAY_BITS * layer) for layer in range(k.LAYERS))
    return np.repeat(np.asarray(bits, dtype=np.int32)[None, :, None], k.VALUES, axis=2)


SEVENTEEN = below(REFERENCE, 17)


def table(**settings: Any) -> Prepared:
    return prepare(REFERENCE, SEVENTEEN, **settings)


def fresh_desk(prepared: Prepared, chunk: int = 0) -> NDArray[Any]:
    desk = prepared.desk.copy()
    desk["place"], desk["key"] = keyed(4, chunk, 0), keyed(4, chunk, 1)
    return desk


def play_on(prepared: Prepared, desk: NDArray[Any], rounds: int) -> NDArray[Any]:
    """Play so many rounds on the desk, which stays as they leave it."""
    accounts = np.zeros(1, dtype=ACCOUNTS)
    packed, sides = prepared.packed, prepared.sides
    play_rounds(
        packed.table, sides.lines, packed.terms, sides.record, desk, accounts, prepared.levels,
        rounds,
    )  # fmt: skip
    return accounts


# What decides them


def test_a_chunk_is_a_function_of_seed_and_number() -> None:
    prepared = table(boxes=2, cut=200, burn=1)
    one = play_chunk(prepared, 1, 0, 5_000)
    assert one == play_chunk(prepared, 1, 0, 5_000)
    assert one != play_chunk(prepared, 1, 1, 5_000)
    assert one != play_chunk(prepared, 2, 0, 5_000)
    assert one != play_chunk(prepared, 0, 1, 5_000)


def test_any_seed_will_do() -> None:
    prepared = table()
    assert play_chunk(prepared, 2**70 + 5, 0, 100) == play_chunk(prepared, 5, 0, 100)
    assert play_chunk(prepared, -1, 0, 100) == play_chunk(prepared, 2**64 - 1, 0, 100)


def test_tallies_add_up_in_any_order() -> None:
    prepared = prepare(BACEBALL, None, boxes=3, sides=FIVES, meters=METERS)
    one, two, three = (play_chunk(prepared, 1, chunk, 3_000) for chunk in range(3))
    assert one.plus(two).plus(three) == three.plus(one.plus(two))
    assert one.plus(two).rounds == 6_000
    assert one.plus(two).net == one.net + two.net
    assert one.plus(two).sides["strike-1"].net == sum(t.sides["strike-1"].net for t in (one, two))


# What they add up


def check_sums(tally: Tally, rounds: int, boxes: int) -> None:
    assert tally.rounds == rounds
    assert tally.boxes == sum(tally.histogram) == rounds * boxes
    for name, side in tally.sides.items():
        assert side.wagers == rounds * boxes, name


def test_a_round_by_itself_adds_up() -> None:
    """One round at a time: squares and products are those of its own numbers."""
    prepared = prepare(BACEBALL, None, stake=700, boxes=1, sides=FIVES, meters=METERS)
    for chunk in range(300):
        tally = play_chunk(prepared, 3, chunk, 1)
        check_sums(tally, 1, 1)
        assert tally.wagered == 700
        assert tally.net_squared == tally.box_net_squared == tally.net**2
        assert tally.net_wagered == tally.box_net_wagered == tally.net * 700
        sides = tally.sides.values()
        assert all(side.net_squared == side.round_net_squared == side.net**2 for side in sides)
        assert tally.all_net == tally.net + sum(side.net for side in sides)
        assert tally.all_net_squared == tally.all_net**2
        assert tally.cards == 6


def test_several_boxes_add_up() -> None:
    """Three boxes: the round's square is that of the sum, a box's its own."""
    prepared = prepare(BACEBALL, None, stake=700, boxes=3, sides={"strike-1": 500})
    for chunk in range(300):
        tally = play_chunk(prepared, 3, chunk, 1)
        check_sums(tally, 1, 3)
        assert (tally.wagered, tally.wagered_squared) == (2100, 2100**2)
        assert tally.box_wagered_squared == 3 * 700**2
        assert tally.net_squared == tally.net**2
        assert tally.box_net_wagered == tally.net * 700
        nets = [half * 350 for half, n in zip(range(-21, 42), tally.histogram, strict=True) if n]
        counts = [n for n in tally.histogram if n]
        assert sum(n * net for n, net in zip(counts, nets, strict=True)) == tally.net
        squares = sum(n * net**2 for n, net in zip(counts, nets, strict=True))
        assert squares == tally.box_net_squared
        assert tally.cards == 12
        side = tally.sides["strike-1"]
        won = side.lines["ten-value card"]
        assert side.net == won * 1000 - (3 - won) * 500
        assert side.net_squared == won * 1000**2 + (3 - won) * 500**2
        assert side.round_net_squared == side.net**2


def test_frequencies_are_those_of_the_cards() -> None:
    rounds = 400_000
    tally = play_chunk(table(), 1, 0, rounds)
    often = tally.frequencies
    # 6 decks: 24 aces and 96 tens among 312 cards; a blackjack is 2 * 24 * 96 / (312 * 311).
    chance = Fraction(2 * 24 * 96, 312 * 311)
    error = (float(chance * (1 - chance)) * rounds) ** 0.5
    assert abs(often["blackjack"] - float(chance) * rounds) < 4 * error
    assert abs(often["dealer blackjack"] - float(chance) * rounds) < 4 * error
    assert often["hands"] == rounds
    assert often["split"] == often["double"] == often["insured"] == often["surrender"] == 0
    # The dealer completes a hand unless one of them has a blackjack or the player went over; both
    # have a blackjack in one round of five hundred.
    ended = sum(often[f"dealer {total}"] for total in range(17, 22)) + often["dealer bust"]
    blackjacks = often["blackjack"] + often["dealer blackjack"]
    assert 0 < ended + blackjacks + often["bust"] - rounds < rounds / 400
    assert 0 < often["dealer 22"] < often["dealer bust"]


@pytest.mark.parametrize(
    "name",
    [
        "reference-blackjack/blackjack",
        "star-blackjack-challenge/blackjack-challenge",
        "tasmania-blackjack/federal-pontoon",
        "crown-blackjack/free-bet-blackjack",
    ],
)
def test_rounds_counted_by_their_settlement_add_up_like_all_others(name: str) -> None:
    """Most rounds are only counted; added up one by one they come to the same in everything."""
    game = load_game(name)
    tables = compile_game(game, 2505)
    prepared = prepare(game, random_plans(tables, 1, random.Random(name)), stake=2505)
    desk = prepared.desk.copy()
    desk["always_unusual"] = 1
    one_by_one = prepared._replace(desk=desk)
    assert play_chunk(prepared, 5, 0, 30_000) == play_chunk(one_by_one, 5, 0, 30_000)


def test_large_stakes_do_not_overflow() -> None:
    small, large = (play_chunk(table(stake=s, boxes=7), 1, 0, 20_000) for s in (100, LARGEST_WAGER))
    times = LARGEST_WAGER // 100
    assert large.net == small.net * times
    assert large.net_squared == small.net_squared * times**2
    assert large.box_net_squared == small.box_net_squared * times**2
    assert large.histogram == small.histogram


# Bets and counts


def test_a_bet_of_three_units_comes_to_three_times_as_much() -> None:
    one, three = (play_chunk(table(tags=ZEROS, bets=(m,)), 1, 0, 20_000) for m in (1, 3))
    assert (three.net, three.wagered) == (3 * one.net, 3 * one.wagered)
    assert three.net_squared == 9 * one.net_squared
    assert three.histogram == one.histogram
    assert three.frequencies == one.frequencies


def test_a_bet_of_nothing_sits_the_round_out() -> None:
    prepared = table(tags=ZEROS, bets=(0,), sides={"perfect-pairs": 500})
    tally = play_chunk(prepared, 1, 0, 1_000)
    assert (tally.net, tally.wagered, tally.all_net) == (0, 0, 0)
    assert (tally.rounds, tally.boxes) == (1_000, 1_000)
    assert tally.histogram[21] == 1_000
    assert tally.sides["perfect-pairs"].wagers == 0


def test_bets_go_by_the_true_count() -> None:
    """Every card counts one up: with n of 312 cards gone, the count is 52 n over 312 - n."""
    bets = (1, 2, 5)
    plans = np.repeat(below(REFERENCE, 17), 3, axis=0)
    prepared = prepare(
        REFERENCE, plans, cut=160, tags=(1,) * k.KINDS, lowest_count=10, bets=bets, boxes=1
    )  # fmt: skip
    desk = fresh_desk(prepared)
    gone = 0
    for _ in range(2_000):
        accounts = play_on(prepared, desk, 1)
        gone = 0 if gone >= 160 else gone
        assert desk["round_began"][0] == gone
        expected = min(max(52 * gone // (312 - gone) - 10, 0), 2)
        assert accounts["rounds"][0][:3].tolist() == [int(at == expected) for at in range(3)]
        gone = int(desk["position"][0])


def test_nobody_knows_the_hole_card() -> None:
    """A count of tens alone, insured by whoever holds none: only a seen hole card could move it."""
    tens = [1000 if code >= 36 else 0 for code in range(52)] + [0]
    hands = compile_game(REFERENCE, 10_000).hands
    plans = np.repeat(below(REFERENCE, 2), 2, axis=0)
    without_tens = hands.counts[:, k.TEN] == 0
    plans[1, without_tens] |= 1 << k.INSURE << k.OFFER_BITS
    prepared = prepare(REFERENCE, plans, tags=tens, bets=(1, 1))
    assert play_chunk(prepared, 1, 0, 50_000).frequencies["insured"] == 0
    always = plans | 1 << k.INSURE << k.OFFER_BITS
    prepared = prepare(REFERENCE, always, tags=tens, bets=(1, 1))
    assert play_chunk(prepared, 1, 0, 50_000).frequencies["insured"] > 3_000


def test_a_count_begins_where_it_is_told_to() -> None:
    prepared = table(tags=ZEROS, initial_count=-7, cut=100)
    desk = fresh_desk(prepared)
    play_on(prepared, desk, 5)
    assert desk["running"][0] == -7


# The shoe


def test_the_shoe_never_loses_a_card() -> None:
    """Whatever is dealt, burned and shuffled, the shoe holds the same cards."""
    for settings in ({"cut": 250, "burn": 3, "boxes": 5}, {}, {"cut": 312, "boxes": 7}):
        prepared = table(**settings)
        desk = fresh_desk(prepared)
        for _ in range(50):
            play_on(prepared, desk, 37)
            assert np.array_equal(np.sort(desk["shoe"]), np.sort(prepared.desk["shoe"]))


def test_burned_cards_are_any_cards() -> None:
    prepared = table(cut=100, burn=5)
    seen = set()
    for chunk in range(40):
        desk = fresh_desk(prepared, chunk)
        play_on(prepared, desk, 1)
        assert desk["round_began"][0] == 5
        seen |= set((desk["shoe"][0, :5] >> q.VALUE_BITS).tolist())
    assert len(seen) > 45  # of 52, in 200 draws


def test_every_card_is_as_likely() -> None:
    """Chi-square over the first three cards that leave the shoe; too good a fit is suspect too."""
    prepared = table(boxes=1)
    found = np.zeros((3, 52))
    rounds = 30_000
    desk = fresh_desk(prepared)
    for _ in range(rounds):
        play_on(prepared, desk, 1)
        for at in range(3):
            found[at, desk["shoe"][0, at] >> q.VALUE_BITS] += 1
    chi_square = ((found - rounds / 52) ** 2 / (rounds / 52)).sum(axis=1)
    assert (chi_square < 51 + 4 * (2 * 51) ** 0.5).all(), chi_square
    assert (chi_square > 51 - 4 * (2 * 51) ** 0.5).all(), chi_square


def test_one_deck_for_seven_boxes_comes_to_an_end() -> None:
    game = load_game("reference-blackjack/blackjack", decks=1)
    tally = play_chunk(prepare(game, below(game, 21), boxes=7), 1, 0, 3_000)
    assert tally.rounds == 3_000
    assert tally.cards <= 3_000 * 52


# Refusals


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"boxes": 0}, "from 1 to 7 boxes"),
        ({"boxes": 8}, "from 1 to 7 boxes"),
        ({"stake": 0}, "at most 100000"),
        ({"stake": LARGEST_WAGER + 1}, "at most 100000"),
        ({"stake": LARGEST_WAGER, "bets": (2,)}, "at most 100000"),
        ({"bets": ()}, "multiples of the stake"),
        ({"bets": (-1,)}, "multiples of the stake"),
        ({"bets": (1, 2)}, "a bet for each of the 1 counts"),
        ({"bets": (1, 2), "tags": ZEROS}, "a bet for each of the 1 counts"),
        ({"sides": {"perfect-pairs": 20_000_000}, "boxes": 7}, "the sums would overflow"),
        ({"cut": 313}, "fewer than 312"),
        ({"burn": 312}, "fewer than 312"),
        ({"burn": -1}, "fewer than 312"),
    ],
)
def test_what_cannot_be_simulated_is_malformed(settings: dict[str, Any], says: str) -> None:
    with pytest.raises(Malformed, match=says):
        table(**settings)


def test_side_wagers_are_checked_as_at_a_table() -> None:
    with pytest.raises(Refused, match="is no wager of"):
        table(sides={"blazing-7s": 500})
    with pytest.raises(Malformed, match=r"the reading of the meter baceball-\w+ must be given"):
        prepare(BACEBALL, None, sides={"jackpot": 500})


def test_plans_must_fit_the_game() -> None:
    with pytest.raises(Malformed, match="played by decisions"):
        prepare(REFERENCE, None)
    with pytest.raises(Malformed, match="a decision for each of"):
        prepare(REFERENCE, np.zeros((1, 5, 10), dtype=np.int32))
    with pytest.raises(Malformed, match="what each card adds"):
        prepare(REFERENCE, np.repeat(SEVENTEEN, 2, axis=0))


def test_one_bet_goes_for_every_count() -> None:
    plans = np.repeat(SEVENTEEN, 2, axis=0)
    plans[1] = below(REFERENCE, 12)[0]
    counts: dict[str, Any] = {"tags": (1,) * k.KINDS, "cut": 200, "lowest_count": 20}
    one = prepare(REFERENCE, plans, bets=(2,), **counts)
    both = prepare(REFERENCE, plans, bets=(2, 2), **counts)
    assert play_chunk(one, 1, 0, 5_000) == play_chunk(both, 1, 0, 5_000)
    first = prepare(REFERENCE, plans[:1], bets=(2,), **counts)
    assert play_chunk(one, 1, 0, 5_000) != play_chunk(first, 1, 0, 5_000)
