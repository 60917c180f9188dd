"""What strangers send is read with little memory and little time, and nobody else notices."""

import asyncio
import time
import tomllib
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bythebook.errors import Malformed
from bythebook.rulebooks.documents import DEEPEST, parse_toml, read_table
from bythebook.web.beside.reading import TOO_MUCH, WAITING_MAX, Reader
from tests.web.library import FakeDesk, library

T = TypeVar("T")
DEEP = "a." * 45_000 + "a = 1"  # 90 KB: 5 GB and half a minute, for whoever begins to read it


def depth(value: object) -> int:
    match value:
        case dict():
            return 1 + max(map(depth, value.values()), default=0)
        case list():
            return max(map(depth, value), default=0)
    return 0


@pytest.mark.parametrize(
    "before",
    [
        "",
        "[",
        "x = 1\n",
        "# it's \"\\\n",
        'x = ["""\n""", {',
        "x = ['''\n''', {",
        'x = """\n"""""\n',
        'x = """\\"""" # "\n',
        'x = {a = """b"""", ',
        "x = {a = '''b'''', ",
        "'b' . \"c\".",
    ],
)
def test_a_key_of_very_many_names_is_not_even_read(before: str) -> None:
    for text in (before + DEEP, before + DEEP.replace("a.", "'' . ")):
        with pytest.raises(Malformed, match="nested too deeply"):
            parse_toml(text)
        with pytest.raises(Malformed, match="nested too deeply"):
            read_table(text.encode())


def test_a_key_is_no_longer_than_anybody_would_write_one() -> None:
    with pytest.raises(Malformed, match=r"\(at line 2, column 302\)"):
        parse_toml("x = 1\n" + "a" * 300 + " = 1")


SIGNS = ('"', '""', '"""', "'", "'''", "\\", "\n", "#", " ", *"[]{},1", "x=", "y=")
PIECES = st.sampled_from([*SIGNS, "a." * 20 + "a=1", '"a".' * 20 + "b=2"])


@given(st.lists(PIECES, max_size=10).map("".join))
def test_nothing_that_can_be_read_hides_a_deep_key(text: str) -> None:
    try:
        read = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return
    if depth(read) > DEEPEST + 1:
        with pytest.raises(Malformed):
            parse_toml(text)
    elif "a." not in text and '"a"' not in text:
        assert parse_toml(text) == read


def with_a_reader(ask: Callable[[Reader], Awaitable[T]], seconds: float = 60.0) -> T:
    async def all_of_it() -> T:
        reader = Reader(seconds=seconds)
        try:
            return await ask(reader)
        finally:
            reader.close()

    return asyncio.run(all_of_it())


def test_what_takes_too_much_memory_ends_its_reader_and_the_next_one_is_read() -> None:
    async def ask(reader: Reader) -> dict[str, object]:
        with pytest.raises(Malformed, match=TOO_MUCH):
            await reader.read(bytearray, 2 << 30)
        return await reader.read(parse_toml, "x = 1")

    assert with_a_reader(ask) == {"x": 1}


def test_what_takes_too_long_ends_its_reader() -> None:
    async def ask(reader: Reader) -> None:
        with pytest.raises(Malformed, match=TOO_MUCH):
            await reader.read(time.sleep, 3600)

    with_a_reader(ask, seconds=0.1)


def test_what_is_wrong_with_a_text_comes_back_as_it_is() -> None:
    async def ask(reader: Reader) -> None:
        with pytest.raises(Malformed, match="not TOML"):
            await reader.read(parse_toml, "=")

    with_a_reader(ask)


def test_whoever_comes_when_many_wait_is_told_to_come_back() -> None:
    async def ask(reader: Reader) -> list[Any]:
        wanted = [reader.read(parse_toml, "x = 1") for _ in range(WAITING_MAX + 2)]
        answers: list[Any] = await asyncio.gather(*wanted, return_exceptions=True)
        return answers

    answers = with_a_reader(ask)
    assert answers.count({"x": 1}) == WAITING_MAX
    assert [getattr(answer, "status_code", None) for answer in answers[-2:]] == [503, 503]


def test_a_stranger_who_sends_such_a_record_is_told_so() -> None:
    with library(FakeDesk().desk) as pages:
        answer = pages.post("/api/record", json={"text": DEEP}, headers={"accept": "*/*"})
        assert answer.status_code == 400
        assert "nested too deeply" in answer.json()["detail"]
        answer = pages.post("/record", data={"text": DEEP}, files={"file": ("", b"")})
        assert answer.status_code == 400
        assert "nested too deeply" in answer.text
