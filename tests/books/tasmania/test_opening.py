"""Opening and closing a Tasmanian table: equipment, people, cards, layouts."""

import pytest
from msgspec.structs import replace

from bythebook.cards import parse_card
from bythebook.game.round import legal
from bythebook.table import events as e
from bythebook.table.decision import game_of
from bythebook.table.table import HANDLERS
from tests.books.tasmania.floor import (
    MAIN,
    MR,
    NEW,
    PAIRS,
    TASMANIA,
    opened,
    pairs_setup,
    pontoon_setup,
    quick_round,
    ready,
    setup,
    shuffled,
    started,
    supernova_setup,
)
from tests.clauses import clause
from tests.table.floor import Floor, c, cents, o

# What must be there


@clause("tasmania-blackjack 3:intro")
def test_no_play_without_an_inspector_in_attendance() -> None:
    floor = Floor(TASMANIA)
    floor.ok("dealer", o.SignOn("dee", "dealer"))
    floor.ok("inspector", o.DisplaySign("limits", limits=MAIN))
    floor.ok("dealer", o.Perform("check-cards"))
    floor.no("3:intro", MR, o.Open(setup()))
    floor.ok("dealer", o.SignOn("ivy", "inspector"))
    floor.ok(MR, o.Open(setup()))
    floor.players(ann=1)
    shuffled(floor)
    floor.bet("ann", 1, 10)
    floor.ok("inspector", o.SignOff("ivy"))
    floor.no("3:intro", "dealer", o.Deal(parse_card("TC")))
    floor.ok("dealer", o.SignOn("ida", "inspector"))
    floor.cards("TC")
    assert floor.state.in_round is True
    assert [entry.about for entry in floor.entries("sign-on")][-1] == "ida, inspector"
    assert floor.replayed() == floor.state


@clause("tasmania-blackjack 3:intro")
def test_the_only_inspector_does_not_leave_in_mid_round() -> None:
    floor = started()
    floor.bet("ann", 1, 10)
    floor.cards("TC")
    floor.no("3:intro", "inspector", o.SignOff("ivy"))
    floor.ok("dealer", o.SignOn("ida", "inspector"))
    floor.ok("inspector", o.SignOff("ivy"))
    floor.no("3:intro", "inspector", o.SignOff("ida"))
    floor.ok("dealer", o.SignOff("dee"))


@clause("tasmania-blackjack 4.2")
def test_cards_are_checked_before_play_begins_each_time_the_table_opens() -> None:
    floor = Floor(TASMANIA)
    floor.ok("dealer", o.SignOn("ivy", "inspector"))
    floor.ok("inspector", o.DisplaySign("limits", limits=MAIN))
    floor.no("4.2", MR, o.Open(setup()))
    floor.no("4.2", "player", o.Perform("check-cards"), by="ann")
    floor.ok("dealer", o.Perform("check-cards", "six decks complete"))
    assert [(x.by.role, x.clause) for x in floor.entries("check-cards")] == [("dealer", "4.2")]
    floor.ok(MR, o.Open(setup()))
    floor.ok("dealer", o.Perform("recheck-cards"))
    floor.ok(MR, o.Close())
    floor.ok("inspector", o.DisplaySign("limits", limits=MAIN))
    floor.no("4.2", MR, o.Open(setup()))


@clause("tasmania-blackjack 4.3")
def test_cards_are_checked_again_when_play_ends() -> None:
    floor = started()
    quick_round(floor)
    floor.no("4.3", MR, o.Close())
    floor.no("4.3", "player", o.Perform("recheck-cards"), by="ann")
    floor.ok("dealer", o.Perform("recheck-cards"))
    quick_round(floor)
    floor.no("4.3", MR, o.Close())  # a round was dealt from them since
    floor.ok("dealer", o.Perform("recheck-cards"))
    floor.ok(MR, o.Close())
    assert floor.state.phase == "closed"
    assert [x.clause for x in floor.entries("recheck-cards")] == ["4.3", "4.3"]
    assert floor.replayed() == floor.state


@clause("tasmania-blackjack 4.2", "tasmania-blackjack 5.5")
def test_what_was_done_for_one_opening_does_not_serve_for_the_next() -> None:
    wanted = setup(dealing="device")
    floor = opened(wanted)
    floor.ok("dealer", o.Perform("recheck-cards"))
    floor.ok(MR, o.Close())
    floor.ok("inspector", o.DisplaySign("limits", limits=MAIN))
    floor.no("4.2", MR, o.Open(wanted))
    floor.ok("dealer", o.Perform("check-cards"))
    floor.no("5.5", MR, o.Open(wanted))
    floor.ok("casino-operator", o.Perform("choose-shuffler"))
    floor.ok(MR, o.Open(wanted))
    floor.no("5.5", "casino-operator", o.Perform("choose-shuffler"))  # for a table to be opened
    floor.no("1.2", MR, o.Open(wanted))  # it is open


@clause("tasmania-blackjack 7.1")
def test_limits_stand_on_a_notice_at_opening_and_at_every_round() -> None:
    floor = Floor(TASMANIA)
    floor.ok("dealer", o.SignOn("ivy", "inspector"))
    floor.ok("dealer", o.Perform("check-cards"))
    floor.no("7.1", MR, o.Open(setup()))
    floor.ok("inspector", o.DisplaySign("limits", limits=MAIN))
    floor.no("7.1", MR, o.Open(setup(limits={})))  # a notice without a minimum and maximum
    floor.no("7.1", MR, o.Open(setup(limits={"main": (cents(500), cents(10))})))
    other = {"main": (cents(10), cents(500.01))}
    floor.no("7.1", MR, o.Open(setup(limits=other)))  # not what the notice says
    floor.ok(MR, o.Open(setup()))
    floor.players(ann=1)
    shuffled(floor)
    floor.bet("ann", 1, 10)
    floor.ok("inspector", o.RemoveSign("limits"))
    floor.no("7.1", "dealer", o.Deal(parse_card("TC")))
    floor.ok("inspector", o.DisplaySign("limits", limits=MAIN))
    floor.cards("TC")


@clause("tasmania-blackjack 7.1")
def test_the_notice_shows_the_limits_in_force() -> None:
    floor = started(ann=1)
    floor.no("7.1", "inspector", o.DisplaySign("limits", limits=NEW))
    floor.ok("inspector", o.DisplaySign("new-limits", time=30 * 60, limits=NEW))


# Equipment


@clause("tasmania-blackjack 4.4")
def test_cards_come_from_a_shoe_made_for_it() -> None:
    """A dealer cannot deal from the hand, and no other source of cards can be set up."""
    floor = ready(setup())
    floor.no("4.4", MR, o.Open(setup(dealing="hand")))
    floor.ok(MR, o.Open(setup()))
    floor.players(ann=1)
    floor.bet("ann", 1, 10)
    floor.no("5.1", "dealer", o.Deal(parse_card("TC")))  # nothing is in the shoe yet
    shuffled(floor)
    floor.cards("TC 5D")
    assert [str(card) for card in floor.state.shoe.out] == ["TC", "5D"]


@pytest.mark.parametrize(
    ("boxes", "refused"), [(0, True), (1, False), (7, False), (8, True)], ids=str
)
@clause("tasmania-blackjack 1.2(a)")
def test_a_layout_has_at_most_seven_boxes(boxes: int, refused: bool) -> None:
    floor = ready(setup())
    if refused:
        floor.no("1.2(a)", MR, o.Open(setup(boxes=boxes)))
        return
    floor.ok(MR, o.Open(setup(boxes=boxes)))
    floor.players(ann=0)
    floor.bet("ann", boxes, 10)
    floor.no("1.2(a)", "player", o.Place(boxes + 1, "ann", cents(10)), by="ann")


@pytest.mark.parametrize(("boxes", "refused"), [(6, True), (7, False), (8, True)], ids=str)
@clause("tasmania-blackjack 21:seven-areas")
def test_a_pontoon_layout_has_exactly_seven(boxes: int, refused: bool) -> None:
    floor = ready(pontoon_setup())
    if refused:
        clause_of = "21:seven-areas" if boxes < 7 else "1.2(a)"
        floor.no(clause_of, MR, o.Open(pontoon_setup(boxes=boxes)))
    else:
        floor.ok(MR, o.Open(pontoon_setup(boxes=boxes)))


@pytest.mark.parametrize(
    ("decks", "refused"), [(3, True), (4, False), (8, False), (9, True)], ids=str
)
@clause("tasmania-blackjack 4.1", "tasmania-blackjack 21.1")
def test_four_to_eight_decks(decks: int, refused: bool) -> None:
    for wanted, says in ((setup(decks=decks), "4.1"), (pontoon_setup(decks=decks), "21.1")):
        floor = ready(replace(wanted, decks=6))
        if refused:
            floor.no(says, MR, o.Open(wanted))
        else:
            floor.ok(MR, o.Open(wanted))


@clause("tasmania-blackjack 20:intro")
def test_perfect_pairs_are_offered_only_where_the_cloth_is_marked_for_them() -> None:
    floor = ready(pairs_setup())
    floor.no("20:intro", MR, o.Open(pairs_setup(layout="A")))
    floor.ok(MR, o.Open(pairs_setup()))
    floor.players(ann=1)
    floor.bet("ann", 1, 10)
    floor.bet("ann", 1, 5, "perfect-pairs")
    plain = opened()
    plain.players(ann=1)
    plain.bet("ann", 1, 10)
    plain.no("20.4", "player", o.Place(1, "ann", cents(5), "perfect-pairs"), by="ann")


def test_layouts_belong_to_games_and_jackpots_need_a_place_on_them() -> None:
    floor = ready(supernova_setup())
    for layout in ("A", "A-pairs", "B"):
        says = "21:cloth" if layout == "B" else "24.1:cloth"
        floor.no(says, MR, o.Open(supernova_setup(layout=layout)))
    floor.no("1.2", MR, o.Open(supernova_setup(layout="Z")))
    for layout in ("C", "D"):
        ready(supernova_setup()).ok(MR, o.Open(supernova_setup(layout=layout)))
    floor = ready(pontoon_setup())
    floor.no("1.2", MR, o.Open(pontoon_setup(layout="A")))
    floor.ok(MR, o.Open(pontoon_setup()))


# Each layout, the games it is for and the side wagers it has places for.
LAYOUTS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "A": (("blackjack", "jokers-wild"), ()),
    "A-pairs": (("blackjack",), ("perfect-pairs",)),
    "B": (("federal-pontoon",), ()),
    "B-pairs": (("federal-pontoon",), ("perfect-pairs",)),
    "C": (("blackjack", "federal-pontoon"), ("supernova",)),
    "C-pairs": (("blackjack", "federal-pontoon"), ("perfect-pairs", "supernova")),
    "D": (("blackjack", "federal-pontoon"), ("supernova",)),
    "D-pairs": (("blackjack", "federal-pontoon"), ("perfect-pairs", "supernova")),
}


def table_with(layout: str, game: str, sides: tuple[str, ...]) -> o.Setup:
    limits = PAIRS if "perfect-pairs" in sides else MAIN
    base = supernova_setup if "supernova" in sides else setup
    return base(game=game, layout=layout, side_wagers=sides, limits=limits)


@pytest.mark.parametrize("game", ["blackjack", "federal-pontoon", "jokers-wild"])
@pytest.mark.parametrize("layout", list(LAYOUTS))
@clause(
    "tasmania-blackjack 1.2",
    "tasmania-blackjack 20:intro",
    "tasmania-blackjack 21:cloth",
    "tasmania-blackjack 24.1:cloth",
)
def test_each_layout_is_for_its_games_and_side_wagers_only(layout: str, game: str) -> None:
    games, places = LAYOUTS[layout]
    marked = {"A": "1.2", "B": "21:cloth"}.get(layout[0], "24.1:cloth")
    wanted = table_with(layout, game, places if game in games else ())
    if game not in games:
        ready(wanted).no(marked, MR, o.Open(wanted))
        return
    ready(wanted).ok(MR, o.Open(wanted))
    for side, says in (("perfect-pairs", "20:intro"), ("supernova", "24.1:cloth")):
        if side in places or game == "jokers-wild":
            continue
        more = table_with(layout, game, (*places, side))
        ready(more).no(says, MR, o.Open(more))


@clause("tasmania-blackjack 24.3:display")
def test_the_supernova_stake_is_on_display_whenever_it_is_offered() -> None:
    wanted = supernova_setup()
    floor = ready(setup())
    floor.ok("dealer", o.Perform("confirm-sensors"))
    floor.ok(MR, o.Perform("open-terminal"))
    floor.no("24.3:display", MR, o.Open(wanted))
    dearer = supernova_setup(options={"supernova-stake": "5"})
    floor.ok("inspector", o.DisplaySign("supernova", text="a wager is 2.00", setup=dearer))
    floor.no("24.3:display", MR, o.Open(wanted))  # 5 on the sign, 2 at the table
    floor.ok("inspector", o.DisplaySign("supernova", setup=wanted))
    floor.ok(MR, o.Open(wanted))
    floor.players(ann=1)
    shuffled(floor)
    floor.bet("ann", 1, 10)
    floor.ok("inspector", o.RemoveSign("supernova"))
    floor.no("24.3:display", "dealer", o.Deal(parse_card("TC")))
    floor.ok("inspector", o.DisplaySign("supernova"))
    floor.cards("TC")


@clause("tasmania-blackjack 21.4.3")
def test_pontoon_odds_and_bonuses_are_on_show_at_all_times() -> None:
    wanted = pontoon_setup()
    floor = Floor(TASMANIA)
    floor.ok("dealer", o.SignOn("ivy", "inspector"))
    floor.ok("inspector", o.DisplaySign("limits", limits=MAIN))
    floor.ok("dealer", o.Perform("check-cards"))
    floor.no("21.4.3", MR, o.Open(wanted))
    floor.ok("inspector", o.DisplaySign("odds", text="payment odds"))  # words are no value
    floor.no("21.4.3", MR, o.Open(wanted))
    floor.ok("inspector", o.DisplaySign("odds", setup=wanted))
    floor.ok(MR, o.Open(wanted))
    notice = floor.state.sign("odds")
    assert notice is not None
    assert notice.says is not None
    assert notice.says.odds["main"]["21 with 5 cards"] == "3 to 2"
    floor.players(ann=1)
    shuffled(floor)
    floor.bet("ann", 1, 10)
    floor.ok("inspector", o.RemoveSign("odds"))
    floor.no("21.4.3", "dealer", o.Deal(parse_card("KC")))
    floor.ok("inspector", o.DisplaySign("odds"))
    floor.cards("KC")
    opened(setup())  # a Blackjack table needs no such notice


# The shuffling shoe


@clause("tasmania-blackjack 5.5")
def test_with_a_shuffling_shoe_the_rules_of_shuffle_and_cut_fall_away() -> None:
    wanted = setup(dealing="device")
    floor = ready(setup())
    floor.no("5.5", MR, o.Open(wanted))  # the operator has not chosen one
    floor.no("5.5", "casino-management", o.Perform("choose-shuffler"))
    floor.ok("casino-operator", o.Perform("choose-shuffler"))
    floor.ok(MR, o.Open(wanted))
    floor.players(ann=1)
    floor.ok("dealer", o.Shuffle())
    assert floor.clauses(e.CardsShuffled) == ["5.5"]
    floor.no("5.5", "player", o.Cut("ann", 100), by="ann")
    floor.no("5.5", "player", o.DeclineCut("ann"), by="ann")
    floor.no("5.5", "dealer", o.Insert((60,)))
    floor.no("5.5", "dealer", o.CuttingCard())
    floor.no("5.4", "inspector", o.OrderShuffle(), why="odd")
    for _ in range(8):  # the same cards come again and again: they go back after each round
        quick_round(floor)
        assert floor.state.shoe.out == ()
    assert floor.net("ann") == 0
    assert floor.replayed() == floor.state


# People


@clause("tasmania-blackjack 18:intro")
def test_nobody_of_the_staff_can_be_asked_how_to_play() -> None:
    """What the table lists for a hand is what is legal, in the same order whatever the dealer
    shows: it ranks nothing. Saying that a card is compulsory (13.3) secures the rules."""
    listed = []
    for shown in ("6D", "9D", "TD"):
        floor = started()
        floor.bet("ann", 1, 10)
        floor.cards(f"TC {shown} 6H")
        assert floor.state.round is not None
        listed.append(legal(game_of(floor.rules, floor.state), floor.state.round))
    assert listed[0] == listed[1] == listed[2]
    assert c.Hit(1, "ann") in listed[0]
    assert c.Stand(1, "ann") in listed[0]
    words = {"advise", "suggest", "recommend", "hint"}
    tags = {str(kind.__struct_config__.tag) for kind in HANDLERS} | set(floor.rules.conduct.acts)
    assert not [tag for tag in tags if words & set(tag.split("-"))]
    floor = started()
    floor.bet("ann", 1, 10)
    floor.cards("5C TD 6H")
    floor.no("13.3", "player", o.Decide(c.Stand(1)), by="ann")


@clause("tasmania-blackjack 6.4")
def test_insurance_lies_in_its_own_area_and_not_in_a_box() -> None:
    floor = started(ann=1)
    floor.no("11.1", "player", o.Place(1, "ann", cents(5), "insurance"), by="ann")
    floor.bet("ann", 1, 20)
    floor.cards("TC AD 9H")
    floor.play("ann", c.Insure(1, cents(10)))
    round_ = floor.state.round
    assert round_ is not None
    assert [(w.box, w.player, w.amount) for w in round_.insurances] == [(1, "ann", cents(10))]
    stake = round_.hand(1, 1).stake_of("ann")
    assert stake is not None
    assert (stake.original, stake.real) == (cents(20), cents(20))
    floor.proceed()
    floor.stand("ann", 1)
    floor.cards("KD")
    assert floor.net("ann") == 0  # 20.00 lost, 10.00 paid 2 to 1
    assert floor.replayed() == floor.state


def test_play_ends_between_rounds_with_nothing_on_the_layout() -> None:
    floor = started()
    floor.bet("ann", 1, 10)
    floor.ok("dealer", o.Perform("recheck-cards"))
    floor.no("4.3", MR, o.Close())
    floor.cards("TC TD 9H")
    floor.no("4.3", MR, o.Close())
    floor.stand("ann", 1)
    floor.cards("9C")
    floor.ok("dealer", o.Perform("recheck-cards"))
    floor.no("4.3", "inspector", o.Close())
    floor.ok(MR, o.Close())
    assert (floor.state.phase, floor.state.players) == ("closed", {})
