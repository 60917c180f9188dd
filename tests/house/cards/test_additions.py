"""What players add to a sealed stack: the order follows from it, and nobody waits for it."""

import hashlib

import pytest
from msgspec.structs import replace

from bythebook.cards import Pack
from bythebook.errors import BrokenInvariant, Malformed, Refused
from bythebook.house.cards.revealing import seals_of
from bythebook.house.cards.shoe_files import check_shoe, print_shoe, read_shoe, reveal
from bythebook.house.cards.shoes import digest, seed_with, shuffled
from bythebook.house.cards.stacks import ADDITIONS, TIMES_MOST, Stack, with_addition
from bythebook.house.tables import table_log as h
from tests.house.tables.felt import Felt, felt_with, order_a_shuffle

SEED = bytes(range(32))
DECK = Pack("none").cards(1)


def add(felt: Felt, name: str, text: str, number: int = 0) -> None:
    number = number or felt.run.stacks
    felt.player(name, type="add-chance", number=number, text=text)


def test_the_seed_of_what_was_added_by_hand() -> None:
    lines = f"bythebook shoe 2\n{SEED.hex()}\nlucky ann\n00ff\n"
    assert seed_with(SEED, ("lucky ann", "00ff")) == hashlib.sha256(lines.encode()).digest()
    assert seed_with(SEED, ()) == SEED
    orders = {("ann", "ben"), ("ben", "ann"), ("annben",), ("ann",), ()}
    assert len({seed_with(SEED, added) for added in orders}) == len(orders)


def test_the_file_has_what_was_added_and_the_digest_of_before_it() -> None:
    shoe = reveal(SEED, DECK, table="felt", number=3, added=("lucky ann", "00ff"))
    assert (shoe.shoe, shoe.digest) == (2, digest(SEED, DECK))
    contents = read_shoe(print_shoe(shoe).encode())
    assert contents.after == shuffled(DECK, seed_with(SEED, ("lucky ann", "00ff")))
    steps = check_shoe(contents, shoe.digest)
    assert [step.wrong for step in steps] == [""] * 5
    assert steps[1].what.endswith("follows from the seed and from what 2 added")
    for added in (("00ff", "lucky ann"), ("lucky ann",), ("lucky ann", "00fe")):
        other = read_shoe(print_shoe(replace(shoe, added=added)).encode())
        assert [bool(step.wrong) for step in check_shoe(other)] == [False, True, False, False]


def test_cards_are_dealt_in_the_order_that_everybody_made() -> None:
    felt = felt_with("crown", "ann", "ben")
    stack = felt.run.stack
    assert stack is not None
    before = felt.vault.secret_of(1).before
    add(felt, "ben", "b1")
    add(felt, "ann", "a1")
    add(felt, "ben", "b2")  # in place of what he gave before, and last now
    felt.bet("ann", 1)
    felt.bet("ben", 2)
    felt.ready("ann")
    felt.ready("ben")
    seed = bytes.fromhex(felt.vault.secret_of(1).seed)
    order = shuffled(before, seed_with(seed, ("a1", "b2")))
    assert felt.dealt()[:3] == list(order[stack.cut + 1 : stack.cut + 4]), "one was burned"
    assert stack.digest == digest(seed, before)
    while felt.run.table.in_round:
        felt.passes(1)
    order_a_shuffle(felt)
    (shown,) = [x for x in felt.log if isinstance(x, h.StackRevealed)]
    assert (shown.added, shown.after) == (("a1", "b2"), order)
    first, second = seals_of(felt.log)
    assert (first.additions, first.digest) == (2, stack.digest)
    assert first.opened_at is not None
    assert (second.number, second.additions, second.opened_at) == (2, 0, None)


def test_nobody_is_waited_for_and_nothing_is_added_once_a_card_was_seen() -> None:
    felt = felt_with("crown", "ann", "ben")
    felt.bet("ann", 1)
    felt.ready("ann")
    assert felt.run.table.in_round
    with pytest.raises(Refused) as caught:
        add(felt, "ben", "too late")
    assert caught.value.clause == ADDITIONS
    assert felt.run.stack is not None
    assert felt.run.stack.added == ()
    with pytest.raises(BrokenInvariant):
        with_addition(felt.run.stack, "ben", "too late")


def test_who_may_add_what() -> None:
    felt = felt_with("crown", "ann")
    for name, number, text, error in (
        ("cal", 1, "ab", Refused),  # is not at the table
        ("ann", 2, "ab", Refused),  # no such stack yet
        ("ann", 1, "", Malformed),
        ("ann", 1, "a" * 65, Malformed),
        ("ann", 1, "a\nb", Malformed),
        ("ann", 1, "\u00e4", Malformed),
    ):
        with pytest.raises(error):
            add(felt, name, text, number)
    for time in range(TIMES_MOST):
        add(felt, "ann", f"a{time}")
    with pytest.raises(Refused):
        add(felt, "ann", "once more")


def test_a_device_takes_something_for_every_stack() -> None:
    felt = felt_with("canberra", "ann", dealing="device")
    for number in (1, 2, 3):
        add(felt, "ann", f"for {number}")
        felt.bet("ann", 1)
        felt.ready("ann")
        while felt.run.table.in_round:
            felt.passes(1)
    shown = [x for x in felt.log if isinstance(x, h.StackRevealed)]
    assert [x.added for x in shown] == [("for 1",), ("for 2",), ("for 3",)]
    assert felt.run.added == {}


def test_the_newest_takes_the_place_of_what_the_same_player_gave() -> None:
    stack = with_addition(Stack(1, "", 52, 0), "ann", "one")
    stack = with_addition(with_addition(stack, "ben", "two"), "ann", "three")
    assert stack.added == ("two", "three")
