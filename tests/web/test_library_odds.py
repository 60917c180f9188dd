"""The page about odds: questions, jobs, and a real calculator in a process of its own."""

import re
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from typing import Any
from urllib.parse import urlencode

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bythebook.errors import Malformed, Refused
from bythebook.rulebooks import built_in_books, find_book
from bythebook.web.beside import odds_asked as a
from bythebook.web.beside.odds_jobs import Busy, OddsDesk
from tests.web.library import FakeDesk, Library, library

CANBERRA = a.Asked(game="canberra-blackjack/blackjack", decks=8)


@pytest.fixture(scope="module")
def pages() -> Iterator[Library]:
    """The pages with a calculator that never answers."""
    with library(FakeDesk(queued_max=10_000).desk) as client:
        yield client


# Odds: what is asked


def test_the_same_question_in_other_words_is_the_same() -> None:
    plain = a.read_question(a.Asked(game="canberra-blackjack/blackjack"))
    said = a.read_question(
        a.Asked(
            game="canberra-blackjack/blackjack",
            decks=plain.game.decks,
            options={"dealer": "stands-soft-17"},
            stake="100.00",
        )
    )
    assert plain.id == said.id
    other = a.read_question(a.Asked(game="canberra-blackjack/blackjack", stake="100.01"))
    assert other.id != plain.id


@pytest.mark.parametrize("book", built_in_books())
def test_a_question_survives_its_form(book: str) -> None:
    for game in find_book(book).games:
        question = a.read_question(a.Asked(game=f"{book}/{game}", side_wagers=("all",), stake="25"))
        again = a.read_question(a.asked_from(a.fields_of(question.asked), "nothing"))
        assert again.id == question.id


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"game": "nowhere/blackjack"}, "rulebook"),
        ({"decks": 3}, "4, 5, 6, 7, 8"),
        ({"options": {"nonsense": "1"}}, "no option"),
        ({"readings": {"ten-shown": "maybe"}}, "not one of"),
        ({"side_wagers": ("nonsense",)}, "no side wager"),
        ({"stake": "0"}, "a stake"),
        ({"stake": "1000000.01"}, "a stake"),
        ({"meters": {"nonsense": "1"}}, "no meter"),
        ({"rounds": 10_000_001}, "10,000,000"),
        ({"what": "change", "change": "ten-shown"}, "name=value"),
        ({"what": "change", "change": "ten-shown=any-ten-value"}, "already"),
    ],
)
def test_what_cannot_be_asked_says_why(changed: dict[str, Any], says: str) -> None:
    asked = msgspec.structs.replace(a.Asked(game="canberra-blackjack/blackjack"), **changed)
    with pytest.raises((Malformed, Refused), match=re.escape(says)):
        a.read_question(asked)


@pytest.mark.parametrize("stake", ["0.01", "1000000"])
def test_the_least_and_the_most_stake_can_be_asked(stake: str) -> None:
    a.read_question(a.Asked(game="canberra-blackjack/blackjack", stake=stake))


@pytest.mark.parametrize("strategy", ["/etc/passwd", "chart.csv", "best ", ""])
def test_a_strategy_is_never_a_file(pages: Library, strategy: str) -> None:
    body = {"game": "canberra-blackjack/blackjack", "strategy": strategy}
    assert pages.post("/api/odds", json=body).status_code == 400
    if strategy:  # an empty field of a form chooses nothing
        page = pages.get(f"/odds?{urlencode(body | {'ask': 1})}")
        assert page.status_code == 400


# Odds: jobs


def question(**changed: Any) -> a.Question:
    return a.read_question(msgspec.structs.replace(CANBERRA, **changed))


def test_who_asks_the_same_shares_a_job() -> None:
    fake = FakeDesk()
    one, other = fake.desk.ask(question()), fake.desk.ask(question(stake="100.00"))
    assert one.job == other.job
    assert list(fake.workshop.jobs) == [1]
    assert fake.desk.ask(question(stake="5")).ahead == 1


def test_a_job_goes_from_queued_to_done() -> None:
    fake = FakeDesk()
    job = fake.desk.ask(question())
    assert (job.state, job.progress) == ("queued", 0.0)
    fake.workshop.begin(1, "the game", 0.25)
    seen = fake.desk.find(job.job)
    assert seen is not None
    assert (seen.state, seen.step, seen.progress) == ("running", "the game", 0.25)
    fake.workshop.finish(1, {"result": {"edge": 1}})
    seen = fake.desk.find(job.job)
    assert seen is not None
    assert (seen.state, seen.result) == ("done", {"edge": 1})
    assert fake.desk.ask(question()).result == {"edge": 1}
    assert list(fake.workshop.jobs) == [1]


def test_only_so_many_jobs_wait() -> None:
    fake = FakeDesk(queued_max=2)
    fake.desk.ask(question(stake="1"))
    fake.desk.ask(question(stake="2"))
    with pytest.raises(Busy):
        fake.desk.ask(question(stake="3"))
    fake.desk.ask(question(stake="2"))  # shared, so nothing more waits
    fake.workshop.finish(1, {"result": {}})
    fake.desk.ask(question(stake="3"))


@pytest.mark.parametrize(
    ("seconds", "state"), [(59.0, "running"), (60.0, "running"), (61.0, "abandoned")]
)
def test_a_job_is_given_up_when_nobody_asks_for_a_minute(seconds: float, state: str) -> None:
    fake = FakeDesk()
    job = fake.desk.ask(question())
    fake.workshop.begin(1)
    fake.clock.now += seconds
    fake.desk.sweep()
    seen = fake.desk.peek(job.job)
    assert seen is not None
    assert seen.state == state
    assert fake.workshop.abandoned == ([1] if state == "abandoned" else [])


def test_asking_after_a_job_keeps_it_and_asking_again_begins_anew() -> None:
    fake = FakeDesk()
    job = fake.desk.ask(question())
    for _ in range(3):
        fake.clock.now += 50
        seen = fake.desk.find(job.job)
        assert seen is not None
        assert seen.state == "queued"
    fake.clock.now += 61
    assert fake.desk.ask(question()).state == "queued"
    assert fake.workshop.jobs[1][1].cancelled()  # it had not been begun
    assert list(fake.workshop.jobs) == [1, 2]


def test_a_job_that_cannot_be_done_says_why_and_by_which_clause() -> None:
    fake = FakeDesk()
    job = fake.desk.ask(question())
    error = {"reason": "not so", "where": "stake", "clause": "2.1"}
    fake.workshop.finish(1, {"error": error})
    seen = fake.desk.find(job.job)
    assert seen is not None
    assert seen.state == "failed"
    assert seen.error is not None
    assert (seen.error.reason, seen.error.where, seen.error.clause) == ("not so", "stake", "2.1")


def test_a_process_that_dies_is_replaced(caplog: pytest.LogCaptureFixture) -> None:
    fake = FakeDesk()
    jobs = [fake.desk.ask(question(stake=stake)) for stake in ("1", "2")]
    fake.workshop.jobs[1][1].set_exception(BrokenProcessPool("gone"))
    for job in jobs:
        seen = fake.desk.find(job.job)
        assert seen is not None
        assert seen.error is not None
        assert "our fault" in seen.error.reason
    assert "gone" in caplog.text
    fake.desk.ask(question(stake="3"))
    assert len(fake.workshops) == 2
    fake.clock.now += 61  # an accident is not for ever
    assert fake.desk.ask(question(stake="1")).state == "queued"


def test_the_oldest_answers_are_forgotten() -> None:
    fake = FakeDesk(kept_max=2)
    jobs = []
    for number, stake in enumerate(("1", "2", "3"), start=1):
        jobs.append(fake.desk.ask(question(stake=stake)).job)
        fake.workshop.finish(number, {"result": {}})
    fake.desk.sweep()
    assert [fake.desk.peek(job) is not None for job in jobs] == [False, True, True]


# Odds: pages


FIGURES: dict[str, Any] = {
    "figures": {
        "game": "canberra-blackjack/blackjack", "title": "Blackjack", "decks": 8,
        "stake": "100.00", "strategy": "best", "without": [], "house_edge": 0.0125,
        "player_return": 0.9875, "standard_deviation": 1.125, "side_wagers": {}, "unpriced": {},
        "warnings": [], "settings": [],
        "by_up_card": [{"up": "A", "house_edge": 0.5, "probability": 0.1}],
    },
    "chart": None,
    "choices": [{
        "kind": "reading", "name": "ten-shown", "clauses": ["8.1(a)"], "question": "which ten?",
        "values": {"any-ten-value": "any", "ten-only": "only the ten"},
    }],
}  # fmt: skip


def test_no_two_games_have_one_name(pages: Library) -> None:
    """Four books have a Blackjack: the list says whose, also when it is closed."""
    names = re.findall(r"<option value=\"[^\"]+/[^>]+>([^<]+)</option>", pages.get("/odds").text)
    assert len(names) == sum(len(find_book(book).games) for book in built_in_books())
    assert len(set(names)) == len(names)


def test_the_page_waits_and_then_shows_the_figures() -> None:
    fake = FakeDesk()
    address = a.address_of(question().asked)
    with library(fake.desk) as pages:
        waiting = pages.get(address).text
        assert '<noscript><meta http-equiv="refresh"' in waiting
        job = re.findall(r'data-job="([0-9a-f]{32})"', waiting)
        assert job == [question().id]
        assert pages.get(f"/api/odds/{job[0]}").status_code == 202
        fake.workshop.finish(1, {"result": FIGURES})
        assert pages.get(f"/api/odds/{job[0]}").json()["result"] == FIGURES
        page = pages.get(address).text
        assert "1.2500 %" in page
        assert "98.7500 %" in page
        assert 'http-equiv="refresh"' not in page
        assert 'value="ten-shown=ten-only"' in page


def test_a_change_is_tried_and_shown() -> None:
    fake = FakeDesk()
    address = a.address_of(question().asked)
    with library(fake.desk) as pages:
        pages.get(address)
        fake.workshop.finish(1, {"result": FIGURES})
        trying = pages.get(f"{address}&then=ten-shown%3Dten-only").text
        asked = fake.workshop.jobs[2][0]
        assert isinstance(asked, a.Asked)
        assert (asked.what, asked.change) == ("change", "ten-shown=ten-only")
        assert "data-job" in trying
        change = {"edges": {"main": 0.0225}, "changes": {"main": 0.01}, "refused": ""}
        fake.workshop.finish(2, {"result": change})
        for again in (f"{address}&then=ten-shown%3Dten-only", address):
            page = pages.get(again).text
            assert "+1.0000" in page
            assert "2.2500 %" in page


def test_a_refused_setting_is_shown_with_its_clause() -> None:
    with library(FakeDesk().desk) as pages:
        page = pages.get("/odds?game=crown-blackjack/blackjack&decks=5&ask=1")
        assert page.status_code == 400
        assert 'data-clause="3.1"' in page.text  # Crown, 3.1: four, six or eight decks
        answer = pages.post("/api/odds", json={"game": "crown-blackjack/blackjack", "decks": 5})
        assert (answer.status_code, answer.json()["clause"]) == (409, "3.1")


def test_too_many_jobs_are_told_to_come_back() -> None:
    with library(FakeDesk(queued_max=1).desk) as pages:
        body = {"game": "canberra-blackjack/blackjack", "decks": 8}
        assert pages.post("/api/odds", json=body).status_code == 202
        refused = pages.post("/api/odds", json=body | {"stake": "7"})
        assert refused.status_code == 429
        assert "try again" in refused.json()["detail"]
        assert refused.headers["retry-after"]
        page = pages.get("/odds?game=canberra-blackjack/blackjack&stake=8&ask=1")
        assert page.status_code == 429
        assert "too much to do" in page.text


def test_a_sheet_stands_by_itself_and_runs_nothing() -> None:
    fake = FakeDesk()
    with library(fake.desk) as pages:
        job = fake.desk.ask(question(what="sheet"))
        assert pages.get(f"/odds/sheets/{job.job}.html").status_code == 404
        fake.workshop.finish(1, {"result": {"html": "<p>s</p>", "markdown": "m", "data": "{}"}})
        sheet = pages.get(f"/odds/sheets/{job.job}.html")
        assert sheet.text == "<p>s</p>"
        policy = sheet.headers["content-security-policy"]
        assert "sandbox" in policy
        assert "default-src 'none'" in policy
        assert "script-src" not in policy
        assert pages.get(f"/odds/sheets/{job.job}.md").text == "m"
        assert pages.get(f"/odds/sheets/{job.job}.json").json() == {}


words = st.text(max_size=12) | st.sampled_from(
    ["all", "best", "main", "perfect-pairs", "6", "8", "-1", "1e9", "9" * 30, "ten-shown=ten-only",
     "canberra-blackjack/blackjack", "star-baceball/baceball", "stands-soft-17", "compare", "sheet",
     "sheet:x", "sheet:1000000000000"]
)  # fmt: skip
names = st.sampled_from(
    ["game", "decks", "stake", "strategy", "side", "without", "then", "ask", "rounds", "option.",
     "option.dealer", "option.decks", "reading.ten-shown", "meter.blazing-7s", "change"]
) | st.text(max_size=8)  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(fields=st.lists(st.tuples(names, words), max_size=8))
def test_no_form_about_odds_gives_an_error_of_ours(
    pages: Library, fields: list[tuple[str, str]]
) -> None:
    query = urlencode([(n, v.encode("utf-8", "replace")) for n, v in fields])
    assert pages.get(f"/odds?{query}").status_code in (200, 400, 429)


values = st.none() | st.booleans() | st.integers() | words | st.lists(words, max_size=2)
bodies = st.dictionaries(
    st.sampled_from(["game", "decks", "options", "readings", "side_wagers", "stake", "strategy",
                     "without", "meters", "what", "change", "rounds", "else"]),
    values | st.dictionaries(words, values, max_size=2),
    max_size=6,
)  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(body=bodies)
def test_no_question_about_odds_gives_an_error_of_ours(pages: Library, body: Any) -> None:
    data = msgspec.json.encode(body, enc_hook=str)
    answer = pages.post("/api/odds", content=data, headers={"content-type": "application/json"})
    assert answer.status_code in (200, 202, 400, 409, 429)


def test_a_real_calculator_in_a_process_of_its_own() -> None:
    """Perfect Pairs at Canberra pays 25, 12 and 6 to 1 (17.12).

    Of 415 second cards of eight decks 7 make a perfect, 8 a coloured, 16 a mixed pair; of 311 of
    six decks 5, 6 and 12.
    """

    def wait(desk: OddsDesk, asked: a.Question) -> dict[str, Any]:
        job = desk.ask(asked)
        steps = set()
        while job.state in ("queued", "running"):
            steps.add(job.step)
            time.sleep(0.05)  # the worker yields to whoever is busy
            seen = desk.find(job.job)
            assert seen is not None
            job = seen
        assert job.result is not None, job.error
        assert any(steps)
        return job.result

    eight = (415 - 31 - (25 * 7 + 12 * 8 + 6 * 16)) / 415
    six = (311 - 23 - (25 * 5 + 12 * 6 + 6 * 12)) / 311
    desk = OddsDesk()
    try:
        asked = question(side_wagers=("perfect-pairs",))
        found = wait(desk, asked)
        assert found["figures"]["side_wagers"]["perfect-pairs"]["house_edge"] == pytest.approx(
            eight
        )
        assert [section["kind"] for section in found["chart"]["sections"]] == [
            "hard", "soft", "pair",
        ]  # fmt: skip
        assert "numba" not in _modules_of_the_web()
        change = question(side_wagers=("perfect-pairs",), what="change", change="decks=6")
        assert wait(desk, change)["changes"]["perfect-pairs"] == pytest.approx(six - eight)
        # Canberra, 2.1: four to eight decks.
        none = desk.ask(question(what="change", change="decks=9"))
        while none.state in ("queued", "running"):
            time.sleep(0.05)
            none = desk.find(none.job) or none
        assert none.error is not None
        assert none.error.clause == "2.1"
    finally:
        desk.close()


def _modules_of_the_web() -> str:
    """What importing the pages loads, in a fresh interpreter."""
    program = "import sys, bythebook.web.pages.odds; print(*sys.modules)"
    return subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    ).stdout
