"""The page that checks a shoe: the work is done in the browser. And every seal of a table."""

from litestar import Response, get
from litestar.params import FromPath

from bythebook.web.api.shoes import seals_for
from bythebook.web.door.limits import DEAR
from bythebook.web.door.visits import Asked
from bythebook.web.show.templating import page


@get("/shoes/check", include_in_schema=False)
async def check_page(request: Asked) -> Response[str]:
    """Anybody may check: a shoe that is over has no secrets, and one in use is not served."""
    return page(request, "shoes/shoe_check.html")


@get("/shoes/{table:str}", include_in_schema=False, opt={DEAR: True})
async def seals_page(request: Asked, table: FromPath[str]) -> Response[str]:
    """What was committed to, number by number: a stack that was put aside would be missing here."""
    seals = await seals_for(request, table)
    return page(request, "shoes/seals.html", table=table, seals=seals[::-1])
