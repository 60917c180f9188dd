"""A record says by which edition it was played, or its date does."""

import datetime
from pathlib import Path

import pytest

from bythebook import Malformed, Refused, parse_record, print_record, settle
from bythebook.cli import main
from bythebook.records.replay import begin, impossible
from bythebook.rulebooks import load_book

BOOK = Path(__file__).parents[1] / "books" / "amended"
ROUND = """
game = "amended/blackjack"
{}
wagers = ["1 ann 20"]
cards = "AC 7D KH"
"""
OLD, NEW = {"ann": "30.00"}, {"ann": "24.00"}


@pytest.mark.parametrize(
    ("says", "net"),
    [("", NEW), ('edition = "1.0"', OLD), ('edition = "2.0"', NEW), ("date = 2020-01-01", OLD),
     ("date = 2026-06-30", OLD), ("date = 2026-07-01", NEW), ("date = 2026-07-02", NEW),
     ('edition = "1.0"\ndate = 2026-07-02', OLD)],
)  # fmt: skip
def test_the_edition_decides_what_is_paid(says: str, net: dict[str, str]) -> None:
    assert settle(ROUND.format(says), rulebook=BOOK).net == net


def test_the_game_can_name_it_too() -> None:
    record = ROUND.format("").replace("amended/", "amended@1.0/")
    assert settle(record, rulebook=BOOK).net == OLD


@pytest.mark.parametrize("says", ["date = 2019-12-31", 'edition = "2.0"\ndate = 2026-06-30'])
def test_a_date_before_the_edition_is_refused(says: str) -> None:
    with pytest.raises(Refused, match="applies from") as no:
        settle(ROUND.format(says), rulebook=BOOK)
    assert no.value.clause == "NI:2"


@pytest.mark.parametrize(
    ("says", "wrong"),
    [('edition = "3.0"', "has no edition '3.0'"), ("edition = 2.0", "text is expected")],
)
def test_an_edition_that_is_none_is_said(says: str, wrong: str) -> None:
    with pytest.raises(Malformed, match=wrong):
        settle(ROUND.format(says), rulebook=BOOK)


def test_it_is_written_down_as_it_was_read() -> None:
    record = parse_record(ROUND.format('edition = "1.0"\ndate = 2026-06-30'))
    assert (record.edition, record.date) == ("1.0", datetime.date(2026, 6, 30))
    assert parse_record(print_record(record)) == record
    assert "edition" not in print_record(parse_record(ROUND.format("")))


def test_whether_cards_can_have_come_is_asked_of_the_book_the_round_was_played_by() -> None:
    """Also of somebody's own book, which nobody finds by its name alone."""
    book = load_book(BOOK)
    game = book.game("blackjack")
    text = ROUND.format('play = ["! shuffled 8.1 at 3", "1 stand"]')
    record = parse_record(text.replace("AC 7D KH", f"TC 7D TH KD{' 2S' * (game.decks + 1)}"))
    assert impossible(record, game, book) is True


def test_a_record_is_replayed_by_the_revision_that_was_asked_for() -> None:
    """The clauses it may cite are those of that revision too."""
    record = parse_record(ROUND.format("").replace("amended/", "crown-blackjack/"))
    for revision in (1, 2):
        player = begin(record, revision=revision)
        assert (player.game.revision, player.book.revision) == (revision, revision)


# Commands


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "a.round"
    path.write_text(ROUND.format("date = 2026-07-02"), encoding="utf-8")
    return str(path)


def called(*arguments: str) -> int:
    try:
        main([*arguments, "--rulebook", str(BOOK)])
    except SystemExit as ended:
        return int(ended.code or 0)
    return 0


def test_commands_take_an_edition(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    called("settle", file)
    assert "+24.00" in capsys.readouterr().out
    called("settle", file, "--edition", "1.0")
    assert "applies from" not in capsys.readouterr().err
    called("rules", "amended", "13.2(z)")
    assert "6 to 5" in capsys.readouterr().out
    assert called("rules", "amended", "13.2(z)", "--edition", "1.0") == 2
    assert "no clause 13.2(z)" in capsys.readouterr().err
    assert called("rules", "amended@1.0", "NI:preamble") == 0
    assert called("powers", "amended", "--edition", "0.1") == 2
    assert "amended has no edition '0.1'; it has 1.0, 2.0" in capsys.readouterr().err


def test_every_edition_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    called("rulebooks")
    told = capsys.readouterr().out
    assert "amended@1.0: Blackjack, Casino Canberra" in told
    assert "amended@2.0: Blackjack, Casino Canberra" in told
    assert "crown-blackjack: Blackjack" in told  # it has but one
