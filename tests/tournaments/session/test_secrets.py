"""Wagers that nobody sees: forms, examination, faults, announcement, the last hand of a final."""

from typing import Any

import pytest
from msgspec.structs import replace

from bythebook.game import commands as g
from bythebook.rulebooks.chapters.tournament_play import find_play_rules
from bythebook.tournaments.session import commands as c
from bythebook.tournaments.session import events as e
from bythebook.tournaments.session.secret import Bounds, deemed, number_in_figures, number_in_words
from bythebook.tournaments.session.state import Form
from bythebook.tournaments.session.views import session_view
from bythebook.tournaments.values import Length, Limits
from tests.clauses import clause
from tests.tournaments.session.session_floor import (
    CROWN,
    STAR,
    TASMANIA,
    TWO,
    WORDS,
    Floor,
    form,
    with_stacks,
)

WINS = "TS TH 9C QS 7H 8D"  # the first to be dealt 20, the second 17, the dealer 17


def table(book: str, **changes: Any) -> Floor:
    return Floor(book, TWO, **({"secret_wagers": 1} | changes)).start().begin()


def deem(book: str, written: Form, chips: int = 1000, open_: int = 0) -> tuple[int, int, Any]:
    secrets = find_play_rules(book).play.secrets
    assert secrets is not None
    counted = deemed(secrets, "ann", written, Bounds(50, 500, chips, open_))
    return counted.amount, counted.deducted, counted.clauses


# Making one


@clause("tasmania-blackjack 22.3.5", "tasmania-blackjack 22.4.5")
@pytest.mark.parametrize(("amount", "in_order"), [(300, True), (301, False), (250, False)])
def test_a_form_is_written_in_the_units_of_the_table(amount: int, in_order: bool) -> None:
    floor = table(TASMANIA, unit=100, limits=(Limits(1, 100, 500),))
    floor.by("ann", c.HandIn(form(amount), alone=True))
    if in_order:
        floor.staff(c.CheckForm("ann"))
        return
    assert floor.refused(c.CheckForm("ann")).clause == "22.3.5"
    floor.staff(c.ReturnForm("ann"))
    assert floor.state.players["ann"].secrets == 1


@clause("crown-blackjack 18.4.4(c)")
def test_a_form_keeps_the_units_of_the_conditions_where_the_book_has_none() -> None:
    floor = table(CROWN, unit=100, limits=(Limits(1, 100, 500),))
    floor.by("ann", c.HandIn(form(250), alone=True))
    assert floor.refused(c.CheckForm("ann")).clause == "18.4.4(c)"
    floor.staff(c.ReturnForm("ann"))


@clause("tasmania-blackjack 22.3.7", "star-blackjack-challenge 21.6.11")
@pytest.mark.parametrize(("book", "late"), [(TASMANIA, "22.3.7"), (STAR, "21.6.11")])
@pytest.mark.parametrize("alone", [True, False])
def test_whoever_was_too_slow_writes_nothing_beside_the_minimum(
    book: str, late: str, alone: bool
) -> None:
    floor = table(book, betting_seconds=20)
    floor.now += 20
    floor.staff(c.CallTime("ann"))
    if not alone:
        floor.by("ann", c.Wager(50))
    assert floor.refused(c.HandIn(form(400), alone=alone), "ann").clause == late


@clause(
    "star-blackjack-challenge 21.8.1",
    "tasmania-blackjack 22.4.1",
    "crown-blackjack 18.4.4(c)",
)
@pytest.mark.parametrize(
    ("book", "rule"), [(STAR, "21.8.1"), (TASMANIA, "22.4.1"), (CROWN, "18.4.4(c)")]
)
def test_as_many_as_the_conditions_allow(book: str, rule: str) -> None:
    none = Floor(book, TWO).start().begin()
    assert none.refused(c.HandIn(form(100)), "ann").clause == rule
    for allowance in (1, 2):
        floor = table(book, secret_wagers=allowance)
        floor.by("ann", c.HandIn(form(100)))
        floor.wager(ann=50, bob=50)
        floor.staff(c.CheckForm("ann"))
        floor.staff(c.NoMoreBets())
        floor.play_out(WINS)
        floor.staff(c.Announce())
        floor.begin()
        if allowance == 1:
            assert floor.refused(c.HandIn(form(100)), "ann").clause == rule
        else:
            floor.by("ann", c.HandIn(form(100)))


@clause(
    "star-blackjack-challenge 21.8.2.1",
    "star-blackjack-challenge 21.8.2.5",
    "star-blackjack-challenge 21.8.2.6",
    "tasmania-blackjack 22.4.2",
    "tasmania-blackjack 22.4.4",
    "tasmania-blackjack 22.4.5",
    "tasmania-blackjack 22.4.6",
    "tasmania-blackjack 22.11:signed-inspector",
)
@pytest.mark.parametrize(
    ("book", "examiner", "rules"),
    [
        (STAR, "gaming-supervisor", ("21.8.2.1", "21.8.2.5", "21.8.2.6")),
        (TASMANIA, "inspector", ("22.4.4", "22.4.5", "22.4.6")),
    ],
)
def test_a_form_is_handed_in_examined_hidden_announced_and_paid(
    book: str, examiner: str, rules: tuple[str, str, str]
) -> None:
    floor = table(book)
    handed = floor.by("ann", c.HandIn(form(300)))[0]
    assert (type(handed), getattr(handed, "clause")) == (e.FormHandedIn, rules[0])  # noqa: B009
    floor.wager(ann=100, bob=50)
    shown_at_once = book == TASMANIA  # the dealer marks the place; at The Star the supervisor does
    assert session_view(floor.rules, floor.state, "bob", "player").places[0].secret is shown_at_once
    assert floor.refused(c.NoMoreBets()).clause == rules[1]
    assert floor.refused(c.CheckForm("ann"), role="dealer").clause == rules[1]
    floor.role(examiner, c.CheckForm("ann"))
    assert floor.last(e.FormChecked).by == "somebody"
    floor.staff(c.NoMoreBets())
    floor.play_out(WINS)
    assert floor.state.phase == "settling"
    for role, name in (("player", "bob"), ("dealer", "dan"), ("anybody", "x")):
        view = session_view(floor.rules, floor.state, name, role)
        ann = view.places[0]
        assert (ann.secret, ann.secret_amount, view.forms) == (True, 0, {})
        assert ann.chips == 1100  # the open wager is paid, the other has not left the stack
    own = session_view(floor.rules, floor.state, "ann", "player")
    assert own.forms == {"ann": form(300)}
    assert floor.refused(c.Announce(), role="dealer").clause == rules[2]
    floor.role(examiner, c.Announce())
    told = floor.last(e.SecretsAnnounced)
    assert (told.clause, told.secrets[0].amount) == (rules[2], 300)
    assert told.secrets[0].form.type == "main wager"
    assert floor.chips() == {"ann": 1400, "bob": 950 if book == STAR else 1000}


@clause(
    "tasmania-blackjack 22.11:name",
    "tasmania-blackjack 22.11:seat-no",
    "tasmania-blackjack 22.11:value",
    "tasmania-blackjack 22.11:words",
    "tasmania-blackjack 22.11:signed-player",
    "tasmania-blackjack 22.4.2",
    "tasmania-blackjack 22.4.5",
)
@pytest.mark.parametrize(
    ("missing", "rule"),
    [
        ({"name": ""}, "22.11:name"),
        ({"seat": 0}, "22.11:seat-no"),
        ({"figures": ""}, "22.4.2"),
        ({"figures": "3OO"}, "22.4.2"),
        ({"words": ""}, "22.4.2"),
        ({"words": "three hundred and one"}, "22.4.2"),
        ({"signed": False}, "22.11:signed-player"),
    ],
)
def test_a_tasmanian_form_with_something_missing_is_found_before_the_hand(
    missing: dict[str, Any], rule: str
) -> None:
    floor = table(TASMANIA)
    written = replace(form(300), **missing)
    floor.by("ann", c.HandIn(written))
    floor.wager(ann=100, bob=50)
    assert floor.refused(c.CheckForm("ann")).clause == rule
    floor.staff(c.ReturnForm("ann"))
    floor.by("ann", c.HandIn(form(300)))  # the allowance came back with it
    floor.staff(c.CheckForm("ann"))
    assert floor.refused(c.ReturnForm("ann")).reason == "there is nothing wrong with this form"


def test_the_type_never_spoils_a_tasmanian_form() -> None:
    floor = table(TASMANIA)
    floor.by("ann", c.HandIn(form(300, type="")))
    floor.wager(ann=100, bob=50)
    floor.staff(c.CheckForm("ann"))


@clause(
    "star-blackjack-challenge 21.8.2.1",
    "star-blackjack-challenge 21.8.2.5",
    "star-blackjack-challenge 21.8.3.4",
)
@pytest.mark.parametrize("missing", [{"figures": ""}, {"type": ""}])
def test_a_star_form_wants_amount_and_type_and_no_more(missing: dict[str, Any]) -> None:
    floor = table(STAR)
    floor.by("ann", c.HandIn(form(300, "", name="", seat=0, signed=False, **missing)))
    floor.wager(ann=100, bob=50)
    assert floor.refused(c.CheckForm("ann")).clause == "21.8.3.4"
    floor.staff(c.ReturnForm("ann"))
    floor.by("ann", c.HandIn(Form(figures="300", type="main wager")))
    floor.staff(c.CheckForm("ann"))


@clause(
    "star-blackjack-challenge 21.8.2.3",
    "star-blackjack-challenge 21.8.2.4",
    "tasmania-blackjack 22.4.3",
    "tasmania-blackjack 22.4.3(a)",
    "tasmania-blackjack 22.4.3(b)",
)
@pytest.mark.parametrize(
    ("book", "limits", "cover", "together"),
    [
        (STAR, "21.8.2.3", "21.8.2.3", "21.8.2.4"),
        (TASMANIA, "22.4.3(a)", "22.4.3(b)", "22.4.3"),
    ],
)
@pytest.mark.parametrize(
    ("chips", "open_", "amount", "wrong"),
    [
        (1000, 0, 49, "limits"),
        (1000, 0, 50, ""),
        (1000, 0, 500, ""),
        (1000, 0, 501, "limits"),
        (450, 0, 450, ""),
        (450, 0, 451, "cover"),
        (400, 100, 300, ""),
        (400, 100, 301, "together"),
        (1000, 200, 300, ""),
        (1000, 200, 301, "together"),
    ],
)
def test_a_form_keeps_to_limits_and_chips_alone_and_with_an_open_wager(
    book: str, limits: str, cover: str, together: str, chips: int, open_: int, amount: int,
    wrong: str,
) -> None:  # fmt: skip
    floor = table(book)
    with_stacks(floor, ann=chips)
    floor.by("ann", c.HandIn(form(amount), alone=not open_))
    if open_:
        floor.by("ann", c.Wager(open_))
    if wrong:
        rule = {"limits": limits, "cover": cover, "together": together}[wrong]
        assert floor.refused(c.CheckForm("ann")).clause == rule
    else:
        floor.staff(c.CheckForm("ann"))


def test_a_secret_wager_alone_is_a_wager() -> None:
    for book in (STAR, TASMANIA):
        floor = table(book)
        floor.by("ann", c.HandIn(form(300), alone=True))
        assert floor.refused(c.Wager(50), "ann").reason.endswith("stays as it is")
        floor.by("bob", c.Wager(50))
        floor.staff(c.CheckForm("ann"))
        floor.staff(c.NoMoreBets())
        floor.play_out(WINS)
        floor.staff(c.Announce())
        assert floor.chips()["ann"] == 1300


# Faults found afterwards


@clause(
    "star-blackjack-challenge 21.8.3.1",
    "star-blackjack-challenge 21.8.3.2",
    "star-blackjack-challenge 21.8.3.3",
    "star-blackjack-challenge 21.8.3.4",
)
def test_what_a_faulty_form_counts_as_at_the_star() -> None:
    under, over, chips, blank = "21.8.3.1", "21.8.3.2", "21.8.3.3", "21.8.3.4"
    assert deem(STAR, form(49)) == (50, 0, (under,))
    assert deem(STAR, form(50)) == (50, 0, ())
    assert deem(STAR, form(500)) == (500, 0, ())
    assert deem(STAR, form(501)) == (500, 0, (over,))
    assert deem(STAR, form(450), chips=450) == (450, 0, ())
    assert deem(STAR, form(451), chips=450) == (450, 0, (chips,))
    assert deem(STAR, form(600), chips=450) == (450, 0, (over, chips))
    assert deem(STAR, form(600), chips=550) == (500, 0, (over,))  # whichever is lower
    assert deem(STAR, form(300), chips=400, open_=100) == (300, 0, ())
    assert deem(STAR, form(301), chips=400, open_=100) == (300, 0, (chips,))
    assert deem(STAR, form(300, figures="")) == (0, 50, (blank,))
    assert deem(STAR, form(300, type=" ")) == (0, 50, (blank,))
    assert deem(STAR, form(300, "nothing like it")) == (300, 0, ())  # words are not asked for


@clause(
    "tasmania-blackjack 22.4.8(a)",
    "tasmania-blackjack 22.4.8(b)",
    "tasmania-blackjack 22.4.8(c)",
    "tasmania-blackjack 22.4.8(d)",
)
def test_what_a_faulty_form_counts_as_in_tasmania_and_in_which_order() -> None:
    a, b, chips, d = "22.4.8(a)", "22.4.8(b)", "22.4.8(c)", "22.4.8(d)"
    assert deem(TASMANIA, form(49)) == (50, 0, (a,))
    assert deem(TASMANIA, form(50)) == (50, 0, ())
    assert deem(TASMANIA, form(500)) == (500, 0, ())
    assert deem(TASMANIA, form(501)) == (500, 0, (b,))
    assert deem(TASMANIA, form(301), open_=200) == (300, 0, (b,))
    assert deem(TASMANIA, form(300), open_=200) == (300, 0, ())
    assert deem(TASMANIA, form(451), chips=450) == (450, 0, (chips,))
    assert deem(TASMANIA, form(450), chips=450) == (450, 0, ())
    # Below the minimum after the cut to the chips, and so it stays.
    assert deem(TASMANIA, form(49), chips=130, open_=100) == (30, 0, (a, chips))
    # The words decide first, whatever the amount.
    assert deem(TASMANIA, form(600, "sixty")) == (0, 50, (d,))
    assert deem(TASMANIA, form(600, "sixty"), chips=40) == (0, 40, (d,))


@clause("star-blackjack-challenge 21.8.3.4", "tasmania-blackjack 22.4.8(d)")
@pytest.mark.parametrize("book", [STAR, TASMANIA])
@pytest.mark.parametrize("cards", [WINS, "TS TH 9C 6S 7H 8D"])
def test_a_form_without_amount_costs_a_minimum_win_or_lose(book: str, cards: str) -> None:
    floor = table(book, paper_forms=True)
    floor.by("ann", c.HandIn(form(300, figures="")))
    floor.wager(ann=100, bob=50)
    floor.staff(c.CheckForm("ann"))  # nobody noticed
    floor.staff(c.NoMoreBets())
    floor.play_out(cards)
    floor.staff(c.Announce())
    assert floor.chips()["ann"] == (1100 if cards == WINS else 900) - 50
    assert floor.last(e.ChipsDeducted).amount == 50


@clause("star-blackjack-challenge 21.8.3.4", "tasmania-blackjack 22.4.8(d)")
@pytest.mark.parametrize("book", [STAR, TASMANIA])
@pytest.mark.parametrize("cards", [WINS, "TS TH 9C 6S 7H 8D"])
def test_a_blank_form_alone_has_cards_and_costs_a_minimum(book: str, cards: str) -> None:
    """Its fault shows only when it is read: until then it is a wager like any other."""
    floor = table(book, paper_forms=True)
    floor.by("ann", c.HandIn(form(300, figures=""), alone=True))
    floor.wager(bob=50)
    floor.staff(c.CheckForm("ann"))
    floor.staff(c.NoMoreBets())
    floor.play_out(cards)
    assert floor.state.round is not None
    assert [len(hand.cards) for hand in floor.state.round.box(1).hands] == [2]
    floor.staff(c.Announce())
    assert floor.chips()["ann"] == 1000 - 50
    assert sum(floor.chips().values()) + floor.state.house == floor.state.issued


@clause("crown-blackjack 18.4.4(c)")
def test_crown_gives_no_remedy_so_a_faulty_form_wagers_nothing() -> None:
    assert deem(CROWN, form(501)) == (0, 0, ("18.4.4(c)",))
    assert deem(CROWN, form(500)) == (500, 0, ())


# Doubling and splitting


def doubled(book: str, ann: int = 1000, **written: Any) -> dict[str, int]:
    """Ann has 100 open and 100 secret on eleven, doubles and wins."""
    floor = table(book)
    with_stacks(floor, ann=ann)
    floor.by("ann", c.HandIn(form(100, **written)))
    floor.wager(ann=100, bob=50)
    floor.staff(c.CheckForm("ann"))
    floor.staff(c.NoMoreBets())
    floor.deal("5S TH 6C 6S TD")
    floor.act("ann", g.Double)
    floor.deal("9S")
    floor.stand("bob")
    floor.deal("TC 9D")  # 25: the dealer is over
    assert floor.state.phase == "settling"
    floor.staff(c.Announce())
    return floor.chips()


def test_a_secret_wager_is_doubled_at_the_star_as_its_form_says() -> None:
    assert doubled(STAR)["ann"] == 1000 + 200 + 100
    assert doubled(STAR, double=50)["ann"] == 1000 + 200 + 150
    assert doubled(STAR, double=100)["ann"] == 1000 + 200 + 200


def test_a_secret_wager_is_doubled_in_tasmania_if_the_chips_cover_it() -> None:
    assert doubled(TASMANIA)["ann"] == 1400
    assert doubled(TASMANIA, ann=400)["ann"] == 800
    assert doubled(TASMANIA, ann=399)["ann"] == 399 + 200 + 100  # one chip too few


@pytest.mark.parametrize(("written", "gain"), [(False, 300), (True, 400)])
def test_a_split_takes_the_secret_part_along_only_as_written(written: bool, gain: int) -> None:
    floor = table(STAR)
    floor.by("ann", c.HandIn(form(100, split=written)))
    floor.wager(ann=100, bob=50)
    floor.staff(c.CheckForm("ann"))
    floor.staff(c.NoMoreBets())
    floor.deal("8S TH 6C 8H TD")
    floor.act("ann", g.Split)
    floor.play_out("TD KD TC 9D")
    floor.staff(c.Announce())
    assert floor.chips()["ann"] == 1000 + gain


@clause("star-blackjack-challenge 21.8.2.1")
def test_a_secret_wager_alone_that_is_not_to_be_doubled_is_not() -> None:
    floor = table(STAR)
    floor.by("ann", c.HandIn(form(100), alone=True))
    floor.by("bob", c.Wager(50))
    floor.staff(c.CheckForm("ann"))
    floor.staff(c.NoMoreBets())
    floor.deal("5S TH 6C 6S TD")
    assert floor.refused(c.Decide(g.Double(1)), "ann").clause == "21.8.2.1"


# Afterwards, and the last hand of a final


@clause("star-blackjack-challenge 21.8.4", "tasmania-blackjack 22.4.7")
@pytest.mark.parametrize(("book", "rule"), [(STAR, "21.8.4"), (TASMANIA, "22.4.7")])
def test_forms_are_shown_between_the_hand_and_the_next_first_card(book: str, rule: str) -> None:
    floor = table(book)
    floor.by("ann", c.HandIn(form(300)))
    floor.wager(ann=100, bob=50)
    assert floor.refused(c.ExamineForm("ann"), "bob").clause == rule
    floor.staff(c.CheckForm("ann"))
    floor.staff(c.NoMoreBets())
    floor.play_out(WINS)
    assert floor.refused(c.ExamineForm("ann"), "bob").clause == rule
    floor.staff(c.Announce())
    floor.by("bob", c.ExamineForm("ann"))
    assert session_view(floor.rules, floor.state, "bob", "player").forms == {"ann": form(300)}
    floor.begin(ann=50, bob=50)
    floor.wager(ann=50)
    floor.by("ann", c.ExamineForm("ann"))
    floor.staff(c.NoMoreBets())
    floor.by("bob", c.ExamineForm("ann"))  # no card has left the shoe yet
    floor.deal("TS")
    assert floor.refused(c.ExamineForm("ann"), "bob").clause == rule
    assert session_view(floor.rules, floor.state, "bob", "player").forms == {}


def last_hand(final: bool = True, hands: int = 1, form_of_cy: bool = True) -> Floor:
    three = {"ann": 1000, "bob": 1000, "cy": 1000}
    floor = Floor(
        TASMANIA, three, final=final, advancing=3, secret_wagers=1, length=Length(hands=hands)
    ).start()
    floor.begin()
    floor.by("ann", c.HandIn(form(100), alone=True))
    floor.by("bob", c.HandIn(form(200, name="bob", seat=2)))
    floor.by("bob", c.Wager(100))
    if form_of_cy:
        floor.by("cy", c.HandIn(form(300, name="cy", seat=3), alone=True))
    else:
        floor.by("cy", c.Wager(300))
    for name in floor.state.handed:
        floor.staff(c.CheckForm(name))
    floor.staff(c.NoMoreBets())
    return floor


@clause(
    "tasmania-blackjack 22.4.9(a)",
    "tasmania-blackjack 22.4.9(b)",
    "tasmania-blackjack 22.4.9(c)",
)
def test_in_the_last_hand_of_a_final_all_forms_are_read_out_first() -> None:
    floor = last_hand()
    told = floor.last(e.SecretsAnnounced)
    assert told.clause == "22.4.9(a)"
    assert {secret.player: secret.amount for secret in told.secrets} == {
        "ann": 100,
        "bob": 200,
        "cy": 300,
    }
    view = session_view(floor.rules, floor.state, "x", "anybody")
    assert [place.secret_amount for place in view.places] == [100, 200, 300]
    assert floor.state.round is not None
    assert floor.state.round.due is not None
    # 300 lie on boxes 2 and 3: of the equal largest, the nearer to the shoe gets the first card.
    assert floor.state.round.due.box == 2
    floor.play_out("TS TH TD 9C QS QH QD 8D")
    assert floor.chips() == {"ann": 1100, "bob": 1300, "cy": 1300}


@clause("tasmania-blackjack 22.4.9(a)", "tasmania-blackjack 22.4.9(c)")
@pytest.mark.parametrize(
    ("final", "hands", "everybody"), [(False, 1, True), (True, 2, True), (True, 1, False)]
)
def test_otherwise_forms_stay_hidden_and_the_deal_begins_at_the_marker(
    final: bool, hands: int, everybody: bool
) -> None:
    floor = last_hand(final, hands, everybody)
    assert floor.count(e.SecretsAnnounced) == 0
    assert floor.state.round is not None
    assert floor.state.round.due is not None
    assert floor.state.round.due.box == 1


# Amounts as people write them


def test_amounts_in_words_and_figures() -> None:
    for number, words in WORDS.items():
        assert number_in_words(words) == number
        assert number_in_figures(str(number)) == number
    spoken: tuple[tuple[str, int | None], ...] = (
        ("One Hundred Dollars only", 100),
        ("a hundred", None),
        ("twelve hundred", 1200),
        ("one million two hundred thousand", 1_200_000),
        ("one thousand and five", 1005),
        ("hundred", None),
        ("ten five", None),
        ("twenty-thirty", None),
        ("twenty eleven", None),
        ("one thousand two thousand", None),
        ("", None),
        ("five x", None),
    )
    for text, said in spoken:
        assert number_in_words(text) == said, text
    written: tuple[tuple[str, int | None], ...] = (
        ("1,200", 1200),
        ("$ 50", 50),
        ("50.00", 50),
        ("50.50", None),
        ("-50", None),
        ("12,00", None),
        ("", None),
        ("9" * 10, None),
    )
    for text, said in written:
        assert number_in_figures(text) == said, text
