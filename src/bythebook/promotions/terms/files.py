"""Terms as people write them down: TOML or JSON, told by `kind = "promotion"`.

Money is text or a whole number of dollars ("12000.50"), liquor is litres, times carry their offset
(2026-06-01T18:00:00+10:00). Everything else is as in `terms`.
"""

import datetime
import re
from decimal import Decimal, InvalidOperation
from typing import Any

import msgspec

from bythebook.errors import Malformed
from bythebook.money import format_amount, parse_amount
from bythebook.promotions.terms.document import NOT_APPLICABLE, Part, Prize, PromotionTerms
from bythebook.promotions.terms.wording import DETAILS
from bythebook.rulebooks.documents import read_table

KIND = "promotion"
_TIMES = ("value_at", "awarded_at", "starts_at", "closes_at")
_MONEY = {"value": "value_cents", "cash_alternative": "cash_alternative_cents"}
_MILLILITRES = re.compile(r"[0-9]{1,6}(\.[0-9]{1,3})?")


def read_terms(data: bytes) -> PromotionTerms:
    """The terms in a document, whether or not they are complete."""
    return terms_of(read_table(data))


def terms_of(document: Any) -> PromotionTerms:
    """The same, from a document that has been read."""
    if not isinstance(document, dict) or document.get("kind") != KIND:
        raise Malformed(f"terms of a promotion begin with kind = {KIND!r}", "kind")
    found = {key: value for key, value in document.items() if key != "kind"}
    for name in _TIMES:
        if found.get(name) is not None:
            found[name] = parse_moment(found[name], name)
    stake = found.get("least_stake")
    if stake is not None and stake != NOT_APPLICABLE:
        found["least_stake"] = _cents(stake, "least_stake")
    prizes = found.get("prizes", [])
    if not isinstance(prizes, list):
        raise Malformed("prizes are a list", "prizes")
    found["prizes"] = [_prize(p, f"prizes.{number}") for number, p in enumerate(prizes, start=1)]
    return _convert(found)


def _convert(found: dict[str, Any]) -> PromotionTerms:
    try:
        return msgspec.convert(found, PromotionTerms)
    except msgspec.ValidationError as error:
        reason, _, place = str(error).partition(" - at ")
        reason = re.sub(r"Object missing required field `(\w+)`", r"'\1' is missing", reason)
        reason = re.sub(r"Object contains unknown field `(.*)`", r"there is no item '\1'", reason)
        raise Malformed(reason, _counted_from_one(place) or "terms") from None


def _counted_from_one(place: str) -> str:
    """A place as everything else here names it: the first prize is prizes.1."""
    path = place.strip("`").removeprefix("$.").replace("[...]", "")
    return re.sub(r"\[([0-9]+)\]", lambda found: f".{int(found[1]) + 1}", path)


def _prize(prize: Any, where: str) -> dict[str, Any]:
    found = dict(_table(prize, where))
    for name, field in _MONEY.items():
        if name in found:
            found[field] = _cents(found.pop(name), f"{where}.{name}")
    parts = found.get("parts", [])
    if not isinstance(parts, list):
        raise Malformed("parts are a list", f"{where}.parts")
    found["parts"] = [_part(p, f"{where}.parts.{number}") for number, p in enumerate(parts, 1)]
    return found


def _part(part: Any, where: str) -> dict[str, Any]:
    given = dict(_table(part, where))
    found = {key: value for key, value in given.items() if key not in DETAILS}
    found["details"] = {key: value for key, value in given.items() if key in DETAILS}
    if "amount" in found:
        found["cents"] = _cents(found.pop("amount"), f"{where}.amount")
    if "litres" in found:
        found["millilitres"] = _millilitres(found.pop("litres"), f"{where}.litres")
    return found


def _table(value: Any, where: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise Malformed("here stands a table", where)
    return value


def _cents(value: Any, where: str) -> int:
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise Malformed("an amount is written as text, such as '2500.00'", where)
    try:
        return parse_amount(str(value))
    except Malformed as error:
        raise Malformed(error.reason, where) from None


def _millilitres(value: Any, where: str) -> int:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise Malformed("litres are a number", where)
    try:
        if _MILLILITRES.fullmatch(str(value)) is None:
            raise Malformed(f"{value!r} is no number of litres such as 0.75", where)
        return int(Decimal(str(value)) * 1000)
    except (InvalidOperation, ValueError):
        raise Malformed("litres are a number", where) from None


def parse_moment(value: Any, where: str) -> int:
    """A time, in seconds: a date of TOML, or text."""
    if isinstance(value, str):
        try:
            value = datetime.datetime.fromisoformat(value)
        except ValueError:
            raise Malformed("a time is written as 2026-06-01T18:00:00+10:00", where) from None
    if not isinstance(value, datetime.datetime) or value.tzinfo is None:
        raise Malformed("a time has a date, an hour and its offset from UTC", where)
    try:
        return int(value.timestamp())
    except (OverflowError, ValueError):
        raise Malformed("this time is out of reach", where) from None


# The other way


def document_of(terms: PromotionTerms) -> dict[str, Any]:
    """Terms as a document that `terms_of` reads back as the same."""
    found: dict[str, Any] = {"kind": KIND, **msgspec.structs.asdict(terms)}
    for name in _TIMES:
        if found[name] is not None:
            found[name] = _written(found[name])
    if isinstance(terms.least_stake, int):
        found["least_stake"] = format_amount(terms.least_stake)
    found["prizes"] = [_written_prize(prize) for prize in terms.prizes]
    return {key: value for key, value in found.items() if value is not None}


def _written_prize(prize: Prize) -> dict[str, Any]:
    found = msgspec.structs.asdict(prize)
    for name, field in _MONEY.items():
        cents = found.pop(field)
        if cents is not None:
            found[name] = format_amount(cents)
    found["parts"] = [_written_part(part) for part in prize.parts]
    return found


def _written_part(part: Part) -> dict[str, Any]:
    found: dict[str, Any] = {"kind": part.kind}
    found.update(part.details.items())
    if part.cents is not None:
        found["amount"] = format_amount(part.cents)
    if part.millilitres:
        found["litres"] = str(Decimal(part.millilitres) / 1000)
    return found


def _written(seconds: int) -> str:
    time = datetime.datetime.fromtimestamp(seconds, datetime.UTC)
    return time.isoformat()
