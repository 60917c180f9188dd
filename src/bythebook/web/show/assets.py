"""Static files: read once, served from memory, at addresses that change when any of them does.

One digest stands for the whole folder, so that a module's relative imports stay in the same
edition: `/static/3f9a…/table/table.js` imports `../common/cards.js` from
`/static/3f9a…/common/cards.js`. At such an address a browser may keep a file for ever; at the plain
one (`/static/common/cards.js`) it asks each time whether the file is still the same.
"""

from functools import lru_cache
from hashlib import sha256
from pathlib import Path

import msgspec
from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from bythebook.web.door.visits import Asked

FOLDER = Path(__file__).parents[1] / "static"
MEDIA_TYPES = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml; charset=utf-8",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".json": "application/json",
    ".txt": "text/plain",
}
FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
DIGEST_LENGTH = 16


class Asset(msgspec.Struct, frozen=True):
    content: bytes
    media_type: str
    etag: str


class Assets(msgspec.Struct, frozen=True):
    edition: str  # a digest over all of them
    files: dict[str, Asset]


def read_assets(folder: Path) -> Assets:
    """Every file of a known kind under the folder."""
    files = {
        path.relative_to(folder).as_posix(): _read(path)
        for path in sorted(folder.rglob("*"))
        if path.suffix in MEDIA_TYPES and path.is_file()
    }
    names = "\n".join(f"{name} {file.etag}" for name, file in files.items())
    return Assets(sha256(names.encode()).hexdigest()[:DIGEST_LENGTH], files)


def _read(path: Path) -> Asset:
    content = path.read_bytes()
    etag = f'"{sha256(content).hexdigest()[:DIGEST_LENGTH]}"'
    return Asset(content, MEDIA_TYPES[path.suffix], etag)


@lru_cache(maxsize=1)
def assets() -> Assets:
    return read_assets(FOLDER)


def asset(name: str) -> str:
    """The address of a static file in this edition."""
    known = assets()
    if name not in known.files:
        raise LookupError(f"there is no static file {name!r}")
    return f"/static/{known.edition}/{name}"


@get("/static/{name:path}", include_in_schema=False, opt={"no_session": True})
async def static_file(request: Asked, name: FromPath[str]) -> Response[bytes]:
    """A file of the static folder, under its edition or plainly."""
    known = assets()
    edition, _, rest = name.lstrip("/").partition("/")
    plain = name.lstrip("/") in known.files
    found = known.files.get(name.lstrip("/") if plain else rest)
    if found is None:
        raise NotFoundException(f"there is no file {name}")
    current = not plain and edition == known.edition
    headers = {"etag": found.etag, "cache-control": FOR_EVER if current else ASK_AGAIN}
    if found.etag in request.headers.get("if-none-match", ""):
        return Response(b"", status_code=304, headers=headers, media_type=found.media_type)
    return Response(found.content, headers=headers, media_type=found.media_type)
