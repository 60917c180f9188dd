"""Any order at any time, sensible or not: carried out, refused by a clause, or not understood.

Nothing that somebody sends may break a table or stop it.
"""

import random
from typing import Any

import msgspec
import pytest

from bythebook.deciders import Command, Order, Person
from bythebook.draws import digest_of
from bythebook.errors import Malformed, Refused
from bythebook.game import commands as g
from bythebook.tournaments.session import commands as c
from bythebook.tournaments.session.decision import game_of
from bythebook.tournaments.session.session import decide, evolve, refusal
from bythebook.tournaments.session.state import Form, Session
from bythebook.tournaments.values import Length, Seat
from tests.tournaments.session.session_floor import SEED, Floor
from tests.tournaments.session.test_random_play import SETTINGS, Table

NAMES = ("ann", "bob", "cy", "dee", "nobody", "", "form at box 1")
AMOUNTS = (-1, 0, 1, 49, 50, 51, 100, 500, 501, 10**12)
TEXTS = ("", "rules", "absent", "50", "fifty", "18.8:void", "16.3", "\x00", "9" * 30)


def a_round_command(chance: random.Random) -> g.Command:
    box, name = chance.randrange(-1, 9), chance.choice(NAMES)
    amount = chance.choice(AMOUNTS)
    return chance.choice(
        [
            g.Hit(box), g.Stand(box, name), g.Double(box), g.Double(box, name, amount),
            g.Split(box), g.Split(box, name), g.Insure(box, amount, name, chance.choice(NAMES)),
            g.TakeEvenMoney(box, name), g.Surrender(box), g.Proceed(), g.DeclareAbsent(box, name),
            g.NameJoker(box, chance.choice(("T", "A", "x", ""))), g.Withdraw(box), g.CloseBetting(),
            g.PlaceWager(box, name, amount), g.VoidRound("18.8:void"), g.Ride(box, name),
            g.ReturnWagers("1", name), g.FailJackpot(), g.RunOut(),
        ]
    )  # fmt: skip


def a_form(chance: random.Random) -> Form:
    return Form(
        name=chance.choice(NAMES),
        seat=chance.randrange(-1, 8),
        figures=chance.choice(TEXTS),
        words=chance.choice(TEXTS),
        type=chance.choice(TEXTS),
        signed=chance.random() < 0.5,
        double=chance.choice(AMOUNTS),
        split=chance.random() < 0.5,
        insure=chance.choice(AMOUNTS),
    )


def an_order(chance: random.Random, floor: Floor) -> Command:
    name, amount, text = chance.choice(NAMES), chance.choice(AMOUNTS), chance.choice(TEXTS)
    game = game_of(floor.rules, floor.terms)
    cards = [str(card) for card in game.rules.pack.cards(game.decks)] + ["", "XX"]
    yes = chance.random() < 0.5
    kinds: list[Command] = [
        c.Open(floor.terms), c.TakeSeat(name), c.LeaveSeat(name, yes, yes),
        c.Substitute(name, chance.choice(NAMES)), c.ShowJokers(), c.FillContainer(text),
        c.FillContainer(SEED), c.Seal(text), c.Seal(digest_of(SEED)), c.Ballot(text),
        c.Ballot(SEED), c.Start(), c.Signal(), c.BeginHand(yes), c.Wager(amount, player=name),
        c.Wager(amount, text, name, yes), c.Wager(50, player=name, lies=True), c.PlayPass(name),
        c.HandIn(a_form(chance), yes, name), c.CheckForm(name), c.ReturnForm(name),
        c.DrawVoucher(name), c.UseDoubler(name), c.CallTime(name), c.Direct(name), c.Miss(name),
        c.NoMoreBets(), c.NoMoreBets(chance.randrange(-1, 9)), c.Deal(chance.choice(cards)),
        c.Deal(chance.choice(cards)), c.FindShort(name), c.WrongStart(), c.VoidHand(text),
        c.VoidHand(next(iter(game.rules.void))), c.CuttingCard(), c.Shuffle(), c.Announce(),
        c.ExamineForm(name), c.CountChips({name: amount}), c.SetTimeLimit(amount),
        c.GiveBreak(amount), c.EndBreak(), c.RaiseDispute(text),
        c.RuleOn(chance.randrange(3), text),
        c.Disqualify(name, text, yes, amount), c.Consent(name), c.EndEarly(yes),
        c.Note(text, text, name), c.RecordTotals(), c.ReturnChips({text: amount}),
        c.AnnounceResult(),
    ]  # fmt: skip
    if chance.random() < 0.3:
        return c.Decide(a_round_command(chance))  # type: ignore[arg-type]
    return chance.choice(kinds)


def people(floor: Floor) -> list[Person]:
    roles = floor.rules.play.roles
    staff = [Person("x", each[0]) for each in (roles.dealer, roles.supervisor, roles.director)]
    return [*staff, *staff, *(Person(name, "player") for name in NAMES), Person("z", "anybody")]


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("setting", SETTINGS)
def test_any_order_at_any_time(setting: str, seed: int) -> None:
    """Nothing but random orders, from the opening on; those that are legal are carried out."""
    chance = random.Random(f"{setting} {seed}")
    table = Table(setting, seed)
    floor = table.floor
    table.new_seed()
    for _ in range(500):
        floor.now += chance.randrange(3)
        order = Order(
            by=chance.choice(people(floor)),
            at=floor.now,
            command=an_order(chance, floor),
            why=chance.choice(("", "because")),
        )
        try:
            events = decide(floor.rules, floor.session, order)
        except (Refused, Malformed):
            continue
        session: Session | None = floor.session
        for event in events:
            session = evolve(session, event)
        if chance.random() < 0.7:
            floor.session = session
            floor.log += events
        written = msgspec.json.decode(msgspec.json.encode(floor.state), type=Session)
        assert written == floor.state
    assert floor.refolded() == floor.session


@pytest.mark.parametrize("setting", SETTINGS)
def test_a_game_goes_on_between_other_peoples_orders(setting: str) -> None:
    """Wherever a game has got to, any order may come and none breaks it."""
    chance = random.Random(setting)
    table = Table(setting, 11)
    floor = table.floor
    table.new_seed()
    if floor.terms.vouchers is not None:
        floor.staff(c.ShowJokers())
        floor.staff(c.FillContainer(SEED))
    floor.start()
    for _ in range(250):
        if floor.state.phase == "over":
            break
        floor.now += 1
        table.step()
        for _ in range(4):
            order = Order(
                by=chance.choice(people(floor)), at=floor.now, command=an_order(chance, floor)
            )
            error = refusal(floor.rules, floor.session, order)
            assert error is None or str(error)


@pytest.mark.parametrize(
    "changes",
    [
        {"chips": (0,)},
        {"chips": (-5,)},
        {"game": "whist"},
        {"decks": 77},
        {"options": {"nonsense": "1"}},
        {"readings": {"nonsense": "1"}},
        {"boxes": 0},
        {"boxes": 99},
        {"seats": ()},
        {"seats": (Seat(1, "ann", 0), Seat(2, "bob", 0))},
        {"seats": (Seat(1, "ann", 100), Seat(1, "bob", 100))},
        {"seats": (Seat(1, "ann", 100), Seat(2, "ann", 100))},
        {"seats": (Seat(1, "form at box 1", 100),)},
        {"length": Length(minutes=-1)},
        {"elimination_hands": (0,)},
        {"eliminated_each": 0},
        {"secret_wagers": -1},
        {"side_wagers": ("nonsense",)},
    ],
)
def test_terms_that_make_no_sense_open_no_table(changes: dict[str, Any]) -> None:
    for setting in ("star", "canberra", "crown", "jokers"):
        book, fields = SETTINGS[setting]
        with pytest.raises((Malformed, Refused)):
            Floor(book, {"ann": 1000, "bob": 1000}, **(fields | changes))
