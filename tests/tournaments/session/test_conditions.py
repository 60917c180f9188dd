"""What the conditions leave open in a book, tables keep to: ties, further hands, units."""

import pytest
from msgspec.structs import replace

from bythebook.tournaments.session import commands as c
from bythebook.tournaments.session import events as e
from bythebook.tournaments.session.automatic import next_step
from bythebook.tournaments.session.wagering import to_act
from bythebook.tournaments.terms.checks import check
from bythebook.tournaments.terms.document import TournamentTerms, session_terms
from bythebook.tournaments.values import Length, Limits
from tests.clauses import clause
from tests.tournaments.course.courses import changed, example
from tests.tournaments.session.session_floor import CANBERRA, CROWN, SEED, STAR, Floor, form

PEOPLE = {1: "ann", 2: "bob", 3: "cy"}
LEVEL = "TS TH 9C QS QH 8D"  # both stand on 20 and win against 17
ANN_WINS = "TS TH 9C QS 6H 8D"  # 20 wins against 17, 16 does not


# Ties


def sit_and_go(**ties: object) -> TournamentTerms:
    return changed(example("canberra-sit-and-go"), ties=ties)


@clause("canberra-blackjack 19.3(a)(xi)(D)")
def test_a_final_is_played_off_as_the_conditions_say() -> None:
    said = session_terms(sit_and_go(), 3, 1, PEOPLE)
    assert (said.ties, said.play_off_hands, said.still_level) == ("play-off", 3, "share")
    assert said.play_off_by_hands
    assert said.play_off_chips == 0
    said = session_terms(sit_and_go(play_off_chips="new", still_level="again"), 3, 1, PEOPLE)
    assert (said.play_off_chips, said.still_level) == (1000, "again")
    heat = session_terms(sit_and_go(play_off_chips="new"), 1, 1, PEOPLE)
    assert (heat.play_off_hands, heat.play_off_chips, heat.still_level) == (1, 0, "again")


@clause("canberra-blackjack 19.3(a)(viii)(B)", "canberra-blackjack 19.3(a)(ix)(B)")
def test_a_session_settles_ties_as_the_conditions_say() -> None:
    knock_out = example("canberra-knock-out")
    assert session_terms(knock_out, 1, 1, PEOPLE).ties == "play-off"
    assert (
        session_terms(changed(knock_out, ties={"places": "ballot"}), 1, 1, PEOPLE).ties == "ballot"
    )
    assert session_terms(knock_out, 4, 1, PEOPLE).ties == "share"  # for prizes
    league = example("canberra-points")
    pooled = session_terms(league, 1, 1, PEOPLE)
    assert (pooled.ties, pooled.every_place) == ("share", False)
    played = session_terms(changed(league, ties={"points": "play-off"}), 1, 1, PEOPLE)
    assert (played.ties, played.every_place) == ("play-off", True)


@clause("canberra-blackjack 19.3(a)(viii)(B)", "crown-blackjack 18.4.6(a)")
@pytest.mark.parametrize("book", [CANBERRA, CROWN])
def test_lots_are_drawn_where_the_conditions_say_so_although_there_are_chips(book: str) -> None:
    floor = Floor(book, {"ann": 1000, "bob": 1000}, ties="ballot", length=Length(hands=1))
    floor.start().seal()
    floor.hand(LEVEL, ann=100, bob=100)
    floor.staff(c.RecordTotals())
    assert floor.state.phase == "ballot"
    floor.staff(c.Ballot(SEED))
    assert sorted(map(len, floor.places())) == [1, 1]


@clause("canberra-blackjack 19.3(a)(xi)(D)", "crown-blackjack 18.4.7(b)")
@pytest.mark.parametrize("book", [CANBERRA, CROWN])
@pytest.mark.parametrize("still", ["share", "again"])
@pytest.mark.parametrize("length", [Length(hands=1), Length(shoes=1)])
def test_further_hands_of_a_final_are_as_many_as_said_and_then_shared_or_played_again(
    book: str, still: str, length: Length
) -> None:
    floor = Floor(
        book,
        {"ann": 1000, "bob": 1000},
        final=True,
        advancing=2,
        length=length,
        play_off_hands=2,
        play_off_by_hands=True,
        play_off_chips=700,
        still_level=still,
    ).start()
    floor.begin(ann=100, bob=100)
    floor.staff(c.NoMoreBets())
    if length.shoes:
        floor.staff(c.CuttingCard())
    floor.play_out(LEVEL)
    floor.staff(c.RecordTotals())
    assert floor.chips() == {"ann": 700, "bob": 700}  # 1,100 each before
    if length.shoes:
        floor.staff(c.Shuffle())
    floor.hand(ANN_WINS, ann=50, bob=50)
    assert floor.state.stage == "play-off"  # one hand of two
    floor.hand("TS TH 9C 6S QH 8D", ann=50, bob=50)
    assert floor.chips() == {"ann": 700, "bob": 700}
    if still == "share":
        assert floor.count(e.PlayOffBegan) == 1
        assert floor.places() == (("ann", "bob"),)
        assert floor.state.phase == "ranked"
        return
    assert floor.state.stage == "play-off"
    floor.hand(LEVEL, ann=50, bob=50)
    floor.hand(ANN_WINS, ann=50, bob=50)
    assert floor.places() == (("ann",), ("bob",))


@clause("canberra-blackjack 19.3(a)(ix)(B)")
def test_every_place_with_points_is_played_off_where_the_conditions_say_so() -> None:
    stacks = {"ann": 1000, "bob": 1000, "cy": 1000}
    floor = Floor(CANBERRA, stacks, advancing=3, every_place=True, length=Length(hands=1)).start()
    floor.hand("TS TH 9D 9C QS QH 9H 8D", ann=100, bob=100, cy=50)
    floor.staff(c.RecordTotals())
    assert floor.state.stage == "play-off"
    assert floor.last(e.PlayOffBegan).players == ("ann", "bob")
    level = Floor(CANBERRA, stacks, advancing=3, ties="share", length=Length(hands=1)).start()
    level.hand("TS TH 9D 9C QS QH 9H 8D", ann=100, bob=100, cy=50)
    level.staff(c.RecordTotals())
    assert level.places() == (("ann", "bob"), ("cy",))
    assert level.count(e.PlayOffBegan) == 0


# Units


@clause("star-blackjack-challenge 21.6.13:units", "star-blackjack-challenge 21.6.14")
def test_stars_unit_is_the_minimum_of_the_hand_whatever_the_conditions_say() -> None:
    limits = (Limits(1, 50, 500), Limits(2, 100, 500))
    floor = Floor(STAR, {"ann": 1000, "bob": 1000}, limits=limits).start()
    floor.staff(c.BeginHand())
    for wrong in (51, 75, 99, 101):
        assert floor.refused(c.Wager(wrong), "ann").clause == "21.6.13:units"
    floor.wager(ann=150, bob=50)
    floor.staff(c.NoMoreBets())
    floor.play_out(LEVEL)
    floor.staff(c.BeginHand())
    assert floor.refused(c.Wager(150), "bob").clause == "21.6.13:units"
    floor.staff(c.Wager(250, player="bob", lies=True))
    floor.wager(ann=200)
    floor.staff(c.NoMoreBets())
    assert floor.last(e.WagerCorrected).amount == 200


@clause(
    "star-blackjack-challenge 21.6.13:units",
    "star-blackjack-challenge 21.8.3.1",
    "star-blackjack-challenge 21.8.3.2",
)
@pytest.mark.parametrize(
    ("written", "counts", "clauses"),
    [
        (99, 50, ("21.6.13:units",)),
        (100, 100, ()),
        (101, 100, ("21.6.13:units",)),
        (49, 50, ("21.8.3.1",)),
        (521, 500, ("21.8.3.2", "21.6.13:units")),
    ],
)
def test_an_undisclosed_wager_goes_in_units_too(
    written: int, counts: int, clauses: tuple[str, ...]
) -> None:
    limits = (Limits(1, 50, 520),)
    floor = Floor(
        STAR, {"ann": 1000, "bob": 1000}, limits=limits, secret_wagers=1, paper_forms=True
    ).start()
    floor.staff(c.BeginHand())
    floor.by("ann", c.HandIn(form(written, "so many"), alone=True))
    floor.staff(c.CheckForm("ann"))
    floor.wager(bob=50)
    floor.staff(c.NoMoreBets())
    secret = floor.state.secrets["ann"]
    assert (secret.amount, secret.clauses) == (counts, clauses)


@clause("star-blackjack-challenge 21.6.13:units", "star-blackjack-challenge 21.8.2.5")
def test_a_form_out_of_units_does_not_pass_the_examination() -> None:
    floor = Floor(STAR, {"ann": 1000, "bob": 1000}, secret_wagers=1).start()
    floor.staff(c.BeginHand())
    floor.by("ann", c.HandIn(form(120, "so many"), alone=True))
    assert floor.refused(c.CheckForm("ann")).clause == "21.6.13:units"
    floor.staff(c.ReturnForm("ann"))
    floor.by("ann", c.HandIn(form(150, double=20), alone=True))
    assert floor.refused(c.CheckForm("ann")).clause == "21.6.13:units"
    floor.staff(c.ReturnForm("ann"))
    floor.by("ann", c.HandIn(form(150, double=50), alone=True))
    floor.staff(c.CheckForm("ann"))


# Elimination hands


@clause("canberra-blackjack 19.3(a)(viii)(A)", "crown-blackjack 18.4.5(a)")
@pytest.mark.parametrize(
    ("name", "rule"), [("canberra-sit-and-go", "19.3(a)(viii)(A)"), ("crown", "18.4.5(a)")]
)
def test_elimination_hands_that_conditions_may_have_can_be_played(name: str, rule: str) -> None:
    terms = example(name)
    first = replace(terms.stages[0], elimination_hands=(1,))
    terms = replace(terms, format="elimination", stages=(first, *terms.stages[1:]))
    assert check(terms) == ()
    session = session_terms(terms, 1, 1, PEOPLE)
    stacks = {seat.player: seat.chips for seat in session.seats}
    floor = Floor(session.book, stacks, format="elimination", elimination_hands=(1,)).start()
    floor.hand("TS TH 6D 9C QS QH 9H 8D", ann=100, bob=100, cy=50)  # cy's 15 loses to 17
    gone = floor.last(e.PlayerGone)
    assert (gone.player, gone.how, gone.clause) == ("cy", "eliminated", rule)


# Lateness


@clause(
    "crown-blackjack 18.4.8(b)(i)",
    "crown-blackjack 18.4.8(b)(ii)",
    "star-blackjack-challenge 21.5.6.1",
)
@pytest.mark.parametrize(
    ("book", "said", "most", "rule"),
    [
        (CROWN, 2, 2, "18.4.8(b)(ii)"),
        (CROWN, 4, 4, "18.4.8(b)(ii)"),
        (STAR, 2, 2, "21.5.6.1"),
        (STAR, 4, 3, "21.5.6.1"),
        (STAR, 0, 3, "21.5.6.1"),
    ],
)
def test_a_minimum_is_taken_as_often_as_conditions_and_book_allow(
    book: str, said: int, most: int, rule: str
) -> None:
    stacks = {"ann": 1000, "bob": 1000, "cy": 1000}
    floor = Floor(book, stacks, late="deducted", late_rounds=said).start("cy")
    for number in range(1, most + 1):
        away_hand(floor)
        assert floor.chips()["cy"] == 1000 - 50 * number
    floor.staff(c.BeginHand())
    while to_act(floor.state)[0] != "cy":
        floor.by(to_act(floor.state)[0], c.Wager(50))
    assert floor.refused(c.Miss("cy")).clause == rule
    order = next_step(floor.rules, floor.state, floor.now)
    assert order is not None
    assert order.command == c.Disqualify("cy", "absent")


def away_hand(floor: Floor) -> None:
    """A hand without cy, in which the others stand."""
    floor.staff(c.BeginHand())
    for name in to_act(floor.state):
        if name == "cy":
            floor.staff(c.Miss("cy"))
        else:
            floor.by(name, c.Wager(50))
    floor.staff(c.NoMoreBets())
    floor.play_out(LEVEL)


@clause("crown-blackjack 18.4.8(b)(ii)")
def test_without_a_number_in_the_conditions_it_goes_on_as_long_as_the_bank_lasts() -> None:
    floor = Floor(CROWN, {"ann": 1000, "bob": 1000, "cy": 1000}, late="deducted").start("cy")
    for _ in range(5):
        away_hand(floor)
    assert floor.chips()["cy"] == 750


@clause("crown-blackjack 18.4.8(b)(i)")
def test_the_conditions_number_of_rounds_reaches_the_table() -> None:
    assert session_terms(example("crown"), 1, 1, PEOPLE).late_rounds == 3


# A wager that everybody makes


@clause("crown-blackjack 18.4.4(b)")
@pytest.mark.parametrize("compulsory", [True, False])
def test_a_wager_that_the_terms_make_compulsory_is_so_at_the_table(compulsory: bool) -> None:
    """From the published terms to the chips: staying away costs the minimum (Crown reading 99)."""
    terms = changed(example("crown"), play={"compulsory_wager": compulsory})
    said = session_terms(terms, 1, 1, PEOPLE)
    rest = {name: getattr(said, name) for name in said.__struct_fields__ if name != "book"}
    floor = Floor(CROWN, {}, **rest)
    assert floor.terms == said
    floor.start().begin()
    least = said.limits[0].least
    while to_act(floor.state):
        name = to_act(floor.state)[0]
        if name == "ann":
            floor.staff(c.Miss("ann"))
        else:
            floor.by(name, c.Wager(least))
    missed = floor.last(e.WagerMissed)
    assert (missed.amount, missed.clause) == (least if compulsory else 0, "18.4.4(b)")
    begins = said.seats[0].chips
    assert floor.chips()["ann"] == begins - (least if compulsory else 0)
