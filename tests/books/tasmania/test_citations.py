"""The clause that each step of a round rests on, from the first wager to the last."""

import pytest

from bythebook import settle
from bythebook.cards import parse_cards
from bythebook.errors import Refused
from bythebook.game import play, start
from bythebook.game.commands import CloseBetting, Deal, PlaceWager
from bythebook.game.decisions import cannot_double
from bythebook.game.events import BettingClosed
from bythebook.game.state import Hand
from bythebook.rulebooks import load_game
from bythebook.rulebooks.chapters.game import BlackjackGame
from tests.clauses import clause


def steps(record: str) -> list[str]:
    """Every event of a round: what it is, the box it is about (0: the dealer), the clause."""
    found = []
    for event in settle(record).events:
        about = (type(event).__name__, getattr(event, "box", ""), getattr(event, "clause", ""))
        found.append(" ".join(str(word) for word in about if word != ""))
    return found


def game(name: str, wagers: str, cards: str, *play: str, more: str = "") -> str:
    placed = ", ".join(f'"{wager.strip()}"' for wager in wagers.split(","))
    lines = ", ".join(f'"{line}"' for line in play)
    return f"""
        game   = "tasmania-blackjack/{name}"
        wagers = [{placed}]
        cards  = "{cards}"
        play   = [{lines}]
        {more}
    """


def holds(found: list[str], wanted: str) -> None:
    """These steps came in this order, whatever came between them."""
    rest = iter(found)
    for step in wanted.split("\n"):
        assert step.strip() in rest, (step.strip(), found)


@clause(
    "tasmania-blackjack 6.1",
    "tasmania-blackjack 6.5",
    "tasmania-blackjack 10:intro",
    "tasmania-blackjack 10:second-card",
    "tasmania-blackjack 13.1:entitlement",
    "tasmania-blackjack 13.2",
    "tasmania-blackjack 16.1",
)
def test_a_round_of_blackjack() -> None:
    """Chips go down, a card to each box and one to the dealer, a second to each; then the turns.

    Ann draws to 21 and gets no more; bob stands; the dealer draws to seventeen or more.
    """
    found = steps(
        game("blackjack", "1 ann 10, 2 bob 10", "8C TC 9D 5D 8S 8H 2H TD", "1 hit", "2 stand")
    )
    assert found == [
        "WagerPlaced 1 6.1",
        "WagerPlaced 2 6.1",
        "BettingClosed 6.5",
        "CardDealt 1 10:intro",
        "CardDealt 2 10:intro",
        "CardDealt 0 10:intro",
        "CardDealt 1 10:second-card",
        "CardDealt 2 10:second-card",
        "PlayBegan 13.1:entitlement",
        "TurnCame 1 13.1:entitlement",
        "HandHit 1 13.1:entitlement",
        "CardDealt 1 13.1:entitlement",
        "HandClosed 1 13.2",
        "TurnCame 2 13.1:entitlement",
        "HandStood 2 13.1:entitlement",
        "PlayersDone 16.1",
        "CardCalled 0 16.1",
        "CardDealt 0 16.1",
        "CardCalled 0 16.1",
        "CardDealt 0 16.1",
        "DealerStood 16.1",
        "Settled 1 17.3(b)",
        "Settled 2 17.2(a)",
        "RoundEnded 6.5",
    ]


@clause(
    "tasmania-blackjack 13.1:bust",
    "tasmania-blackjack 16.2",
    "tasmania-blackjack 21.2.6",
    "tasmania-blackjack 21.7.2",
)
@pytest.mark.parametrize(
    ("name", "bust", "stands"),
    [("blackjack", "13.1:bust", "16.2"), ("federal-pontoon", "21.2.6", "21.7.2")],
)
def test_where_everybody_is_over_the_dealer_takes_no_second_card(
    name: str, bust: str, stands: str
) -> None:
    found = steps(game(name, "1 ann 10", "KC 9D 5C QD", "1 hit"))
    holds(
        found,
        f"""HandClosed 1 {bust}
        Settled 1 {bust}
        DealerStood {stands}""",
    )


@clause(
    "tasmania-blackjack 14.1",
    "tasmania-blackjack 14.2",
    "tasmania-blackjack 14.2:choose-hand",
    "tasmania-blackjack 14.2:other-players",
    "tasmania-blackjack 14.3",
)
def test_a_split() -> None:
    """The player puts down as much again, the others on the box may, or go to the other hand."""
    found = steps(
        game(
            "blackjack", "1 ann 10, 1 bob 20, 1 cal 30", "8C 7D 8D TH TS TC",
            "1 split", "1 bob split", "1 cal ride", "1 stand", "1 stand",
        )
    )  # fmt: skip
    holds(
        found,
        """HandSplit 1 14.1
        StakeMatched 1 14.2
        FollowersAsked 1 14.2:other-players
        StakeMatched 1 14.2:other-players
        StakeMoved 1 14.2:choose-hand
        CardCalled 1 14.3
        CardDealt 1 14.3
        HandStood 1 13.1:entitlement
        CardCalled 1 14.3
        CardDealt 1 14.3""",
    )


@clause("tasmania-blackjack 15.1", "tasmania-blackjack 21.5.1", "tasmania-blackjack 21.7.1")
@pytest.mark.parametrize(
    ("name", "doubled", "draws"),
    [("blackjack", "15.1", "16.1"), ("federal-pontoon", "21.5.1", "21.7.1")],
)
def test_a_double_is_one_card_and_no_more(name: str, doubled: str, draws: str) -> None:
    found = steps(game(name, "1 ann 10", "5C 9D 4C 8D 9H", "1 double"))
    holds(
        found,
        f"""HandDoubled 1 {doubled}
        CardCalled 1 {doubled}
        CardDealt 1 {doubled}
        HandClosed 1 {doubled}
        PlayersDone {draws}
        CardCalled 0 {draws}
        CardDealt 0 {draws}
        DealerStood {draws}""",
    )


@clause("tasmania-blackjack 13.4(i)", "tasmania-blackjack 13.4(ii)", "tasmania-blackjack 8.1(b)")
def test_the_hand_of_somebody_who_is_not_there() -> None:
    """Up to eleven it is dealt to; beyond, it stands."""
    found = steps(game("blackjack", "1 ann 10", "5C 9D 4C 3D 9H", "1 absent"))
    holds(
        found,
        """AbsenceDeclared 1 8.1(b)
        CardCalled 1 13.4(i)
        CardDealt 1 13.4(i)
        HandClosed 1 13.4(ii)""",
    )


@clause("tasmania-blackjack 21.8.1", "tasmania-blackjack 21.8.2", "tasmania-blackjack 21.8.4")
def test_a_surrender() -> None:
    """No further card comes to the hand, and half goes in the final settlement."""
    found = steps(
        game("federal-pontoon", "1 ann 10, 2 cal 10", "8C 5C JD 9D 6C 9H", "2 surrender", "1 stand")
    )
    holds(
        found,
        """OffersOpened 21.8.1
        WagerSurrendered 2 21.8.1
        HandClosed 2 21.8.2
        DealerStood 21.7.1
        Settled 2 21.8.4""",
    )


@clause("tasmania-blackjack 23.5")
def test_a_joker_is_no_card_of_the_dealers() -> None:
    found = steps(game("jokers-wild", "1 ann 10", "KC JK 9D 8C JK KD", "1 stand"))
    assert found.count("CardVoided 23.5") == 2


@clause("tasmania-blackjack 19.6(a)", "tasmania-blackjack 19.6(b)", "tasmania-blackjack 19.6(c)")
def test_a_first_card_that_the_dealer_did_not_take() -> None:
    """The player in turn has it taken now; an ace then opens insurance to all."""
    found = steps(
        game(
            "blackjack", "1 ann 10", "KC 5C AC 9D",
            "! no-card dealer", "! dealer-card 1", "1 insure 5", "1 stand",
        )
    )  # fmt: skip
    holds(
        found,
        """FirstCardFoundMissing 1 19.6(a)
        DealerCardAsked 1 19.6(b)
        CardCalled 0 19.6(b)
        CardDealt 0 19.6(b)
        OffersOpened 19.6(c)
        InsurancePlaced 1 11.1
        Settled 1 12.1(c)""",
    )


@clause("tasmania-blackjack 6.5:supernova", "tasmania-blackjack 20.4", "tasmania-blackjack 20.8(b)")
def test_side_wagers() -> None:
    """Perfect Pairs before the first card, Supernova before No More Bets is pressed."""
    found = steps(
        game(
            "blackjack", "1 ann 10, 1 ann 5 perfect-pairs, 1 ann 2 supernova", "KC 9D 8C KD",
            "1 stand", more='side_wagers = ["perfect-pairs", "supernova"]',
        )
    )  # fmt: skip
    assert found[:3] == ["WagerPlaced 1 6.1", "WagerPlaced 1 20.4", "WagerPlaced 1 6.5:supernova"]
    holds(
        found,
        """Settled 1 20.8(b)
        PlayBegan 13.1:entitlement
        Settled 1 24.4.4""",
    )


@clause("tasmania-blackjack 13.1:entitlement")
def test_no_card_while_a_player_decides() -> None:
    table = load_game("tasmania-blackjack/blackjack")
    state = start(table)
    state, _ = play(table, state, PlaceWager(1, "ann", 1000))
    state, _ = play(table, state, CloseBetting())
    for card in parse_cards("TC 9D 6C"):
        state, _ = play(table, state, Deal(card))
    with pytest.raises(Refused) as caught:
        play(table, state, Deal(parse_cards("9C")[0]))
    assert caught.value.clause == "13.1:entitlement"


@clause("tasmania-blackjack 21.5.1:later-cards", "tasmania-blackjack 21.5.1:split-hands")
def test_what_is_never_doubled_in_pontoon() -> None:
    """A hand of any number of cards below 21, of a split pair too; no 21 and no split aces."""
    rules = load_game("tasmania-blackjack/federal-pontoon").rules
    assert isinstance(rules, BlackjackGame)
    for cards, total, cited in (
        ("5C 6D 9H", 20, ""),
        ("5C 6D 2H 7S", 20, ""),
        ("5C 6D KH", 21, "21.5.1:later-cards"),
    ):
        said = cannot_double(rules, Hand(cards=parse_cards(cards), total=total))
        assert (said.clause if said is not None else "") == cited
    aces = Hand(cards=parse_cards("AC 5D"), total=16, soft=True, split=True, split_aces=True)
    eights = Hand(cards=parse_cards("8C 5D"), total=13, split=True)
    said = cannot_double(rules, aces)
    assert said is not None
    assert said.clause == "21.5.1:split-hands"
    assert cannot_double(rules, eights) is None


@clause("tasmania-blackjack 10:intro", "tasmania-blackjack 24.5.1")
def test_no_cards_where_no_box_has_a_wager() -> None:
    with pytest.raises(Refused) as caught:
        settle(game("blackjack", "1 ann 2 supernova", "", more='side_wagers = ["supernova"]'))
    assert caught.value.clause == "10:intro"


@clause("tasmania-blackjack 8.1(a)", "tasmania-blackjack 8.1(b)")
@pytest.mark.parametrize(
    ("seated", "decides", "cited"),
    [
        ("", "ann", "8.1(a)"),  # the first to wager has sat down there
        ('seated = { 1 = "bob" }', "bob", "8.1(a)"),
        ('seated = { 1 = "" }', "ann", "8.1(b)"),  # nobody: the wager nearest to the dealer
        ('seated = { 1 = "zoe" }', "ann", "8.1(b)"),  # nor somebody without a wager here
    ],
)
def test_who_decides_for_a_box(seated: str, decides: str, cited: str) -> None:
    told = settle(
        game("blackjack", "1 ann 10, 1 bob 20, 1 cal 30", "TC 9D 9C TD", "1 stand", more=seated)
    )
    (closed,) = [event for event in told.events if isinstance(event, BettingClosed)]
    (control,) = closed.orders
    assert (control.deciders[0], control.clause) == (decides, cited)


@clause("tasmania-blackjack 9.4", "tasmania-blackjack 21:pontoon")
@pytest.mark.parametrize(
    ("name", "made"), [("blackjack", "blackjack"), ("federal-pontoon", "pontoon")]
)
def test_what_an_ace_and_a_ten_value_card_are_called(name: str, made: str) -> None:
    told = settle(game(name, "1 ann 10", "AC 9D KC")).to_json()
    assert told["hands"][0]["kind"] == made
