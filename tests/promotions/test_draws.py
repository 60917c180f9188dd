"""Entries and the draw: in time, overseen, by a seed that was sealed before, worked out by hand."""

import hashlib

import pytest
from msgspec.structs import replace

from bythebook.deciders import Revealed, Sealed
from bythebook.draws import digest_of
from bythebook.errors import BrokenInvariant
from bythebook.promotions import commands as c
from bythebook.promotions import events as e
from bythebook.promotions import evolve
from bythebook.promotions.duties import duties
from tests.clauses import clause
from tests.promotions.offers import (
    BACEBALL,
    BOOKS,
    CLOSES,
    CROWN,
    DRAWN,
    HOUR,
    KNOWN,
    SEED,
    STAR,
    START,
    VALUE,
    Run,
    prize,
)

SCRUTINY = {STAR: "22.2", BACEBALL: "15.2", CROWN: "19.2"}
MANNER = {STAR: "22.7.1", BACEBALL: "15.7.1", CROWN: "19.5.1"}
CLOSING = {STAR: "22.7.6", BACEBALL: "15.7.6", CROWN: "19.5.6"}


# Entries


@clause("star-blackjack-challenge 22.7.6", "star-baceball 15.7.6", "crown-blackjack 19.5.6")
@pytest.mark.parametrize("book", BOOKS)
def test_entries_come_in_until_the_hour_that_the_terms_state(book: str) -> None:
    run = Run(book).opened()
    run.give(c.Enter("ann"), at=CLOSES - 1)
    run.refused(c.Close(), CLOSING[book])
    run.give(c.Enter("ben"), at=CLOSES)
    run.refused(c.Enter("cal"), CLOSING[book], at=CLOSES + 1)
    run.give(c.Close())
    assert run.now.entered == 2


@clause("star-blackjack-challenge 22.7.4", "star-baceball 15.7.4", "crown-blackjack 19.5.4")
@pytest.mark.parametrize("book", BOOKS)
def test_the_wager_that_the_terms_ask_for(book: str) -> None:
    least = {STAR: "22.7.4", BACEBALL: "15.7.4", CROWN: "19.5.4"}[book]
    run = Run(book, least_stake=5000).opened()
    run.refused(c.Enter("ann", stake_cents=4999), least)
    run.give(c.Enter("ann", stake_cents=5000))
    run.give(c.Enter("ann", stake_cents=5001))
    # A player cannot vouch for a wager of their own.
    run.refused(c.Enter("ann", stake_cents=9000), run_enter(book), role="player", name="ann")


def run_enter(book: str) -> str:
    return {STAR: "22.7.3", BACEBALL: "15.7.3", CROWN: "19.5.3"}[book]


@clause("star-blackjack-challenge 22.7.3", "star-baceball 15.7.3", "crown-blackjack 19.5.3")
@pytest.mark.parametrize("book", BOOKS)
def test_so_many_entries_a_person_as_the_terms_state(book: str) -> None:
    run = Run(book, entries_each=3).opened()
    run.give(c.Enter("ann", entries=2))
    run.refused(c.Enter("ann", entries=2), run_enter(book))
    run.give(c.Enter("ann"))
    run.refused(c.Enter("ann"), run_enter(book))
    run.give(c.Enter("ben", entries=3), role="player", name="ben")
    run.refused(c.Enter("cal"), run_enter(book), role="player", name="ben")
    run.malformed(c.Enter(" "))


@pytest.mark.parametrize("book", BOOKS)
def test_nobody_enters_before_it_begins_or_while_nothing_is_sealed(book: str) -> None:
    run = Run(book).lodge().publish()
    run.refused(c.Enter("ann"), run_enter(book))
    run.malformed(c.Open(), at=START)
    run.seal()
    run.give(c.Open())
    run.malformed(c.Seal(2, digest_of(SEED)), role="house")


def test_only_the_house_seals_and_only_once() -> None:
    run = Run(STAR)
    run.malformed(c.Seal(1, digest_of(SEED)))
    run.seal()
    run.malformed(c.Seal(2, digest_of("5b" * 32)), role="house")


# The scrutineer


@clause("star-blackjack-challenge 22.2", "star-baceball 15.2")
@pytest.mark.parametrize("book", [STAR, BACEBALL])
def test_a_prize_over_ten_thousand_is_drawn_before_a_scrutineer(book: str) -> None:
    for cents, overseen in ((999_999, False), (1_000_000, False), (1_000_001, True)):
        run = Run(book, prize("travel"), prize("vehicle", value_cents=cents)).closed("ann", "ben")
        if overseen:
            run.refused(c.Draw(), SCRUTINY[book], at=DRAWN)
            run.give(c.Nominate("sue"))
            run.refused(c.Draw(), SCRUTINY[book])
            run.refused(c.Attend(), SCRUTINY[book], name="sue")  # not as the operator
            run.refused(c.Attend(), SCRUTINY[book], role="scrutineer", name="sam")
            run.give(c.Attend(), role="scrutineer", name="sue")
            *_, drawn = run.give(c.Draw())
            assert isinstance(drawn, e.Drawn)
            assert (drawn.scrutineer, drawn.clause) == ("sue", SCRUTINY[book])
        else:
            *_, drawn = run.give(c.Draw(), at=DRAWN)
            assert isinstance(drawn, e.Drawn)
            assert (drawn.scrutineer, drawn.clause) == ("", MANNER[book])


@clause("star-blackjack-challenge 22.2", "star-baceball 15.2")
@pytest.mark.parametrize("book", [STAR, BACEBALL])
def test_it_is_each_prize_that_counts_not_all_together(book: str) -> None:
    run = Run(book, prize("vehicle", value_cents=1_000_000, number=3)).closed("ann")
    run.give(c.Draw(), at=DRAWN)


@clause("star-blackjack-challenge 22.2", "star-baceball 15.2")
@pytest.mark.parametrize("book", [STAR, BACEBALL])
def test_the_operator_names_the_scrutineer_who_is_somebody_else(book: str) -> None:
    run = Run(book, prize("vehicle", dollars=20_000)).closed("ann")
    run.refused(c.Nominate("sue"), SCRUTINY[book], role="scrutineer", name="sue")
    run.refused(c.Nominate("olga"), SCRUTINY[book], name="olga")
    run.give(c.Nominate("sue"))
    run.give(c.Attend(), role="scrutineer", name="sue")
    run.give(c.Nominate("sam"))  # another one has not been there yet
    run.refused(c.Draw(), SCRUTINY[book], at=DRAWN)


@clause("crown-blackjack 19.2")
def test_at_crown_a_scrutineer_may_oversee_a_draw_and_need_not() -> None:
    dear = prize("vehicle", value_cents=1_000_001)
    run = Run(CROWN, dear).closed("ann")
    run.give(c.Draw(), at=DRAWN)
    run = Run(CROWN, dear).closed("ann")
    run.give(c.Nominate("sue"))
    run.give(c.Attend(), role="scrutineer", name="sue")
    *_, drawn = run.give(c.Draw(), at=DRAWN)
    assert isinstance(drawn, e.Drawn)
    assert (drawn.scrutineer, drawn.clause) == ("sue", "19.2")


# The draw


@clause("star-blackjack-challenge 22.7.2", "star-baceball 15.7.2", "crown-blackjack 19.5.2")
@pytest.mark.parametrize("book", BOOKS)
def test_nothing_is_drawn_before_the_hour_that_the_terms_state(book: str) -> None:
    when = {STAR: "22.7.2", BACEBALL: "15.7.2", CROWN: "19.5.2"}[book]
    run = Run(book).closed("ann")
    run.refused(c.Draw(), when, at=DRAWN - 1)
    run.give(c.Draw(), at=DRAWN)
    run.refused(c.Draw(), MANNER[book])


def by_hand(seed: str, entries: int, value: str = VALUE) -> list[int]:
    """The order of a draw once more, from its description: secret and public value in one, then
    SHA-256 in counter mode, no modulo bias, each place taken from those that are left."""
    both = b"bythebook draw with a public value 1\n" + bytes.fromhex(seed) + value.encode()
    key = b"bythebook draw 1\n" + hashlib.sha256(both).digest()
    numbers = []
    for counter in range(entries):
        block = hashlib.sha256(key + counter.to_bytes(8, "big")).digest()
        numbers += [int.from_bytes(block[n : n + 8], "big") for n in (0, 8, 16, 24)]
    left, order = list(range(1, entries + 1)), []
    while len(left) > 1:
        word = numbers.pop(0)
        if word >= 2**64 - 2**64 % len(left):
            continue
        chosen = word % len(left)
        order.append(left[chosen])
        first = left.pop(0)  # it takes the place of the one that was drawn
        if chosen:
            left[chosen - 1] = first
    return order + left


@pytest.mark.parametrize("seed", [SEED, "00" * 32, "ff" * 32, "0123456789abcdef" * 4])
def test_anybody_can_work_the_draw_out_again(seed: str) -> None:
    names = [f"p{n:02d}" for n in range(1, 41)]
    run = Run(STAR, prize("travel", number=3), prize("vehicle"), seed=seed).drawn(*names)
    sealed = next(event for event in run.events if isinstance(event, Sealed))
    revealed = next(event for event in run.events if isinstance(event, Revealed))
    heading = b"bythebook draw 1\n" + bytes.fromhex(revealed.seed)
    assert hashlib.sha256(heading).hexdigest() == sealed.digest
    order = by_hand(revealed.seed, 40)
    assert [slot.entry for slot in run.now.slots] == order[:4]
    assert [slot.person for slot in run.now.slots] == [names[n - 1] for n in order[:4]]


def test_another_seed_than_the_sealed_one_is_refused() -> None:
    run = Run(STAR).closed("ann", "ben")
    run.seed = "00" * 32
    run.refused(c.Draw(), "22.7.1", at=DRAWN)


def test_one_prize_a_person_unless_the_terms_say_otherwise() -> None:
    prizes = prize("travel", number=4)
    run = Run(STAR, prizes).opened()
    for person, entries in (("ann", 50), ("ben", 2)):
        run.give(c.Enter(person, entries=entries))
    run.valued()
    run.give(c.Draw(), at=DRAWN)
    assert {run.winner(1), run.winner(2)} == {"ann", "ben"}
    assert [slot.status for slot in run.now.slots] == ["open", "open", "no entry", "no entry"]

    run = Run(STAR, prizes, one_prize_each=False).opened()
    for person, entries in (("ann", 50), ("ben", 2)):
        run.give(c.Enter(person, entries=entries))
    run.valued()
    run.give(c.Draw(), at=DRAWN)
    order = by_hand(SEED, 52)
    assert [slot.entry for slot in run.now.slots] == order[:4]
    assert [run.winner(n) for n in (1, 2, 3, 4)] == [
        "ann" if entry <= 50 else "ben" for entry in order[:4]
    ]


def test_a_draw_without_entries_has_no_winner() -> None:
    run = Run(CROWN).drawn()
    assert [slot.status for slot in run.now.slots] == ["no entry"]
    run.malformed(c.TellWinner(1, "mail"))
    run.give(c.End())
    assert run.now.phase == "ended"


def test_an_entry_cannot_win_twice() -> None:
    run = Run(STAR, prize(number=2)).closed("ann", "ben")
    twice = tuple(e.Won(n, 1, "ann") for n in (1, 2))
    signed = {"clause": "22.7.1", "by": "olga", "at": DRAWN}
    with pytest.raises(BrokenInvariant):
        evolve(run.state, e.Drawn(**signed, winners=twice, scrutineer=""))  # type: ignore[arg-type]


# A prize that was refused goes on


def test_a_refused_prize_goes_to_the_next_entry_drawn() -> None:
    names = [f"p{n}" for n in range(1, 8)]
    run = Run(STAR, prize(number=2), unclaimed="next-drawn").drawn(*names)
    order = by_hand(SEED, 7)
    run.refused(c.PassOn(1), "22.7.1")
    run.give(c.Deny(1, run.winner(1), "1 High Street"), why="not of age")
    run.give(c.PassOn(1), at=DRAWN + HOUR)
    assert run.now.slots[0].entry == order[2]
    assert run.now.slots[0].passed == (order[0],)
    assert run.now.slots[0].won_at == DRAWN + HOUR
    run.give(c.Deny(1, run.winner(1), "2 High Street"), why="not of age either")
    run.give(c.PassOn(1))
    assert run.now.slots[0].entry == order[3]


def test_by_default_a_refused_prize_stays_with_the_casino() -> None:
    run = Run(STAR).drawn("ann", "ben")
    run.give(c.Deny(1, run.winner(), "1 High Street"), why="not of age")
    run.refused(c.PassOn(1), "22.7.1")


def test_a_prize_that_everybody_was_refused_goes_to_nobody() -> None:
    run = Run(STAR, unclaimed="next-drawn").drawn("ann")
    run.give(c.Deny(1, "ann", "1 High Street"), why="not of age")
    run.refused(c.PassOn(1), "22.7.1")
    assert replace(run.now.slots[0], told=()).status == "refused"


AWARDED = {STAR: "22.7.2", BACEBALL: "15.7.2", CROWN: "19.5.2"}


@clause("star-blackjack-challenge 22.7.2", "star-baceball 15.7.2", "crown-blackjack 19.5.2")
@pytest.mark.parametrize("book", BOOKS)
def test_a_draw_is_owed_from_the_hour_that_the_terms_promise(book: str) -> None:
    """Not before the value is there, nor while it is postponed; then until it is drawn."""

    def owed() -> list[tuple[str, str, int]]:
        found = (duty for duty in duties(run.rules, run.now) if duty.act == "draw")
        return [(duty.says, duty.clause, duty.since) for duty in found]

    run = Run(book).opened()
    run.give(c.Enter("ann"))
    run.give(c.Close(), at=CLOSES)
    assert owed() == []
    run.give(c.EnterValue(VALUE), at=KNOWN)
    due = [("draw the prizes, as the terms promise", AWARDED[book], DRAWN)]
    assert owed() == due
    run.refused(c.Draw(), AWARDED[book], at=DRAWN - 1)
    run.give(c.Postpone("ida"), why="a list was lost")
    assert owed() == []
    run.give(c.Validate(), why="it was found")
    assert owed() == due
    run.give(c.Draw(), at=DRAWN)
    assert owed() == []
