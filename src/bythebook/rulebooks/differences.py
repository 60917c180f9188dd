"""Where two pieces of rules data differ, setting by setting, and one of them with one difference.

A setting is a table's own plain values together: `{ result = "wins", odds = "3 to 2", clause = … }`
is one, and so are the branches that a choice selects (`by`). Tables inside it are settings of their
own. A table that is there on one side only is one difference, whole; the items of a list are told
apart by what names them, or else by their place.
"""

from collections.abc import Iterator
from typing import Any

import msgspec

from bythebook.rulebooks.files import is_absent

NAMES = (
    "name",
    "role",
    "act",
    "item",
    "choice",
    "to",
    "value",
    "clause",
)  # of items, the best first
TAKEN = ("number", "chosen", "dollars")  # a plain value that a choice gives
CITING = frozenset({"clause", "also", "clauses", "value_clauses", "absent"})


class Item(msgspec.Struct, frozen=True):
    """An item of a list: the one of which this key says this; without a key, by its place."""

    key: str
    value: str | int


Step = str | Item
Path = tuple[Step, ...]


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """One setting that is not the same; on the side that has no such thing stands nothing."""

    path: Path
    old: Any = None
    new: Any = None
    own: bool = False  # only plain values of a table that both have: those in it stay as they are

    @property
    def keys(self) -> tuple[str, ...]:
        """The plain values that are different, where both sides have the table."""
        if not self.own:
            return ()
        every = dict.fromkeys((*self.old, *self.new))
        return tuple(key for key in every if self.old.get(key) != self.new.get(key))

    @property
    def cites_only(self) -> bool:
        """The same is said, by another clause."""
        return self.own and CITING.issuperset(self.keys)


def differences(old: Any, new: Any, path: Path = ()) -> Iterator[Difference]:
    """Every setting that is different, in the order of the old data."""
    if old == new:
        return
    if isinstance(old, dict) and isinstance(new, dict) and not _another_kind(old, new):
        yield from _of_tables(old, new, path)
    elif is_list(old) and is_list(new) and _names(old, new) is not None:
        yield from _of_lists(old, new, path)
    else:
        yield Difference(path=path, old=old, new=new)


def _another_kind(old: dict[str, Any], new: dict[str, Any]) -> bool:
    """A rule and its absence, or what depends on different choices, are not compared inside."""
    return is_absent(old) != is_absent(new) or _chooses(old) != _chooses(new)


def _chooses(table: dict[str, Any]) -> Any:
    """The choice that a table branches on; beside a clause, `by` says who."""
    return table.get("by") if "clause" not in table else None


def is_plain(value: Any) -> bool:
    """Whether something is a value of a setting, and no setting itself."""
    if isinstance(value, dict):
        return len(value) == 1 and next(iter(value)) in TAKEN
    return not is_list(value)


def is_list(value: Any) -> bool:
    """Whether something is a list of tables."""
    return isinstance(value, list) and any(isinstance(item, dict) for item in value)


def _of_tables(old: dict[str, Any], new: dict[str, Any], path: Path) -> Iterator[Difference]:
    mine = {key: value for key, value in old.items() if _plain_in(key, old, new)}
    other = {key: value for key, value in new.items() if _plain_in(key, old, new)}
    if mine != other:
        yield Difference(path=path, old=mine, new=other, own=True)
    for key in dict.fromkeys((*old, *new)):
        if not _plain_in(key, old, new):
            yield from differences(old.get(key), new.get(key), (*path, key))


def _plain_in(key: str, *tables: dict[str, Any]) -> bool:
    return all(is_plain(table[key]) for table in tables if key in table)


# Lists


def _names(old: list[Any], new: list[Any]) -> str | None:
    """By what the items are told apart; nothing if they are not, or stand in another order."""
    for key in NAMES:
        both = [_named(items, key) for items in (old, new)]
        if all(
            len(set(names)) == len(items) for names, items in zip(both, (old, new), strict=True)
        ):
            first, second = both
            kept = [name for name in first if name in second]
            return key if kept == [name for name in second if name in first] else None
    return "" if len(old) == len(new) else None


def _named(items: list[Any], key: str) -> list[str | int]:
    named = [item.get(key) for item in items if isinstance(item, dict)]
    return [name for name in named if isinstance(name, str | int)]


def _of_lists(old: list[Any], new: list[Any], path: Path) -> Iterator[Difference]:
    key = _names(old, new)
    assert key is not None  # asked before
    mine, other = _by_name(old, key), _by_name(new, key)
    for name in dict.fromkeys((*mine, *other)):
        yield from differences(mine.get(name), other.get(name), (*path, Item(key, name)))


def _by_name(items: list[Any], key: str) -> dict[str | int, Any]:
    return {item[key] if key else at: item for at, item in enumerate(items, start=1)}


# One difference by itself


def with_difference(data: Any, other: Any, difference: Difference) -> Any:
    """The old data with one difference; `other` is the new data, for where a new item belongs."""
    return _with(data, other, difference.path, difference)


def _with(data: Any, other: Any, path: Path, difference: Difference) -> Any:
    if not path:
        if not difference.own:
            return difference.new
        inside = {key: value for key, value in data.items() if key not in difference.old}
        return difference.new | inside
    step, rest = path[0], path[1:]
    if isinstance(step, str):
        changed = _with(data.get(step), (other or {}).get(step), rest, difference)
        left = {key: value for key, value in data.items() if key != step or changed is not None}
        return left | ({step: changed} if changed is not None else {})
    items = _by_name(data, step.key)
    others = _by_name(other or [], step.key)
    changed = _with(items.get(step.value), others.get(step.value), rest, difference)
    if changed is None:
        return [item for name, item in items.items() if name != step.value]
    if step.value in items:
        return list((items | {step.value: changed}).values())
    order = list(others)
    before = [name for name in order[: order.index(step.value)] if name in items]
    at = list(items).index(before[-1]) + 1 if before else 0
    return [*data[:at], changed, *data[at:]]


def value_at(data: Any, path: Path) -> Any:
    """What stands at a path, if anything does."""
    for step in path:
        if data is None:
            return None
        data = data.get(step) if isinstance(step, str) else _by_name(data, step.key).get(step.value)
    return data
