"""What keeps strangers out of somebody's browser: headers, origins, tokens in forms.

Pages load nothing from elsewhere, run no script or style of their own making, and are shown in
nobody's frame. A request that changes something comes from one of our own pages: its origin is
ours, and it carries the token that only our pages know.
"""

import secrets
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from litestar.datastructures import Headers, MutableScopeHeaders
from litestar.types import Message, Scope

from bythebook.web.door.visits import Visit
from bythebook.web.settings import Settings

CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "object-src 'none'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "form-action 'self'",
    )
)
HEADERS = {
    "content-security-policy": CONTENT_SECURITY_POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
ONLY_HTTPS = "max-age=31536000; includeSubDomains"
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})


async def add_headers(message: Message, scope: Scope) -> None:
    """On every answer of the application, also on those that no handler gave."""
    if message["type"] != "http.response.start":
        return
    headers = MutableScopeHeaders.from_message(message)
    for name, value in HEADERS.items():
        headers.setdefault(name, value)
    # What a person sees is theirs alone, and of this moment.
    headers.setdefault("cache-control", "no-store")
    if settings_of(scope).https:
        headers.setdefault("strict-transport-security", ONLY_HTTPS)


def settings_of(scope: Any) -> Settings:
    settings = scope["litestar_app"].state.settings
    assert isinstance(settings, Settings)
    return settings


def origin_allowed(scope: Any) -> bool:
    """Whether a request or socket comes from one of our own pages, or from no page at all.

    A browser names the origin of every socket and of every request that changes something; a
    program that is no browser need not.
    """
    headers = Headers.from_scope(scope)
    if headers.get("sec-fetch-site") == "cross-site":
        return False
    origin = headers.get("origin")
    if origin is None:
        return True
    settings = settings_of(scope)
    if origin in settings.origins:
        return True
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    if settings.https and parts.scheme != "https":
        return False
    ours = headers.get("host", "")
    return bool(parts.netloc) and parts.netloc.casefold() == ours.casefold()


def token_matches(visit: Visit, given: object) -> bool:
    """Compared in constant time, so that nothing can be learnt from how long it takes."""
    if not visit.csrf or not isinstance(given, str):
        return False
    return secrets.compare_digest(visit.csrf.encode(), given.encode("utf-8", "surrogatepass"))


def address_of(scope: Any) -> str:
    """From where somebody comes: as the nearest trusted proxy says, or the connection itself."""
    proxies = settings_of(scope).proxies
    named = Headers.from_scope(scope).get("x-forwarded-for", "")
    hops = [hop.strip() for hop in named.split(",") if hop.strip()]
    if proxies and len(hops) >= proxies:
        return hops[-proxies]
    client = scope.get("client")
    return str(client[0]) if client else ""


def from_this_machine(scope: Any) -> bool:
    """Whether a request was made on the house's own machine, and through no unknown proxy."""
    if not settings_of(scope).proxies and "x-forwarded-for" in Headers.from_scope(scope):
        return False
    try:
        return ip_address(address_of(scope)).is_loopback
    except ValueError:
        return False


def local_path(wanted: str, otherwise: str = "/") -> str:
    """Where to go next: a path on this site, never an address elsewhere."""
    plain = wanted.isprintable() and wanted.startswith("/") and "\\" not in wanted
    return wanted if plain and not wanted.startswith("//") else otherwise
