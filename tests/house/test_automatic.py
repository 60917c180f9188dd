"""The automatic dealer: whom it waits for, how long, and what it does by the book."""

from collections import Counter
from itertools import pairwise

import pytest
from msgspec.structs import replace

from bythebook.errors import Refused
from bythebook.game import events as g
from bythebook.house import demo
from bythebook.house import happenings as h
from bythebook.house.automatic import NAME, SUPERVISOR
from bythebook.table import events as e
from bythebook.table import orders as o
from tests.house.felt import BEGAN, CLOCKS, Felt, replayed, terms_of

TABLES = [t.id for t in demo.demo_tables() if t.cards == "virtual" and not t.practice]
WITH_TURNS = [name for name in TABLES if name != "baceball"]
SHOES = [t for t in TABLES if t not in ("challenge", "baceball")]


def felt_with(table: str, *names: str, **setup: object) -> Felt:
    """A table where these sit, each at the box of their number."""
    felt = Felt(terms_of(table, **setup))
    for box, name in enumerate(names, start=1):
        felt.sit(name, box)
    return felt


# Betting


@pytest.mark.parametrize("table", TABLES)
def test_no_card_comes_before_the_betting_clock_is_over_and_one_comes_then(table: str) -> None:
    felt = felt_with(table, "ann")
    felt.bet("ann", 1)
    assert felt.due.clock == "betting"
    assert felt.due.until == felt.time + 20
    felt.passes(19)
    assert not felt.dealt()
    assert not felt.orders(o.NoMoreBets)
    felt.passes(1)
    assert felt.dealt()
    assert felt.orders(o.Deal)[0].order.at == BEGAN + 20
    calls = "no-more-bets" in felt.rules.conduct.acts
    assert len(felt.orders(o.NoMoreBets)) == calls


@pytest.mark.parametrize("table", TABLES)
def test_when_everybody_with_a_wager_is_ready_it_deals_at_once(table: str) -> None:
    felt = felt_with(table, "ann", "ben", "cat")
    felt.bet("ann", 1)
    felt.bet("ben", 2)  # cat has none, and is not waited for
    felt.ready("ann")
    assert not felt.dealt()
    felt.ready("ben")
    assert felt.dealt()
    assert felt.time == BEGAN


def test_without_a_wager_nothing_happens_however_long_it_takes() -> None:
    felt = felt_with("crown", "ann")
    before = len(felt.log)
    felt.passes(3600)
    felt.settle(felt.move())
    assert len(felt.log) == before


def test_wagers_taken_off_end_the_clock_and_new_ones_have_the_whole_time() -> None:
    felt = felt_with("crown", "ann", "ben")
    felt.bet("ann", 1)
    felt.bet("ben", 2)
    felt.ready("ann")
    felt.passes(5)
    for name in ("ann", "ben"):
        felt.player(name, type="undo-bets")
    assert felt.run.clock is None
    assert felt.due.clock == ""
    felt.passes(60)
    felt.bet("ann", 1)
    assert not felt.dealt(), "neither the old time nor the old answer counts"
    assert (felt.due.until, felt.due.ready) == (felt.time + 20, ())


def test_somebody_who_comes_later_does_not_lengthen_the_clock() -> None:
    felt = felt_with("crown", "ann", "ben")
    felt.bet("ann", 1)
    felt.passes(19)
    felt.bet("ben", 2)
    felt.passes(1)
    assert len({event.player for event in felt.of_round(g.WagerPlaced)}) == 2
    assert felt.dealt()


def test_the_clock_is_gone_when_the_round_is() -> None:
    felt = felt_with("baceball", "ann")
    felt.bet("ann", 1)
    felt.ready("ann")
    assert felt.run.table.rounds == 1
    assert felt.run.clock is None
    assert (felt.due.clock, felt.due.until, felt.due.ready) == ("", 0, ())


# Turns


# The clause of each book about idle hands, and who has it done: from the ledgers of the books.
IDLE = {
    "canberra": ("14.7", "dealer", NAME),
    "crown": ("8.5.4:direction", "higher-duties-dealer", SUPERVISOR),
    "crown-house": ("10.2.1:direction", "higher-duties-dealer", SUPERVISOR),
    "free-bet": ("11.4:direction", "higher-duties-dealer", SUPERVISOR),
    "plus": ("8.5.4:direction", "higher-duties-dealer", SUPERVISOR),
    "hobart": ("13.4", "management-representative", SUPERVISOR),
    "pontoon": ("13.4", "management-representative", SUPERVISOR),
    "jokers": ("13.4", "management-representative", SUPERVISOR),
    "challenge": ("18.10", "dealer", NAME),
}


def begin(felt: Felt, cards: str, *names: str) -> None:
    """A round with these cards; everybody is ready."""
    felt.rig(cards)
    for box, name in enumerate(names, start=1):
        felt.bet(name, box)
    for name in names:
        felt.ready(name)


@pytest.mark.parametrize("table", WITH_TURNS)
def test_an_idle_hand_of_eleven_draws_until_it_is_above_eleven_and_no_further(table: str) -> None:
    felt = felt_with(table, "ann", "ben")
    begin(felt, "5C 9C 7D 6H 9H 2S 8S", "ann", "ben")
    assert (felt.due.what, felt.due.player, felt.due.clock) == ("decision", "ann", "turn")
    felt.passes(29)
    assert not felt.orders(o.DirectHand)
    felt.passes(1)
    [directed] = felt.orders(o.DirectHand)
    clause, role, name = IDLE[table]
    assert directed.order.by == o.Person(name, role)
    assert directed.order.at == BEGAN + 30
    entry = next(x.entry for x in directed.events if isinstance(x, e.Recorded))
    assert (entry.act, entry.clause, entry.player) == ("direct-hand", clause, "ann")
    hand = felt.run.table.round.box(1).hands[0]  # type: ignore[union-attr]
    assert [str(card) for card in hand.cards] == ["5C", "6H", "2S"]
    assert (felt.due.what, felt.due.player) == ("decision", "ben")


@pytest.mark.parametrize(
    ("table", "cards"),
    [
        ("crown", ["AC", "6H"]),  # 8.5.4(a)bis: stands on soft 12 or more
        ("crown-house", ["AC", "6H", "3S"]),  # 10.2.1(b)bis: soft 17 or less draws
        ("free-bet", ["AC", "6H", "3S"]),  # 11.4.4
        ("canberra", ["AC", "6H"]),  # 14.7: above eleven
        ("hobart", ["AC", "6H"]),  # 13.4(ii)
        ("challenge", ["AC", "6H"]),  # 18.10
    ],
)
def test_an_idle_soft_seventeen_is_played_as_each_book_says(table: str, cards: list[str]) -> None:
    felt = felt_with(table, "ann")
    begin(felt, "AC 7D 6H 3S TC", "ann")
    felt.passes(30)
    hand = felt.run.table.last.box(1).hands[0]  # type: ignore[union-attr]
    assert list(map(str, hand.cards)) == cards


@pytest.mark.parametrize("table", WITH_TURNS)
def test_every_decision_begins_the_time_anew(table: str) -> None:
    felt = felt_with(table, "ann")
    begin(felt, "2C 7D 3H 2S 2D 3C 4C KS 9S 8S", "ann")
    felt.passes(25)
    felt.decide("ann", "Hit", 1)
    assert felt.due.until == felt.time + 30
    felt.passes(29)
    felt.decide("ann", "Hit", 1)
    felt.passes(29)
    assert not felt.orders(o.DirectHand)
    felt.passes(1)
    assert len(felt.orders(o.DirectHand)) == 1


def test_each_hand_of_a_split_has_its_own_time() -> None:
    felt = felt_with("crown", "ann")
    begin(felt, "8C 7D 8H 3S 2D TH TS", "ann")
    felt.passes(20)
    felt.decide("ann", "Split", 1)
    assert (felt.due.hand, felt.due.until) == (1, felt.time + 30)
    felt.passes(20)
    felt.decide("ann", "Stand", 1)
    assert (felt.due.hand, felt.due.until) == (2, felt.time + 30)


def test_where_the_book_wants_patience_a_shorter_clock_waits_for_it() -> None:
    """Crown 8.5.4: after a reasonable time, here 40 seconds; the house's clock says 10."""
    felt = Felt(terms_of("crown", replace(CLOCKS, turn=10), patience_seconds=40))
    felt.sit("ann", 1)
    begin(felt, "8C 7D 9H TS", "ann")
    felt.passes(39)
    assert not felt.orders(o.DirectHand)
    assert isinstance(felt.held_by, Refused)
    assert felt.held_by.clause == "8.5.4:direction"
    assert felt.due.clause == "8.5.4:direction"
    assert felt.due.says == felt.held_by.reason
    felt.passes(1)
    assert len(felt.orders(o.DirectHand)) == 1
    assert felt.held_by is None


def test_without_a_limit_a_turn_takes_as_long_as_it_takes() -> None:
    felt = Felt(terms_of("crown", replace(CLOCKS, turn=0)))
    felt.sit("ann", 1)
    begin(felt, "8C 7D 9H TS", "ann")
    felt.passes(1000)
    felt.settle(felt.move())
    assert felt.due.what == "decision"
    assert (felt.due.clock, felt.due.until) == ("", 0)
    felt.decide("ann", "Stand", 1)
    assert felt.run.table.rounds == 1


# Offers


def test_an_offer_waits_for_all_who_could_take_it_up_and_for_no_one_else() -> None:
    felt = felt_with("crown", "ann", "ben", "cat")
    felt.rig("8C 9C AD 9H 8H 5S")
    for box, name in ((1, "ann"), (2, "ben")):
        felt.bet(name, box)
    felt.ready("ann")
    felt.ready("ben")
    assert (felt.due.what, felt.due.clock) == ("offer", "offer")
    felt.decide("ann", "Insure", 1, amount=500)  # half the wager: there is no more to be taken
    assert felt.due.what == "offer", "ben has not answered"
    felt.ready("ben")
    assert (felt.due.what, felt.due.player) == ("decision", "ann")
    assert felt.time == BEGAN


def test_an_offer_is_over_when_its_time_is() -> None:
    felt = felt_with("crown", "ann")
    begin(felt, "8C AD 9H TS", "ann")
    assert felt.due.what == "offer"
    felt.passes(14)
    assert felt.due.what == "offer"
    felt.passes(1)
    assert felt.due.what == "decision"
    assert felt.due.until == felt.time + 30


def test_a_dealers_ten_offers_nothing_and_nobody_is_asked() -> None:
    felt = felt_with("crown", "ann")
    begin(felt, "8C TD 9H TS", "ann")
    assert felt.due.what == "decision"
    assert not [x for x in felt.log if isinstance(x, h.ClockStarted) and x.what == "offer"]


def test_whoever_backs_a_split_box_is_asked_whether_they_follow_and_the_others_are_not() -> None:
    felt = felt_with("crown", "ann", "ben")
    felt.rig("8C 7D 8H TC 9C TS")
    felt.bet("ann", 1)
    felt.bet("ben", 1)
    felt.ready("ann")
    felt.ready("ben")
    felt.decide("ann", "Split", 1)
    assert (felt.due.what, felt.due.phase) == ("offer", "following")
    felt.ready("ben")  # ann has nothing to answer
    assert felt.due.what == "decision"


def test_after_a_double_of_federal_pontoon_its_player_alone_may_withdraw() -> None:
    felt = felt_with("pontoon", "ann", "ben")
    begin(felt, "5C 9C 7D 6H 9H 2S 8S", "ann", "ben")
    felt.decide("ann", "Double", 1)
    assert (felt.due.what, felt.due.phase) == ("offer", "withdrawing")
    felt.ready("ann")
    assert (felt.due.what, felt.due.player) == ("decision", "ben")


# The cut


def order_a_shuffle(felt: Felt) -> None:
    """Between two rounds; the cut is offered to players then."""
    role = felt.rules.conduct.ladder[-1].role
    felt.staff(role, type="order-shuffle", why="they seem out of order")


def test_the_cut_goes_from_the_far_right_round_the_table_each_for_a_while() -> None:
    """Crown 4.2.1(a), 4.2.4: whoever declines, or does nothing, passes it on; the staff cuts."""
    felt = felt_with("crown", "ann", "ben", "cat")
    felt.bet("ann", 1)
    order_a_shuffle(felt)
    assert (felt.due.what, felt.due.player, felt.due.clock) == ("cut", "cat", "cut")
    assert felt.due.until == felt.time + 8
    felt.passes(7)
    assert felt.due.player == "cat"
    felt.passes(1)
    assert (felt.due.player, felt.due.until) == ("ann", felt.time + 8)
    felt.player("ann", type="decline-cut")
    assert (felt.due.player, felt.due.until) == ("ben", felt.time + 8)
    felt.passes(8)
    assert felt.due.what == "wagers"
    cut = felt.orders(o.Cut)[-1].order
    assert cut.by == o.Person(SUPERVISOR, "higher-duties-dealer")
    assert [x.player for x in felt.events(e.CutDeclined)] == ["cat", "ann", "ben"]


def test_a_player_cuts_within_the_books_bounds_and_the_stack_turns_there() -> None:
    """Crown 4.2.5: 52 from either end, thirteen more or less; 312 cards."""
    felt = felt_with("crown", "ann")
    order_a_shuffle(felt)
    assert felt.due.depth == (52, 260)
    for outside in (0, 38, 274, 312, -1):
        with pytest.raises(Exception) as caught:
            felt.player("ann", type="cut", from_front=outside)
        assert isinstance(caught.value, Refused) is (0 <= outside <= 312)
    assert felt.due.what == "cut"
    felt.player("ann", type="cut", from_front=200)
    stack = felt.run.stack
    assert stack is not None
    assert stack.cut == 200
    order = felt.vault.order_of(stack.number)
    felt.bet("ann", 1)
    felt.ready("ann")
    assert felt.dealt()[:3] == list(order[201:204]), "the first after the cut was burned"


def test_the_cut_after_the_cutting_card_is_for_the_player_of_that_box() -> None:
    """Canberra 5.2(b): the cutting card came while box 2 was due a card."""
    felt = felt_with("canberra", "ann", "ben", "cat")
    stack = felt.run.stack
    assert stack is not None
    felt.run = replace(felt.run, stack=replace(stack, markers=(stack.cards - 1,)))
    begin(felt, "8C 9C 7C 7D 6H 9H 8H KS", "ann", "ben", "cat")
    for name, box in (("ann", 1), ("ben", 2), ("cat", 3)):
        felt.decide(name, "Stand", box)
    assert (felt.due.what, felt.due.player, felt.due.clause) == ("cut", "ben", "5.2(b)")


def test_in_tasmania_any_player_may_cut() -> None:
    felt = felt_with("hobart", "ann", "ben")
    felt.bet("ann", 1)
    order_a_shuffle(felt)
    assert felt.due.clause == "5.1:player-cut"
    felt.player("ben", type="cut", from_front=100)
    assert felt.due.what == "wagers"
    assert felt.run.stack is not None
    assert felt.run.stack.cut == 100


# Cutting cards, markers, burning, shuffling


def play_rounds(felt: Felt, names: tuple[str, ...], rounds: int = 60) -> None:
    """Everybody stands wherever they may; until the next stack is sealed."""
    began = felt.run.stacks
    for _ in range(rounds):
        for box, name in enumerate(names, start=1):
            felt.bet(name, box)
        for name in names:
            if felt.due.what == "wagers":
                felt.ready(name)
        for _ in range(300):
            if felt.due.what not in ("decision", "offer"):
                break
            felt.passes(1)
        if felt.run.stacks > began:
            return
    raise AssertionError("the cards were never shuffled")


FAST = h.Clocks(betting=20, turn=1, offer=1, cut=1)


@pytest.mark.parametrize("table", ["canberra", "crown", "hobart", "jokers"])
def test_the_cutting_card_comes_out_exactly_where_it_lies(table: str) -> None:
    felt = Felt(terms_of(table, FAST, patience_seconds=1))
    names = ("ann", "ben", "cat", "dan", "eve", "fay", "gus")
    for box, name in enumerate(names, start=1):
        felt.sit(name, box, 1_000_000)
    sealed = felt.run.stack
    assert sealed is not None
    order = felt.vault.order_of(sealed.number)
    [inserted] = felt.orders(o.Insert)
    [behind] = inserted.order.command.from_back  # type: ignore[attr-defined]
    burned = len(felt.orders(o.Burn))
    play_rounds(felt, names)
    place = felt.log.index(felt.orders(o.CuttingCard)[0])
    before = [x for x in felt.orders(o.Deal) if felt.log.index(x) < place]
    assert sealed.cards - burned - len(before) == behind
    after = next(n for n, x in enumerate(felt.log) if isinstance(x, h.StackRevealed))
    dealt = [x for x in felt.orders(o.Deal) if felt.log.index(x) < after]
    turned = order[sealed.cut :] + order[: sealed.cut]
    assert (
        [x.order.command.card for x in dealt]
        == list(  # type: ignore[attr-defined]
            turned[burned : burned + len(dealt)]
        )
    )
    revealed = felt.log[after]
    assert isinstance(revealed, h.StackRevealed)
    assert revealed.after == order


@pytest.mark.parametrize("decks", [4, 5, 6, 7, 8])
@pytest.mark.parametrize("markers", [None, 1, 2])
def test_tasmanian_markers_lie_where_the_book_wants_them(decks: int, markers: int | None) -> None:
    """5.2: four or five decks one marker, at most about one deck from the back; from six one or
    two, each at least three decks from the front; as many as the area's other tables use."""
    if markers == 2 and decks < 6:
        return
    felt = felt_with("hobart", decks=decks, area_markers=markers)
    assert felt.held_by is None
    assert felt.due.what == "wagers"
    [inserted] = felt.events(e.CuttingCardInserted)
    assert len(set(inserted.from_back)) == (markers or 1)
    assert not inserted.badly
    for back in inserted.from_back:
        assert 0 < back <= 52 if decks < 6 else 0 < back <= 52 * decks - 3 * 52


def test_two_markers_come_out_one_after_the_other() -> None:
    felt = Felt(terms_of("hobart", FAST, area_markers=2, patience_seconds=1))
    names = ("ann", "ben", "cat", "dan", "eve", "fay", "gus")
    for box, name in enumerate(names, start=1):
        felt.sit(name, box, 1_000_000)
    [inserted] = felt.events(e.CuttingCardInserted)
    play_rounds(felt, names)
    left = []
    for out in felt.orders(o.CuttingCard):
        before = felt.log[: felt.log.index(out)]
        dealt = [x for x in before if isinstance(x, h.Ordered)]
        left.append(312 - sum(isinstance(x.order.command, o.Deal) for x in dealt))
    assert left == sorted(inserted.from_back, reverse=True)


def test_a_cutting_card_on_top_means_a_new_shoe_and_new_time_to_wager() -> None:
    """Crown 4.1.2(b); the wagers were laid before the new cards were sealed."""
    felt = felt_with("crown", "ann")
    stack = felt.run.stack
    assert stack is not None
    felt.run = replace(felt.run, stack=replace(stack, markers=(stack.cards - felt.run.drawn,)))
    felt.bet("ann", 1)
    felt.ready("ann")
    assert (felt.due.what, felt.due.player) == ("cut", "ann")
    felt.player("ann", type="cut", from_front=100)
    assert felt.run.stacks == 2
    assert (felt.due.what, felt.due.clock, felt.due.ready) == ("wagers", "betting", ())
    assert not felt.due.called
    assert not felt.dealt()
    felt.player("ann", type="undo-bets")
    assert felt.you("ann").chips == 100_000


# Devices


@pytest.mark.parametrize("table", ["canberra", "crown", "hobart"])
def test_a_device_takes_the_discards_back_and_is_sealed_anew_after_each_round(table: str) -> None:
    felt = felt_with(table, "ann", dealing="device")
    assert felt.run.stacks == 1
    begin(felt, "TC 7D 9H TS", "ann")
    felt.decide("ann", "Stand", 1)
    assert felt.run.table.rounds == 1
    kinds = [type(x) for x in felt.commands[-1]][-2:]
    assert kinds == [h.StackRevealed, h.StackSealed]
    assert felt.run.revealed == (1,)
    assert felt.run.stack is not None
    assert Counter(felt.vault.order_of(2)) == felt.pack()


def test_low_cards_go_through_the_device_before_the_next_wagers_and_not_after() -> None:
    felt = felt_with("challenge", "ann")
    felt.rig("TC 7D 9H KS")
    felt.shorten(128)
    begin(felt, "", "ann")
    felt.decide("ann", "Stand", 1)
    assert felt.run.stacks == 2, "124 of 312 cards are left, fewer than two fifths"
    assert Counter(felt.vault.order_of(2)) == felt.pack()
    assert felt.due.what == "wagers"
    assert len(felt.orders(o.Burn)) == 2, "4.9.1: each loading"


def test_two_fifths_of_the_cards_are_enough() -> None:
    felt = felt_with("challenge", "ann")
    felt.rig("TC 7D 9H KS")
    felt.shorten(129)
    begin(felt, "", "ann")
    felt.decide("ann", "Stand", 1)
    assert felt.run.stacks == 1


# Cards run out


@pytest.mark.parametrize(
    ("table", "clause"),
    [("canberra", "14.6"), ("crown", "17.11"), ("hobart", "19.10"), ("challenge", "18.9")],
)
def test_when_cards_run_out_the_discards_are_shuffled_sealed_and_dealt_on(
    table: str, clause: str
) -> None:
    felt = felt_with(table, "ann")
    felt.rig("2C 7D 3H 2S")
    felt.shorten(4)
    begin(felt, "", "ann")
    for _ in range(40):
        if felt.due.what == "cut":
            assert felt.due.player == "ann"
            felt.player("ann", type="cut", from_front=felt.due.depth[0])
        elif felt.due.what == "decision" and felt.run.stacks == 1:
            felt.decide("ann", "Hit", 1)
        elif felt.due.what in ("decision", "offer"):
            felt.passes(30)
        else:
            break
    assert felt.run.table.rounds == 1
    shuffled = [x for x in felt.events(e.CardsShuffled) if not x.new_shoe]
    assert [x.clause for x in shuffled] == [clause]
    second = felt.vault.secret_of(2)
    assert len(second.before) == sum(felt.pack().values()) - len(shuffled[0].out)
    assert 1 in felt.run.revealed


def test_baceball_deals_on_from_the_discards_after_another_burn() -> None:
    """12.6 with 4.4: everything in the rack is shuffled, in the middle of the round."""
    felt = felt_with("baceball", "ann")
    felt.shorten(4)
    begin(felt, "", "ann")
    assert felt.run.table.rounds == 1
    assert [x.clause for x in felt.events(e.CardsShuffled)][-1] == "12.6"
    assert felt.run.stacks == 2


# Staff in between


def test_a_void_in_mid_round_gives_the_wagers_back_and_the_next_round_begins() -> None:
    felt = felt_with("canberra", "ann")
    begin(felt, "TC 7D 9H TS", "ann")
    felt.staff("gaming-shift-manager", type="void-round", clause="16.3", why="a fire")
    assert felt.run.table.rounds == 1
    assert felt.you("ann").chips == 100_000
    assert felt.due.what == "wagers"
    begin(felt, "", "ann")
    assert felt.run.table.in_round or felt.run.table.rounds == 2


def test_a_hold_up_stops_the_next_round_and_the_page_says_why() -> None:
    """bACEball 12.12 and after: when the jackpot's equipment fails, somebody decides first."""
    felt = felt_with("baceball", "ann")
    felt.staff("dealer", type="jackpot-failure", wager="jackpot")
    felt.bet("ann", 1)
    felt.passes(25)
    assert not felt.dealt()
    assert isinstance(felt.held_by, Refused)
    assert felt.due.clause == felt.held_by.clause == felt.run.table.held_up
    assert not felt.run.table.called, "no call that no card follows"


def test_a_check_waits_for_people_and_then_the_round_goes_on() -> None:
    """Star 18.15.3: after a missing card the decks are verified before anything else."""
    felt = felt_with("challenge", "ann")
    begin(felt, "TC 7D 9H KS", "ann")
    felt.staff("supervisor", type="wrong-cards", missing=True)
    assert felt.due.what == "check"
    felt.passes(40)
    assert felt.due.what == "check"
    felt.staff("supervisor", type="verify-cards")
    assert felt.due.what == "wagers"
    assert felt.you("ann").chips == 100_000, "the round was void"
    begin(felt, "", "ann")
    assert felt.run.table.in_round or felt.run.table.rounds == 2


def test_a_check_before_the_deal_holds_the_deal_up() -> None:
    """bACEball 3.9: at any time."""
    felt = felt_with("baceball", "ann")
    felt.bet("ann", 1)
    felt.staff("gaming-supervisor", type="order-check")
    assert felt.due.what == "check"
    felt.passes(30)
    assert not felt.dealt()
    felt.staff("dealer", type="verify-cards")
    assert felt.run.stacks == 2, "they were shuffled with it: other cards, new time to wager"
    assert (felt.due.what, felt.due.until) == ("wagers", felt.time + 20)
    felt.passes(20)
    assert felt.run.table.rounds == 1


def test_when_the_time_on_the_closing_sign_has_come_no_round_begins() -> None:
    """Star 20.13: a sign with the time, twenty minutes before."""
    felt = felt_with("challenge", "ann")
    closes = felt.time + 20 * 60
    felt.staff("supervisor", type="display-sign", kind="closing", time=closes)
    felt.bet("ann", 1)
    felt.time = closes - 1
    felt.settle(felt.move())
    assert felt.run.table.rounds + felt.run.table.in_round == 1, "a second before it does"
    while felt.run.table.in_round:
        felt.passes(1)
    felt.bet("ann", 1)
    felt.passes(30)
    assert felt.run.table.rounds == 1
    assert felt.due.clause == "20.13"
    assert "closing sign" in felt.due.says
    felt.player("ann", type="undo-bets")
    felt.staff("supervisor", type="close")
    assert felt.run.table.phase == "closed"
    assert felt.run.stack is None
    assert felt.run.to_reveal == ()
    assert felt.run.revealed == tuple(range(1, felt.run.stacks + 1))
    assert felt.due.what == "open"


@pytest.mark.parametrize("game", ["blackjack-plus", "crown-blackjack", "free-bet-blackjack"])
def test_another_game_at_crown_begins_with_its_own_cards_sealed(game: str) -> None:
    """5.3.3: the running shoe is ended first; 5.3.2(b): all who play agree."""
    felt = felt_with("crown", "ann", side_wagers=(), limits={"main": (1000, 50000)})
    begin(felt, "TC 7D 9H TS", "ann")
    felt.decide("ann", "Stand", 1)
    change = {"type": "change-game", "game": game, "agreed": ["ann"]}
    with pytest.raises(Refused) as caught:
        felt.staff("area-manager", **change)
    assert caught.value.clause == "5.3.3"
    order_a_shuffle(felt)
    felt.player("ann", type="cut", from_front=100)
    felt.staff("area-manager", **change)
    assert (felt.due.what, felt.due.player) == ("cut", "ann"), "4.2.3(d)"
    felt.player("ann", type="cut", from_front=100)
    begin(felt, "", "ann")
    while felt.run.table.in_round:
        felt.passes(1)
    assert felt.run.table.rounds == 2
    stack = felt.run.stack
    assert stack is not None
    before = Counter(felt.vault.secret_of(stack.number).before)
    assert before == felt.pack()


def test_after_a_malfunction_the_rest_of_the_devices_cards_is_dealt_from_a_shoe() -> None:
    """Star 19.5: no other device is at hand. The burned card stays out, though nobody saw it."""
    felt = felt_with("challenge", "ann")
    begin(felt, "TC 7D 6H TS 5C", "ann")
    burned = felt.vault.order_of(1)[0]
    felt.staff("supervisor", type="malfunction")
    assert felt.run.stacks == 2
    second = Counter(felt.vault.secret_of(2).before)
    assert second + Counter([burned, *felt.dealt()]) == felt.pack()


# Practice


def practising(*names: str) -> Felt:
    terms = replace(terms_of("practice-crown"), clocks=CLOCKS)
    felt = Felt(terms)
    for box, name in enumerate(names, start=1):
        felt.sit(name, box)
    return felt


def test_at_practice_nobody_waits_for_somebody_who_has_gone() -> None:
    felt = practising("ann", "ben")
    felt.bet("ann", 1)
    felt.bet("ben", 2)
    felt.ready("ann")
    assert not felt.dealt()
    felt.gone.add("ben")
    felt.settle(felt.move())
    assert felt.dealt()


def test_at_practice_a_page_that_loads_again_loses_nothing() -> None:
    felt = practising("ann")
    felt.bet("ann", 1)
    felt.gone.add("ann")
    felt.settle(felt.move())
    assert not felt.dealt(), "nobody else is kept waiting"
    felt.gone.clear()
    felt.ready("ann")
    assert felt.dealt()


def test_an_offer_survives_a_page_that_loads_again() -> None:
    felt = practising("ann")
    begin(felt, "8C AD 9H TS", "ann")
    assert felt.due.what == "offer"
    felt.gone.add("ann")
    felt.settle(felt.move())
    assert felt.due.what == "offer"


def test_for_money_a_lost_connection_shortens_no_clock() -> None:
    felt = felt_with("crown", "ann", "ben")
    felt.gone.add("ben")
    felt.bet("ann", 1)
    felt.bet("ben", 2)
    felt.ready("ann")
    assert not felt.dealt()
    felt.passes(20)
    assert felt.dealt()


def test_at_practice_the_cut_is_not_offered_to_somebody_who_has_gone() -> None:
    felt = practising("ann", "ben")
    felt.gone.add("ben")
    felt.bet("ann", 1)
    order_a_shuffle(felt)
    assert (felt.due.what, felt.due.player) == ("cut", "ann")


# The log


@pytest.mark.parametrize("table", TABLES)
def test_the_log_alone_gives_the_same_table_and_its_times_never_go_back(table: str) -> None:
    felt = felt_with(table, "ann", "ben")
    for _ in range(3):
        begin(felt, "", "ann", "ben")
        while felt.run.table.in_round:
            felt.passes(1)
    assert replayed(felt) == felt.run
    times = [x.order.at for x in felt.log if isinstance(x, h.Ordered)]
    assert all(a <= b for a, b in pairwise(times))
    given = {x.order.by.name for x in felt.log if isinstance(x, h.Ordered)}
    assert NAME in given


def test_a_machine_says_that_it_is_one() -> None:
    """Whatever a rank does in the place of a person, the log says that it was a machine."""
    felt = felt_with("hobart", "ann")
    begin(felt, "5C 7D 6H 9H TS TC", "ann")
    felt.passes(30)
    [directed] = felt.orders(o.DirectHand)
    assert directed.order.asked == NAME, "13.4: the dealer asks for it"
