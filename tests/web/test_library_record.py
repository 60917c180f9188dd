"""The page about records: settled, explained, replayed; what is wrong is shown where it stands."""

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bythebook import parse_record, print_record, settle
from bythebook.errors import Malformed, Refused
from bythebook.game.events import CardDealt, HoleCardTurned
from bythebook.phrases import plain
from bythebook.records.steps import FACE_DOWN, replay_steps
from bythebook.rulebooks import find_book
from bythebook.web.show import record_views
from bythebook.web.show.record_lines import line_of
from tests.web.library import FakeDesk, Library, library

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = sorted((ROOT / "examples").glob("*.round"))


@pytest.fixture(scope="module")
def pages() -> Iterator[Library]:
    """The pages with a calculator that never answers."""
    with library(FakeDesk(queued_max=10_000).desk) as client:
        yield client


# Records


def send(pages: Library, text: str, path: str = "/record") -> Any:
    return pages.post(path, data={"text": text}, files={"file": ("", b"")})


def test_there_are_examples() -> None:
    assert len(EXAMPLES) > 10


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_every_example_is_settled_and_explained(pages: Library, path: Path) -> None:
    settled = settle(path)
    for answer in (
        send(pages, path.read_text(encoding="utf-8")),
        pages.get(f"/record?sample={path.stem}"),
        pages.post("/record", files={"file": (path.name, path.read_bytes())}),
    ):
        assert answer.status_code == 200
        for player, sum_ in settled.net.items():
            assert f"<dt>{player}</dt>" in answer.text
            assert sum_.replace("-", "−") in answer.text
        for row in settled.rows:
            assert f'data-clause="{row.clause}"' in answer.text


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_last_step_is_the_settled_round(path: Path) -> None:
    settled = settle(path)
    data = settled.to_json()
    steps = replay_steps(settled.game, settled.events, settled.replay.state.table)
    last = steps[-1]
    assert last.net == settled.net
    assert last.meters == data["meters"]
    assert last.phase == "over"
    hands = [list(hand.cards) for box in last.boxes for hand in box.hands]
    assert hands == [hand["cards"] for hand in data["hands"]]
    assert [c for c in last.dealer.cards if c != FACE_DOWN] == data["dealer"]["cards"]
    for step in steps:
        assert step.text
        assert step.clause in find_book(settled.game.book).clauses


def test_a_card_face_down_stays_so_until_it_is_turned() -> None:
    settled = settle(ROOT / "examples" / "reference-blackjack.round")
    steps = replay_steps(settled.game, settled.events)
    names = [step.event for step in steps]
    hidden = next(e for e in settled.events if isinstance(e, CardDealt) and e.hidden)
    dealt = next(n for n, step in enumerate(steps) if step.card == FACE_DOWN)
    turned = names.index(HoleCardTurned.__name__)
    for step in steps[dealt:turned]:
        assert FACE_DOWN in step.dealer.cards
        assert str(hidden.card) not in step.dealer.cards
        assert str(hidden.card) not in step.text
    assert steps[turned].dealer.cards[-1] == str(hidden.card)


def test_a_card_kept_for_the_next_round_is_not_named() -> None:
    """A card too many that nobody saw is the next round's first: an undealt card."""
    settled = settle(
        'game = "crown-blackjack/blackjack"\nwagers = ["1 ann 20"]\n'
        'cards = "TC 7D TD KS 2S"\nplay = ["1 stand", "! extra-card unexposed 5"]\n'
    )
    assert settled.to_json()["held_over"] == "2S"
    steps = replay_steps(settled.game, settled.events)
    kept = [step for step in steps if step.event == "CardHeldOver"]
    assert [step.card for step in kept] == [FACE_DOWN]
    assert "2S" not in msgspec.json.encode(steps, enc_hook=plain).decode()


SAMPLE = """# a comment
game   = "crown-blackjack/blackjack"
decks  = 6
limits = { main = ["5", "50"] }

wagers = [
  "1 ann 20",   # "not" a wager
  '2 bob 10',
]
cards = '''
TC 9S 6D
7H TD TH 9C
'''
play = [
  "1 stand", "2 stand",
]
"""


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("decks  = 6", "decks  = 5", 3),
        ("decks  = 6", "decks  = ", 3),
        ('["5", "50"]', '["5", "2"]', 4),
        ("2 bob 10", "99 bob 10", 8),
        ("2 bob 10", "2 bob", 8),
        ("TD TH 9C", "TD TH XX", 12),
        ("TC 9S", "QQ 9S", 11),
        ('"1 stand", "2 stand"', '"1 stand",\n  "2 split"', 16),
        ('"1 stand", "2 stand"', '"1 fly", "2 stand"', 15),
        ("crown-blackjack/blackjack", "crown-blackjack/poker", 2),
        ("TH 9C\n", "TH\n", 10),
        ("# a comment", "nonsense = 1", None),
    ],
)
def test_what_is_wrong_is_shown_at_its_line(
    pages: Library, old: str, new: str, line: int | None
) -> None:
    assert old in SAMPLE
    text = SAMPLE.replace(old, new, 1)
    with pytest.raises((Malformed, Refused)) as caught:
        settle(text)
    problem = caught.value
    assert isinstance(problem, Malformed | Refused)
    assert line_of(text, problem) == line
    page = send(pages, text)
    assert page.status_code == (409 if isinstance(problem, Refused) else 400)
    assert problem.reason in unescape(page.text)
    marked = re.findall(r'<li value="(\d+)" class="now"', page.text)
    assert marked == ([str(line)] if line else [])
    if isinstance(problem, Refused):
        assert f'data-clause="{problem.clause}"' in page.text


def test_the_sample_settles_as_it_stands() -> None:
    """Ann's 17 and Bob's 19 against 6, ten and nine: the dealer goes over."""
    assert settle(SAMPLE).net == {"ann": "20.00", "bob": "10.00"}


def test_what_is_kept_reads_back_the_same(pages: Library) -> None:
    for path in EXAMPLES:
        text = path.read_text(encoding="utf-8")
        answer = send(pages, text, "/record/canonical")
        assert "attachment" in answer.headers["content-disposition"]
        assert answer.text == print_record(parse_record(text))
        assert parse_record(answer.text) == parse_record(text)


@pytest.mark.parametrize(
    ("size", "status"), [(256 * 1024 - 1, 200), (256 * 1024, 200), (256 * 1024 + 1, 413)]
)
def test_a_record_has_at_most_256_kib(pages: Library, size: int, status: int) -> None:
    text = SAMPLE + "#" * (size - len(SAMPLE) - 1) + "\n"
    assert len(text) == size
    assert send(pages, text).status_code == status
    answer = pages.post("/record", files={"file": ("a.round", text.encode())})
    assert answer.status_code == status


@pytest.mark.parametrize(("players", "settles"), [(150, True), (151, False)])
def test_a_round_with_too_many_wagers_is_not_replayed(players: int, settles: bool) -> None:
    wagers = ", ".join(f'"1 p{"x" * (n // 26)}{chr(97 + n % 26)} 10"' for n in range(players))
    text = SAMPLE.replace(SAMPLE[SAMPLE.index("wagers") : SAMPLE.index("cards")],
                          f"wagers = [{wagers}]\n")  # fmt: skip
    with pytest.raises((Malformed, Refused)) as caught:
        record_views.view_record(text.encode())
    too_many = "150 wagers" in str(caught.value)
    assert too_many is not settles  # with fewer, it is another rule that forbids them


def test_the_same_for_programs(pages: Library) -> None:
    answer = pages.post("/api/record", json={"text": SAMPLE}).json()
    assert answer["settlement"]["net"] == {"ann": "20.00", "bob": "10.00"}
    assert answer["replay"]["steps"][-1]["net"] == {"ann": "20.00", "bob": "10.00"}
    refused = pages.post("/api/record", json={"text": SAMPLE.replace("= 6", "= 5")})
    assert (refused.status_code, refused.json()["clause"]) == (409, "3.1")


def test_an_installed_package_has_samples_of_its_own(
    pages: Library, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Nets by hand: 18 and a doubled 20 against 26; 20 and 20 against 17, and 22 lost."""
    monkeypatch.setattr(record_views, "EXAMPLES", tmp_path / "none")
    record_views.samples.cache_clear()
    try:
        nets = {
            name: settle(record_views.sample_text(name) or "").net
            for name in record_views.samples()
        }
        assert nets == {
            "a-split-and-a-double": {"mia": "60.00"},
            "two-on-a-box": {"ann": "25.00", "bob": "10.00", "cal": "-50.00"},
        }
        assert "two-on-a-box" in pages.get("/record").text
    finally:
        record_views.samples.cache_clear()


pieces = st.sampled_from(SAMPLE.split()) | st.sampled_from(
    ["\n", " ", '"', "'''", "[", "]", "=", "! void 17.12", '"! face-up"', "JK", "\x00", "\ud800",
     "1e400", "9" * 5000, "[[" * 200]
) | st.text(max_size=10)  # fmt: skip


@st.composite
def broken_records(draw: st.DrawFn) -> str:
    """The sample with pieces put in, taken out or changed places."""
    words = re.split(r"(\s+)", SAMPLE)
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(words) - 1))
        words[at : at + draw(st.integers(0, 3))] = draw(st.lists(pieces, max_size=3))
        if not words:
            break
    return "".join(words)


@settings(max_examples=150, deadline=None)
@given(text=broken_records() | st.text(max_size=200))
def test_no_record_gives_an_error_of_ours(pages: Library, text: str) -> None:
    data = text.encode("utf-8", "surrogatepass")
    answer = pages.post("/record", files={"file": ("a.round", data)})
    assert answer.status_code in (200, 400, 409)
    if "\ud800" not in text:
        assert pages.post("/api/record", json={"text": text}).status_code in (200, 400, 409)
