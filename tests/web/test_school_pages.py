"""The school's pages: a question without values, an answer judged by the server, a history kept."""

import zlib
from base64 import urlsafe_b64encode
from typing import Any

import pytest

from bythebook.records import parse_record
from bythebook.rulebooks import find_book
from bythebook.school.prepared import prepared_table
from bythebook.web.beside.odds_asked import Asked
from bythebook.web.pages.school.play import read_code, share_code
from tests.web.library import FakeDesk
from tests.web.visitors import JSON, Browser, SmallHouse, browser, log_in, token_of

TABLE = {"game": "crown-blackjack/blackjack"}


def post(client: Browser, path: str, **body: Any) -> Any:
    headers = {**JSON, "x-csrf-token": token_of(client.get("/school"))}
    return client.post(f"/api/school/{path}", json=body, headers=headers)


def test_a_question_has_cards_and_choices_and_no_values(visitor: Browser) -> None:
    asked = post(visitor, "spots/ask", table=TABLE, kind="pair")
    assert asked.status_code == 200
    assert set(asked.json()) == {"spot", "cards", "up", "asks", "choices"}
    assert asked.json()["cards"][0] != asked.json()["cards"][1]


def test_the_server_judges_and_a_guest_takes_the_history_along(visitor: Browser) -> None:
    wrong = post(visitor, "spots/answer", table=TABLE, spot="8-8 v 6", action="hit", seconds=3)
    table = prepared_table(find_book("crown-blackjack").game("blackjack"), 10_000)
    assert table is not None
    values = table.spots["8-8 v 6"].values
    judged = wrong.json()
    assert (judged["right"], judged["best"]) == (False, "split")
    assert judged["cost"] == pytest.approx(values["split"] - values["hit"])
    assert judged["history"]["spots"]["8-8 v 6"][2:4] == [1, 0]
    history = judged["history"]
    right = post(
        visitor, "spots/answer", table=TABLE, spot="8-8 v 6", action="split", history=history
    ).json()
    assert right["right"]
    assert (right["progress"]["asked"], right["progress"]["streak"]) == (2, 1)
    weak = post(visitor, "spots/ask", table=TABLE, kind="weakest", history=right["history"])
    assert weak.json()["spot"] == "8-8 v 6"
    late = post(visitor, "spots/answer", table=TABLE, spot="8-8 v 6").json()
    assert (late["right"], late["cost"]) == (False, 0)


def test_with_an_account_the_house_keeps_it_whatever_the_browser_says(
    house: SmallHouse, visitor: Browser
) -> None:
    house.open_account("ann")
    log_in(visitor, "ann")
    lie = {"asked": 1000, "right": 1000, "streak": 1000, "best_streak": 1000}
    judged = post(
        visitor, "spots/answer", table=TABLE, spot="T-6 v 6", action="hit", history=lie
    ).json()
    assert "history" not in judged or judged["history"] is None
    stands = post(visitor, "progress", table=TABLE).json()["progress"]
    assert (stands["asked"], stands["right"], stands["best_streak"]) == (1, 0, 0)
    assert [cell["row"] for cell in stands["cells"]] == ["hard 16"]
    other = post(visitor, "progress", table={"game": "tasmania-blackjack/blackjack"}).json()
    assert other["progress"]["asked"] == 0


@pytest.mark.parametrize(
    ("path", "body", "says"),
    [
        ("spots/ask", {"table": {"game": "star-baceball/baceball"}}, "nobody decides"),
        ("spots/ask", {"table": TABLE, "kind": "luck"}, "none of"),
        ("spots/ask", {"table": TABLE, "kind": "weakest"}, "no error yet"),
        ("spots/ask", {"table": TABLE, "kind": "surrender"}, "nothing to decide"),
        ("spots/ask", {"table": TABLE | {"decks": 3}}, "decks"),
        ("spots/ask", {"table": TABLE, "history": {"asked": -1}}, "history"),
        ("spots/answer", {"table": TABLE, "spot": "9-9"}, "no spot"),
        ("spots/answer", {"table": TABLE, "spot": "8-8 v 6", "action": "insure"}, "cannot be done"),
        ("spots/ask", {"table": TABLE | {"decks": 8}}, "load the page again"),
    ],
)
def test_what_cannot_be_asked_says_why(
    visitor: Browser, path: str, body: dict[str, Any], says: str
) -> None:
    answer = post(visitor, path, **body)
    assert 400 <= answer.status_code < 500
    assert says in answer.text


def test_another_table_is_worked_out_beside(house: SmallHouse) -> None:
    fake = FakeDesk()
    app = house.app()
    app.state["odds_desk"] = fake.desk
    table: dict[str, str | int] = {**TABLE, "decks": 8}
    with browser(app) as visitor:
        assert visitor.get("/school/drills", params=table).status_code == 200
        waits = post(visitor, "spots/ask", table=table)
        assert waits.status_code == 202
        asked, _ = fake.workshop.jobs[1]
        assert isinstance(asked, Asked)
        assert (asked.what, asked.decks) == ("spots", 8)
        fake.workshop.begin(1, "working out every decision")
        assert post(visitor, "progress", table=table).json()["step"] == "working out every decision"
        fake.workshop.finish(1, {"error": {"reason": "no", "where": "", "clause": ""}})
        assert post(visitor, "spots/ask", table=table).status_code == 400


def test_pages_for_every_game_and_for_nonsense(house: SmallHouse) -> None:
    fake = FakeDesk(queued_max=100)
    app = house.app()
    app.state["odds_desk"] = fake.desk
    with browser(app) as visitor:
        page = visitor.get("/school/drills").text
        assert "bACEball" not in page.split("</select>")[2]
        assert "Federal Pontoon" in page
        for path in ("drills", "card"):
            assert visitor.get(f"/school/{path}?decks=3").status_code == 400
            assert visitor.get(f"/school/{path}?game=star-baceball/baceball").status_code == 400
            assert visitor.get(f"/school/{path}?kind=<b>&time=99").status_code == 200
            # The school is about games as they are: a setting somebody tries is no matter here.
            tried = visitor.get(f"/school/{path}?game={TABLE['game']}&set.dealer.soft_17=hits")
            assert tried.status_code == 200
            assert "soft_17" not in tried.text
        waiting = visitor.get("/school/card").text
        assert "Working out" in waiting
        fake.workshop.begin(1)
        chart = {
            "columns": ["2"], "sections": [], "insures": False, "codes": {}, "notes": [],
            "house_edge": 0.005,
        }  # fmt: skip
        fake.workshop.finish(1, {"result": {"chart": chart}})
        shown = visitor.get("/school/card").text
        assert "0.500 %" in shown
        assert "Insurance is never taken." in shown


def test_a_shoe_is_counted_and_judged_by_the_server(visitor: Browser) -> None:
    dealt = post(visitor, "count/deal", table=TABLE, cards=20).json()
    assert (len(dealt["cards"]), dealt["seen"], dealt["start"]) == (20, 0, "0")
    tags = {**dict.fromkeys("23456", 1), **dict.fromkeys("789", 0)}
    running = sum(tags.get(card[0], -1) for card in dealt["cards"])
    true = running * 52 // (dealt["of"] - 20)
    answer = {"table": TABLE, "seed": dealt["seed"], "cards": 20, "running": str(running)}
    judged = post(visitor, "count/answer", **answer, true=true, units=1, seconds=9).json()
    assert judged["right"][:2] == [True, True]
    assert judged["true"] == true
    assert judged["history"]["asked"] == 1
    again = post(visitor, "count/deal", table=TABLE, seed=dealt["seed"], seen=20, cards=20).json()
    assert again["cards"] != dealt["cards"]
    play = judged["play"]
    assert len(play["choices"]) == 2
    told = [
        post(
            visitor, "count/play", table=TABLE, row=play["row"], up=play["up"], true=true,
            action=action,
        ).json()
        for action in play["choices"]
    ]  # fmt: skip
    assert sorted(one["right"] for one in told) == [False, True]


@pytest.mark.parametrize(
    ("path", "body", "says"),
    [
        ("deal", {"system": "mine"}, "none of hi-lo"),
        ("deal", {"system": "../etc"}, "none of hi-lo"),
        ("deal", {"seen": 4000}, "not so many cards"),
        ("deal", {"spread": "x"}, "no step"),
        ("deal", {"seed": "zz"}, "seed"),
        ("answer", {"running": "1", "true": 0, "units": 1}, "which shoe"),
        ("answer", {"seed": "0" * 64, "running": "1/0", "true": 0, "units": 1}, "a number"),
        ("play", {"row": "hard 99", "up": "T", "true": 0, "action": "hit"}, "no index play"),
    ],
)
def test_what_cannot_be_counted_says_why(
    visitor: Browser, path: str, body: dict[str, Any], says: str
) -> None:
    answer = post(visitor, f"count/{path}", table=TABLE, **body)
    assert 400 <= answer.status_code < 500
    assert says in answer.text


def test_counting_is_kept_with_an_account(house: SmallHouse, visitor: Browser) -> None:
    assert visitor.get("/school/counting?system=halves&speed=250&cards=40").status_code == 200
    assert visitor.get("/school/counting?system=<b>&speed=x&cards=x&decks=3").status_code == 400
    house.open_account("ann")
    log_in(visitor, "ann")
    for at in range(2):
        body = {"table": TABLE, "seed": f"{at:064x}", "running": "0", "true": 0, "units": 1}
        judged = post(visitor, "count/answer", **body).json()
        assert judged["standing"]["asked"] == at + 1
        assert judged["history"] is None


RECORD = """\
game = "crown-blackjack/blackjack"
wagers = ["1 ann 25", "2 bob 10"]
cards = "8C 9C 6D 8H 2D TC TD TS KD"
play = ["1 stand", "2 hit"]
"""


def test_a_shared_hand_is_guessed_and_names_nobody(visitor: Browser) -> None:
    code = share_code(parse_record(RECORD), "ann")
    text = read_code(code).decode()
    assert "ann" not in text
    assert "bob" not in text
    page = visitor.get(f"/school/hand/{code}")
    assert page.status_code == 200
    assert 'data-spot="8-8 v 6"' in page.text
    assert f"/school/hand/{code}/picture" in page.text
    assert "og:image" in page.text
    assert "Blackjack, Crown Sydney" in page.text
    picture = visitor.get(f"/school/hand/{code}/picture")
    assert picture.content.startswith(b"\x89PNG")
    named = post(visitor, "spots/choices", table=TABLE, spot="8-8 v 6").json()
    assert set(named) == {"spot", "cards", "up", "asks", "choices"}


@pytest.mark.parametrize("code", ["x", "AAAA", "eJw", "%F0%9F", "a" * 3000])
def test_what_is_no_hand_is_not_there(visitor: Browser, code: str) -> None:
    assert visitor.get(f"/school/hand/{code}").status_code == 404


def test_a_bomb_is_read_only_so_far() -> None:
    bomb = urlsafe_b64encode(zlib.compress(b"#" * 50_000_000)).decode().rstrip("=")
    assert len(read_code(bomb)) == 20_000


def test_the_puzzle_of_the_day(house: SmallHouse, visitor: Browser) -> None:
    today = visitor.get("/school/puzzle").text
    assert "2027-01-15" in today  # as the clock of this house has it
    assert visitor.get("/school/puzzle?day=2099-01-01").text.count("2027-01-15")
    assert "2026-12-24" in visitor.get("/school/puzzle?day=2026-12-24").text
    assert visitor.get("/school/puzzle?day=tomorrow").status_code == 400
