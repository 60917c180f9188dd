"""Orders that want a second person: they wait, and only the right one lets them go on."""

from typing import Any

import pytest

from bythebook.errors import Malformed, Refused
from bythebook.house.demo import demo
from bythebook.house.people.people import INSPECTOR, Viewer
from bythebook.house.tables import table_log as h
from bythebook.rulebooks.tables import find_table_rules
from bythebook.table import events as e
from bythebook.table import orders as o
from tests.house.tables.felt import Felt, begin, felt_with, terms_of, unchanged

# Every kind of act that some book wants a second person for: the table, who gives it, what it is,
# who helps, whether as the one who approves or as the one who signs as well, by which clause.
Case = tuple[str, str, dict[str, Any], str, str, str]
CASES: list[Case] = [
    ("canberra", "supervisor", {"type": "perform", "act": "confirm-layout"}, "commission",
     "approved", "1.1"),
    ("canberra", "supervisor", {"type": "replace-cards"}, "dealer", "second", "2.4"),
    ("canberra", "supervisor", {"type": "replace-device", "dealing": "device"}, "dealer", "second",
     "2.4"),
    ("baceball", "dealer", {"type": "perform", "act": "mishandled"}, "gaming-supervisor", "second",
     "4.5"),
    ("baceball", "dealer", {"type": "perform", "act": "error-notification"}, "gaming-supervisor",
     "second", "12.12.1"),
    ("challenge", "dealer", {"type": "perform", "act": "mishandled"}, "supervisor", "second",
     "4.6.1"),
]  # fmt: skip
IDS = [f"{case[0]}-{case[2].get('act', case[2]['type'])}" for case in CASES]


def waiting(case: Case) -> Felt:
    """The order has been given by dan, and waits."""
    table, role, command, *_ = case
    felt = Felt(terms_of(table), is_open=command.get("act") != "confirm-layout")
    outcome = felt.staff(role, name="dan", **command)
    assert outcome.waiting == 1
    assert outcome.reason
    [asked] = [x for x in felt.log if isinstance(x, h.ApprovalAsked)]
    assert (asked.number, asked.clause, asked.order.by.name) == (1, case[5], "dan")
    assert [request.number for request in felt.run.requests] == [1]
    return felt


def carried_out(felt: Felt) -> list[h.Ordered]:
    done = [x for x in felt.log if isinstance(x, h.Ordered)]
    return [x for x in done if x.order.by.name == "dan"]


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_the_right_person_lets_it_go_on_and_stands_in_the_log(case: Case) -> None:
    felt = waiting(case)
    assert not carried_out(felt)
    felt.time += 60
    felt.staff(case[3], name="eva", type="approve", number=1)
    [done] = carried_out(felt)
    assert getattr(done.order, case[4]) == o.Person("eva", case[3])
    assert getattr(done.order, "second" if case[4] == "approved" else "approved") is None
    assert done.order.at == felt.time
    [answer] = [x for x in felt.log if isinstance(x, h.ApprovalAnswered)]
    assert (answer.granted, answer.by) == (True, o.Person("eva", case[3]))
    assert felt.run.requests == ()


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_nobody_is_their_own_second_person(case: Case) -> None:
    felt = waiting(case)
    for role in (case[1], case[3]):
        viewer = felt.viewer("dan", role)
        no = unchanged(felt, viewer, Refused, type="approve", number=1)
        assert no.clause == case[5]


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_a_lower_rank_or_a_player_does_not_do(case: Case) -> None:
    felt = waiting(case)
    ranks = felt.rules.conduct.ladder
    same = {rank.same_as for rank in ranks if rank.role == case[3]}  # two titles of one rank
    ladder = [rank.role for rank in ranks]
    too_low = ladder[: ladder.index(case[3])] if case[3] in ladder else ladder
    for role in set(too_low) - same:
        no = unchanged(felt, felt.viewer("eva", role), Refused, type="approve", number=1)
        assert no.clause == case[5]
    for answer in ("approve", "deny"):
        unchanged(felt, felt.viewer("ann"), Refused, type=answer, number=1)


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_denied_it_is_not_done_and_waits_no_longer(case: Case) -> None:
    felt = waiting(case)
    felt.staff(case[3], name="eva", type="deny", number=1)
    assert not carried_out(felt)
    assert felt.run.requests == ()
    viewer = felt.viewer("eva", case[3])
    for answer in ("approve", "deny"):
        unchanged(felt, viewer, Malformed, type=answer, number=1)


def test_approved_twice_it_is_done_once() -> None:
    felt = waiting(CASES[3])
    eva = felt.viewer("eva", "gaming-supervisor")
    felt.ask(eva, type="approve", number=1)
    unchanged(felt, eva, Malformed, type="approve", number=1)
    assert len(carried_out(felt)) == 1


def test_numbers_are_not_used_again() -> None:
    felt = waiting(CASES[3])
    outcome = felt.staff("dealer", name="dan", **CASES[3][2])
    assert outcome.waiting == 2
    felt.staff("gaming-supervisor", name="eva", type="deny", number=1)
    felt.staff("gaming-supervisor", name="eva", type="deny", number=2)
    assert felt.staff("dealer", name="dan", **CASES[3][2]).waiting == 3


def test_an_order_whose_time_has_passed_is_judged_as_things_are_now() -> None:
    """Canberra 2.4: cards are changed after a round; by now another has begun."""
    felt = felt_with("canberra", "ann")
    felt.staff("supervisor", name="dan", type="replace-cards")
    begin(felt, "TC 7D 6H", "ann")
    no = unchanged(felt, felt.viewer("eva", "dealer"), Refused, type="approve", number=1)
    assert "between rounds" in no.reason
    assert len(felt.run.requests) == 1, "it still waits, and can be approved afterwards"
    felt.decide("ann", "Stand", 1)
    felt.staff("dealer", name="eva", type="approve", number=1)
    assert len(felt.events(e.NewCards)) == 1


def test_whoever_could_approve_it_does_not_ask() -> None:
    """bACEball 4.2 wants the supervisor's approval: a manager needs nobody's."""
    felt = Felt(terms_of("baceball"))
    outcome = felt.staff("gaming-manager", type="perform", act="mishandled")
    assert outcome.waiting == 1, "a signature as well is another's even then"


def test_a_players_own_orders_never_wait() -> None:
    felt = felt_with("canberra", "ann")
    unchanged(felt, felt.viewer("ann"), Refused, type="replace-cards")
    assert felt.run.requests == ()


def test_an_order_that_nobody_could_help_is_refused_at_once() -> None:
    felt = felt_with("canberra", "ann")
    begin(felt, "TC 7D 6H", "ann")
    dan = felt.viewer("dan", "supervisor")
    assert "between rounds" in unchanged(felt, dan, Refused, type="replace-cards").reason
    dealer = felt.viewer("dan", "dealer")
    assert unchanged(felt, dealer, Refused, type="replace-cards").clause == "2.4"


def test_an_inspector_of_the_house_gives_what_the_book_asks_of_the_regulator() -> None:
    felt = waiting(CASES[0])
    outside = Viewer("iva", False, frozenset({INSPECTOR}))
    unchanged(felt, outside, Refused, type="approve", number=1)
    role = demo.role_at("canberra-blackjack", "beside")
    inside = Viewer("iva", False, frozenset({INSPECTOR}), {"canberra-blackjack": role})
    felt.ask(inside, type="approve", number=1)
    assert len(carried_out(felt)) == 1


def test_every_act_with_a_second_person_is_among_these_cases() -> None:
    """Riffling wants pre-shuffled cards just before the cut: no table here has those."""
    known = {(case[0], case[2].get("act", case[2]["type"])) for case in CASES}
    known |= {("canberra", name) for name in (
        "confirm-perfect-pairs-layout", "confirm-pairs-play-layout",  # as the first
        "replace-card",  # not at virtual cards
    )}  # fmt: skip
    # Nor is a card typed at virtual cards: tests/table/test_corrected_entries.py has that.
    known |= {(t, "correct-entry") for t in ("canberra", "crown", "hobart")}
    known |= {(t, f"riffle{s}") for t in ("baceball", "challenge") for s in ("", "-angel")}
    tables = {"canberra": "canberra-blackjack", "baceball": "star-baceball",
              "challenge": "star-blackjack-challenge", "crown": "crown-blackjack",
              "hobart": "tasmania-blackjack"}  # fmt: skip
    for table, book in tables.items():
        for name, entries in find_table_rules(book).conduct.acts.items():
            if any(act.approved is not None or act.second is not None for act in entries):
                assert (table, name) in known
