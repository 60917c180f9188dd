"""Counting drills: a shoe is dealt, and the running count, the true count, the bet and index plays
are asked for.

A shoe follows from its seed, so nothing need be kept between a question and its answer: the server
deals it again and judges. What somebody counts wrong on purpose is their own affair.
"""

import os
from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated

import msgspec
from anyio.to_thread import run_sync
from litestar import Response, get, post
from litestar.params import JSONBody
from msgspec import Meta

from bythebook.cards import Card
from bythebook.errors import Malformed, Refused
from bythebook.house.cards.shoes import shuffled
from bythebook.odds.simulate.systems import (
    SYSTEMS,
    Count,
    Spread,
    check_on_shoe,
    read_count,
    read_spread,
)
from bythebook.school.counting import Counted, Stretch, Turn, after, all_turns, counted, played
from bythebook.web.beside import odds_asked as a
from bythebook.web.door.shell import accounts_of, now_of
from bythebook.web.door.visits import Asked, visit_of
from bythebook.web.pages.school.drills import table_context
from bythebook.web.show.templating import page

TITLES = {
    "hi-lo": "Hi-Lo", "hi-opt-1": "Hi-Opt I", "hi-opt-2": "Hi-Opt II", "omega-2": "Omega II",
    "zen": "Zen", "halves": "Halves",
}  # fmt: skip
SPREAD = "1:1,2:2,3:4,4:8,5:12"
SPEEDS = {"": "one by one, when I press", "1000": "a card a second", "500": "two a second",
          "250": "four a second"}  # fmt: skip
CARDS_AT_ONCE = (10, 20, 40, 80)
DEEPEST = Fraction(3, 4)  # of a shoe: then another one is dealt
SEED_BYTES = 32
NEAR = 3  # an index play is asked about whose turn is as near to the count as this


@get("/school/counting", include_in_schema=False)
async def counting_page(request: Asked) -> Response[str]:
    return await run_sync(_page, request)


def _page(request: Asked) -> Response[str]:
    given = {name: str(value) for name, value in request.query_params.multi_items()}
    shown, context = table_context(request)
    system = given.get("system", "hi-lo")
    speed, cards = given.get("speed", ""), given.get("cards", "20")
    return page(
        request,
        "school/counting.html",
        status=400 if shown["problem"] else 200,
        shown=shown,
        systems=TITLES,
        system=system if system in TITLES else "hi-lo",
        tags=[(rank, read_count(s).tags[rank]) for s in [system if system in TITLES else "hi-lo"]
              for rank in "23456789TA"],
        spread=given.get("spread") or SPREAD,
        speeds=SPEEDS,
        speed=speed if speed in SPEEDS else "",
        amounts=CARDS_AT_ONCE,
        cards=int(cards) if cards in map(str, CARDS_AT_ONCE) else 20,
        **context,
    )  # fmt: skip


# Questions and answers


class CountDrill(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which shoe, by which system, and from which card on."""

    table: a.Asked
    system: Annotated[str, Meta(max_length=20)] = "hi-lo"
    spread: Annotated[str, Meta(max_length=100)] = SPREAD
    seed: Annotated[str, Meta(pattern="^([0-9a-f]{64})?$")] = ""  # none: another shoe
    seen: Annotated[int, Meta(ge=0, le=5000)] = 0
    cards: Annotated[int, Meta(ge=1, le=200)] = 20
    history: Counted | None = None


class CountAnswer(CountDrill, frozen=True, kw_only=True):
    """What somebody has counted after those cards."""

    running: Annotated[str, Meta(max_length=12)]
    true: Annotated[int, Meta(ge=-1000, le=1000)]
    units: Annotated[int, Meta(ge=0, le=1000)]
    seconds: Annotated[int, Meta(ge=0, le=100_000)] = 0


class PlayAnswer(CountDrill, frozen=True, kw_only=True):
    """What somebody would do at a true count, with cards that were asked about."""

    row: Annotated[str, Meta(max_length=20)]
    up: Annotated[str, Meta(max_length=2)]
    true: Annotated[int, Meta(ge=-1000, le=1000)]
    action: Annotated[str, Meta(max_length=20)]


class Dealt(msgspec.Struct, frozen=True, kw_only=True):
    """Cards of a shoe, to be counted."""

    seed: str
    seen: int
    cards: tuple[str, ...]
    of: int
    start: str  # where the count begins, at the first card of a shoe


class PlayAsked(msgspec.Struct, frozen=True):
    """An index play to decide at the count as it is."""

    row: str
    up: str
    true: int
    choices: tuple[str, ...]


class CountJudged(msgspec.Struct, frozen=True, kw_only=True):
    running: str
    true: int
    units: int
    unseen: int
    right: tuple[bool, bool, bool]  # running count, true count, bet
    standing: Counted
    play: PlayAsked | None = None
    over: bool = False  # the shoe is dealt deep enough
    history: Counted | None = None  # a guest's, to be kept in the browser


class PlayJudged(msgspec.Struct, frozen=True, kw_only=True):
    right: bool
    best: str
    turn: Turn
    standing: Counted
    history: Counted | None = None


class Shoe(msgspec.Struct, frozen=True):
    """A shoe on the table, and how it is counted and wagered on."""

    game: str
    system: Count
    spread: Spread
    cards: Sequence[Card]
    seed: str


def _shoe(drill: CountDrill) -> Shoe:
    question = a.read_question(a.about_the_table(drill.table))
    if drill.system not in SYSTEMS:
        raise Malformed(f"{drill.system!r} is none of {', '.join(SYSTEMS)}", "system")
    system = read_count(drill.system)
    game = question.game
    pack = tuple(game.rules.pack.cards(game.decks))
    check_on_shoe(system, pack)
    seed = drill.seed or os.urandom(SEED_BYTES).hex()
    cards = shuffled(pack, bytes.fromhex(seed))
    if drill.seen + drill.cards >= len(cards):
        raise Malformed("there are not so many cards in the shoe", "seen")
    return Shoe(game.id, system, read_spread(drill.spread), cards, seed)


def _said(count: Fraction) -> str:
    return f"{float(count):g}".replace("-", "−")


async def _standing(request: Asked, drill: CountDrill) -> Counted:
    viewer = visit_of(request).viewer
    if viewer.name and not viewer.guest:
        return await accounts_of(request).practice.counting(viewer.name, drill.system)
    return drill.history or Counted()


async def _keep(request: Asked, drill: CountDrill, standing: Counted) -> Counted | None:
    """With an account here; else it goes back to the browser."""
    viewer = visit_of(request).viewer
    if not viewer.name or viewer.guest:
        return standing
    practice = accounts_of(request).practice
    await practice.keep_counting(viewer.name, drill.system, standing, now_of(request))
    return None


@post("/api/school/count/deal", tags=["school"], status_code=200)
async def deal_cards(request: Asked, data: JSONBody[CountDrill]) -> Dealt:
    """The next cards of a shoe, or the first of another one."""
    shoe = await run_sync(_shoe, data)
    cards = shoe.cards[data.seen : data.seen + data.cards]
    return Dealt(
        seed=shoe.seed,
        seen=data.seen,
        cards=tuple(map(str, cards)),
        of=len(shoe.cards),
        start=_said(shoe.system.fresh(shoe.cards)),
    )


@post("/api/school/count/answer", tags=["school"], status_code=200)
async def answer_count(request: Asked, data: JSONBody[CountAnswer]) -> CountJudged:
    """Whether the counts and the bet are right, and what else can be asked at this count."""
    if not data.seed:
        raise Malformed("which shoe was counted is not said", "seed")
    shoe = await run_sync(_shoe, data)
    seen = data.seen + data.cards
    told = after(shoe.system, shoe.cards, seen, shoe.spread)
    running = _read(data.running)
    standing = counted(
        await _standing(request, data), told, running=running, true=data.true, units=data.units,
        cards=data.cards, seconds=data.seconds,
    )  # fmt: skip
    return CountJudged(
        running=_said(told.running),
        true=told.true,
        units=told.units,
        unseen=told.unseen,
        right=(running == told.running, data.true == told.true, data.units == told.units),
        standing=standing,
        play=_play(shoe, told, seen),
        over=seen + data.cards > len(shoe.cards) * DEEPEST,
        history=await _keep(request, data, standing),
    )


def _read(text: str) -> Fraction:
    try:
        return Fraction(text.strip().replace("−", "-"))
    except (ValueError, ZeroDivisionError):
        raise Malformed("a running count is a number such as 3, -2 or 1.5", "running") from None


def _play(shoe: Shoe, told: Stretch, seen: int) -> PlayAsked | None:
    """One whose turn is near; which one follows from the shoe."""
    turns = all_turns().get(shoe.game, {}).get(shoe.system.name, ())
    near = [turn for turn in turns if abs(turn.at - told.true) <= NEAR]
    if not near:
        return None
    turn = near[(int(shoe.seed[:8], 16) + seen) % len(near)]
    return PlayAsked(turn.row, turn.up, told.true, tuple(sorted((turn.below, turn.above))))


@post("/api/school/count/play", tags=["school"], status_code=200)
async def answer_play(request: Asked, data: JSONBody[PlayAnswer]) -> PlayJudged:
    """Whether an index play is right at a true count, and where it turns."""
    question = a.read_question(a.about_the_table(data.table))
    turns = all_turns().get(question.game.id, {}).get(data.system, ())
    found = [turn for turn in turns if (turn.row, turn.up) == (data.row, data.up)]
    if not found:
        raise Refused("house:school", "no index play is known for these cards")
    best = found[0].right(data.true)
    standing = played(await _standing(request, data), data.action == best)
    return PlayJudged(
        right=data.action == best,
        best=best,
        turn=found[0],
        standing=standing,
        history=await _keep(request, data, standing),
    )
