"""Any order at any time: an answer and never a fault of ours; the same again on replay."""

import random
from collections.abc import Callable

import msgspec
import pytest

from bythebook.deciders import Command, Order, Person, tag_of
from bythebook.draws import digest_of
from bythebook.errors import Malformed, Refused
from bythebook.promotions import acts, decide, duties, evolve, payments
from bythebook.promotions import commands as c
from bythebook.promotions.commands import Paid
from bythebook.promotions.events import AnyEvent
from bythebook.promotions.promotion import HANDLERS
from bythebook.promotions.state import Promotion
from bythebook.rulebooks.chapters.promotions import find_promotion_rules
from tests.promotions.offers import (
    BOOKS,
    DRAWN,
    HOUR,
    NONE_OF,
    OPERATOR,
    REGULATOR,
    SEED,
    START,
    VALUE,
    prize,
    terms,
)

PEOPLE = ("ann", "ben", "cal", "sue")


def any_command(chance: random.Random, book: str) -> Command:
    """Something that somebody might ask for, sensible or not."""
    number = chance.randint(1, 3)
    person = chance.choice(PEOPLE)
    some_terms = terms(
        book,
        prize("travel", cash_alternative_cents=chance.choice((None, 40_000))),
        prize("other", dollars=chance.choice((50, 20_000)), number=2),
        presence=chance.choice((True, False)),
        results=chance.choice(("", "on the website", "in the papers")),
        unclaimed=chance.choice(("kept", "next-drawn")),
    )
    paid = chance.choice(((), (Paid("cheque", 40_000),), (Paid("cash", 1),)))
    choices: list[Callable[[], Command]] = [
        lambda: c.Draft(some_terms),
        lambda: c.Amend(some_terms),
        c.Lodge,
        c.RequestTerms,
        lambda: c.Approve(chance.choice(("amendment", "ending"))),
        lambda: c.Confirm(NONE_OF),
        lambda: c.Publish(("website",), chance.choice(("", "the poster"))),
        lambda: c.Seal(1, digest_of(SEED)),
        lambda: c.Nominate("sue"),
        c.Attend,
        c.Open,
        lambda: c.Enter(person, entries=number),
        c.Close,
        c.Draw,
        lambda: c.TellWinner(number, "mail"),
        lambda: c.Claim(number, person, chance.choice(("prize", "cash")), True),
        lambda: c.Award(number, paid),
        lambda: c.Deny(number, person, chance.choice(("", "1 High Street"))),
        lambda: c.TellRefused(number, "mail"),
        lambda: c.PassOn(number),
        lambda: c.Postpone(chance.choice(("", "ivy"))),
        c.Validate,
        lambda: c.Cancel(chance.choice(("", "ivy"))),
        lambda: c.TellInspector(number, "ivy"),
        lambda: c.Dispute(person, "it was unfair"),
        lambda: c.Rule(number, "it was fair"),
        lambda: c.Object(number),
        lambda: c.Advise(number),
        c.End,
        c.PublishResults,
        lambda: c.ChoosePayment(number, person, paid),
        lambda: c.EnterValue(chance.choice((VALUE, "none"))),
        lambda: c.CorrectValue("1 2 3"),
    ]
    assert len(choices) == len(HANDLERS) + 1  # the draft
    weights = [1.0] * len(choices)
    for rare in (1, 19, 21):  # amend, postpone, cancel: they end too many stories
        weights[rare] = 0.15
    return chance.choices(choices, weights)[0]()


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("seed", range(12))
def test_any_order_at_any_time(book: str, seed: int) -> None:
    chance = random.Random(f"{book} {seed}")
    rules, state = find_promotion_rules(book), None
    times = (0, 0, 1, HOUR, 20 * HOUR)
    at, paid, phases = START - 48 * HOUR, 0, set()
    stories: list[bytes] = []
    cited: set[str] = set()
    for _ in range(1500):
        roles = (OPERATOR[book],) * 6 + (REGULATOR[book], "scrutineer", "player", "house", "dealer")
        role = chance.choice(roles)
        name = {"scrutineer": "sue", "player": chance.choice(PEOPLE)}.get(role, "olga")
        at += chance.choice(times) if at < DRAWN + 200 * HOUR else 1
        command = any_command(chance, book)
        why = chance.choice(("", "because"))
        order = Order(by=Person(name, role), at=at, command=command, why=why)
        try:
            events = decide(rules, state, order, {1: SEED})
        except (Refused, Malformed) as no:
            cited.add(getattr(no, "clause", ""))
            continue
        assert events
        if state is not None and tag_of(command) != "seal":
            assert tag_of(command) in acts(rules, state, role)
        for event in events:
            assert event.clause in rules.book.clauses  # type: ignore[attr-defined]
            paid += sum(payment.cents for payment in payments(state, event))
            state = evolve(state, event)
            stories.append(msgspec.json.encode(event))
        phases.add(state.phase if state is not None else "")
        if state is not None:
            due = duties(rules, state)
            assert all(duty.clause in rules.book.clauses for duty in due)
            assert len({(duty.act, duty.number, duty.person) for duty in due}) == len(due)
    assert paid == 0
    assert {"draft", "open"} & phases
    assert cited - {""} <= set(rules.book.clauses)
    again: Promotion | None = None
    for story in stories:
        again = evolve(again, msgspec.json.decode(story, type=AnyEvent))
    assert again == state


def test_time_does_not_go_back() -> None:
    rules = find_promotion_rules(BOOKS[0])
    operator = Person("olga", OPERATOR[BOOKS[0]])
    draft = Order(by=operator, at=START, command=c.Draft(terms(BOOKS[0])))
    (drafted,) = decide(rules, None, draft)
    state = evolve(None, drafted)
    with pytest.raises(Malformed, match="clock"):
        decide(rules, state, Order(by=operator, at=START - 1, command=c.Nominate("sue")))
    with pytest.raises(Malformed):
        decide(rules, state, draft)
    with pytest.raises(Malformed):
        decide(rules, None, Order(by=operator, at=START, command=c.Open()))
    wrong, nameless = c.Draft(terms(BOOKS[1])), c.Draft(terms(BOOKS[0], title=" "))
    for command in (wrong, nameless):
        with pytest.raises(Malformed):
            decide(rules, None, Order(by=operator, at=START, command=command))
