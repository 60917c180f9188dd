"""Who reads a setting: the functions that mention its field.

A setting's name is the field that code reads, or the name that its chapter gives it there
(`msgspec.field(name=...)`). Where many functions mention such a name, those count that mention what
the setting stands under too; where that tells nothing either, nobody is named.
"""

import ast
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

PROGRAM = Path(__file__).parents[1]
READ_IN = {  # by the chapter's first word
    "games": ("game", "table"),
    "table": ("table", "casino"),
    "jackpot": ("jackpots", "table"),
    "promotion": ("promotions",),
    "tournament": ("tournaments",),
}
CHAPTERS = PROGRAM / "rulebooks" / "chapters"
NAMED_MOST = 5  # more readers than these are no help to find one


class Reader(NamedTuple):
    name: str  # of the function, with its module
    mentions: frozenset[str]


def readers(chapter: str, path: str) -> tuple[str, ...]:
    """The functions that read a setting (`table`, `limits.personal.others`), if they are few."""
    mentioning = _mentioning(READ_IN.get(chapter.partition("-")[0], ()))
    words = [word for word in path.replace("[", ".[").split(".") if word.isidentifier()]
    while words:
        names = {words[-1], *_renamed()[words[-1]]}
        if found := [one for name in sorted(names) for one in mentioning[name]]:
            if len(found) > NAMED_MOST and len(words) > 1:
                found = [one for one in found if words[-2] in one.mentions]
            return tuple(one.name for one in found) if len(found) <= NAMED_MOST else ()
        words.pop()  # a name of the book's own, such as a wager's
    return ()


@cache
def _mentioning(packages: tuple[str, ...]) -> dict[str, list[Reader]]:
    """By each word, who mentions it as a field."""
    found: dict[str, list[Reader]] = defaultdict(list)
    for package in packages:
        for file in sorted((PROGRAM / package).rglob("*.py")):
            module = ".".join(("bythebook", *file.relative_to(PROGRAM).with_suffix("").parts))
            for function in functions(ast.parse(file.read_text(encoding="utf-8")).body):
                nodes = list(ast.walk(function))
                fields = {node.attr for node in nodes if isinstance(node, ast.Attribute)}
                names = {node.id for node in nodes if isinstance(node, ast.Name)}
                reader = Reader(f"{module}.{function.name}", frozenset(fields | names))
                for field in fields:
                    found[field].append(reader)
    return found


def functions(body: list[ast.stmt]) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Those of a module and of its classes; none that stands inside another."""
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node
        elif isinstance(node, ast.ClassDef):
            yield from functions(node.body)


@cache
def _renamed() -> dict[str, set[str]]:
    """What words of the books are called in the code, where that is something else."""
    found: dict[str, set[str]] = defaultdict(set)
    for file in CHAPTERS.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not (isinstance(node, ast.AnnAssign) and isinstance(node.value, ast.Call)):
                continue
            for keyword in node.value.keywords:
                if keyword.arg == "name" and isinstance(keyword.value, ast.Constant):
                    found[str(keyword.value.value)].add(ast.unparse(node.target))
    return found
