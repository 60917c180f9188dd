"""Which licences what we depend on has, and whether each is one that it may have."""

import tomllib
from functools import cache
from pathlib import Path

import msgspec
from license_expression import ExpressionError, LicenseExpression, Licensing, get_spdx_licensing

from tests.supply.parts import Part

LIST = Path(__file__).with_suffix(".toml")


class Allowed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    names: frozenset[str]
    words: frozenset[str]
    exceptions: dict[str, tuple[str, str]]  # of a package: its licence, and why

    def allows(self, part: Part) -> bool:
        if part.name in self.exceptions:
            return self.exceptions[part.name][0] == part.licence
        expression = as_expression(part.licence)
        if expression is None:
            return all(word in self.words for word in part.licence.split(" AND "))
        return self._may(expression)

    def _may(self, expression: LicenseExpression) -> bool:
        """All that it takes together, any that it leaves to choose."""
        licensing = spdx()
        if isinstance(expression, licensing.AND):
            return all(self._may(one) for one in expression.args)
        if isinstance(expression, licensing.OR):
            return any(self._may(one) for one in expression.args)
        return str(expression) in self.names


@cache
def spdx() -> Licensing:
    return get_spdx_licensing()


def as_expression(licence: str) -> LicenseExpression | None:
    """By the names of SPDX; none if it is in words."""
    try:
        return spdx().parse(licence, validate=True)
    except ExpressionError:
        return None


def allowed() -> Allowed:
    return msgspec.convert(tomllib.loads(LIST.read_text("utf-8")), Allowed)
