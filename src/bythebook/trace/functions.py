"""Every function that a `[mechanism]` names, broken in the usual ways.

A branch is never or always taken, a bound shifted, a comparison turned round, a step left out, or
the function returns at once. The code is changed in the running program, not in its file: whoever
has the function already has the changed one too.
"""

import ast
import inspect
import pkgutil
from collections import Counter
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import msgspec

AT_ONCE = "returns at once"
OTHERWISE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
Edit = tuple[str, int, Callable[[], None]]  # how, on which line, and doing it


class CodeChange(msgspec.Struct, frozen=True):
    """One way to break a function: the edit of this number."""

    name: str  # as [mechanism] has it
    function: str  # itself, a method of the class, or an entry of a table of functions
    number: int
    how: str
    file: Path
    line: int

    @property
    def place(self) -> str:
        return self.function


def code_changes(name: str) -> list[CodeChange]:
    """The ways to break what is named; what holds no code has none."""
    found = []
    for label, function in functions_of(name).items():
        seen: Counter[str] = Counter()
        for number, (how, line, _) in enumerate(edits(_definition(function))):
            seen[how] += 1
            told = f"{how} ({seen[how]})" if seen[how] > 1 else how
            file = Path(inspect.getfile(function))
            found.append(CodeChange(name, label, number, told, file, line))
    return found


def break_code(change: CodeChange) -> None:
    """Break the function, in this process."""
    function = functions_of(change.name)[change.function]
    tree = deepcopy(_definition(function))
    list(edits(tree))[change.number][2]()
    statement: ast.stmt = ast.Expr(tree) if isinstance(tree, ast.Lambda) else tree
    module = ast.fix_missing_locations(ast.Module([statement], []))
    made = compile(module, str(change.file), "exec")
    function.__code__ = next(code for code in made.co_consts if isinstance(code, CodeType))


def functions_of(name: str) -> dict[str, FunctionType]:
    """By label: a function itself, the methods of a class, the functions in a table of them."""
    named = inspect.unwrap(pkgutil.resolve_name(name))
    if isinstance(named, FunctionType):
        return {name: named}
    if isinstance(named, type):
        inside = {key: getattr(value, "fget", value) for key, value in vars(named).items()}
    else:
        inside = dict(named) if isinstance(named, dict) else {}
    return {
        f"{name}.{key}": value
        for key, value in inside.items()
        if isinstance(value, FunctionType)
        and value.__module__.startswith("bythebook.")
        and not value.__code__.co_freevars
        and not str(key).startswith("__")
    }


@cache
def _definition(function: FunctionType) -> Definition:
    """The function as it is written."""
    first = function.__code__.co_firstlineno
    for node in ast.walk(_module(inspect.getfile(function))):
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                lines = (node.lineno, *(decorator.lineno for decorator in node.decorator_list))
                if node.name == function.__name__ and first in lines:
                    bare = deepcopy(node)
                    bare.decorator_list = []
                    return bare
            case ast.Lambda() if function.__name__ == "<lambda>" and node.lineno == first:
                return node
    raise LookupError(f"{function.__qualname__} is not where it says")


@cache
def _module(file: str) -> ast.Module:
    return ast.parse(Path(file).read_text(encoding="utf-8"))


def edits(tree: Definition) -> Iterator[Edit]:
    """The ways to break it, in the order of its lines."""
    if isinstance(tree, ast.Lambda):
        yield "answers the opposite", tree.lineno, lambda: _negate(tree)
    else:
        documented = ast.get_docstring(tree) is not None
        steps = tree.body[1:] if documented else tree.body
        if not (len(steps) == 1 and isinstance(steps[0], ast.Return) and steps[0].value is None):
            yield AT_ONCE, tree.lineno, lambda: tree.body.insert(0, ast.Return(None))
    for node in ast.walk(tree):
        yield from _edits_of(node)


def _edits_of(node: ast.AST) -> Iterator[Edit]:
    match node:
        case ast.If() | ast.IfExp():
            said = ast.unparse(node.test)
            yield f"never if {said}", node.lineno, _setter(node, "test", ast.Constant(False))
            yield f"always if {said}", node.lineno, _setter(node, "test", ast.Constant(True))
        case ast.Compare(ops=[operator]):
            other = OTHERWISE[type(operator)]()
            yield f"otherwise: {ast.unparse(node)}", node.lineno, _setter(node, "ops", [other])
            for bound in (node.left, *node.comparators):
                if isinstance(bound, ast.Constant) and type(bound.value) is int:
                    more = bound.value + 1
                    how = f"{more} in {ast.unparse(node)}"
                    yield how, node.lineno, _setter(bound, "value", more)
        case ast.BoolOp(op=ast.And()):
            yield f"or, not and: {ast.unparse(node)}", node.lineno, _setter(node, "op", ast.Or())
        case ast.BoolOp(op=ast.Or()):
            yield f"and, not or: {ast.unparse(node)}", node.lineno, _setter(node, "op", ast.And())
        case ast.Expr(value=ast.Call() | ast.YieldFrom() | ast.Await()):
            yield (
                f"without {ast.unparse(node)}",
                node.lineno,
                _setter(node, "value", ast.Constant(None)),
            )


def _setter(node: ast.AST, field: str, value: Any) -> Callable[[], None]:
    return lambda: setattr(node, field, value)


def _negate(tree: ast.Lambda) -> None:
    tree.body = ast.UnaryOp(ast.Not(), tree.body)
