"""Coming in and going out: log-in, log-out, one-time links, guests, one's own account."""

from typing import Any
from urllib.parse import quote

import msgspec
from litestar import Response, get, post
from litestar.exceptions import NotFoundException, PermissionDeniedException
from litestar.params import FromPath, FromQuery, JSONBody, URLEncodedBody
from litestar.response import Redirect

from bythebook.errors import Malformed, Refused
from bythebook.house.activities.patrons.desk import own_forms
from bythebook.house.people.accounts import HalfWay, Seen
from bythebook.house.people.credentials import PASSWORD_LENGTH_MIN, Right, Wait, Wrong, digest
from bythebook.house.people.people import roles_of
from bythebook.house.people.proofs import check_fresh
from bythebook.house.tables import table_log as h
from bythebook.house.tables.live_table import LiveTable
from bythebook.house.tables.rulings import rulings_of
from bythebook.house.tables.views import RulingView
from bythebook.web.door.limits import TooMuch, gate_of, network_of
from bythebook.web.door.security import address_of, local_path, settings_of
from bythebook.web.door.shell import (
    LEAVING,
    MustWait,
    accounts_of,
    begun_by,
    by_https,
    no_cookie,
    now_of,
    require,
    session_cookie,
    visit_by,
)
from bythebook.web.door.visits import SECOND, Asked, visit_of
from bythebook.web.pages.patrons import view_of
from bythebook.web.show.languages import language_cookie, languages
from bythebook.web.show.navigation import landing
from bythebook.web.show.templating import page

WRONG = "The name or the password is not right."


class LogIn(msgspec.Struct, frozen=True):
    name: str = ""
    password: str = ""
    next: str = "/"


class Choice(msgspec.Struct, frozen=True):
    """A password, typed twice."""

    password: str = ""
    again: str = ""
    current: str = ""


class Onward(msgspec.Struct, frozen=True):
    next: str = "/"


class Language(msgspec.Struct, frozen=True):
    language: str = ""
    next: str = "/"


FormLogIn = URLEncodedBody[LogIn]
FormChoice = URLEncodedBody[Choice]
FormOnward = URLEncodedBody[Onward]
FormLanguage = URLEncodedBody[Language]


async def welcome_in(request: Asked, seen: Seen, to: str) -> Response[Any]:
    """Into the house, to where somebody works if they wanted nothing else: under a new token, so
    that nobody who knew the old one comes along."""
    before = visit_of(request)
    if before.named or before.turned_away is not None:
        await accounts_of(request).log_out(before.token)
    to = SECOND if seen.viewer.withheld else landing(seen.viewer, to)
    answer = Redirect(to, status_code=303)
    answer.set_cookie(session_cookie(request, seen.token))
    return answer


# Logging in and out


@get("/login", include_in_schema=False)
async def login_page(request: Asked, next: FromQuery[str] = "/") -> Response[Any]:
    """The form, or straight on for whoever is in already."""
    viewer = visit_of(request).viewer
    if viewer.name and not viewer.guest:
        return Redirect(landing(viewer, local_path(next)), status_code=303)
    return _login(request, LogIn(next=local_path(next)))


def _login(
    request: Asked,
    tried: LogIn,
    error: str = "",
    status: int = 200,
    wait: int = 0,
    no: Refused | None = None,
) -> Response[Any]:
    answer = page(request, "account/login.html", status, tried=tried, error=error, no=no)
    if wait:
        answer.headers["retry-after"] = str(wait)
    return answer


@post("/login", include_in_schema=False, status_code=200)
async def log_in(request: Asked, data: FormLogIn) -> Response[Any]:
    """Try a name and a password."""
    accounts, now = accounts_of(request), now_of(request)
    try:
        came = await accounts.log_in(data.name.strip(), data.password, begun_by(request), now)
    except Refused as no:
        return _login(request, data, _sentence(no), 403, no=no)
    match came:
        case Wait(seconds=seconds):
            return _login(request, data, MustWait(seconds).detail, 429, seconds)
        case Wrong():
            return _login(request, data, WRONG, 401)
        case HalfWay():
            return await _to_second(request, came, local_path(data.next))
        case Seen():
            return await welcome_in(request, came, local_path(data.next))


async def _to_second(request: Asked, half: HalfWay, next: str) -> Response[Any]:
    """On to the second factor, in this browser."""
    await accounts_of(request).wait_half_way(visit_of(request).token, half, now_of(request))
    return Redirect(f"/login/second?next={quote(next)}", status_code=303)


@post("/logout", include_in_schema=False, status_code=200)
async def log_out(request: Asked) -> Response[Any]:
    """Out, and the session is over."""
    await accounts_of(request).log_out(visit_of(request).token)
    answer = Redirect("/", status_code=303, headers=LEAVING)
    answer.set_cookie(no_cookie(request))
    return answer


@post("/guest", include_in_schema=False, status_code=200)
async def be_guest(request: Asked, data: FormOnward) -> Response[Any]:
    """A name for somebody without an account, for the practice tables."""
    to = local_path(data.next)
    if visit_of(request).viewer.name:
        return Redirect(to, status_code=303)
    return await welcome_in(request, await a_guest(request), to)


@post("/language", include_in_schema=False, status_code=200)
async def choose_language(request: Asked, data: FormLanguage) -> Response[Any]:
    """Pages speak another language from here on, in this browser."""
    if data.language not in languages():
        raise Malformed("no page speaks this language", "language")
    answer = Redirect(local_path(data.next), status_code=303)
    answer.set_cookie(language_cookie(data.language, by_https(request)))
    return answer


async def a_guest(request: Asked) -> Seen:
    """One more guest, if there is room for one."""
    gate, accounts = gate_of(request.scope), accounts_of(request)
    if gate is not None:
        gate.guest(network_of(address_of(request.scope)))
        if len(await accounts.guests()) >= gate.limits.guests_most:
            raise TooMuch("There are as many guests as there is room for.", 60)
    return await accounts.come_as_guest(now_of(request))


# One-time links


@get("/welcome/{token:str}", include_in_schema=False)
async def welcome_page(request: Asked, token: FromPath[str]) -> Response[Any]:
    """Looking at the page does not use the link up: programs look at links too."""
    return await _welcome(request, token)


async def _welcome(request: Asked, token: str, error: str = "", status: int = 200) -> Response[Any]:
    credentials = accounts_of(request).credentials
    name = await credentials.look_at_link(token, now_of(request))
    if name is None:
        raise NotFoundException(
            "This link has been used, or its day is over. Please ask for a new one."
        )
    return page(
        request,
        "account/welcome.html",
        status,
        name=name,
        token=token,
        error=error,
        demo=settings_of(request.scope).demo,
        least=PASSWORD_LENGTH_MIN,
    )


@post("/welcome/{token:str}", include_in_schema=False, status_code=200)
async def welcome(request: Asked, token: FromPath[str], data: FormChoice) -> Response[Any]:
    """Use a link up: with the password chosen, or in the demo house without one."""
    demo = settings_of(request.scope).demo
    password = None if demo and not data.password and not data.again else data.password
    if password is not None and password != data.again:
        return await _welcome(request, token, "The two passwords are not the same.", 400)
    try:
        seen = await accounts_of(request).come_by_link(
            token, now_of(request), password, begun_by(request)
        )
    except Malformed as problem:
        return await _welcome(request, token, _sentence(problem), 400)
    if seen is None:
        return await _welcome(request, token)
    if isinstance(seen, HalfWay):
        return await _to_second(request, seen, "/")
    return await welcome_in(request, seen, "/")


def _sentence(problem: Malformed | Refused) -> str:
    return f"{problem.reason[:1].upper()}{problem.reason[1:]}."


# One's own account

DONE = {
    "password": "Your password is changed. Your other sessions have ended.",
    "session": "That session has ended.",
    "sessions": "Your other sessions have ended.",
}


@get("/account", guards=[require()], include_in_schema=False)
async def account_page(request: Asked, done: FromQuery[str] = "") -> Response[Any]:
    return await _account(request, DONE.get(done, ""))


async def _account(
    request: Asked, done: str = "", error: str = "", status: int = 200
) -> Response[Any]:
    accounts, visit = accounts_of(request), visit_of(request)
    account = (await accounts.people()).find(visit.viewer.name)
    sessions = await accounts.sessions.of(visit.viewer.name)
    here = digest(digest(visit.token))
    view = view_of(request, visit.viewer.name)
    return page(
        request,
        "account/account.html",
        status,
        account=account,
        view=view,
        forms=tuple(own_forms(visit.viewer, view.limit is not None)),
        titles={b: roles_of(b)[role] for b, role in visit.viewer.book_roles.items()},
        sessions=[
            (digest(key), session)
            for key, session in sorted(sessions.items(), key=lambda kept: -kept[1].seen)
        ],
        here=here,
        alerts=await accounts.alerts(visit.viewer.name),
        rulings=_rulings(request, visit.viewer.name),
        factors=account.factors if account is not None else (),
        has_password=await accounts.credentials.has_password(visit.viewer.name),
        least=PASSWORD_LENGTH_MIN,
        done=done,
        error=error,
    )


def _rulings(request: Asked, name: str) -> list[tuple[h.Terms, RulingView]]:
    """On disputes of theirs, at whatever table."""
    tables: dict[str, LiveTable] = request.app.state.house.tables
    return [
        (live.run.terms, ruling)
        for live in tables.values()
        for ruling in rulings_of(live.rules, live.run.table, name)
    ]


@post("/account/password", guards=[require()], include_in_schema=False, status_code=200)
async def change_password(request: Asked, data: FormChoice) -> Response[Any]:
    """Only whoever knows the present one, if there is one, sets another."""
    accounts, visit = accounts_of(request), visit_of(request)
    name = visit.viewer.name
    if data.password != data.again:
        return await _account(request, error="The two passwords are not the same.", status=400)
    if await accounts.credentials.has_password(name):
        answer = await accounts.credentials.attempt(
            name, data.current, address_of(request.scope), now_of(request)
        )
        if isinstance(answer, Wait):
            raise MustWait(answer.seconds)
        if not isinstance(answer, Right):
            return await _account(request, error="The present password is not right.", status=403)
    try:
        await accounts.change_password(name, visit.token, data.password, now_of(request))
    except Malformed as problem:
        return await _account(request, error=_sentence(problem), status=400)
    return Redirect("/account?done=password", status_code=303)


@post("/account/sessions/end", guards=[require()], include_in_schema=False, status_code=200)
async def end_other_sessions(request: Asked) -> Response[Any]:
    visit = visit_of(request)
    check_fresh(visit.viewer)
    await accounts_of(request).log_out_elsewhere(visit.viewer.name, visit.token)
    return Redirect("/account?done=sessions", status_code=303)


@post("/account/sessions/{key:str}/end", guards=[require()], include_in_schema=False,
      status_code=200)  # fmt: skip
async def end_session(request: Asked, key: FromPath[str]) -> Response[Any]:
    """One of one's own, wherever it is."""
    check_fresh(visit_of(request).viewer)
    if not await accounts_of(request).log_out_one(visit_of(request).viewer.name, key):
        raise NotFoundException("There is no such session any more.")
    return Redirect("/account?done=session", status_code=303)


# For programs


class Me(msgspec.Struct, frozen=True):
    """Who is logged in, and the token that every request that changes something must carry."""

    name: str
    guest: bool
    house_roles: list[str]
    book_roles: dict[str, str]
    csrf: str


def _me(request: Asked) -> Me:
    visit = visit_of(request)
    viewer = visit.viewer
    return Me(viewer.name, viewer.guest, sorted(viewer.house_roles), viewer.book_roles, visit.csrf)


class NameAndPassword(msgspec.Struct, frozen=True):
    name: str
    password: str
    code: str = ""  # the second factor's, or one to fall back on, where there is one


@get("/api/session", tags=["session"])
async def who_am_i(request: Asked) -> Me:
    """Who you are. Send `csrf` as the header `x-csrf-token` with everything that is not a GET."""
    return _me(request)


@post("/api/session", tags=["session"], status_code=201)
async def api_log_in(request: Asked, data: JSONBody[NameAndPassword]) -> Response[Me]:
    """Log in: the answer sets the cookie, and its `csrf` replaces the one before."""
    came = await accounts_of(request).log_in(
        data.name, data.password, begun_by(request), now_of(request), data.code
    )
    match came:
        case Wait(seconds=seconds):
            raise MustWait(seconds)
        case Wrong():
            raise PermissionDeniedException(WRONG)
        case HalfWay():
            raise PermissionDeniedException("A second factor is asked for: send its `code` too.")
        case Seen():
            return await _entered(request, came)


@post("/api/session/guest", tags=["session"], status_code=201)
async def api_be_guest(request: Asked) -> Response[Me]:
    """Come in as a guest, for the practice tables."""
    return await _entered(request, await a_guest(request))


async def _entered(request: Asked, seen: Seen) -> Response[Me]:
    answer = await welcome_in(request, seen, "/")
    request.scope["auth"] = visit_by(seen)
    return Response(_me(request), status_code=201, cookies=answer.cookies)


@post("/api/session/end", tags=["session"], status_code=204)
async def api_log_out(request: Asked) -> Response[None]:
    """Log out."""
    await accounts_of(request).log_out(visit_of(request).token)
    return Response(None, status_code=204, cookies=[no_cookie(request)], headers=LEAVING)
