"""What an automatic dealer does by itself, what buttons a person gets, what each may see."""

import pytest

from bythebook.deciders import Command, Order, Person
from bythebook.game import commands as g
from bythebook.tournaments.session import commands as c
from bythebook.tournaments.session.automatic import next_step, wants_card, wants_seed
from bythebook.tournaments.session.decision import may_order
from bythebook.tournaments.session.session import decide, legal, refusal
from bythebook.tournaments.session.state import Form
from bythebook.tournaments.session.views import seen_round, session_view
from bythebook.tournaments.values import Length
from tests.clauses import clause
from tests.tournaments.session.session_floor import (
    BOOKS,
    CANBERRA,
    SEED,
    STAR,
    TASMANIA,
    TWO,
    Floor,
    all_lose,
    form,
    with_stacks,
)


def step(floor: Floor, **given: str) -> Command | None:
    order = next_step(floor.rules, floor.state, floor.now, **given)  # type: ignore[arg-type]
    if order is None:
        return None
    floor.give(order.by, order.command, order.why)
    return order.command


def kinds(floor: Floor, name: str, role: str = "player") -> set[str]:
    return {
        type(command).__name__
        if not isinstance(command, c.Decide)
        else type(command.command).__name__
        for command in legal(floor.rules, floor.state, Person(name, role), floor.now)
    }


@pytest.mark.parametrize("book", BOOKS)
def test_everything_but_the_players_goes_by_itself(book: str) -> None:
    floor = Floor(book, TWO, length=Length(hands=1)).start()
    assert isinstance(step(floor), c.BeginHand)
    assert step(floor) is None  # ann is waited for
    floor.by("ann", c.Wager(50))
    assert step(floor) is None
    floor.by("bob", c.Wager(100))
    assert isinstance(step(floor), c.NoMoreBets)
    assert wants_card(floor.state)
    assert step(floor) is None  # a card is not in our hands
    for card in ("TS", "TH", "TC", "7S", "7H"):
        assert isinstance(step(floor, card=card), c.Deal)
    assert step(floor) is None
    floor.stand("ann", "bob")
    step(floor, card="QD")
    assert [type(step(floor)) for _ in range(4)] == [
        c.RecordTotals,
        c.ReturnChips,
        c.AnnounceResult,
        type(None),
    ]
    assert floor.state.result is not None
    assert floor.state.result.places == (("ann",), ("bob",))


def test_forms_are_examined_and_faulty_ones_given_back() -> None:
    floor = Floor(STAR, TWO, secret_wagers=1).start().begin()
    floor.by("ann", c.HandIn(Form(figures="600", type="main wager"), alone=True))
    assert isinstance(step(floor), c.ReturnForm)
    floor.by("ann", c.HandIn(form(300), alone=True))
    assert isinstance(step(floor), c.CheckForm)
    floor.by("bob", c.Wager(50))
    step(floor)
    for card in ("TS", "TH", "TC", "9S", "7H"):
        step(floor, card=card)
    floor.stand("ann", "bob")
    step(floor, card="8D")
    assert isinstance(step(floor), c.Announce)
    assert floor.chips() == {"ann": 1300, "bob": 950}


def test_times_are_called_when_they_are_over_and_the_absent_are_passed() -> None:
    floor = Floor(STAR, TWO, betting_seconds=20, turn_seconds=30).start().begin()
    floor.now += 19
    assert step(floor) is None
    floor.now += 1
    assert isinstance(step(floor), c.CallTime)
    floor.by("ann", c.Wager(50))
    floor.by("bob", c.LeaveSeat())
    assert isinstance(step(floor), c.Miss)
    step(floor)
    for card in ("TS", "TC", "2S"):
        step(floor, card=card)
    floor.now += 29
    assert floor.refused(c.Decide(g.DeclareAbsent(1))).reason.startswith("ann has 30 seconds")
    assert step(floor) is None
    floor.now += 1
    played = step(floor)
    assert isinstance(played, c.Decide)
    assert isinstance(played.command, g.DeclareAbsent)


def test_for_somebody_who_is_there_and_late_the_minimum_is_put_down() -> None:
    floor = Floor(STAR, TWO, betting_seconds=20).start().begin()
    floor.now += 20
    assert isinstance(step(floor), c.CallTime)
    assert step(floor) is None
    order = next_step(floor.rules, floor.state, floor.now, wait=False)
    assert order is not None
    assert order.command == c.Wager(50, player="ann")
    floor.give(order.by, order.command)
    assert floor.state.bets["ann"].amount == 50


def test_the_house_itself_opens_a_session_and_seals_a_seed() -> None:
    rules = Floor(STAR, TWO).rules
    house = Person("the desk", "house")
    assert [tag for tag in c.COMMANDS if may_order(rules, tag, house) is None] == ["open", "seal"]


def test_after_three_deductions_the_absent_go_and_at_canberra_the_silent_are_told() -> None:
    floor = Floor(STAR, {"ann": 1000, "bob": 1000, "cy": 1000}).start("cy")
    for _ in range(3):
        step(floor)
        for _ in range(2):
            floor.wager(ann=50, bob=50)
            step(floor)
        if floor.state.phase == "betting":
            floor.wager(ann=50, bob=50)
            step(floor)
        floor.play_out("TS TH TC 7S 7H QD")
    step(floor)
    floor.wager(ann=50, bob=50)
    assert isinstance(step(floor), c.Disqualify)
    silent = Floor(CANBERRA, TWO).start().begin()
    first = next_step(silent.rules, silent.state, silent.now, wait=False)
    assert first is not None
    assert first.command == c.Direct("ann")


def test_a_ballot_waits_for_its_seed() -> None:
    floor = Floor(TASMANIA, TWO, length=Length(hands=1)).seal().start()
    with_stacks(floor, ann=50, bob=50)
    all_lose(floor, False, ann=50, bob=50)
    step(floor)
    assert wants_seed(floor.state)
    assert step(floor) is None
    assert isinstance(step(floor, seed=SEED), c.Ballot)


# Buttons


@clause("star-blackjack-challenge 21.9.5")
def test_buttons_are_what_would_not_be_refused() -> None:
    floor = Floor(STAR, TWO, pass_cards=1).start().begin()
    assert {"Wager", "PlayPass"} <= kinds(floor, "ann")
    assert {"Wager", "PlayPass"}.isdisjoint(kinds(floor, "bob"))
    assert "NoMoreBets" not in kinds(floor, "d", "dealer")
    floor.wager(ann=50, bob=50)
    assert {"Wager", "PlayPass"}.isdisjoint(kinds(floor, "ann"))
    assert "NoMoreBets" in kinds(floor, "d", "dealer")
    floor.staff(c.NoMoreBets())
    floor.deal("8S TH TC 8H 7H")
    assert kinds(floor, "ann") == {"LeaveSeat", "Hit", "Stand", "Double", "Split"}
    assert kinds(floor, "bob") == {"LeaveSeat"}
    assert kinds(floor, "nobody") == set()
    assert "Disqualify" in kinds(floor, "m", "tournament-manager")
    assert "Disqualify" not in kinds(floor, "d", "dealer")


@pytest.mark.parametrize("book", BOOKS)
def test_whatever_is_listed_is_carried_out(book: str) -> None:
    floor = Floor(book, TWO).start().begin()
    people = [Person("ann", "player"), Person("bob", "player")]
    people += [Person("s", role) for role in floor.rules.play.roles.director]
    for person in people:
        for command in legal(floor.rules, floor.state, person, floor.now):
            order = Order(by=person, at=floor.now, command=command, why="asked")
            assert decide(floor.rules, floor.state, order)
            assert refusal(floor.rules, floor.state, order) is None


@pytest.mark.parametrize("book", BOOKS)
def test_strangers_may_order_nothing_and_every_act_of_the_book_is_a_command(book: str) -> None:
    rules = Floor(book, TWO).rules
    for tag in c.COMMANDS:
        stranger = may_order(rules, tag, Person("x", "anybody"))
        assert stranger is not None
        assert stranger.clause in rules.book.clauses
        roles = (*rules.play.roles.director, "player")
        assert any(may_order(rules, tag, Person("x", role)) is None for role in roles)
    assert set(rules.play.acts) <= set(c.COMMANDS)


# Views


def test_a_view_shows_stacks_and_turn_but_nothing_hidden() -> None:
    floor = Floor(STAR, TWO, secret_wagers=1).start().begin()
    floor.by("ann", c.HandIn(form(300)))
    floor.wager(ann=100, bob=50)
    hidden = session_view(floor.rules, floor.state, "bob", "player")
    assert (hidden.forms, hidden.places[0].secret) == ({}, False)
    assert session_view(floor.rules, floor.state, "sue", "gaming-supervisor").forms == {
        "ann": form(300)
    }
    # Somebody else who has the same name as a player sees no more than anybody.
    assert session_view(floor.rules, floor.state, "ann", "anybody").forms == {}
    floor.staff(c.CheckForm("ann"))
    floor.staff(c.NoMoreBets())
    floor.deal("8S TH TC 8H 7H")
    view = session_view(floor.rules, floor.state, "x", "anybody")
    ann, bob = view.places
    assert (ann.chips, bob.chips) == (900, 950)
    assert (view.turn, ann.turn, bob.turn) == ("ann", True, False)
    assert view.marker == 1
    assert (ann.secret, ann.secret_amount) == (True, 0)
    assert (view.hand, view.of_hands, view.least, view.most) == (1, 10, 50, 500)


def test_the_round_that_is_seen_has_no_stake_of_a_form() -> None:
    floor = Floor(STAR, TWO, secret_wagers=1).start().begin()
    floor.by("ann", c.HandIn(form(300)))
    floor.wager(ann=100, bob=50)
    floor.staff(c.CheckForm("ann"))
    floor.staff(c.NoMoreBets())
    floor.deal("8S TH TC 8H 7H")
    played, seen = floor.state.round, seen_round(floor.state)
    assert played is not None
    assert seen is not None
    assert [stake.original for stake in played.box(1).hands[0].stakes] == [100, 300]
    (hand,) = seen.box(1).hands
    assert [str(card) for card in hand.cards] == ["8S", "8H"]
    assert [(stake.player, stake.original) for stake in hand.stakes] == [("ann", 100)]
    assert seen.box(1).order == ("ann",)
    assert [str(card) for card in seen.dealer] == ["TC"]


def test_of_a_form_alone_everybody_sees_only_whether_it_won() -> None:
    floor = Floor(STAR, TWO, secret_wagers=1).start().begin()
    floor.by("ann", c.HandIn(form(300), alone=True))
    floor.wager(bob=50)
    floor.staff(c.CheckForm("ann"))
    floor.staff(c.NoMoreBets())
    floor.play_out("TS 8H TC TH 8D 7C")  # 20 and 16 against 17
    seen = seen_round(floor.state)
    assert seen is not None
    ended = [(row.player, row.result, row.stake, row.paid, row.returned) for row in seen.rows]
    assert ("ann", "wins", 0, 0, 0) in ended
    assert ("bob", "loses", 50, 0, 0) in ended
    assert "form at" not in repr(seen)
