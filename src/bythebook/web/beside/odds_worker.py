"""The process beside the house in which odds are worked out: minutes of arithmetic, and compiled
code that the house itself never loads.

Whatever goes in and out is plain data. Between two pieces of work it tells how far it has come, and
hears whether anybody still wants the answer.
"""

import os
from collections import OrderedDict
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from bythebook.errors import Malformed, Refused
from bythebook.house.end_with_parent import end_with_parent
from bythebook.money import parse_amount
from bythebook.web.beside.diff_asked import DiffAsked, DiffQuestion, read_difference
from bythebook.web.beside.odds_asked import (
    EVERY_SIDE,
    Asked,
    Question,
    about_the_table,
    digest_of,
)
from bythebook.web.beside.odds_asked import read_question as read

KEPT_MAX = 8
DEPARTURES_SHOWN = 20
NICENESS = 10  # the tables come first
FIRST_STEP = "loading the calculator (the very first time it is compiled: up to a minute)"


class Told(NamedTuple):
    """How far a job has come."""

    job: int
    step: str
    progress: float


class Abandoned(Exception):
    """Nobody wants the answer any more."""


class _Line:
    """To the house and from it."""

    send: Connection | None = None
    abandoned: Any = None  # a shared number: the job that nobody wants


def begin(send: Connection, abandoned: Any) -> None:
    """The first thing that the process does."""
    end_with_parent()
    _Line.send, _Line.abandoned = send, abandoned
    if hasattr(os, "nice"):
        os.nice(NICENESS)


def work(job: int, asked: Asked | DiffAsked) -> dict[str, Any]:
    """Answer one question. Errors go back as data: not every exception survives the way."""

    def tell(step: str, progress: float) -> None:
        if _Line.abandoned is not None and _Line.abandoned.value == job:
            raise Abandoned
        if _Line.send is not None:
            _Line.send.send(Told(job, step, progress))

    try:
        tell(FIRST_STEP, 0.02)
        if isinstance(asked, DiffAsked):
            return {"result": _difference(read_difference(asked), tell)}
        return {"result": _WORK[asked.what](read(asked), tell)}
    except Abandoned:
        return {"abandoned": True}
    except Refused as error:
        return {"error": {"reason": error.reason, "where": error.where, "clause": error.clause}}
    except Malformed as error:
        return {"error": {"reason": error.reason, "where": error.where, "clause": ""}}


Tell = Callable[[str, float], None]


def _question(question: Question) -> Any:
    """The same in the calculator's words."""
    from bythebook.odds.sheet.figures import Question as OddsQuestion

    asked = question.asked
    every = EVERY_SIDE in asked.side_wagers
    return OddsQuestion(
        game=question.game,
        strategy=asked.strategy,
        without=tuple(asked.without),
        stake=parse_amount(asked.stake),
        sides={} if every else dict.fromkeys(asked.side_wagers),
        every_side=every,
        meters={name: parse_amount(text) for name, text in asked.meters.items()},
    )


# The main figures of tables lately asked about: changes are measured against them.
_kept: OrderedDict[str, Any] = OrderedDict()


def _keep(question: Question, figures: Any) -> Any:
    _kept[digest_of(about_the_table(question.asked))] = figures
    while len(_kept) > KEPT_MAX:
        _kept.popitem(last=False)
    return figures


def _figures_of(question: Question, tell: Tell) -> Any:
    known = _kept.get(digest_of(about_the_table(question.asked)))
    if known is not None:
        return known
    tell("working out the game", 0.1)
    from bythebook.odds.sheet.figures import figures_of

    return _keep(question, figures_of(_question(question), question.book))


def _figures(question: Question, tell: Tell) -> dict[str, Any]:
    """Edge, side wagers and the best chart, all from one solution of the game."""
    from bythebook.odds.exact.analysis import summary
    from bythebook.odds.sheet.as_json import figures_to_json
    from bythebook.odds.sheet.figures import check, figures_of
    from bythebook.odds.sheet.pricing import changes_of
    from bythebook.odds.strategy.preferences import solve
    from bythebook.rulebooks.chapters.game import BlackjackGame

    asked = _question(question)
    check(asked)
    tell("working out the game", 0.15)
    game = question.game
    chart = None
    if isinstance(game.rules, BlackjackGame):
        solver = solve(game, asked.strategy, stake=asked.stake, without=asked.without)
        main = summary(game, solver, asked.strategy)
        tell("side wagers", 0.5)
        figures = figures_of(asked, question.book, main)
        if asked.strategy == "best":
            tell("the best chart", 0.55)
            chart = _chart(question, solver, main.house_edge)
    else:
        figures = figures_of(asked, question.book)
    _keep(question, figures)
    told = figures_to_json(figures)
    told.pop("cells", None)  # two cards at a time: on the PAR sheet
    return {
        "figures": told,
        "chart": chart,
        "choices": [_plain(change) for change in changes_of(game, question.book)],
    }


def _chart(question: Question, solver: Any, best_edge: float) -> dict[str, Any]:
    from bythebook.odds.exact.analysis import summary
    from bythebook.odds.strategy.best_chart import best_chart, chart_solver
    from bythebook.odds.strategy.charts import write_chart
    from bythebook.odds.strategy.departures import departures
    from bythebook.odds.strategy.view import MEANINGS, card_notes, view

    chart = best_chart(solver)
    played = chart_solver(solver, chart)
    shown = view(chart, played)
    edge = float(summary(question.game, played).house_edge)
    found = departures(solver, chart)
    return {
        **_plain(shown),
        "codes": {code: MEANINGS[code] for code in shown.codes()},
        "notes": list(card_notes(shown)),
        "house_edge": edge,
        "costs": edge - best_edge,
        "csv": write_chart(chart),
        "departures": [
            {"hand": d.hand, "up": d.up, "action": d.action, "instead_of": d.instead_of,
             "gain": float(d.gain), "worth": float(d.worth)}
            for d in found[:DEPARTURES_SHOWN]
        ],
        "departures_in_all": len(found),
        "departures_worth": float(sum(d.worth for d in found)),
    }  # fmt: skip


def _change(question: Question, tell: Tell) -> dict[str, Any]:
    """What one other value of a choice does to the edge of every wager."""
    from bythebook.odds.sheet.figures import figures_of, main_of
    from bythebook.odds.sheet.pricing import NOISE, same_numbers, with_choice

    before = _figures_of(question, tell)
    name, _, value = question.asked.change.partition("=")
    tell(f"{name} = {value}", 0.5)
    asked = _question(question)
    changed = replace(asked, game=with_choice(question.game, question.book, name, value))
    main = before.main if same_numbers(asked, changed) else main_of(changed)
    after = figures_of(changed, question.book, main)
    edges, known = after.edges, before.edges
    changes = {
        wager: float(edge - known[wager])
        for wager, edge in edges.items()
        if wager in known and abs(edge - known[wager]) > NOISE
    }
    return {
        "name": name,
        "value": value,
        "edges": {wager: float(edge) for wager, edge in edges.items()},
        "changes": changes,
        "refused": "; ".join(why for wager, why in after.unpriced.items() if wager in known),
    }


def _compare(question: Question, tell: Tell) -> dict[str, Any]:
    from bythebook.odds.sheet.pricing import price_choices

    figures = _figures_of(question, tell)
    steps = _Steps(tell, _alternatives(question))
    choices = price_choices(_question(question), question.book, figures, steps.step)
    return {"choices": [_plain(choice) for choice in choices]}


def _sheet(question: Question, tell: Tell) -> dict[str, Any]:
    from bythebook.odds.sheet.as_json import sheet_to_json
    from bythebook.odds.sheet.as_page import par_page
    from bythebook.odds.sheet.as_text import par_markdown
    from bythebook.odds.sheet.par import Watch, make_sheet

    rounds = question.asked.rounds
    habits_and_rights = 6  # two habits, and at most four rights
    steps = _Steps(tell, 1 + habits_and_rights + _alternatives(question), most=0.7)

    class Watched(Watch):
        def step(self, what: str) -> None:
            steps.step(what)

        def rounds(self, done: int) -> None:
            tell(f"simulation: {done:,} of {rounds:,} rounds", 0.7 + 0.25 * min(1, done / rounds))

    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1
    sheet = make_sheet(
        replace(_question(question), every_side=True),
        question.book,
        rounds=rounds,
        threads=max(1, cores - 1),
        watch=Watched(),
    )
    tell("drawing the sheet", 0.95)
    return {
        "html": par_page(sheet),
        "markdown": par_markdown(sheet),
        "data": msgspec.json.encode(sheet_to_json(sheet)).decode(),
    }


def _difference(question: DiffQuestion, tell: Tell) -> dict[str, Any]:
    """What the changes between two books or games are worth, and the page of all of it."""
    from bythebook.odds.differences.asking import Table
    from bythebook.odds.differences.page import comparison_page
    from bythebook.odds.differences.plain import comparison_to_json
    from bythebook.odds.differences.text import shown_worth
    from bythebook.odds.differences.worth import price_comparison, steps_of
    from bythebook.odds.sheet.figures import Question as OddsQuestion

    comparison = question.comparison
    table = Table(
        decks=question.asked.decks,
        question=lambda game: OddsQuestion(game=game, every_side=True),
    )
    table.check(comparison)
    steps = _Steps(tell, steps_of(comparison))
    worth = price_comparison(comparison, table.ask, steps.step)
    return {
        "games": _plain([shown_worth(game) for game in worth]),
        "html": comparison_page(comparison, worth),
        "data": msgspec.json.encode(comparison_to_json(comparison, worth)).decode(),
    }


def _spots(question: Question, tell: Tell) -> dict[str, Any]:
    """What every choice is worth on the first two cards."""
    from bythebook.school.tabling import spot_table

    tell("working out every decision", 0.1)
    table = spot_table(question.game, parse_amount(question.asked.stake))
    plain: dict[str, Any] = msgspec.to_builtins(table)
    return plain


class _Steps:
    """Counts pieces of work of about the same length."""

    def __init__(self, tell: Tell, expected: int, most: float = 0.95) -> None:
        self.tell, self.expected, self.most = tell, max(1, expected), most
        self.done = 0

    def step(self, what: str) -> None:
        self.tell(what, 0.1 + (self.most - 0.1) * min(1.0, self.done / self.expected))
        self.done += 1


def _alternatives(question: Question) -> int:
    from bythebook.odds.sheet.pricing import changes_of

    found = changes_of(question.game, question.book)
    return sum(len(change.values) - 1 for change in found)


def _plain(value: Any) -> Any:
    return msgspec.to_builtins(value, enc_hook=float)


_WORK: dict[str, Callable[[Question, Tell], dict[str, Any]]] = {
    "figures": _figures,
    "change": _change,
    "compare": _compare,
    "sheet": _sheet,
    "spots": _spots,
}
