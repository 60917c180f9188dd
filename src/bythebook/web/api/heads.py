"""Heads of the log, for whoever wants to keep them: no name is asked, and nothing private is said.

Texts are as witnesses and other programs read them (`house.heads.notes`).
"""

from io import BytesIO
from typing import Any

import msgspec
from litestar import MediaType, Request, Response, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery

from bythebook.errors import Malformed
from bythebook.house.heads.heads import LISTED, Heads, NoSuchHead, proof_text
from bythebook.house.heads.keys import KeyTaken
from bythebook.house.heads.notes import Note, SignedHead, base64, read_signature
from bythebook.web.api.tables import house_of
from bythebook.web.door.visits import Asked
from bythebook.web.show.assets import MEDIA_TYPES
from bythebook.web.show.templating import download, page

SIGNATURE_BYTES_MAX = 1000
OPEN: dict[str, Any] = {"no_session": True}  # the same for everybody, and without a cookie


class HeadView(msgspec.Struct, frozen=True):
    """A head in a line."""

    size: int
    root: str
    at: int
    witnesses: tuple[str, ...]


def head_view(head: SignedHead) -> HeadView:
    signed = dict.fromkeys(one.name for one in head.note.signatures)
    witnesses = tuple(name for name in signed if name != head.origin)
    return HeadView(head.size, base64(head.root), head.at, witnesses)


def heads_of(request: Asked) -> Heads:
    heads = house_of(request).heads
    if heads is None:
        raise NotFoundException("This house signs no heads of its log.")
    return heads


async def _head(request: Asked, size: int | None = None) -> SignedHead:
    heads = heads_of(request)
    try:
        return await (heads.latest() if size is None else heads.of(size))
    except NoSuchHead as no:
        raise NotFoundException(f"{no.reason}.") from None


def _text(content: str) -> Response[str]:
    return Response(content, media_type=MediaType.TEXT)


@get("/heads", include_in_schema=False)
async def heads_page(request: Asked) -> Response[str]:
    heads = heads_of(request)
    listed = await heads.listed()
    return page(
        request,
        "heads/heads.html",
        key=heads.key,
        witnesses=[key.name for key in heads.witnesses],
        latest=listed[0] if listed else None,
        listed=[head_view(head) for head in listed],
    )


@get("/api/heads", tags=["heads"], summary="The latest heads of the log, the last one first")
async def list_heads(request: Asked, before: FromQuery[int] = 0) -> list[HeadView]:
    """Up to a hundred; `before`: those over fewer events alone."""
    if not 0 <= before < 10**18:
        raise Malformed("a number of events", "before")
    return [head_view(head) for head in await heads_of(request).listed(LISTED, before)]


@get("/heads/latest", include_in_schema=False, opt=OPEN)
async def latest_head(request: Asked) -> Response[str]:
    return _text(str(await _head(request)))


@get("/heads/{size:int}", include_in_schema=False, opt=OPEN)
async def one_head(request: Asked, size: FromPath[int]) -> Response[str]:
    return _text(str(await _head(request, size)))


@get("/heads/{size:int}/head", include_in_schema=False, opt=OPEN)
async def head_file(request: Asked, size: FromPath[int]) -> Response[str]:
    head = await _head(request, size)
    return download(str(head), MediaType.TEXT, f"{size}.head")


@get("/heads/{size:int}/code.svg", include_in_schema=False, opt=OPEN)
async def head_picture(request: Asked, size: FromPath[int]) -> Response[bytes]:
    """A head as a code to be photographed: whoever has the picture has it, as the house signed it.

    Witnesses' signatures are left out: there may be more of them than a code can hold.
    """
    head = await _head(request, size)
    own = tuple(one for one in head.note.signatures if one.name == head.origin)
    return Response(qr_code(str(Note(head.note.text, own))), media_type=MEDIA_TYPES[".svg"])


def qr_code(text: str) -> bytes:
    import segno  # nothing else needs it

    made = BytesIO()
    segno.make(text, error="l", boost_error=False, micro=False).save(
        made, kind="svg", border=4, dark="#000", light="#fff", omitsize=True
    )
    return made.getvalue()


@get("/heads/key", include_in_schema=False, opt=OPEN)
async def house_keys(request: Asked) -> Response[str]:
    """Every key by which heads were signed, a line each; the last one is in use."""
    return _text("".join(f"{key}\n" for key in await heads_of(request).keys()))


@get("/heads/keys", include_in_schema=False, opt=OPEN)
async def key_events(request: Asked) -> list[KeyTaken]:
    """How each key took the place of the one before, signed by both."""
    return await heads_of(request).key_events()


@get("/heads/consistency/{old:int}/{new:int}", include_in_schema=False, opt=OPEN)
async def consistency(request: Asked, old: FromPath[int], new: FromPath[int]) -> Response[str]:
    """The proof that the first so many events are the beginning of more of them."""
    return _text(proof_text(await heads_of(request).between(old, new)))


@post("/heads/{size:int}/signatures", include_in_schema=False, opt=OPEN, status_code=200)
async def cosign(request: Request[Any, Any, Any], size: FromPath[int]) -> Response[str]:
    """A witness signs beside the house: by its key alone it is known, not by who sends it."""
    sent = await request.body()
    if len(sent) > SIGNATURE_BYTES_MAX:
        raise Malformed("a signature is one line", "signature")
    try:
        line = sent.decode().strip("\n")
    except UnicodeDecodeError:
        raise Malformed("a signature is a line of text", "signature") from None
    try:
        head = await heads_of(request).cosign(size, read_signature(line))
    except NoSuchHead as no:
        raise NotFoundException(f"{no.reason}.") from None
    return Response(str(head), media_type=MediaType.TEXT)
