"""Every lesson that comes with the program is taken: as the book wants it, and wrongly."""

import pytest
from msgspec import Struct
from msgspec.structs import replace

from bythebook.cards import parse_card
from bythebook.dealer_school.findings import Finding
from bythebook.dealer_school.judging import (
    Called,
    Leaves,
    Ordered,
    Paid,
    payments_due,
    report,
    right_act,
    take,
)
from bythebook.dealer_school.lesson import Lesson, Seat
from bythebook.dealer_school.library import (
    books_with_lessons,
    find_lesson,
    lessons_of,
    shared_tables,
)
from bythebook.dealer_school.planting import (
    CONSEQUENCES,
    NAMES,
    random_lesson,
    sorts,
    with_planted,
)
from bythebook.dealer_school.shift import Shift, begin
from bythebook.dealer_school.telling import scene
from bythebook.dealer_school.wanting import bearer, wanted
from bythebook.game import commands as c
from bythebook.rulebooks import built_in_books, find_book
from bythebook.rulebooks.tables import find_table_rules, has_table_rules
from bythebook.table import orders as o
from bythebook.table.cards import orders as m
from bythebook.table.cards.depths import cards_left
from tests.table.floor import cents

ALL = [(book, name) for book in books_with_lessons() for name in lessons_of(book)]
PLANTED = [one for one in ALL if find_lesson("/".join(one)).planted]
AT = 1_000


def on_to(shift: Shift, planted: bool = True) -> Shift:
    """As the book wants it, up to where something has gone wrong, or to the payment."""
    while not shift.ended and not (planted and shift.planted):
        if not planted and not wanted(shift):
            break
        shift = right(shift)
    return shift


def right(shift: Shift, after: int = 1) -> Shift:
    assert scene(shift)
    did, at = right_act(shift)
    return take(shift, did, at + after)


def taken(lesson: Lesson) -> Shift:
    shift = begin(lesson, "mia", AT)
    for _ in range(300):
        if shift.ended:
            return shift
        shift = right(shift)
    raise AssertionError("it does not end")


def last(shift: Shift) -> Finding:
    return shift.findings[-1]


def test_every_book_has_twenty_lessons() -> None:
    with_tables = {book for book in built_in_books() if has_table_rules(find_book(book))}
    assert set(books_with_lessons()) == with_tables
    assert all(len(lessons_of(book)) >= 20 for book in books_with_lessons())


@pytest.mark.parametrize(("book", "name"), ALL)
def test_done_as_the_book_wants_it_nothing_is_found(book: str, name: str) -> None:
    """The table takes every act that the lesson wants, and the clauses it teaches come up."""
    lesson = find_lesson(f"{book}/{name}")
    shift = taken(lesson)
    told = report(shift)
    assert told.clean, [one for one in told.findings if one.kind != "right"]
    assert told.accuracy == 100.0
    assert not told.read_again
    assert len(shift.fired) == len(lesson.planted)
    assert set(lesson.teaches) <= {one.clause for one in shift.findings}
    assert all(one.clause in shift.rules.book.clauses for one in shift.findings)


@pytest.mark.parametrize(("book", "name"), PLANTED)
def test_what_was_planted_and_left_is_found_by_its_clause(book: str, name: str) -> None:
    shift = on_to(begin(find_lesson(f"{book}/{name}"), "mia", AT))
    wants = wanted(shift)
    gone = take(shift, Leaves(), AT + 500)
    told = report(gone)
    undone = {one.clause for one in gone.findings if one.kind == "undone"}
    assert wants[0].clause in undone & {one.clause for one in told.read_again}
    if shift.open:  # too late is found too
        late = right(shift, after=10_000)
        assert (last(late).kind, last(late).clause) == ("late", wants[0].clause)


def test_a_wrong_act_names_the_clause_of_the_right_one() -> None:
    """Crown 17.2: a card face up is out of play; dealt all the same, that is found."""
    shift = on_to(begin(find_lesson("crown-blackjack/10-face-up"), "mia", AT))
    wrong = take(shift, Ordered(o.Deal(parse_card("AS"))), AT + 5)
    found = next(one for one in wrong.findings if one.kind != "right")
    assert (found.kind, found.clause, found.wanted) == (
        "wrong", "17.2", "discard a card found face up (AS)",
    )  # fmt: skip
    assert "lies face up" in found.planted
    assert [one.clause for one in report(wrong).read_again] == ["17.2"]


def test_a_refused_act_is_judged_by_the_clause_that_refuses_it() -> None:
    """Crown 17.5: only a Higher Duties Dealer rebuilds a hand; the dealer calls one."""
    shift = on_to(begin(find_lesson("crown-blackjack/15-misplaced"), "mia", AT))
    tried = take(shift, Ordered(m.Resolve("rebuild")), AT + 5)
    assert (last(tried).kind, last(tried).clause) == ("refused", "17.5")
    assert tried.table == shift.table
    called = take(tried, Called("higher-duties-dealer"), AT + 9)
    assert (last(called).kind, last(called).did) == ("right", "call the Higher Duties Dealer")
    assert not called.table.irregular


def test_who_is_called_must_be_of_the_rank_and_needed() -> None:
    shift = on_to(begin(find_lesson("crown-blackjack/22-dispute"), "mia", AT))
    low = take(shift, Called("higher-duties-dealer"), AT + 5)
    assert (last(low).kind, last(low).clause) == ("refused", "20.12")
    begun = begin(find_lesson("crown-blackjack/01-first-round"), "mia", AT)
    alone = take(begun, Called("area-manager"), AT + 5)
    assert last(alone).kind == "needless"


def test_a_decision_that_the_player_did_not_take_is_wrong() -> None:
    shift = begin(find_lesson("crown-blackjack/01-first-round"), "mia", AT)
    while (due := wanted(shift)) and not isinstance(due[0].command, o.Decide):
        shift = right(shift)
    heard = take(shift, Ordered(o.Decide(c.Hit(1))), AT + 30)  # Ann waved her hand
    assert (last(heard).kind, last(heard).did, last(heard).wanted) == (
        "wrong", "hit, box 1", "stand, box 1",
    )  # fmt: skip


def test_to_correct_what_one_mistyped_is_no_second_mistake() -> None:
    """The wrong card stays found; corrected, the round goes on as it was dealt."""
    shift = begin(find_lesson("crown-blackjack/01-first-round"), "mia", AT)
    shift = right(right(shift))
    wrong = take(shift, Ordered(o.Deal(parse_card("9S"))), AT + 9)  # 9D came
    assert last(wrong).kind == "wrong"
    put = m.CorrectEntry(parse_card("9S"), (parse_card("9D"),))
    mended = take(wrong, Ordered(put, "mistyped"), AT + 12)
    assert mended.findings == wrong.findings
    assert mended.table.playing.hand(2, 1).cards == right(shift).table.playing.hand(2, 1).cards
    while not mended.ended:
        mended = right(mended)
    assert report(mended).counts["wrong"] == 1


@pytest.mark.parametrize(
    ("lesson", "sums"),
    [
        # Worked by hand from the clauses: a blackjack at 3 to 2 on 30; 18 and 17 against 17.
        ("crown-blackjack/02-blackjack", {1: "45", 2: "0"}),
        # 25 bust, 50 with 17 against 17, 40 with 19.
        ("crown-blackjack/03-busts-and-stand-offs", {1: "-25", 2: "0", 3: "40"}),
        # 11 doubled gets a ten: 21 against 21 (6, ten, 5) stands off; 19 loses 50.
        ("crown-blackjack/04-double", {1: "0", 2: "-50"}),
        # Both split eights have 18 and the dealer 6, ten, nine: 25 busts.
        ("canberra-blackjack/05-split", {1: "50", 2: "50"}),
    ],
)
def test_wrong_payments_are_found_to_the_cent(lesson: str, sums: dict[int, str]) -> None:
    shift = on_to(begin(find_lesson(lesson), "mia", AT), planted=False)
    due = payments_due(shift)
    assert {one.box: one.cents for one in due if one.wager == "main"} == {
        box: cents(dollars) for box, dollars in sums.items()
    }
    paid = take(shift, Paid(due), shift.now)
    assert report(paid).clean
    wrong = take(shift, Paid((replace(due[0], cents=due[0].cents + 250), *due[1:])), shift.now)
    found = [one for one in wrong.findings if one.kind == "payment"]
    assert [one.cents for one in found] == [250]
    assert report(wrong).paid_wrongly == 250
    nothing = take(shift, Paid(()), shift.now)
    owed = [one for one in due if one.cents]
    assert [one.cents for one in nothing.findings if one.kind == "payment"] == [
        -one.cents for one in owed
    ]


@pytest.mark.parametrize("book", books_with_lessons())
def test_a_shift_at_random_can_be_put_right(book: str) -> None:
    """Whatever was planted came up, and somebody who knows the book is through."""
    lesson = random_lesson(book, seed=3)
    assert lesson == random_lesson(book, seed=3)
    assert len(lesson.planted) >= 3
    shift = taken(lesson)
    assert report(shift).clean
    assert len(shift.fired) == len(lesson.planted)


@pytest.mark.parametrize("book", books_with_lessons())
def test_the_generator_knows_all_that_the_book_has(book: str) -> None:
    """Cards, machines, requests, reports, disputes: by the book's own settings, acts and duties."""
    rules = find_table_rules(book)
    names: set[str] = set()
    for setup in shared_tables(book).values():
        game = rules.book.game(setup.game, decks=setup.decks)
        names |= {sort.name for sort in sorts(rules.conduct, game, setup)}
    assert {"face-up", "misplaced", "drawn-in-error", "extra", "extra-unseen"} <= names
    reported = {
        name
        for name, entries in rules.conduct.acts.items()
        if entries[0].record and entries[0].then_tell and entries[0].by == "dealer"
    }
    assert reported <= names
    assert {due.act for due in rules.conduct.duties if due.after == "ask-for-rules"} <= names


@pytest.mark.parametrize("book", books_with_lessons())
def test_every_irregularity_of_the_book_is_planted_and_can_be_put_right(book: str) -> None:
    """The words are the book's own: whatever it has a rule for, but what is no event."""
    rules = find_table_rules(book)
    said: set[str] = set()
    planted: dict[str, bool] = {}
    for table, setup in shared_tables(book).items():
        game = rules.book.game(setup.game, decks=setup.decks)
        errors = game.rules.irregularities
        assert errors is not None
        said |= {
            word for word in errors.__struct_fields__ if isinstance(getattr(errors, word), Struct)
        }
        seats = tuple(
            Seat(name=name, box=box, wagers={"main": str(setup.limits["main"][0] // 100)})
            for box, name in enumerate(NAMES[:2], start=1)
        )
        lesson = Lesson(
            title="One thing", book=book, teaches=("x",), says="-", table=table, players=seats
        )
        for sort in sorts(rules.conduct, game, setup, len(seats)):
            if not all(planted.get(word) for word in sort.words):
                ways = (with_planted(replace(lesson, seed=seed), sort, 1, 0) for seed in range(4))
                planted |= dict.fromkeys(sort.words, any(one is not None for one in ways))
    assert said - set(planted) <= set(CONSEQUENCES)
    assert [word for word, comes in planted.items() if not comes] == []


def test_cards_run_out_and_a_burn_is_forgotten_by_the_tables_own_orders() -> None:
    """17.11: the discards are shuffled in the middle of the round; 17.1.1: begun again."""
    base = replace(find_lesson("crown-blackjack/01-first-round"), cards="", left=3)
    shift = begin(base, "mia", AT)
    assert cards_left(shift.rules, shift.table) == 3
    while not shift.ended:
        shift = right(shift)
    assert "17.11" in {one.clause for one in shift.findings}
    shift = begin(replace(base, left=0, begins="unburned"), "mia", AT)
    assert shift.table.shoe.status == "to-burn"


def test_a_new_act_of_a_book_is_planted_without_a_line_here() -> None:
    rules = find_table_rules("crown-blackjack")
    act = rules.conduct.acts["report-influence"][0]
    new = replace(act, says="report a drone above the table")
    conduct = replace(rules.conduct, acts={**rules.conduct.acts, "report-drone": (new,)})
    setup = shared_tables("crown-blackjack")["shoe"]
    found = {sort.name: sort for sort in sorts(conduct, rules.book.game("blackjack"), setup)}
    assert "drone" in found["report-drone"].plant.says
    assert NAMES[0] == "Ann"


def test_whose_order_it_is_follows_from_the_book() -> None:
    shift = on_to(begin(find_lesson("tasmania-blackjack/16-misplaced"), "mia", AT))
    who = bearer(shift, wanted(shift)[0], shift.now)
    assert who is not None
    assert who.role == "inspector"
