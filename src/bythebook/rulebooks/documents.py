"""Documents that people write down themselves, such as terms: TOML, or JSON."""

import tomllib
from typing import Any

import msgspec

from bythebook.errors import Malformed

LARGEST = 1 << 20


def read_table(data: bytes) -> dict[str, Any]:
    """A document of terms as the table of items that it is."""
    if len(data) > LARGEST:
        raise Malformed("a document of terms is shorter than that")
    try:
        text = data.decode("utf-8")
        if text.lstrip().startswith("{"):
            return msgspec.json.decode(text, type=dict[str, Any])
        return tomllib.loads(text)
    except UnicodeDecodeError:
        raise Malformed("a document of terms is text in UTF-8") from None
    except (msgspec.DecodeError, tomllib.TOMLDecodeError) as error:
        raise Malformed(str(error)) from None
    except RecursionError:
        raise Malformed("nested too deeply") from None
