"""What the casino tells a table about one of its players: the table asks nobody else."""

import msgspec


class Standing(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    excluded: str = ""  # the clause by which; nothing: may play
    excluded_by: str = ""  # the book of that clause
    excluded_from: str = ""  # "game" or "casino"
    limit: int | None = None  # the most they may lose in the period they chose; None: any sum
    limit_by: str = ""  # the clause by which they set it, and its book
    limit_book: str = ""
    room: int = 0  # with a limit: the cents that may still be staked
    break_until: int = 0  # no wager before then, by this clause of this book
    break_by: str = ""
    break_book: str = ""
    card_refused: str = ""  # their Player Card is none, by this clause of this book
    card_book: str = ""


AS_ANYBODY = Standing()
