"""`bythebook powers` and the data behind it: who may do what, in every book."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from bythebook.cli import main
from bythebook.errors import Malformed
from bythebook.rulebooks import built_in_books, find_book
from bythebook.rulebooks.chapters.conduct import rank_of
from bythebook.rulebooks.tables import ANYBODY, PLAYER, find_table_rules, has_table_rules
from bythebook.table import orders
from bythebook.table.cards import orders as card_orders
from bythebook.table.table import HANDLERS

BOOKS = [book for book in built_in_books() if has_table_rules(find_book(book))]


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    def run(*arguments: str) -> tuple[int, str, str]:
        status = 0
        try:
            main(list(arguments))
        except SystemExit as end:
            status = int(end.code or 0)
        said = capsys.readouterr()
        return status, said.out, said.err

    return run


# The command


@pytest.mark.parametrize("book", BOOKS)
def test_every_power_is_printed_with_its_clause(
    book: str, call: Callable[..., tuple[int, str, str]]
) -> None:
    status, out, err = call("powers", book)
    assert (status, err) == (0, "")
    conduct = find_table_rules(book).conduct
    for name, entries in conduct.acts.items():
        for act in entries:
            assert f"{act.says} ({name}) [{act.clause}" in out
    for role in conduct.ladder:
        assert role.title in out


def test_what_one_role_may_do_includes_what_is_below(
    call: Callable[..., tuple[int, str, str]],
) -> None:
    """Crown: the Area Manager changes limits; a Higher Duties Dealer does not."""
    _, manager, _ = call("powers", "crown-blackjack", "--role", "area-manager")
    _, dealer, _ = call("powers", "crown-blackjack", "--role", "higher-duties-dealer")
    assert "(change-limits)" in manager
    assert "(change-limits)" not in dealer
    assert "(deal)" in manager
    assert "(deal)" in dealer
    _, inspector, _ = call("powers", "star-baceball", "--role", "inspector")
    assert "(order-check)" in inspector
    assert "(deal)" not in inspector


def test_conditions_are_told_with_their_clauses(call: Callable[..., tuple[int, str, str]]) -> None:
    _, out, _ = call("powers", "crown-blackjack")
    confine = out[out.index("(confine)") :]
    assert "after telling: Inspector [6.8.1]" in confine[:300]
    close = out[out.index("(close)") :]
    assert "after 3 rounds' notice [20.5]" in close[:300]


def test_powers_as_json(call: Callable[..., tuple[int, str, str]]) -> None:
    data = json.loads(call("powers", "star-blackjack-challenge", "--json")[1])
    assert data["book"] == "star-blackjack-challenge"
    assert data["ladder"][0] == {"role": "dealer", "title": "Dealer"}
    (confine,) = [power for power in data["powers"] if power["act"] == "confine"]
    assert (confine["by"], confine["clause"]) == ("gaming-manager", "5.15")
    less = json.loads(call("powers", "star-blackjack-challenge", "--role", "dealer", "--json")[1])
    assert {power["by"] for power in less["powers"]} <= {"dealer", PLAYER, ANYBODY}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("powers", "nonsense"), "no rulebook"),
        (("powers", "crown-blackjack", "--role", "king"), "no role 'king'"),
        (("powers", "crown-blackjack", "--role", "king", "--json"), "no role 'king'"),
    ],
)
def test_bad_input_gets_one_clear_line(
    arguments: tuple[str, ...], words: str, call: Callable[..., tuple[int, str, str]]
) -> None:
    status, out, err = call(*arguments)
    assert (status, out) == (2, "")
    assert words in err
    assert err.count("\n") == 1


# The data


@pytest.mark.parametrize("book", BOOKS)
def test_every_act_is_a_command_or_is_only_recorded(book: str) -> None:
    tags = {str(kind.__struct_config__.tag) for kind in HANDLERS}
    for name, entries in find_table_rules(book).conduct.acts.items():
        for act in entries:
            assert act.record == (name not in tags), name


@pytest.mark.parametrize("book", BOOKS)
def test_the_ladder_has_no_role_twice_and_says_who_is_equal(book: str) -> None:
    conduct = find_table_rules(book).conduct
    roles = [role.role for role in (*conduct.ladder, *conduct.beside)]
    assert len(roles) == len(set(roles))
    ranks = [rank_of(conduct, role.role) for role in conduct.ladder]
    assert ranks[0] == 0
    assert all(rank is not None for rank in ranks)
    assert all(rank_of(conduct, role.role) is None for role in conduct.beside)


def test_every_command_of_a_table_has_its_handler() -> None:
    found = {
        kind
        for module in (orders, card_orders)
        for kind in vars(module).values()
        if isinstance(kind, type)
        and issubclass(kind, orders.Command)
        and not kind.__subclasses__()  # what has some is a heading of the desk, no command
    }
    # Three are nobody's: the meters and the casino say them themselves.
    told = {orders.ReadMeters, orders.ReturnStake, orders.ReadStanding}
    assert found == {*HANDLERS, *told}


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A book of one's own: Canberra's, under another name."""
    folder = tmp_path / "house"
    shutil.copytree(find_book("canberra-blackjack").folder, folder)
    return folder


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('clause = "14.1"', 'clause = "99.9"', "99.9"),
        ('by = "dealer"', 'by = "king"', "'king' is no role"),
        ("[seats]", "[seats]\nthrone = 1", "throne"),
        ("[seats]", "[seats", "table.toml"),
        ('act = "check-cards"', 'act = "check-hats"', "check-hats"),
    ],
)
def test_a_broken_table_file_says_where(
    old: str, new: str, words: str, house: Path, call: Callable[..., tuple[int, str, str]]
) -> None:
    path = house / "table.toml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    status, out, err = call("powers", "house", "--rulebook", str(house))
    assert (status, out) == (2, "")
    assert words in err


def test_a_book_of_ones_own_may_leave_its_tables_out(
    house: Path, call: Callable[..., tuple[int, str, str]]
) -> None:
    assert call("powers", "house", "--rulebook", str(house))[0] == 0
    (house / "table.toml").unlink()
    other = house.rename(house.with_name("bare"))
    status, out, _ = call("powers", "bare", "--rulebook", str(other))
    assert status == 0
    assert "The book does not say it: its tables are run by the plain conduct, edition 1." in out
    assert "close the table (close) [plain:5]" in out
    assert call("rules", "bare", "--rulebook", str(other))[0] == 0


def test_only_books_with_tables_are_run(call: Callable[..., tuple[int, str, str]]) -> None:
    assert set(built_in_books()) - set(BOOKS) == {"reference-blackjack"}
    for book in built_in_books():
        assert find_table_rules(book).book.id == book
        assert find_table_rules(book).plain == (book not in BOOKS)
    with pytest.raises(Malformed):
        find_table_rules("nonsense")
    status, out, _ = call("powers", "reference-blackjack")
    assert status == 0
    assert "run by the plain conduct" in out
