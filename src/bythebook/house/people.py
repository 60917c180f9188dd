"""The people of the house: accounts and what each may do."""

import msgspec

PLAYER = "player"


class Viewer(msgspec.Struct, frozen=True):
    """Whoever looks at the house: somebody with an account, a guest, a visitor without a name."""

    name: str = ""
    guest: bool = True
    house_roles: frozenset[str] = frozenset()
    book_roles: dict[str, str] = {}

    def role_at(self, book: str) -> str:
        """As what this person stands at the tables of a book."""
        return self.book_roles.get(book, PLAYER)


VISITOR = Viewer()


def may_play(viewer: Viewer, book: str) -> bool:
    """Nobody plays at the tables of a book on whose staff they are."""
    return book not in viewer.book_roles
