"""The cage: money over the counter, and where a player's money is."""

from typing import Any

import msgspec
from litestar import Response, get, post
from litestar.params import FromQuery, URLEncodedBody
from litestar.response import Redirect

from bythebook.errors import Malformed, Refused
from bythebook.house.money.wallets import stream_of, wallet_event
from bythebook.house.people.people import CASHIER, INSPECTOR, Account, names_of
from bythebook.house.people.proofs import PROOF
from bythebook.house.tables.running_table import at_stake, in_hand
from bythebook.money import parse_amount
from bythebook.web.door.shell import require, viewer_of
from bythebook.web.door.staff import house_of
from bythebook.web.door.visits import Asked
from bythebook.web.show.templating import page

LOOKS = [require(CASHIER, INSPECTOR)]
ACTS = [require(CASHIER)]
MOVEMENTS_SHOWN = 50
ID_LENGTH_MAX = 64
DONE = {"deposit": "The deposit is written down.", "withdraw": "The withdrawal is written down."}
_WORDS = {
    "Deposited": "deposited",
    "Withdrawn": "withdrawn",
    "MovedToTable": "chips bought",
    "MovedFromTable": "chips cashed",
    "Charged": "paid to",
    "PaidOut": "received from",
}


_WHERE = ("table", "to", "source", "by")  # what an event has of these says where


class Counter(msgspec.Struct, frozen=True):
    """What was asked for at the counter; `id` makes a form that is sent twice act once."""

    name: str = ""
    act: str = ""
    amount: str = ""
    id: str = ""


class Movement(msgspec.Struct, frozen=True):
    at: int
    says: str
    cents: int  # in or (minus) out of the wallet
    where: str


class AtTable(msgspec.Struct, frozen=True):
    table: str
    title: str
    in_hand: int
    at_stake: int


FormCounter = URLEncodedBody[Counter]
NOTHING = Counter()


@get("/cage", guards=LOOKS, include_in_schema=False)
async def cage_page(
    request: Asked, player: FromQuery[str] = "", done: FromQuery[str] = ""
) -> Response[Any]:
    return await _cage(request, player.strip(), done=DONE.get(done, ""))


async def _cage(
    request: Asked,
    player: str,
    done: str = "",
    error: str = "",
    status: int = 200,
    tried: Counter = NOTHING,
    no: Refused | None = None,
) -> Response[Any]:
    house = house_of(request)
    people = await house.accounts.people()
    account = people.find(player) if player else None
    if player and account is None and not error:
        error, status = f"There is no account {player}.", 404
    return page(
        request,
        "cage/cage.html",
        status,
        names=names_of(people.accounts.values()),
        player=account,
        wallet=await house.wallet(account.name, fresh=True) if account is not None else None,
        tables=_at_tables(request, account.name) if account is not None else [],
        movements=await _movements(request, account.name) if account is not None else [],
        may_act=CASHIER in viewer_of(request).house_roles,
        done=done,
        error=error,
        tried=tried,
        no=no,
        prove=no is not None and no.clause == PROOF,
        kept_out=house.turned_away(account.name) if account is not None else None,
        id=house.accounts.new_token(),
    )


def _at_tables(request: Asked, name: str) -> list[AtTable]:
    """A player's chips at the tables, those for play apart."""
    found = []
    for live in house_of(request).tables.values():
        run = live.run
        here, staked = in_hand(run, name), at_stake(run, name)
        if (here or staked) and not run.terms.practice:
            found.append(AtTable(run.terms.id, run.terms.title, here, staked))
    return found


async def _movements(request: Asked, name: str) -> list[Movement]:
    house = house_of(request)
    rows = await house.committer.call(house.store.read, stream_of(name))
    made = []
    for row in rows[: -MOVEMENTS_SHOWN - 1 : -1]:
        event = wallet_event(row.data)
        into = row.kind in ("Deposited", "MovedFromTable", "PaidOut")
        where = next(str(getattr(event, name)) for name in _WHERE if hasattr(event, name))
        where = f"by {where}" if hasattr(event, "by") else where
        cents = event.cents if into else -event.cents
        made.append(Movement(event.at, _WORDS[row.kind], cents, where))
    return made


@post("/cage", guards=ACTS, include_in_schema=False, status_code=200)
async def over_the_counter(request: Asked, data: FormCounter) -> Response[Any]:
    """A deposit or a withdrawal."""
    try:
        account = await _check(request, data)
        cents = parse_amount(data.amount.strip().removeprefix("$"))
        kind: Any = data.act
        by = viewer_of(request).name
        house_of(request).accounts.proofs.check(viewer_of(request), cents)
        await house_of(request).at_cage(by, account.name, cents, kind, data.id)
    except Malformed as no:
        return await _cage(request, data.name, error=no.reason, status=400, tried=data)
    except Refused as no:
        return await _cage(request, data.name, error=no.reason, status=409, tried=data, no=no)
    return Redirect(f"/cage?player={account.name}&done={data.act}", status_code=303)


async def _check(request: Asked, data: Counter) -> Account:
    if data.act not in DONE:
        raise Malformed("a deposit or a withdrawal", "act")
    if not 0 < len(data.id) <= ID_LENGTH_MAX or not data.id.isprintable():
        raise Malformed("the form is out of date: load the page again", "id")
    account = (await house_of(request).accounts.people()).find(data.name.strip())
    if account is None:
        raise Malformed(f"there is no account {data.name}", "name")
    if account.name == viewer_of(request).name:
        raise Malformed("nobody serves themselves at the cage", "name")
    return account
