"""Every command as a user calls it: what it prints, and how it answers what it cannot take."""

import io
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bythebook.rulebooks import built_in_books, find_book, world_books
from tests.commands.calling import Answer, Call

CANBERRA = "canberra-blackjack/blackjack"
CHALLENGE = "star-blackjack-challenge/blackjack-challenge"
PONTOON = "tasmania-blackjack/federal-pontoon"
BASE = {
    "game": f'"{CANBERRA}"',
    "decks": "6",
    "wagers": '["1 ann 10"]',
    "cards": '"TH 9D 8C 9S"',
    "play": '["1 stand"]',
}


Save = Callable[..., str]


def record(**changes: str | None) -> str:
    """A round at Canberra that ends in a stand-off, with some of its lines written otherwise."""
    lines = {**BASE, **changes}
    return "".join(f"{key} = {value}\n" for key, value in lines.items() if value is not None)


def shell(*arguments: str, stdin: bytes = b"", **environment: str) -> Answer:
    """Call the program as a shell does."""
    done = subprocess.run(
        [sys.executable, "-m", "bythebook", *arguments],
        input=stdin,
        capture_output=True,
        env={**os.environ, **environment},
    )
    return Answer(done.returncode, done.stdout.decode(), done.stderr.decode())


@pytest.fixture
def save(tmp_path: Path) -> Save:
    """Write a record to a file and give its path."""

    def write(text: str | bytes, name: str = "a.round") -> str:
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return str(path)

    return write


def check_bad(answer: Answer, *words: str) -> None:
    """One clear line on standard error that says all this, nothing else, and status 2."""
    assert answer.status == 2, answer
    assert answer.out == ""
    assert answer.err.startswith("bythebook: ")
    assert answer.err.endswith("\n")
    assert len(answer.err.splitlines()) == 1, answer.err
    assert "Traceback" not in answer.err
    for word in words:
        assert word in answer.err, answer.err


# Settle and explain


def test_settle_from_a_shell(save: Save) -> None:
    answer = shell("settle", save(record()))
    assert (answer.status, answer.err) == (0, "")
    assert "Blackjack, Casino Canberra (canberra-blackjack/blackjack, 6 decks)" in answer.out
    assert "Box 1, ann: main 10.00 stands off" in answer.out
    assert "13.1(g)" in answer.out


def test_settle_reads_standard_input_from_a_shell() -> None:
    answer = shell("settle", "-", "--json", stdin=record().encode())
    assert (answer.status, answer.err) == (0, "")
    assert json.loads(answer.out)["game"] == CANBERRA


def test_a_name_that_the_terminal_cannot_write_is_no_crash(save: Save) -> None:
    path = save(record(wagers='["1 Zoë 10"]'))
    answer = shell("settle", path, PYTHONIOENCODING="ascii")
    assert answer.status == 0, answer.err
    assert "Traceback" not in answer.err


def test_bad_input_from_a_shell(save: Save) -> None:
    check_bad(shell("settle", save(record(game='"x/y"'))), "a.round", "no rulebook 'x'")
    check_bad(shell("settle", "-", stdin=b"\xff"), "-: not UTF-8 text: byte 1")
    check_bad(shell("explain", "nothing.round"), "nothing.round: No such file or directory")


def test_an_unknown_command_or_option_is_bad_usage() -> None:
    for arguments in (("nonsense",), ("settle",), ("settle", "--nonsense", "x")):
        answer = shell(*arguments)
        assert (answer.status, answer.out) == (2, "")
        assert "Traceback" not in answer.err


def test_settle_tells_the_round(call: Call, save: Save) -> None:
    answer = call("settle", save(record(cards='"TH 9D 9C TS"')))
    assert (answer.status, answer.err) == (0, "")
    lines = [line.split() for line in answer.out.splitlines()]
    assert ["Box", "1", "TH", "9C", "19"] in lines
    assert ["Dealer", "9D", "TS", "19"] in lines
    assert ["ann", "0.00"] in lines
    assert "Box 1, ann: main 10.00 stands off" in answer.out
    assert "13.1(g)" in answer.out


def test_settle_as_json(call: Call, save: Save) -> None:
    answer = call("settle", "--json", save(record(cards='"TH 9D 9C 8S"')))
    assert (answer.status, answer.err) == (0, "")
    data = json.loads(answer.out)
    assert data == {
        "game": CANBERRA,
        "hands": [{"box": 1, "hand": 1, "cards": ["TH", "9C"], "total": 19, "kind": "hard"}],
        "dealer": {"cards": ["9D", "8S"], "total": 17, "kind": "hard"},
        "settlements": data["settlements"],
        "net": {"ann": "10.00"},
        "meters": {},
        "unused_cards": [],
        "void": None,
    }
    (row,) = data["settlements"]
    expected = {
        "box": 1, "hand": 1, "player": "ann", "wager": "main", "stake": "10.00", "result": "wins",
        "odds": "1 to 1", "paid": "10.00", "returned": "20.00", "clause": "13.1(b)",
        "stage": "final",
    }  # fmt: skip
    assert expected.items() <= row.items()


def test_several_files_give_an_array_in_their_order(call: Call, save: Save) -> None:
    first = save(record(cards='"TH 9D 9C 8S"'), "first.round")
    second = save(record(cards='"TH 9D 7C 8H"'), "second.round")
    data = json.loads(call("settle", "--json", first, second).out)
    assert [one["net"] for one in data] == [{"ann": "10.00"}, {"ann": "0.00"}]
    told = call("settle", first, second).out
    assert told.count("Blackjack, Casino Canberra") == 2


def test_cards_left_over_are_reported(call: Call, save: Save) -> None:
    path = save(record(cards='"TH 9D 9C 8S 2H JK"', game='"tasmania-blackjack/jokers-wild"'))
    assert "Not used: 2H JK" in call("settle", path).out
    assert json.loads(call("settle", "--json", path).out)["unused_cards"] == ["2H", "JK"]


def test_a_dash_reads_standard_input(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    for command in ("settle", "explain"):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(record().encode())))
        assert call(command, "-").status == 0


def test_explain_tells_every_event_with_what_its_clause_says(call: Call, save: Save) -> None:
    answer = call("explain", save(record()))
    assert (answer.status, answer.err) == (0, "")
    lines = answer.out.splitlines()
    assert lines[0] == "Blackjack, Casino Canberra: NI2018-568"
    assert "- TH to box 1: 10 [6.2(a)]" in lines
    assert "- Box 1 stands [9.1(d)]" in lines
    assert f"    9.1(d): {find_book('canberra-blackjack').clause('9.1(d)').summary}" in lines
    assert lines[-1].split() == ["ann", "0.00"]


def test_one_bad_file_among_several_prints_nothing(call: Call, save: Save) -> None:
    good = save(record(), "good.round")
    bad = save(record(cards='"TH"'), "bad.round")
    for files in ((good, bad), (bad, good), (good, "nothing.round", good)):
        check_bad(call("settle", *files))
        check_bad(call("settle", "--json", *files))


# Bad records: each with what its line must say


def bad(name: str, *words: str, text: str | bytes = "", **changes: str | None) -> Any:
    return pytest.param(text or record(**changes), words, id=name)


MALFORMED = [
    bad("empty", "game", text="\n"),
    bad("not UTF-8", "not UTF-8 text: byte 3", text=b"a \xff"),
    bad("not TOML", "not TOML", "line 2", text="decks = 6\ngame = ="),
    bad("a key twice", "not TOML", text=record() + "decks = 6\n"),
    bad("unknown key", "unknown key 'card'", card='"TH"'),
    bad("no game", "must say its game", game=None),
    bad("no wagers", "must say its wagers", wagers=None),
    bad("no cards", "must say its cards", cards=None),
    bad("game not text", "game: text is expected", game="3"),
    bad("game without book", "game: 'blackjack' is not a game", game='"blackjack"'),
    bad("unknown book", "no rulebook 'x'", "canberra-blackjack", game='"x/blackjack"'),
    bad("unknown game", "game: ", "no game 'poker'", game='"canberra-blackjack/poker"'),
    bad("unknown option", "options: ", "'soft'", "dealer", options='{ soft = "on" }'),
    bad("option not text", "options.dealer: ", options="{ dealer = [1] }"),
    bad("decks as an option", "options: ", "decks", options='{ decks = "6" }'),
    bad("unknown reading", "readings: ", "'mood'", "ten-shown", readings='{ mood = "x" }'),
    bad("reading outside", "readings.ten-shown: ", "ten-only", readings='{ ten-shown = "x" }'),
    bad("unknown limit", "limits: ", "'lucky'", limits='{ lucky = ["1", "2"] }'),
    bad("limit not a pair", "limits.main: ", limits='{ main = ["1"] }'),
    bad("limit upside down", "limits.main: ", limits='{ main = ["9", "1"] }'),
    bad("chips of nothing", "chips: ", chips='["0"]'),
    bad("chips not a list", "chips: ", chips='"5"'),
    bad("side wager not a name", "side_wagers: ", side_wagers='["Perfect Pairs"]'),
    bad("side wager twice", "side_wagers: ", side_wagers='["pairs-play", "pairs-play"]'),
    bad("hits with a box twice", "hits.mystery-1: ", "twice", hits="{ mystery-1 = [1, 1] }"),
    bad("hits without boxes", "hits.mystery-1: ", hits='{ mystery-1 = ["1"] }'),
    bad("seated on no box", "seated.x: ", seated='{ x = "ann" }'),
    bad("seated nobody", "seated.1: ", seated='{ 1 = "4nn" }'),
    bad("date not a date", "date: ", date='"2025-07-01"'),
    bad("decks not a number", "decks: ", decks='"6"'),
    bad("not a card", "cards: card 2: '1H'", cards='"TH 1H"'),
    bad("a wager cut short", "wagers line 1 '1 ann'", wagers='["1 ann"]'),
    bad("a wager not text", "wagers line 1: ", wagers="[10]"),
    bad("box 0", "wagers line 1 '0 ann 10': '0' is not", wagers='["0 ann 10"]'),
    bad("a name that is no name", "wagers line 1", "'on'", wagers='["1 on 10"]'),
    bad("negative", "wagers line 1", "'-5' is not an amount", wagers='["1 ann -5"]'),
    bad("1e99", "wagers line 1", "'1e99' is not an amount", wagers='["1 ann 1e99"]'),
    bad("too much", "wagers line 1", "more than any table", wagers='["1 ann 999999999999"]'),
    bad("three decimals", "wagers line 1", "'1.005'", wagers='["1 ann 1.005"]'),
    bad("an option's amount", "options.approved-minimum: ",
        game='"crown-blackjack/blackjack"', options='{ approved-minimum = "-5" }'),
    bad("an action unknown", "play line 1 '1 fold'", "hit, stand", play='["1 fold"]'),
    bad("a word too many", "play line 1", "'now' does not belong", play='["1 stand now"]'),
    bad("a box alone", "play line 1 '1'", play='["1"]'),
    bad("an irregularity alone", "play line 1 '!'", play='["!"]'),
    bad("an irregularity unknown", "play line 1 '! rain'", play='["! rain"]'),
    bad("a decision missing", "play: box 1, hand 1 (hard 18) still needs", play="[]"),
    bad("lines after the end", "play line 2 '1 stand': the round is over",
        play='["1 stand", "1 stand"]'),
    bad("no cards at all", "cards: too few cards: one is due to box 1", cards='""'),
    bad("no card for the dealer", "cards: too few cards: one is due to the dealer",
        cards='"TH 9D 8C"'),
    bad("no card for a hit", "cards: too few cards: one is due to box 1",
        cards='"2H 9D 8C"', play='["1 hit"]'),
    bad("a number beyond all", "game: ", game="0x" + "f" * 5000),
    bad("a date beyond all", "date: ", date="0x" + "f" * 5000),
    bad("a hit beyond all", "hits.mystery-1: ", hits="{ mystery-1 = [0x" + "f" * 5000 + "] }"),
    bad("keys too deep", "nested too deeply", text="game" + ".a" * 2000 + " = 1\n"),
    bad("a line in a reading", "readings.ten-shown: ", readings='{ ten-shown = "a\\nb" }'),
    bad("a line in an option", "options.dealer: ", options='{ dealer = "a\\nb" }'),
    bad("a line in an option's name", "options", options='{ "a\\nb" = [] }'),
    bad("a line in a limit's name", "limits", limits='{ "a\\nb" = 1 }'),
    bad("a line in a seat", "seated", seated='{ "a\\nb" = "ann" }'),
]  # fmt: skip

SEVEN_KINGS = '"TH 9D 8C KS KS KS KS KS KS KS"'
JOKERS = '"tasmania-blackjack/jokers-wild"'

REFUSED = [
    bad("an option outside", "options.dealer: ", "(clause 12.1)", options='{ dealer = "x" }'),
    bad("too many decks", "decks: ", "4, 5, 6, 7, 8", "(clause 2.1)", decks="9"),
    bad("no decks", "decks: ", "(clause 2.1)", decks="0"),
    bad("less than no decks", "decks: ", "(clause 2.1)", decks="-1"),
    bad("decks of another clause", "decks: ", "(clause 21.1)", game=f'"{PONTOON}"', decks="3"),
    bad("too early", "date: ", "applies from 2018-10-17", "(clause NI:2)", date="2018-10-16"),
    bad("unknown wager", "wagers line 2 '1 ann 5 lucky'", "(clause 17.1(a))",
        wagers='["1 ann 10", "1 ann 5 lucky"]'),
    bad("not on offer", "wagers line 2", "pairs-play is not on offer", "(clause 17.1(b))",
        wagers='["1 ann 10", "1 ann 5 pairs-play"]'),
    bad("no such wager to offer", "side_wagers: ", "lucky", "(clause 17.1(a))",
        side_wagers='["lucky"]'),
    bad("not together", "side_wagers: ", "together", "(clause 17.1(",
        side_wagers='["pairs-play", "perfect-pairs"]'),
    bad("a side wager with no main", "wagers: ", "no main wager", "(clause 17.20)",
        side_wagers='["pairs-play"]', wagers='["1 ann 10", "2 bob 5 pairs-play"]'),
    bad("box 10", "wagers line 1 '10 ann 10'", "boxes 1 to 9", "(clause 1.1)",
        wagers='["10 ann 10"]'),
    bad("nothing staked", "wagers line 1 '1 ann 0'", "(clause 4.2)", wagers='["1 ann 0"]'),
    bad("staked twice", "wagers line 2", "already", "(clause 4.5)",
        wagers='["1 ann 10", "1 ann 10"]'),
    bad("four on a box", "wagers line 4 '1 dot 10'", "(clause 4.5)",
        wagers='["1 ann 10", "1 bob 10", "1 cal 10", "1 dot 10"]'),
    bad("a token", "wagers line 1", "only chips", "(clause 4.2)", wagers='["1 ann 10 token"]'),
    bad("no wager", "wagers: ", "without a main wager", "(clause 6.2)", wagers="[]"),
    bad("a seventh king of spades", "cards: KS number 7, but 6 decks hold 6", "(clause 2.1)",
        cards=SEVEN_KINGS),
    bad("a ten in Pontoon", "cards: TH is not in this game's deck", "(clause 21.1)",
        game=f'"{PONTOON}"'),
    bad("a joker where none is", "cards: JK number 1", "(clause 2.1)", cards='"TH JK"'),
    bad("a joker too many", "cards: JK number 2", "(clause 23.3)", game=JOKERS,
        options='{ jokers = "1" }', cards='"JK JK"'),
    bad("another box first", "play line 1 '2 stand': it is box 1's turn", "(clause 9.1)",
        play='["2 stand"]'),
    bad("an unknown player", "play line 1 '1 zed stand'", "not zed", "(clause 4.5(a))",
        play='["1 zed stand"]'),
    bad("below 12", "play line 1 '1 stand'", "(clause 9.2(b))", cards='"2H 9D 8C 9S"'),
    bad("a double on three cards", "play line 2 '1 double'", "(clause 11.1)",
        cards='"2H 9D 8C 3S"', play='["1 hit", "1 double"]'),
    bad("a double for more", "play line 1 '1 double 11'", "(clause A:double-double-down)",
        play='["1 double 11"]'),
    bad("no pair", "play line 1 '1 split'", "(clause A:split)", play='["1 split"]'),
    bad("a ride where none may", "play line 1 '1 bob ride'", "(clause 10.2(b))",
        play='["1 bob ride"]'),
    bad("insurance without an ace", "play line 1 '1 insure 5'", "ace", "(clause 7.1)",
        play='["1 insure 5"]'),
    bad("too much insurance", "play line 1 '1 insure 6'", "at most 5.00", "(clause 7.1)",
        cards='"TH AD 8C 9S"', play='["1 insure 6"]'),
    bad("insurance too late", "play line 2 '1 insure 5'", "(clause 7.3)",
        cards='"2H AD 8C 9S"', play='["1 hit", "1 insure 5"]'),
    bad("even money without blackjack", "play line 1 '1 even-money'", "(clause 8.1(b))",
        cards='"TH AD 8C 9S"', play='["1 even-money"]'),
    bad("no surrender here", "play line 1 '1 surrender'", "(clause 4.3)",
        play='["1 surrender"]'),
    bad("no withdrawal here", "play line 1 '1 withdraw'", "(clause 4.3)",
        play='["1 withdraw"]'),
    bad("no joker here", "play line 1 '1 joker 9'", "(clause 2.1)", play='["1 joker 9"]'),
    bad("nobody there to be absent", "play line 1 '2 absent'", "(clause 9.1)",
        play='["2 absent"]'),
    bad("a clause that voids nothing", "play line 1 '! void 9.1'", "14.5", "(clause 4.3)",
        play='["! void 9.1"]'),
    bad("no decisions in bACEball", "play line 1 '1 stand'", "(clause 5.5)",
        game='"star-baceball/baceball"', cards='"2H 3H 4H 5H 6H 7H"'),
    bad("no mystery here", "hits: ", "mystery jackpot", "(clause 17.1(a))",
        hits="{ mystery-1 = [1] }"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "words"), MALFORMED + REFUSED)
def test_a_bad_record_is_answered_in_one_line(
    text: str | bytes, words: tuple[str, ...], call: Call, save: Save
) -> None:
    path = save(text)
    check_bad(call("settle", path), f"bythebook: {path}: ", *words)


def test_every_command_that_reads_a_file_says_when_it_cannot(call: Call, tmp_path: Path) -> None:
    for command in ("settle", "explain"):
        missing = str(tmp_path / "nothing.round")
        check_bad(call(command, missing), f"{missing}: No such file or directory")
        inside = "no records in this folder" if command == "settle" else "Is a directory"
        check_bad(call(command, str(tmp_path)), f"{tmp_path}: {inside}")


@pytest.mark.parametrize("boxes", ["99", "0", "-4"])
def test_a_hit_on_a_box_that_is_not_there(boxes: str, call: Call, save: Save) -> None:
    hits = f"{{ mystery-1 = [{boxes}] }}"
    text = record(game='"tasmania-blackjack/blackjack"', hits=hits, meters='{ mystery-1 = "1000" }')
    check_bad(call("settle", save(text)), "hits.mystery-1: ", "boxes 1 to 7", "(clause 1.2(a))")


def test_a_meter_that_no_wager_has(call: Call, save: Save) -> None:
    check_bad(call("settle", save(record(meters='{ nonsense = "1000" }'))), "meters: ", "nonsense")


# The books


def test_rulebooks_lists_the_books(call: Call) -> None:
    answer = call("rulebooks")
    assert (answer.status, answer.err) == (0, "")
    for book in map(find_book, built_in_books()):
        assert f"{book.id}: {book.about.title}, {book.about.place}" in answer.out
        assert f"{len(book.clauses)} clauses; games: {', '.join(book.games)}" in answer.out
    assert "side wagers: pairs-play, perfect-pairs" in answer.out


def test_rulebooks_as_json(call: Call) -> None:
    data = json.loads(call("rulebooks", "--json").out)
    assert [book["id"] for book in data] == built_in_books()
    assert data[0]["effective"] == "2018-10-17"
    assert data[0]["games"] == ["blackjack"]
    assert sum(book["clauses"] for book in data) == 1900


def test_games_of_the_world_are_listed_apart(call: Call) -> None:
    ours = [book["id"] for book in json.loads(call("rulebooks", "--json").out)]
    theirs = [book["id"] for book in json.loads(call("rulebooks", "--world", "--json").out)]
    assert (ours, theirs) == (built_in_books(), world_books())
    assert f"(--world): {', '.join(world_books())}" in call("rulebooks").out
    assert "rules from: Wikipedia, Spanish 21" in call("rulebooks", "--world").out


@pytest.mark.parametrize("book_id", built_in_books())
def test_rules_shows_every_clause_option_and_reading(book_id: str, call: Call) -> None:
    answer = call("rules", book_id)
    assert (answer.status, answer.err) == (0, "")
    book = find_book(book_id)
    for clause in book.clauses.values():
        assert f"{clause.id}  ({clause.area}, " in answer.out
        assert clause.summary in answer.out
    for name in (*book.options, *book.readings):
        assert f"\n  {name} " in answer.out


def test_rules_of_one_clause_has_its_parts_and_no_more(call: Call) -> None:
    answer = call("rules", "canberra-blackjack", "13.1")
    shown = [line.split()[0] for line in answer.out.splitlines() if line[:1].isdigit()]
    assert shown == ["13.1", *(f"13.1({letter})" for letter in "abcdefg")]
    assert "Reading blackjack-against-21 [13.1(c), 13.1(f), 13.1(g)]" in answer.out
    answer = call("rules", "canberra-blackjack", "13.1(g)")
    assert answer.out.startswith("13.1(g)  (settlement, rule)")
    answer = call("rules", "canberra-blackjack", "1.1")
    assert [line for line in answer.out.splitlines() if line.startswith("1.1")] != []
    assert "\n1.10" not in answer.out
    assert "\n11" not in answer.out


def test_unknown_books_and_clauses(call: Call) -> None:
    check_bad(call("rules", "nonsense"), "no rulebook 'nonsense'", "crown-blackjack")
    check_bad(call("rules", "canberra-blackjack", "99"), "canberra-blackjack has no clause 99")
    check_bad(call("trace", "nonsense"), "no rulebook 'nonsense'")


# Trace


def test_trace_as_json_has_every_clause_once(call: Call) -> None:
    data = json.loads(call("trace", "--json").out)
    assert {tuple(row) for row in data} == {
        ("book", "id", "kind", "area", "where", "tests", "bite")
    }
    wanted = [(book, clause) for book in built_in_books() for clause in find_book(book).clauses]
    assert [(row["book"], row["id"]) for row in data] == wanted
    for row in data:
        assert all(isinstance(row[key], str) for key in ("book", "id", "kind", "area"))
        assert all(isinstance(place, str) for place in row["where"] + row["tests"])


def test_trace_of_one_book(call: Call) -> None:
    data = json.loads(call("trace", "canberra-blackjack", "--json").out)
    assert [row["id"] for row in data] == list(find_book("canberra-blackjack").clauses)
    (row,) = [row for row in data if row["id"] == "13.1(g)"]
    assert "games.blackjack.settlement.equal" in row["where"]
    assert row["tests"] != []
    told = call("trace", "canberra-blackjack").out
    assert told.startswith("canberra-blackjack: ")
    assert "Open: " in told.splitlines()[-1]


def test_trace_of_one_clause_shows_the_setting_and_what_carries_it_out(call: Call) -> None:
    lines = call("trace", "canberra-blackjack", "15.2").out.splitlines()
    assert lines[0].startswith("canberra-blackjack 15.2: ")
    assert '  table.acts.close[0].notice = {"rounds":1,"clause":"15.2"}' in lines
    assert lines.count("    bythebook.table.changing.close_table") == 2
    assert any(line.startswith("  proved by test_opening.py::") for line in lines)
    told = call("trace", "crown-blackjack", "8.5.6(c)").out.splitlines()
    assert "  bythebook.game.blackjack.wait_for_turn" in told
    told = call("trace", "canberra-blackjack", "4.6").out.splitlines()
    read = told.index(
        '  table.limits.personal.others = {"value":"within-box-maximum","clause":"4.6"}'
    )
    assert "    bythebook.table.wagers._check_personal_box" in told[read + 1 : read + 6]
    told = call("trace", "star-baceball", "12.11").out.splitlines()  # `no_wager` in the book
    assert told[2] == "    bythebook.table.cards.irregularities.find_hand"
    check_bad(call("trace", "canberra-blackjack", "99.9"), "no clause '99.9'")


def test_trace_reads_tests_from_elsewhere(call: Call, tmp_path: Path) -> None:
    check_bad(call("trace", "--tests", str(tmp_path / "nothing")), "--tests")
    (tmp_path / "test_one.py").write_text('@clause("star-baceball 3.1")\ndef test_x(): ...\n')
    data = json.loads(call("trace", "star-baceball", "--json", "--tests", str(tmp_path)).out)
    assert {row["id"]: row["tests"] for row in data if row["tests"]} == {
        "3.1": ["test_one.py::test_x"]
    }


@pytest.mark.parametrize(
    ("name", "text"),
    [("test_x.py", "def ("), ("rounds/x.toml", "="), ("rounds/x.toml", "a = 1")],
    ids=["program", "rounds", "no rounds"],
)
def test_trace_says_which_test_it_cannot_read(
    name: str, text: str, call: Call, tmp_path: Path
) -> None:
    (tmp_path / "rounds").mkdir()
    (tmp_path / name).write_text(text)
    check_bad(call("trace", "--tests", str(tmp_path)), str(tmp_path / name))


# A rulebook of the user's own


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """Canberra's book under another name, with better odds for a blackjack."""
    folder = tmp_path / "house-rules"
    shutil.copytree(find_book("canberra-blackjack").folder, folder)
    change(folder, 'odds = "3 to 2", clause = "8.1(a)"', 'odds = "7 to 5", clause = "8.1(a)"')
    return folder


def change(folder: Path, old: str, new: str, file: str = "rules.toml") -> None:
    text = (folder / file).read_text(encoding="utf-8")
    assert text.count(old) == 1, old
    (folder / file).write_text(text.replace(old, new), encoding="utf-8")


BLACKJACK = {"cards": '"AH 9D TC 8S"', "play": "[]"}


def test_settle_by_a_book_of_ones_own(call: Call, save: Save, house: Path) -> None:
    own = save(record(game='"house-rules/blackjack"', **BLACKJACK), "own.round")
    theirs = save(record(**BLACKJACK), "theirs.round")
    answer = call("settle", "--json", "--rulebook", str(house), own, theirs)
    data = json.loads(answer.out)
    assert [one["game"] for one in data] == ["house-rules/blackjack", CANBERRA]
    assert [one["net"]["ann"] for one in data] == ["14.00", "15.00"]
    assert "wins 7 to 5" in call("settle", "--rulebook", str(house), own).out
    check_bad(call("settle", own), "no rulebook 'house-rules'")


def test_the_other_commands_take_a_book_of_ones_own(call: Call, save: Save, house: Path) -> None:
    option = ("--rulebook", str(house))
    own = save(record(game='"house-rules/blackjack"', **BLACKJACK))
    assert "wins 7 to 5" in call("explain", *option, own).out
    assert call("rules", *option, "house-rules", "8.1(a)").out.startswith("8.1(a)")
    books = json.loads(call("rulebooks", *option, "--json").out)
    assert [book["id"] for book in books] == [*built_in_books(), "house-rules"]
    assert "house-rules: Blackjack, Casino Canberra" in call("rulebooks", *option).out
    rows = json.loads(call("trace", *option, "--json", "house-rules").out)
    assert {row["book"] for row in rows} == {"house-rules"}
    assert len(json.loads(call("trace", *option, "--json").out)) == 1900 + len(rows)


def test_a_book_of_ones_own_may_replace_one_of_ours(call: Call, save: Save, house: Path) -> None:
    folder = str(house.rename(house.with_name("canberra-blackjack")))
    path = save(record(**BLACKJACK))
    answer = call("settle", "--json", "--rulebook", folder, path)
    assert json.loads(answer.out)["net"] == {"ann": "14.00"}
    books = json.loads(call("rulebooks", "--json", "--rulebook", folder).out)
    assert sorted(book["id"] for book in books) == built_in_books()
    rows = json.loads(call("trace", "--json", "--rulebook", folder).out)
    assert len(rows) == 1900


COMMANDS = [
    ("settle", "FILE"),
    ("explain", "FILE"),
    ("rulebooks",),
    ("rulebooks", "--json"),
    ("rules", "house-rules"),
    ("trace",),
]
BREAKS = {
    "a key": ("boxes = {", "nonsense = 1\nboxes = {"),
    "a clause": ('boxes = { value = 9, clause = "1.1" }', 'boxes = { value = 9, clause = "?" }'),
    "a branch": ("stands-soft-17 = {", "stands = {"),
    "a branch not taken": ("hits-soft-17 = {", "hits = {"),
    "a key not taken": ("hits-soft-17 = {", "hits-soft-17 = { nonsense = 1,"),
}


@pytest.mark.parametrize("broken", BREAKS)
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_every_command_refuses_a_broken_book(
    command: tuple[str, ...], broken: str, call: Call, save: Save, house: Path
) -> None:
    change(house, *BREAKS[broken])
    path = save(record(game='"house-rules/blackjack"'))
    arguments = [path if word == "FILE" else word for word in command]
    check_bad(call(*arguments, "--rulebook", str(house)), "house-rules/rules.toml")


def test_a_folder_that_is_no_book(call: Call, tmp_path: Path) -> None:
    check_bad(call("rulebooks", "--rulebook", str(tmp_path)), "rules.toml: this file is missing")
    file = tmp_path / "file"
    file.write_text("")
    check_bad(call("rulebooks", "--rulebook", str(file)), str(file))
