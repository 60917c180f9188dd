"""A mistyped card at a table of the house: until somebody stands behind its correction, or does
not, nobody goes on from a card that may not lie there."""

import json
from typing import Any

import msgspec
import pytest

from bythebook.errors import Refused
from bythebook.house.staff.pit_view import pit_row
from bythebook.house.staff.staff_desk import StaffDesk, staff_desk
from bythebook.house.tables import table_log as h
from bythebook.phrases import plain
from tests.clauses import clause
from tests.house.tables.felt import Felt, replayed, terms_of, unchanged

DEALER, HIGHER = "dealer", "higher-duties-dealer"
PUT_RIGHT = "17.5"


def dealt(*cards: str) -> Felt:
    """Crown Sydney, real cards: ann on box 1, ben on box 2, and these cards."""
    felt = Felt(terms_of("crown-cards"))
    felt.staff(DEALER, type="shuffle")
    felt.staff(HIGHER, type="cut", from_front=100)
    felt.staff(DEALER, type="insert", from_back=[80])
    felt.staff(DEALER, type="burn")
    for box, name in enumerate(("ann", "ben"), start=1):
        felt.sit(name, box)
        felt.bet(name, box, 2500)
    for card in cards:
        felt.staff(DEALER, type="deal", card=card)
    return felt


def asks(felt: Felt, was: str, *cards: str, **more: Any) -> int:
    """The dealer says what lies there; the number under which that waits."""
    command = {"type": "correct-entry", "was": was, "cards": list(cards), **more}
    return felt.staff(DEALER, name="dan", **command).waiting


def seen_by_staff(felt: Felt) -> str:
    """All that a dealer, a manager and the pit read about the table."""
    found: list[Any] = [felt.fresh_parts()]
    for role in (DEALER, HIGHER, "area-manager"):
        viewer = felt.viewer("eva", role)
        found.append(staff_desk(felt.rules, felt.run, viewer, felt.time))
        found.append(pit_row(felt.rules, felt.run, viewer, felt.time))
    return json.dumps(msgspec.to_builtins(found, str_keys=True, enc_hook=plain))


@clause("crown-blackjack 17.5")
def test_the_table_waits_until_somebody_has_answered() -> None:
    felt = dealt("9C", "5D", "7H", "TD", "6S")
    assert felt.due.what == "decision"
    assert asks(felt, "6S", "6C") == 1
    due = felt.due
    assert (due.correcting, due.clause, due.says.split(":")[0]) == (1, PUT_RIGHT, "the table waits")
    closed = {one.action: (one.legal, one.clause) for one in felt.fresh_parts()["choices"]}
    assert closed["hit"] == closed["stand"] == (False, PUT_RIGHT)
    assert not any(legal for legal, _ in closed.values())
    decision = {"type": "Stand", "box": 1, "player": "ann"}
    for viewer in (felt.viewer("ann"), felt.viewer("dan", DEALER), felt.viewer("sam", HIGHER)):
        no = unchanged(felt, viewer, Refused, type="decide", command=decision)
        assert no.clause == PUT_RIGHT
    again = unchanged(
        felt, felt.viewer("dan", DEALER), Refused, type="correct-entry", was="6S", cards=["6D"]
    )
    assert "waits already" in again.reason
    felt.staff(HIGHER, name="sam", type="approve", number=1)
    assert [str(card) for card in felt.run.table.playing.box(2).hands[0].cards] == ["5D", "6C"]
    assert (felt.due.correcting, felt.due.what, felt.run.requests) == (0, "decision", ())
    felt.decide("ann", "Stand", 1)
    assert replayed(felt) == felt.run


@pytest.mark.parametrize("by", [DEALER, HIGHER])
def test_denied_or_taken_back_the_entry_stands_and_play_goes_on(by: str) -> None:
    felt = dealt("9C")
    asks(felt, "9C", "9D")
    no = unchanged(felt, felt.viewer("dan", DEALER), Refused, type="deal", card="5D")
    assert no.clause == PUT_RIGHT
    felt.staff(by, name="dan" if by == DEALER else "sam", type="deny", number=1)
    assert felt.due.correcting == 0
    felt.staff(DEALER, type="deal", card="5D")
    assert [str(card) for card in felt.run.table.playing.box(1).hands[0].cards] == ["9C"]


def test_after_a_round_wagers_lie_there_but_no_card_comes_before_the_answer() -> None:
    felt = dealt("TC", "9D", "7H", "TD", "9C")
    felt.decide("ann", "Stand", 1)
    felt.decide("ben", "Stand", 2)
    felt.staff(DEALER, type="deal", card="TS")  # the dealer has 17: both win
    assert asks(felt, "TS", "KH") == 1
    felt.bet("ann", 1, 2500)
    assert felt.due.correcting == 1
    felt.staff(DEALER, type="no-more-bets")
    no = unchanged(felt, felt.viewer("dan", DEALER), Refused, type="deal", card="2C")
    assert no.clause == PUT_RIGHT
    felt.staff(HIGHER, name="sam", type="approve", number=1)
    assert [str(card) for card in felt.run.table.past[-1].round.dealer] == ["7H", "KH"]
    felt.staff(DEALER, type="deal", card="2C")
    assert felt.due.what == "card"


def test_whoever_could_approve_answers_first_and_corrects_it_themselves() -> None:
    felt = dealt("9C")
    asks(felt, "9C", "9D")
    felt.player("ann", type="raise-dispute", player="ann", about="that is no nine of clubs")
    assert felt.due.correcting == 1, "what stands in no way is done meanwhile"
    sam = felt.viewer("sam", HIGHER)
    command: dict[str, Any] = {"type": "correct-entry", "was": "9C", "cards": ["9H"]}
    assert "answer that first" in unchanged(felt, sam, Refused, **command).reason
    felt.ask(sam, type="deny", number=1)
    assert felt.ask(sam, **command).waiting == 0
    assert [str(card) for card in felt.run.table.playing.box(1).hands[0].cards] == ["9H"]


def test_an_older_log_in_which_play_went_on_reads_as_it_was() -> None:
    """Rows do not ask: only who gives an order is told to wait."""
    felt = dealt("9C")
    asks(felt, "9C", "9D")
    moved = felt.move()
    order = h.Ordered  # what the log held when nothing waited
    before = felt.run
    dealt_on = dealt("9C", "5D").log[-1]
    assert isinstance(dealt_on, order)
    moved.happen(dealt_on)
    assert moved.run.requests == before.requests
    assert len(moved.run.table.steps) == len(before.table.steps) + 1


# What nobody has seen


def resolved(desk: StaffDesk) -> list[str]:
    return [entry.about for entry in desk.desk.register if entry.act == "resolve"]


def test_a_card_face_down_whose_correction_waits_is_not_told() -> None:
    felt = dealt("9C", "5D")
    felt.staff(DEALER, type="deal", card="KS", to=4, exposed=False)
    asks(felt, "KS", "JS", to=4)
    [request] = staff_desk(felt.rules, felt.run, felt.viewer("sam", HIGHER), felt.time).requests
    assert request.yours
    assert request.says.endswith(": it lies face down")
    told = seen_by_staff(felt)
    assert "KS" not in told
    assert "JS" not in told


@clause("crown-blackjack 17.3")
def test_a_card_that_was_held_over_is_told_to_nobody_before_it_is_dealt() -> None:
    felt = dealt("TC", "9D", "7H", "TD", "9C")
    felt.decide("ann", "Stand", 1)
    felt.decide("ben", "Stand", 2)
    felt.staff(DEALER, type="deal", card="TS")
    felt.staff(DEALER, type="deal", card="KS", to=0, exposed=False)
    felt.staff("area-manager", type="resolve", how="hold-over", why="so")
    assert str(felt.run.table.shoe.held) == "KS"
    assert "KS" not in seen_by_staff(felt)
    desk = staff_desk(felt.rules, felt.run, felt.viewer("dan", DEALER), felt.time)
    assert (desk.kept_card, desk.kept_unseen) == ("", True)
    assert resolved(desk) == ["extra a card face down: hold-over"]
    felt.bet("ann", 1, 2500)
    felt.staff(DEALER, type="no-more-bets")
    felt.staff(DEALER, type="deal", card="KS")
    desk = staff_desk(felt.rules, felt.run, felt.viewer("dan", DEALER), felt.time)
    assert (desk.kept_card, desk.kept_unseen) == ("", False)
    assert resolved(desk) == ["extra KS: hold-over"]


@clause("crown-blackjack 17.4")
@pytest.mark.parametrize("exposed", [True, False])
def test_the_next_card_is_a_button_only_if_somebody_has_seen_it(exposed: bool) -> None:
    felt = dealt("9C", "5D", "7H", "TD", "6S")
    felt.staff(DEALER, type="deal", card="KS", exposed=exposed)  # ann has yet to decide
    felt.staff("area-manager", type="resolve", how="next-card", why="so")
    desk = staff_desk(felt.rules, felt.run, felt.viewer("dan", DEALER), felt.time)
    assert (desk.kept_card, desk.kept_unseen) == (("KS", False) if exposed else ("", True))
    assert ("KS" in seen_by_staff(felt)) is exposed
    felt.decide("ann", "Hit", 1)
    no = unchanged(felt, felt.viewer("dan", DEALER), Refused, type="deal", card="2C")
    assert ("KS" in no.reason) is exposed
    felt.staff(DEALER, type="deal", card="KS")
    desk = staff_desk(felt.rules, felt.run, felt.viewer("dan", DEALER), felt.time)
    assert (desk.kept_card, desk.kept_unseen) == ("", False)
