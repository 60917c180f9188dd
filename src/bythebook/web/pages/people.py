"""The accounts of the house, for administrators; inspectors look on."""

from typing import Any

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody, URLEncodedBody
from litestar.response import Redirect

from bythebook.errors import Malformed, Refused
from bythebook.house.people import people as p
from bythebook.house.people.accounts import ADMINISTRATORS, Alert
from bythebook.rulebooks import all_books, find_book
from bythebook.structs import like
from bythebook.web.door.shell import accounts_of, now_of, require
from bythebook.web.door.visits import Asked, visit_of
from bythebook.web.show.templating import page

LOOKS = [require(p.ADMINISTRATOR, p.INSPECTOR)]
ACTS = [require(p.ADMINISTRATOR)]
DONE = {
    "GrantRole": "The role is granted.",
    "GrantHouseRole": "The role is granted.",
    "RevokeRole": "The role is taken back.",
    "RevokeHouseRole": "The role is taken back.",
    "LockAccount": "The account is locked, and its sessions have ended.",
    "UnlockAccount": "The account is open again.",
    "CloseAccount": "The account is closed for good.",
    "DropFactors": "The second factors are gone.",
}


class NewAccount(msgspec.Struct, frozen=True):
    name: str = ""
    title: str = ""


class Named(msgspec.Struct, frozen=True):
    """A form about one account: what to do, and with which role."""

    act: str = ""
    role: str = ""  # a house role, or "book/role"


NOTHING_TRIED = NewAccount()

FormNewAccount = URLEncodedBody[NewAccount]
FormNamed = URLEncodedBody[Named]


def books_with_tables() -> dict[str, str]:
    """The books at which people can have roles, and their titles."""
    return {book: find_book(book).about.title for book in all_books()}


@get("/people", guards=LOOKS, include_in_schema=False)
async def people_page(request: Asked, done: FromQuery[str] = "") -> Response[Any]:
    return await _people(request, done=DONE.get(done, ""))


async def _people(
    request: Asked,
    done: str = "",
    error: str = "",
    status: int = 200,
    link: str = "",
    tried: NewAccount = NOTHING_TRIED,
) -> Response[Any]:
    people = await accounts_of(request).people()
    names = p.names_of(people.accounts.values())
    books = books_with_tables()
    return page(
        request,
        "account/people.html",
        status,
        accounts=[people.find(name) for name in names],
        books=books,
        roles={book: p.roles_of(book) for book in books},
        house_roles=p.HOUSE_ROLES,
        alerts=await _alerts(request),
        may_act=p.ADMINISTRATOR in visit_of(request).viewer.house_roles,
        done=done,
        error=error,
        link=link,
        tried=tried,
    )


async def _alerts(request: Asked) -> list[Alert]:
    """Odd log-ins, for the first administrator who looks."""
    if p.ADMINISTRATOR not in visit_of(request).viewer.house_roles:
        return []
    return await accounts_of(request).alerts(ADMINISTRATORS)


def link_address(request: Asked, token: str) -> str:
    """The whole address of a one-time link, as this browser knows the house."""
    return f"{request.base_url}".rstrip("/") + f"/welcome/{token}"


@post("/people", guards=ACTS, include_in_schema=False, status_code=200)
async def open_account(request: Asked, data: FormNewAccount) -> Response[Any]:
    """A new account; the link by which its owner chooses a password is shown here, once."""
    accounts, now = accounts_of(request), now_of(request)
    command = p.OpenAccount(data.name.strip(), data.title.strip())
    try:
        await accounts.order(visit_of(request).viewer.name, command, now)
    except Malformed as problem:
        return await _people(request, error=str(problem.reason), status=400, tried=data)
    except Refused as refusal:
        return await _people(request, error=refusal.reason, status=409, tried=data)
    return await _with_link(request, command.name)


async def _with_link(request: Asked, name: str) -> Response[Any]:
    by = visit_of(request).viewer.name
    token = await accounts_of(request).make_link(by, name, now_of(request))
    done = f"A link for {name}, good for one use within 24 hours. It is shown only here and now."
    return await _people(request, done=done, link=link_address(request, token))


@post("/people/{name:str}", guards=ACTS, include_in_schema=False, status_code=200)
async def see_to_account(request: Asked, name: FromPath[str], data: FormNamed) -> Response[Any]:
    """Grant or take back a role, lock, unlock, close, or make a new link."""
    accounts = accounts_of(request)
    try:
        if data.act == "link":
            return await _with_link(request, name)
        command = command_of(name, data)
        await accounts.order(visit_of(request).viewer.name, command, now_of(request))
    except Malformed as problem:
        return await _people(request, error=problem.reason, status=400)
    except Refused as refusal:
        return await _people(request, error=refusal.reason, status=409)
    return Redirect(f"/people?done={type(command).__name__}", status_code=303)


def command_of(name: str, form: Named) -> p.Given:
    """What a form asks for. A role at a book is written `book/role`, one of the house alone."""
    book, _, at_book = form.role.rpartition("/")
    match form.act:
        case "grant":
            return p.GrantRole(name, book, at_book) if book else p.GrantHouseRole(name, at_book)
        case "revoke":
            return p.RevokeRole(name, book) if book else p.RevokeHouseRole(name, at_book)
        case "lock":
            return p.LockAccount(name)
        case "unlock":
            return p.UnlockAccount(name)
        case "close":
            return p.CloseAccount(name)
        case "drop-factors":
            return p.DropFactors(name)
    raise Malformed(f"{form.act!r} is nothing that can be done to an account", "act")


# For programs


class AccountView(msgspec.Struct, frozen=True):
    name: str
    title: str
    opened_at: int
    house_roles: list[str]
    book_roles: dict[str, str]
    locked: bool
    closed: bool


def view_of(account: p.Account) -> AccountView:
    return like(AccountView, account, house_roles=sorted(account.house_roles))


class LinkView(msgspec.Struct, frozen=True):
    """A path on this site that lets somebody in once."""

    path: str


@get("/api/people", guards=LOOKS, tags=["people"])
async def api_people(request: Asked) -> list[AccountView]:
    """Every account."""
    people = await accounts_of(request).people()
    return [view_of(people.accounts[key]) for key in sorted(people.accounts)]


@post("/api/people/orders", guards=ACTS, tags=["people"], status_code=200)
async def api_order(request: Asked, data: JSONBody[p.Given]) -> AccountView:
    """An order about an account: `{"type": "GrantRole", "name": …, "book": …, "role": …}`."""
    accounts = accounts_of(request)
    await accounts.order(visit_of(request).viewer.name, data, now_of(request))
    account = (await accounts.people()).find(data.name)
    assert account is not None, "an order about nobody is refused"
    return view_of(account)


@post("/api/people/{name:str}/link", guards=ACTS, tags=["people"], status_code=201)
async def api_link(request: Asked, name: FromPath[str]) -> LinkView:
    """A new one-time link for an account; older ones are void."""
    by = visit_of(request).viewer.name
    token = await accounts_of(request).make_link(by, name, now_of(request))
    return LinkView(f"/welcome/{token}")
