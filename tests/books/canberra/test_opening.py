"""Casino Canberra: layouts, cards, decks and signs before a table opens; notice of its closing."""

import pytest

from bythebook.cards import parse_card
from bythebook.table import events as e
from tests.books.canberra.floor import (
    CANBERRA,
    COMMISSION,
    DEE,
    LIMITS,
    MANAGER,
    SETUP,
    SIDES,
    a_round,
    opened,
    prepared,
    ready,
    shuffled,
)
from tests.clauses import clause
from tests.table.floor import Floor, cents, m, o

# Layouts


@clause("canberra-blackjack 1.1")
def test_a_layout_is_approved_by_the_commission_before_use() -> None:
    floor = Floor(CANBERRA)
    floor.ok("dealer", o.Perform("check-cards"))
    floor.ok("supervisor", o.Perform("determine-shuffle"))
    floor.ok("supervisor", o.DisplaySign("limits", limits=LIMITS))
    floor.ok("supervisor", o.DisplaySign("multiples", setup=SETUP))
    floor.no("1.1", "supervisor", o.Open(SETUP))
    floor.no("1.1", "supervisor", o.Perform("confirm-layout"))
    nobody = o.Person("max", MANAGER)
    floor.no("1.1", "supervisor", o.Perform("confirm-layout"), approved=nobody)
    floor.ok("supervisor", o.Perform("confirm-layout", about="NI 7"), approved=COMMISSION)
    entry = floor.entries("confirm-layout")[0]
    assert (entry.clause, entry.about, entry.approved) == ("1.1", "NI 7", COMMISSION)
    floor.no("1.1", "supervisor", o.Open(floor.with_setup(SETUP, layout="home-made")))
    floor.ok("supervisor", o.Open(SETUP))
    assert floor.clauses(e.TableOpened) == ["2.3(a)"]


@clause("canberra-blackjack 1.1")
@pytest.mark.parametrize(("boxes", "opens"), [(0, False), (1, True), (9, True), (10, False)])
def test_a_layout_has_one_to_nine_boxes(boxes: int, opens: bool) -> None:
    floor = prepared()
    order = o.Open(floor.with_setup(SETUP, boxes=boxes))
    if opens:
        floor.ok("supervisor", order)
        floor.players(ann=boxes)
        floor.no("1.1", "player", o.Sit("ann", boxes + 1), by="ann")
    else:
        floor.no("1.1", "supervisor", order)


@pytest.mark.parametrize(
    ("side", "approval", "sign"),
    [("perfect-pairs", "17.2", "17.7"), ("pairs-play", "17.14", "17.19")],
)
@clause(
    "canberra-blackjack 17.2",
    "canberra-blackjack 17.7",
    "canberra-blackjack 17.14",
    "canberra-blackjack 17.19",
)
def test_a_side_wager_has_an_approved_layout_and_a_sign(
    side: str, approval: str, sign: str
) -> None:
    floor = prepared()
    setup = floor.with_setup(SETUP, side_wagers=(side,), layout=side, limits=SIDES[side])
    floor.no(approval, "supervisor", o.Open(setup))
    floor.no(approval, "supervisor", o.Perform(f"confirm-{side}-layout"))
    floor.no(approval, "dealer", o.Perform(f"confirm-{side}-layout"), approved=COMMISSION)
    floor.ok("supervisor", o.Perform(f"confirm-{side}-layout"), approved=COMMISSION)
    floor.no("3.1", "supervisor", o.Open(setup))  # the sign still shows the table without
    floor.ok("supervisor", o.DisplaySign("limits", limits=SIDES[side]))
    floor.no(sign, "supervisor", o.Open(setup))
    floor.no(sign, "dealer", o.DisplaySign(side, limits=SIDES[side]))
    floor.ok("supervisor", o.DisplaySign(side, limits={side: (100, 999_900)}))
    floor.no(sign, "supervisor", o.Open(setup))  # 1 to 9,999, where 5 to 50 is enforced
    floor.ok("supervisor", o.DisplaySign(side, limits=SIDES[side]))
    floor.no(sign, "supervisor", o.Open(floor.with_setup(setup, limits=LIMITS)))
    floor.ok("supervisor", o.Open(setup))
    floor.players(ann=1)
    shuffled(floor, "ann")
    floor.bet("ann", 1, 10)
    floor.no("3.1", "player", o.Place(1, "ann", cents("4.99"), side), by="ann")
    floor.no("3.5", "player", o.Place(1, "ann", cents("50.01"), side), by="ann")
    floor.bet("ann", 1, 5, side)
    floor.ok("player", o.TakeOff(1, "ann", side), by="ann")
    floor.bet("ann", 1, 50, side)


@clause("canberra-blackjack 17.2", "canberra-blackjack 17.14", "canberra-blackjack 1.1")
def test_a_layout_takes_no_wager_it_has_no_place_for() -> None:
    floor = prepared("perfect-pairs")
    floor.ok("supervisor", o.Perform("confirm-pairs-play-layout"), approved=COMMISSION)
    floor.ok("supervisor", o.DisplaySign("pairs-play"))
    both = {"limits": {**SIDES["perfect-pairs"], **SIDES["pairs-play"]}}
    for layout, wager, refused in (
        ("plain", "perfect-pairs", "1.1"),
        ("pairs-play", "perfect-pairs", "17.14"),
        ("perfect-pairs", "pairs-play", "17.2"),
    ):
        setup = floor.with_setup(SETUP, layout=layout, side_wagers=(wager,), **both)
        floor.no(refused, "supervisor", o.Open(setup))


@clause("canberra-blackjack 17.1(a)", "canberra-blackjack 17.1(b)")
def test_one_of_the_two_side_wagers_or_neither() -> None:
    """The two are joined by "or": a table offers one of them at most."""
    floor = prepared("perfect-pairs")
    floor.ok("supervisor", o.Perform("confirm-pairs-play-layout"), approved=COMMISSION)
    floor.ok("supervisor", o.DisplaySign("pairs-play"))
    setup = floor.with_setup(
        SETUP,
        layout="perfect-pairs",
        side_wagers=("perfect-pairs", "pairs-play"),
        limits={**SIDES["perfect-pairs"], **SIDES["pairs-play"]},
    )
    floor.no("17.1(a)", "supervisor", o.Open(setup))
    one = floor.with_setup(setup, side_wagers=("perfect-pairs",), limits=SIDES["perfect-pairs"])
    floor.ok("supervisor", o.Open(one))


@clause("canberra-blackjack 12.1", "canberra-blackjack 1.1")
@pytest.mark.parametrize(
    ("layout", "dealer", "due"), [("plain", "stands", None), ("plain-soft-17", "hits", 0)]
)
def test_the_layouts_inscription_fixes_the_dealers_rule(
    layout: str, dealer: str, due: int | None
) -> None:
    floor = prepared()
    rule = {"dealer": f"{dealer}-soft-17"}
    other = {"dealer": "hits-soft-17" if dealer == "stands" else "stands-soft-17"}
    setup = floor.with_setup(SETUP, layout=layout, options=rule)
    floor.no("1.1", "supervisor", o.Open(floor.with_setup(setup, options=other)))
    floor.ok("supervisor", o.Open(setup))
    floor.players(ann=1)
    shuffled(floor, "ann")
    floor.bet("ann", 1, 10)
    floor.cards("TD 6C 8C")
    floor.stand("ann", 1)
    floor.cards("AS")
    assert floor.due() == due


@clause(
    "canberra-blackjack 1.1", "canberra-blackjack 12.1", "canberra-blackjack 17.2",
    "canberra-blackjack 17.14",
)  # fmt: skip
@pytest.mark.parametrize("soft", [False, True], ids=["stands", "hits"])
@pytest.mark.parametrize("side", ["", "perfect-pairs", "pairs-play"])
def test_every_layout_has_its_side_wager_and_its_inscription(side: str, soft: bool) -> None:
    """Another rule for the dealer than the one inscribed is refused by the layout's clause."""
    says = {"": "1.1", "perfect-pairs": "17.2", "pairs-play": "17.14"}[side]
    floor = prepared(side)
    hits, stands = {"dealer": "hits-soft-17"}, {"dealer": "stands-soft-17"}
    setup = floor.with_setup(
        SETUP,
        layout=(side or "plain") + ("-soft-17" if soft else ""),
        options=hits if soft else stands,
        side_wagers=(side,) if side else (),
        limits=SIDES.get(side, LIMITS),
    )
    other = floor.with_setup(setup, options=stands if soft else hits)
    floor.no(says, "supervisor", o.Open(other))
    floor.ok("supervisor", o.Open(setup))
    floor.players(ann=1)
    shuffled(floor, "ann")
    floor.bet("ann", 1, 10)
    if side:
        floor.bet("ann", 1, 5, side)
    floor.cards("TD 6C 8C")
    floor.stand("ann", 1)
    floor.cards("AS")
    assert floor.due() == (0 if soft else None)


# Cards


@clause("canberra-blackjack 2.2")
def test_the_check_after_gaming_is_owed_until_it_is_done() -> None:
    """Whoever would open the table again without it is refused, however often it was opened."""
    floor = opened()
    for _ in range(2):
        floor.ok(MANAGER, o.Close())
        floor.ok("supervisor", o.Perform("confirm-layout"), approved=COMMISSION)
        floor.ok("supervisor", o.Perform("determine-shuffle"))
        floor.ok("supervisor", o.DisplaySign("limits", limits=SETUP.limits))
        floor.ok("supervisor", o.DisplaySign("multiples", setup=SETUP))
        floor.ok("dealer", o.Perform("check-cards"))
        floor.no("2.2", "supervisor", o.Open(SETUP))
        floor.ok("dealer", o.Perform("check-cards-after"))
        floor.ok("supervisor", o.Open(SETUP))


@clause("canberra-blackjack 2.2")
def test_the_dealer_checks_every_card_before_gaming_and_after_it() -> None:
    floor = Floor(CANBERRA)
    floor.ok("supervisor", o.Perform("confirm-layout"), approved=COMMISSION)
    floor.ok("supervisor", o.Perform("determine-shuffle"))
    floor.ok("supervisor", o.DisplaySign("limits", limits=LIMITS))
    floor.ok("supervisor", o.DisplaySign("multiples", setup=SETUP))
    floor.no("2.2", "supervisor", o.Open(SETUP))
    floor.no("2.2", "player", o.Perform("check-cards"), by="ann")
    floor.ok("dealer", o.Perform("check-cards"))
    floor.ok("supervisor", o.Open(SETUP))
    floor.no("2.2", "dealer", o.Perform("check-cards-after"))
    floor.ok(MANAGER, o.Close())
    floor.no("2.2", "player", o.Perform("check-cards-after"), by="ann")
    # It is due from the closing on, on the console and in the alarms, until it is done.
    assert [(duty.act, duty.clause) for duty in floor.state.duties] == [
        ("check-cards-after", "2.2")
    ]
    floor.ok("dealer", o.Perform("check-cards-after"))
    assert [entry.clause for entry in floor.entries("check-cards-after")] == ["2.2"]
    assert floor.state.duties == ()
    # For the next time the table opens the cards are checked anew.
    floor.ok("supervisor", o.Perform("confirm-layout"), approved=COMMISSION)
    floor.ok("supervisor", o.Perform("determine-shuffle"))
    floor.ok("supervisor", o.DisplaySign("limits", limits=LIMITS))
    floor.ok("supervisor", o.DisplaySign("multiples", setup=SETUP))
    floor.no("2.2", "supervisor", o.Open(SETUP))
    assert floor.replayed() == floor.state


@clause("canberra-blackjack 2.1", "canberra-blackjack 2.3(a)")
@pytest.mark.parametrize(
    ("decks", "opens"), [(3, False), (4, True), (5, True), (6, True), (7, True), (8, True), (9, 0)]
)
def test_four_to_eight_decks_are_determined_before_play(decks: int, opens: bool) -> None:
    floor = prepared()
    order = o.Open(floor.with_setup(SETUP, decks=decks))
    floor.no("2.3(a)", "dealer", order)
    if not opens:
        floor.no("2.1", "supervisor", order)
        return
    floor.ok("supervisor", order)
    assert floor.state.setup is not None
    assert floor.state.setup.decks == decks
    floor.players(ann=1)
    floor.ok("dealer", o.Shuffle())
    floor.no("5.3", "player", o.Cut("ann", 52 * decks - 51), by="ann")
    floor.ok("player", o.Cut("ann", 52 * decks - 52), by="ann")


@clause("canberra-blackjack 2.3(b)")
def test_the_approved_shuffle_is_chosen_before_play() -> None:
    floor = Floor(CANBERRA)
    floor.ok("supervisor", o.Perform("confirm-layout"), approved=COMMISSION)
    floor.ok("dealer", o.Perform("check-cards"))
    floor.ok("supervisor", o.DisplaySign("limits", limits=LIMITS))
    floor.ok("supervisor", o.DisplaySign("multiples", setup=SETUP))
    floor.no("2.3(b)", "supervisor", o.Open(SETUP))
    floor.no("2.3(b)", "dealer", o.Perform("determine-shuffle"))
    floor.ok("supervisor", o.Perform("determine-shuffle", about="shuffle 3"))
    assert floor.entries("determine-shuffle")[0].about == "shuffle 3"
    floor.ok("supervisor", o.Open(SETUP))


@clause("canberra-blackjack 2.3")
def test_players_who_ask_are_told_decks_and_shuffle() -> None:
    floor = ready()
    floor.no("2.3", "dealer", o.Perform("tell-determinations"))
    floor.no("2.3", "player", o.Perform("tell-determinations"), by="ben", asked="ann")
    floor.ok("dealer", o.Perform("tell-determinations", about="8 decks, shuffle 3"), asked="ann")
    entry = floor.entries("tell-determinations")[0]
    assert (entry.by.name, entry.clause) == ("dee", "2.3")


@clause("canberra-blackjack 2.4")
def test_a_damaged_card_is_changed_at_any_time_and_checked_by_two() -> None:
    floor = ready()
    floor.bet("ann", 1, 10)
    floor.cards("TD 7C 9C")
    card = o.ReplaceCard(parse_card("9C"))
    floor.no("2.4", "dealer", card)
    floor.no("2.4", "supervisor", card)
    floor.no("2.4", "supervisor", card, second=o.Person("supervisor", "supervisor"))
    floor.no("2.4", "supervisor", card, second=o.Person("ann", "player"))
    floor.ok("supervisor", card, second=DEE)
    assert floor.clauses(e.CardReplaced) == ["2.4"]
    entry = floor.entries("replace-card")[0]
    assert (entry.by.role, entry.second) == ("supervisor", DEE)
    floor.no("2.1", "supervisor", o.ReplaceCard(parse_card("JK")), second=DEE)
    floor.stand("ann", 1)
    floor.cards("TS")
    assert floor.net("ann") == cents(10)
    assert floor.replayed() == floor.state


@clause("canberra-blackjack 2.4")
def test_all_cards_are_changed_after_a_round_only() -> None:
    floor = ready()
    floor.bet("ann", 1, 10)
    floor.cards("TD 7C 9C")
    floor.no("2.4", "supervisor", o.ReplaceCards(), second=DEE)
    floor.stand("ann", 1)
    floor.cards("TS")
    floor.no("2.4", "dealer", o.ReplaceCards(), second=o.Person("sue", "supervisor"))
    floor.no("2.4", "supervisor", o.ReplaceCards())
    floor.ok("supervisor", o.ReplaceCards(), second=DEE)
    floor.bet("ann", 1, 10)
    floor.no("5.1", "dealer", o.Deal(parse_card("TD")))
    # New cards at a running game: nobody has a right to the cut, all are asked in turn.
    floor.ok("dealer", o.Shuffle())
    assert floor.no("5.2(d)", "player", o.Cut("ben", 100), by="ben")
    floor.ok("player", o.Cut("ann", 100), by="ann")


@clause("canberra-blackjack 2.3(a)", "canberra-blackjack 2.1")
def test_another_number_of_decks_comes_with_a_full_change_of_cards() -> None:
    floor = ready(decks=8)
    a_round(floor)
    for decks in (0, 3, 9):
        floor.no("2.1", "supervisor", o.ReplaceCards(decks=decks), second=DEE)
    floor.bet("ann", 1, 10)
    floor.cards("TD 7C 9C")
    floor.no("2.4", "supervisor", o.ReplaceCards(decks=4), second=DEE)
    floor.stand("ann", 1)
    floor.cards("TS")
    floor.ok("supervisor", o.ReplaceCards(decks=4), second=DEE)
    floor.ok("dealer", o.Shuffle())
    floor.no("5.3", "player", o.Cut("ann", 4 * 52 - 51), by="ann")
    floor.ok("player", o.Cut("ann", 4 * 52 - 52), by="ann")
    assert floor.net("ann") == cents(20)
    assert floor.replayed() == floor.state


@clause("canberra-blackjack 2.2", "canberra-blackjack 1.1")
def test_cards_and_layouts_are_dealt_with_while_the_table_is_closed() -> None:
    """Checked at an open table they would be checked in the middle of gaming."""
    floor = ready()
    for act, says in (
        ("check-cards", "2.2"),
        ("check-cards-after", "2.2"),
    ):
        floor.no(says, "dealer", o.Perform(act))
    for act, says in (
        ("confirm-layout", "1.1"),
        ("confirm-perfect-pairs-layout", "17.2"),
        ("confirm-pairs-play-layout", "17.14"),
    ):
        commission = o.Person("approval 2018/7", "commission")
        floor.no(says, "supervisor", o.Perform(act), approved=commission)
    floor.no("2.3(a)", "supervisor", o.Open(SETUP))


# Signs, and closing


@clause("canberra-blackjack 3.1", "canberra-blackjack 3.3")
def test_limits_and_multiples_are_on_display_before_play() -> None:
    floor = Floor(CANBERRA)
    floor.ok("supervisor", o.Perform("confirm-layout"), approved=COMMISSION)
    floor.ok("dealer", o.Perform("check-cards"))
    floor.ok("supervisor", o.Perform("determine-shuffle"))
    floor.no("3.1", "supervisor", o.Open(SETUP))
    floor.no("3.1", "dealer", o.DisplaySign("limits", limits=LIMITS))
    floor.ok("supervisor", o.DisplaySign("limits", limits=LIMITS))
    floor.no("3.3", "supervisor", o.Open(SETUP))
    floor.no("3.3", "dealer", o.DisplaySign("multiples"))
    floor.ok("supervisor", o.DisplaySign("multiples", text="2.50"))  # words are no value
    floor.no("3.3", "supervisor", o.Open(SETUP))
    floor.ok("supervisor", o.DisplaySign("multiples", units={"main": cents(5)}))
    floor.no("3.3", "supervisor", o.Open(SETUP))
    floor.ok("supervisor", o.DisplaySign("multiples", units={"main": 250}))
    floor.no("3.1", "supervisor", o.Open(floor.with_setup(SETUP, limits={}, units={})))
    upside_down = {"main": (cents(20), cents(10))}
    floor.no("3.1", "supervisor", o.Open(floor.with_setup(SETUP, limits=upside_down)))
    floor.ok("supervisor", o.Open(SETUP))
    assert floor.state.limits == LIMITS
    assert floor.state.units == {"main": 250}


@pytest.mark.parametrize(
    ("side", "sign", "says"),
    [
        ("", "limits", "3.1"), ("", "multiples", "3.3"), ("perfect-pairs", "perfect-pairs", "17.7"),
        ("pairs-play", "pairs-play", "17.19"),
    ],
)  # fmt: skip
@clause(
    "canberra-blackjack 3.1", "canberra-blackjack 3.3", "canberra-blackjack 17.7",
    "canberra-blackjack 17.19",
)  # fmt: skip
def test_no_round_begins_without_its_signs(side: str, sign: str, says: str) -> None:
    """Not only at opening: a sign taken away stops the next round, not the one being dealt."""
    floor = ready(side)
    floor.bet("ann", 1, 10)
    floor.cards("TD 7C")
    floor.ok("supervisor", o.RemoveSign(sign))
    floor.cards("9C")
    floor.stand("ann", 1)
    floor.cards("TS")
    assert floor.net("ann") == cents(10)
    floor.bet("ann", 1, 10)
    floor.no(says, "dealer", o.Deal(parse_card("TD")))
    floor.ok("supervisor", o.DisplaySign(sign))
    floor.cards("TD")
    assert floor.state.in_round is True


@clause("canberra-blackjack 3.1")
def test_the_sign_shows_the_limits_in_force() -> None:
    """What is to come has a sign of its own."""
    floor = ready()
    new = {"main": (cents(20), cents(500))}
    floor.no("3.1", "supervisor", o.DisplaySign("limits", limits=new))
    floor.ok("supervisor", o.DisplaySign("new-limits", limits=new))
    a_round(floor)
    floor.ok("supervisor", o.ChangeLimits(new))
    sign = floor.state.sign("limits")
    assert sign is not None
    assert sign.limits == new
    assert floor.state.sign("new-limits") is None


@clause("canberra-blackjack 15.2")
def test_a_table_closes_early_when_players_were_told_before_the_last_round() -> None:
    floor = ready()
    floor.no("15.2", MANAGER, o.Close())
    floor.no("15.2", "supervisor", o.AnnounceClosing())
    floor.ok(MANAGER, o.AnnounceClosing())
    entry = floor.entries("announce-closing")[0]
    assert (entry.by.role, entry.clause) == (MANAGER, "15.2")
    floor.no("15.2", MANAGER, o.Close())
    floor.bet("ann", 1, 10)
    floor.cards("TD 7C 9C")
    floor.no("15.2", MANAGER, o.Close())
    floor.stand("ann", 1)
    floor.cards("TS")
    floor.no("15.2", "supervisor", o.Close())
    floor.ok(MANAGER, o.Close())
    assert floor.state.phase == "closed"
    assert floor.clauses(e.TableClosed) == ["15.2"]
    assert floor.net("ann") == cents(10)
    assert floor.replayed() == floor.state


@clause("canberra-blackjack 15.2")
def test_nobody_need_be_told_where_nobody_plays() -> None:
    floor = ready()
    floor.no("15.2", MANAGER, o.Close())
    floor.ok("player", o.Leave("ann"), by="ann")
    floor.no("15.2", MANAGER, o.Close())
    floor.ok("player", o.Leave("ben"), by="ben")
    floor.ok(MANAGER, o.Close())
    assert floor.state.phase == "closed"


@clause("canberra-blackjack 15.2")
@pytest.mark.parametrize("announced", [0, 1, 2])
def test_a_round_that_was_running_is_none_of_those_announced(announced: int) -> None:
    floor = ready()
    floor.bet("ann", 1, 10)
    floor.cards("TD 7C 9C")
    floor.ok(MANAGER, o.AnnounceClosing(announced))
    floor.stand("ann", 1)
    floor.cards("TS")
    for _ in range(max(announced, 1)):
        floor.no("15.2", MANAGER, o.Close())
        a_round(floor)
    floor.ok(MANAGER, o.Close())


@clause("canberra-blackjack 5.5")
def test_nor_is_it_one_of_the_last_three() -> None:
    """Three more are announced during a round: in that one the cutting card still counts."""
    floor = ready()
    floor.bet("ann", 1, 10)
    floor.cards("TD 7C")
    floor.ok(MANAGER, o.AnnounceClosing(3))
    floor.ok("dealer", o.CuttingCard())
    assert floor.clauses(e.CuttingCardOut) == ["5.4(b)"]


@clause("canberra-blackjack A:burn", "canberra-blackjack 6.1")
def test_a_card_is_burned_for_a_reason_only_and_lies_in_the_discard_rack() -> None:
    """No card is burned at a new shoe; a burned one does not come back before a shuffle."""
    floor = ready()
    floor.malformed("dealer", o.Burn())
    floor.bet("ann", 1, 10)
    floor.ok("dealer", m.FaceUp(parse_card("AS")))
    assert floor.clauses(e.CardBurned) == ["14.1"]
    assert floor.state.shoe.burned == (parse_card("AS"),)
    floor.cards("TD 7C 9C")
    assert floor.state.round is not None
    cards = floor.state.round.hand(1, 1).cards
    assert cards == (parse_card("TD"), parse_card("9C"))
