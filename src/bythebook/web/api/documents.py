"""Documents between a form and its text: what is filled in as TOML, and TOML to be filled in."""

from typing import Annotated, Any

import msgspec
from litestar import post
from litestar.params import JSONBody

from bythebook.rulebooks.documents import read_table, write_table
from bythebook.web.door.staff import require_staff


class Text(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something written: TOML, or JSON."""

    text: Annotated[str, msgspec.Meta(max_length=200_000)]


class Document(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something filled in."""

    document: dict[str, Any]


@post(
    "/api/documents/text",
    guards=[require_staff],
    tags=["staff"],
    summary="A document as text: TOML",
    status_code=200,
)
async def as_text(data: JSONBody[Document]) -> Text:
    return Text(write_table(data.document))


@post(
    "/api/documents/read",
    guards=[require_staff],
    tags=["staff"],
    summary="A text, TOML or JSON, as the document that it is",
    status_code=200,
)
async def as_document(data: JSONBody[Text]) -> Document:
    return Document(msgspec.to_builtins(read_table(data.text.encode())))
