"""What somebody gets when something does not work: a page, or JSON for a program.

    Malformed        400   what was sent cannot be understood
    Refused          409   a clause forbids it: the answer carries the clause
    Unavailable      503   the log cannot be reached: nothing was done, or it is safe to repeat
    Archived         503   of a closed day, whose file is not at hand: says which
    anything of HTTP       its own status
    all the rest     500   we are wrong: logged here, and nothing of the inside is told

A page that needs a log-in leads to it, and from there back; one that needs a role which does not
count yet leads to the second factor that is missing.
"""

import logging
import time
from collections.abc import Callable
from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import msgspec
from litestar import MediaType, Response, route
from litestar.exceptions import (
    HTTPException,
    InternalServerException,
    NotAuthorizedException,
    NotFoundException,
)
from litestar.params import FromPath
from litestar.response import Redirect
from msgspec.structs import replace

from bythebook.errors import Malformed, Refused
from bythebook.house.log.outages import QUIET_SECONDS, outages
from bythebook.house.log.store import Archived, Unavailable
from bythebook.web.beside.keeping import one_of
from bythebook.web.door.security import address_of
from bythebook.web.door.visits import SECOND, Asked, visit_of
from bythebook.web.show.templating import page

log = logging.getLogger("bythebook.web")
at_the_door = logging.getLogger("bythebook.door")

TRIED_IN_VAIN = frozenset({400, 409, 413, 429})
ADDRESSES_MAX = 10_000
HOUSE_RULES = "house:"  # clauses that begin so are the house's own
WITHHELD = f"Your roles count once a second factor is given ({SECOND})."
UNEXPECTED = "Something went wrong on our side. It has been written down; please try again."
NOT_NOW = "The house cannot reach its log just now. Please try again in a moment."
WORDS = {
    400: "That cannot be understood",
    401: "Please log in",
    403: "Not allowed",
    404: "Not found",
    405: "Not possible here",
    408: "Too slow",
    409: "Refused",
    413: "Too large",
    415: "Not a form we know",
    422: "That does not fit",
    429: "Please wait",
    500: "Our mistake",
    503: "Not now",
}


_READING = "while deserializing"  # as the decoder says it of what somebody sent


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """An answer that is not what was asked for, as JSON has it."""

    status_code: int
    detail: str
    clause: str = ""
    book: str = ""  # whose clause it is, where that is said
    where: str = ""
    extra: Any = None


def problem_of(error: Exception) -> Problem:
    match error:
        case Malformed():
            return Problem(400, error.reason, where=error.where)
        case Refused():
            return Problem(
                409, error.reason, clause=error.clause, book=error.book, where=error.where
            )
        case Archived():
            return Problem(503, f"This cannot be shown now: {error}.")
        case Unavailable():
            return Problem(503, NOT_NOW)
        case InternalServerException() if error.detail == _HUNG_UP:
            return Problem(400, "What was sent is not all there.")
        case RecursionError() if _READING in str(error):
            return Problem(400, "What was sent goes too deep to be read.")
        case HTTPException() if error.status_code < 500 or error.status_code == 503:
            return Problem(error.status_code, _sentence(error), extra=error.extra)
        case _:
            return Problem(500, UNEXPECTED)


def _sentence(error: HTTPException) -> str:
    """The framework repeats the status's own phrase where nobody said more."""
    bare = error.detail in ("", HTTPStatus(error.status_code).phrase)
    return _PLAIN.get(error.status_code, error.detail) if bare else error.detail


_HUNG_UP = "client disconnected prematurely"  # the framework's words: it has no class of its own
_PLAIN = {
    404: "There is nothing at this address.",
    405: "This address does not answer to that.",
    413: "What was sent is too large.",
}


def answer_problem(request: Asked, error: Exception) -> Response[Any]:
    """The answer to whatever was raised. Whoever is turned away need not log in: they are told."""
    turned_away = visit_of(request).turned_away
    if turned_away is not None and isinstance(error, NotAuthorizedException):
        error = turned_away
    problem = problem_of(error)
    withheld = problem.status_code == 403 and visit_of(request).viewer.withheld
    if withheld:
        problem = replace(problem, detail=f"{problem.detail} {WITHHELD}")
    if isinstance(error, Unavailable):
        outages.tell(error, f"{request.method} {request.url.path}")
    elif problem.status_code == 403:
        who, where = visit_of(request).viewer.name, address_of(request.scope)
        what = (request.method, request.url.path, error)
        at_the_door.warning("%r from %r was not let to %s %r: %r", who, where, *what)
    elif problem.status_code in TRIED_IN_VAIN:
        _tell_of_tries(request, problem)
    elif problem.status_code >= 500:
        log.error("%s %s failed", request.method, request.url.path, exc_info=error)
    headers = dict(error.headers or {}) if isinstance(error, HTTPException) else {}
    answer: Response[Any]
    if not wants_page(request):
        answer = Response(problem, media_type=MediaType.JSON)
    elif problem.status_code == 401 and request.method == "GET":
        there = quote(request.url.path + (f"?{request.url.query}" if request.url.query else ""))
        return Redirect(f"/login?next={there}", status_code=303)
    elif withheld and request.method == "GET":
        return Redirect(SECOND, status_code=303)
    else:
        answer = page(request, "error.html", problem=problem, words=_words(problem))
    answer.status_code = problem.status_code
    answer.headers.update(headers)
    return answer


def _tell_of_tries(request: Asked, problem: Problem) -> None:
    """What does not fit, is refused or is too much, told once a minute of an address with how often
    it was so: whoever tries doors is seen, and nobody fills the operator's lines."""
    tries = one_of(request.app, "tries", Tries)
    where = address_of(request.scope)
    if often := tries.told_of(where, problem.status_code):
        who, what = visit_of(request).viewer.name, (request.method, request.url.path)
        at_the_door.warning(
            "%r from %r was answered %d at %s %r (%d since this was told last)",
            who, where, problem.status_code, *what, often,
        )  # fmt: skip


class Tries:
    """How often an address was answered so, since it was told."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._since: dict[tuple[str, int], tuple[float, int]] = {}  # until when it is quiet

    def told_of(self, where: str, status: int) -> int:
        """How often by now, if it is to be told; else 0."""
        now = self._clock()
        if len(self._since) >= ADDRESSES_MAX:
            self._since.clear()
        until, often = self._since.get((where, status), (0.0, 0))
        if now < until:
            self._since[where, status] = (until, often + 1)
            return 0
        self._since[where, status] = (now + QUIET_SECONDS, 0)
        return often + 1


def _words(problem: Problem) -> str:
    return WORDS.get(problem.status_code, HTTPStatus(problem.status_code).phrase)


def wants_page(request: Asked) -> bool:
    """A browser that goes somewhere wants a page; a script or program wants JSON."""
    accepted = request.headers.get("accept", "")
    return not request.url.path.startswith("/api/") and "text/html" in accepted


@route(
    ["/{rest:path}"],
    http_method=["GET", "POST", "PUT", "PATCH", "DELETE"],
    include_in_schema=False,
)
async def nowhere(rest: FromPath[str]) -> None:
    """Every address that nothing else answers: here, so that its page knows the viewer too."""
    raise NotFoundException
