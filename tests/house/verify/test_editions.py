"""The law changes while a table plays, or we were wrong about it: what `verify` says of that."""

import asyncio
import json
import re
import shutil
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from bythebook.cli import main
from bythebook.errors import Malformed, Refused
from bythebook.house.demo import demo
from bythebook.house.demo.pools import open_pools
from bythebook.house.demo.tournaments import open_tournaments
from bythebook.house.log.choosing import open_store
from bythebook.house.log.store import Row
from bythebook.house.staff.exporting import rounds_in
from bythebook.house.tables.live_table import stream_of
from bythebook.house.verify.verifying import Replayer, Report, first_fault, verify
from bythebook.records.live import record_of
from bythebook.rulebooks.law import digest
from bythebook.rulebooks.loader import find_book
from tests.house.verify.amended import (
    DAY,
    MENDED,
    TABLE,
    begins,
    blackjack,
    change,
    copied,
    installed,
    one_more,
    with_revision,
)
from tests.house.verify.evenings import Evening, mended, rows_of

Story = Callable[[Evening], Coroutine[Any, Any, None]]


def live(folder: Path, *stories: Story) -> None:
    """Each story in a house that was opened for it."""

    async def all_of_them() -> None:
        for number, story in enumerate(stories):
            evening = Evening(folder, f"law {number}")
            evening._sent = (
                evening.house.store.head().position
            )  # no command is another one's resend
            await evening.house.open()
            await story(evening)
            await evening.house.close()

    asyncio.run(all_of_them())


def verified(folder: Path) -> Report:
    store = open_store(folder, None, read_only=True)
    try:
        return verify(store)
    finally:
        store.close()


async def one_round(evening: Evening) -> None:
    await begins(evening)
    assert await blackjack(evening, "AC 7D KH") == 3000


# Editions


async def across_the_change(evening: Evening) -> None:
    """3 to 2 on the eve of the amendment, 6 to 5 from the day on that it was adopted."""
    await one_round(evening)
    adopt = {"type": "adopt-edition", "edition": "2.0"}
    with pytest.raises(Refused, match="Gaming Shift Manager"):
        await evening.do("supervisor", TABLE, **adopt)
    with pytest.raises(Refused, match="applies from 2026-07-01") as no:
        await evening.do("manager", TABLE, **adopt)
    assert no.value.clause == "NI:2"
    evening.time += DAY
    assert await blackjack(evening, "AD 7H KS") == 6000  # the table says when, not the day alone
    with pytest.raises(Malformed, match="no edition '9'"):
        await evening.do("manager", TABLE, type="adopt-edition", edition="9")
    await evening.do("ann", TABLE, type="place", box=1, amount=2000)
    with pytest.raises(Refused, match="wagers lie on the layout"):
        await evening.do("manager", TABLE, **adopt)
    await evening.do("dealer", TABLE, type="no-more-bets")
    await evening.deal(TABLE, "TC 7S")
    with pytest.raises(Refused, match="the round must be finished first"):
        await evening.do("manager", TABLE, **adopt)
    await evening.deal(TABLE, "TH")
    await evening.decide("ann", TABLE, "Stand", 1)
    await evening.deal(TABLE, "TS")
    assert evening.house.table(TABLE).run.table.chips["ann"] == 8000
    await evening.do("manager", TABLE, **adopt)
    with pytest.raises(Malformed, match=r"plays by 2\.0 already"):
        await evening.do("manager", TABLE, **adopt)
    assert await blackjack(evening, "AH 7C KD") == 8000 + 2400


async def goes_on(evening: Evening) -> None:
    """Opened anew, it still plays by what it adopted."""
    assert evening.house.table(TABLE).rules.book.edition == "2.0"
    evening.time = 1_800_000_000
    assert await blackjack(evening, "AS 7D KC") == 8000 + 4800


def test_a_table_that_plays_across_an_amendment_is_clean(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with installed(monkeypatch, copied(tmp_path)):
        live(tmp_path / "data", across_the_change, goes_on)
        report = verified(tmp_path / "data")
        assert (report.outcome, report.rounds) == ("clean", 5), report.fault
        store = open_store(tmp_path / "data", None, read_only=True)
        records = [record_of(one) for one in rounds_in(store.read(stream_of(TABLE)), TABLE)]
        store.close()
    assert [record.edition for record in records] == ["1.0", "1.0", "1.0", "2.0", "2.0"]


def test_the_log_names_the_edition_and_the_digest_of_its_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with installed(monkeypatch, copied(tmp_path)):
        live(tmp_path / "data", across_the_change)
        store = open_store(tmp_path / "data", None, read_only=True)
        rows = [json.loads(row.data) for row in store.read(f"table/{TABLE}")]
        store.close()
        first, second = (find_book("amended", name) for name in ("1.0", "2.0"))
        named = rows[0]["terms"]
        assert named["edition"], named["revision"] == ("1.0", 1)
        assert named["rules"] == digest(first)
        events = [event for row in rows for event in row.get("events", ())]
        adopted = next(event for event in events if event["type"] == "EditionAdopted")
        assert (adopted["edition"], adopted["rules"]) == ("2.0", digest(second))
        assert digest(first) != digest(second)


def test_what_was_adopted_may_be_mended_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table adopted revision 1 of the new edition, which by now has another."""
    folder = copied(tmp_path)
    with installed(monkeypatch, folder):
        live(tmp_path / "data", across_the_change)
    with (folder / "2.0" / "rules.toml").open("a", encoding="utf-8") as file:
        file.write(MENDED)
    with installed(monkeypatch, folder):
        report = verified(tmp_path / "data")
        assert report.outcome == "clean", report.fault


async def demonstrated(evening: Evening) -> None:
    evening.time = 1_800_000_000
    await demo.open_tables(evening.house)
    await open_pools(evening.house)
    await open_tournaments(evening.house)


def test_pools_and_tournaments_name_their_law_as_tables_do(tmp_path: Path) -> None:
    live(tmp_path / "data", demonstrated)
    store = open_store(tmp_path / "data", None, read_only=True)
    named = {}
    for stream in store.streams():
        first = json.loads(store.read(stream)[0].data)
        for made in (first, *first.get("events", ())):
            if "rules" in made.get("terms", {}):
                named[stream.partition("/")[0], made["terms"]["book"]] = made["terms"]
    store.close()
    assert {kind for kind, _ in named} == {"table", "pool", "tournament"}
    for (_, book), told in named.items():
        ours = find_book(book)
        law = (ours.edition, ours.revision, digest(ours))
        assert (told["edition"], told["revision"], told["rules"]) == law


def test_an_edition_that_is_not_there_is_no_tampering(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = copied(tmp_path)
    with installed(monkeypatch, folder):
        live(tmp_path / "data", across_the_change)
    shutil.rmtree(folder / "2.0")
    with installed(monkeypatch, folder):
        report = verified(tmp_path / "data")
        assert (report.outcome, report.fault) == ("unreadable", None)
        assert report.unreadable is not None
        assert "played under amended 2.0, which is not installed here" in str(report.unreadable)
        with pytest.raises(SystemExit) as ended:
            main(["verify", "--data", str(tmp_path / "data")])
        assert ended.value.code == 5
        told = capsys.readouterr().out.splitlines()
        assert [line for line in told if "unreadable" in line] == [told[-1]]
        assert "NOT CLEAN" not in told


# Revisions


def mend(folder: Path, keep: bool) -> None:
    """We read 1.0 anew: a blackjack pays 6 to 5. In data the earlier revision is kept."""
    rules = folder / "1.0" / "rules.toml"
    then = """
[games.blackjack.blackjack]
at_once = { result = "wins", odds = "3 to 2", clause = "8.1(a)" }
"""
    rules.write_text(
        rules.read_text(encoding="utf-8") + MENDED + then.replace("3 to 2", "6 to 5"),
        encoding="utf-8",
    )
    if keep:
        (folder / "1.0" / "revisions" / "1").mkdir(parents=True)
        (folder / "1.0" / "revisions" / "1" / "rules.toml").write_text(then, encoding="utf-8")


async def revised(evening: Evening) -> None:
    """Opened after the mend, the table says so first."""
    terms = evening.house.table(TABLE).run.terms
    assert (terms.edition, terms.revision) == ("1.0", 2)
    evening.time = 1_800_000_000
    assert await blackjack(evening, "AD 7H KS") == 3000 + 2400


def test_a_revision_in_data_leaves_the_earlier_one_loadable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = copied(tmp_path)
    with installed(monkeypatch, folder):
        live(tmp_path / "data", one_round)
    mend(folder, keep=True)
    with installed(monkeypatch, folder):
        assert find_book("amended", "1.0").revision == 2
        assert verified(tmp_path / "data").outcome == "clean"
        live(tmp_path / "data", revised)
        report = verified(tmp_path / "data")
        assert (report.outcome, report.rounds) == ("clean", 2)


def test_what_was_decided_before_a_revision_is_told_with_its_worth(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing of the earlier revision is kept, as where the fault was in the engine."""
    folder, data = copied(tmp_path), tmp_path / "data"
    with installed(monkeypatch, folder):
        live(data, one_round)
    mend(folder, keep=False)
    with installed(monkeypatch, folder):
        live(data, revised)  # what is decided from now on is judged as ever
        report = verified(data)
        assert (report.outcome, report.fault, report.rounds) == ("earlier", None, 2)
        (found,) = report.earlier
        assert (found.revision, found.cents) == (2, {"ann": -600})
        assert "30.00 paid" in found.was
        assert "24.00 paid" in found.would_be
        assert "we had it at 3 to 2" in found.why
        with pytest.raises(SystemExit) as ended:
            main(["verify", "--data", str(data), "--json"])
        assert ended.value.code == 4
        told = json.loads(capsys.readouterr().out)
        assert told["outcome"] == "earlier"
        assert told["earlier"][0]["cents"] == {"ann": -600}
        with pytest.raises(SystemExit):
            main(["verify", "--data", str(data)])
        assert "decided before revision 2" in capsys.readouterr().out


def test_a_pool_is_judged_by_its_own_revision(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A power over it rests on another clause since: every order by it was decided before."""
    live(tmp_path / "data", demonstrated)
    folder = tmp_path / "star-blackjack-challenge"
    shutil.copytree(find_book(folder.name).source.home, folder)
    edition = folder / "2024-08-19"
    rules = edition / "rules.toml"
    text = rules.read_text(encoding="utf-8")
    rules.write_text(with_revision(text, one_more(folder.name)[1]), encoding="utf-8")
    path = edition / "jackpot.toml"
    lines = path.read_text(encoding="utf-8").splitlines()
    opens = next(line for line in lines if line.startswith("open-pool"))
    change(path, opens, re.sub(r'clause = "[^"]+"', 'clause = "5.1"', opens))
    with installed(monkeypatch, folder):
        report = verified(tmp_path / "data")
        assert (report.outcome, report.fault) == ("earlier", None)
        assert {found.stream.partition("/")[0] for found in report.earlier} == {"pool"}
        assert all(found.cents == {} for found in report.earlier)  # nobody is owed anything
        assert all("(5.1)" in found.would_be for found in report.earlier)


def test_under_todays_revision_a_difference_is_a_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody who pays themselves more is found, before and after a revision."""
    folder = copied(tmp_path)
    with installed(monkeypatch, folder):
        rows = asyncio.run(_rows(tmp_path / "data"))
        assert first_fault(rows, Replayer()) is None
        forged = mended([_paid_more(row) for row in rows])
        assert forged != rows
        fault = first_fault(forged, Replayer())
        assert fault is not None
        assert "this order brings about something else" in fault.reason


def test_rules_of_another_digest_are_not_those_that_were_played_by(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rules that were changed without a revision explain nothing, and prove nothing either."""
    folder = copied(tmp_path)
    with installed(monkeypatch, folder):
        live(tmp_path / "data", one_round)
    mend(folder, keep=False)
    change(folder / "1.0" / "rules.toml", MENDED, "")
    with installed(monkeypatch, folder):
        report = verified(tmp_path / "data")
        assert report.outcome == "unreadable"
        assert "played under amended 1.0 with rules" in str(report.unreadable)


async def _rows(data: Path) -> list[Row]:
    evening = Evening(data, "law")
    return await rows_of(evening, one_round(evening))


def _paid_more(row: Row) -> Row:
    return replace(row, data=row.data.replace(b'"paid":3000', b'"paid":4000'))
