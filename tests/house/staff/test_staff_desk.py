"""What the staff of a table sees and may order: forms, verdicts, registers, alarms, the pit."""

import msgspec
import pytest

from bythebook.cards import parse_card
from bythebook.fields import FieldView
from bythebook.house.people.people import INSPECTOR, Viewer
from bythebook.house.staff.desk_view import acts_of
from bythebook.house.staff.order_fields import setup_fields
from bythebook.house.staff.pit_view import order_in_words, pit_row, sees_desk, stir
from bythebook.house.staff.registers_view import DeskView, alarms, desk_view
from bythebook.house.tables.approvals import Request
from bythebook.house.tables.running_table import RunningTable
from bythebook.house.tables.table_log import Terms
from bythebook.rulebooks import built_in_books, find_book
from bythebook.rulebooks.show.powers import powers_json
from bythebook.rulebooks.tables import find_table_rules, has_table_rules
from bythebook.table.messages import COMMANDS
from bythebook.table.orders import GROUPS
from bythebook.table.seconding import preview
from bythebook.table.state import Duty, State
from tests.books.star_challenge.floor import SHOE, opened, prepared, ready
from tests.table.floor import Floor, cents, m, o

BOOKS = [name for name in built_in_books() if has_table_rules(find_book(name))]
STAR = "star-blackjack-challenge"
MINUTE = 60


def desk(floor: Floor, now: int | None = None) -> DeskView:
    now = floor.clock if now is None else now
    return desk_view(floor.rules, floor.state, floor.state.setup or SHOE, now)


# Forms


def test_every_command_stands_in_exactly_one_group() -> None:
    """Acts that are only recorded are given by `perform`, and have a group of their own."""
    assert [tag for tag, command in COMMANDS.items() if command.group not in GROUPS] == []
    recorded = [tag for tag, command in COMMANDS.items() if command.group == GROUPS[-1]]
    assert recorded == ["perform"]


@pytest.mark.parametrize("book", BOOKS)
def test_each_role_is_offered_what_the_page_of_powers_allows_it(book: str) -> None:
    rules = find_table_rules(book)
    roles = [role.role for role in (*rules.conduct.ladder, *rules.conduct.beside)]
    offered = set()
    for role in roles:
        forms = acts_of(rules, State(), role)
        assert {form.act for form in forms} == {
            power["act"] for power in powers_json(rules, role)["powers"]
        }
        offered |= {form.act for form in forms}
    assert offered == set(rules.conduct.acts)  # nothing of the book is out of everybody's reach


@pytest.mark.parametrize("book", BOOKS)
def test_a_form_asks_for_every_field_of_its_command(book: str) -> None:
    rules = find_table_rules(book)
    top = rules.conduct.ladder[-1].role
    for form in acts_of(rules, State(), top):
        asked = {field.name for field in form.fields}
        needed = {
            field.name for field in msgspec.structs.fields(COMMANDS[form.type]) if field.required
        }
        assert needed - {"act"} <= asked, form.id
        assert form.clause in rules.book.clauses
        assert all(not c.clause or "]" not in c.clause for c in form.conditions)
    names = {field.name for field in setup_fields(rules, State())}
    assert names == set(o.Setup.__struct_fields__)


@pytest.mark.parametrize("book", BOOKS)
def test_the_form_of_a_new_table_has_the_clause_beside_each_field(book: str) -> None:
    """But for what its book says nothing to; options and readings have one each."""
    rules = find_table_rules(book)
    for game in rules.book.games:
        setup = o.Setup(game=game, boxes=7)
        found = {field.name: field for field in setup_fields(rules, State(setup=setup))}
        for name in ("game", "boxes", "dealing", "decks", "layout", "limits", "units", "chips"):
            assert found[name].clause, name
        assert all(not one.clause or one.clause in rules.book.clauses for one in found.values())
        for value in (*found["options"].values, *found["readings"].values):
            assert value.clause in rules.book.clauses
        assert str(rules.book.options["decks"].default) in found["decks"].hint
    assert "5 to 7" in _boxes_at(STAR).hint
    assert _boxes_at(STAR).clause == "2.2.1"


def _boxes_at(book: str) -> FieldView:
    fields = setup_fields(find_table_rules(book), State())
    return next(field for field in fields if field.name == "boxes")


def test_an_act_for_one_sign_only_offers_that_sign() -> None:
    rules = find_table_rules("crown-blackjack")
    forms = {form.id: form for form in acts_of(rules, State(), "area-manager")}
    announce = next(f for f in forms.values() if f.says == "announce a higher minimum")
    (kind,) = (field for field in announce.fields if field.name == "kind")
    assert [value.value for value in kind.values] == ["new-limits"]
    assert kind.default == "new-limits"


def test_forms_offer_the_players_and_the_ways_of_the_moment() -> None:
    floor = ready(SHOE, ann=1, ben=2)
    floor.bet("ann", 1, 10)
    floor.bet("ben", 2, 10)
    floor.deal("8C")
    floor.deal("9D", to=3)  # box 2 was due
    forms = {form.id: form for form in acts_of(floor.rules, floor.state, "supervisor")}
    how = {
        value.value
        for form in forms.values()
        if form.act == "resolve"
        for field in form.fields
        if field.name == "how"
        for value in field.values
    }
    assert how == {"rebuild", "void"}  # 18.8 and 18.8:void
    (player,) = (f for f in forms["hold-to-minimum-1"].fields if f.name == "player")
    assert [value.value for value in player.values] == ["ann", "ben"]


# What would come of it


def test_would_says_done_refused_malformed_or_waits() -> None:
    floor = opened(SHOE, ann=1)
    floor.ok("dealer", o.Perform("secure-cards"))
    higher = o.ChangeLimits({**SHOE.limits, "main": (cents(25), cents(500))})

    def verdict(role: str, command: o.Command, **more: str) -> tuple[str, str]:
        told = preview(floor.rules, floor.state, floor.order(role, command, **more))
        return told.would, told.clause

    before = floor.state
    assert verdict("dealer", o.Shuffle()) == ("done", "")
    assert verdict("supervisor", higher) == ("refused", "6.5")  # no sign has been up
    assert verdict("dealer", o.Perform("no-such-act")) == ("malformed", "")
    riffle = o.Perform("riffle")
    assert verdict("dealer", riffle, asked="ann") == ("waits", "4.3")  # for a supervisor
    assert verdict("supervisor", riffle, asked="ann") == ("done", "")
    assert verdict("dealer", riffle) == ("refused", "4.3")  # nobody asked for it
    assert verdict("dealer", o.Perform("mishandled")) == ("waits", "4.6.1")  # to be signed too
    assert verdict("supervisor", o.Perform("mishandled")) == ("waits", "4.6.1")
    assert floor.state is before


# Registers


def test_the_needs_of_a_closed_table_are_named_with_their_clauses() -> None:
    floor = Floor(STAR)
    wanted = {(need.act or need.sign, need.clause) for need in desk(floor).needs}
    offers = {("offer-perfect-pairs", "14.1"), ("offer-star-pairs", "15.1")}
    assert wanted == {("limits", "6.1"), ("check-cards", "3.4"), *offers}
    assert desk(prepared()).needs == ()
    assert desk(opened()).needs == ()


def test_a_duty_is_overdue_after_its_time_and_not_at_it() -> None:
    """Canberra 4.8: a player confined to one box is reported within a month (31 days)."""
    floor = Floor("canberra-blackjack")
    month = 31 * 24 * 60 * MINUTE
    rules = floor.rules
    duty = Duty("commission", "confine", "4.8", 100, 100 + month, "ann")
    state = msgspec.structs.replace(floor.state, duties=(duty,))
    for now, overdue in ((99 + month, False), (100 + month, False), (101 + month, True)):
        (view,) = desk_view(rules, state, SHOE, now).duties
        assert view.overdue is overdue
        assert (view.to, view.player, view.clause) == ("commission", "ann", "4.8")
        assert [a.kind for a in alarms(rules, state, now)] == (["overdue"] if overdue else [])


def test_disputes_and_payment_errors_show_what_is_left_to_do() -> None:
    floor = opened(SHOE, ann=1)
    floor.ok("player", o.RaiseDispute("ann", "the payment on box 1"), by="ann")
    assert [(d.stage, d.clause) for d in desk(floor).disputes] == [("raised", "20.17")]
    assert "dispute" in {alarm.kind for alarm in desk(floor).alarms}
    floor.ok("gaming-supervisor", o.DecideDispute(1, "paid rightly"), by="gus")
    assert [(d.stage, d.decided_by) for d in desk(floor).disputes] == [("decided", "gus")]
    assert "dispute" not in {alarm.kind for alarm in desk(floor).alarms}
    floor.ok("supervisor", o.ReviewDispute(1, "confirmed"), by="sue", asked="ann")
    assert [(d.stage, d.reviewed_by) for d in desk(floor).disputes] == [("final", "sue")]

    floor.ok("supervisor", o.FindPaymentError("ann", cents(30)))
    floor.ok("supervisor", o.Rectify(1, "enquired"))
    (error,) = desk(floor).payment_errors
    assert (error.in_breach, error.steps) == (True, ("enquired",))
    assert error.left == ("identified", "attempted", "rectified", "reported")
    floor.ok("supervisor", o.Rectify(1, "rectified"))
    (error,) = desk(floor).payment_errors
    assert not error.in_breach
    latest = desk(floor).register[0]
    assert (latest.act, latest.by, latest.about) == ("rectify", "supervisor", "error 1: rectified")
    assert latest.number == desk(floor).entries


def test_signs_and_restrictions_are_listed() -> None:
    floor = opened(SHOE, ann=1)
    limits = {**SHOE.limits, "main": (cents(25), cents(500))}
    floor.ok("supervisor", o.DisplaySign("new-limits", 20 * MINUTE, limits))
    view = desk(floor)
    (sign,) = (s for s in view.signs if s.kind == "new-limits")
    assert (sign.time, sign.limits["main"]) == (20 * MINUTE, (2500, 50000))
    floor.ok("player", o.SetLossLimit("ann", cents(200)), by="ann")
    assert [(r.player, r.says) for r in desk(floor).restrictions] == [("ann", "loss limit 200.00")]


def test_an_irregular_card_is_named_only_if_its_face_was_seen() -> None:
    floor = ready(SHOE, ann=1)
    floor.bet("ann", 1, 10)
    floor.deal("8C", to=3, exposed=False)
    (alarm,) = desk(floor).alarms
    assert alarm.kind == "irregular"
    assert alarm.says.endswith(", dealt where no wager is")
    assert "8C" not in alarm.says
    assert b"8C" not in msgspec.json.encode(desk(floor))


# The pit


def run_of(floor: Floor, *requests: Request) -> RunningTable:
    terms = Terms(id="t1", title="Table 1", book=STAR, cards="scanned", setup=SHOE)
    return RunningTable(terms=terms, table=floor.state, requests=requests)


def test_a_row_of_the_pit_says_what_goes_on() -> None:
    floor = ready(SHOE, ann=1, ben=2)
    floor.bet("ann", 1, 10)
    floor.ok("supervisor", o.SignOn("dee", "dealer"))
    floor.deal("8C")
    viewer = Viewer("sue", False, frozenset(), {STAR: "supervisor"})
    row = pit_row(floor.rules, run_of(floor), viewer, floor.clock)
    assert (row.phase, row.round, row.in_round) == ("open", 1, True)
    assert (row.boxes, row.seated, row.limits) == (7, 2, (1000, 50000))
    assert row.due == "a card to the dealer"
    assert (row.role, row.role_title) == ("supervisor", "Casino Supervisor")
    assert [(p.name, p.title) for p in row.staff] == [("dee", "Dealer")]


def test_rows_that_call_for_somebody_come_first() -> None:
    viewer = Viewer("sue", False, frozenset(), {STAR: "supervisor"})

    def place(floor: Floor, *requests: Request) -> int:
        return stir(pit_row(floor.rules, run_of(floor, *requests), viewer, floor.clock))

    quiet, played, announced = opened(SHOE), ready(SHOE, ann=1), opened(SHOE)
    announced.ok("supervisor", o.DisplaySign("new-limits", 20 * MINUTE, {"main": (2500, 50000)}))
    order = quiet.order("dealer", o.Perform("riffle", about="new cards"), asked="ann", by="dee")
    called = place(quiet, Request(1, order, "4.3", "a supervisor must approve"))
    assert called < place(announced) < place(played) < place(quiet)


def test_a_request_is_answered_by_somebody_else_of_the_right_rank() -> None:
    floor = opened(SHOE, ann=1)
    order = floor.order("dealer", o.Perform("riffle", about="new cards"), asked="ann", by="dee")
    run = run_of(floor, Request(1, order, "4.3", "a supervisor must approve"))
    for name, roles, yours in (
        ("sue", {STAR: "supervisor"}, True),
        ("dan", {STAR: "dealer"}, False),
        ("dee", {STAR: "supervisor"}, False),  # their own order
        ("ivy", {}, False),
        ("max", {"crown-blackjack": "casino-manager"}, False),
    ):
        viewer = Viewer(name, False, frozenset({INSPECTOR}), roles)
        (request,) = pit_row(floor.rules, run, viewer, floor.clock).requests
        assert request.yours is yours, name
        assert "new cards" in request.says


def test_orders_in_words_name_what_they_are_about() -> None:
    floor = opened(SHOE, ann=1)
    limits = {"main": (2500, 50000)}
    for command, words in (
        (o.GrantLimits("ann", 100000, 2500), ["ann", "1000.00", "25.00"]),
        (o.ChangeLimits(limits, protect=True), ["main 25.00 to 500.00", "protect yes"]),
        (m.FaceUp(parse_card("8C")), ["8C"]),
        (o.GiveUp("ann", (1, 3)), ["keep 1, 3"]),
        (o.Close(), ["close"]),
    ):
        said = order_in_words(floor.rules, floor.state, floor.order("gaming-manager", command))
        assert all(word in said for word in words), said


def test_only_staff_of_the_book_and_those_who_watch_see_a_desk() -> None:
    assert sees_desk(Viewer("sue", False, frozenset(), {STAR: "dealer"}), STAR)
    assert not sees_desk(Viewer("sue", False, frozenset(), {"crown-blackjack": "dealer"}), STAR)
    assert sees_desk(Viewer("ivy", False, frozenset({"inspector"}), {}), STAR)
    assert sees_desk(Viewer("pia", False, frozenset({"pit"}), {}), STAR)
    for roles in (set(), {"player"}, {"cashier"}, {"administrator"}):
        assert not sees_desk(Viewer("x", False, frozenset(roles), {}), STAR)
    assert not sees_desk(Viewer(), STAR)
