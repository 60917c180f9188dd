"""The dealer's console: the page on which real cards are entered as they are dealt."""

from typing import Any

from litestar import Response, get
from litestar.exceptions import PermissionDeniedException
from litestar.params import FromPath

from bythebook.table.powers import title
from bythebook.web.door.shell import viewer_of
from bythebook.web.door.staff import Asked, require_staff, staff_table
from bythebook.web.show.templating import page


@get("/tables/{table:str}/dealer", guards=[require_staff], include_in_schema=False)
async def dealer_page(request: Asked, table: FromPath[str]) -> Response[Any]:
    """For everybody with a role at the table's book; what each may do, the book says."""
    live = staff_table(request, table)
    terms, viewer = live.run.terms, viewer_of(request)
    if terms.book not in viewer.book_roles:
        raise PermissionDeniedException("This is for those who run this table.")
    role = title(live.rules.conduct, viewer.role_at(terms.book))
    return page(
        request,
        "dealer/dealer.html",
        id=terms.id,
        title=terms.title,
        book=terms.book,
        role_title=role,
    )


handlers = [dealer_page]
