"""The books' worked rounds of tournament tables, card by card."""

from bythebook.game import commands as g
from bythebook.tournaments.session import commands as c
from bythebook.tournaments.session import events as e
from bythebook.tournaments.values import Length, Limits
from tests.clauses import clause
from tests.tournaments.session.session_floor import CROWN, STAR, TASMANIA, Floor, form, with_stacks


@clause(
    "star-blackjack-challenge 21.10.2",
    "star-blackjack-challenge 21.10.3",
    "star-blackjack-challenge 21.10.4",
)
def test_star_25_last_hand_order_of_elimination_and_play_off() -> None:
    everybody = dict.fromkeys(("p1", "p2", "p3", "p4", "p5"), 1000)
    floor = Floor(STAR, everybody, length=Length(hands=1), advancing=2).start()
    with_stacks(floor, p1=300, p2=200, p3=1000, p4=1400, p5=1900)
    floor.begin(p1=300, p2=200, p3=200, p4=200, p5=100)
    floor.staff(c.NoMoreBets())
    floor.deal("TC 9D KS TH JD 8C 6H 7C QS 8D 9H")
    floor.act("p1", g.Hit)
    floor.deal("KD")
    floor.act("p2", g.Hit)
    floor.deal("6S")
    floor.stand("p3", "p4", "p5")
    floor.deal("TD")
    assert floor.chips() == {"p1": 0, "p2": 0, "p3": 1200, "p4": 1200, "p5": 2000}

    floor.staff(c.RecordTotals())
    # P1's chips were taken first, yet P2's smaller bet makes P2 the first to go.
    assert floor.places() == (("p5",), ("p3", "p4"), ("p1",), ("p2",))
    began = floor.last(e.PlayOffBegan)
    assert (began.players, began.places, began.clause) == (("p3", "p4"), 1, "21.10.3")

    floor.hand("TC 9D 8C QS 9H 9S", p3=100, p4=100)
    assert (floor.chips()["p3"], floor.chips()["p4"]) == (1300, 1300)
    assert floor.state.stage == "play-off"  # still level: another round
    floor.hand("TC 9D 8C 7S 8H TD", p3=200, p4=50)
    assert (floor.chips()["p3"], floor.chips()["p4"]) == (1100, 1250)
    assert floor.places() == (("p5",), ("p4",), ("p3",), ("p1",), ("p2",))
    floor.staff(c.ReturnChips())
    floor.staff(c.AnnounceResult())
    assert floor.state.result is not None
    advancing = [each.player for each in floor.state.result.standings if each.advances]
    assert advancing == ["p4", "p5"]


@clause(
    "tasmania-blackjack 22.4.3",
    "tasmania-blackjack 22.4.8(b)",
    "tasmania-blackjack 22.4.8(c)",
    "tasmania-blackjack 22.4.8(d)",
)
def test_tasmania_21_secret_wagers_with_faults_found_after_the_hand() -> None:
    everybody = dict.fromkeys(("ann", "bob", "cy"), 1000)
    floor = Floor(TASMANIA, everybody, secret_wagers=1, paper_forms=True).start()
    with_stacks(floor, ann=1000, bob=450, cy=800)
    floor.begin(ann=200)
    floor.by("ann", c.HandIn(form(400)))
    floor.by("bob", c.HandIn(form(600, name="bob", seat=2), alone=True))
    floor.by("cy", c.Wager(100))
    floor.by("cy", c.HandIn(form(300, "three thousand", name="cy", seat=3)))
    for name in ("ann", "bob", "cy"):
        floor.staff(c.CheckForm(name))
    floor.staff(c.NoMoreBets())
    floor.deal("TS 9D KC 8D TH 7C 9H")
    floor.stand("ann")
    floor.act("bob", g.Hit)
    floor.deal("KD")
    floor.stand("cy")
    floor.deal("TD")
    assert floor.state.phase == "settling"
    floor.staff(c.Announce())
    assert floor.chips() == {"ann": 1500, "bob": 0, "cy": 850}
    told = {secret.player: secret for secret in floor.last(e.SecretsAnnounced).secrets}
    assert (told["ann"].amount, told["ann"].clauses) == (300, ("22.4.8(b)",))
    assert (told["bob"].amount, told["bob"].clauses) == (450, ("22.4.8(b)", "22.4.8(c)"))
    assert (told["cy"].amount, told["cy"].deducted) == (0, 50)
    assert told["cy"].clauses == ("22.4.8(d)",)


def crown_last_deal(stake: int) -> Floor:
    floor = Floor(
        CROWN,
        {"x": 1000, "y": 1000},
        length=Length(hands=1),
        limits=(Limits(1, 50, 400),),
    ).start()
    with_stacks(floor, x=700, y=650)
    floor.begin(x=stake, y=250)
    floor.staff(c.NoMoreBets())
    floor.deal("TS AD 9H KC JS")
    assert floor.state.round is not None
    assert floor.state.round.net["y"] == 375  # at the interim settlement, 3 to 2
    floor.stand("x")
    floor.deal("9D")
    return floor


@clause(
    "crown-blackjack 18.4.6(a)",
    "crown-blackjack 18.4.8(c)",
    "crown-blackjack 18.4.3(a)(iii)",
)
def test_crown_w25_the_last_deal_is_paid_by_the_rules_of_the_game() -> None:
    floor = crown_last_deal(400)
    assert floor.chips() == {"x": 1100, "y": 1025}
    floor.finish()
    assert floor.places() == (("x",), ("y",))


@clause("crown-blackjack 18.4.6(a)")
def test_crown_w25_who_is_level_plays_one_extra_round() -> None:
    floor = crown_last_deal(325)
    assert floor.chips() == {"x": 1025, "y": 1025}
    floor.staff(c.RecordTotals())
    assert floor.last(e.PlayOffBegan).players == ("x", "y")
    floor.hand("TS 9D 9H KC 8S 9D", x=100, y=100)
    assert floor.chips() == {"x": 1125, "y": 925}
    assert floor.places() == (("x",), ("y",))
    assert floor.state.phase == "ranked"
