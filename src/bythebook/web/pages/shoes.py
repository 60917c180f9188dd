"""The page that checks a shoe: the work is done in the browser."""

from litestar import Response, get

from bythebook.web.door.visits import Asked
from bythebook.web.show.templating import page


@get("/shoes/check", include_in_schema=False)
async def check_page(request: Asked) -> Response[str]:
    """Anybody may check: a shoe that is over has no secrets, and one in use is not served."""
    return page(request, "shoes/shoe_check.html")
