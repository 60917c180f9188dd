"""Documents that people write down themselves, such as records and terms: TOML, or JSON."""

import datetime
import re
import tomllib
from typing import Any

import msgspec
import tomli_w

from bythebook.errors import Malformed

LARGEST = 1 << 20
TOO_DEEP = "nested too deeply, or under too long a name"
DEEPEST = 16  # names in a key, one in the other: reading such a key takes their number squared
KEY_LENGTH_MAX = 200
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?(Z|[+-]\d\d:\d\d)")
# Strings of lines, remarks, names bare or quoted, spaces, anything else: closed or not, nothing is
# looked at twice.
_PIECE = re.compile(
    r"""\"{3}(?:[^"\\]++|\\.|"(?!""))*+(?:\"{3,5}+)?|'{3}(?:[^']++|'(?!''))*+(?:'{3,5}+)?"""
    r"""|\#[^\n]*+|[\w-]++|"(?:[^"\\\n]++|\\[^\n])*+"?|'[^'\n]*+'?|[ \t]++|.""",
    re.DOTALL,
)


def read_table(data: bytes) -> dict[str, Any]:
    """A document of terms as the table of items that it is."""
    if len(data) > LARGEST:
        raise Malformed("a document of terms is shorter than that")
    try:
        text = data.decode("utf-8")
        if text.lstrip().startswith("{"):
            return msgspec.json.decode(text, type=dict[str, Any])
    except UnicodeDecodeError:
        raise Malformed("a document of terms is text in UTF-8") from None
    except msgspec.DecodeError as error:
        raise Malformed(str(error)) from None
    except RecursionError:
        raise Malformed(TOO_DEEP) from None
    return parse_toml(text)


def write_table(document: dict[str, Any]) -> str:
    """The same as people go on writing it: TOML, with moments as such."""
    try:
        return tomli_w.dumps(_for_toml(document), multiline_strings=True)
    except (TypeError, ValueError, RecursionError):
        raise Malformed("a document has texts, numbers, moments, lists and tables") from None


def _for_toml(value: Any) -> Any:
    match value:
        case dict():
            return {name: _for_toml(one) for name, one in value.items() if one is not None}
        case list() | tuple():
            return [_for_toml(one) for one in value]
        case str() if _MOMENT.fullmatch(value):
            return datetime.datetime.fromisoformat(value)
    return value


def parse_toml(text: str) -> dict[str, Any]:
    """TOML as data, whoever wrote it: what cannot be read is said, and costs nobody much."""
    _check_keys(text)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise Malformed(f"not TOML: {error}") from None
    except ValueError:
        raise Malformed("a number here is longer than any real one") from None
    except RecursionError:
        raise Malformed(TOO_DEEP) from None


def _check_keys(text: str) -> None:
    """Refuse a key that is too long or has too many names, before anything is read."""
    names, length, after_dot = 0, 0, False
    for found in _PIECE.finditer(text):
        piece = found[0]
        if piece in ".=":
            if names > DEEPEST or length > KEY_LENGTH_MAX:
                line, column = _place(text, found.start())
                raise Malformed(f"{TOO_DEEP} (at line {line}, column {column})")
            after_dot = piece == "."
        elif piece[0].isalnum() or piece[0] in "_-\"'":
            names, length = (names + 1, length) if after_dot else (1, 0)
            length, after_dot = length + len(piece), False
        elif piece[0] not in " \t":
            names, length, after_dot = 0, 0, False


def _place(text: str, at: int) -> tuple[int, int]:
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
