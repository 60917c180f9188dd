"""The page on which a record of a round is settled and explained, and the same for programs.

The replay viewer (`static/records/replay.js`) is given this, here and wherever else a round is
replayed:

    {"book": "crown-blackjack", "title": "Crown Blackjack",
     "steps": [{"event": "CardDealt", "text": "8C to box 1: 8", "clause": "8.3.1(b)", "also": [],
                "box": 1, "hand": 1, "card": "8C", "row": null, "phase": "dealing",
                "dealer": {"cards": ["6D", "??"], "total": 6, "told": "6"},
                "boxes": [{"box": 1, "players": ["ann"],
                           "hands": [{"cards": ["8C"], "total": 8, "told": "8", "in_turn": false,
                                      "stakes": [{"player": "ann", "amount": "20.00", "free": "",
                                                  "live": true}]}],
                           "wagers": [{"player": "ann", "wager": "any-pairs", "amount": "5.00",
                                       "live": true}]}],
                "net": {"ann": "-25.00"}, "meters": {}}]}

Each step is an event and the table after it; `records.steps.replay_steps` makes them from any
round's events. A card "??" lies face down; box 0 is the dealer's place; `row` is a wager settled.
"""

from typing import Any

import msgspec
from litestar import Response, get, post
from litestar.datastructures import UploadFile
from litestar.exceptions import NotFoundException
from litestar.params import FromQuery, JSONBody, MultipartBody

from bythebook.web.beside.reading import reader_of
from bythebook.web.door.limits import DEAR
from bythebook.web.door.visits import Asked
from bythebook.web.show import record_views as v
from bythebook.web.show.templating import download, page

BODY_BYTES_MAX = 4 * v.BYTES_MAX  # a form takes more room than what is in it


class RecordText(msgspec.Struct, forbid_unknown_fields=True):
    """A record as text."""

    text: str


async def _shown(request: Asked, data: bytes | None, name: str = "") -> Response[str]:
    """The page about a record, if there is one yet: settled, or with what is wrong with it."""
    seen = await reader_of(request.app).read(v.look_at, data) if data is not None else None
    problem = seen if isinstance(seen, v.Problem) else None
    too_large = problem is not None and problem.status == 413
    return page(
        request,
        "records/record.html",
        status=problem.status if problem else 200,
        text="" if too_large else (data or b"").decode("utf-8-sig", "replace"),
        samples=v.samples(),
        sample=name,
        view=None if problem else seen,
        problem=problem,
    )


@get("/record", include_in_schema=False)
async def record_page(request: Asked, sample: FromQuery[str] = "") -> Response[str]:
    """The form, with a sample in it if one is named."""
    text = v.sample_text(sample)
    if sample and text is None:
        raise NotFoundException(f"there is no sample {sample}")
    return await _shown(request, text.encode() if text is not None else None, sample)


Form = MultipartBody[dict[str, Any]]


@post(
    "/record",
    status_code=200,
    include_in_schema=False,
    request_max_body_size=BODY_BYTES_MAX,
    opt={DEAR: True},
)
async def settle_form(request: Asked, data: Form) -> Response[str]:
    """Settle what was pasted or uploaded."""
    return await _shown(request, await _given(data))


async def _given(data: dict[str, Any]) -> bytes:
    """A file, where one is chosen, comes before the text."""
    file, text = data.get("file"), data.get("text", "")
    if isinstance(file, UploadFile) and file.filename:
        return await file.read(v.BYTES_MAX + 1)
    # A browser ends the lines of a form as mail does.
    written = text.replace("\r\n", "\n") if isinstance(text, str) else ""
    return written.encode("utf-8", "surrogatepass")


@post(
    "/record/canonical",
    status_code=200,
    include_in_schema=False,
    request_max_body_size=BODY_BYTES_MAX,
    opt={DEAR: True},
)
async def canonical_file(request: Asked, data: Form) -> Response[bytes]:
    """The record as this program writes it, to keep."""
    text = await reader_of(request.app).read(v.canonical, await _given(data))
    return download(text.encode(), "application/toml", "round.round")


@post("/api/record", status_code=200, tags=["record"], opt={DEAR: True})
async def settle_text(request: Asked, data: JSONBody[RecordText]) -> dict[str, Any]:
    """Settle a record: what every wager gets and by which clause, and the round step by step."""
    given = data.text.encode("utf-8", "surrogatepass")
    return await reader_of(request.app).read(v.told, given)
