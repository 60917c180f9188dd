"""What can be no prize, what becomes of cash, and the edges of every figure."""

import pytest
from msgspec.structs import replace

from bythebook.promotions import check_terms
from bythebook.promotions import commands as c
from bythebook.promotions import events as e
from bythebook.promotions.terms.document import Part, Prize
from bythebook.rulebooks.chapters.promotions import find_promotion_rules
from tests.clauses import clause
from tests.promotions.offers import (
    BACEBALL,
    BOOKS,
    CROWN,
    DRAWN,
    NONE_OF,
    REGULATOR,
    STAR,
    START,
    Run,
    prize,
    terms,
)

PREFIX = {STAR: "22.5.", BACEBALL: "15.5.", CROWN: "19.3."}
FORBIDDEN = {"tobacco": "1", "firearm": "2", "weapon": "3", "prescribed": "5"}


def cited(book: str, *prizes: Prize, **changes: object) -> list[str]:
    found = check_terms(find_promotion_rules(book), terms(book, *prizes, **changes))
    return [problem.clause for problem in found]


@clause(
    "star-blackjack-challenge 22.5.1",
    "star-blackjack-challenge 22.5.2",
    "star-blackjack-challenge 22.5.3",
    "star-blackjack-challenge 22.5.5",
    "star-baceball 15.5",
    "star-baceball 15.5.1",
    "star-baceball 15.5.2",
    "star-baceball 15.5.3",
    "star-baceball 15.5.5",
    "crown-blackjack 19.3.1",
    "crown-blackjack 19.3.2",
    "crown-blackjack 19.3.3",
    "crown-blackjack 19.3.5",
)
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("kind", FORBIDDEN)
def test_some_things_are_never_a_prize_nor_part_of_one(book: str, kind: str) -> None:
    wanted = PREFIX[book] + FORBIDDEN[kind]
    assert cited(book, prize(kind)) == [wanted]
    assert cited(book, prize("travel", kind)) == [wanted]
    run = Run(book, prize(kind))
    run.refused(c.Publish(("premises",), "the poster"), wanted)
    run.refused(c.Lodge(), wanted)


@clause(
    "star-blackjack-challenge 22.5.1",
    "star-blackjack-challenge 22.5.2",
    "star-blackjack-challenge 22.5.3",
    "star-blackjack-challenge 22.5.4",
    "star-blackjack-challenge 22.5.5",
    "star-baceball 15.5",
    "star-baceball 15.5.1",
    "star-baceball 15.5.2",
    "star-baceball 15.5.3",
    "star-baceball 15.5.4",
    "star-baceball 15.5.5",
    "crown-blackjack 19.3.1",
    "crown-blackjack 19.3.2",
    "crown-blackjack 19.3.3",
    "crown-blackjack 19.3.4",
    "crown-blackjack 19.3.5",
)
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(
    ("nature", "kind"),
    [
        ("one cigarillo", "tobacco"),
        ("an imitation gun", "firearm"),
        ("ten tasers, a flick-knife", "weapon"),
        ("a hamper with forty bottles of wine", "liquor"),
        ("a thing that a regulation names", "prescribed"),
    ],
)
def test_what_no_machine_can_judge_somebody_answers_for(book: str, nature: str, kind: str) -> None:
    """Whatever the words are: before the public reads of it, a person has looked and said no."""
    run = Run(book, prize(nature=nature)).seal()
    run.refused(c.Publish(("premises",), "the poster"), PREFIX[book][:-1])
    clause_id = PREFIX[book] + ({**FORBIDDEN, "liquor": "4"})[kind]
    but_this = tuple(one for one in NONE_OF if one != kind)
    refused = run.refused(c.Confirm(but_this), clause_id)
    assert kind != "liquor" or "liquor beyond what is stated" in refused.reason  # some may be
    run.refused(c.Confirm(NONE_OF), PREFIX[book][:-1], role="player", name="ann")
    told = run.give(c.Confirm(NONE_OF))[-1]
    assert isinstance(told, e.PrizesConfirmed)
    assert (told.by, told.none_of[kind]) == ("olga", clause_id)
    run.give(c.Publish(("premises",), "the poster"))


@clause("star-baceball 15.5", "crown-blackjack 19.3.2", "star-blackjack-challenge 22.5.3")
@pytest.mark.parametrize("book", BOOKS)
def test_who_answered_for_one_prize_has_not_answered_for_another(book: str) -> None:
    run = Run(book).seal().confirm()
    run.give(c.Amend(terms(book, prize(nature="something else"))))
    run.refused(c.Publish(("premises",), "the poster"), PREFIX[book][:-1])
    run.confirm().lodge().publish()
    run.give(c.Open(), at=START)
    run.give(c.Enter("ann"))
    # What is amended afterwards is drawn only once somebody has answered for it too.
    run.give(c.Amend(terms(book, prize(nature="another thing"))))
    amending = run.rules.says.amending
    if amending is not None and amending.needs == "resubmission":
        run.lodge()
    elif amending is not None:
        run.give(c.Approve("amendment"), role=REGULATOR[book], name="rex")
    run.valued()
    run.refused(c.Draw(), PREFIX[book][:-1], at=DRAWN)
    run.confirm().publish()
    run.give(c.Draw())


@clause("star-baceball 15.5", "crown-blackjack 19.3.2")
@pytest.mark.parametrize("book", [CROWN, BACEBALL])  # where an amendment waits
def test_who_answers_for_an_amendment_has_still_answered_for_what_is_in_force(book: str) -> None:
    run = Run(book).closed("ann")
    first = run.now.terms
    run.give(c.Amend(terms(book, prize(nature="something else"))))
    run.confirm()
    run.give(c.Amend(first))  # it is taken back
    run.give(c.Draw(), at=DRAWN)


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(
    ("nature", "kind"),
    [
        ("A box of Cigars and a hat", "tobacco"),
        ("an air rifle", "firearm"),
        ("ammunition", "firearm"),
        ("a flick knife", "weapon"),
    ],
)
def test_a_description_gives_it_away(book: str, nature: str, kind: str) -> None:
    wanted = [PREFIX[book] + FORBIDDEN[kind]]
    assert cited(book, prize(nature=nature)) == wanted
    assert cited(book, prize(name=nature)) == wanted
    hidden = Part(kind="travel", details={**prize("travel").parts[0].details, "inclusions": nature})
    assert cited(book, prize("travel", parts=(hidden,))) == wanted


def test_a_word_within_another_gives_nothing_away() -> None:
    assert cited(STAR, prize(nature="a cigarbox guitar, and trifles")) == []


def test_what_regulations_prescribe_is_a_list_that_can_be_edited() -> None:
    rules = find_promotion_rules(STAR)
    list_now = replace(rules.says.prohibited["prescribed"], words=("live animal",))
    says = replace(rules.says, prohibited={**rules.says.prohibited, "prescribed": list_now})
    given = terms(STAR, prize(nature="a Live Animal of your choice"))
    assert check_terms(rules, given) == ()
    assert [p.clause for p in check_terms(replace(rules, says=says), given)] == ["22.5.5"]


@clause("star-blackjack-challenge 22.5.4", "star-baceball 15.5.4", "crown-blackjack 19.3.4")
@pytest.mark.parametrize("book", BOOKS)
def test_twenty_litres_of_liquor_and_no_drop_more(book: str) -> None:
    def liquor(*millilitres: int) -> Prize:
        parts = tuple(Part(kind="liquor", millilitres=much) for much in millilitres)
        return prize("liquor", parts=parts)

    wanted = [PREFIX[book] + "4"]
    assert cited(book, liquor(19_900)) == []
    assert cited(book, liquor(20_000)) == []
    assert cited(book, liquor(20_001)) == wanted
    assert cited(book, liquor(20_100)) == wanted
    # Of one prize together, whatever else it is; of each prize for itself.
    assert cited(book, liquor(10_000, 10_000)) == []
    assert cited(book, liquor(10_000, 10_001)) == wanted
    hamper = prize(parts=(Part(kind="other", millilitres=20_001),))
    assert cited(book, hamper) == wanted
    assert cited(book, liquor(20_000), liquor(20_000)) == []


# Cash


@clause("star-blackjack-challenge 22.4")
def test_the_star_gives_no_cash_as_a_prize() -> None:
    assert cited(STAR, prize("cash")) == ["22.4"]
    assert cited(STAR, prize("travel", "cash")) == ["22.4"]
    Run(STAR, prize("cash")).refused(c.Lodge(), "22.4")
    assert cited(BACEBALL, prize("cash")) == []
    assert cited(CROWN, prize("cash")) == []


@clause("star-blackjack-challenge 22.3")
def test_the_star_offers_money_in_place_of_anything_but_casino_dollars() -> None:
    for kind in ("travel", "vehicle", "slots-dollars", "other"):
        assert cited(STAR, prize(kind, cash_alternative_cents=40_000)) == []
    for kinds in (("casino-dollars",), ("travel", "casino-dollars")):
        assert cited(STAR, prize(*kinds, cash_alternative_cents=40_000)) == ["22.3"]
        assert cited(STAR, prize(*kinds)) == []


@clause("star-baceball 15.3")
def test_baceball_offers_no_money_in_place_of_casino_or_slots_dollars() -> None:
    assert cited(BACEBALL, prize("travel", cash_alternative_cents=40_000)) == []
    for kind in ("casino-dollars", "slots-dollars", "cash"):
        assert cited(BACEBALL, prize(kind, cash_alternative_cents=40_000)) == ["15.3"]
        assert cited(BACEBALL, prize(kind)) == []


@pytest.mark.parametrize("book", BOOKS)
def test_cash_is_worth_what_it_is(book: str) -> None:
    value = {STAR: "22.7.11", BACEBALL: "15.7.11", CROWN: "19.5.10"}[book]
    cash = Part(kind="cash", cents=50_000)
    for worth, faults in ((49_999, [value]), (50_000, []), (50_001, [value])):
        found = cited(book, prize(parts=(cash,), value_cents=worth))
        assert [c for c in found if c != "22.4"] == faults
    mixed = prize(parts=(cash, Part(kind="other")), value_cents=50_001)
    assert [c for c in cited(book, mixed) if c != "22.4"] == []
    unsaid = prize(parts=(Part(kind="cash"),))
    assert value in cited(book, unsaid)
    assert value in cited(book, prize(parts=(Part(kind="liquor"),)))


@clause("star-blackjack-challenge 22.4", "star-baceball 15.4")
def test_terms_say_how_money_is_paid_unless_the_winner_chooses() -> None:
    def asks(book: str, *prizes: Prize) -> bool:
        found = check_terms(find_promotion_rules(book), terms(book, *prizes, paid_by=None))
        assert {problem.item for problem in found} <= {"paid_by"}
        return bool(found) and {problem.clause for problem in found} <= {"22.4", "15.4"}

    assert asks(BACEBALL, prize("cash", value_cents=1_000_000))
    assert not asks(BACEBALL, prize("cash", value_cents=1_000_001))
    assert asks(BACEBALL, prize("travel", cash_alternative_cents=1_000_001))
    assert asks(STAR, prize("travel", cash_alternative_cents=40_000))
    assert not asks(STAR, prize("travel"))
    assert not asks(CROWN, prize("cash"))
