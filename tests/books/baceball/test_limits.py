"""bACEball: limits and notices, kept old minimums, a player's own limits."""

import pytest
from msgspec.structs import replace

from bythebook.cards import parse_card
from bythebook.table import events as e
from tests.books.baceball.floor import LIMITS, ROUND, SETUP, SUPERVISOR, equipped, loaded, played
from tests.clauses import clause
from tests.table.floor import Floor, cents, o

OLD: o.Limits = {**LIMITS, "main": (cents(25), cents(500))}
NEW: o.Limits = {**LIMITS, "main": (cents(50), cents(500))}


def at(hour: int, minute: int, second: int = 0) -> int:
    """A time of the day, in seconds."""
    return (hour * 60 + minute) * 60 + second


def place(player: str, box: int, dollars: float, wager: str = "main") -> o.Place:
    return o.Place(box, player, cents(dollars), wager)


# The sign


@clause("star-baceball 6.1", "star-baceball 6.2", "star-baceball 6.3")
@pytest.mark.parametrize(
    ("wager", "least", "most"),
    [("main", 10, 500), ("strike-1", 5, 100), ("strike-3", 5, 100), ("strike-out", 5, 50)],
)
def test_each_kind_of_wager_keeps_to_its_own_limits(wager: str, least: int, most: int) -> None:
    floor = loaded()
    floor.players(ann=1)
    if wager != "main":
        floor.bet("ann", 1, 10)
    floor.no("6.1", "player", place("ann", 1, least - 0.01, wager), by="ann")
    floor.no("6.1", "player", place("ann", 1, most + 0.01, wager), by="ann")
    floor.bet("ann", 1, least, wager)
    floor.ok("player", o.TakeOff(1, "ann", wager), by="ann")
    floor.bet("ann", 1, most, wager)
    assert floor.state.round is not None
    assert (wager, cents(most)) in {(w.kind, w.amount) for w in floor.state.round.wagers}


@clause("star-baceball 6.1")
def test_the_sign_may_name_a_unit_and_only_then_is_there_one() -> None:
    """It counts from the minimum: with $10 and a unit of $15, $25 and $40."""
    floor = loaded(units={"main": 1500})
    floor.players(ann=1)
    for dollars in (12, 15, 24.99, 25.01, 30):
        floor.no("6.1", "player", place("ann", 1, dollars), by="ann")
    for dollars in (10, 25, 40):
        floor.bet("ann", 1, dollars)
        floor.ok("player", o.TakeOff(1, "ann"), by="ann")
    without = loaded()
    without.players(ann=1)
    without.bet("ann", 1, 12)


@clause("star-baceball 6.2", "star-baceball 6.1", "star-baceball 12.10.1")
@pytest.mark.parametrize("stake", ["9.99", "0.01", "12"])
def test_a_low_or_off_unit_wager_found_after_the_first_card_is_valid_as_staked(stake: str) -> None:
    floor = loaded(units={"main": 500}, chips=())
    floor.players(ann=1)
    floor.bet("ann", 1, stake, late=True)
    floor.cards(ROUND)
    assert floor.net("ann") == cents(stake)


@clause("star-baceball 6.3", "star-baceball 12.10.2")
@pytest.mark.parametrize(
    ("cards", "net"), [(ROUND, 500), ("8C 9S 8D 9H 3S 2D", -500), ("9S 9D 9H 9C 2D 2S", 0)]
)
def test_a_wager_over_the_maximum_counts_up_to_it(cards: str, net: int) -> None:
    floor = loaded()
    floor.players(ann=1)
    floor.bet("ann", 1, 800, late=True)
    floor.cards(cards)
    assert floor.net("ann") == cents(net)
    assert floor.state.last is not None
    excess = [row for row in floor.state.last.rows if row.excess]
    assert [(row.returned, row.clause) for row in excess] == [(cents(300), "6.3")]


@clause("star-baceball 6.3")
def test_earlier_rounds_stand_when_a_wager_over_the_maximum_is_found() -> None:
    """The maximum is lowered; what was played above it before stays as it was."""
    floor = loaded()
    floor.players(ann=1)
    floor.bet("ann", 1, 500)
    floor.cards(ROUND)
    floor.ok(SUPERVISOR, o.ChangeLimits({**LIMITS, "main": (1000, 30000)}))
    floor.bet("ann", 1, 500, late=True)
    floor.cards(ROUND)
    assert floor.net("ann") == cents(500 + 300)


# Changing the limits


@clause("star-baceball 6.5")
def test_a_lower_minimum_and_any_maximum_are_changed_without_notice() -> None:
    floor = loaded()
    floor.players(ann=1)
    for least, most in ((5, 500), (5, 1000), (5, 100)):
        limits = {**LIMITS, "main": (cents(least), cents(most))}
        floor.no("6.5", "dealer", o.ChangeLimits(limits))
        floor.ok(SUPERVISOR, o.ChangeLimits(limits))
        assert floor.state.limits["main"] == (cents(least), cents(most))
    assert [x.clause for x in floor.entries("change-limits")] == ["6.5"] * 3


@clause("star-baceball 6.5")
@pytest.mark.parametrize(("up", "enough"), [(1201, True), (1200, True), (1199, False)])
def test_a_higher_minimum_takes_a_sign_of_twenty_minutes_and_never_starts_early(
    up: int, enough: bool
) -> None:
    floor = loaded(limits=OLD)
    floor.players(ann=1)
    change = o.ChangeLimits(NEW)
    floor.clock = at(20, 0)
    floor.no("6.5", SUPERVISOR, change)
    floor.clock = at(20, 30) - up
    floor.ok(SUPERVISOR, o.DisplaySign("new-limits", time=at(20, 30), limits=NEW))
    floor.clock = at(20, 29, 59)
    floor.no("6.5", SUPERVISOR, change)
    floor.bet("ann", 1, 25)
    floor.clock = at(20, 30)
    if not enough:
        floor.no("6.5", SUPERVISOR, change)
        return
    floor.ok(SUPERVISOR, change)
    assert floor.clauses(e.LimitsChanged) == ["6.5"]
    floor.no("6.1", "dealer", o.Deal(parse_card("9S")))
    floor.ok("player", o.TakeOff(1, "ann"), by="ann")
    floor.no("6.1", "player", place("ann", 1, 49.99), by="ann")
    floor.bet("ann", 1, 50)


@pytest.mark.parametrize("most", [49.99, 0])
def test_a_sign_announces_no_limits_that_could_not_be_in_force(most: float) -> None:
    floor = loaded(limits=OLD)
    wrong = {**NEW, "main": (cents(50), cents(most))}
    floor.no("6.1", SUPERVISOR, o.DisplaySign("new-limits", time=1800, limits=wrong))
    level = {**NEW, "main": (cents(50), cents(50))}
    floor.ok(SUPERVISOR, o.DisplaySign("new-limits", time=1800, limits=level))


@clause("star-baceball 6.5")
def test_a_sign_taken_down_or_altered_counts_from_its_return() -> None:
    floor = loaded(limits=OLD)
    floor.players(ann=1)
    sign = o.DisplaySign("new-limits", time=1800, limits=NEW)
    floor.ok(SUPERVISOR, sign)
    floor.clock = 900
    floor.ok(SUPERVISOR, o.RemoveSign("new-limits"))
    floor.clock = 1800
    floor.no("6.5", SUPERVISOR, o.ChangeLimits(NEW))
    floor.ok(SUPERVISOR, replace(sign, time=2999))
    floor.clock = 2999
    floor.no("6.5", SUPERVISOR, o.ChangeLimits(NEW))
    floor.ok(SUPERVISOR, replace(sign, time=2999 + 1200))
    floor.clock = 2999 + 1200
    floor.no("6.5", SUPERVISOR, o.ChangeLimits({**NEW, "main": (cents(40), cents(500))}))
    floor.ok(SUPERVISOR, o.ChangeLimits(NEW))


@clause("star-baceball 6.5")
def test_a_change_in_the_middle_of_a_round_is_for_the_next_one() -> None:
    floor = loaded()
    floor.players(ann=1)
    floor.bet("ann", 1, 500)
    floor.cards("9S 8C")
    floor.ok(SUPERVISOR, o.ChangeLimits({**LIMITS, "main": (1000, 10000)}))
    floor.cards("9H 8D 2D 3S")
    assert floor.net("ann") == cents(500)
    floor.no("6.1", "player", place("ann", 1, 100.01), by="ann")
    floor.bet("ann", 1, 100)


# A minimum raised at once


def jumped() -> Floor:
    """P on boxes 2 and 3, seated at 2; Q on box 7; at 20:00 the minimum goes from $25 to $50."""
    floor = loaded(limits=OLD)
    floor.players(p=2, q=7)
    for player, box in (("p", 2), ("p", 3), ("q", 7)):
        floor.bet(player, box, 25)
    floor.cards("2C 2D 2H 2S 3C 3D 3H 3S 4C 4D 4H 4S")
    floor.clock = at(20, 0)
    floor.no("6.5", "dealer", o.ChangeLimits(NEW, protect=True))
    floor.ok(SUPERVISOR, o.ChangeLimits(NEW, protect=True))
    return floor


@clause(
    "star-baceball 6.5.1",
    "star-baceball 6.5.1.3",
    "star-baceball 6.5.2",
    "star-baceball 6.5.3",
    "star-baceball 6.5.4",
)
def test_worked_round_17() -> None:
    floor = jumped()
    assert floor.clauses(e.LimitsChanged) == ["6.5.1"]
    assert (floor.net("p"), floor.net("q")) == (0, 0)
    floor.players(n=5)
    floor.no("6.5.4", "player", place("n", 5, 25), by="n")
    floor.no("6.5.4", "player", place("n", 5, 49.99), by="n")
    floor.bet("n", 5, 50)
    floor.no("6.5.4", "player", place("p", 4, 25), by="p")
    floor.bet("p", 2, 25)
    floor.bet("p", 3, 25)
    floor.bet("q", 7, 20, late=True)
    floor.cards("TD 7S 6H 9H 8H 5S 9C 6C TH 9S 4H 8D 6S AC 2D")
    assert floor.state.last is not None
    nets = {(row.box, row.player): row.chips_out - row.chips_in for row in floor.state.last.rows}
    assert nets == {
        (7, "q"): cents(20),
        (5, "n"): -cents(50),
        (3, "p"): cents(25),
        (2, "p"): 0,
    }
    floor.clock = at(20, 10)
    floor.ok(SUPERVISOR, o.DisplaySign("kept-minimum", time=at(20, 30), limits=NEW))
    floor.bet("p", 2, 25)
    floor.clock = at(20, 29, 59)
    floor.no("6.5.2", SUPERVISOR, o.RaiseKept())
    floor.cards("5C 5D 6D 7D 7C 8C")
    floor.bet("p", 2, 25)
    floor.clock = at(20, 30)
    floor.no("6.5.2", "dealer", o.RaiseKept())
    floor.ok(SUPERVISOR, o.RaiseKept())
    floor.no("6.1", "dealer", o.Deal(parse_card("5C")))
    floor.ok("player", o.TakeOff(2, "p"), by="p")
    floor.no("6.1", "player", place("q", 7, 49.99), by="q")
    floor.bet("p", 2, 50)
    assert floor.replayed() == floor.state


@clause("star-baceball 6.5.2")
@pytest.mark.parametrize(("second", "enough"), [(0, True), (1, False)])
def test_a_kept_minimum_ends_only_after_twenty_minutes_of_its_own_sign(
    second: int, enough: bool
) -> None:
    floor = jumped()
    floor.no("6.5.2", SUPERVISOR, o.RaiseKept())
    floor.clock = at(20, 10, second)
    floor.ok(SUPERVISOR, o.DisplaySign("kept-minimum", time=at(20, 30), limits=NEW))
    floor.clock = at(20, 30)
    if not enough:
        floor.no("6.5.2", SUPERVISOR, o.RaiseKept())
        floor.bet("p", 2, 25)
        return
    floor.ok(SUPERVISOR, o.RaiseKept())
    assert floor.clauses(e.KeptEnded) == ["6.5.2"]
    assert [s.kind for s in floor.state.signs if s.player] == []
    assert all(player.kept is None for player in floor.state.players.values())


@clause("star-baceball 6.5.2")
def test_the_sign_that_ends_a_kept_minimum_shows_the_one_to_come() -> None:
    floor = jumped()
    floor.ok(SUPERVISOR, o.DisplaySign("kept-minimum", time=at(20, 20), limits=OLD))
    floor.clock = at(20, 20)
    floor.no("6.5.2", SUPERVISOR, o.RaiseKept())


@clause("star-baceball 6.5.1", "star-baceball 6.5.2", "star-baceball 6.5.3")
def test_no_second_jump_while_an_older_minimum_is_kept() -> None:
    """bACEball reading 22: there are signs for two minimums only."""
    floor = jumped()
    higher = {**LIMITS, "main": (cents(100), cents(500))}
    floor.no("6.5.3", SUPERVISOR, o.ChangeLimits(higher, protect=True))
    floor.ok(SUPERVISOR, o.DisplaySign("kept-minimum", time=at(20, 30), limits=NEW))
    floor.clock = at(20, 30)
    floor.no("6.5.3", SUPERVISOR, o.ChangeLimits(higher, protect=True))
    floor.ok(SUPERVISOR, o.RaiseKept())
    floor.ok(SUPERVISOR, o.ChangeLimits(higher, protect=True))
    floor.no("6.1", "player", place("p", 2, 49.99), by="p")
    floor.bet("p", 2, 50)


@clause("star-baceball 6.5.1.1", "star-baceball 6.5.1.3")
@pytest.mark.parametrize("seat", [2, 3])
def test_one_marker_for_each_protected_player_where_they_sit(seat: int) -> None:
    floor = loaded(limits=OLD)
    floor.players(p=seat, q=7)
    for player, box in (("p", 2), ("p", 3), ("q", 7)):
        floor.bet(player, box, 25)
    floor.cards("2C 2D 2H 2S 3C 3D 3H 3S 4C 4D 4H 4S")
    floor.ok(SUPERVISOR, o.ChangeLimits(NEW, protect=True))
    shown = [
        (event.sign.player, event.sign.text, event.clause)
        for event in floor.log
        if isinstance(event, e.SignDisplayed) and event.sign.kind == "old-minimum"
    ]
    assert shown == [("p", f"box {seat}", "6.5.1.3"), ("q", "box 7", "6.5.1.1")]


@clause("star-baceball 6.5.1.2", "star-baceball 6.5.4")
def test_the_marker_goes_with_the_player_who_comes_back_as_a_new_one() -> None:
    floor = jumped()
    floor.ok("player", o.Leave("q"), by="q")
    assert floor.clauses(e.PlayerLeft) == ["6.5.1.2"]
    assert floor.state.sign("old-minimum", "q") is None
    assert floor.state.sign("old-minimum", "p") is not None
    floor.players(q=7)
    floor.no("6.5.4", "player", place("q", 7, 25), by="q")
    floor.bet("q", 7, 50)
    floor.bet("p", 3, 25)


@clause("star-baceball 6.5.3")
def test_signs_show_both_limits_while_two_minimums_run() -> None:
    floor = jumped()
    shown = [
        event.clause
        for event in floor.log
        if isinstance(event, e.SignDisplayed) and event.sign.kind == "both-minimums"
    ]
    assert shown == ["6.5.3"]
    old, new = floor.state.sign("both-minimums"), floor.state.sign("limits")
    assert old is not None
    assert new is not None
    assert (old.limits["main"][0], new.limits["main"][0]) == (cents(25), cents(50))
    floor.ok("player", o.Leave("p"), by="p")
    assert floor.state.sign("both-minimums") is not None
    floor.ok("player", o.Leave("q"), by="q")
    assert floor.state.sign("both-minimums") is None


@clause("star-baceball 6.5.1")
def test_who_has_wagered_keeps_the_old_minimum_even_while_sitting_a_round_out() -> None:
    floor = loaded(limits=OLD)
    floor.players(p=1, q=2, r=3)
    floor.bet("p", 1, 25)
    floor.bet("q", 2, 25)
    floor.cards("2C 2D 2H 3C 3D 3H 4C 4D 4H")
    floor.bet("q", 2, 25)
    floor.cards("5C 5D 5H 6C 6D 6H")
    floor.ok(SUPERVISOR, o.ChangeLimits(NEW, protect=True))
    assert {name for name, p in floor.state.players.items() if p.kept} == {"p", "q"}
    floor.bet("p", 1, 25)
    floor.no("6.5.4", "player", place("r", 3, 25), by="r")


# A player's own limits


def granted() -> Floor:
    """Ann may wager from $100 to $1,000."""
    floor = loaded()
    floor.players(ann=1, ben=2)
    own: o.Limits = {"main": (cents(100), cents(1000))}
    floor.ok(SUPERVISOR, o.DisplaySign("personal-limits", limits=own, player="ann"))
    floor.ok(SUPERVISOR, o.GrantLimits("ann", cents(1000), cents(100)), asked="ann")
    return floor


@clause("star-baceball 6.6")
def test_a_players_own_limits_take_a_supervisor_a_request_and_a_sign_with_both_figures() -> None:
    floor = loaded()
    floor.players(ann=1)
    grant = o.GrantLimits("ann", cents(1000), cents(100))
    floor.no("6.6", SUPERVISOR, grant, asked="ann")
    own: o.Limits = {"main": (cents(100), cents(1000))}
    floor.ok(SUPERVISOR, o.DisplaySign("personal-limits", limits=own, player="ann"))
    floor.no("6.6", "dealer", grant, asked="ann")
    floor.no("6.6", SUPERVISOR, grant)
    one_figure = floor.no("6.6", SUPERVISOR, o.GrantLimits("ann", cents(1000)), asked="ann")
    assert one_figure.reason == "both the player's minimum and maximum are given"
    floor.no("6.1", "player", place("ann", 1, 500.01), by="ann")
    floor.ok(SUPERVISOR, grant, asked="ann")
    assert floor.clauses(e.PersonalLimitsSet) == ["6.6"]
    assert [(x.clause, x.player) for x in floor.entries("personal-limits")] == [("6.6", "ann")]


@clause("star-baceball 6.6")
@pytest.mark.parametrize(("most", "enough"), [(499.99, False), (500, False), (500.01, True)])
def test_own_limits_let_a_player_exceed_the_maximum_and_the_sign_must_show_them(
    most: float, enough: bool
) -> None:
    floor = loaded()
    floor.players(ann=1)
    own: o.Limits = {"main": (cents(10), cents(most))}
    floor.ok(SUPERVISOR, o.DisplaySign("personal-limits", limits=own, player="ann"))
    grant = o.GrantLimits("ann", cents(most), cents(10))
    if not enough:
        floor.no("6.6", SUPERVISOR, grant, asked="ann")
        return
    floor.no("6.6", SUPERVISOR, replace(grant, most=cents(most) + 1), asked="ann")
    floor.no("6.6", SUPERVISOR, replace(grant, least=cents(20)), asked="ann")
    floor.ok(SUPERVISOR, grant, asked="ann")


@clause("star-baceball 6.6")
def test_own_limits_bind_their_player_alone_at_both_ends() -> None:
    floor = granted()
    floor.no("6.1", "player", place("ann", 1, 99.99), by="ann")
    floor.no("6.1", "player", place("ann", 1, 1000.01), by="ann")
    floor.no("6.1", "player", place("ben", 2, 500.01), by="ben")
    floor.bet("ann", 1, 1000)
    floor.bet("ben", 2, 10)
    floor.cards("9S 2C 8C 9H 2D 8D 2S 2H 3S")
    assert (floor.net("ann"), floor.net("ben")) == (cents(1000), -cents(10))


@clause("star-baceball 6.6", "star-baceball 6.3")
def test_a_wager_above_the_personal_maximum_counts_up_to_that() -> None:
    floor = granted()
    floor.bet("ann", 1, 1500, late=True)
    floor.cards(ROUND)
    assert floor.net("ann") == cents(1000)


@clause("star-baceball 6.6")
def test_the_player_may_go_back_to_the_limits_of_the_table() -> None:
    floor = granted()
    floor.bet("ann", 1, 1000)
    floor.cards("9S")
    floor.ok("player", o.EndLimits("ann"), by="ann")
    floor.cards("8C 9H 8D 2D 3S")
    assert floor.net("ann") == cents(1000)
    floor.no("6.1", "player", place("ann", 1, 500.01), by="ann")
    played(floor)
    assert floor.net("ann") == cents(1010)
    assert floor.replayed() == floor.state
    assert floor.state.setup == SETUP


# Tokens


@clause("star-baceball 1.1:casino-promotional-token", "star-baceball 6.1", "star-baceball 6.3")
def test_tokens_and_chips_are_one_wager_for_the_limits_and_no_jackpot_wager() -> None:
    floor = loaded()
    floor.players(ann=1)
    floor.bet("ann", 1, 300, token=True)
    floor.no("6.1", "player", place("ann", 1, 200.01), by="ann")
    floor.bet("ann", 1, 200)
    token = replace(place("ann", 1, 5, "jackpot"), token=True)
    floor.no("1.1:casino-promotional-token", "player", token, by="ann")
    floor.cards(ROUND)
    assert floor.net("ann") == cents(500)


@clause("star-baceball 6.3", "star-baceball 1.1:casino-promotional-token")
def test_what_is_over_the_maximum_goes_back_from_the_chips_first() -> None:
    floor = loaded()
    floor.players(ann=1)
    floor.bet("ann", 1, 300, token=True)
    floor.bet("ann", 1, 250, late=True)
    floor.cards("8C 9S 8D 9H 3S 2D")
    # $300 in tokens and $200 in chips are lost; $50 in chips came back.
    assert floor.net("ann") == -cents(200)


@clause("star-baceball 1.1:casino-promotional-token")
def test_the_dealer_exchanges_a_voucher_for_tokens_on_record() -> None:
    floor = loaded()
    floor.players(ann=1)
    exchange = o.ExchangeVoucher("ann", 3)
    floor.no("1.1:casino-promotional-token", "player", exchange, by="ann")
    floor.ok("dealer", exchange)
    assert [(x.player, x.about) for x in floor.entries("exchange-voucher")] == [
        ("ann", "voucher 3")
    ]


@clause("star-baceball 6.1", "star-baceball 6.5")
def test_a_unit_is_on_the_sign_and_comes_after_the_notice() -> None:
    fives = {"main": cents(5)}
    closed = equipped()
    closed.no("6.1", SUPERVISOR, o.Open(replace(SETUP, units=fives)))  # on no sign
    closed.ok(SUPERVISOR, o.DisplaySign("limits", limits=LIMITS, units=fives))
    closed.ok(SUPERVISOR, o.Open(replace(SETUP, units=fives)))
    floor = loaded()
    floor.players(ann=1)
    change = o.ChangeLimits(LIMITS, units=fives)
    floor.no("6.5", SUPERVISOR, change)
    floor.no("6.5", SUPERVISOR, o.ChangeLimits(LIMITS, units=fives, protect=True))
    floor.ok(SUPERVISOR, o.DisplaySign("new-limits", floor.clock + 1200, LIMITS))
    floor.wait(20)
    floor.no("6.5", SUPERVISOR, change)  # the sign says nothing of units
    floor.ok(SUPERVISOR, o.DisplaySign("new-limits", floor.clock + 1200, LIMITS, units=fives))
    floor.wait(20)
    floor.ok(SUPERVISOR, change)
    floor.no("6.1", "player", o.Place(1, "ann", cents(12)), by="ann")
    floor.bet("ann", 1, 15)


@clause("star-baceball 6.1", "star-baceball 6.5", "star-baceball 6.5.2")
def test_a_sign_shows_what_is_enforced_or_is_to_come() -> None:
    """Whatever is typed on it: the limits, the most on an area, the unit; later ones as told."""
    setup = replace(SETUP, box_maximum=cents(400), units={"main": cents(5)})
    floor = equipped(setup)
    for other in (
        replace(setup, limits={**LIMITS, "main": (cents(15), cents(500))}),
        replace(setup, box_maximum=cents(450)),
        replace(setup, units={"main": cents(1)}),
    ):
        floor.no("6.1", SUPERVISOR, o.Open(other))
    floor.ok(SUPERVISOR, o.Open(setup))
    shown = floor.state.sign("limits")
    assert shown is not None
    assert shown.says is not None
    assert (shown.says.limits, shown.says.box_maximum) == (LIMITS, cents(400))
    later = {**LIMITS, "main": (cents(25), cents(500))}
    for kind in ("new-limits", "kept-minimum"):
        floor.ok(SUPERVISOR, o.DisplaySign(kind, floor.clock + 1200, later))
        sign = floor.state.sign(kind)
        assert sign is not None
        assert sign.says is not None
        assert sign.says.limits == later


@clause("star-baceball 6.1")
@pytest.mark.parametrize("wager", [wager for wager in LIMITS if wager != "main"])
def test_the_sign_has_limits_for_every_strike_as_each_is_always_offered(wager: str) -> None:
    """Each kind of wager has limits by itself (bACEball reading 15)."""
    without = {name: pair for name, pair in LIMITS.items() if name != wager}
    silent = replace(SETUP, limits=without)
    equipped(silent).no("6.1", SUPERVISOR, o.Open(silent))
    loaded().no("6.1", SUPERVISOR, o.ChangeLimits(without))


@clause("star-baceball 6.5", "star-baceball 6.5.1", "star-baceball 6.5.4")
def test_a_minimum_set_where_there_was_none_is_kept_from_those_who_play() -> None:
    floor = loaded()
    floor.players(ann=1)
    floor.bet("ann", 1, 10)
    higher = {**LIMITS, "jackpot": (cents(50), cents(100))}
    floor.no("6.5", SUPERVISOR, o.ChangeLimits(higher))
    floor.ok(SUPERVISOR, o.ChangeLimits(higher, protect=True))
    floor.bet("ann", 1, 5, "jackpot")
    floor.players(ben=2)
    floor.bet("ben", 2, 10)
    floor.no("6.5.4", "player", o.Place(2, "ben", cents(5), "jackpot"), by="ben")
