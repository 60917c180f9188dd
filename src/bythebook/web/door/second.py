"""Second factors: the second step of a log-in, proving oneself again, and having a new one."""

import logging
from typing import Any, Literal

import msgspec
from litestar import MediaType, Response, get, post
from litestar.exceptions import NotAuthorizedException
from litestar.params import FromQuery, JSONBody, URLEncodedBody
from litestar.response import Redirect

from bythebook.errors import Malformed, Refused
from bythebook.house.people import people as p
from bythebook.house.people.accounts import Accounts, HalfWay, Seen
from bythebook.house.people.credentials import PASSWORD, Right, Wait
from bythebook.house.people.factors import CODE, KEY, Factors, address_of_secret, as_text
from bythebook.house.people.proofs import PROOF
from bythebook.web.door import keys
from bythebook.web.door.security import address_of, local_path
from bythebook.web.door.shell import (
    MustWait,
    accounts_of,
    begun_by,
    now_of,
    require,
    viewer_of,
)
from bythebook.web.door.visits import Asked, visit_of
from bythebook.web.pages.account import welcome_in
from bythebook.web.show.navigation import landing, workplace
from bythebook.web.show.templating import page

log = logging.getLogger("bythebook.door")
NOT_RIGHT = "That code is not right, or was used before."


class Given(msgspec.Struct, frozen=True):
    code: str = ""
    password: str = ""
    next: str = "/"


class Wanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    purpose: Literal["new", "prove", "log-in"]


class Answered(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    purpose: Literal["new", "prove", "log-in"]
    credential: dict[str, Any]
    label: str = ""
    next: str = "/"


FormGiven = URLEncodedBody[Given]


# The second step of a log-in


async def _half(request: Asked) -> HalfWay:
    half = await accounts_of(request).half_way(visit_of(request).token, now_of(request))
    if half is None:
        raise Malformed("nobody is half-way in here: please log in again", "log-in")
    return half


@get("/login/second", include_in_schema=False)
async def second_page(request: Asked, next: FromQuery[str] = "/") -> Response[Any]:
    half = await accounts_of(request).half_way(visit_of(request).token, now_of(request))
    if half is None:
        return Redirect("/login", status_code=303)
    return await _second(request, half, local_path(next))


async def _second(
    request: Asked, half: HalfWay, next: str, error: str = "", status: int = 200
) -> Response[Any]:
    factors = await accounts_of(request).factors.of(half.name)
    return page(
        request, "account/second.html", status, name=half.name, factors=factors, next=next,
        error=error,
    )  # fmt: skip


@post("/login/second", include_in_schema=False, status_code=200)
async def give_second(request: Asked, data: FormGiven) -> Response[Any]:
    """A code: of the moment, or one to fall back on."""
    half, accounts = await _half(request), accounts_of(request)
    came = await accounts.second(half, data.code, begun_by(request), now_of(request))
    if isinstance(came, Wait):
        raise MustWait(came.seconds)
    if not isinstance(came, Seen):
        return await _second(request, half, local_path(data.next), NOT_RIGHT, 401)
    await accounts.all_the_way(visit_of(request).token)
    return await welcome_in(request, came, local_path(data.next))


# Keys: what they are asked, and what they answered


async def _whose(request: Asked, purpose: str) -> str:
    if purpose == "log-in":
        return (await _half(request)).name
    viewer = viewer_of(request)
    if not viewer.name or viewer.guest:
        raise NotAuthorizedException("Please log in.")
    if (no := visit_of(request).turned_away) is not None:
        raise no
    if purpose == "new":
        await _check_fresh(request)
    return viewer.name


async def _may_change(request: Asked) -> bool:
    """Who has a second factor gives it: else whoever has the password would have a new one."""
    viewer = viewer_of(request)
    account = (await accounts_of(request).people()).find(viewer.name)
    return viewer.second if account is not None and account.factors else viewer.fresh


async def _check_fresh(request: Asked) -> None:
    if not await _may_change(request):
        raise Refused(PROOF, "prove who you are once more, by a second factor if you have one")


@post("/keys/options", include_in_schema=False, status_code=200, media_type=MediaType.JSON)
async def ask_key(request: Asked, data: JSONBody[Wanted]) -> Response[str]:
    name, accounts = await _whose(request, data.purpose), accounts_of(request)
    factors = await accounts.factors.of(name)
    challenge = await accounts.factors.challenge(visit_of(request).token, now_of(request))
    if data.purpose == "new":
        return Response(keys.to_make(request, name, factors, challenge), media_type=MediaType.JSON)
    return Response(keys.to_prove(request, factors, challenge), media_type=MediaType.JSON)


class KeyAnswer(msgspec.Struct, frozen=True):
    to: str = ""  # where to go on
    fallbacks: list[str] = []  # codes to fall back on, this once


@post("/keys", include_in_schema=False, status_code=200)
async def hear_key(request: Asked, data: JSONBody[Answered]) -> Response[KeyAnswer]:
    name, accounts = await _whose(request, data.purpose), accounts_of(request)
    token, now = visit_of(request).token, now_of(request)
    challenge = await accounts.factors.challenged(token)
    if data.purpose == "new":
        return Response(await _new_key(request, name, data, challenge))
    try:
        of_theirs = await accounts.factors.of(name)
        key, count = keys.proved(request, data.credential, challenge, of_theirs)
    except Malformed:
        log.warning("not right, the key of %r from %r", name, address_of(request.scope))
        raise
    await accounts.factors.used_key(name, key, count, now)
    to = local_path(data.next)
    if data.purpose == "prove":
        await accounts.prove(token, name, KEY, now)
        return Response(KeyAnswer(to))
    came = await accounts.come_second(await _half(request), KEY, begun_by(request), now)
    await accounts.all_the_way(token)
    answer = await welcome_in(request, came, to)
    return Response(KeyAnswer(landing(came.viewer, to)), cookies=answer.cookies)


async def _new_key(request: Asked, name: str, data: Answered, challenge: bytes) -> KeyAnswer:
    accounts, now = accounts_of(request), now_of(request)
    key = keys.made(request, data.credential, challenge, data.label, now)
    before = await accounts.factors.of(name)
    await accounts.factors.check_room(name)
    await accounts.add_factor(name, KEY, key.label, now)
    await accounts.factors.add_key(name, key)
    await accounts.prove(visit_of(request).token, name, KEY, now)
    if before.fallbacks:
        return KeyAnswer()
    return KeyAnswer(fallbacks=await accounts.factors.new_fallbacks(name, now))


# Proving oneself again


@get("/account/prove", guards=[require()], include_in_schema=False)
async def prove_page(request: Asked, next: FromQuery[str] = "/account") -> Response[Any]:
    return await _prove(request, local_path(next))


async def _prove(request: Asked, next: str, error: str = "", status: int = 200) -> Response[Any]:
    factors = await accounts_of(request).factors.of(viewer_of(request).name)
    return page(request, "account/prove.html", status, factors=factors, next=next, error=error)


@post("/account/prove", guards=[require()], include_in_schema=False, status_code=200)
async def prove(request: Asked, data: FormGiven) -> Response[Any]:
    """By the password, or by a code, which proves more."""
    accounts, name, now = accounts_of(request), viewer_of(request).name, now_of(request)
    by = await _proved_by(request, accounts, name, data)
    if not by:
        return await _prove(request, local_path(data.next), "That is not right.", 400)
    await accounts.prove(visit_of(request).token, name, by, now)
    return Redirect(local_path(data.next), status_code=303)


async def _proved_by(request: Asked, accounts: Accounts, name: str, data: Given) -> str:
    """What was right of what was given; nothing: none of it."""
    address, now = address_of(request.scope), now_of(request)
    if data.code:
        by = await accounts.try_code(name, data.code, address, now)
        if isinstance(by, Wait):
            raise MustWait(by.seconds)
        return by if isinstance(by, str) else ""
    answer = await accounts.credentials.attempt(name, data.password, address, now)
    if isinstance(answer, Wait):
        raise MustWait(answer.seconds)
    return PASSWORD if isinstance(answer, Right) else ""


# One's own


@get("/account/second", guards=[require()], include_in_schema=False)
async def factors_page(request: Asked) -> Response[Any]:
    return await _factors(request)


async def _factors(
    request: Asked, error: str = "", status: int = 200, fallbacks: list[str] | None = None
) -> Response[Any]:
    accounts, viewer = accounts_of(request), viewer_of(request)
    factors = await accounts.factors.of(viewer.name)
    secret = b""
    may = fallbacks is not None or await _may_change(request)  # having just proved themselves
    if may and not factors.secret and fallbacks is None:
        secret = await accounts.factors.new_secret(viewer.name, now_of(request))
    text = as_text(secret)
    return page(
        request,
        "account/factors.html",
        status,
        factors=factors,
        fresh=may,
        secret=" ".join(text[at : at + 4] for at in range(0, len(text), 4)),
        otpauth=address_of_secret(viewer.name, secret) if secret else "",
        fallbacks=fallbacks or [],
        workplace=workplace(viewer),
        error=error,
    )


@post("/account/second/codes", guards=[require()], include_in_schema=False, status_code=200)
async def add_codes(request: Asked, data: FormGiven) -> Response[Any]:
    """Whoever types the first code has the secret: from now on a code is asked for."""
    accounts, viewer, now = accounts_of(request), viewer_of(request), now_of(request)
    await _check_fresh(request)
    try:
        if (await accounts.factors.of(viewer.name)).secret:
            raise Malformed("you have codes already: take your second factors off first", "code")
        secret = await accounts.factors.check_new_secret(viewer.name, data.code, now)
    except Malformed as no:
        return await _factors(request, no.reason[:1].upper() + no.reason[1:] + ".", 400)
    await accounts.add_factor(viewer.name, CODE, "", now)
    fallbacks = await accounts.factors.add_secret(viewer.name, secret, now)
    await accounts.prove(visit_of(request).token, viewer.name, CODE, now)
    return await _factors(request, fallbacks=fallbacks)


@post("/account/second/fallbacks", guards=[require()], include_in_schema=False, status_code=200)
async def new_fallbacks(request: Asked) -> Response[Any]:
    """Other codes to fall back on; those before are void."""
    await _check_fresh(request)
    factors: Factors = await accounts_of(request).factors.of(viewer_of(request).name)
    if not factors.any:
        raise Refused(PROOF, "there is no second factor to fall back from")
    name = viewer_of(request).name
    made = await accounts_of(request).factors.new_fallbacks(name, now_of(request))
    return await _factors(request, fallbacks=made)


@post("/account/second/drop", guards=[require()], include_in_schema=False, status_code=200)
async def drop_factors(request: Asked) -> Response[Any]:
    viewer = viewer_of(request)
    await _check_fresh(request)
    await accounts_of(request).order(viewer.name, p.DropFactors(viewer.name), now_of(request))
    return Redirect("/account/second", status_code=303)
