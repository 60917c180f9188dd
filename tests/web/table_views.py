"""Tables in every situation, as a page gets to see them: views written by hand.

The cards and sums are made up here, from the rules of the games; nothing is asked of the engine.
"""

from typing import Any

from bythebook.house.tables import views as v

ME = "ann"
DIGEST = "7c1e" + "0" * 56 + "9a04"


def spot(wager: str, title: str, least: int, most: int, *pays: str) -> v.SpotView:
    return v.SpotView(wager=wager, title=title, least=least, most=most, pays=pays, clause="5.2")


MAIN = spot("main", "Bet", 1000, 50000)
PAIRS = spot("any-pairs", "Any Pairs", 500, 10000, "pair 11 to 1")


def signs(**changes: Any) -> v.SignsView:
    given: dict[str, Any] = {
        "id": "felt-4",
        "title": "Table 4",
        "book": "star-blackjack-challenge",
        "book_title": "Blackjack Challenge",
        "place": "The Star, Sydney",
        "game": "blackjack-challenge",
        "game_title": "Blackjack Challenge",
        "practice": True,
        "cards": "virtual",
        "phase": "open",
        "boxes": 7,
        "decks": 6,
        "dealing": "shoe",
        "chips": (250, 500, 2500, 10000),
        "spots": (MAIN, PAIRS),
        "box_maximum": None,
        "signs": (),
        "meters": {},
        "inscription": ("Blackjack pays 2 to 1", "Dealer stands on all 17", "Ties lose"),
        "options": {},
        "readings": {},
        "rounds": 217,
        "closing": "",
        "held_up": "",
    }
    return v.SignsView(**given | changes)


def you(**changes: Any) -> v.YouView:
    given: dict[str, Any] = {
        "name": ME,
        "role": "player",
        "role_title": "player",
        "guest": False,
        "here": True,
        "seat": 3,
        "chips": 48000,
        "wallet": 200000,
        "won": -1500,
        "round_won": 0,
        "may_play": True,
        "several": True,
    }
    return v.YouView(**given | changes)


def wager(box: int, player: str, amount: int, kind: str = "main") -> v.WagerView:
    return v.WagerView(box=box, player=player, wager=kind, amount=amount)


def hand(cards: str, total: int, *stakes: v.StakeView, **more: Any) -> v.HandView:
    return v.HandView(cards=tuple(cards.split()), total=total, stakes=stakes, **more)


def stake(player: str, amount: int, **more: Any) -> v.StakeView:
    return v.StakeView(player=player, amount=amount, **more)


def boxes(count: int, *filled: v.BoxView) -> tuple[v.BoxView, ...]:
    by_number = {box.number: box for box in filled}
    return tuple(by_number.get(n, v.BoxView(number=n)) for n in range(1, count + 1))


def line(number: int, says: str, clause: str, **more: Any) -> v.LineView:
    return v.LineView(number=number, at=1_800_000_000, says=says, clause=clause, round=218, **more)


LINES = (
    line(1, "No more bets", "7.1", kind="order"),
    line(2, "8S to box 3: 8", "7.1", box=3, card="8S", kind="card"),
    line(3, "9C to the dealer: 9", "7.1", card="9C", kind="card"),
)
WAGERS_DUE = v.DueView(what="wagers", clause="5.1", says="place your wagers")


def table(**changes: Any) -> v.TableView:
    """A blackjack table with seven boxes, betting, ann at box 3."""
    given: dict[str, Any] = {
        "version": 10,
        "signs": signs(),
        "boxes": boxes(7, v.BoxView(number=3, sits=ME), v.BoxView(number=1, sits="ben")),
        "dealer": v.DealerView(),
        "due": WAGERS_DUE,
        "choices": (),
        "rows": (),
        "shoe": v.ShoeView(status="ready", left=190, of=312, number=9, digest=DIGEST),
        "lines": LINES,
        "you": you(),
    }
    return v.TableView(**given | changes)


def choice(action: str, box: int = 3, number: int = 1, **more: Any) -> v.ChoiceView:
    return v.ChoiceView(action=action, box=box, hand=number, player=more.pop("player", ME), **more)


def my_turn() -> v.TableView:
    """Box 1 has been paid, box 3 is split: its first hand has eleven, bob rides on it."""
    first = hand("8S 3D", 11, stake(ME, 2500), stake("bob", 1000), split=True)
    second = hand("8D", 8, stake(ME, 2500), split=True)
    mine = v.BoxView(number=3, sits=ME, controls=ME, riders=("bob",), hands=(first, second), turn=1)
    paid = v.BoxView(
        number=1,
        sits="ben",
        controls="ben",
        hands=(hand("AH KS", 21, stake("ben", 2500, live=False), done=True, kind="blackjack"),),
    )
    waits = v.BoxView(
        number=5, sits="cal", controls="cal", hands=(hand("QH 4C", 14, stake("cal", 12500)),)
    )
    return table(
        boxes=boxes(7, paid, mine, waits),
        dealer=v.DealerView(cards=("9C",), total=9),
        due=v.DueView(
            what="decision", clause="9.1", says="ann decides for box 3", box=3, hand=1, player=ME,
            phase="turns",
        ),
        choices=(
            choice("hit"),
            choice("stand", legal=False, clause="9.2", why="below 12 a card must be drawn"),
            choice("double", least=1, most=2500, usual=2500),
            choice("split", legal=False, clause="11.1", why="3 and 8 differ"),
        ),
        rows=(
            v.RowView(
                box=1, hand=1, player="ben", wager="main", stake=2500, result="wins",
                odds="2 to 1", paid=5000, returned=7500, clause="8.1.1", says="wins 2 to 1",
            ),
        ),
    )  # fmt: skip


def offers() -> v.TableView:
    """The dealer shows an ace: insurance on two boxes of mine, even money on a blackjack."""
    three = v.BoxView(number=3, sits=ME, controls=ME, hands=(hand("AS QD", 21, stake(ME, 2000)),))
    four = v.BoxView(number=4, controls=ME, hands=(hand("9S 7D", 16, stake(ME, 5000)),))
    return table(
        boxes=boxes(9, three, four),
        signs=signs(boxes=9, inscription=("Blackjack pays 3 to 2", "Insurance pays 2 to 1")),
        dealer=v.DealerView(cards=("AD",), total=11, soft=True),
        due=v.DueView(what="offer", clause="8.4", says="an offer to the players", phase="offers"),
        choices=(
            choice("even-money"),
            choice("insure", 4, least=1, most=2500, usual=2500),
        ),
    )


def settled() -> v.TableView:
    """The round is over: eighteen won, the pair lost; the next wagers are awaited."""
    mine = v.BoxView(
        number=3,
        sits=ME,
        controls=ME,
        hands=(hand("TS 8D", 18, stake(ME, 2500, live=False), done=True),),
    )
    rows = tuple(
        v.RowView(
            box=3, hand=1, player=ME, wager=kind, stake=staked, result=result, odds=odds,
            paid=paid, returned=back, clause=clause, says=f"{kind} {result}",
        )
        for kind, staked, result, odds, paid, back, clause in (
            ("any-pairs", 500, "loses", "", 0, 0, "13.8"),
            ("main", 2500, "wins", "1 to 1", 2500, 5000, "17.1.3"),
        )
    )  # fmt: skip
    return table(
        boxes=boxes(7, mine),
        dealer=v.DealerView(cards=("TC", "7H"), total=17),
        rows=rows,
        you=you(chips=50500, won=500, round_won=2000),
    )


def free_bets() -> v.TableView:
    """Free Bet Blackjack: a pair split by token and doubled by token."""
    mine = v.BoxView(
        number=3,
        sits=ME,
        controls=ME,
        wagers=(wager(3, ME, 500, "pot-of-gold"),),
        hands=(
            hand("8C 3S TH", 21, stake(ME, 2000, free=2000), doubled=True, done=True, split=True),
            hand("8D 2C", 10, stake(ME, 0, free=2000), split=True),
        ),
        turn=2,
    )
    return table(
        signs=signs(
            game_title="Free Bet Blackjack",
            spots=(MAIN, spot("pot-of-gold", "Pot of Gold", 500, 10000)),
        ),
        boxes=boxes(7, mine),
        dealer=v.DealerView(cards=("TC",), total=10),
        due=v.DueView(
            what="decision", clause="8.5", says="ann decides", box=3, hand=2, player=ME,
            phase="turns",
        ),
        choices=(choice("hit", number=2), choice("stand", number=2), choice("double", number=2)),
    )  # fmt: skip


def joker() -> v.TableView:
    """Jokers Wild: ann names hers."""
    mine = v.BoxView(number=3, sits=ME, controls=ME, hands=(hand("JK KD", 21, stake(ME, 2000)),))
    return table(
        signs=signs(game_title="Jokers Wild", spots=(MAIN,)),
        boxes=boxes(7, mine),
        dealer=v.DealerView(cards=("9S",), total=9),
        due=v.DueView(what="offer", clause="23.5", says="a joker is named", box=3, phase="naming"),
        choices=(choice("joker", values=tuple("A23456789TJQK")),),
    )


def withdrawing() -> v.TableView:
    """Federal Pontoon: eleven was doubled, a three came; the doubled part may go back."""
    doubled = hand("6C 5D 3S", 14, stake(ME, 1000, doubled=1000), doubled=True, done=True)
    return table(
        signs=signs(game_title="Federal Pontoon", spots=(MAIN,)),
        boxes=boxes(7, v.BoxView(number=3, sits=ME, controls=ME, hands=(doubled,))),
        dealer=v.DealerView(cards=("7S",), total=7),
        due=v.DueView(
            what="offer", clause="21.5.6", says="it may be taken back", box=3, hand=1,
            phase="withdrawing",
        ),
        choices=(choice("withdraw"),),
    )  # fmt: skip


def strikes() -> v.TableView:
    """bACEball: five wagers beside the main one, two of them down."""
    side = [spot(f"strike-{n}", f"{n}. Strike", 500, 10000) for n in (1, 2, 3)]
    side += [spot("strike-out", "Strike Out", 500, 5000), spot("jackpot", "Jackpot", 500, 500)]
    mine = v.BoxView(number=3, sits=ME, wagers=(wager(3, ME, 2000), wager(3, ME, 500, "strike-2")))
    return table(
        signs=signs(
            game_title="bACEball",
            spots=(MAIN, *side),
            meters={"jackpot": 14821035},
            meter_titles={"jackpot": "Jackpot"},
        ),
        boxes=boxes(7, mine),
    )


def cutting() -> v.TableView:
    return table(
        due=v.DueView(
            what="cut", clause="4.2", says="ann may cut", player=ME, clock="cut", depth=(52, 260)
        )
    )
