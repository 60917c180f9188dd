"""A shift at random: what can go wrong by a book's own rules, planted where it can be put right.

    lesson = random_lesson("crown-blackjack", seed=7)

What a book has a rule for can go wrong. `_KINDS` says for each word of the vocabulary of
irregularities how it comes about; what somebody reports or asks for is in the book's acts and
duties. So a new rule, act or duty of a book is planted without a line here.
"""

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from bythebook.dealer_school.judging import right_act, take
from bythebook.dealer_school.lesson import NEXT, Given, Lesson, Plant, Seat, Want
from bythebook.dealer_school.library import shared_tables
from bythebook.dealer_school.shift import begin, seed_for
from bythebook.draws import below, words
from bythebook.errors import Malformed, Refused
from bythebook.rulebooks import Game
from bythebook.rulebooks.chapters.conduct import Conduct
from bythebook.rulebooks.tables import PLAYER, find_table_rules
from bythebook.table.orders import Setup

NAMES = ("Ann", "Ben", "Cem", "Dan", "Eva", "Fay", "Gil")
STEPS_MAX = 400
SECONDS = 60


class Sort(msgspec.Struct, frozen=True):
    """One thing that can go wrong, at any of these moments, and by which clause."""

    name: str
    clause: str
    moments: tuple[str, ...]
    plant: Plant


_IN_DEAL = ("card 2", "card 3", "card 4")
_IN_PLAY = ("decision 1", "decision 2", "decision 3")


def sorts(conduct: Conduct, game: Game, setup: Setup) -> tuple[Sort, ...]:
    """Everything that can be planted at a table of this book."""
    return (*_of_cards(game, setup), *_asked(conduct), *_reported(conduct), *_disputed(conduct))


def _dealt(to: int | None = None, **more: Any) -> tuple[Given, ...]:
    where = {} if to is None else {"to": to}
    return (Given(order={"type": "deal", "card": NEXT, **where, **more}),)


def _of_cards(game: Game, setup: Setup) -> Iterator[Sort]:
    """By the words of the book's irregularities, as far as it has them."""
    rules = game.rules.irregularities
    if rules is None:
        return

    def sort(name: str, clause: str, moments: tuple[str, ...], says: str, **plant: Any) -> Sort:
        return Sort(name, clause, moments, Plant(says=says, at=moments[0], **plant))

    def wants(order: dict[str, Any], clause: str) -> tuple[Want, ...]:
        return (Want(order=order, clause=clause, seconds=SECONDS),)

    clause = rules.face_up.clause
    face_up = wants({"type": "face-up", "card": NEXT}, clause)
    yield sort(
        "face-up", clause, (*_IN_DEAL, "wagers"), "The next card lies face up.", wants=face_up
    )
    yield sort(
        "misplaced", rules.rebuild.clause, _IN_DEAL,
        "The last card went to a box where none was due.", gives=_dealt(setup.boxes),
    )  # fmt: skip
    yield sort(
        "drawn-in-error", rules.in_error.clause, _IN_PLAY,
        "A card too many came out of the shoe, and was seen.", gives=_dealt(),
    )  # fmt: skip
    yield sort(
        "extra", rules.extra_exposed.clause, ("over",),
        "A card too many lies on the dealer's finished hand, face up.", gives=_dealt(0),
    )  # fmt: skip
    yield sort(
        "extra-unseen", rules.extra_unexposed.clause, ("over",),
        "A card too many was drawn for the dealer's finished hand; nobody saw its face.",
        gives=_dealt(0, exposed=False),
    )  # fmt: skip
    if rules.too_early is not None:
        yield sort(
            "too-early", rules.too_early.clause, _IN_PLAY,
            "A card lies on the dealer's hand before its time.", gives=_dealt(0),
        )  # fmt: skip
    if rules.nobody_staked is not None:
        yield sort(
            "nobody-staked", rules.nobody_staked.clause, ("start",),
            "A card was dealt to box 1 though nobody had put a wager down.", gives=_dealt(1),
        )  # fmt: skip
    if rules.box_without_wager is not None:
        empty = rules.box_without_wager
        cards = [NEXT] * max(2, empty.cards)
        order = {"type": "hand-without-wager", "box": setup.boxes, "cards": cards}
        yield sort(
            "hand-without-wager", empty.clause, _IN_PLAY[:1],
            f"The next {len(cards)} cards lie on box {setup.boxes}, where there is no wager.",
            wants=wants(order, empty.clause),
        )  # fmt: skip
    if rules.wrong_cards is not None and not game.rules.pack.jokers:
        yield sort(
            "foreign-card", rules.wrong_cards.void.clause, (*_IN_DEAL, *_IN_PLAY[:1]),
            "A joker came out of the shoe: it does not belong to these decks.",
            wants=wants({"type": "wrong-cards"}, rules.wrong_cards.void.clause),
        )  # fmt: skip
    fails = rules.malfunction
    if fails is not None and setup.dealing == "device":
        says = fails.spare or fails.no_spare
        order = {"type": "malfunction", "spare": fails.spare is not None}
        yield sort(
            "malfunction", says.clause, (*_IN_PLAY[:1], *_IN_DEAL),
            "The shuffling device jams."
            + (" Another one is at hand." if fails.spare is not None else " There is no other."),
            wants=wants(order, says.clause),
        )  # fmt: skip


def _asked(conduct: Conduct) -> Iterator[Sort]:
    """What is due once a player has asked for something."""
    for due in conduct.duties:
        entries = conduct.acts.get(due.after, ())
        if entries and entries[0].by == PLAYER and entries[0].record:
            given = Given(by=NAMES[0], order={"type": "perform", "act": due.after})
            says = f"{NAMES[0]} wants to {entries[0].says}."
            want = Want(
                order={"type": "perform", "act": due.act, "player": NAMES[0]},
                clause=due.clause,
                asked=NAMES[0],
                seconds=SECONDS,
            )
            gives = (replace(given, order={**given.order, "player": NAMES[0]}),)
            plant = Plant(says=says, at="wagers", gives=gives, wants=(want,))
            yield Sort(due.act, due.clause, ("wagers", "paid", "over"), plant)


def _reported(conduct: Conduct) -> Iterator[Sort]:
    """What a dealer notes, and somebody must then be told of."""
    lowest = conduct.ladder[0].role
    for name, entries in conduct.acts.items():
        act = entries[0]
        if not act.record or act.by != lowest or not act.then_tell or act.when == "closed":
            continue
        want = Want(
            order={"type": "perform", "act": name}, clause=act.clause, seconds=SECONDS, why=act.says
        )
        says = f"Something happens that calls for this: {act.says}."
        moments = ("wagers", "over", "paid") if act.when == "any" else ("paid",)
        yield Sort(name, act.clause, moments, Plant(says=says, at=moments[0], wants=(want,)))


def _disputed(conduct: Conduct) -> Iterator[Sort]:
    if "raise-dispute" not in conduct.acts or "decide-dispute" not in conduct.acts:
        return
    clause = conduct.disputes.decided.clause
    about = "says that the payment was wrong"
    raised = {"type": "raise-dispute", "player": NAMES[0], "about": about}
    ruled = {"type": "decide-dispute", "dispute": 1, "ruling": "it stands"}
    plant = Plant(
        says=f"{NAMES[0]} {about}, and will not be put off.",
        at="paid",
        gives=(Given(by=NAMES[0], order=raised),),
        wants=(Want(order=ruled, clause=clause, any_of=("ruling",), seconds=3 * SECONDS),),
    )
    yield Sort("dispute", clause, ("paid", "over"), plant)


# A lesson at random


def random_lesson(book: str, seed: int, rounds: int = 3, faults: int = 3) -> Lesson:
    """Rounds with something going wrong here and there; every fault can be put right."""
    rules = find_table_rules(book)
    tables = shared_tables(book)
    if not tables:
        raise Malformed(f"there are no tables for lessons of {book!r}")
    source = words(seed_for(f"{book} {seed}"))
    name = sorted(tables)[below(len(tables), source)]
    setup = tables[name]
    game = rules.book.game(setup.game, decks=setup.decks)
    least = setup.limits["main"][0] // 100
    players = tuple(
        Seat(name=who, box=box, wagers={"main": str(least * (1 + below(4, source)))})
        for box, who in enumerate(NAMES[: 2 + below(3, source)], start=1)
    )
    lesson = Lesson(
        title=f"A shift at random, {seed}",
        book=book,
        teaches=(rules.conduct.acts["deal"][0].clause,),
        says="Rounds with something going wrong here and there: put it right by the book.",
        table=name,
        rounds=rounds,
        seed=seed,
        players=players,
    )
    left = list(sorts(rules.conduct, game, setup))
    taken: list[Sort] = []
    while left and len(taken) < faults:
        chosen = left.pop(below(len(left), source))
        tried = _with(lesson, chosen, 1 + below(rounds, source), below(3, source))
        if tried is not None:
            lesson = tried
            taken.append(chosen)
    return replace(lesson, teaches=tuple(dict.fromkeys(s.clause for s in taken)) or lesson.teaches)


def _with(lesson: Lesson, sort: Sort, round_: int, turn: int) -> Lesson | None:
    """The lesson with this in it, where it comes up and somebody who knows the book is through."""
    moments = sort.moments[turn % len(sort.moments) :] + sort.moments
    for moment in dict.fromkeys(moments):
        plant = replace(sort.plant, at=moment, round=round_)
        if any((p.round, p.at) == (plant.round, plant.at) for p in lesson.planted):
            continue
        tried = replace(lesson, planted=(*lesson.planted, plant))
        if comes_up(tried, len(tried.planted) - 1):
            return tried
    return None


def comes_up(lesson: Lesson, planted: int) -> bool:
    """Whether that is planted and put right when everything is done as the book wants it."""
    shift = begin(lesson, "trainee", 0)
    try:
        for _ in range(STEPS_MAX):
            if shift.ended:
                break
            did, at = right_act(shift)
            shift = take(shift, did, at)
    except (Refused, Malformed):
        return False
    right = all(one.kind == "right" for one in shift.findings)
    clauses = {one.clause for one in shift.findings}
    wanted = lesson.planted[planted].wants
    done = all(want.clause in clauses for want in wanted)
    return shift.ended and right and planted in shift.fired and done
