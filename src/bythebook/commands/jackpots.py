"""`bythebook jackpots`: every pool added up from the log, and held against what it shows."""

from typing import TYPE_CHECKING

import typer

from bythebook.commands.choices import AsJson, OwnBooks, print_json
from bythebook.commands.house import NOT_CLEAN, Archive, Data, Database, opened
from bythebook.commands.serve import DATA
from bythebook.money import format_amount
from bythebook.odds.sheet.notation import counted

if TYPE_CHECKING:
    from bythebook.house.log.store import Store
    from bythebook.jackpots.reconciling import MeterAccount, PoolAccount
    from bythebook.jackpots.state import Pool


def jackpots_command(
    data: Data = DATA,
    database: Database = "",
    archive: Archive = "",
    rulebook: OwnBooks = None,
    as_json: AsJson = False,
) -> None:
    """Reconcile every jackpot pool from the log: seed, contributions, prizes, what it must show."""
    with opened(data, database, archive=archive) as store:
        pools = [_pool(store, stream) for stream in store.streams() if stream.startswith("pool/")]
    right = all(
        meter.now == pool.meters[meter.meter].micros
        for account, pool in pools
        for meter in account.meters
    )
    if as_json:
        print_json([_plain(account, pool) for account, pool in pools])
    else:
        print("\n\n".join(_told(account, pool) for account, pool in pools) or "No jackpots.")
    if not right:
        raise typer.Exit(NOT_CLEAN)


def _pool(store: "Store", stream: str) -> tuple["PoolAccount", "Pool"]:
    """A pool added up in two ways: by its events alone, and as the house would show it."""
    from bythebook.house.activities.activity import acted_from_json
    from bythebook.house.activities.pools.pools import Pools
    from bythebook.jackpots.reconciling import reconcile

    kind, pool = Pools(), None
    events = []
    for row in store.read(stream):
        for event in acted_from_json(kind, row.data).events:
            events.append(event)
            pool = kind.evolved(pool, event)
    assert pool is not None
    return reconcile(events), pool


def _plain(account: "PoolAccount", pool: "Pool") -> dict[str, object]:
    return {
        "id": account.id,
        "title": account.title,
        "book": account.book,
        "stake": format_amount(account.stake_cents),
        "meters": [
            {
                "meter": meter.meter,
                **{name: _exact(micros) for name, micros in _lines(meter)},
                "contributions": meter.contributions,
                "wins": meter.wins,
                "paid": format_amount(meter.paid_cents),
                "shows": format_amount(pool.meters[meter.meter].cents),
                "agrees": meter.now == pool.meters[meter.meter].micros,
            }
            for meter in account.meters
        ],
    }


def _lines(meter: "MeterAccount") -> list[tuple[str, int]]:
    return [
        ("seed", meter.seed),
        ("contributed", meter.contributed),
        ("taken back", -meter.returned),
        ("topped up", meter.topped_up),
        ("won", -meter.won),
        ("put back", meter.put_back),
        ("corrected", meter.corrected),
        ("comes to", meter.now),
    ]


def _told(account: "PoolAccount", pool: "Pool") -> str:
    linked = counted(len(pool.tables), "linked table")
    lines = [
        f"{account.title} ({account.id}, {account.book}): {linked},"
        f" {format_amount(account.stake_cents)} a wager, {pool.phase}"
    ]
    for meter in account.meters:
        lines.append(f"  {meter.meter}")
        for name, micros in _lines(meter):
            if micros or name in ("seed", "comes to"):
                about = _about(meter, name)
                lines.append(f"    {name:<12}{_exact(micros):>20}{about}")
        shows = pool.meters[meter.meter]
        verdict = "agrees" if meter.now == shows.micros else "DOES NOT AGREE"
        lines.append(f"    {'shows':<12}{format_amount(shows.cents) + '      ':>20}  {verdict}")
    return "\n".join(lines)


def _about(meter: "MeterAccount", name: str) -> str:
    match name:
        case "contributed":
            return f"  {counted(meter.contributions, 'wager')}"
        case "taken back":
            return f"  {counted(meter.taken_back, 'wager')}"
        case "won" if meter.won:
            return f"  {counted(meter.wins, 'prize')}, {format_amount(meter.paid_cents)} paid"
    return ""


def _exact(micros: int) -> str:
    """Dollars and cents with the millionths of a cent behind them."""
    sign = "-" if micros < 0 else ""
    cents, rest = divmod(abs(micros), 1_000_000)
    return f"{sign}{format_amount(cents)}{rest:06d}"
