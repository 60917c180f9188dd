"""The differences of two books in words: where a setting stands, what it was and what it is."""

from collections.abc import Iterator
from typing import Any

from bythebook.rulebooks.comparing import (
    GAMES,
    OF_THE_ROUND,
    ClauseChange,
    Comparison,
    SettingChange,
    Side,
)
from bythebook.rulebooks.differences import CITING, TAKEN, Item, Step
from bythebook.rulebooks.files import Clause, is_absent

UNLABELLED = (
    "value",
    "result",
    "odds",
    "name",
)  # what these keys say needs no key to be understood
NOTHING = "nothing"
AS_THE_CLAUSE_SAYS = "as its clause says"
LENGTH_MAX = 300


def where(change: SettingChange) -> str:
    """The setting's place: inside its game, or with the chapter that it is in."""
    path = "".join(_step(step) for step in change.difference.path).lstrip(".")
    if change.chapter == GAMES:
        return path or "the game itself"
    return f"{change.chapter}.{path}" if path else f"the chapter {change.chapter}"


def _step(step: Step) -> str:
    return f"[{step.value}]" if isinstance(step, Item) else f".{step}"


def whose(change: SettingChange, comparison: Comparison) -> str:
    """The games whose setting it is, where the book has others that do not have it."""
    shared = set(change.games) == set(comparison.pairs)
    return "" if comparison.old.game or not change.games or shared else ", ".join(change.games)


def was_and_is(change: SettingChange) -> tuple[str, str]:
    """What the setting said and what it says; of a table's values only those that are different."""
    found = change.difference
    if not found.own:
        return told(found.old), told(found.new)
    keys = [key for key in found.keys if key not in CITING or found.cites_only]
    return _values(found.old, keys), _values(found.new, keys)


def was_to_is(change: SettingChange) -> str:
    """The same on one line: `rounds 3 → 2`."""
    was, now = was_and_is(change)
    found = change.difference
    keys = [key for key in found.keys if key not in CITING or found.cites_only]
    if len(keys) == 1 and now.startswith(label := f"{keys[0]} "):
        now = now.removeprefix(label)
    return f"{was} → {now}"


def _values(table: dict[str, Any], keys: list[str]) -> str:
    return _short(", ".join(_value(key, table.get(key)) for key in keys))


def _value(key: str, value: Any) -> str:
    said = NOTHING if value is None else told(value)
    return said if key in UNLABELLED else f"{key} {said}"


def told(value: Any) -> str:
    """Any piece of rules data on one line; the clauses that it cites stand elsewhere."""
    return _short(_told(value))


def _told(value: Any) -> str:
    if value is None:
        return NOTHING
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        between = "; " if any(isinstance(item, dict) for item in value) else ", "
        return between.join(map(_told, value)) or NOTHING
    if not isinstance(value, dict):
        return str(value)
    if is_absent(value):
        return "absent"
    if len(value) == 1 and (taken := next(iter(value))) in TAKEN:
        return f"as chosen by {value[taken]}"
    if "by" in value and "clause" not in value:
        branches = (f"{key}: {_told(said)}" for key, said in value.items() if key != "by")
        return f"by {value['by']} ({'; '.join(branches)})"
    parts = [_part(key, said) for key, said in value.items() if key not in CITING]
    return ", ".join(part for part in parts if part) or AS_THE_CLAUSE_SAYS


def _part(key: str, value: Any) -> str:
    """A key and what it says; a table inside that says no more than its clause is left out."""
    said = _told(value)
    if key in UNLABELLED or said == AS_THE_CLAUSE_SAYS:
        return said.removesuffix(AS_THE_CLAUSE_SAYS)
    return f"{key} ({said})" if isinstance(value, dict | list) else f"{key} {said}"


def _short(text: str) -> str:
    return text if len(text) <= LENGTH_MAX else f"{text[: LENGTH_MAX - 1]}…"


# As text


def heading(side: Side) -> str:
    """What a side is, who approved it, from when it applies; which revision of ours it is."""
    about = side.book.about
    title = str(side.book.games[side.game].get("title", side.game)) if side.game else about.title
    mended = [one for one in side.book.revisions if one.number == side.book.revision]
    revision = "".join(f"; our revision {one.number} of {one.date}: {one.why}" for one in mended)
    whole = f"{title}, {about.place}; {about.authority}, {about.version}, from {about.effective}"
    return whole + (revision or ("; our revision 1" if side.book.revisions else ""))


def comparison_text(comparison: Comparison) -> str:
    """Clauses and settings; what they are worth is not known here."""
    blocks = [
        [f"{comparison.old.id} → {comparison.new.id}", f"  old: {heading(comparison.old)}",
         f"  new: {heading(comparison.new)}"],
        [*_clauses(comparison)],
        [*_settings(comparison)],
    ]  # fmt: skip
    return "\n\n".join("\n".join(block) for block in blocks if block)


def counts(comparison: Comparison) -> str:
    """How many clauses were added, are gone, were reworded."""
    told = [
        f"{len(found)} {kind}"
        for kind in ("added", "gone", "reworded")
        if (found := comparison.clauses_of(kind))
    ]
    return ", ".join(told) or "none is different"


def _clauses(comparison: Comparison) -> Iterator[str]:
    cited = " that the games cite" if comparison.old.game else ""
    yield f"Clauses{cited}: {counts(comparison)}"
    width = max((len(change.id) for change in comparison.clauses), default=0)
    for kind in ("added", "gone", "reworded"):
        for change in comparison.clauses_of(kind):
            yield from _clause(change, width)


def _clause(change: ClauseChange, width: int) -> Iterator[str]:
    name = f"  {change.kind:<8}  {change.id:<{width}}"
    if change.old is None or change.new is None:
        clause = change.old or change.new
        assert clause is not None  # one side has it, or there would be no change
        yield f"{name}  ({kind_of(clause)})  {clause.summary}"
        return
    same = "" if "summary" in change.fields else f"  {change.new.summary}"
    yield f"{name}  ({kind_of(change.new)}){same}"
    for field in change.fields:
        label = "" if field == "summary" else f"{field} "
        yield f"    was  {label}{getattr(change.old, field) or NOTHING}"
        yield f"    is   {label}{getattr(change.new, field) or NOTHING}"


def kind_of(clause: Clause) -> str:
    return ", ".join(part for part in (clause.area, clause.kind, clause.role) if part)


def _settings(comparison: Comparison) -> Iterator[str]:
    for word, games in (("added", comparison.games_added), ("gone", comparison.games_gone)):
        if games:
            yield f"Games {word}: {', '.join(games)}"
    changed = [change for change in comparison.settings if not change.difference.cites_only]
    yield f"Settings: {len(changed)} changed" if changed else "Settings: none is different"
    for change in changed:
        cited = f"  [{', '.join(change.clauses)}]" if change.clauses else ""
        yield f"{_place(change, comparison)}{cited}"
        yield f"         {was_to_is(change)}"
    cites = [change for change in comparison.settings if change.difference.cites_only]
    if cites:
        yield f"Said as before, by another clause: {len(cites)}"
    for change in cites:
        yield f"{_place(change, comparison)}: {was_to_is(change)}"


def _place(change: SettingChange, comparison: Comparison) -> str:
    games = whose(change, comparison)
    return f"  {change.number:>3}  {where(change)}" + (f" ({games})" if games else "")


def about_the_round(change: SettingChange) -> bool:
    """Whether a change can be worth anything in a round."""
    return change.chapter in OF_THE_ROUND
