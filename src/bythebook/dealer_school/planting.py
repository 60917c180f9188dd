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
from bythebook.rulebooks.chapters.game import BlackjackGame
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
    words: tuple[str, ...] = ()  # of the book's irregularities, that this is about
    begins: dict[str, Any] = {}  # how the shift begins otherwise: then it happens in round 1
    before: tuple[Plant, ...] = ()  # what goes wrong earlier in the same round


# Words of the vocabulary that are no event of their own.
CONSEQUENCES = {
    "settled": "found when everything is settled it changes nothing: there is nothing to do",
    "never_runs_out": "with a device the rule about cards that run out has no effect",
}


_IN_DEAL = ("card 2", "card 3", "card 4")
_IN_PLAY = ("decision 1", "decision 2", "decision 3")


def _in_play(game: Game) -> tuple[str, ...]:
    """Once hands are played; where nobody decides anything, while cards still come."""
    return _IN_PLAY if isinstance(game.rules, BlackjackGame) else ("card 4", "card 5", "card 6")


def sorts(conduct: Conduct, game: Game, setup: Setup, players: int = 2) -> tuple[Sort, ...]:
    """Everything that can be planted at a table of this book, with so many players at it."""
    return (
        *_of_cards(game, setup),
        *_of_the_deal(game, players),
        *_of_the_shoe(conduct, game, setup, players),
        *_asked(conduct),
        *_reported(conduct),
        *_disputed(conduct),
    )


def _dealt(to: int | None = None, **more: Any) -> tuple[Given, ...]:
    where = {} if to is None else {"to": to}
    return (Given(order={"type": "deal", "card": NEXT, **where, **more}),)


def _of_cards(game: Game, setup: Setup) -> Iterator[Sort]:
    """By the words of the book's irregularities, as far as it has them."""
    rules = game.rules.irregularities
    if rules is None:
        return

    def sort(
        name: str, word: str, clause: str, moments: tuple[str, ...], says: str, **plant: Any
    ) -> Sort:
        return Sort(name, clause, moments, Plant(says=says, at=moments[0], **plant), (word,))

    clause = rules.face_up.clause
    face_up = _wants({"type": "face-up", "card": NEXT}, clause)
    yield sort(
        "face-up", "face_up", clause, (*_IN_DEAL, "wagers"), "The next card lies face up.",
        wants=face_up,
    )  # fmt: skip
    yield sort(
        "misplaced", "rebuild", rules.rebuild.clause, _IN_DEAL,
        "The last card went to a box where none was due.", gives=_dealt(setup.boxes),
    )  # fmt: skip
    decides = isinstance(game.rules, BlackjackGame)
    early = {"type": "drawn-in-error", "card": NEXT}
    yield sort(
        "drawn-in-error", "in_error", rules.in_error.clause, _in_play(game),
        "A card too many came out of the shoe, and was seen.",
        gives=_dealt() if decides else (),
        wants=() if decides else _wants(early, rules.in_error.clause),
    )  # fmt: skip
    yield sort(
        "extra", "extra_exposed", rules.extra_exposed.clause, ("over",),
        "A card too many lies on the dealer's finished hand, face up.", gives=_dealt(0),
    )  # fmt: skip
    yield sort(
        "extra-unseen", "extra_unexposed", rules.extra_unexposed.clause, ("over",),
        "A card too many was drawn for the dealer's finished hand; nobody saw its face.",
        gives=_dealt(0, exposed=False),
    )  # fmt: skip
    if rules.too_early is not None:
        yield sort(
            "too-early", "too_early", rules.too_early.clause, _IN_PLAY,
            "A card lies on the dealer's hand before its time.", gives=_dealt(0),
        )  # fmt: skip
    if rules.nobody_staked is not None:
        yield sort(
            "nobody-staked", "nobody_staked", rules.nobody_staked.clause, ("start",),
            "A card was dealt to box 1 though nobody had put a wager down.", gives=_dealt(1),
        )  # fmt: skip
    if rules.box_without_wager is not None:
        empty = rules.box_without_wager
        cards = [NEXT] * max(2, empty.cards)
        order = {"type": "hand-without-wager", "box": setup.boxes, "cards": cards}
        yield sort(
            "hand-without-wager", "box_without_wager", empty.clause, (*_in_play(game)[:1], "over"),
            f"The next {len(cards)} cards lie on box {setup.boxes}, where there is no wager.",
            wants=_wants(order, empty.clause),
        )  # fmt: skip
    if rules.wrong_cards is not None and not game.rules.pack.jokers:
        yield sort(
            "foreign-card", "wrong_cards", rules.wrong_cards.void.clause,
            (*_IN_DEAL, *_IN_PLAY[:1]),
            "A joker came out of the shoe: it does not belong to these decks.",
            wants=_wants({"type": "wrong-cards"}, rules.wrong_cards.void.clause),
        )  # fmt: skip
    fails = rules.malfunction
    if fails is not None and setup.dealing == "device":
        says = fails.spare or fails.no_spare
        order = {"type": "malfunction", "spare": fails.spare is not None}
        yield sort(
            "malfunction", "malfunction", says.clause, (*_IN_PLAY[:1], *_IN_DEAL),
            "The shuffling device jams."
            + (" Another one is at hand." if fails.spare is not None else " There is no other."),
            wants=_wants(order, says.clause),
        )  # fmt: skip


def _wants(order: dict[str, Any], clause: str) -> tuple[Want, ...]:
    return (Want(order=order, clause=clause, seconds=SECONDS),)


def _of_the_deal(game: Game, players: int) -> Iterator[Sort]:
    """Places that were passed over, and a decision that was misheard."""
    rules = game.rules.irregularities
    if rules is None:
        return
    missed = {"type": "resolve", "how": "missed"}
    first = (players + 1, players + 2)  # the dealer's first card, and box 1's second
    found: list[tuple[str, str, str, int, int, str]] = []
    if rules.no_cards is not None and rules.one_card is not None:
        says = f"Box {players} was passed over: its card lies at your own place, seen by all."
        once_missed = Plant(
            says=says,
            at=f"card {players}",
            gives=_dealt(0),
            wants=_wants(missed, rules.one_card.clause),
        )
        clause, at = rules.no_cards.clause, f"card {2 * players}"
        plant = Plant(
            says=f"Box {players} was passed over again: it has no card at all.",
            at=at,
            wants=_wants({"type": "missed-card"}, clause),
        )
        yield Sort("no-cards", clause, (at,), plant, ("no_cards",), before=(once_missed,))
    if rules.no_first_card is not None:
        says = "You gave yourself no card: the next one lies on box 1, seen by all."
        clause = rules.no_first_card.finish.clause
        found.append(("no_first_card", "no-first-card", clause, first[0], 1, says))
    if rules.one_card is not None:
        says = "Box 1 was passed over in the second turn: its card lies on box 2, seen by all."
        found.append(("one_card", "one-card", rules.one_card.clause, first[1], 2, says))
    for word, name, clause, card, to, says in found:
        at = f"card {card}"
        plant = Plant(says=says, at=at, gives=_dealt(to), wants=_wants(missed, clause))
        yield Sort(name, clause, (at,), plant, (word,))
    if rules.skipped is not None:
        heard = {"type": "decide", "command": {"type": "Hit", "box": 1, "player": NAMES[0]}}
        back = {"type": "rewind", "cards": 2 * players + 1, "box": 1}
        clause = rules.skipped.clause
        plant = Plant(
            says=f"{NAMES[0]} was misheard: a card was dealt to box 1 that nobody had asked for.",
            at="decision 1",
            gives=(Given(order=heard), *_dealt()),
            wants=_wants(back, clause),
        )
        yield Sort("skipped", clause, ("decision 1",), plant, ("skipped",))


def _of_the_shoe(conduct: Conduct, game: Game, setup: Setup, players: int) -> Iterator[Sort]:
    """What the shoe was begun with, what is burned by mistake, and cards that do not suffice."""
    rules = game.rules.irregularities
    if rules is None:
        return
    burned = rules.burned_in_error.clause
    order = {"type": "drawn-in-error", "card": NEXT, "burned": True}
    says = "The next card was put with the discards by mistake."
    plant = Plant(says=says, at=_in_play(game)[0], wants=_wants(order, burned))
    yield Sort("burned-in-error", burned, _in_play(game), plant, ("burned_in_error",))
    if rules.stays_burned is not None:
        later = rules.stays_burned.clause
        says = "A card was put with the discards by mistake, and others have been dealt since."
        wants = _wants({**order, "later": True}, later)
        plant = Plant(says=says, at=_IN_PLAY[0], wants=wants)
        yield Sort("stays-burned", later, _IN_PLAY, plant, ("stays_burned",))
    if rules.not_needed is not None:
        clause = rules.not_needed.clause
        says = "A card came out of the shoe before anybody had wagered, and was seen."
        plant = Plant(says=says, at="start", gives=_dealt())
        yield Sort("not-needed", clause, ("start",), plant, ("not_needed",))
    if rules.refusal is not None:
        clause = rules.refusal.clause
        says = "A card came by mistake; the player in turn wants none."
        wants = _wants({"type": "resolve", "how": "next-card"}, clause)
        plant = Plant(says=says, at=_IN_PLAY[0], gives=_dealt(), wants=wants)
        yield Sort("refused", clause, _IN_PLAY, plant, ("refusal",))
    if rules.runs_out is not None and (setup.dealing == "shoe" or not rules.never_runs_out):
        says = "The cutting card was overlooked: hardly a card is left in the shoe."
        plant = Plant(says=says, at="wagers")
        yield Sort(
            "runs-out",
            rules.runs_out.clause,
            ("wagers",),
            plant,
            ("runs_out",),
            {"left": players + 1},
        )
    burn = conduct.shuffle.burn
    restart = burn.restart if burn is not None else None
    forgotten = restart or rules.forgotten_burn
    if burn is not None and forgotten is not None:
        call = (Given(order={"type": "no-more-bets"}),) if conduct.call_first is not None else ()
        plant = Plant(
            says="The first card of the shoe was dealt, and none had been burned.",
            at="wagers",
            gives=(*call, *_dealt()),
            wants=_wants({"type": "restart-shoe"}, forgotten.clause) if restart is not None else (),
        )
        begins = {"begins": "unburned"}
        word = ("forgotten_burn",)
        yield Sort("forgotten-burn", forgotten.clause, ("wagers",), plant, word, begins)
    if rules.jackpot_failure is not None:
        clause = rules.jackpot_failure.clause
        shares = [
            name
            for name in setup.side_wagers
            if game.rules.side_wagers[name].looks_at == "server"
            or any(line.share is not None for line in game.rules.side_wagers[name].lines)
        ]
        for wager in shares[:1]:
            says = "The sign of the jackpot goes dark."
            plant = Plant(
                says=says, at="card 3",
                wants=_wants({"type": "jackpot-failure", "wager": wager}, clause),
            )  # fmt: skip
            words = ("jackpot_failure", "jackpot_waits")
            yield Sort("jackpot-failure", clause, ("card 3", "card 4"), plant, words)


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
    left = list(sorts(rules.conduct, game, setup, len(players)))
    taken: list[Sort] = []
    while left and len(taken) < faults:
        chosen = left.pop(below(len(left), source))
        tried = with_planted(lesson, chosen, 1 + below(rounds, source), below(3, source))
        if tried is not None:
            lesson = tried
            taken.append(chosen)
    return replace(lesson, teaches=tuple(dict.fromkeys(s.clause for s in taken)) or lesson.teaches)


def with_planted(lesson: Lesson, sort: Sort, round_: int, turn: int) -> Lesson | None:
    """The lesson with this in it, where it comes up and somebody who knows the book is through."""
    if sort.begins:
        lesson, round_ = replace(lesson, **sort.begins), 1
    moments = sort.moments[turn % len(sort.moments) :] + sort.moments
    for moment in dict.fromkeys(moments):
        plants = [replace(one, round=round_) for one in (*sort.before, sort.plant)]
        plants[-1] = replace(plants[-1], at=moment)
        taken = {(one.round, one.at) for one in lesson.planted}
        if any((one.round, one.at) in taken for one in plants):
            continue
        tried = replace(lesson, planted=(*lesson.planted, *plants))
        shows = (sort.clause,) if "left" in sort.begins else ()
        if comes_up(tried, len(tried.planted) - 1, shows):
            return tried
    return None


def comes_up(lesson: Lesson, planted: int, shows: tuple[str, ...] = ()) -> bool:
    """Whether that is planted and put right when everything is done as the book wants it; and
    whether something was then done by the clauses in which it `shows`."""
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
    done = done and all(clause in clauses for clause in shows)
    return shift.ended and right and len(shift.fired) == len(lesson.planted) and done
