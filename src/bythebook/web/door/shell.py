"""The door: every request and socket passes it, and gets its viewer there.

What comes in without a cookie is a visitor; the first page gives the browser a token, and logging
in replaces it by another. A handler finds out who is there by `request.user`, and says who may
come at all by a guard: `@get("/pit", guards=[require("pit", "inspector")])`.
"""

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie, MutableScopeHeaders
from litestar.enums import RequestEncodingType, ScopeType
from litestar.exceptions import HTTPException, NotAuthorizedException, PermissionDeniedException
from litestar.handlers import BaseRouteHandler
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Guard, Message, Receive, Scope, Send

from bythebook.errors import Refused
from bythebook.house.people.accounts import Accounts, Seen
from bythebook.house.people.people import Viewer
from bythebook.house.people.sessions import ABSOLUTE_SECONDS, Begun
from bythebook.web.door.limits import gate_of
from bythebook.web.door.security import (
    SAFE_METHODS,
    address_of,
    origin_allowed,
    settings_of,
    token_matches,
)
from bythebook.web.door.visits import Asked, Connection, Visit, visit_of

COOKIE = "bythebook"
TOKEN_LENGTH_MAX = 100
CSRF_FIELD, CSRF_HEADER = "csrf", "x-csrf-token"
WAYS_OUT = (
    "/language", "/login", "/login/second", "/keys", "/keys/options", "/logout", "/api/session",
    "/api/session/end",
)  # fmt: skip
FORMS = (RequestEncodingType.URL_ENCODED, RequestEncodingType.MULTI_PART)


def accounts_of(connection: Connection) -> Accounts:
    accounts = connection.app.state.house.accounts
    assert isinstance(accounts, Accounts)
    return accounts


def now_of(connection: Connection) -> int:
    return settings_of(connection.scope).now()


def viewer_of(connection: Connection) -> Viewer:
    return visit_of(connection).viewer


# Cookies


def by_https(connection: Connection) -> bool:
    return settings_of(connection.scope).https or connection.scope.get("scheme") in ("https", "wss")


def cookie_name(connection: Connection) -> str:
    """By https one that no browser takes from a neighbour, nor over an open line."""
    return f"__Host-{COOKIE}" if by_https(connection) else COOKIE


def session_cookie(connection: Connection, token: str) -> Cookie:
    """The cookie that holds a token: no script reads it, no other site uses it."""
    return Cookie(
        key=cookie_name(connection),
        value=token,
        path="/",
        httponly=True,
        samesite="lax",
        secure=by_https(connection),
        max_age=ABSOLUTE_SECONDS,
    )


# What a browser has kept of the pages goes when their reader does.
LEAVING = {"clear-site-data": '"cache", "storage"'}


def no_cookie(connection: Connection) -> Cookie:
    cookie = session_cookie(connection, "")
    cookie.max_age = 0
    return cookie


def token_in(connection: Connection) -> str:
    token = connection.cookies.get(cookie_name(connection), "")
    return token if token.isascii() and len(token) <= TOKEN_LENGTH_MAX else ""


def begun_by(request: Asked) -> Begun:
    """From where somebody comes in, and with what."""
    return Begun(address_of(request.scope), request.headers.get("user-agent", ""))


# Who is there


async def find_visit(connection: Connection) -> Visit:
    """Who is behind a connection, by its cookie."""
    token = token_in(connection)
    found = await accounts_of(connection).look(token, now_of(connection)) if token else None
    if isinstance(found, Seen):
        return visit_by(found)
    if token:
        return Visit(token=token, turned_away=found)
    return Visit(token=accounts_of(connection).new_token(), fresh=True)


def visit_by(seen: Seen) -> Visit:
    return Visit(seen.viewer, seen.token, named=True)


async def still_here(connection: Connection) -> Viewer | Refused | None:
    """Who is behind a socket now, for one that has been open a while: None if the session is over,
    or why they are turned away.

    A visitor without a name stays one. Asking counts as using the session.
    """
    visit = visit_of(connection)
    if not visit.named:
        return visit.viewer
    found = await accounts_of(connection).look(visit.token, now_of(connection))
    return found.viewer if isinstance(found, Seen) else found


class SessionMiddleware(ASGIMiddleware):
    """Finds out who comes, and turns away what does not come from our own pages."""

    scopes = (ScopeType.HTTP, ScopeType.WEBSOCKET)
    exclude_opt_key = "no_session"

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        safe = scope["type"] == ScopeType.HTTP and scope["method"] in SAFE_METHODS
        acts = scope["type"] == ScopeType.HTTP and not safe
        connection: Connection = (Request if acts else ASGIConnection)(scope, receive, send)
        try:
            if isinstance(connection, Request):
                await connection.body()  # it may take its time: who it is counts when all is there
        finally:
            visit = await find_visit(connection)
            scope["user"], scope["auth"] = visit.viewer, visit
        if not safe and not origin_allowed(scope):
            raise PermissionDeniedException("This request comes from another site.")
        gate = gate_of(scope)
        if gate is not None and visit.named and acts:
            gate.account(visit.viewer.name)
        if isinstance(connection, Request):
            await self._check_token(connection, visit)
            if visit.turned_away is not None and scope["path"] not in WAYS_OUT:
                raise visit.turned_away
        if safe and visit.fresh:
            send = self._giving(send, session_cookie(connection, visit.token))
        await next_app(scope, receive, send)

    async def _check_token(self, request: Asked, visit: Visit) -> None:
        given: object = request.headers.get(CSRF_HEADER)
        if request.content_type[0] in FORMS:
            form = await request.form()  # which is kept for whoever answers: the body was read
            given = form.get(CSRF_FIELD) if given is None else given
        if not token_matches(visit, given):
            raise PermissionDeniedException(
                "This page is out of date: please load it again and repeat what you did."
            )

    def _giving(self, send: Send, cookie: Cookie) -> Send:
        async def giving(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableScopeHeaders.from_message(message)
                headers.add("set-cookie", cookie.to_header(header=""))
            await send(message)

        return giving


# Guards


def require(*house_roles: str) -> Guard:
    """Only for people with one of these house roles; with none named, for anybody logged in."""

    def guard(connection: Connection, _: BaseRouteHandler) -> None:
        viewer = viewer_of(connection)
        if not viewer.name or viewer.guest:
            raise NotAuthorizedException("Please log in.")
        if house_roles and viewer.house_roles.isdisjoint(house_roles):
            raise PermissionDeniedException(f"This is for: {', '.join(house_roles)}.")

    return guard


class MustWait(HTTPException):
    """Too many attempts: come back later."""

    status_code = 429

    def __init__(self, seconds: int) -> None:
        minutes = -(-seconds // 60)
        wait = f"{seconds} seconds" if seconds <= 90 else f"{minutes} minutes"
        super().__init__(
            f"There were too many attempts. Please wait {wait}.",
            headers={"retry-after": str(seconds)},
        )
