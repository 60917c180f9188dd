"""Promotions: what is on offer and by which terms; the desk of those who run them."""

import datetime
from typing import Any

import msgspec
from litestar import Response, get, post
from litestar.exceptions import NotFoundException, PermissionDeniedException
from litestar.params import FromPath, FromQuery, JSONBody

from bythebook.errors import Malformed
from bythebook.house.activities.promotions.promotions import KIND, NAME
from bythebook.house.activities.promotions.view import (
    PromotionRow,
    PublicPromotion,
    asked,
    books_to_draft,
    desk_view,
    public_view,
    rows_for,
)
from bythebook.house.staff.pit_view import sees_desk
from bythebook.promotions import Problem, PromotionTerms, check_terms, document_of, terms_of
from bythebook.promotions.state import Promotion
from bythebook.promotions.terms.beginning import Template, templates_for
from bythebook.promotions.terms.form import terms_form
from bythebook.promotions.terms.wording import METHODS
from bythebook.rulebooks.chapters.promotions import find_promotion_rules, load_promotion_rules
from bythebook.rulebooks.law import named_in, played_by
from bythebook.web.door.limits import DEAR
from bythebook.web.door.shell import viewer_of
from bythebook.web.door.staff import house_of, require_staff
from bythebook.web.door.visits import Asked
from bythebook.web.show.templating import page

STAFF = [require_staff]
LISTED_ENTRIES = 200
HOUSE = "house:"  # so begin the names of promotions that are begun with like templates


class Checked(msgspec.Struct, frozen=True):
    """What is missing or forbidden in a document, and the terms as a command carries them."""

    problems: tuple[Problem, ...]
    terms: PromotionTerms


# Finding


def _state(request: Asked, promotion: str) -> Promotion:
    """A promotion that the viewer may see; of any other, nobody learns whether there is one."""
    try:
        state = house_of(request).affairs.state(f"{NAME}/{promotion}")
    except Malformed:
        state = None
    if not isinstance(state, Promotion) or not KIND.may_see(state, viewer_of(request)):
        raise NotFoundException("There is no such promotion.")
    return state


def _staff_state(request: Asked, promotion: str) -> Promotion:
    state = _state(request, promotion)
    if not sees_desk(viewer_of(request), state.terms.book):
        raise PermissionDeniedException("This is for those who run this promotion.")
    return state


# For everybody


@get("/promotions", include_in_schema=False)
async def promotions_page(request: Asked) -> Response[Any]:
    viewer = viewer_of(request)
    rows = rows_for(house_of(request).affairs.all_of(NAME), viewer)
    return page(request, "promotions/promotions.html", rows=rows, books=books_to_draft(viewer))


@get("/promotions/{promotion:str}", include_in_schema=False)
async def promotion_page(request: Asked, promotion: FromPath[str]) -> Response[Any]:
    state, house = _state(request, promotion), house_of(request)
    view = public_view(promotion, state, viewer_of(request), house.now)
    disputes = _own_disputes(request, state)
    return page(request, "promotions/promotion.html", view=view, asked=asked, disputes=disputes)


def _own_disputes(request: Asked, state: Promotion) -> list[Any]:
    name = viewer_of(request).name
    return [dispute for dispute in state.disputes if name and dispute.person == name]


@get("/api/promotions", tags=["promotions"], summary="Every promotion that you may see")
async def promotions_data(request: Asked) -> tuple[PromotionRow, ...]:
    return rows_for(house_of(request).affairs.all_of(NAME), viewer_of(request))


@get(
    "/api/promotions/{promotion:str}",
    tags=["promotions"],
    summary="A promotion: its terms, its draw, your entries",
)
async def promotion_data(request: Asked, promotion: FromPath[str]) -> PublicPromotion:
    state = _state(request, promotion)
    return public_view(promotion, state, viewer_of(request), house_of(request).now)


# For those who run them


@get("/promotions/{promotion:str}/desk", guards=STAFF, include_in_schema=False)
async def promotion_desk_page(request: Asked, promotion: FromPath[str]) -> Response[Any]:
    state = _staff_state(request, promotion)
    rules, house = load_promotion_rules(played_by(state.terms)), house_of(request)

    def kept_out(name: str) -> bool:
        return house.turned_away(name) is not None

    return page(
        request,
        "promotions/desk.html",
        desk=desk_view(promotion, state, viewer_of(request), house.now, kept_out),
        says=rules.says,
        asked=asked,
        methods=METHODS,
        entries=state.entries[: -LISTED_ENTRIES - 1 : -1],
    )


@get("/promotions/drafts/new", guards=STAFF, include_in_schema=False)
async def new_promotion_page(
    request: Asked, book: FromQuery[str] = "", like: FromQuery[str] = ""
) -> Response[Any]:
    """Empty, or like a template or a promotion of the house by the same book."""
    books = books_to_draft(viewer_of(request))
    if not books:
        raise PermissionDeniedException("This is for those who run promotions.")
    chosen = book if book in books else next(iter(books))
    there = _to_begin_with(request, chosen)
    if like and like not in there:
        raise NotFoundException("There is nothing like that to begin with.")
    terms = there[like].terms if like else PromotionTerms(book=chosen, title="")
    return _editor(request, terms, "", books, there, like)


def _to_begin_with(request: Asked, book: str) -> dict[str, Template]:
    """Templates that the book allows, and what its staff has drafted before."""
    found = {one.name: one for one in templates_for(find_promotion_rules(book))}
    for row in rows_for(house_of(request).affairs.all_of(NAME), viewer_of(request)):
        state = _state(request, row.id)
        if state.terms.book == book:
            name = f"{HOUSE}{row.id}"
            found[name] = Template(name, state.terms.title, state.terms)
    return found


@get("/promotions/{promotion:str}/edit", guards=STAFF, include_in_schema=False)
async def edit_promotion_page(request: Asked, promotion: FromPath[str]) -> Response[Any]:
    state = _staff_state(request, promotion)
    if state.terms.book not in books_to_draft(viewer_of(request)):
        raise PermissionDeniedException("This is for those who run this promotion.")
    return _editor(request, state.pending or state.terms, promotion, {})


def _editor(
    request: Asked,
    terms: PromotionTerms,
    promotion: str,
    books: dict[str, str],
    there: dict[str, Template] | None = None,
    like: str = "",
) -> Response[Any]:
    says = load_promotion_rules(played_by(terms)).says
    return page(
        request,
        "promotions/edit.html",
        terms=terms,
        promotion=promotion,
        books=books,
        there=tuple((there or {}).values()),
        like=like,
        fields=msgspec.to_builtins(terms_form(says)),
        document=document_of(terms),
    )


@post(
    "/api/promotions/check",
    opt={DEAR: True},
    guards=STAFF,
    tags=["promotions"],
    summary="What is missing or forbidden in a document of terms",
    status_code=200,
)
async def check_document(request: Asked, data: JSONBody[dict[str, Any]]) -> Checked:
    terms = named_in(terms_of(data), datetime.date.today())
    return Checked(check_terms(load_promotion_rules(played_by(terms)), terms), terms)
