"""A simulation in chunks: each is a function of the seed and its number, whoever plays it and when.

    prepared = prepare(game, plans, stake=10_000, boxes=2, sides={"perfect-pairs": 500})
    tally = play_chunk(prepared, seed=1, chunk=0, rounds=1_000_000)

A chunk begins with a shuffle. Tallies of chunks are added up in any order.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bythebook.errors import Malformed
from bythebook.game.placing import check_table
from bythebook.game.state import Table
from bythebook.money import CENTS
from bythebook.odds.kernel import scratch as q
from bythebook.odds.kernel.accounts import (
    ACCOUNTS,
    HALVES_BELOW,
    HIGH,
    LOW,
    MOST_STAKES,
    PLACES,
    play_rounds,
)
from bythebook.odds.kernel.packing import Packed, card_words, pack
from bythebook.odds.kernel.random_cards import keyed
from bythebook.odds.kernel.sides import Sides, compile_sides, keep_for_sides
from bythebook.odds.kernel.three_cards import pack_three_cards
from bythebook.odds.numbers import codes as k
from bythebook.odds.numbers.compiled_rules import MOST_BOXES, compile_game, sees_both_cards
from bythebook.odds.simulate.tally import Counts, SideTally, Tally
from bythebook.rulebooks.chapters.game import BlackjackGame, Game

LARGEST_WAGER = 100_000 * CENTS
MOST_PAID = 24  # times a main wager: four doubled hands at 3 to 1
LARGEST_RESULT = 3_000_000_000  # cents: squared, it is below 2 to the power of 63

# How many cards most rounds take: in the initial deal for each hand, and then in all.
CARDS_OF_DEAL, CARDS_BESIDES = 2, 2

SEEDS = (1 << 64) - 1

Plans = NDArray[np.int32]


class Prepared(NamedTuple):
    """A table as compiled code plays at it."""

    packed: Packed
    sides: Sides
    side_lines: tuple[tuple[str, ...], ...]  # the names of each side wager's lines
    wagers: tuple[int, ...]  # cents, for each stake that is ever placed
    desk: NDArray[Any]
    levels: NDArray[np.int64]  # by count: which of the wagers, or -1


def prepare(
    game: Game,
    plans: Plans | None,
    *,
    stake: int = 10_000,
    boxes: int = 1,
    sides: Mapping[str, int] | None = None,
    meters: Mapping[str, int] | None = None,
    cut: int | None = None,
    burn: int = 0,
    tags: Sequence[int] | None = None,
    lowest_count: int = 0,
    initial_count: int = 0,
    bets: Sequence[int] = (1,),
) -> Prepared:
    """Work out everything that a simulation looks up.

    `plans[count, hand, dealer's value]` are the decisions (none for a game without any); where both
    of the dealer's cards are seen there are ten in a row for each count, by the second. The shoe
    is shuffled once `cut` cards have left it, or before every round; `burn` cards are then put
    aside unseen. With `tags`, what each card adds to a count that begins at `initial_count`, the
    plan and the multiple of the stake in `bets` go by the true count, from `lowest_count` upwards:
    the count for each 52 cards left in the shoe, rounded down. A multiple of 0 is a round that the
    player sits out, while the cards fall as if somebody played.
    """
    sides, meters = dict(sides or {}), dict(meters or {})
    wagers = tuple(sorted({multiple * stake for multiple in bets if multiple}))
    _check(game, boxes, bets, stake)
    check_table(game, Table(side_wagers=frozenset(sides)))
    shoe = card_words([k.CODE_OF_CARD[card] for card in game.rules.pack.cards(game.decks)])
    if not 0 <= burn < len(shoe) or not 0 <= (cut or 0) <= len(shoe):
        raise Malformed(f"the cards burned, or dealt before a shuffle, are fewer than {len(shoe)}")
    face_up = isinstance(game.rules, BlackjackGame) and sees_both_cards(game.rules)
    counts = len(bets) if plans is None else len(plans) // (k.VALUES if face_up else 1)
    if counts > 1 and tags is None:
        raise Malformed("to go by the count, one must say what each card adds to it", "tags")
    bets = tuple(bets) * counts if len(bets) == 1 else tuple(bets)
    if len(bets) != counts:
        raise Malformed(f"there is a bet for each of the {counts} counts of the plans", "bets")
    compiled_sides = compile_sides(game, sides, meters)
    _check_size(compiled_sides, boxes, max(bets) * stake)
    desk = _desk(game, shoe, boxes, cut, burn)
    if face_up:
        desk["careful"] = 1  # decisions go by more than the dealer's first card
    if tags is not None:
        _count_cards(desk, tags, counts, lowest_count, initial_count)
    packed = _packed(game, plans, wagers or (stake,))
    keep_for_sides(compiled_sides, packed.terms, desk)
    return Prepared(
        packed=packed,
        sides=compiled_sides,
        side_lines=tuple(
            tuple(line.name for line in game.rules.side_wagers[name].lines)
            for name in compiled_sides.names
        ),
        wagers=wagers or (stake,),
        desk=desk,
        levels=np.array([wagers.index(m * stake) if m else -1 for m in bets], dtype=np.int64),
    )


def _check(game: Game, boxes: int, bets: Sequence[int], stake: int) -> None:
    most = min(game.rules.boxes.value, MOST_BOXES)
    if not 1 <= boxes <= most:
        raise Malformed(f"from 1 to {most} boxes can be simulated", "boxes")
    if not bets or min(bets) < 0 or len(set(bets)) > MOST_STAKES:
        raise Malformed(f"bets are 1 to {MOST_STAKES} multiples of the stake", "bets")
    if not 0 < stake <= LARGEST_WAGER or max(bets) * stake > LARGEST_WAGER:
        raise Malformed(f"a simulated wager is at most {LARGEST_WAGER // CENTS}", "stake")


def _check_size(sides: Sides, boxes: int, wager: int) -> None:
    """Whether the result of any round can be squared in 63 bits."""
    prizes = np.abs(sides.record["net"][0]).max(axis=(1, 2)).sum()
    if boxes * (MOST_PAID * wager + int(prizes)) > LARGEST_RESULT:
        raise Malformed("prizes of this size cannot be simulated: the sums would overflow", "sides")


def _packed(game: Game, plans: Plans | None, wagers: tuple[int, ...]) -> Packed:
    if not isinstance(game.rules, BlackjackGame):
        return pack_three_cards(game, list(wagers))
    if plans is None:
        raise Malformed(f"{game.id} is played by decisions, and there are none", "plans")
    return pack([compile_game(game, wager) for wager in wagers], plans)


def _desk(
    game: Game, shoe: NDArray[np.uint16], boxes: int, cut: int | None, burn: int
) -> NDArray[Any]:
    desk = np.zeros(1, dtype=q.DESK)
    desk["size"] = len(shoe)
    desk["shoe"][0, : len(shoe)] = shoe
    desk["boxes"] = boxes
    desk["three_cards"] = not isinstance(game.rules, BlackjackGame)
    desk["cut"] = 0 if cut is None else cut
    desk["burned"] = burn
    desk["position"] = len(shoe)  # so that a chunk begins with a shuffle
    desk["plain_until"] = len(shoe) - 2
    desk["always_unusual"] = boxes > 1
    desk["ahead"] = CARDS_OF_DEAL * (boxes + 1) + CARDS_BESIDES
    return desk


def _count_cards(
    desk: NDArray[Any], tags: Sequence[int], counts: int, lowest_count: int, initial_count: int
) -> None:
    """Let a desk keep a count, and go by it in everything."""
    desk["tags"] = np.array(tags, dtype=np.int64)
    desk["counting"] = desk["watched"] = 1
    desk["careful"] = 1
    desk["always_unusual"] = 1
    desk["plain_until"] = 0
    desk["counts"] = counts
    desk["lowest_count"] = lowest_count
    desk["initial_count"] = initial_count


def play_chunk(prepared: Prepared, seed: int, chunk: int, rounds: int) -> Tally:
    """Play so many rounds from the stream of random numbers of this seed and chunk."""
    desk = prepared.desk.copy()
    which = np.uint64(seed & SEEDS), np.uint64(chunk & SEEDS)
    desk["place"] = keyed(*which, np.uint64(0))
    desk["key"] = keyed(*which, np.uint64(1))
    accounts = np.zeros(1, dtype=ACCOUNTS)
    play_rounds(
        prepared.packed.table, prepared.sides.lines, prepared.packed.terms, prepared.sides.record,
        desk, accounts, prepared.levels, rounds,
    )  # fmt: skip
    return _tally(prepared, accounts[0], rounds)


# From accounts to tallies


def _square(sums: Any) -> int:
    return (int(sums[HIGH]) << 32) + int(sums[LOW])


class _Main(NamedTuple):
    """The main wagers of a chunk; lists are by the wager placed."""

    rounds: list[int]
    nets: list[int]
    net_squared: int
    box_net_squared: int
    histogram: list[int]
    endings: NDArray[np.int64]  # [stakes on a hand, how it ended]
    dealers: NDArray[np.int64]


def _main(prepared: Prepared, accounts: Any) -> _Main:
    """Rounds that were added up one by one, and those that were counted by their settlement."""
    levels = range(len(prepared.wagers))
    main = _Main(
        rounds=[int(accounts["rounds"][level]) for level in levels],
        nets=[int(accounts["net"][level]) for level in levels],
        net_squared=sum(_square(accounts["net_squared"][level]) for level in levels),
        box_net_squared=sum(_square(accounts["box_net_squared"][level]) for level in levels),
        histogram=accounts["histogram"].tolist(),
        endings=accounts["endings"].reshape(q.STAKES_KNOWN, q.ENDINGS).copy(),
        dealers=accounts["dealers"].copy(),
    )
    wager = prepared.wagers[0]
    begins = int(prepared.packed.terms["settlements"][0])
    squares = 0
    for at in np.flatnonzero(accounts["settled"]).tolist():
        times, net = int(accounts["settled"][at]), int(prepared.packed.table[begins + at])
        main.rounds[0] += times
        main.nets[0] += times * net
        squares += times * net * net
        place = (4 * net + wager) // (2 * wager) + HALVES_BELOW + 1
        main.histogram[min(max(place, 0), PLACES - 1)] += times
        stakes_and_end, dealer = divmod(at, q.ENDINGS)
        main.endings[divmod(stakes_and_end, q.ENDINGS)] += times
        main.dealers[dealer] += times
    return main._replace(
        net_squared=main.net_squared + squares, box_net_squared=main.box_net_squared + squares
    )


def _tally(prepared: Prepared, accounts: Any, rounds: int) -> Tally:
    boxes = int(prepared.desk["boxes"][0])
    has_sides, three_cards = bool(prepared.sides.names), bool(prepared.desk["three_cards"][0])
    main = _main(prepared, accounts)
    net, played = sum(main.nets), sum(main.rounds)
    of_round = [boxes * wager for wager in prepared.wagers]
    main.histogram[HALVES_BELOW + 1] += boxes * (rounds - played)  # sat out
    return Tally(
        rounds=rounds,
        boxes=boxes * rounds,
        cards=int(accounts["cards"]),
        net=net,
        net_squared=main.net_squared,
        wagered=sum(n * w for n, w in zip(main.rounds, of_round, strict=True)),
        wagered_squared=sum(n * w * w for n, w in zip(main.rounds, of_round, strict=True)),
        net_wagered=sum(x * w for x, w in zip(main.nets, of_round, strict=True)),
        box_net_squared=main.box_net_squared,
        box_wagered_squared=sum(
            boxes * n * w * w for n, w in zip(main.rounds, prepared.wagers, strict=True)
        ),
        box_net_wagered=sum(x * w for x, w in zip(main.nets, prepared.wagers, strict=True)),
        histogram=tuple(main.histogram),
        frequencies={} if three_cards else _frequencies(main, accounts, boxes * played),
        sides=_sides(prepared, accounts),
        all_net=int(accounts["all_net"]) if has_sides else net,
        all_net_squared=_square(accounts["all_net_squared"]) if has_sides else main.net_squared,
    )


def _frequencies(main: _Main, accounts: Any, boxes: int) -> Counts:
    """How often what happened, hand by hand; the dealer's ends, round by round."""
    endings, dealers = main.endings.sum(axis=0).tolist(), main.dealers.tolist()
    counts = {
        "hands": sum(endings),
        "blackjack": endings[q.HELD] + endings[q.PAID] + endings[q.EVEN_MONEY],
        "21 paid at once": endings[q.PAID_21],
        "five cards paid at once": endings[q.PAID_FIVE_CARDS],
        "bust": endings[q.OVER],
        "double": int(main.endings[2 * q.ONE_UNIT :].sum()),
        "double withdrawn": endings[q.WITHDRAWN],
        "split": sum(endings) - boxes,
        "surrender": endings[q.GIVEN_UP],
        "insured": int(accounts["insured"]),
        "even money": endings[q.EVEN_MONEY],
        "dealer blackjack": dealers[q.DEALER_BLACKJACK],
        "dealer bust": sum(dealers[22 : q.DEALER_BLACKJACK]),
    }
    counts |= {f"dealer {total}": dealers[total] for total in range(17, 23)}
    return counts


def _sides(prepared: Prepared, accounts: Any) -> dict[str, SideTally]:
    tallies = {}
    sides = prepared.sides
    for at, name in enumerate(sides.names):
        hits, nets = accounts["side_lines"][at].tolist(), sides.record["net"][0, at].tolist()
        wagers = sum(map(sum, hits))
        pairs = [
            (n, net)
            for line_hits, line_nets in zip(hits, nets, strict=True)
            for n, net in zip(line_hits, line_nets, strict=True)
        ]
        tallies[name] = SideTally(
            wagers=wagers,
            staked=wagers * sides.stakes[at],
            net=sum(n * net for n, net in pairs),
            net_squared=sum(n * net * net for n, net in pairs),
            lines={line: sum(hits[i]) for i, line in enumerate(prepared.side_lines[at], start=1)},
            round_net_squared=_square(accounts["side_squared"][at]),
        )
    return tallies
