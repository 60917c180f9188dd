"""Whatever is thrown at it: an answer, a refusal with its clause, or where it went wrong."""

import contextlib
import datetime
import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeVar

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bythebook import Malformed, Record, Refused, Settlement, parse_record, print_record, settle
from bythebook.cards import CARDS
from bythebook.cli import main
from bythebook.money import LARGEST_AMOUNT
from bythebook.records import read_record
from bythebook.records.record import (
    ACTIONS,
    KEYS,
    LARGEST_SMALLEST_CHIP,
    LONGEST_WORD,
    MAIN,
    MOST_CHIPS,
    TOKEN,
    PlayLine,
    WagerLine,
)
from bythebook.records.story import explain, tell_settlement
from bythebook.rulebooks import built_in_books, find_book
from tests.records.cases import load_cases

T = TypeVar("T")

# By default the same examples every time, some more than usual; the slow profile goes looking.
USUAL = settings.get_current_profile_name() == "default"
fuzz = settings(derandomize=USUAL, max_examples=200 if USUAL else settings().max_examples)

TEXTS = [case.record for _, _, case in load_cases() if case.malformed is None]
RECORDS = [parse_record(text) for text in TEXTS]
LINES = sorted({str(line) for record in RECORDS for line in record.play})
WAGERS = sorted({str(line) for record in RECORDS for line in record.wagers})
NAMES = {
    name
    for book in map(find_book, built_in_books())
    for game in book.games
    for name in (*book.game(game).choices, *book.game(game).rules.side_wagers)
}
WORDS = sorted({*ACTIONS, *NAMES, *" ".join(LINES + WAGERS).split(), "0", "10", "!", "-1"})


def as_record(record: Record | str | bytes) -> Record:
    match record:
        case bytes():
            return read_record(record)
        case str():
            return parse_record(record)
    return record


def answer(record: Record | str | bytes) -> Settlement | Refused | Malformed:
    """What comes of a record; anything else that is raised goes through, and fails the test."""
    try:
        return settle(as_record(record))
    except (Refused, Malformed) as error:
        return error


def check_answer(record: Record | str | bytes) -> None:
    """The round is settled and can be told, or refused by a clause of its book, or malformed."""
    match answer(record):
        case Malformed() as malformed:
            assert malformed.reason
        case Refused() as refused:
            book = as_record(record).game.partition("/")[0]
            assert refused.clause in find_book(book).clauses, str(refused)
            assert refused.where
        case settled:
            assert json.dumps(settled.to_json())
            assert tell_settlement(settled)
            assert explain(settled)


# Bytes and text


@fuzz
@given(st.binary() | st.text().map(str.encode))
def test_any_bytes_are_a_record_or_malformed(data: bytes) -> None:
    check_answer(data)


@fuzz
@given(st.sampled_from(TEXTS), st.data())
def test_bytes_changed_in_a_record(text: str, data: st.DataObject) -> None:
    changed = bytearray(text.encode())
    for _ in range(data.draw(st.integers(1, 5))):
        at = data.draw(st.integers(0, len(changed) - 1))
        changed[at] = data.draw(st.integers(0, 255))
    check_answer(bytes(changed))


# Any value for any key

SCALARS = (
    st.text(max_size=20)
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.dates()
    | st.datetimes()
    | st.times()
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(WORDS) | st.text(max_size=9), inner, max_size=4)
    ),
    max_leaves=8,
)
PHRASES = st.lists(st.sampled_from(WORDS) | st.text(max_size=5), max_size=5).map(" ".join)


def to_toml(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value).replace("\x7f", "\\u007f")
    if isinstance(value, list):
        return f"[{', '.join(map(to_toml, value))}]"
    if isinstance(value, dict):
        inner = (f"{to_toml(key)} = {to_toml(item)}" for key, item in value.items())
        return f"{{ {', '.join(inner)} }}"
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    return repr(value)


def with_key(text: str, key: str, value: str) -> str:
    """The record with one key given another value; the others stay as they are."""
    lines = print_record(parse_record(text)).split("\n")
    kept = "\n".join(lines)
    for line in lines:
        if line.startswith(f"{key} = "):
            end = kept.index(line) + len(line)
            if line.endswith("[") and not line.endswith("[]"):
                end = kept.index("\n]", end) + 2
            kept = kept[: kept.index(line)] + kept[end:]
            break
    return f"{kept}\n{key} = {value}\n"


HUGE = "0x" + "f" * 5000


@fuzz
@given(st.sampled_from(TEXTS), st.sampled_from(sorted(KEYS)), VALUES.map(to_toml))
@example(TEXTS[0], "game", HUGE)
@example(TEXTS[0], "decks", HUGE)
@example(TEXTS[0], "hits", f"{{ mystery-1 = [{HUGE}] }}")
@example(TEXTS[0], "wagers", f"[{HUGE}]")
@example(TEXTS[0], "game" + ".a" * 2000, "1")
@example(TEXTS[0], "cards", "[" * 2000)
def test_any_value_for_any_key(text: str, key: str, value: str) -> None:
    check_answer(with_key(text, key, value))


@fuzz
@given(st.sampled_from(TEXTS), st.sampled_from(["wagers", "play"]), st.lists(PHRASES, max_size=3))
def test_any_lines(text: str, key: str, lines: list[str]) -> None:
    check_answer(with_key(text, key, to_toml(lines)))


@fuzz
@given(st.sampled_from(TEXTS), st.sampled_from(["game", "cards"]), PHRASES)
def test_any_words(text: str, key: str, phrase: str) -> None:
    check_answer(with_key(text, key, to_toml(phrase)))


# Records with things dropped, doubled, moved and put in


@st.composite
def disturbed(draw: st.DrawFn, items: Sequence[T], others: st.SearchStrategy[T]) -> tuple[T, ...]:
    changed = list(items)
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, len(changed)))
        if at == len(changed) or draw(st.booleans()):
            changed.insert(at, draw(others))
            continue
        match draw(st.sampled_from(("drop", "double", "swap"))):
            case "drop":
                del changed[at]
            case "double":
                changed.insert(at, changed[at])
            case _:
                changed[0], changed[at] = changed[at], changed[0]
    return tuple(changed)


ANY_CARD = st.sampled_from(list(CARDS.values()))
ANY_WAGER = st.sampled_from([line for record in RECORDS for line in record.wagers])
ANY_LINE = st.sampled_from([line for record in RECORDS for line in record.play])


@st.composite
def disturbed_records(draw: st.DrawFn) -> Record:
    record = draw(st.sampled_from(RECORDS))
    other = draw(st.sampled_from(RECORDS))
    changes: dict[str, Any] = {
        "cards": draw(disturbed(record.cards, ANY_CARD)),
        "wagers": draw(disturbed(record.wagers, ANY_WAGER)),
        "play": draw(disturbed(record.play, ANY_LINE)),
    }
    settings_of_table = ("options", "readings", "meters", "hits", "limits", "chips", "seated")
    name = draw(st.sampled_from(("", "game", "decks", "side_wagers", *settings_of_table)))
    if name:
        changes[name] = getattr(other, name)
    return replace(record, **changes)


@fuzz
@given(disturbed_records())
def test_disturbed_records_have_an_answer(record: Record) -> None:
    check_answer(record)


@fuzz
@given(st.sampled_from(RECORDS), st.permutations(list(CARDS.values())), st.data())
def test_other_cards_have_an_answer(record: Record, cards: list[Any], data: st.DataObject) -> None:
    """The same table and wagers, other cards, and decisions drawn from all there are."""
    cards = [card for card in cards if not card.joker]
    boxes = sorted({str(wager.box) for wager in record.wagers} or {"1"})
    lines = st.builds("{} {}".format, st.sampled_from(boxes), st.sampled_from(ACTIONS[:6]))
    play = data.draw(st.lists(lines, max_size=6))
    text = print_record(replace(record, cards=tuple(cards), play=()))
    check_answer(with_key(text, "play", to_toml(play)))


# Parse, print, parse


def is_name(word: str) -> bool:
    return word not in (*ACTIONS, TOKEN, "on")


def is_word(text: str) -> bool:
    return text.split() == [text]


AMOUNTS = st.integers(0, LARGEST_AMOUNT)
BOXES = st.integers(1, 99)
PLAYERS = st.from_regex(r"[^\W\d_][\w'-]{0,39}", fullmatch=True).filter(is_name)
KINDS = st.from_regex(r"[a-z][a-z0-9-]{0,29}", fullmatch=True).filter(is_name)
ANY_WORD = st.text(min_size=1, max_size=9).filter(is_word)
SHORT = st.text(max_size=LONGEST_WORD)

WAGER_LINES = st.builds(WagerLine, BOXES, PLAYERS, AMOUNTS, KINDS | st.just(MAIN), st.booleans())
MAYBE_PLAYER = st.just("") | PLAYERS
MAYBE_AMOUNT = st.none() | AMOUNTS
PLAIN = [a for a in ACTIONS if a not in ("double", "insure", "joker", "ride")]
PLAY_LINES = st.one_of(
    st.builds(PlayLine, BOXES, MAYBE_PLAYER, st.sampled_from(PLAIN)),
    st.builds(PlayLine, BOXES, MAYBE_PLAYER, st.just("double"), MAYBE_AMOUNT),
    st.builds(PlayLine, BOXES, MAYBE_PLAYER, st.just("insure"), MAYBE_AMOUNT, MAYBE_PLAYER),
    st.builds(PlayLine, BOXES, MAYBE_PLAYER, st.just("joker"), value=ANY_WORD),
    st.builds(PlayLine, BOXES, PLAYERS, st.just("ride")),
    st.builds(PlayLine, irregularity=st.lists(ANY_WORD, min_size=1, max_size=3).map(" ".join)),
)
CHIPS = (
    st.sets(st.integers(1, LARGEST_AMOUNT), max_size=MOST_CHIPS)
    .map(lambda chips: tuple(sorted(chips)))
    .filter(lambda chips: not chips or chips[0] <= LARGEST_SMALLEST_CHIP)
)
MOST = st.integers(1, LARGEST_AMOUNT)
BOUNDS = st.tuples(AMOUNTS, MOST).map(lambda pair: (min(pair), max(pair)))
OWN_LIMITS = st.dictionaries(KINDS.filter(lambda kind: kind != "boxes"), BOUNDS, min_size=1)
FULL_RECORDS = st.builds(
    Record,
    game=st.text(),
    decks=st.none() | st.integers(-(10**14), 10**14),
    date=st.none() | st.dates(),
    side_wagers=st.lists(KINDS, unique=True, max_size=4).map(tuple),
    chips=CHIPS,
    limits=st.dictionaries(st.text().filter(lambda name: name != "box"), BOUNDS, max_size=3),
    box_maximum=st.none() | MOST,
    personal=st.dictionaries(PLAYERS, OWN_LIMITS, max_size=2),
    warned=st.lists(PLAYERS, unique=True, max_size=3).map(tuple),
    options=st.dictionaries(st.text(), SHORT, max_size=3),
    readings=st.dictionaries(st.text(), SHORT, max_size=3),
    meters=st.dictionaries(KINDS, AMOUNTS, max_size=3),
    hits=st.dictionaries(KINDS, st.lists(st.integers(1, 99), unique=True).map(tuple), max_size=2),
    seated=st.dictionaries(BOXES, MAYBE_PLAYER, max_size=3),
    wagers=st.lists(WAGER_LINES, max_size=4).map(tuple),
    cards=st.lists(ANY_CARD, max_size=9).map(tuple),
    play=st.lists(PLAY_LINES, max_size=5).map(tuple),
)


@fuzz
@given(FULL_RECORDS)
def test_parse_print_parse_is_the_identity(record: Record) -> None:
    text = print_record(record)
    assert parse_record(text) == record
    assert print_record(parse_record(text)) == text


@fuzz
@given(st.sampled_from(TEXTS), st.sampled_from(sorted(KEYS)), VALUES.map(to_toml))
def test_what_parses_prints_to_the_same(text: str, key: str, value: str) -> None:
    try:
        record = parse_record(with_key(text, key, value))
    except Malformed:
        return
    assert parse_record(print_record(record)) == record


# The command


def check_command(command: str, path: Path) -> None:
    out, err = io.StringIO(), io.StringIO()
    with (
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        pytest.raises(SystemExit) as ended,
    ):
        main([command, str(path)])
    if ended.value.code == 0:
        assert out.getvalue()
        assert err.getvalue() == ""
    else:
        assert ended.value.code == 2
        assert out.getvalue() == ""
        assert err.getvalue().count("\n") == 1
        assert err.getvalue().endswith("\n")


@fuzz
@given(
    st.sampled_from(("settle", "explain")),
    st.binary()
    | disturbed_records().map(lambda record: print_record(record).encode())
    | st.builds(
        with_key, st.sampled_from(TEXTS), st.sampled_from(sorted(KEYS)), VALUES.map(to_toml)
    ).map(str.encode),
)
def test_the_command_ends_well_whatever_the_file(
    tmp_path_factory: pytest.TempPathFactory, command: str, data: bytes
) -> None:
    path = tmp_path_factory.getbasetemp() / "fuzz.round"
    path.write_bytes(data)
    check_command(command, path)
