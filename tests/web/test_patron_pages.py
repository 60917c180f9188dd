"""Patrons on pages: who sees what, which orders each may give, and how somebody is turned away."""

import html
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from httpx import Response

from bythebook.house.activities.patrons.patrons import Patrons
from tests.clauses import clause
from tests.web.floor_of_two import CROWN, PEOPLE, SCANNED, STAR, STRANGER, Floor, floor_at, text_of
from tests.web.visitors import JSON, PASSWORD

STAFF = {"dealer", "supervisor", "manager", "elsewhere", "inspector"}
FORMS = re.compile(r"data-act='([^']*)'")
FIELDS = re.compile(r"data-fields='([^']*)'")
DAY = 86_400


class Stage(Floor):
    """The floor, with orders about people."""

    def about(self, by: str, name: str, why: str = "so", **command: Any) -> Response:
        self.sent += 1
        body = {"id": f"o{self.sent}", "command": {"patron": name, **command}, "why": why}
        answer: Response = self.post(by, f"/api/affairs/patron/{name}/commands", body)
        return answer

    def done(self, by: str, name: str, why: str = "so", **command: Any) -> None:
        answer = self.about(by, name, why, **command)
        assert answer.status_code == 200, answer.text

    def voucher(self, name: str, book: str = CROWN, **more: Any) -> None:
        now = self.clock.now
        terms = {"book": book, "cents": 5000, "first": now, "last": now + DAY, **more}
        self.done("manager", name, type="issue-voucher", **terms)


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[Stage]:
    with floor_at(tmp_path / "house") as floor:
        floor.__class__ = Stage
        assert isinstance(floor, Stage)
        yield floor


def acts_in(page: Response) -> set[str]:
    return {json.loads(html.unescape(found))["type"] for found in FORMS.findall(page.text)}


def fields_in(page: Response, tag: str) -> list[dict[str, Any]]:
    """The questions of the form that gives this order."""
    _, _, rest = page.text.partition(html.escape(f'"type": "{tag}"', quote=True))
    found = FIELDS.search(rest or page.text.partition(f'"type": "{tag}"')[2])
    assert found is not None
    fields: list[dict[str, Any]] = json.loads(html.unescape(found[1]))
    return fields


def test_patrons_are_for_those_who_run_the_casino_and_oneself_for_each(stage: Stage) -> None:
    for name in (*PEOPLE, STRANGER):
        for path in ("/patrons", "/patrons/ann", "/api/patrons"):
            status = stage.seen_by(name).get(path).status_code
            assert (status == 200) == (name in STAFF), (name, path, status)
        own = stage.seen_by(name).get("/api/patrons/ann", headers=JSON).status_code
        assert (own == 200) == (name in STAFF | {"ann"}), name
    assert stage.get("dealer", "/patrons?name=ANN").headers["location"] == "/patrons/ann"
    for path in ("/patrons?name=nobody", "/patrons/nobody", "/patrons/%00", "/patrons/é"):
        assert stage.get("dealer", path).status_code == 404, path
    assert "There is no account nobody" in text_of(stage.get("dealer", "/patrons?name=nobody"))


def test_everybody_gets_the_orders_that_they_may_give(stage: Stage) -> None:
    """Crown 20.2.3, The Star 20.8.3; a voucher is the operator's, whose people are of the pit."""
    stage.done("manager", "ann", type="exclude", book=CROWN, why="a brawl")
    acts = {name: acts_in(stage.get(name, "/patrons/ann")) for name in STAFF}
    assert acts["manager"] == {"exclude", "readmit", "issue-voucher"}
    assert acts["dealer"] == acts["inspector"] == set()
    assert acts["supervisor"] == {"exclude", "issue-voucher"}  # of The Star alone
    assert set.union(*acts.values()) <= Patrons.by_people
    books = fields_in(stage.get("supervisor", "/patrons/ann"), "exclude")[0]["values"]
    assert [book["value"] for book in books] == [STAR]
    page = text_of(stage.get("dealer", "/patrons/ann"))
    assert "Kept from the casino 20.2.3 by manager, Casino Manager" in page
    assert "a brawl" in page
    assert "ann the casino 20.2.3" in text_of(stage.get("dealer", "/patrons"))


def test_games_are_those_of_the_book_that_is_chosen(stage: Stage) -> None:
    asked = fields_in(stage.get("manager", "/patrons/ann"), "exclude")
    games = [field for field in asked if field["name"] == "game"]
    assert {field["when"]["book"][0] for field in games} == {CROWN, STAR}
    assert all(field["when"]["scope"] == ["game"] for field in games)
    (crown,) = (field for field in games if field["when"]["book"] == [CROWN])
    assert "free-bet-blackjack" in {value["value"] for value in crown["values"]}
    kinds = {f["name"]: f["kind"] for f in fields_in(stage.get("manager", "/patrons/ann"),
                                                     "issue-voucher")}  # fmt: skip
    assert (kinds["first"], kinds["last"], kinds["games"]) == ("moment", "moment", "many")


@clause("crown-blackjack 20.2.3")
def test_whoever_is_excluded_is_told_why_on_every_page(stage: Stage) -> None:
    stage.come("ann")
    stage.come("cashier")
    stage.done("manager", "ann", type="exclude", book=CROWN)
    for path in ("/", "/rulebooks", f"/tables/{SCANNED}", "/jackpots", "/login"):
        page = stage.get("ann", path)
        assert page.status_code == 200, path
        assert "Ann is excluded from the casino 20.2.3" in text_of(page), path
    for path in ("/account", "/patrons"):
        page = stage.get("ann", path)
        assert page.status_code == 409, path
        assert "Ann is excluded from the casino" in text_of(page)
        assert f'href="/rulebooks/{CROWN}/clauses/20.2.3"' in page.text
    told = stage.seen_by("ann").get("/api/patrons/ann", headers=JSON).json()
    assert (told["clause"], told["book"]) == ("20.2.3", CROWN)
    sit = {"id": "s", "command": {"type": "join", "box": 1}}
    told = stage.post("ann", f"/api/tables/{SCANNED}/commands", sit).json()
    assert (told["clause"], told["book"]) == ("20.2.3", CROWN)
    guest = stage.form("ann", "/guest", {"next": "/"})
    assert guest.status_code == 409
    again = stage.form("ann", "/login", {"name": "ann", "password": PASSWORD})
    assert again.status_code == 403
    assert "Ann is excluded from the casino. 20.2.3" in text_of(again)
    paid = {"name": "ann", "act": "deposit", "amount": "10", "id": "x"}
    cage = stage.form("cashier", "/cage", paid)
    assert cage.status_code == 409
    assert "Ann is excluded from the casino 20.2.3" in text_of(cage)
    assert stage.form("ann", "/logout", {}).status_code == 303
    assert "excluded" not in text_of(stage.get("ann", "/"))


def test_a_link_is_not_used_up_by_somebody_who_is_kept_out(stage: Stage) -> None:
    link = stage.do(stage.house.accounts.credentials.make_link("ann", stage.clock.now))
    stage.done("manager", "ann", type="exclude", book=CROWN)
    stage.come(STRANGER)
    new = {"password": "another long password", "again": "another long password"}
    refused = stage.form(STRANGER, f"/welcome/{link}", new)
    assert refused.status_code == 409
    assert "Ann is excluded from the casino" in text_of(refused)
    stage.done("manager", "ann", type="readmit", book=CROWN)
    assert stage.form(STRANGER, f"/welcome/{link}", new).status_code == 303


@clause("star-blackjack-challenge 1.1:loss-limit")
def test_a_loss_limit_on_ones_own_page(stage: Stage) -> None:
    assert acts_in(stage.get("ann", "/account")) == {"set-limit"}
    stage.done("ann", "ann", type="set-limit", book=STAR, cents=30_000, days=7)
    page = stage.get("ann", "/account")
    assert acts_in(page) == {"set-limit", "drop-limit"}
    assert re.search(r"At most \$300\.00 In 7 days Left \$300\.00", text_of(page))
    stage.done("ann", "ann", type="set-limit", book=STAR, cents=90_000, days=7)
    assert "$900.00 in 7 days." in text_of(stage.get("ann", "/account"))
    assert "Left $300.00" in text_of(stage.get("ann", "/account"))
    stage.done("ann", "ann", type="drop-limit", book=STAR)
    assert "no loss limit any more" in text_of(stage.get("ann", "/account"))
    refused = stage.about("manager", "ann", type="set-limit", book=STAR, cents=1, days=1)
    assert refused.status_code == 409
    assert "set-limit" not in acts_in(stage.get("dealer", "/account")), "on the staff of The Star"


def test_vouchers_are_there_to_choose_from_at_the_console(stage: Stage) -> None:
    stage.ready()
    stage.give("dealer", {"type": "arrive", "player": "ann"})

    def asked() -> dict[str, list[dict[str, Any]]]:
        acts = stage.json("dealer", f"/api/tables/{SCANNED}/desk")["acts"]
        (fields,) = (act["fields"] for act in acts if act["act"] == "exchange-voucher")
        return {name: [f for f in fields if f["name"] == name] for name in ("player", "voucher")}

    assert asked()["voucher"] == []
    assert asked()["player"][0]["hint"] == "Nobody at this table has a voucher to exchange."
    stage.voucher("ann")
    stage.voucher("ann", book=STAR)
    stage.voucher("ann", first=stage.clock.now + 60)
    stage.voucher("dealer")  # who is not at this table
    (field,) = asked()["voucher"]
    assert field["when"] == {"player": ["ann"]}
    assert field["values"] == [{"value": "1", "says": "1: 50.00"}]
    assert [value["value"] for value in asked()["player"][0]["values"]] == ["ann"]


@clause("crown-blackjack 1.1:casino-promotional-token")
def test_you_are_told_what_you_may_stake_here_and_now(stage: Stage) -> None:
    def you(name: str) -> dict[str, Any]:
        found: dict[str, Any] = stage.json(name, f"/api/tables/{SCANNED}")["you"]
        return found

    stage.ready()
    stage.give("dealer", {"type": "arrive", "player": "ann"})
    stage.give("dealer", {"type": "sit", "player": "ann", "box": 3})
    assert (you("ann")["tokens"], you("ann")["room"]) == (0, None)
    stage.voucher("ann", last=stage.clock.now + 600)
    stage.voucher("ann", games=["free-bet-blackjack"])
    for number in (1, 2):
        stage.give("dealer", {"type": "exchange-voucher", "player": "ann", "voucher": number})
    stage.done("ann", "ann", type="set-limit", book=STAR, cents=30_000, days=1)
    assert (you("ann")["tokens"], you("ann")["room"]) == (5000, 30_000)
    put = {"type": "place", "box": 3, "player": "ann", "amount": 2000, "token": True}
    stage.give("dealer", put)
    assert (you("ann")["tokens"], you("ann")["room"]) == (3000, 30_000), "a token is no money"
    (box,) = (b for b in stage.json("ann", f"/api/tables/{SCANNED}")["boxes"] if b["number"] == 3)
    assert [(w["amount"], w["token"]) for w in box["wagers"]] == [(2000, 2000)]
    assert you("supervisor")["tokens"] == 0
    stage.clock.now += 600
    assert you("ann")["tokens"] == 0, "they have lapsed"
    stage.done("manager", "ann", type="exclude", book=CROWN, scope="game", game="blackjack")
    kept = you("ann")
    assert (kept["excluded"], kept["excluded_by"], kept["may_play"]) == ("20.2.2", CROWN, False)


def test_the_ledger_has_vouchers_and_tokens_too(stage: Stage) -> None:
    stage.ready()
    stage.give("dealer", {"type": "arrive", "player": "ann"})
    stage.give("dealer", {"type": "sit", "player": "ann", "box": 3})
    stage.voucher("ann")
    stage.give("dealer", {"type": "exchange-voucher", "player": "ann", "voucher": 1})
    put = {"type": "place", "box": 3, "player": "ann", "amount": 2000, "token": True}
    stage.give("dealer", put)
    page = text_of(stage.get("inspector", "/inspector/ledger"))
    assert "vouchers issued −$50.00" in page
    assert "tokens/ann $30.00" in page
    assert f"tokens/ann@table/{SCANNED} $20.00" in page
    assert "tokens $0.00" in page
    assert "chips/zoe" in text_of(stage.get("inspector", "/inspector/ledger?account=chips/zoe"))


def test_nobody_but_the_staff_hears_when_somebody_plays(stage: Stage) -> None:
    stage.voucher("ann")
    for name, hears in (("ann", True), ("dealer", True), ("cashier", False), (STRANGER, False)):
        with stage.seen_by(name).websocket_connect("/affairs/patron/ann/live") as line:
            assert ("changed" in line.receive_text()) == hears, name


JUNK: tuple[dict[str, Any], ...] = (
    {},
    {"type": "count-play", "place": "table/x", "won": 1, "lying": 0},
    {"type": "count-tokens"},
    {"type": "exclude"},
    {"type": "exclude", "book": "none"},
    {"type": "exclude", "book": CROWN, "scope": "game"},
    {"type": "exclude", "book": CROWN, "scope": "moon"},
    {"type": "exclude", "book": CROWN, "scope": "game", "game": "none"},
    {"type": "exclude", "book": CROWN, "edition": "none"},
    {"type": "exclude", "book": "canberra-blackjack"},
    {"type": "readmit", "book": CROWN},
    {"type": "set-limit", "book": CROWN, "cents": 1},
    {"type": "set-limit", "book": STAR, "cents": 10**40},
    {"type": "set-limit", "book": STAR, "cents": 100, "days": -1},
    {"type": "issue-voucher", "book": STAR, "cents": -1, "first": 0, "last": 1},
    {"type": "issue-voucher", "book": STAR, "cents": 1, "first": 2, "last": 1},
    {"type": "issue-voucher", "book": STAR, "cents": 1, "first": 0, "last": 10**30},
    {"type": "issue-voucher", "book": "none", "cents": 100, "first": 0, "last": 1},
    {
        "type": "issue-voucher",
        "book": STAR,
        "cents": 1,
        "first": 0,
        "last": 1,
        "games": ["none"],
    },
    {"type": "exchange-voucher", "book": STAR, "voucher": 1},
)


def test_nothing_that_is_typed_gives_an_error_of_ours(stage: Stage) -> None:
    for by in ("manager", "ann", STRANGER):
        for command in JUNK:
            for name in ("ann", "nobody", "no%00pe", "é" * 60):
                answer = stage.about(by, name, **command)
                where = (by, name, command, answer.text)
                assert answer.status_code in (400, 401, 403, 404, 409), where
