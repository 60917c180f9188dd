"""What an application has one of, made when it is first asked for."""

from collections.abc import Callable
from typing import Any, TypeVar

from litestar import Litestar

T = TypeVar("T")


def one_of(app: Litestar, name: str, make: Callable[..., T], *of: Any) -> T:
    if name not in app.state:
        app.state[name] = make(*of)
    found: T = app.state[name]
    return found
