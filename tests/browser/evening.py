"""Something going on at the tables of the demonstration, arranged without a browser."""

import time

from bythebook.house.activities.tournaments.running import TableRun
from bythebook.house.demo.tournaments import open_tournaments
from bythebook.tournaments.session.state import Session
from bythebook.tournaments.session.views import whose_turn
from tests.browser.floors import Floor

CUP, TABLE = "tournament/practice-cup", "session/practice-cup.1.1"
CUP_HANDS = 5


def seat(floor: Floor, name: str, table: str, box: int, cents: int = 0) -> None:
    floor.order(name, table, "join", box=box)
    if cents:
        floor.order(name, table, "buy-chips", cents=cents)


def play_a_round(floor: Floor) -> None:
    """Ann splits and doubles, ben follows on her box, at the Crown's first table."""
    seat(floor, "ann", "crown", 4, 40_000)
    seat(floor, "ben", "crown", 5, 40_000)
    floor.order("ann", "crown", "place", box=4, amount=2500, wager="main")
    floor.order("ben", "crown", "place", box=4, amount=5000, wager="main")
    for name in ("ann", "ben"):
        floor.order(name, "crown", "ready")
    floor.decide("ann", "crown", "Split", 4)
    floor.decide("ben", "crown", "Split", 4)
    floor.decide("ann", "crown", "Double", 4)
    floor.order("ben", "crown", "ready")
    floor.decide("ann", "crown", "Stand", 4)


def call_for_the_pit(floor: Floor) -> None:
    """A higher minimum is announced; dropped cards wait for a supervisor."""
    limits = {"main": [2500, 50000], "any-pairs": [500, 10000]}
    time = int(floor.clock()) + 20 * 60
    sign = {"kind": "new-limits", "time": time, "player": "", "limits": limits}
    floor.order("supervisor", "challenge", "display-sign", **sign)
    floor.order("dealer", "challenge", "perform", act="mishandled", player="")
    seat(floor, "ann", "challenge", 3, 20_000)


def deal_real_cards(floor: Floor) -> None:
    """At the table of real cards a round is in play; a pair of queens has won already."""
    table = "crown-cards"
    seat(floor, "ann", table, 1, 50_000)
    seat(floor, "ben", table, 3, 50_000)
    floor.order("dealer", table, "sign-on", name="dealer", role="dealer")
    floor.order("dealer", table, "shuffle")
    floor.order("ann", table, "cut", player="ann", from_front=150)
    floor.order("dealer", table, "insert", from_back=[80])
    floor.order("dealer", table, "burn")
    for name, box, amount, wager in (
        ("ann", 1, 2500, "main"), ("ben", 3, 10000, "main"), ("ben", 3, 2500, "perfect-pairs"),
    ):  # fmt: skip
        floor.order(name, table, "place", box=box, amount=amount, wager=wager)
    floor.order("dealer", table, "no-more-bets")
    for card in ("8C", "QD", "6S", "3H", "QH"):
        floor.order("dealer", table, "deal", card=card)


def play_a_tournament(floor: Floor, hands: int = CUP_HANDS) -> None:
    """Ann plays some hands against six automatic players; her decision is waited for."""
    floor.run(open_tournaments(floor.house))
    floor.ask("ann", CUP, "enter", player="ann", agreed=True, copy=True)
    floor.ask("director", CUP, "attend", present=True)
    floor.ask("director", CUP, "close-entries")
    floor.ask("director", CUP, "name-tables", tables=[{"id": "T1"}])
    floor.ask("director", CUP, "brief", understood=True)
    floor.ask("director", CUP, "draw-seats", seed="")
    start = int(floor.clock()) + 16 * 60
    floor.ask("director", CUP, "move-start", starts=start, notice_minutes=15)
    floor.time_passes(17)
    floor.ask("director", CUP, "start-session", table=1)
    floor.ask("director", CUP, "announce", text="The final begins at eight.")
    floor.ask("ann", TABLE, "take-seat")
    while (session := session_of(floor)).hand <= hands or not is_to_decide("ann", session):
        if is_to_decide("ann", session):
            command = {"type": "Stand", "box": session.players["ann"].box}
            floor.ask("ann", TABLE, "decide", command=command)
        elif whose_turn(session) == "ann":
            floor.ask("ann", TABLE, "wager", amount=100)
        else:
            floor.time_passes(0.1)
            time.sleep(0.2)


def is_to_decide(name: str, session: Session) -> bool:
    return session.phase == "playing" and whose_turn(session) == name


def session_of(floor: Floor) -> Session:
    run = floor.house.affairs.state(TABLE)
    assert isinstance(run, TableRun)
    return run.session
