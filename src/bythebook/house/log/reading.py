"""Reading a log of which a part cannot be read: all that can, and then which event is the first."""

from collections.abc import Callable

from bythebook.house.log.store import Damaged, Row, Unavailable


def read_what_can_be(
    read: Callable[[int, int], list[Row]], after: int, limit: int, broken: type[Exception]
) -> list[Row]:
    """Up to so many events; fewer, if one of them is in a broken part of the file."""
    try:
        return read(after, limit)
    except Unavailable as error:
        if not isinstance(error.__cause__, broken):
            raise
        if limit <= 1:
            raise Damaged(after + 1, str(error.__cause__)) from error.__cause__
    return read_what_can_be(read, after, limit // 2, broken)
