"""What a place is told about a patron before it acts."""

from bythebook.casino.state import Patron, limit_at, room_left
from bythebook.table.people.standing import Standing


def standing(patron: Patron, book: str, game: str, at: int) -> Standing:
    exclusion, limit = patron.excluded_from(book, game), limit_at(patron, at)
    return Standing(
        excluded=exclusion.clause if exclusion is not None else "",
        excluded_by=exclusion.book if exclusion is not None else "",
        excluded_from=exclusion.scope if exclusion is not None else "",
        limit=limit.cents if limit is not None else None,
        limit_by=limit.clause if limit is not None else "",
        limit_book=limit.book if limit is not None else "",
        room=room_left(patron, at) or 0,
        break_until=patron.break_until,
        break_by=patron.break_by,
        break_book=patron.break_book,
        card_refused=patron.card_refused,
        card_book=patron.card_book,
    )
