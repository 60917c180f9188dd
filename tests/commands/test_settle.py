"""Many records at once: found, settled, written as rows, held against what was paid."""

import csv
import json
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path

import pytest

from bythebook import Malformed, dump_all, load_all, parse_record
from tests.commands.calling import Call

# Worked by hand. Ann's 20 against 19 wins 1 to 1 (Canberra 9.4(b)); at Crown an eleven is doubled
# to 21 against 19; at Canberra 18 against 19 loses.
WON = """
game = "canberra-blackjack/blackjack"
wagers = ["1 ann 10"]
cards = "TH 9D TC TS"
play = ["1 stand"]
"""
DOUBLED = """
game = "crown-blackjack/blackjack"
date = 2025-08-01
wagers = ["1 ann 20", "2 bob 10"]
cards = "6C TH 9D 5H TC TS TD"
play = ["1 double", "2 stand"]
"""
SPLIT = """
game = "canberra-blackjack/blackjack"
wagers = ["1 ann 10"]
cards = "8H 9D 8C TC 9S TS"
play = ["1 split", "1 stand", "1 stand"]
"""
LOST = WON.replace("TC TS", "8C TS")
UNFINISHED = WON.replace('["1 stand"]', "[]")

Write = Callable[[str, str], str]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def to_file(name: str, text: str) -> str:
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return str(path)

    return to_file


def claiming(record: str, *lines: str) -> str:
    return f"{record}claimed = {json.dumps(lines)}\n"


# Where records are found


def test_a_folder_gives_all_its_records_each_under_its_file(
    call: Call, write: Write, tmp_path: Path
) -> None:
    won, lost = write("day/a.round", WON), write("day/b.round", LOST)
    write("day/notes.txt", "nothing of ours")
    answer = call("settle", str(tmp_path / "day"), "--json")
    assert [(one["file"], one["net"]) for one in answer.data] == [
        (won, {"ann": "10.00"}),
        (lost, {"ann": "-10.00"}),
    ]


def test_a_pattern_that_the_shell_left_alone_is_understood(
    call: Call, write: Write, tmp_path: Path
) -> None:
    write("day/a.round", WON)
    write("day/b.round", LOST)
    assert len(call("settle", f"{tmp_path}/**/*.round", "--json").data) == 2
    none = call("settle", str(tmp_path / "*.nothing"))
    assert (none.status, none.out) == (2, "")
    assert "no file fits this pattern" in none.err


def test_an_empty_folder_is_no_success(call: Call, tmp_path: Path) -> None:
    answer = call("settle", str(tmp_path))
    assert (answer.status, answer.out) == (2, "")
    assert "no records in this folder" in answer.err


def test_many_rounds_in_one_document_share_what_stands_above_them(call: Call, write: Write) -> None:
    file = write(
        "evening.rounds",
        """
        game = "canberra-blackjack/blackjack"
        play = ["1 stand"]
        wagers = ["1 ann 10"]

        [[rounds]]
        cards = "TH 9D TC TS"

        [[rounds]]
        cards = "TH 9D 8C TS"
        wagers = ["1 bob 25"]
        """,
    )
    answer = call("settle", file, "--json")
    assert [(one["round"], one["net"]) for one in answer.data] == [
        (1, {"ann": "10.00"}),
        (2, {"bob": "-25.00"}),
    ]


def test_lines_of_json_are_records_too(call: Call, write: Write) -> None:
    record = {
        "game": "crown-blackjack/blackjack",
        "date": "2025-08-01",
        "wagers": ["1 ann 20"],
        "cards": "6C 9D 5H TS TD",
        "play": ["1 double"],
    }
    line = json.dumps(record)
    file = write("rounds.jsonl", f"{line}\n\n{line}\n")
    answer = call("settle", file, "--json")
    assert [one["net"] for one in answer.data] == [{"ann": "40.00"}] * 2
    for whole in (f"[{line}]", json.dumps({"rounds": [record]})):
        alone = call("settle", write("list.json", whole), "--json")
        assert alone.data["net"] == {"ann": "40.00"}
    odd = json.dumps({**record, "readings": {"x\u2028y": "z"}}, ensure_ascii=False)
    assert "round 1" in call("settle", write("odd.jsonl", odd)).err  # one line, however it looks


def test_what_is_wrong_in_a_file_of_many_says_where(call: Call, write: Write) -> None:
    file = write("rounds.jsonl", '{"game": 1}\n[]\n')
    assert f"{file}: line 2: a record is a table of keys" in call("settle", file).err
    good = json.dumps({"game": "x/y", "wagers": [], "cards": ""})
    file = write("more.jsonl", f"{good}\n")
    assert f"{file}: round 1: there is no rulebook 'x'" in call("settle", file).err
    file = write("date.jsonl", '{"game": "x/y", "wagers": [], "cards": "", "date": "soon"}')
    assert "date: a date such as 2025-07-01 is expected, not 'soon'" in call("settle", file).err
    file = write("a.rounds", "rounds = 3\n")
    assert f"{file}: rounds: each is written under [[rounds]]" in call("settle", file).err
    file = write("broken.jsonl", "{nonsense}\n")
    assert f"{file}: line 1: not JSON" in call("settle", file).err


def test_all_records_of_a_text_are_read_and_written() -> None:
    records = [parse_record(text) for text in (WON, claiming(DOUBLED, "1 ann 80"), LOST)]
    assert load_all(dump_all(records)) == records
    with pytest.raises(Malformed, match="round 2: a record must say its cards"):
        load_all(dump_all(records[:1]) + '\n[[rounds]]\ngame = "x/y"\nwagers = []\n')


# Records that cannot be settled


def test_the_first_failure_ends_it_with_nothing_printed(call: Call, write: Write) -> None:
    answer = call("settle", write("a.round", WON), write("b.round", UNFINISHED))
    assert (answer.status, answer.out) == (2, "")
    assert "still needs a decision" in answer.err


def test_kept_going_the_others_are_settled_and_each_failure_is_named(
    call: Call, write: Write
) -> None:
    bad = write("b.round", UNFINISHED)
    worse = write("c.round", "not a record at all")
    answer = call("settle", "-k", write("a.round", WON), bad, worse, write("d.round", LOST))
    assert answer.status == 2
    assert answer.out.count("Dealer") == 2
    assert [line.split(": ")[1] for line in answer.err.splitlines()] == [bad, worse]


def test_a_record_that_fails_is_a_row_with_its_error(
    call: Call, write: Write, tmp_path: Path
) -> None:
    to = tmp_path / "rows.jsonl"
    bad = write("b.round", UNFINISHED)
    answer = call("settle", "-k", write("a.round", WON), bad, "--to", str(to))
    assert answer.status == 2
    rows = [json.loads(line) for line in to.read_text().splitlines()]
    assert [(row["file"], row.get("returned")) for row in rows][1] == (bad, None)
    assert "still needs a decision" in rows[1]["error"]


# Rows


def test_rows_are_the_same_in_every_form(call: Call, write: Write, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    file = write("a.round", DOUBLED)
    for suffix in ("jsonl", "csv", "parquet"):
        answer = call("settle", file, "--to", str(tmp_path / f"rows.{suffix}"))
        assert answer.out == f"2 rows of 1 record in {tmp_path / 'rows'}.{suffix}\n"
    lines = [json.loads(line) for line in (tmp_path / "rows.jsonl").read_text().splitlines()]
    told = [(row["player"], row["paid"], row["returned"], row["date"]) for row in lines]
    assert told == [
        ("ann", "40.00", "80.00", "2025-08-01"),
        ("bob", "10.00", "20.00", "2025-08-01"),
    ]
    with (tmp_path / "rows.csv").open(newline="") as opened:
        cells = list(csv.DictReader(opened))
    for line, row in zip(lines, cells, strict=True):
        assert row["clauses"] == " ".join(line["clauses"])
        assert all(row[name] == str(line[name] or "") for name in ("box", "stake", "odds", "file"))
    table = parquet.read_table(tmp_path / "rows.parquet").to_pylist()
    assert [(row["box"], row["paid"], row["clauses"]) for row in table] == [
        (row["box"], Decimal(row["paid"]), row["clauses"]) for row in lines
    ]


def test_several_processes_answer_in_order(call: Call, write: Write, tmp_path: Path) -> None:
    for number in range(80):
        write(f"day/{number:02}.round", WON.replace("1 ann 10", f"1 ann {number + 1}"))
    answer = call("settle", str(tmp_path / "day"), "-j", "2", "--json")
    assert [one["net"]["ann"] for one in answer.data] == [f"{n + 1}.00" for n in range(80)]


def test_rows_go_where_they_can_be_written(call: Call, write: Write) -> None:
    file = write("a.round", WON)
    for arguments, words in (
        (("--to", "rows.xls"), "a file that ends in .jsonl, .csv or .parquet"),
        (("--to", "nowhere/rows.csv"), "there is no such folder"),
        (("--to", "rows.csv", "--check"), "rows go to a file"),
    ):
        answer = call("settle", file, *arguments)
        assert (answer.status, answer.out) == (2, "")
        assert words in answer.err


# What was paid, and what was due


def test_what_was_paid_rightly_is_no_difference(call: Call, write: Write) -> None:
    files = [
        write("a.round", claiming(WON, "1 ann 20")),
        write("b.round", claiming(LOST, "1 ann 0")),
        write("c.round", claiming(DOUBLED, "1 ann 80", "2 bob 20")),
    ]
    answer = call("settle", "--check", *files)
    assert (answer.status, answer.err) == (0, "")
    assert answer.out == "3 rounds; 4 claims held against the rules; none wrong\n"


def test_a_cent_too_much_or_too_little_is_found(call: Call, write: Write) -> None:
    files = [
        write("a.round", claiming(WON, "1 ann 20.01")),
        write("b.round", claiming(DOUBLED, "1 ann 79.99")),
    ]
    answer = call("settle", "--check", *files)
    assert answer.status == 1
    assert "claimed 20.01  due 20.00  +0.01, too much" in answer.out
    assert "claimed 79.99  due 80.00  -0.01, too little" in answer.out
    assert answer.out.endswith(
        "2 rounds; 2 claims held against the rules; 2 wrong; 0.01 too much, 0.01 too little; "
        "1 wager of which nothing is claimed\n"
    )
    (file,) = files[:1]
    told = call("settle", "--check", "--json", file)
    assert told.status == 1
    (claim,) = json.loads(told.out)["claims"]
    assert (claim["claimed"], claim["due"], claim["difference"]) == ("20.01", "20.00", "0.01")
    assert claim["clauses"]


def test_hands_of_a_split_box_are_claimed_together_or_one_by_one(call: Call, write: Write) -> None:
    # 18 and 17 against 19: both hands lose.
    both = call("settle", "--check", write("a.round", claiming(SPLIT, "1 ann 20")))
    assert "claimed 20.00  due 0.00" in both.out
    one = call("settle", "--check", write("b.round", claiming(SPLIT, "1.1 ann 0", "1.2 ann 20")))
    assert one.status == 1
    assert "Box 1, hand 2, ann: main  claimed 20.00  due 0.00" in one.out
    assert "hand 1" not in one.out


def test_claims_that_mean_nothing_are_refused(call: Call, write: Write) -> None:
    for lines, words in (
        (
            ("1 bob 20",),
            "claimed line 1 '1 bob 20': there was no such wager; there were 1 ann main",
        ),
        (("1 ann",), "a claim is: box[.hand] player amount [wager]"),
        (("1 ann 20", "1 ann 20"), "this was claimed before"),
        (("1 ann 20", "1.1 ann 20"), "claimed for the whole box and for a hand of it"),
        (("1.x ann 20",), "'x' is not the number of a box"),
    ):
        answer = call("settle", "--check", write("a.round", claiming(WON, *lines)))
        assert (answer.status, answer.out) == (2, ""), lines
        assert words in answer.err
