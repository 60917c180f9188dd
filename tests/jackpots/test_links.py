"""Pools and their tables: made, approved, opened, closed; which tables may share one."""

from typing import Any

import pytest
from msgspec.structs import replace

from bythebook.deciders import Order, Person, tag_of
from bythebook.errors import BrokenInvariant, Malformed, Refused
from bythebook.jackpots import commands as c
from bythebook.jackpots import events as e
from bythebook.jackpots.facts import facts_of
from bythebook.jackpots.pool import HANDLERS, decide, evolve
from bythebook.jackpots.state import readings
from bythebook.jackpots.terms import MICROS, MeterTerms, PoolTerms
from bythebook.rulebooks import load_game
from bythebook.rulebooks.chapters.jackpots import METERS, Figure, find_jackpot_rules
from tests.clauses import clause
from tests.jackpots.hall import APPROVED, Hall, baceball_terms, blazing_terms, supernova_terms
from tests.table.floor import cents


def malformed(hall: Hall, role: str, command: Any, **more: Any) -> None:
    with pytest.raises(Malformed):
        decide(hall.rules, hall.pool, hall.order(role, command, **more), hall.seeds)


def changed_meter(terms: PoolTerms, at: int = 0, **changes: Any) -> PoolTerms:
    meters = list(terms.meters)
    meters[at] = replace(meters[at], **changes)
    return replace(terms, meters=tuple(meters))


# What linked tables have in common

ALIKE = {
    # book: the fact, and by which clause of each book another value is refused
    "pay_table": {"star": "16.10.1", "aces": "11.6.1", "nova": "24.5.6"},
    "rates": {"star": "16.10.2", "aces": "11.6.2", "nova": "24.5.8"},
    "seeds": {"star": "16.10.3", "aces": "11.6.2", "nova": "24.6:levels"},
    "stake_cents": {"star": "16.10.4", "aces": "10.2.4", "nova": "24.3"},
}
POOLS = {"star": blazing_terms, "aces": baceball_terms, "nova": supernova_terms}


@clause(
    "star-blackjack-challenge 16.10.1",
    "star-blackjack-challenge 16.10.2",
    "star-blackjack-challenge 16.10.3",
    "star-blackjack-challenge 16.10.4",
    "star-baceball 11.6.1",
    "star-baceball 11.6.2",
    "star-baceball 10.2.4",
)
@pytest.mark.parametrize("pool", POOLS)
@pytest.mark.parametrize("by", [-1, 0, 1])
def test_tables_of_one_pool_are_alike(pool: str, by: int) -> None:
    hall = Hall(POOLS[pool]())
    facts = hall.facts()
    meter = hall.now.terms.meters[0].name
    others = {
        "rates": replace(facts, rates={**facts.rates, meter: facts.rates[meter] + by}),
        "seeds": replace(facts, seeds={**facts.seeds, meter: facts.seeds[meter] + by}),
        "stake_cents": replace(facts, stake_cents=hall.now.terms.stake_cents + by),
        "pay_table": replace(facts, pay_table=facts.pay_table[by:] if by > 0 else facts.pay_table),
    }
    if by < 0:
        others["pay_table"] = replace(facts, pay_table=(*facts.pay_table, "four sevens: 9 to 1"))
    for fact, other in others.items():
        command = c.LinkTable(f"t-{fact}", other)
        if by:
            hall.no(ALIKE[fact][pool], hall.top, command)
        else:
            hall.ok(hall.top, command)
    assert len(hall.now.tables) == (0 if by else len(others))


@clause("star-blackjack-challenge 16.10.4")
def test_a_sign_that_leaves_the_stake_open_is_no_stake() -> None:
    hall = Hall(blazing_terms())
    either = load_game("star-blackjack-challenge/blackjack-challenge", 6)
    facts = facts_of(either, "blazing-7s", rates={"blazing-7s": 200_000}, dealing="device")
    assert facts is not None
    hall.no("16.10.4", hall.top, c.LinkTable("t1", facts))


def test_a_game_without_the_wager_has_no_facts() -> None:
    game = load_game("crown-blackjack/blackjack", 6)
    assert facts_of(game, "blazing-7s", rates={}, dealing="shoe") is None


@clause(
    "star-baceball 11.6.3",
    "star-baceball 11.6.3:baceball",
    "star-baceball 11.6.3:blackjack",
    "star-baceball 11.6.3:blackjack-challenge",
    "star-baceball 11.6.3:pinkjack",
    "star-baceball 10.2.3",
)
def test_only_the_listed_games_share_a_pool_and_several_of_them_may() -> None:
    hall = Hall(baceball_terms())
    listed = ["baceball", "blackjack", "blackjack-challenge", "pinkjack"]
    for name in listed:
        hall.ok(hall.top, c.LinkTable(name, hall.facts(game=f"some-book/{name}")))
        told = hall.log[-1]
        assert isinstance(told, e.TableLinked)
        assert told.clause == f"11.6.3:{name}"
    for name in ("pontoon", "blackjack-pontoon", ""):
        hall.no("11.6.3", hall.top, c.LinkTable("t", hall.facts(game=f"some-book/{name}")))
    assert set(hall.now.tables) == set(listed)


@clause("star-blackjack-challenge 16.2", "tasmania-blackjack 24.5.1")
@pytest.mark.parametrize(
    ("pool", "name", "by"), [("star", "baceball", "16.2"), ("nova", "jokers-wild", "24.5.1")]
)
def test_other_books_have_their_own_games(pool: str, name: str, by: str) -> None:
    hall = Hall(POOLS[pool]())
    hall.no(by, hall.top, c.LinkTable("t", hall.facts(game=f"some-book/{name}")))


@clause("star-baceball 10.2.2")
def test_a_table_is_linked_to_one_pool() -> None:
    hall = Hall(baceball_terms())
    hall.no("10.2.2", hall.top, c.LinkTable("t1", hall.facts(pool="another")))
    hall.ok(hall.top, c.LinkTable("t1", hall.facts()))
    hall.no("10.2.2", hall.top, c.LinkTable("t1", hall.facts()))
    hall.ok(hall.top, c.UnlinkTable("t1"))
    hall.ok(hall.top, c.LinkTable("t1", hall.facts(pool="aces")))


@clause("star-baceball 11.1", "star-blackjack-challenge 2.3.4.3")
@pytest.mark.parametrize(("pool", "by"), [("aces", "11.1"), ("star", "2.3.4.3")])
def test_a_linked_table_deals_from_a_device(pool: str, by: str) -> None:
    hall = Hall(POOLS[pool]())
    hall.no(by, hall.top, c.LinkTable("t1", hall.facts(dealing="shoe")))
    hall.ok(hall.top, c.LinkTable("t1", hall.facts(dealing="device")))


def test_where_no_device_is_asked_for_a_shoe_will_do() -> None:
    nova = Hall(supernova_terms())
    nova.ok(nova.top, c.LinkTable("t1", nova.facts(dealing="shoe")))


@clause("star-baceball 10.3")
def test_a_linked_table_shows_the_meters_and_its_stakes_feed_them() -> None:
    hall = Hall(baceball_terms())
    hall.no("10.3", hall.top, c.LinkTable("t1", hall.facts(display=False)))
    hall.ok(hall.top, c.LinkTable("t1", hall.facts()))
    shown = readings(hall.now)
    hall.meters(c.Register("t1", 1, (c.Entered(1, "ann"), c.Entered(2, "ben"))))
    grown = {name: cents - shown[name] for name, cents in readings(hall.now).items()}
    # Two stakes of $5: 10 %, 5 % and 2 % of each.
    assert grown == {"baceball-major": 100, "baceball-minor": 50, "mystery-1": 20}


@clause("star-baceball 10.2.1", "star-baceball 10.1")
def test_each_pool_serves_its_own_tables() -> None:
    """Two pools of one casino: what is wagered at the one's table is nothing to the other."""
    one, two = Hall(baceball_terms()), Hall(baceball_terms(id="aces-2", title="Aces upstairs"))
    one.ok(one.top, c.LinkTable("t1", one.facts()))
    two.ok(two.top, c.LinkTable("t2", two.facts()))
    command = c.Register("t1", 1, (c.Entered(1, "ann"),))
    one.meters(command)
    two.no("10.2.1", METERS, command)
    assert one.shown("baceball-major") == cents(100_000) + 50
    assert two.shown("baceball-major") == cents(100_000)


# Approval and opening


@clause("star-baceball 10.4")
@pytest.mark.parametrize("missing", [None, *APPROVED])
def test_no_figure_is_used_without_approval(missing: str | None) -> None:
    approvals = {name: text for name, text in APPROVED.items() if name != missing}
    hall = Hall(baceball_terms(approvals=approvals), opened=False)
    hall.approve()
    if missing is None:
        hall.ok(hall.top, c.OpenPool())
        assert hall.now.phase == "open"
    else:
        hall.no("10.4", hall.top, c.OpenPool())


@clause("star-baceball 10.4")
def test_an_approval_is_an_act_of_the_authority() -> None:
    """Who approved, when, by which document, and what it covers: that is looked up."""
    hall = Hall(baceball_terms(), opened=False)
    refused = hall.no("10.4", hall.top, c.OpenPool())
    assert refused.reason == "the rate has not been approved by A 10/26"
    approval = c.ApproveFigures(" a 10/26 ", ("rate", "seed"))
    for role in (hall.top, "operator", "inspector", "dealer"):
        hall.no("10.4", role, approval)
    for wrong in (c.ApproveFigures(" ", ("rate",)), c.ApproveFigures("A 10/26", ())):
        malformed(hall, "authority", wrong)
    malformed(hall, "authority", c.ApproveFigures("A" * 101, ("rate",)))
    hall.ok("authority", approval)
    refused = hall.no("10.4", hall.top, c.OpenPool())  # it does not cover what is kept
    assert refused.reason == "the retained has not been approved by A 11/26"
    hall.ok("authority", c.ApproveFigures("A 11/26", ("retained",)))
    hall.ok(hall.top, c.OpenPool())
    first = hall.now.approvals[0]
    assert (first.by.role, first.at, first.document) == ("authority", hall.clock, "a 10/26")
    rates = "baceball-major 100000, baceball-minor 50000, mystery-1 20000"
    assert first.figures["rate"] == rates
    assert set(first.figures) == {"rate", "seed"}


@clause("star-baceball 10.4")
def test_what_the_casino_keeps_is_what_no_meter_gets() -> None:
    assert baceball_terms().retained_ppm == 830_000
    whole = changed_meter(blazing_terms(), rate_ppm=MICROS)
    assert Hall(whole).now.terms.retained_ppm == 0
    rates = changed_meter(baceball_terms(), rate_ppm=930_001)
    with pytest.raises(Malformed):
        Hall(rates)
    assert Hall(changed_meter(baceball_terms(), rate_ppm=930_000)).now.terms.retained_ppm == 0


@clause("star-baceball 10.4")
def test_terms_change_only_while_the_pool_is_closed_and_alone() -> None:
    hall = Hall(baceball_terms())
    hall.ok(hall.top, c.LinkTable("t1", hall.facts()))
    new = changed_meter(baceball_terms(), rate_ppm=110_000)
    hall.no("10.4", hall.top, c.ChangeTerms(new))
    hall.ok(hall.top, c.ClosePool())
    hall.no("10.4", hall.top, c.ChangeTerms(new))
    hall.ok(hall.top, c.UnlinkTable("t1"))
    hall.no("10.4", hall.top, c.ChangeTerms(replace(new, meters=new.meters[:2])))
    malformed(hall, hall.top, c.ChangeTerms(replace(new, id="another")))
    before = hall.now.meters
    hall.ok(hall.top, c.ChangeTerms(new))
    assert hall.now.meters == before
    hall.no("10.4", hall.top, c.OpenPool())  # that rate was approved by nobody
    hall.check()


@clause("star-baceball 10.4")
@pytest.mark.parametrize("figure", APPROVED)
def test_an_approval_is_of_the_values_that_were_approved(figure: Figure) -> None:
    """Another rate, another seed, another part kept: each needs a document of its own."""
    terms = baceball_terms()
    changes = {"rate": {"rate_ppm": 110_000}, "seed": {"seed_cents": cents(100_001)}}
    new = changed_meter(terms, **changes.get(figure, changes["rate"]))
    touched: tuple[Figure, ...] = ("rate", "retained") if figure != "seed" else ("seed",)
    hall = Hall(terms, opened=False)
    hall.approve()
    hall.ok(hall.top, c.ChangeTerms(new))
    hall.no("10.4", hall.top, c.OpenPool())
    again = c.ApproveFigures(APPROVED[figure].lower(), (figure,))
    hall.no("10.4", "authority", again)  # the document says another value
    # With a new document for all that is new but this figure, this one is still missing.
    others = {name: f"{APPROVED[name]}, new" for name in touched if name != figure}
    hall.ok(hall.top, c.ChangeTerms(replace(new, approvals={**APPROVED, **others})))
    for name, document in others.items():
        hall.ok("authority", c.ApproveFigures(document, (name,)))
    hall.no("10.4", hall.top, c.OpenPool())
    documents = {name: f"{APPROVED[name]}, new" for name in touched}
    hall.ok(hall.top, c.ChangeTerms(replace(new, approvals={**APPROVED, **documents})))
    hall.no("10.4", hall.top, c.OpenPool())  # naming a document is not having it
    hall.ok("authority", c.ApproveFigures(documents[figure], (figure,)))
    hall.ok(hall.top, c.OpenPool())
    # And back to what the first documents approved, those count again.
    hall.ok(hall.top, c.ClosePool())
    hall.ok(hall.top, c.ChangeTerms(terms))
    hall.ok(hall.top, c.OpenPool())


def test_a_meter_is_not_left_below_a_new_minimum() -> None:
    hall = Hall(blazing_terms(), opened=False)
    higher = changed_meter(blazing_terms(), seed_cents=cents(25_000), reset_cents=cents(25_000))
    wanted = replace(higher, options={"blazing-7s-stake": "5", "reset": "25000"})
    hall.no("16.12", hall.top, c.ChangeTerms(wanted))
    hall.ok("supervisor", c.AskCorrection("blazing-7s", cents(15_000)), why="new minimum")
    hall.ok(hall.top, c.AnswerCorrection(1))
    hall.ok(hall.top, c.ChangeTerms(wanted))
    assert hall.shown("blazing-7s") == cents(25_000)


@clause("tasmania-blackjack 24.5.7")
@pytest.mark.parametrize("command", ["link", "unlink", "open", "close"])
@pytest.mark.parametrize("role", ["player", "dealer", "inspector", "management-representative"])
def test_only_management_representatives_open_and_close_terminals(command: str, role: str) -> None:
    hall = Hall(supernova_terms(), opened=command == "close")
    orders = {
        "link": c.LinkTable("t1", hall.facts()),
        "unlink": c.UnlinkTable("t1"),
        "open": c.OpenPool(),
        "close": c.ClosePool(),
    }
    if command == "unlink":
        hall.ok("management-representative", orders["link"])
    if role == "management-representative":
        hall.ok(role, orders[command])
    else:
        hall.no("24.5.7", role, orders[command])


def test_a_pool_opens_and_closes_once_and_then_counts_nothing() -> None:
    hall = Hall(blazing_terms())
    hall.ok(hall.top, c.LinkTable("t1", hall.facts()))
    hall.no("16.1", hall.top, c.OpenPool())
    hall.ok(hall.top, c.ClosePool())
    hall.no("16.1", hall.top, c.ClosePool())
    hall.no("16.7", METERS, c.Register("t1", 1, (c.Entered(1, "ann"),)))
    hall.ok(hall.top, c.OpenPool())
    hall.meters(c.Register("t1", 1, (c.Entered(1, "ann"),)))


def test_the_hidden_value_is_sealed_before_a_pool_opens() -> None:
    hall = Hall(supernova_terms(), opened=False)
    unsealed = replace(hall.now, seals={})
    order = hall.order(hall.top, c.OpenPool())
    with pytest.raises(Refused) as caught:
        decide(hall.rules, unsealed, order)
    assert caught.value.clause == "24.4.5"


# Terms that no pool can have

RESET = {"blazing-7s-stake": "5", "reset": "25000"}


@clause("tasmania-blackjack 24.6:levels", "tasmania-blackjack 24.5.3")
@pytest.mark.parametrize(
    ("terms", "by"),
    [
        (blazing_terms(stake_cents=cents("2.50"), options={"blazing-7s-stake": "2.50"}), None),
        (blazing_terms(stake_cents=cents("2.50")), "16.3"),
        (blazing_terms(stake_cents=cents("2.49"), options={}), "16.3"),
        (blazing_terms(stake_cents=cents(5) + 1, options={}), "16.3"),
        (blazing_terms(stake_cents=0), ""),
        (changed_meter(blazing_terms(), reset_cents=cents(9_999)), "16.12"),
        (changed_meter(blazing_terms(), seed_cents=cents(10_000) - 1), ""),
        (changed_meter(blazing_terms(), seed_cents=cents(10_000) + 1), None),
        (changed_meter(blazing_terms(options=RESET), seed_cents=cents(25_000)), "16.12"),
        (changed_meter(blazing_terms(), rate_ppm=0), ""),
        (changed_meter(blazing_terms(), rate_ppm=MICROS + 1), ""),
        (changed_meter(blazing_terms(), most_cents=cents(20_000)), ""),
        (changed_meter(blazing_terms(), name="jackpot"), ""),
        (blazing_terms(meters=()), ""),
        (blazing_terms(meters=blazing_terms().meters * 2), ""),
        (blazing_terms(wager="any-pairs"), ""),
        (blazing_terms(game="poker"), ""),
        (blazing_terms(id=" "), ""),
        (blazing_terms(title="x" * 101), ""),
        (blazing_terms(authorise_cents=0), ""),
        (blazing_terms(options={"reset": "12000"}), "16.12"),
        (supernova_terms(authorise_cents=0), None),
        (supernova_terms(authorise_cents=-1), ""),
        (changed_meter(supernova_terms(), name="mystery-5"), None),
        (changed_meter(supernova_terms(), name="mystery-6"), "24.6:levels"),
        (changed_meter(supernova_terms(), reset_cents=1), "24.5.3"),
        (changed_meter(supernova_terms(), least_cents=cents(1000)), ""),
        (changed_meter(supernova_terms(), least_cents=cents(1000) + 1), None),
        (changed_meter(supernova_terms(), least_cents=cents(13_000) + 1), ""),
        (changed_meter(supernova_terms(), least_cents=cents(13_000)), None),
        (supernova_terms(game="jokers-wild"), ""),
        (supernova_terms(game="federal-pontoon"), None),
    ],
)
def test_terms_fit_the_book(terms: PoolTerms, by: str | None) -> None:
    """`by`: the clause that refuses them; empty: they cannot be understood; None: they stand."""
    if by is None:
        assert Hall(terms).now.terms == terms
    elif by:
        with pytest.raises(Refused) as caught:
            Hall(terms)
        assert caught.value.clause == by
    else:
        with pytest.raises(Malformed):
            Hall(terms)


def test_five_levels_stand_side_by_side() -> None:
    level = supernova_terms().meters[0]
    names = [f"mystery-{number}" for number in range(1, 6)]
    five = tuple(replace(level, name=name, rate_ppm=50_000) for name in names)
    hall = Hall(supernova_terms(meters=five))
    hall.ok(hall.top, c.LinkTable("t1", hall.facts()))
    hall.meters(c.Register("t1", 1, (c.Entered(7, "ann"),)))
    assert list(readings(hall.now).values()) == [cents(1000) + 10] * 5


def test_a_book_without_jackpots_has_no_pools() -> None:
    with pytest.raises(Malformed):
        find_jackpot_rules("crown-blackjack")


# Orders that are none


def test_orders_to_a_pool_that_is_not_there_or_is_there_already() -> None:
    hall = Hall(blazing_terms())
    rules = hall.rules
    malformed(hall, hall.top, c.MakePool(blazing_terms()))
    with pytest.raises(Malformed):
        decide(rules, None, hall.order(hall.top, c.OpenPool()))
    with pytest.raises(BrokenInvariant):
        evolve(None, e.PoolOpened("16.1"))
    with pytest.raises(Malformed):
        decide(rules, None, hall.order(hall.top, c.MakePool(supernova_terms())))
    other = hall.order(hall.top, c.MakePool(blazing_terms(book="star-baceball")))
    with pytest.raises(Malformed):
        decide(rules, None, other)
    malformed(hall, hall.top, c.OpenPool(), at=-1)
    malformed(hall, hall.top, c.OpenPool(), at=10**12)
    malformed(hall, hall.top, c.OpenPool(), by=" ")
    malformed(hall, hall.top, c.SensorDown("t1", 1))
    malformed(hall, hall.top, c.LinkTable(" ", hall.facts()))
    hall.no("16.10.2", hall.top, c.UnlinkTable("nowhere"))


def test_nobody_speaks_for_the_meters() -> None:
    hall = Hall(supernova_terms())
    hall.ok(hall.top, c.LinkTable("t1", hall.facts()))
    for command in (
        c.Register("t1", 1, (c.Entered(1, "ann"),)),
        c.TakeBack("t1", 1, (1,), ""),
        c.CarryOver("t1", 1, (1,)),
        c.RecordWins("t1", 1, ()),
        c.UndoWins("t1", 1, ()),
        c.SealMystery("mystery-1", 2, "0" * 64),
    ):
        assert isinstance(command, c.BY_METERS)
        for role in ("dealer", "casino-operator", "government-inspectorate"):
            hall.no("24.4.3", role, command)


def test_every_command_is_known_and_has_its_power_in_some_book() -> None:
    kinds = {*HANDLERS, c.MakePool}
    acts = {
        act
        for book in ("star-blackjack-challenge", "star-baceball", "tasmania-blackjack")
        for jackpot in find_jackpot_rules(book).jackpots.values()
        for act in jackpot.acts
    }
    tags = {tag_of(kind) for kind in kinds - set(c.BY_METERS)}
    assert acts == tags


def test_who_made_a_pool_stands_in_its_first_event() -> None:
    rules = find_jackpot_rules("star-blackjack-challenge")
    by = Person("olga", "operator")
    (made,) = decide(rules, None, Order(by=by, at=7, command=c.MakePool(blazing_terms())))
    assert isinstance(made, e.PoolMade)
    assert (made.by, made.at, made.clause) == (by, 7, "16.1")
    low = Order(by=Person("dee", "dealer"), at=7, command=c.MakePool(blazing_terms()))
    with pytest.raises(Refused) as caught:
        decide(rules, None, low)
    assert caught.value.clause == "16.1"


def test_a_meter_of_its_own_name_only() -> None:
    with pytest.raises(Malformed):
        blazing_terms().meter("mystery-1")
    assert not MeterTerms(name="x", seed_cents=1, reset_cents=1, rate_ppm=1).hidden
