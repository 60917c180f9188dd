"""What somebody owes because something was done: due, in the alarms, in the way until it is done.

The same in every book that has it; each clause is cited by its own book.
"""

from collections.abc import Callable

import pytest

from bythebook.cards import parse_card, parse_cards
from bythebook.house.staff.registers_view import alarms
from tests.books.baceball import floor as baceball
from tests.books.canberra import floor as canberra
from tests.books.crown import floor as crown
from tests.books.star_challenge import floor as challenge
from tests.books.tasmania import floor as tasmania
from tests.clauses import clause
from tests.table.floor import Floor, m, o


def at_baceball() -> Floor:
    floor = baceball.loaded()
    floor.players(ann=1, ben=2)
    return floor


TABLES: dict[str, Callable[[], Floor]] = {
    "canberra-blackjack": lambda: canberra.ready(seats={"ann": 1, "ben": 2}),
    "crown-blackjack": lambda: crown.seated("ann ben"),
    "star-baceball": at_baceball,
    "star-blackjack-challenge": lambda: challenge.ready(ann=1, ben=2),
    "tasmania-blackjack": lambda: tasmania.started(ann=1, ben=2),
}


def alarmed(floor: Floor) -> list[tuple[str, str]]:
    return [(alarm.kind, alarm.clause) for alarm in alarms(floor.rules, floor.state, floor.clock)]


# Who has broken a rule that nobody but those at the table can see broken

REPORTS = [
    ("canberra-blackjack", "report-staff", "16.5(a)", "supervisor"),
    ("canberra-blackjack", "report-advantage", "16.5(b)", "supervisor"),
    ("canberra-blackjack", "report-procedures", "16.5(c)", "supervisor"),
    ("canberra-blackjack", "report-influence", "16.7", "supervisor"),
    ("canberra-blackjack", "report-side-bet", "16.8", "supervisor"),
    ("crown-blackjack", "report-staff-advice", "20.6", "area-manager"),
    ("crown-blackjack", "report-influence", "20.7", "area-manager"),
    ("crown-blackjack", "report-side-bet", "20.9", "area-manager"),
    ("star-baceball", "report-staff-advice", "14.6", "gaming-supervisor"),
    ("star-baceball", "report-influence", "14.7", "gaming-supervisor"),
    ("star-baceball", "report-side-bet", "14.10", "gaming-supervisor"),
    ("star-blackjack-challenge", "report-staff-advice", "20.11", "supervisor"),
    ("star-blackjack-challenge", "report-influence", "20.12", "supervisor"),
    ("star-blackjack-challenge", "report-side-bet", "20.15", "supervisor"),
    ("tasmania-blackjack", "report-staff-advice", "18:intro", "inspector"),
]


@clause(
    "canberra-blackjack 16.5(a)", "canberra-blackjack 16.5(b)", "canberra-blackjack 16.5(c)",
    "canberra-blackjack 16.7", "canberra-blackjack 16.8", "crown-blackjack 20.6",
    "crown-blackjack 20.7", "crown-blackjack 20.9", "star-baceball 14.6", "star-baceball 14.7",
    "star-baceball 14.10", "star-blackjack-challenge 20.11", "star-blackjack-challenge 20.12",
    "star-blackjack-challenge 20.15", "tasmania-blackjack 18:intro",
)  # fmt: skip
@pytest.mark.parametrize(("book", "act", "by", "told"), REPORTS)
def test_whoever_may_act_on_it_is_told_and_until_then_it_is_an_alarm(
    book: str, act: str, by: str, told: str
) -> None:
    floor = TABLES[book]()
    before = alarmed(floor)
    floor.no(by, "dealer", o.Perform(act, player="ann"))  # it says why
    floor.no(by, "player", o.Perform(act, player="ben"), by="ben", why="he told her to stand")
    floor.ok("dealer", o.Perform(act, player="ann"), why="seen at box 1")
    assert [(d.to, d.act, d.player, d.clause) for d in floor.state.duties] == [
        (told, act, "ann", by)
    ]
    assert [*before, ("due", by)] == sorted(alarmed(floor), key=lambda a: a == ("due", by))
    floor.ok("gaming-shift-manager" if "canberra" in book else "dealer", o.Tell(told, act, "ann"))
    assert floor.state.duties == ()
    assert alarmed(floor) == before


@clause("star-baceball 3.7", "star-blackjack-challenge 3.9")
@pytest.mark.parametrize(
    ("book", "by", "told"),
    [
        ("star-baceball", "3.7", "gaming-supervisor"),
        ("star-blackjack-challenge", "3.9", "supervisor"),
    ],
)
def test_of_cards_that_somebody_touched_a_supervisor_is_told(book: str, by: str, told: str) -> None:
    floor = TABLES[book]()
    floor.no(by, "player", o.Perform("cards-touched"), by="ann")
    floor.ok("dealer", o.Perform("cards-touched", about="lifted a card", player="ann"))
    assert ("due", by) in alarmed(floor)
    floor.ok("dealer", o.Tell(told, "cards-touched", "ann"))
    assert floor.state.duties == ()


# Whoever asks for something that the book owes them


@clause(
    "canberra-blackjack 16.9", "crown-blackjack 20.13", "star-baceball 14.14",
    "star-blackjack-challenge 20.19",
)  # fmt: skip
@pytest.mark.parametrize(
    ("book", "by"),
    [
        ("canberra-blackjack", "16.9"),
        ("crown-blackjack", "20.13"),
        ("star-baceball", "14.14"),
        ("star-blackjack-challenge", "20.19"),
    ],
)
def test_whoever_asks_for_the_rules_is_owed_a_copy(book: str, by: str) -> None:
    floor = TABLES[book]()
    floor.ok("player", o.Perform("ask-for-rules", player="ann"), by="ann")
    assert [(d.act, d.player, d.clause) for d in floor.state.duties] == [("show-rules", "ann", by)]
    assert ("due", by) in alarmed(floor)
    floor.ok("dealer", o.Perform("show-rules", player="ben"), asked="ben")
    assert [d.player for d in floor.state.duties] == ["ann"]  # that was somebody else's copy
    floor.no(by, "dealer", o.Perform("show-rules", player="cal"))  # who never asked
    floor.no(by, "dealer", o.Perform("show-rules", player="cal"), asked="ben")  # ben cannot
    floor.ok("dealer", o.Perform("show-rules", player="ann"))  # that ann asked is known
    assert not floor.state.duties
    assert ("due", by) not in alarmed(floor)


@clause("canberra-blackjack 2.3")
def test_whoever_asks_for_decks_and_shuffle_is_owed_an_answer() -> None:
    floor = TABLES["canberra-blackjack"]()
    floor.ok("player", o.Perform("ask-determinations", player="ann"), by="ann")
    assert ("due", "2.3") in alarmed(floor)
    told = o.Perform("tell-determinations", about="8 decks, shuffle 3", player="ann")
    floor.ok("dealer", told, asked="ann")
    assert floor.state.duties == ()


# Cards that were dropped


@clause("star-baceball 4.5", "star-blackjack-challenge 4.6.1")
@pytest.mark.parametrize(
    ("book", "by", "supervisor"),
    [
        ("star-baceball", "4.5", "gaming-supervisor"),
        ("star-blackjack-challenge", "4.6.1", "supervisor"),
    ],
)
def test_no_round_begins_before_a_supervisor_has_verified_cards_that_were_dropped(
    book: str, by: str, supervisor: str
) -> None:
    floor = TABLES[book]()
    floor.bet("ann", 1, 10)
    floor.no(by, "player", o.Perform("cards-dropped"), by="ann")
    floor.ok("dealer", o.Perform("cards-dropped", about="four cards on the floor"))
    assert {("due", by), ("held-up", by)} <= set(alarmed(floor))
    assert {(duty.to, duty.act) for duty in floor.state.duties} == {
        (supervisor, "cards-dropped"),
        ("", "mishandled"),
    }
    floor.no(by, "dealer", o.Deal(parse_card("9S")))
    floor.ok("dealer", o.Tell(supervisor, "cards-dropped"))
    floor.no(by, "dealer", o.Deal(parse_card("9S")))  # told is not yet verified
    floor.no(by, "dealer", o.Perform("mishandled"))
    sue = o.Person("sue", supervisor)
    floor.ok("dealer", o.Perform("mishandled", about="all recovered"), second=sue)
    floor.deal("9S")
    assert floor.state.in_round


@clause("star-baceball 8.2", "star-baceball 4.5", "star-baceball 12.12.1")
def test_what_is_owed_says_to_whom_and_holds_up_only_what_waits_for_it() -> None:
    floor = baceball.with_jackpot("AD 8C AD 8D AD 3S")
    floor.ok("player", o.Arrive("ben"), by="ben")
    floor.bet("ben", 2, 10)
    nine = o.Deal(parse_card("9S"))
    assert "pay-jackpot comes first (ann)" in str(floor.no("8.2", "dealer", nine))
    floor.ok("gaming-supervisor", o.Perform("pay-jackpot", player="ann"))
    floor.ok("dealer", o.Perform("cards-dropped"))
    assert "mishandled comes first (clause" in str(floor.no("4.5", "dealer", nine))
    sue = o.Person("sue", "gaming-supervisor")
    floor.ok("dealer", o.Perform("mishandled"), second=sue)
    floor.bet("ann", 1, 10)
    floor.bet("ann", 1, 5, "jackpot")
    floor.deal("9S")
    floor.ok("gaming-supervisor", o.VoidRound("12.5"), why="cannot be rebuilt")
    floor.ok("player", o.Leave("ann"), by="ann")
    floor.bet("ben", 2, 10)
    floor.deal("9H")  # the error notification is for the end of gaming
    assert [duty.act for duty in floor.state.duties if not duty.to] == ["error-notification"]


@clause("star-baceball 4.5")
def test_voiding_the_round_before_takes_nothing_off_that_the_table_itself_owes() -> None:
    floor = TABLES["star-baceball"]()
    floor.bet("ann", 1, 10)
    floor.cards(baceball.ROUND)
    floor.ok("dealer", o.Perform("cards-dropped", player="ann"))
    floor.ok("gaming-supervisor", o.Invalidate("14.4.1"), why="fire")
    floor.bet("ann", 1, 10)
    floor.no("4.5", "dealer", o.Deal(parse_card("9S")))


def prizes_owed(floor: Floor) -> list[str]:
    return [duty.player for duty in floor.state.duties if duty.act == "pay-jackpot"]


@clause("star-baceball 8.2", "star-baceball 12.5")
@pytest.mark.parametrize("paid", [False, True])
def test_a_round_put_right_owes_its_prize_to_whoever_wins_it_now(paid: bool) -> None:
    """Their third cards were swapped: the three aces of diamonds are ben's, and ann's no more."""
    floor = TABLES["star-baceball"]()
    for name, box in (("ann", 1), ("ben", 2)):
        floor.bet(name, box, 10)
        floor.bet(name, box, 5, "jackpot")
    floor.cards("AD AD 8S AD AD 8D AD 2D 3S")
    assert prizes_owed(floor) == ["ann"]
    pay = o.Perform("pay-jackpot", player="ann")
    if paid:
        floor.ok("gaming-supervisor", pay)
    floor.ok("dealer", m.Rebuild(7, parse_cards("2D AD 3S")))
    assert prizes_owed(floor) == ["ben"]
    floor.no("8.2", "gaming-supervisor", pay)
    floor.ok("gaming-supervisor", o.Perform("pay-jackpot", player="ben"))
    assert prizes_owed(floor) == []
    floor.ok("gaming-supervisor", o.Invalidate("14.4.1"), why="fire")
    assert prizes_owed(floor) == []
    assert floor.replayed() == floor.state


@clause("star-baceball 8.2", "star-baceball 12.5")
@pytest.mark.parametrize("paid", [False, True])
def test_a_prize_that_stands_is_owed_once_however_the_round_is_put_right(paid: bool) -> None:
    """Ben's second and third cards were swapped: ann has won all the same."""
    floor = TABLES["star-baceball"]()
    floor.bet("ann", 1, 10)
    floor.bet("ann", 1, 5, "jackpot")
    floor.bet("ben", 2, 10)
    floor.cards("AD 9C 8S AD 7C 8D AD 2D 3S")
    if paid:
        floor.ok("gaming-supervisor", o.Perform("pay-jackpot", player="ann"))
    floor.ok("dealer", m.Rebuild(8, parse_cards("3S 2D")))
    assert prizes_owed(floor) == ([] if paid else ["ann"])


# Cash at the table


@clause("star-blackjack-challenge 2.4", "star-blackjack-challenge 2.4.1")
def test_cash_is_taken_only_while_the_drop_box_is_there() -> None:
    floor = TABLES["star-blackjack-challenge"]()
    cash = o.Perform("accept-cash", about="$200", player="ann")
    floor.no("2.4", "dealer", cash)
    floor.ok("dealer", o.Perform("fit-drop-box"))
    floor.ok("dealer", cash)
    floor.no("2.4.1", "dealer", o.Perform("remove-drop-box"))
    floor.ok("supervisor", o.Perform("remove-drop-box", about="table runs cashless"))
    floor.no("2.4", "dealer", cash)
    floor.ok("dealer", o.Perform("fit-drop-box"))
    floor.ok("dealer", cash)


@clause("star-baceball 2.6")
def test_a_table_has_its_drop_box_before_it_opens() -> None:
    floor = Floor(baceball.BOOK)
    setup = baceball.SETUP
    floor.ok("gaming-supervisor", o.DisplaySign("limits", setup=setup))
    floor.ok("dealer", o.Perform("confirm-recorder"))
    floor.ok("gaming-supervisor", o.DisplaySign("prize-meters"))
    floor.ok("gaming-supervisor", o.DisplaySign("jackpot-stake", setup=setup))
    floor.no("2.6", "gaming-supervisor", o.Open(setup))
    floor.no("2.6", "dealer", o.Perform("accept-cash"))
    floor.ok("dealer", o.Perform("fit-drop-box"))
    floor.ok("gaming-supervisor", o.Open(setup))


@clause("star-baceball 12.12.1")
def test_the_table_does_not_close_before_an_error_notification_is_in_the_drop_box() -> None:
    floor = baceball.with_jackpot("9S")
    floor.ok("gaming-supervisor", o.VoidRound("12.5"), why="cannot be rebuilt")
    floor.ok("player", o.Leave("ann"), by="ann")
    assert ("held-up", "12.12.1") in alarmed(floor)
    floor.no("12.12.1", "gaming-supervisor", o.Close())
    sue = o.Person("sue", "gaming-supervisor")
    floor.ok("dealer", o.Perform("error-notification", player="ann"), second=sue)
    floor.ok("gaming-supervisor", o.Close())
