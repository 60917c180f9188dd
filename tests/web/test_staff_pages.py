"""The pages of those who run tables and of those who watch: who sees them, and what they say."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bythebook.records import settle
from tests.web.floor_of_two import (
    CROWN,
    PEOPLE,
    SCANNED,
    STRANGER,
    VIRTUAL,
    Floor,
    floor_at,
    text_of,
)

MINUTE = 60


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Floor]:
    """Read-only, but for what each test says at its top."""
    with floor_at(tmp_path_factory.mktemp("floor")) as made:
        yield made


@pytest.fixture
def own_floor(tmp_path: Path) -> Iterator[Floor]:
    with floor_at(tmp_path / "own") as made:
        yield made


# Who may see what

STAFF = {"dealer", "supervisor", "manager"}
WATCH = {"inspector"}
SEEN_BY = {
    "/pit": STAFF | WATCH | {"elsewhere"},
    "/dealer": STAFF | WATCH | {"elsewhere"},
    f"/pit/tables/{SCANNED}": STAFF | WATCH,
    f"/pit/tables/{VIRTUAL}": STAFF | WATCH,
    f"/tables/{SCANNED}/dealer": STAFF,
    "/api/pit": STAFF | WATCH | {"elsewhere"},
    f"/api/tables/{SCANNED}/desk": STAFF | WATCH,
    "/inspector": WATCH,
    "/inspector/ledger": WATCH,
    "/api/verify": WATCH,
    "/cage": {"cashier"} | WATCH,
}


@pytest.mark.parametrize("path", SEEN_BY)
def test_only_those_with_the_role_come_in(floor: Floor, path: str) -> None:
    for name in (*PEOPLE, STRANGER):
        answer = floor.get(name, path)
        if name in SEEN_BY[path]:
            assert answer.status_code == 200, (name, path)
        elif name != STRANGER:
            assert answer.status_code == 403, (name, path)
        else:
            assert answer.status_code == (401 if path.startswith("/api") else 303)


def test_a_dealer_finds_what_there_is_to_deal(floor: Floor) -> None:
    tables = floor.get("dealer", "/dealer").text
    assert f'href="/tables/{SCANNED}/dealer"' in tables
    assert VIRTUAL not in tables, "nobody deals there"
    assert "No table of real cards" in floor.get("elsewhere", "/dealer").text
    assert floor.get("manager", "/desk").headers["location"] == "/tournaments"


def test_staff_of_another_book_see_nothing_of_these_tables(floor: Floor) -> None:
    assert floor.json("elsewhere", "/api/pit")["tables"] == []
    assert "Crown 3" not in floor.get("elsewhere", "/pit").text
    answer = floor.post("elsewhere", f"/api/tables/{SCANNED}/would", {"command": {"type": "close"}})
    assert answer.status_code == 403


@pytest.mark.parametrize("name", ["inspector"])
def test_whoever_only_watches_is_offered_no_order(floor: Floor, name: str) -> None:
    desk = floor.json(name, f"/api/tables/{SCANNED}/desk")
    assert (desk["may_order"], desk["acts"]) == (False, [])
    assert "data-give" not in floor.get(name, f"/pit/tables/{SCANNED}").text
    assert floor.would(name, {"type": "close"})["would"] == "refused"
    body = {"id": "x", "command": {"type": "close"}}
    assert floor.post(name, f"/api/tables/{SCANNED}/commands", body).status_code == 409


def test_the_lobby_asks_nobody_to_play_who_may_not(floor: Floor) -> None:
    """Whoever is on the staff of a book does not play its tables, nor does an inspector."""
    for name in ("dealer", "manager", "inspector"):
        lobby = floor.get(name, "/").text
        assert "Watch<span" in lobby
        assert "Play<span" not in lobby
    assert "Play<span" in floor.get("ann", "/").text


def test_what_is_not_there_is_not_found(floor: Floor) -> None:
    for path in (
        "/pit/tables/nowhere",
        "/tables/nowhere/dealer",
        "/api/tables/nowhere/desk",
    ):
        assert floor.get("manager", path).status_code == 404
    for path in (
        "/inspector/rounds/nowhere/1",
        f"/inspector/rounds/{SCANNED}/99",
        f"/inspector/rounds/{SCANNED}/0",
        f"/inspector/rounds/{SCANNED}/99/record",
    ):
        assert floor.get("inspector", path).status_code == 404


# Orders


def test_each_rank_is_told_whether_its_order_would_be_carried_out(floor: Floor) -> None:
    """Crown: limits are an Area Manager's (7.5), a table nobody sits at closes at once (20.5)."""
    limits = {"main": [2500, 50_000], "perfect-pairs": [500, 10_000]}
    change = {"type": "change-limits", "limits": limits, "box_maximum": None}
    assert floor.would("dealer", change) | {"reason": ""} == {
        "would": "refused",
        "clause": "7.5",
        "reason": "",
        "moves": [],
    }
    assert floor.would("supervisor", change)["clause"] == "7.5"
    done = floor.would("manager", change)  # 7.5.1: nobody is at the table
    assert done["would"] == "done"
    assert done["moves"] == [{"what": "main minimum", "cents": 2500, "before": 1000}]
    assert floor.would("dealer", {"type": "close"})["clause"] == "20.5"
    assert floor.would("supervisor", {"type": "close"})["would"] == "done"
    assert floor.would("supervisor", {"type": "void-round", "clause": "17.4"})["would"] == "refused"


def test_asking_what_would_happen_changes_nothing(floor: Floor) -> None:
    before = floor.house.table(SCANNED).version
    floor.would("manager", {"type": "close"})
    floor.would("dealer", {"type": "shuffle"})
    assert floor.house.table(SCANNED).version == before


junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=8,
)
commands = st.fixed_dictionaries(
    {"type": st.sampled_from(["deal", "change-limits", "open", "decide", "tell", "rebuild"])},
    optional=dict.fromkeys(("card", "cards", "limits", "setup", "command", "to", "act"), junk),
)


@given(body=st.dictionaries(st.text(max_size=8), junk, max_size=4) | commands)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_junk_is_never_our_mistake(floor: Floor, body: Any) -> None:
    answer = floor.post("manager", f"/api/tables/{SCANNED}/would", {"command": body})
    assert answer.status_code in (200, 400), answer.text


def test_a_sign_goes_up_and_the_limits_change_when_its_time_has_come(own_floor: Floor) -> None:
    """Crown 7.5.2: a higher minimum only after a sign of twenty minutes."""
    floor = own_floor
    floor.ready()
    limits = {"main": [2500, 50_000], "perfect-pairs": [500, 10_000]}
    change = {"type": "change-limits", "limits": limits, "box_maximum": None}
    assert floor.would("manager", change)["clause"] == "7.5.2"
    time_ = floor.clock.now + 20 * MINUTE
    sign = {"type": "display-sign", "kind": "new-limits", "time": time_, "limits": limits}
    floor.give("manager", {**sign, "player": ""})
    assert "$25.00 to $500.00" in text_of(floor.get("supervisor", "/pit"))
    floor.clock.now = time_ - 1
    assert floor.would("manager", change)["clause"] == "7.5.2"
    floor.clock.now = time_
    assert floor.would("manager", change)["would"] == "done"
    floor.give("manager", change)
    (row,) = (r for r in floor.json("manager", "/api/pit")["tables"] if r["id"] == SCANNED)
    assert (row["limits"], row["signs"]) == ([2500, 50_000], [])


def test_an_order_waits_in_the_pit_for_a_second_person(own_floor: Floor) -> None:
    """Star 4.6.1: cards dropped by the dealer are verified by a supervisor."""
    floor = own_floor
    order = {"type": "perform", "act": "mishandled", "about": "three cards", "player": ""}
    assert floor.give("dealer", order, VIRTUAL)["waiting"]["number"] == 1
    assert "three cards" in floor.get("supervisor", "/pit").text
    assert "Approve" in floor.get("supervisor", "/pit").text
    assert "Approve" not in floor.get("dealer", "/pit").text  # not by the same person
    floor.give("supervisor", {"type": "approve", "number": 1}, VIRTUAL)
    assert "Nothing waits" in floor.get("supervisor", "/pit").text
    desk = floor.json("manager", f"/api/tables/{VIRTUAL}/desk")
    latest = desk["desk"]["register"][0]
    assert (latest["act"], latest["by"], latest["second"]) == ("mishandled", "dealer", "supervisor")


def test_disputes_are_decided_from_the_page_of_the_table(own_floor: Floor) -> None:
    floor = own_floor
    floor.give("dealer", {"type": "raise-dispute", "player": "zoe", "about": "box <b>1</b>"})
    page = floor.get("manager", f"/pit/tables/{SCANNED}")
    assert 'data-open="decide-dispute"' in page.text
    assert "box <b>1</b>" not in page.text  # what people write is text
    assert 'data-open="decide-dispute"' not in floor.get("dealer", f"/pit/tables/{SCANNED}").text
    floor.give("manager", {"type": "decide-dispute", "dispute": 1, "ruling": "paid rightly"})
    page = floor.get("manager", f"/pit/tables/{SCANNED}")
    assert "paid rightly" in page.text
    assert 'data-open="decide-dispute"' not in page.text


# Looking back


def play_a_round(floor: Floor) -> None:
    """zoe stands on 18, yan on 16, the dealer has 16 and goes bust with 26; 8-8 is a mixed pair.

    By hand: 25 and 10 win 1 to 1 (6.2.1(b)), 5 on a mixed pair 6 to 1 (14.4.3): zoe +55, yan +10.
    """
    floor.ready()
    for box, player, cents, wager in (
        (1, "zoe", 2500, "main"),
        (2, "yan", 1000, "main"),
        (1, "zoe", 500, "perfect-pairs"),
    ):
        place = {"type": "place", "box": box, "player": player, "amount": cents, "wager": wager}
        floor.give("dealer", place)
    floor.deal("8C 9D 6H 8H 7D")
    floor.decide("Hit", 1)
    floor.deal("2H")
    floor.decide("Stand", 1)
    floor.decide("Stand", 2)
    floor.deal("TC TS")


def test_an_inspector_finds_the_round_replays_it_and_verifies(own_floor: Floor) -> None:
    floor = own_floor
    play_a_round(floor)
    desk = text_of(floor.get("inspector", "/inspector"))
    assert "Crown 3, 1" in desk
    assert "+$55.00" in desk
    assert "+$10.00" in desk
    found = {
        "player=zoe": True,
        "player=nobody": False,
        "clause=14.4.3:mixed-pair": True,
        "clause=6.2.1(a)": False,
        f"table={SCANNED}&round=1": True,
        "round=2": False,
        f"table={VIRTUAL}": False,
        "act=cut": False,  # acts are no rounds
        "since=2027-01-15&until=2027-01-15": True,  # the day of the test's clock
        "since=2027-01-16": False,
        "until=2027-01-14": False,
    }
    for query, finds in found.items():
        page = floor.get("inspector", f"/inspector?{query}").text
        assert ("No round fits." not in page) is finds, query
    assert "No entry fits." in floor.get("inspector", "/inspector?act=bar").text
    assert "No entry fits." not in floor.get("inspector", "/inspector?act=check-cards").text

    replay = floor.get("inspector", f"/inspector/rounds/{SCANNED}/1")
    assert "8H to box 1: 16" in replay.text
    record = floor.get("inspector", f"/inspector/rounds/{SCANNED}/1/record")
    assert settle(record.text).to_json()["net"] == {"zoe": "55.00", "yan": "10.00"}

    started = floor.post("inspector", "/api/verify", {})
    assert started.status_code == 202
    while (view := floor.json("inspector", "/api/verify"))["state"] == "running":
        time.sleep(0.05)
    assert (view["state"], view["rounds"]) == ("clean", 1)
    assert view["head"] == floor.do(read_head(floor)).hex()


async def read_head(floor: Floor) -> bytes:
    head = await floor.house.committer.call(floor.house.store.head)
    return head.hash


def test_the_ledger_comes_to_nothing(own_floor: Floor) -> None:
    floor = own_floor
    play_a_round(floor)
    floor.form("cashier", "/cage", deposit("ann", "70"))
    page = text_of(floor.get("inspector", "/inspector/ledger"))
    assert "All accounts together: $0.00" in page
    for balance in (
        f"chips/zoe@{SCANNED} $255.00",
        f"chips/yan@{SCANNED} $210.00",
        f"cash/{SCANNED} −$400.00",
        f"table/{SCANNED} −$65.00",
        "cage −$70.00",
        "wallet/ann $70.00",
    ):
        assert balance in page, balance
    page = text_of(floor.get("inspector", "/inspector/ledger?account=wallet/ann"))
    assert "cage wallet/ann $70.00 by cashier" in page


@pytest.mark.parametrize(
    "query", ["round=x", "round=-1", "round=²", "since=yesterday", "until=2027-02-30"]
)
def test_a_search_that_cannot_be_understood_says_so(floor: Floor, query: str) -> None:
    assert floor.get("inspector", f"/inspector?{query}").status_code == 400


# The cage


def deposit(name: str, amount: str, id: str = "one", act: str = "deposit") -> dict[str, str]:
    return {"name": name, "amount": amount, "id": id, "act": act}


def wallet(floor: Floor, name: str) -> int:
    return floor.do(floor.house.wallet(name, fresh=True)).cents


def test_money_goes_over_the_counter_once(own_floor: Floor) -> None:
    floor = own_floor
    for _ in range(2):  # the same form twice
        assert floor.form("cashier", "/cage", deposit("ann", "250.50")).status_code == 303
    assert wallet(floor, "ann") == 25_050
    assert "$250.50" in floor.get("cashier", "/cage?player=ANN").text
    answer = floor.form("cashier", "/cage", deposit("ann", "250.51", "two", "withdraw"))
    assert answer.status_code == 409
    answer = floor.form("cashier", "/cage", deposit("ann", "250.50", "three", "withdraw"))
    assert answer.status_code == 303
    assert wallet(floor, "ann") == 0


@pytest.mark.parametrize(
    "fields",
    [
        deposit("nobody", "5"),
        deposit("cashier", "5"),  # nobody serves themselves
        deposit("ann", "-5"),
        deposit("ann", "0"),
        deposit("ann", "five"),
        deposit("ann", "5", id=""),
        deposit("ann", "5", act="steal"),
        {},
    ],
)
def test_what_the_cage_cannot_do_it_says(floor: Floor, fields: dict[str, str]) -> None:
    assert floor.form("cashier", "/cage", fields).status_code == 400
    assert wallet(floor, "ann") == 0


def test_only_a_cashier_moves_money(floor: Floor) -> None:
    for name in PEOPLE.keys() - {"cashier"}:
        assert floor.form(name, "/cage", deposit("ann", "5", name)).status_code == 403
    assert wallet(floor, "ann") == 0


# Nothing leaks


def test_no_page_of_the_staff_shows_sealed_cards(floor: Floor) -> None:
    live = floor.house.table(VIRTUAL)
    stack = live.run.stack
    assert stack is not None
    seed = live.vault.secret_of(stack.number).seed
    sealed = [str(card) for card in live.vault.order_of(stack.number)[:8]]
    paths = [*SEEN_BY, "/inspector?table=" + VIRTUAL, f"/api/tables/{VIRTUAL}/desk"]
    for name in (*STAFF, *WATCH):
        for path in paths:
            text = floor.get(name, path).text
            assert seed not in text
            assert " ".join(sealed) not in text
            assert '","'.join(sealed) not in text


def test_book_roles_decide_what_is_offered(floor: Floor) -> None:
    """At Crown a Higher Duties Dealer closes tables (20.5) and changes no limits (7.5)."""
    acts = {
        name: {act["act"] for act in floor.json(name, f"/api/tables/{SCANNED}/desk")["acts"]}
        for name in STAFF
    }
    assert {"close", "change-limits"} & acts["dealer"] == set()
    assert {"close", "change-limits"} & acts["supervisor"] == {"close"}
    assert {"close", "change-limits", "confine"} <= acts["manager"]
    assert PEOPLE["dealer"][1][CROWN] == "dealer"


def test_the_schema_of_commands_has_the_words_of_the_forms(floor: Floor) -> None:
    """And nothing that people may not send: what prize meters say, what the house seals."""
    sit = floor.get("manager", "/api/commands/table").json()["$defs"]["Sit"]
    assert sit["properties"]["player"]["title"] == "Player"
    assert sit["required"] == ["type", "player", "box"]
    for kind, known, unknown in (
        ("table", "Shuffle", "ReadMeters"),
        ("pool", "LinkThisTable", "SealMystery"),
        ("tournament", "Enter", "SealDraw"),
        ("promotion", "Draw", "Seal"),
    ):
        described = floor.get("manager", f"/api/commands/{kind}").json()["$defs"]
        assert known in described
        assert unknown not in described
    assert floor.get("manager", "/api/commands/nothing").status_code == 400


# The sign


def test_the_sign_of_a_table_can_be_looked_at_by_anybody(own_floor: Floor) -> None:
    """What is in force, and what is announced with its time."""
    floor = own_floor
    sign = floor.get(STRANGER, f"/tables/{VIRTUAL}/sign")
    assert sign.status_code == 200
    assert "Table limits" in sign.text
    limits = floor.house.tables[VIRTUAL].run.table.limits
    least, most = limits["main"]
    assert f"${least // 100} to ${most // 100}" in sign.text
    assert "New limits" not in sign.text
    higher = {**limits, "main": (least + 500, most)}
    at = floor.clock.now + 1500
    order = {"type": "display-sign", "kind": "new-limits", "time": at, "limits": higher}
    floor.give("supervisor", {**order, "player": ""}, VIRTUAL)
    announced = floor.get(STRANGER, f"/tables/{VIRTUAL}/sign").text
    assert "New limits" in announced
    assert f"${least // 100 + 5} to ${most // 100}" in announced
    assert floor.get(STRANGER, "/tables/nowhere/sign").status_code == 404
    floor.give("dealer", {"type": "arrive", "player": "zoe"})
    floor.give("dealer", {"type": "sit", "player": "zoe", "box": 2})
    marker = {"type": "display-sign", "kind": "personal-limits", "player": "zoe", "boxes": [2]}
    floor.give("manager", {**marker, "text": "whatever", "limits": {"main": [1000, 90000]}})
    shown = text_of(floor.get(STRANGER, f"/tables/{SCANNED}/sign"))
    assert "Main wager $10 to $900 Stands at box 2" in shown
    assert "zoe" not in shown
    assert "whatever" not in shown


# A new table


def test_a_manager_puts_a_table_on_the_floor(own_floor: Floor) -> None:
    floor = own_floor
    assert floor.get("dealer", "/pit/new").status_code == 403
    assert "New table" not in floor.get("dealer", "/pit").text
    assert "/pit/new" in floor.get("manager", "/pit").text
    assert floor.get("manager", "/pit/new?like=nowhere").status_code == 404
    page = floor.get("manager", f"/pit/new?like={SCANNED}").text
    assert "Crown 3" in page
    like = floor.house.table(SCANNED).run.terms
    table = {
        "id": "crown-9", "title": "Crown 9", "book": CROWN, "cards": "virtual",
        "setup": msgspec.to_builtins(like.setup),
    }  # fmt: skip

    def asked(name: str = "manager", check: bool = False, **changes: Any) -> Any:
        return floor.post(name, "/api/tables", {"table": table | changes, "check": check})

    assert asked("dealer").status_code == 403
    assert asked("elsewhere").status_code == 403
    assert asked(check=True).json()["would"] == "done"
    assert "crown-9" not in floor.house.tables, "only asked"
    wrong = {**table["setup"], "limits": {"main": [50_000, 1000]}}
    refused = asked(check=True, setup=wrong).json()
    assert (refused["would"], refused["clause"] != "") == ("refused", True)
    none = asked(check=True, setup={**table["setup"], "layout": "nowhere"}).json()
    assert none["would"] in ("refused", "malformed")
    for odd in ({"id": "own-1"}, {"id": "a b"}, {"title": " "}, {"setup": {"game": 1}}):
        assert asked(**odd).json()["would"] == "malformed", odd
    assert asked().json()["would"] == "done"
    assert floor.house.tables["crown-9"].run.terms.title == "Crown 9"
    assert asked().json()["reason"].startswith("id: there is a table crown-9")
    assert floor.get("manager", "/pit/tables/crown-9").status_code == 200
