"""One request's visitor: who it is, by which token, and the token that its forms must carry."""

from base64 import urlsafe_b64encode
from hashlib import sha256
from hmac import digest
from typing import Any

import msgspec
from litestar import Request
from litestar.connection import ASGIConnection

from bythebook.errors import Refused
from bythebook.house.people.people import VISITOR, Viewer

Asked = Request[Any, Any, Any]
Connection = ASGIConnection[Any, Any, Any, Any]
SECOND = "/account/second"  # where somebody gets a second factor


class Visit(msgspec.Struct, frozen=True):
    """A visitor's token is random and secret; only a named visitor's session is kept."""

    viewer: Viewer = VISITOR
    token: str = ""
    named: bool = False  # there is a session behind the token
    fresh: bool = False  # the browser does not have the token yet
    turned_away: Refused | None = None  # why whoever is behind the token is not let in

    @property
    def csrf(self) -> str:
        """What forms must carry: it follows from the token, and the token not from it."""
        if not self.token:
            return ""
        return urlsafe_b64encode(digest(self.token.encode(), b"csrf", sha256)).decode().rstrip("=")


def visit_of(connection: Connection) -> Visit:
    """The visit behind a request or socket; nobody in particular where no session was asked for."""
    visit = connection.scope.get("auth")
    return visit if isinstance(visit, Visit) else Visit()
