"""The words for what stands in terms (`wording.toml`), and figures as terms print them."""

import datetime
import tomllib
from pathlib import Path

_WORDS: dict[str, dict[str, str]] = tomllib.loads(
    Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")
)
ITEMS, DETAILS, KINDS = _WORDS["items"], _WORDS["details"], _WORDS["kinds"]
PAID_BY, METHODS, MEANS = _WORDS["paid-by"], _WORDS["methods"], _WORDS["means"]
UNCLAIMED, FORBIDDEN = _WORDS["unclaimed"], _WORDS["forbidden"]
VALUE_FORMS = _WORDS["value-forms"]


def moment(seconds: int) -> str:
    """A time as people read it.

    >>> moment(0)
    '1970-01-01 00:00 UTC'
    """
    time = datetime.datetime.fromtimestamp(seconds, datetime.UTC)
    seconds_too = ":%S" if time.second else ""
    return time.strftime(f"%Y-%m-%d %H:%M{seconds_too} UTC")


def litres(millilitres: int) -> str:
    """How much liquor.

    >>> litres(20100), litres(20000)
    ('20.1 litres', '20 litres')
    """
    whole, rest = divmod(millilitres, 1000)
    part = f".{rest:03d}".rstrip("0") if rest else ""
    return f"{whole}{part} litres"
