"""Shoes committed to: the stream, the shuffle, the digest, the file, and the command."""

import hashlib
import itertools
import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest
import typer
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner, Result

from bythebook.cards import CARDS, Card, Pack, format_cards, parse_cards
from bythebook.commands.verify_shoe import verify_shoe_command
from bythebook.errors import Malformed
from bythebook.house.cards import shoes
from bythebook.house.cards.shoe_files import (
    RevealedShoe,
    Served,
    check_shoe,
    match_rounds,
    print_shoe,
    read_shoe,
    reveal,
)

SIX_DECKS = Pack("none").cards(6)
ZERO = bytes(32)

# RFC 8439, appendix A.1: the key, the number of the block, its 64 bytes. The nonce is nothing.
VECTORS = [
    (
        "00" * 32,
        0,
        "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"
        "da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586",
    ),
    (
        "00" * 32,
        1,
        "9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed"
        "29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f",
    ),
    (
        "00" * 31 + "01",
        1,
        "3aeb5224ecf849929b9d828db1ced4dd832025e8018b8160b82284f3c949aa5a"
        "8eca00bbb4a73bdad192b5c42f73f2fd4e273644c8b36125a64addeb006c13a0",
    ),
    (
        "00ff" + "00" * 30,
        2,
        "72d54dfbf12ec44b362692df94137f328fea8da73990265ec1bbbea1ae9af0ca"
        "13b25aa26cb4a648cb9b9d1be65b2c0924a66c54d545ec1b7374f4872e99f096",
    ),
]


def cards(text: str) -> tuple[Card, ...]:
    return parse_cards(text)


# The stream


@pytest.mark.parametrize(("key", "block", "expected"), VECTORS)
def test_the_stream_is_that_of_the_standard(key: str, block: int, expected: str) -> None:
    stream = shoes.words(bytes.fromhex(key))
    sixteen = itertools.islice(stream, 16 * block, 16 * block + 16)
    assert b"".join(word.to_bytes(4, "little") for word in sixteen).hex() == expected


@pytest.mark.parametrize("length", [0, 31, 33])
def test_a_seed_is_32_bytes(length: int) -> None:
    with pytest.raises(Malformed, match="32 bytes"):
        next(shoes.words(bytes(length)))


# A number from words


@pytest.mark.parametrize(
    ("bound", "word", "number"),
    [
        # 2^32 = 3 × 1431655765 + 1: only the highest word is one too many.
        (3, 4294967293, 1),
        (3, 4294967294, 2),
        (3, 4294967295, None),
        # 2^32 = 312 × 13765920 + 256: words from 4294967040 on are too many.
        (312, 4294967039, 311),
        (312, 4294967040, None),
        (312, 4294967041, None),
        # A power of two divides evenly: no word is.
        (4, 4294967295, 3),
    ],
)
def test_words_that_are_too_many_are_passed_over(bound: int, word: int, number: int | None) -> None:
    source = iter([word, 0])
    assert shoes.number_below(bound, source) == (0 if number is None else number)
    assert list(source) == ([] if number is None else [0])


# The shuffle


def test_a_shuffle_by_hand() -> None:
    """The first words of the zero key are ade0b876, 903df1a0 and e56a5d40 (first vector).

    Place 4 changes with one of four: the last digit 6 leaves 2, the third place. Place 3 with one
    of three: the digits 9+0+3+13+15+1+10+0 = 51 leave 0, the first. Place 2 with one of two: even,
    the first.
    """
    assert list(itertools.islice(shoes.words(ZERO), 3)) == [0xADE0B876, 0x903DF1A0, 0xE56A5D40]
    # AC 2C 3C 4C; AC 2C 4C 3C; 4C 2C AC 3C; 2C 4C AC 3C.
    assert shoes.shuffled(cards("AC 2C 3C 4C"), ZERO) == cards("2C 4C AC 3C")


@pytest.mark.parametrize("size", [0, 1, 2, 3, 4, 5])
def test_every_order_comes_of_exactly_one_choice_of_numbers(size: int) -> None:
    stack = tuple(itertools.islice(CARDS.values(), size))
    choices = itertools.product(*(range(bound) for bound in range(size, 1, -1)))
    orders = [shoes.shuffled_by(stack, iter(chosen)) for chosen in choices]
    assert sorted(map(format_cards, orders)) == sorted(
        map(format_cards, itertools.permutations(stack))
    )


@given(st.binary(min_size=32, max_size=32), st.integers(0, 420))
@settings(max_examples=50, deadline=None)
def test_a_shuffle_keeps_every_card(seed: bytes, size: int) -> None:
    stack = (SIX_DECKS + SIX_DECKS)[:size]
    assert Counter(shoes.shuffled(stack, seed)) == Counter(stack)


def test_a_cut_turns_the_stack() -> None:
    stack = cards("AC 2C 3C JK")
    assert shoes.cut(stack, 1) == cards("2C 3C JK AC")
    assert shoes.cut(stack, 0) == shoes.cut(stack, 4) == stack
    for wrong in (-1, 5):
        with pytest.raises(Malformed, match="from 0 to 4"):
            shoes.cut(stack, wrong)


# The commitment


def test_the_digest_is_of_four_lines() -> None:
    text = f"bythebook shoe 1\n{'00' * 32}\nAC 2C 3C 4C\n2C 4C AC 3C\n"
    expected = hashlib.sha256(text.encode()).hexdigest()
    assert shoes.digest(ZERO, cards("AC 2C 3C 4C")) == expected
    assert shoes.check(ZERO, cards("AC 2C 3C 4C"), expected) is None


def test_another_seed_card_or_order_is_found() -> None:
    stack = SIX_DECKS[:50]
    seed = hashlib.sha256(b"seed 0").digest()
    shown = shoes.digest(seed, stack)
    changed = [(*stack[:at], CARDS["KS"], *stack[at + 1 :]) for at in range(50)]
    swapped = [stack[:at] + stack[at + 1 : at - 1 : -1] + stack[at + 2 :] for at in range(1, 49)]
    for others in (*changed, *swapped, stack[:-1], (*stack, CARDS["AC"])):
        assert others != stack
        wrong = shoes.check(seed, others, shown)
        assert wrong is not None
        assert shown in wrong
    for bit in range(256):
        other = (int.from_bytes(seed) ^ 1 << bit).to_bytes(32)
        assert shoes.check(other, stack, shown)


# The file


def a_shoe(**more: Any) -> RevealedShoe:
    """Twelve cards, cut after the third; two rounds and a card burned before each."""
    runs = (Served(7, 2, 5), Served(8, 7, 9), Served(8, 11, 12))
    return reveal(ZERO, SIX_DECKS[:12], table="felt 1", number=3, from_front=3, rounds=runs, **more)


def wrong_with(shoe: RevealedShoe, shown: str = "") -> list[str]:
    return [step.wrong for step in check_shoe(read_shoe(print_shoe(shoe).encode()), shown)]


def test_a_shoe_that_is_as_it_was_committed_to() -> None:
    shoe = a_shoe(began=20, ended=90)
    assert wrong_with(shoe) == [""] * 4
    assert wrong_with(shoe, shown=f" {shoe.digest.upper()}\n") == [""] * 5
    assert wrong_with(reveal(ZERO, (), table="t", number=1)) == [""] * 4
    assert read_shoe(print_shoe(shoe).encode()).file == shoe


def test_the_file_is_plain_json() -> None:
    data = json.loads(print_shoe(a_shoe(began=20, ended=90)))
    assert list(data) == [
        "shoe", "table", "number", "digest", "seed", "before", "after", "added", "cut", "began",
        "ended", "rounds",
    ]  # fmt: skip
    assert data["rounds"][0] == {"round": 7, "first": 2, "last": 5}
    stack = shoes.shuffled(SIX_DECKS[:12], ZERO)
    assert data["after"].split() == [str(card) for card in stack]
    text = "\n".join(("bythebook shoe 1", "0" * 64, data["before"], data["after"], ""))
    assert data["digest"] == hashlib.sha256(text.encode()).hexdigest()


def test_whatever_was_changed_is_said() -> None:
    shoe = a_shoe()
    replace = msgspec.structs.replace
    first, second, *rest = shoe.after.split()
    swapped = " ".join((second, first, *rest))
    cards_, order, digest, places = wrong_with(replace(shoe, after=swapped))
    assert (cards_, places) == ("", "")
    assert order == f"place 1 should be {first}, and is {second}"
    assert digest.startswith("it would be ")
    assert all(wrong_with(replace(shoe, after=shoe.after[3:]))[:3])
    assert wrong_with(replace(shoe, after=shoe.after[:-3]))[1] == (
        "there should be 12 cards, and there are 11"
    )
    _, order, digest, _ = wrong_with(replace(shoe, seed="1" + shoe.seed[1:]))
    assert order
    assert digest
    cards_, order, digest, _ = wrong_with(replace(shoe, digest="0" * 64))
    assert (cards_, order) == ("", "")
    assert digest
    assert wrong_with(shoe, shown="0" * 64)[3]


@pytest.mark.parametrize(
    ("runs", "wrong"),
    [
        ([(1, 1, 12)], False),
        ([(1, 1, 4), (2, 5, 12)], False),
        ([(1, 0, 4)], True),
        ([(1, 1, 13)], True),
        ([(1, 4, 3)], True),
        ([(1, 1, 4), (2, 4, 8)], True),
        ([(2, 1, 4), (1, 5, 8)], True),
    ],
)
def test_rounds_lie_one_after_the_other(runs: list[tuple[int, int, int]], wrong: bool) -> None:
    served = tuple(Served(*run) for run in runs)
    assert bool(wrong_with(msgspec.structs.replace(a_shoe(), rounds=served))[3]) is wrong


BAD_FILES = [
    (b"", "not the file"),
    (b"\xff\xfe", "not the file"),
    (b"[" * 100_000, "not the file"),
    (b"{}", "not the file"),
    ({"extra": 1}, "not the file"),
    ({"cut": "1"}, "not the file"),
    ({"cut": 10**30}, "cut"),
    ({"shoe": 3}, "shoe: only forms 1 and 2"),
    ({"shoe": 2}, "added: what players added"),
    ({"added": ["ab"]}, "added: what players added"),
    ({"shoe": 2, "added": ["ab", "a?"]}, "added: 'a\\?' is nothing"),
    ({"digest": "F" * 64}, "digest: 64"),
    ({"seed": "00"}, "seed: 64"),
    ({"before": "AC  2C"}, "before: card 2"),
    ({"after": "AC XX"}, "after: card 2"),
    ({"after": "AC " * 2000 + "AC"}, "no shoe holds"),
    ({"cut": 13}, "cut: from 0 to 12"),
    ({"cut": -1}, "cut"),
]


@pytest.mark.parametrize(("change", "told"), BAD_FILES)
def test_a_file_that_cannot_be_understood_says_where(
    change: bytes | dict[str, Any], told: str
) -> None:
    data = change
    if isinstance(data, dict):
        data = json.dumps(json.loads(print_shoe(a_shoe())) | data).encode()
    with pytest.raises(Malformed, match=told):
        read_shoe(data)


@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_no_file_breaks_the_reader(data: bytes) -> None:
    with pytest.raises(Malformed):
        read_shoe(data)


# Rounds in a shoe


def stack_of(shoe: RevealedShoe) -> tuple[Card, ...]:
    after = cards(shoe.after)
    return after[shoe.cut :] + after[: shoe.cut]


def matched(shoe: RevealedShoe, *dealt: tuple[Card, ...]) -> list[str]:
    contents = read_shoe(print_shoe(shoe).encode())
    return [step.wrong for step in match_rounds(contents, [("a round", one) for one in dealt])]


def test_rounds_are_found_in_order_and_with_every_card() -> None:
    shoe = a_shoe()
    stack = stack_of(shoe)
    seven, eight = stack[1:5], stack[6:9] + stack[10:12]
    assert matched(shoe, seven, eight) == ["", ""]
    assert matched(shoe, eight) == [""]
    assert matched(shoe, eight, seven)[1] == "no round is left in this shoe that it could be"
    wrong = (*eight[:2], CARDS["KS"], *eight[3:])
    assert matched(shoe, wrong) == [
        f"nearest is round 8: its card 3 is {eight[2]}, and the record has KS"
    ]
    assert "no more cards" in matched(shoe, seven[:-1])[0]


def test_only_the_ends_of_a_shoe_share_a_round_with_another() -> None:
    other = cards("KS KS")
    stack = stack_of(a_shoe())
    runs = (Served(1, 1, 3), Served(2, 4, 6), Served(3, 7, 9))
    shoe = msgspec.structs.replace(a_shoe(), rounds=runs)
    first, second, third = stack[:3], stack[3:6], stack[6:9]
    assert matched(shoe, other + first, second, third + other) == ["", "", ""]
    assert matched(shoe, first + other)[0]
    assert matched(shoe, other + second)[0]
    assert matched(shoe, second + other)[0]
    assert matched(shoe, other + third)[0]
    alone = msgspec.structs.replace(shoe, rounds=runs[1:2])
    assert matched(alone, other + second + other) == [""]


# The command


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A shoe of one deck and two rounds that were dealt from it."""
    stack = shoes.shuffled(Pack("none").cards(6), ZERO)
    runs = (Served(2, 2, 7), Served(10, 8, 12))
    shoe = reveal(ZERO, Pack("none").cards(6), table="felt 1", number=1, rounds=runs)
    (tmp_path / "one.shoe").write_text(print_shoe(shoe))
    for run in runs:
        dealt = format_cards(stack[run.first - 1 : run.last])
        text = f'game = "crown-blackjack/blackjack"\nwagers = ["1 ann 10"]\ncards = "{dealt}"\n'
        (tmp_path / f"felt-{run.round}.round").write_text(text)
    return tmp_path


def verify(*arguments: object) -> Result:
    app = typer.Typer()
    app.command()(verify_shoe_command)
    return CliRunner().invoke(app, [str(each) for each in arguments])


def test_the_command_says_that_all_is_well(folder: Path) -> None:
    shown = json.loads((folder / "one.shoe").read_text())["digest"]
    result = verify(folder / "one.shoe", "--rounds", folder, "--digest", shown)
    assert result.exit_code == 0
    assert "felt-2.round has the cards of round 2" in result.stdout
    assert "felt-10.round has the cards of round 10" in result.stdout
    assert "all 7 statements are so" in result.stdout
    assert "Compare" not in result.stdout
    assert "Compare the digest" in verify(folder / "one.shoe").stdout


def test_the_command_says_what_is_not_so(folder: Path) -> None:
    result = verify(folder / "one.shoe", "--digest", "0" * 64)
    assert result.exit_code == 1
    assert "1 of 5 statements are not so" in result.stdout
    mixed = ("--rounds", folder / "felt-10.round", "--rounds", folder / "felt-2.round")
    result = verify(folder / "one.shoe", *mixed)
    assert result.exit_code == 1
    assert "no round is left" in result.stdout
    data = json.loads((folder / "one.shoe").read_text())
    data["rounds"][0]["last"] = 400
    (folder / "other.shoe").write_text(json.dumps(data))
    result = verify(folder / "other.shoe", "--rounds", folder)
    assert result.exit_code == 1
    assert "round 2 cannot have had cards 2 to 400" in result.stdout


def test_what_the_command_cannot_read(folder: Path) -> None:
    (folder / "empty").mkdir()
    (folder / "bad.round").write_text("game = 1")
    (folder / "bad.shoe").write_text("{}")
    cases: list[tuple[list[object], str]] = [
        ([folder / "none.shoe"], "none.shoe: No such file"),
        ([folder / "bad.shoe"], "bad.shoe: not the file of a shoe"),
        ([folder / "one.shoe", "--rounds", folder / "empty"], "empty: no .round file"),
        ([folder / "one.shoe", "--rounds", folder / "none.round"], "none.round: No such file"),
        ([folder / "one.shoe", "--rounds", folder / "bad.round"], "bad.round: a record must say"),
    ]
    for arguments, told in cases:
        result = verify(*arguments)
        assert isinstance(result.exception, Malformed)
        assert told in str(result.exception)
        assert result.stdout == ""


def test_settling_a_record_needs_no_cryptography() -> None:
    code = "import sys, bythebook.cli; sys.exit('cryptography' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
