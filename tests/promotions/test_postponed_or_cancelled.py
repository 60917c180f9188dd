"""Promotions postponed or cancelled: what waits, who is told, until when."""

import pytest

from bythebook.promotions import commands as c
from bythebook.promotions import duties
from bythebook.promotions import events as e
from tests.clauses import clause
from tests.promotions.offers import BACEBALL, BOOKS, CLOSES, CROWN, DRAWN, HOUR, STAR, Run, prize

# Integrity


INTEGRITY = {STAR: "22.11", BACEBALL: "15.12", CROWN: "19.10"}


@clause("star-blackjack-challenge 22.11", "star-baceball 15.12", "crown-blackjack 19.10")
@pytest.mark.parametrize("book", BOOKS)
def test_a_postponed_promotion_waits_until_it_is_validated(book: str) -> None:
    run = Run(book).opened()
    run.refused(c.Postpone("ivy"), INTEGRITY[book])
    run.give(c.Postpone("ivy"), why="the barrel was open")
    for command in (c.Enter("ann"), c.Close()):
        run.refused(command, INTEGRITY[book], at=CLOSES)
    run.malformed(c.Postpone("ivy"), why="again")
    run.refused(c.Validate(), INTEGRITY[book])
    run.give(c.Validate(), why="barrel checked and closed")
    run.malformed(c.Validate(), why="again")
    run.give(c.Enter("ann"))
    run.valued()
    run.give(c.Postpone("ivy"), why="the barrel was open again")
    run.refused(c.Draw(), INTEGRITY[book], at=DRAWN)
    run.give(c.Validate(), why="barrel checked")
    run.give(c.Draw())


@clause("star-blackjack-challenge 22.11", "star-baceball 15.12", "crown-blackjack 19.10")
@pytest.mark.parametrize("book", BOOKS)
def test_a_cancelled_draw_is_never_held(book: str) -> None:
    run = Run(book).closed("ann")
    run.refused(c.Cancel("ivy"), INTEGRITY[book])
    run.give(c.Cancel("ivy"), why="entries were lost")
    manner = {STAR: "22.7.1", BACEBALL: "15.7.1", CROWN: "19.5.1"}[book]
    run.refused(c.Draw(), manner, at=DRAWN)
    run.refused(c.Validate(), INTEGRITY[book], why="found again")


@clause("star-blackjack-challenge 22.11:notify")
@pytest.mark.parametrize("what", ["postponed", "cancelled"])
def test_the_star_tells_an_inspector_within_48_hours(what: str) -> None:
    command = {"postponed": c.Postpone(), "cancelled": c.Cancel()}[what]
    for after, late in ((48 * HOUR - 1, False), (48 * HOUR, False), (48 * HOUR + 1, True)):
        run = Run(STAR).opened()
        began = run.at
        run.give(command, why="in doubt")
        duty = duties(run.rules, run.now)[-1]
        assert (duty.act, duty.clause, duty.until) == (
            "tell-inspector", "22.11:notify", began + 48 * HOUR,
        )  # fmt: skip
        assert duty.late(began + after) is late
        (told,) = run.give(c.TellInspector(1, "ivy"), at=began + after)
        assert isinstance(told, e.InspectorTold)
        assert (told.late, told.clause) == (late, "22.11:notify")
        assert duties(run.rules, run.now)[-1].done_at == began + after
        run.malformed(c.TellInspector(1, "ivy"))
        run.malformed(c.TellInspector(2, "ivy"))


@clause("star-baceball 15.12")
@pytest.mark.parametrize("command", [c.Postpone, c.Cancel])
def test_at_baceball_the_inspector_is_told_in_the_same_act(
    command: type[c.Postpone | c.Cancel],
) -> None:
    run = Run(BACEBALL).opened()
    run.refused(command(), "15.12", why="in doubt")
    run.refused(command(" "), "15.12", why="in doubt")
    _, told = run.give(command("ivy"), why="in doubt")
    assert isinstance(told, e.InspectorTold)
    assert told.inspector == "ivy"
    assert all(duty.done_at is not None for duty in duties(run.rules, run.now))


@clause("crown-blackjack 19.10")
def test_crown_tells_an_inspector_of_a_cancellation_as_soon_as_practicable() -> None:
    run = Run(CROWN).opened()
    run.give(c.Postpone(), why="in doubt")
    assert duties(run.rules, run.now) == ()
    run.give(c.Cancel(), why="beyond repair")
    (duty,) = duties(run.rules, run.now)
    assert (duty.act, duty.clause, duty.until) == ("tell-inspector", "19.10", None)
    run.refused(c.End(), "19.10")
    run.give(c.TellInspector(2, "ivy"))
    run.give(c.End())


@clause("star-baceball 15.9.1")
def test_ending_a_begun_promotion_of_baceball_needs_the_authority() -> None:
    run = Run(BACEBALL).opened()
    run.malformed(c.Approve("ending"), role="authority")
    run.give(c.Cancel("ivy"), why="beyond repair")
    run.refused(c.End(), "15.9.1")
    run.give(c.Approve("ending"), role="authority", name="ada")
    run.give(c.End())
    unbegun = Run(BACEBALL)
    unbegun.give(c.Cancel("ivy"), why="beyond repair")
    assert unbegun.now.phase == "cancelled"
    unbegun.give(c.End())


def test_a_draw_can_be_cancelled_until_a_prize_is_handed_over() -> None:
    run = Run(STAR, prize(number=2)).drawn("ann", "ben")
    run.give(c.Claim(1, run.winner(1)))
    run.give(c.Postpone(), why="in doubt")
    run.refused(c.Award(1), "22.11")
    run.give(c.Validate(), why="all is well")
    run.give(c.Award(1))
    run.refused(c.Cancel(), "22.11", why="in doubt again")
    run = Run(STAR).drawn("ann")
    run.give(c.Cancel(), why="the wrong entries were in")
    run.refused(c.Claim(1, "ann"), "22.7.8")
