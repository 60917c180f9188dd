"""What a table's move means for those who play there.

    before ──order──▶ after      follows(…)  ──▶ commands to patrons: stakes, results, tokens

What a player has won, staked and got back stands in the rounds themselves. Two states are compared,
so a round that is rewound, put right or made void later is counted as it then stands.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import get_args

import msgspec

from bythebook.casino import commands as c
from bythebook.casino.state import Patron, limit_at, room_left
from bythebook.deciders import Money, Payment
from bythebook.errors import Refused
from bythebook.game.events import Settled
from bythebook.game.state import State as Round
from bythebook.money import format_amount
from bythebook.table.state import State

# What comes back of a wager that lost was added to it, and is not decided.
NOT_DECIDED = ("returned", "withdrawn", "carried", "loses")
OWN_MONEY = get_args(Money)


class Count(msgspec.Struct, frozen=True, gc=False):
    """What a player's wagers at a table have come to so far."""

    won: int = 0  # by wagers that are decided, in chips
    lying: int = 0  # on the layout, in chips
    tokens: int = 0  # on the layout, in tokens
    given_back: int = 0  # tokens that came back from decided wagers, in the rounds looked at
    taken: int = 0  # tokens that the dealer kept, in the rounds looked at


def follows(
    place: str, game: tuple[str, str], clause: str, before: State, after: State,
    patrons: Mapping[str, Patron],
) -> Iterator[c.AboutPatron]:  # fmt: skip
    """What patrons are told because an order changed a table like that, each about one of them.

    `place` is the table, `game` the book and the game played there, `clause` that by which tokens
    are wagers.
    """
    rounds_before, rounds_after = _changed(before, after)
    for name, patron in patrons.items():
        was, now = _count(before, name, rounds_before), _count(after, name, rounds_after)
        # What lay there when the limit was set counts as soon as the table is told of it.
        uncounted = patron.limit is not None and patron.lying.get(place, 0) != now.lying
        if was == now and not uncounted:
            continue
        if patron.limit is not None:
            put_right = dict(_put_right(before, after, name))
            for ended, cents in put_right.items():
                yield c.CountPlay(name, place, cents, now.lying, ended)
            won = now.won - was.won - sum(put_right.values())
            if won or (uncounted and not put_right):
                yield c.CountPlay(name, place, won, now.lying)
        if (was.tokens, was.given_back, was.taken) != (now.tokens, now.given_back, now.taken):
            taken, decided = now.taken - was.taken, now.given_back - was.given_back
            yield c.CountTokens(name, place, *game, now.tokens, taken, decided, clause)


def _put_right(before: State, after: State, name: str) -> Iterator[tuple[int, int]]:
    """By how much rounds that were over came to something else: when each ended, and cents."""
    first = after.rounds - len(after.past)
    for number, past in enumerate(before.past, start=before.rounds - len(before.past)):
        now = after.past[number - first] if number >= first else past
        cents = _came_to(now.round, name) - _came_to(past.round, name)
        if now.round is not past.round and cents:
            yield now.ended, cents


def _came_to(round_: Round, name: str) -> int:
    """What somebody has of a round; what stays down for the next is still theirs."""
    rows = (row for row in _rows(round_, name) if row.result == "carried")
    return round_.net.get(name, 0) + sum(row.chips_in for row in rows)


def paid(
    place: str, payments: Iterable[Payment], patrons: Mapping[str, Patron]
) -> Iterator[c.CountPlay]:
    """What patrons with a loss limit are told who pay to take part in something, or are paid."""
    sums: dict[tuple[str, int], int] = {}
    for payment in payments:
        if payment.person in patrons and payment.money in OWN_MONEY:
            what = payment.person, payment.decided
            sums[what] = sums.get(what, 0) + payment.cents
    for (name, decided), cents in sums.items():
        if cents and patrons[name].limit is not None:
            yield c.CountPlay(name, place, cents, 0, decided)


def check_paid(patron: Patron, cents: int, at: int) -> None:
    """Whoever has set a loss limit pays no more than is left of it."""
    limit, room = limit_at(patron, at), room_left(patron, at)
    if limit is not None and room is not None and cents < min(0, -room):
        left = f"{format_amount(max(room, 0))} is left of {patron.name}'s limit"
        raise Refused(limit.clause, left, book=limit.book)


def lying_in_tokens(state: State, name: str) -> int:
    """What somebody has on the layout in tokens."""
    return _tokens(state.round, name) if state.round is not None else 0


def _changed(before: State, after: State) -> tuple[list[Round], list[Round]]:
    """The rounds on record in which the two may differ: of an evening's, hardly ever more than the
    last. Those that are on record no more are left out of both."""
    since = after.rounds - len(after.past)
    gone = max(0, since - (before.rounds - len(before.past)))
    was, now = before.past[gone:], after.past
    same = 0
    for one, other in zip(was, now, strict=False):
        if one is not other:
            break
        same += 1
    return (
        [past.round for past in was[same:]] + ([before.round] if before.round is not None else []),
        [past.round for past in now[same:]] + ([after.round] if after.round is not None else []),
    )


def _count(state: State, name: str, rounds: list[Round]) -> Count:
    """One player's wagers at a table; of tokens that were decided, those of these rounds."""
    carried = sum(stake.amount for stake in state.carried if stake.player == name)
    # What was paid wrongly is owed by one side until it is put right: no wager came to it.
    won = state.chips.get(name, 0) + carried - _paid_wrongly(state, name)
    lying = carried
    if state.round is not None:
        decided = sum(row.chips_out - row.chips_in for row in _rows(state.round, name))
        won += decided
        lying += decided - state.round.net.get(name, 0)
    given_back = taken = 0
    for row in (row for round_ in rounds for row in _rows(round_, name) if _has_tokens(row)):
        back = _back(row)
        given_back += 0 if row.result in NOT_DECIDED else back
        taken += row.in_tokens - back
    return Count(won, lying, lying_in_tokens(state, name), given_back, taken)


def _paid_wrongly(state: State, name: str) -> int:
    errors = (error for error in state.payment_errors if error.player == name and error.booked)
    return sum(error.cents for error in errors if "rectified" not in error.steps)


def _rows(round_: Round, name: str) -> list[Settled]:
    return [row for row in round_.rows if row.player == name]


def _has_tokens(row: Settled) -> bool:
    """Whether tokens were staked, or come back alone: those added to a hand that busted."""
    return row.in_tokens > 0 or row.returned != row.chips_out


def _back(row: Settled) -> int:
    """Of a stake in tokens what went back as tokens: all that was handed out, less the chips.

    Where a stake stays down for the next round, its tokens are the player's to put down again.
    """
    if row.result == "carried":
        return row.in_tokens
    return row.returned - row.chips_out


def _tokens(round_: Round, name: str) -> int:
    """Tokens that lie in wagers not decided yet."""
    lie = sum(one.in_tokens for one in round_.wagers if one.live and one.player == name)
    lie += sum(one.in_tokens for one in round_.insurances if one.live and one.player == name)
    for box in round_.boxes:
        for hand in box.hands:
            stake = hand.stake_of(name)
            lie += stake.in_tokens if stake is not None and stake.live else 0
    return lie
