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
    given_back: int = 0  # tokens that came back from decided wagers, in the rounds on record
    taken: int = 0  # tokens that the dealer kept, in the rounds on record


def follows(
    place: str, game: tuple[str, str], clause: str, before: State, after: State,
    patrons: Mapping[str, Patron],
) -> Iterator[c.AboutPatron]:  # fmt: skip
    """What patrons are told because an order changed a table like that, each about one of them.

    `place` is the table, `game` the book and the game played there, `clause` that by which tokens
    are wagers.
    """
    since = after.rounds - len(after.past)  # the rounds before are on record no more
    for name, patron in patrons.items():
        was, now = count(before, name, since), count(after, name, since)
        # What lay there when the limit was set counts as soon as the table is told of it.
        uncounted = patron.limit is not None and patron.lying.get(place, 0) != now.lying
        if was == now and not uncounted:
            continue
        if patron.limit is not None and (uncounted or was.won != now.won):
            yield c.CountPlay(name, place, now.won - was.won, now.lying)
        if (was.tokens, was.given_back, was.taken) != (now.tokens, now.given_back, now.taken):
            taken, decided = now.taken - was.taken, now.given_back - was.given_back
            yield c.CountTokens(name, place, *game, now.tokens, taken, decided, clause)


def paid(
    place: str, payments: Iterable[Payment], patrons: Mapping[str, Patron]
) -> Iterator[c.CountPlay]:
    """What patrons with a loss limit are told who pay to take part in something, or are paid."""
    sums: dict[str, int] = {}
    for payment in payments:
        if payment.person in patrons and payment.money in OWN_MONEY:
            sums[payment.person] = sums.get(payment.person, 0) + payment.cents
    for name, cents in sums.items():
        if cents and patrons[name].limit is not None:
            yield c.CountPlay(name, place, cents, 0)


def check_paid(patron: Patron, cents: int, at: int) -> None:
    """Whoever has set a loss limit pays no more than is left of it."""
    limit, room = limit_at(patron, at), room_left(patron, at)
    if limit is not None and room is not None and cents < min(0, -room):
        left = f"{format_amount(max(room, 0))} is left of {patron.name}'s limit"
        raise Refused(limit.clause, left, book=limit.book)


def count(state: State, name: str, since: int = 0) -> Count:
    """One player's wagers at a table; of tokens, those of the rounds after so many."""
    rounds = [past.round for past in state.past]
    rounds = rounds[max(0, since - (state.rounds - len(rounds))) :]
    rounds += [state.round] if state.round is not None else []
    carried = sum(stake.amount for stake in state.carried if stake.player == name)
    won = state.chips.get(name, 0) + carried
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
    tokens = _tokens(state.round, name) if state.round is not None else 0
    return Count(won, lying, tokens, given_back, taken)


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
