"""A dishonest operator with all the time in the world, who mends the chain behind every change.

What is found is named here; what cannot be found from the log alone is at the end, and in
docs/house.md.
"""

import asyncio
import json
import re
from collections.abc import Callable, Mapping
from functools import partial
from itertools import islice
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from bythebook.cards import parse_card
from bythebook.errors import Refused
from bythebook.house.cards.shoes import digest
from bythebook.house.heads.keys import STREAM as KEYS
from bythebook.house.heads.keys import taking
from bythebook.house.heads.notes import Signer
from bythebook.house.log.chain import Fault, check_chain
from bythebook.house.log.store import Head, Row
from bythebook.house.log.upcasting import as_row
from bythebook.house.money.wallets import MOST, Deposited
from bythebook.house.people import people as p
from bythebook.house.tables import table_log as h
from bythebook.house.tables.running_table import RunningTable, Secret, happen
from bythebook.house.tables.table_log import encode, happening_from_json
from bythebook.house.verify.authority import Witness
from bythebook.house.verify.beside import look_at_table
from bythebook.house.verify.faults import earliest
from bythebook.house.verify.verifying import Replayer, first_fault
from bythebook.rulebooks.tables import find_table_rules
from bythebook.table import orders as o
from bythebook.table.table import decide
from tests.house.tables.felt import BEGAN
from tests.house.verify.evenings import Evening, mended, rows_of

TABLE = "crown"
ROUNDS = 6


async def an_evening(evening: Evening) -> None:
    """Ann and ben play at Crown; at Star the limits go up; at Canberra an order is approved."""
    await evening.open(TABLE, "challenge", "canberra")
    for name in ("ann", "ben"):
        await evening.at_cage(name, 200_000)
    limits = {"main": [2000, 50000], "any-pairs": [500, 10000]}
    sign = {"kind": "new-limits", "time": BEGAN + 1200, "limits": limits}
    await evening.do("supervisor", "challenge", type="display-sign", **sign)
    for box, name in ((1, "ann"), (2, "ben")):
        await evening.do(name, TABLE, type="join", box=box)
        await evening.do(name, TABLE, type="buy-chips", cents=50_000)
    for name in ("ann", "ben"):
        await evening.do(name, TABLE, type="add-chance", number=1, text=f"fair {name}")
    await evening.do("supervisor", "canberra", type="replace-cards")
    await evening.do("dealer", "canberra", type="approve", number=1)
    for _ in range(ROUNDS):
        await play(evening)
    await evening.do("ben", TABLE, type="go")
    await evening.do("manager", TABLE, type="order-shuffle")


async def play(evening: Evening) -> None:
    """Everybody wagers 10 and says nothing more: the clocks play."""
    for box, name in ((1, "ann"), (2, "ben")):
        await evening.do(name, TABLE, type="place", box=box, amount=1000)
    for name in ("ann", "ben"):
        await evening.do(name, TABLE, type="ready")
    live = evening.house.table(TABLE)
    while live.run.table.in_round:
        await evening.passes(1)


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> list[Row]:
    async def live() -> list[Row]:
        evening = Evening(tmp_path_factory.mktemp("house"), "operator")
        return await rows_of(evening, an_evening(evening))

    return asyncio.run(live())


# The forger's tools


Test = Callable[[Any], bool]


def found(rows: list[Row], test: Test, table: str = TABLE, nth: int = 0) -> int:
    """Where in the log the event lies that is to be forged."""
    places = [
        n
        for n, row in enumerate(rows)
        if row.stream == f"table/{table}" and test(happening_from_json(row.data))
    ]
    return places[nth]


def ordered(kind: type[o.Command], by: str = "") -> Test:
    return lambda x: (
        isinstance(x, h.Ordered)
        and isinstance(x.order.command, kind)
        and by in ("", x.order.by.name)
    )


def is_a(kind: type[h.Happening], **fields: Any) -> Test:
    return lambda x: isinstance(x, kind) and all(getattr(x, f) == v for f, v in fields.items())


def forged(rows: list[Row], at: int, happening: Any) -> list[Row]:
    changed = replace(rows[at], data=as_row(happening))
    return [*rows[:at], changed, *rows[at + 1 :]]


def inserted(rows: list[Row], at: int, stream: str, event: Any, by: str = "") -> list[Row]:
    """Another event, before the one that lies there: in its command, or in one of its own."""
    kind = type(event).__struct_config__.tag or type(event).__name__
    old = rows[at]
    command, cause = (old.command, b"") if not by else (f"{by}/x/y", encode({"by": by}))
    data = as_row(event) if stream.startswith("table/") else encode(event)
    new = replace(old, stream=stream, kind=kind, data=data, command=command, cause=cause)
    if not by and old.cause:  # it is the first of the command now
        new, old = replace(new, cause=old.cause), replace(old, cause=b"")
    return [*rows[:at], new, old, *rows[at + 1 :]]


def fault_in(rows: list[Row]) -> Fault | None:
    whole = mended(rows)
    ends = {row.stream: Head(row.version, row.hash) for row in whole}
    assert check_chain(whole, Head(len(whole), whole[-1].hash), ends) is None
    fault = first_fault(whole, Replayer())
    again = beside(whole, ends)
    assert (again and again.position) == (fault and fault.position)  # each in its own words
    return fault


def beside(rows: list[Row], ends: Mapping[str, Head]) -> Fault | None:
    """The same, where others look at the tables, each by itself."""
    names = [stream.removeprefix("table/") for stream in ends if stream.startswith("table/")]
    alone = [look_at_table(partial(InMemory, rows), name, len(rows) + 1, True) for name in names]
    rest = first_fault(rows, Replayer(tables_too=False))
    return earliest([*(table.fault for table in alone), rest])


class InMemory:
    """As much of a store as it takes to read a stream."""

    def __init__(self, rows: list[Row]) -> None:
        self._rows = rows

    def read(self, stream: str, after: int, limit: int, husks: bool) -> list[Row]:
        found = (row for row in self._rows if row.stream == stream and row.version > after)
        return list(islice(found, limit))

    def close(self) -> None:
        pass


def told(rows: list[Row]) -> str:
    fault = fault_in(rows)
    assert fault is not None
    assert fault.position > 0
    return fault.reason


def redecided(rows: list[Row], at: int, order: o.Order) -> list[Row]:
    """The order is another; what it brings about is worked out anew, as the house would have."""
    replayer = Replayer()
    for row in rows[:at]:
        replayer.read(row)
    state = replayer.tables[rows[at].stream.removeprefix("table/")]
    events = tuple(decide(state.rules, state.run.table, order))
    return forged(rows, at, h.Ordered(order, events))


def all_redecided(rows: list[Row]) -> list[Row]:
    """Every order brings about what it would have, on what the forgery before it left."""
    runs: dict[str, RunningTable] = {}
    made = []
    for row in rows:
        if row.stream.startswith("table/"):
            happening = happening_from_json(row.data)
            if isinstance(happening, h.TableMade):
                runs[row.stream] = RunningTable(terms=happening.terms)
                made.append(row)
                continue
            run = runs[row.stream]
            if isinstance(happening, h.Ordered):
                rules = find_table_rules(run.terms.book)
                events = tuple(decide(rules, run.table, happening.order))
                happening = replace(happening, events=events)
            runs[row.stream] = happen(run, happening)
            made.append(replace(row, data=as_row(happening)))
        else:
            made.append(row)
    return made


def order_at(rows: list[Row], at: int) -> o.Order:
    happening = happening_from_json(rows[at].data)
    assert isinstance(happening, h.Ordered)
    return happening.order


def test_the_evening_as_it_was_is_clean(rows: list[Row]) -> None:
    replayer = Replayer()
    assert first_fault(mended(rows), replayer) is None
    assert replayer.found.rounds == ROUNDS
    assert mended(rows) == rows


# Cards


def test_seeds_swapped_before_they_are_revealed(rows: list[Row]) -> None:
    """Another seed, and the digest of then made to fit it: the cards that were dealt do not."""
    at = next(n for n, row in enumerate(rows) if row.stream == f"shoe/{TABLE}")
    secret = _secret(rows[at])
    other = replace(secret, seed="00" * 32)
    swapped = [*rows[:at], replace(rows[at], data=encode(other)), *rows[at + 1 :]]
    assert "is not what was sealed" in told(swapped)
    sealed = found(swapped, is_a(h.StackSealed))
    shown = digest(bytes(32), secret.before)
    swapped = forged(swapped, sealed, replace(_read(rows, sealed), digest=shown))
    assert "lay on top of the sealed stack" in told(swapped)


def test_what_a_player_added_changed_left_out_or_made_up(rows: list[Row]) -> None:
    """To get another order after the wagers: the cards that were dealt do not follow from it."""
    at = found(rows, is_a(h.ChanceAdded, player="ben"))
    other = replace(_read(rows, at), text="unlucky ben")
    assert "lay on top of the sealed stack" in told(forged(rows, at, other))
    assert "lay on top of the sealed stack" in told([*rows[:at], *rows[at + 1 :]])
    stranger = replace(_read(rows, at), player="cal")
    assert "cal is named, but ben asked" in told(forged(rows, at, stranger))
    late = found(rows, ordered(o.Deal), nth=1)
    added = inserted(rows, late, f"table/{TABLE}", _read(rows, at), by="ben")
    assert "nothing is added any more" in told(added)


def test_a_stack_put_aside_for_another(rows: list[Row]) -> None:
    """Sealed, not liked, and sealed again before the first card."""
    at, secret_at = (
        found(rows, is_a(h.StackSealed)),
        [n for n, row in enumerate(rows) if row.stream == f"shoe/{TABLE}"],
    )
    secret = replace(_secret(rows[secret_at[0]]), number=2)
    again = replace(_read(rows, at), number=2)
    twice = inserted(rows, at + 1, f"table/{TABLE}", again)
    twice = inserted(twice, at + 1, f"shoe/{TABLE}", secret)
    assert "stack 2 was sealed while stack 1 was in use" in told(twice)


def test_a_stack_that_is_never_opened_is_named(rows: list[Row]) -> None:
    at = found(rows, is_a(h.StackRevealed))
    replayer, last = Replayer(), Head(0, bytes(32))
    assert first_fault(mended(rows), replayer) is None
    assert replayer.report(last, None).unopened == ()
    kept = mended([*rows[:at], *rows[at + 1 :]])
    withheld = Replayer()
    assert first_fault(kept, withheld) is None
    assert withheld.report(last, None).unopened == (f"stack 1 of table {TABLE}",)


def test_a_shoe_with_an_ace_too_few(rows: list[Row]) -> None:
    at = next(n for n, row in enumerate(rows) if row.stream == f"shoe/{TABLE}")
    secret = _secret(rows[at])
    cards = list(secret.before)
    cards[cards.index(parse_card("AS"))] = parse_card("2S")
    before = tuple(cards)
    other = [*rows[:at], replace(rows[at], data=encode(replace(secret, before=before)))]
    other += rows[at + 1 :]
    sealed = found(rows, is_a(h.StackSealed))
    shown = digest(bytes.fromhex(secret.seed), before)
    other = forged(other, sealed, replace(_read(rows, sealed), digest=shown))
    assert "has not the cards that it should have" in told(other)


def test_a_stack_shown_to_a_friend_while_it_is_in_use(rows: list[Row]) -> None:
    at = found(rows, ordered(o.Deal))
    secret = _secret(next(row for row in rows if row.stream == f"shoe/{TABLE}"))
    early = h.StackRevealed(1, secret.seed, secret.before, secret.before, BEGAN)
    assert "before it is over" in told(inserted(rows, at, f"table/{TABLE}", early))


def test_a_card_dealt_by_hand_where_a_machine_deals(rows: list[Row]) -> None:
    at = found(rows, ordered(o.Deal), nth=4)
    order = replace(order_at(rows, at), by=o.Person("dealer", "dealer"))
    assert "a person dealt a card" in told(redecided(rows, at, order))


def test_the_cutting_card_taken_out_too_early(rows: list[Row]) -> None:
    """So that a shoe which goes badly for the house ends."""
    at = found(rows, ordered(o.Deal), nth=9)
    order = replace(order_at(rows, at), command=o.CuttingCard())
    assert "lay deeper in the stack" in told(redecided(rows, at, order))


# Rounds and wagers


def test_a_losing_round_left_out(rows: list[Row]) -> None:
    """All of it, from its first wager to its last card; the rest numbered anew."""
    begins = [n for n, row in enumerate(rows) if _is_wager(row)]
    first, second = begins[2], begins[4]  # two wagers a round: this is the second one
    left = [row for n, row in enumerate(rows) if not first <= n < second]
    assert "brings about something else" in told(left)
    assert "lay on top of the sealed stack" in told(all_redecided(left))


def test_a_wager_moved_behind_the_first_card(rows: list[Row]) -> None:
    at = found(rows, ordered(o.Place, "ben"))
    card = found(rows, ordered(o.Deal))
    moved = [*rows[:at], *rows[at + 1 : card + 1], rows[at], *rows[card + 1 :]]
    assert "brings about something else" in told(moved)
    with pytest.raises(Refused):  # nor can it be made to fit
        all_redecided(moved)


def test_a_wager_made_larger_when_it_has_won(rows: list[Row]) -> None:
    at = found(rows, ordered(o.Place, "ben"))
    order = order_at(rows, at)
    larger = replace(order, command=o.Place(2, "ben", 5000))
    assert "brings about something else" in told(redecided(rows, at, larger))


def test_a_wager_on_credit(rows: list[Row]) -> None:
    """The chips were bought after all, only later and fewer: the wager was not covered then."""
    buys = found(rows, is_a(h.ChipsBought, player="ben"))
    command = rows[buys].command
    without = [row for row in rows if row.command != command]
    assert "ben stakes more than they have" in told(without)


def test_a_hand_played_before_its_players_time_was_over(rows: list[Row]) -> None:
    at = found(rows, ordered(o.DirectHand))
    clock = found(rows[:at], is_a(h.ClockStarted, what="turn"), nth=-1)
    later = replace(_read(rows, clock), until=_read(rows, clock).until + 1)
    assert "before its player's time was over" in told(forged(rows, clock, later))


def test_a_payment_made_larger(rows: list[Row]) -> None:
    at = next(n for n, row in enumerate(rows) if b'"result":"wins"' in row.data)
    data = re.sub(rb'("result":"wins".*?"paid":)(\d+)', rb"\g<1>9\g<2>", rows[at].data, count=1)
    assert data != rows[at].data
    changed = [*rows[:at], replace(rows[at], data=data), *rows[at + 1 :]]
    assert "brings about something else" in told(changed)


# People


def test_an_order_said_to_be_anothers(rows: list[Row]) -> None:
    at = found(rows, ordered(o.Place, "ben"))
    order = order_at(rows, at)
    as_ann = replace(order, by=o.Person("ann", "player"))
    fault = told(forged(rows, at, replace(_read(rows, at), order=as_ann)))
    assert fault == "ann is named, but ben asked for it"
    as_dealer = replace(order, by=o.Person("ben", "dealer"))
    assert "ben was never dealer" in told(redecided(rows, at, as_dealer))


def test_an_order_and_its_command_said_to_be_somebody_elses(rows: list[Row]) -> None:
    """The limits went up under a sign of the supervisor's: now it is said to be ben's."""
    at = found(rows, ordered(o.DisplaySign, "supervisor"), "challenge")
    order = order_at(rows, at)
    mine = redecided(rows, at, replace(order, by=o.Person("ben", order.by.role)))
    cause = json.dumps({"by": "ben"}).encode()
    mine = [*mine[:at], replace(mine[at], cause=cause), *mine[at + 1 :]]
    assert "ben was never" in told(mine)


def test_somebody_who_does_not_exist(rows: list[Row]) -> None:
    at = found(rows, ordered(o.Place, "ben"))
    nobody = o.Order(
        by=o.Person("zoe", "player"), at=order_at(rows, at).at, command=o.Arrive("zoe", "zoe")
    )
    state = _state_before(rows, at)
    events: Any = tuple(decide(find_table_rules("crown-blackjack"), state, nobody))
    ghost = inserted(rows, at, f"table/{TABLE}", h.Ordered(nobody, events), by="zoe")
    assert told(ghost) == "nobody of the name zoe had an account"


def test_a_void_in_the_machines_name(rows: list[Row]) -> None:
    at = found(rows, ordered(o.Deal), nth=12)
    order = o.Order(
        by=o.Person("automatic supervisor", "casino-manager"),
        at=order_at(rows, at).at,
        command=o.NoMoreBets(),
    )
    void = h.Ordered(replace(order, command=o.VoidRound("20.9")), ())
    assert "gives no such order" in told(inserted(rows, at, f"table/{TABLE}", void))


def test_an_approval_that_nobody_gave(rows: list[Row]) -> None:
    at = found(rows, is_a(h.ApprovalAnswered), "canberra")
    without = [*rows[:at], replace(rows[at + 1], cause=rows[at].cause), *rows[at + 2 :]]
    assert told(without) == "nobody has answered for this order"


@pytest.mark.parametrize(
    ("person", "says"),
    [
        (o.Person("supervisor", "supervisor"), "supervisor is named, but dealer asked for it"),
        (o.Person("dealer", "gaming-shift-manager"), "dealer was never gaming-shift-manager"),
        (o.Person("zoe", "dealer"), "zoe is named, but dealer asked for it"),
    ],
)
def test_an_approval_in_anothers_name(rows: list[Row], person: o.Person, says: str) -> None:
    at = found(rows, is_a(h.ApprovalAnswered), "canberra")
    changed = forged(rows, at, replace(_read(rows, at), by=person))
    assert says in told(changed)


def test_another_order_than_the_one_that_was_approved(rows: list[Row]) -> None:
    at = found(rows, is_a(h.ApprovalAnswered), "canberra") + 1
    order = replace(order_at(rows, at), why="something else")
    changed = redecided(rows, at, order)
    assert told(changed) == "this is not the order that was approved"


def test_a_role_that_nobody_was_given(rows: list[Row]) -> None:
    """Ben makes himself a manager, to have been one when he gave an order."""
    at = next(n for n, row in enumerate(rows) if row.kind == "RoleGranted")
    cause = json.loads(rows[at].cause)
    cause["by"] = "ben"
    data = json.loads(rows[at].data) | {"by": "ben"}
    mine = replace(rows[at], cause=encode(cause), data=encode(data))
    assert "only an administrator" in told([*rows[:at], mine, *rows[at + 1 :]])
    data = json.loads(rows[at].data) | {"name": "ben"}
    other = replace(rows[at], data=encode(data))
    assert "brings about something else" in told([*rows[:at], other, *rows[at + 1 :]])


def test_an_order_before_its_notice_was_over(rows: list[Row]) -> None:
    """Star: the sign was up twenty minutes before the time it names; it is made to say less."""
    at = found(rows, ordered(o.DisplaySign, "supervisor"), "challenge")
    order = order_at(rows, at)
    limits: Any = order.command.limits  # type: ignore[attr-defined]
    change = replace(order, command=o.ChangeLimits(limits))
    early = replace(change, at=BEGAN + 1199)
    more = inserted(rows, at + 1, "table/challenge", h.Ordered(early, ()), by="supervisor")
    assert "has not come" in told(more)
    sooner = replace(order, command=replace(order.command, time=BEGAN + 600))
    assert "brings about something else" in told(
        forged(rows, at, replace(_read(rows, at), order=sooner))
    )


def test_an_order_at_another_time_than_its_neighbours_allow(rows: list[Row]) -> None:
    at = found(rows, ordered(o.Place, "ben"), nth=2)
    order, says = order_at(rows, at), "an order is given no earlier than the last one"
    before = replace(order, at=order.at - 3600)
    assert says in told(forged(rows, at, replace(_read(rows, at), order=before)))
    after = replace(order, at=order.at + 3600)  # then it is the next one that is too early
    assert says in told(redecided(rows, at, after))


# Money


@pytest.mark.parametrize(
    ("money", "says"),
    [
        ("wallet", "left money between the cage and a table"),
        ("play", "play money is for practice tables"),
        ("cash", "for cash at virtual cards"),
    ],
)
def test_chips_out_of_nowhere(rows: list[Row], money: Any, says: str) -> None:
    at = found(rows, ordered(o.Place, "ben"), nth=1)
    chips = h.ChipsBought("ben", 10_000, BEGAN, money)
    assert says in told(inserted(rows, at, f"table/{TABLE}", chips))


@pytest.mark.parametrize(
    ("by", "money", "rounds", "says"),
    [
        (p.HOUSE, "cash", 0, None),
        (p.HOUSE, "cash", 1, "the house does not handle the chips of cleo"),
        (p.HOUSE, "wallet", 0, "the house does not handle the chips of cleo"),
        ("ben", "cash", 0, "ben does not handle the chips of cleo"),
    ],
)
def test_the_house_sells_chips_only_where_nothing_was_played_yet(
    by: str, money: Any, rounds: int, says: str | None
) -> None:
    """As the demonstration has somebody at a table to deal to."""
    terms = SimpleNamespace(practice=False, cards="scanned", book="crown-blackjack")
    run: Any = SimpleNamespace(terms=terms, table=SimpleNamespace(rounds=rounds))
    witness = Witness()
    witness.by = by
    assert witness._chips(run, h.ChipsBought("cleo", 50_000, BEGAN, money)) == says


def test_chips_for_one_from_the_wallet_of_another(rows: list[Row]) -> None:
    at = found(rows, is_a(h.ChipsBought, player="ben"))
    for_ann = forged(rows, at, replace(_read(rows, at), player="ann"))
    assert told(for_ann) == "ben does not handle the chips of ann"


def test_more_taken_home_than_there_was(rows: list[Row]) -> None:
    at = found(rows, is_a(h.ChipsCashed, player="ben"))
    cashed = _read(rows, at)
    richer = forged(rows, at, replace(cashed, cents=cashed.cents + 1))
    assert "more chips than they had" in told(richer)
    poorer = forged(rows, at, replace(cashed, cents=cashed.cents - 1))
    assert "left money between the cage and a table" in told(poorer)


def test_money_paid_in_by_somebody_who_is_no_cashier(rows: list[Row]) -> None:
    at = next(n for n, row in enumerate(rows) if row.kind == "Deposited")
    data = json.loads(rows[at].data) | {"by": "ann"}
    changed = replace(rows[at], data=encode(data))
    assert "cashier asked for it" in told([*rows[:at], changed, *rows[at + 1 :]])
    changed = replace(changed, cause=encode({"by": "ann"}))
    assert told([*rows[:at], changed, *rows[at + 1 :]]) == "ann was no cashier"


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"cents": MOST + 1}, "more than anybody can move at once"),
        ({"at": 0}, "before what was written earlier"),
        ({"at": BEGAN - 48 * 3600}, "before what was written earlier"),
    ],
)
def test_money_of_a_sum_or_of_a_day_that_cannot_be(
    rows: list[Row], changes: dict[str, int], says: str
) -> None:
    at = next(n for n, row in enumerate(rows) if row.kind == "Deposited")
    data = json.loads(rows[at].data) | changes
    assert says in told([*rows[:at], replace(rows[at], data=encode(data)), *rows[at + 1 :]])


def at_end(rows: list[Row], stream: str, event: Any, cause: Any) -> list[Row]:
    """One more event, which nobody wrote then."""
    name = type(event).__name__
    new = replace(rows[-1], stream=stream, kind=name, command=f"x{len(rows)}", cause=encode(cause))
    return [*rows, replace(new, data=encode(event))]


def test_the_house_itself_pays_nobody_in_once_it_is_open(rows: list[Row]) -> None:
    """Only in the demonstration, on its first day."""
    signed = at_end(rows, KEYS, taking(Signer("house", bytes(32)), BEGAN), {"by": p.HOUSE})
    for at, says in ((BEGAN + 24 * 3600, None), (BEGAN + 24 * 3600 + 1, "once it is open")):
        paid = at_end(signed, "wallet/ben", Deposited(99_999_900, at, p.HOUSE), {"by": p.HOUSE})
        fault = fault_in(paid)
        assert (fault is None) == (says is None)
        assert fault is None or str(says) in fault.reason


@pytest.mark.parametrize(
    "loses", [p.RevokeHouseRole("cashier", p.CASHIER), p.LockAccount("cashier")], ids=repr
)
def test_whoever_was_cashier_once_is_not_one_for_ever(
    rows: list[Row], loses: p.RevokeHouseRole | p.LockAccount
) -> None:
    """A moment longer, for a deposit that was under way."""
    at = BEGAN + 5_000
    event: Any = p.AccountLocked("cashier", p.HOUSE, at)
    if isinstance(loses, p.RevokeHouseRole):
        event = p.HouseRoleRevoked("cashier", p.HOUSE, at, p.CASHIER)
    without = at_end(rows, p.STREAM, event, p.Order(p.HOUSE, at, loses))
    assert fault_in(without) is None
    for late, found in ((300, False), (301, True)):
        deposit = Deposited(100, at + late, "cashier")
        fault = fault_in(at_end(without, "wallet/ben", deposit, {"by": "cashier"}))
        assert (fault is not None) is found
        assert fault is None or fault.reason == "cashier was no cashier"


def test_an_order_of_somebody_who_had_lost_the_rank(rows: list[Row]) -> None:
    """The limits went up by the supervisor's sign; now the supervisor had been dismissed before."""
    at = found(rows, ordered(o.DisplaySign, "supervisor"), "challenge")
    when, book = order_at(rows, at).at, "star-blackjack-challenge"
    role = order_at(rows, at).by.role
    for early, noticed in ((300, False), (301, True)):
        order = p.Order(p.HOUSE, when - early, p.RevokeRole("supervisor", book))
        event = p.RoleRevoked("supervisor", p.HOUSE, when - early, book, role)
        gone = at_end(rows[:at], p.STREAM, event, order)
        fault = fault_in([*gone, *rows[at : at + 1]])
        assert (fault is not None) is noticed
        assert fault is None or "supervisor was no longer" in fault.reason


def test_an_account_that_was_opened_years_before_its_neighbours(rows: list[Row]) -> None:
    at = [n for n, row in enumerate(rows) if row.stream == "people" and row.cause][-1]
    cause = json.loads(rows[at].cause) | {"at": 0}
    changed = [*rows[:at], replace(rows[at], cause=encode(cause)), *rows[at + 1 :]]
    assert "before what was written earlier" in told(changed)


# Nonsense


@pytest.mark.parametrize("data", [b"", b"{}", b"null", b'{"type":"Ordered"}', b"\xff", b"[1"])
@pytest.mark.parametrize("stream", ["people", "shoe/crown", "table/crown", "wallet/ann"])
def test_what_cannot_be_read_is_named_and_nothing_breaks(
    rows: list[Row], stream: str, data: bytes
) -> None:
    at = next(n for n, row in enumerate(rows) if row.stream == stream)
    changed = [*rows[:at], replace(rows[at], data=data), *rows[at + 1 :]]
    fault = fault_in(changed)
    assert fault is not None
    assert fault.position == rows[at].position


@pytest.mark.parametrize("cause", [b"", b"{}", b"null", b'{"by":1}'])
def test_a_command_that_does_not_say_who_asked_is_named(rows: list[Row], cause: bytes) -> None:
    at = found(rows, ordered(o.Place, "ben"))
    changed = [*rows[:at], replace(rows[at], cause=cause), *rows[at + 1 :]]
    fault = fault_in(changed)
    assert fault is not None
    assert fault.position == rows[at].position


# Out of reach: docs/house.md says why, and what helps


def test_a_log_cut_off_at_its_end_is_shorter_and_whole(rows: list[Row]) -> None:
    """Only whoever noted a later head can tell."""
    last = found(rows, ordered(o.Place, "ann"), nth=-1)
    assert fault_in(rows[:last]) is None
    assert mended(rows[:last])[-1].hash != rows[-1].hash


def test_a_deposit_in_a_cashiers_name_is_the_cashiers_word(rows: list[Row]) -> None:
    """The log cannot tell what lay on the counter; its head is another from there on."""
    at = next(n for n, row in enumerate(rows) if row.kind == "Deposited")
    data = json.loads(rows[at].data)
    richer = [*rows[:at], replace(rows[at], data=encode(data | {"cents": 10**6})), *rows[at + 1 :]]
    assert fault_in(richer) is None
    assert mended(richer)[at].hash != rows[at].hash


def test_a_past_made_up_from_one_wager_on_and_everything_after_it_made_to_fit(
    rows: list[Row],
) -> None:
    """What might have been is a log as good as what was: but its head is not the one that was."""
    at = found(rows, ordered(o.Place, "ann"))
    order = replace(order_at(rows, at), command=o.Place(1, "ann", 1500))
    other = all_redecided(forged(rows, at, h.Ordered(order, ())))
    assert fault_in(other) is None
    assert mended(other)[at].hash != rows[at].hash


# Small things


def _read(rows: list[Row], at: int) -> Any:
    return happening_from_json(rows[at].data)


def _secret(row: Row) -> Secret:
    return msgspec.json.decode(row.data, type=Secret)


def _is_wager(row: Row) -> bool:
    return row.stream == f"table/{TABLE}" and ordered(o.Place)(happening_from_json(row.data))


def _state_before(rows: list[Row], at: int) -> Any:
    replayer = Replayer()
    for row in rows[:at]:
        replayer.read(row)
    return replayer.tables[TABLE].run.table
