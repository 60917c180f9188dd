"""What has to be filled in to set a jackpot up: the fields of its terms, as each book has them."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from bythebook.errors import Malformed
from bythebook.fields import FieldView, document_fields, named
from bythebook.house.activities.pools.view import FIGURES, meter_title
from bythebook.jackpots.facts import seeds_of
from bythebook.jackpots.terms import MeterTerms, PoolTerms
from bythebook.money import format_amount, parse_amount
from bythebook.rulebooks import Game
from bythebook.rulebooks.chapters.game import SideWager
from bythebook.rulebooks.chapters.jackpots import Jackpot, JackpotRules, find_jackpot_rules
from bythebook.rulebooks.loader import Option

FIRST_RATE_PPM, FIRST_SEED_CENTS = 50_000, 100_00
FIRST_LEAST_CENTS, FIRST_MOST_CENTS = 200_00, 500_00
FIRST_STAKE_CENTS = 500
WINNERS = {
    "wager": "the wager that reaches the hidden value",
    "round": "every such wager in that round",
}


class PoolForm(msgspec.Struct, frozen=True, kw_only=True):
    """One jackpot that could be set up."""

    title: str
    book_title: str
    stake_option: str  # the option of the game that says the stake on the sign
    fields: tuple[FieldView, ...]
    terms: PoolTerms  # to begin with


def pool_forms(books: list[str]) -> tuple[PoolForm, ...]:
    """Every jackpot of these books."""
    return tuple(
        form
        for book in books
        for rules in [find_jackpot_rules(book)]
        for wager, jackpot in rules.jackpots.items()
        for form in _forms(rules, wager, jackpot)
    )


def _forms(rules: JackpotRules, wager: str, jackpot: Jackpot) -> Iterator[PoolForm]:
    """The first of the games that it may be played on has its pay table."""
    found = next(((name, side) for name, side in _games(rules, wager, jackpot)), None)
    if found is None:
        return
    game, side = found
    option = f"{wager}-stake"
    known = rules.book.options.get(option)
    stakes = tuple(_stakes(known))
    meters = tuple(_meters(side))
    by_cards = tuple(meter for meter in meters if not meter.hidden)
    yield PoolForm(
        title=jackpot.title,
        book_title=rules.book.about.title,
        stake_option=option if known is not None else "",
        fields=document_fields(PoolTerms, _About(jackpot, known, stakes, meters), as_written=False),
        terms=PoolTerms(
            id="",
            title=jackpot.title,
            book=rules.book.id,
            game=game,
            wager=wager,
            stake_cents=stakes[-1] if stakes else FIRST_STAKE_CENTS,
            meters=by_cards or meters[:1],
        ),
    )


class _About:
    """What a book says to the terms of one of its jackpots."""

    def __init__(
        self,
        jackpot: Jackpot,
        option: Option | None,
        stakes: tuple[int, ...],
        meters: tuple[MeterTerms, ...],
    ) -> None:
        self._jackpot = jackpot
        levels = [meter for meter in meters if meter.hidden]
        hidden = {"when": {"name": tuple(meter.name for meter in levels)}}
        allowed = " or ".join(format_amount(cents) for cents in stakes)
        by = jackpot.authorised
        self._told: dict[str, Mapping[str, Any] | None] = {
            "stake_cents": {
                "clause": option.clause if option is not None else jackpot.links.stake.clause,
                "hint": f"{allowed}." if allowed else "",
            },
            "meters": {
                "each": "mystery level",
                "values": named({meter.name: self._title(meter) for meter in meters}),
                "default": msgspec.to_builtins(levels),
            },
            "meters.least_cents": hidden,
            "meters.most_cents": hidden,
            "winners": {"values": named(WINNERS)} if levels else None,
            "approvals": self._approvals(),
            "authorise_cents": {"clause": by.clause} if by is not None else None,
        }

    def _title(self, meter: MeterTerms) -> str:
        title = meter_title(meter.name, meter.hidden, self._jackpot.title)
        again = format_amount(meter.reset_cents)
        return f"{title}: {'won by chance' if meter.hidden else 'won by its cards'}, from {again}"

    def _approvals(self) -> Mapping[str, Any] | None:
        approval = self._jackpot.approval
        if approval is None:
            return None
        fields = tuple(
            FieldView(name=name, label=f"{FIGURES[name]}: by which document", kind="text", most=200)
            for name in approval.value
        )
        return {"kind": "record", "fields": fields, "required": True, "clause": approval.clause}

    def __call__(self, path: str) -> Mapping[str, Any] | None:
        return self._told.get(path, {})


def _games(rules: JackpotRules, wager: str, jackpot: Jackpot) -> Iterator[tuple[str, SideWager]]:
    for name in jackpot.links.games:
        if name not in rules.book.games:
            continue  # a game of another book may be linked, but this book has its rules
        game: Game = rules.book.game(name)
        side = game.rules.side_wagers.get(wager)
        if side is not None:
            yield name, side


def _stakes(option: Option | None) -> Iterator[int]:
    for value in option.values if option is not None else ():
        try:
            yield parse_amount(value)
        except Malformed:
            continue  # any: the book's own word for no choice


def _meters(side: SideWager) -> Iterator[MeterTerms]:
    """As they may begin: by the book where it says, somewhere where it does not."""
    mysteries = side.mystery.meters() if side.mystery is not None else []
    for name, cents in seeds_of(side).items():
        meter = MeterTerms(
            name=name,
            seed_cents=cents or FIRST_SEED_CENTS,
            reset_cents=cents,
            rate_ppm=FIRST_RATE_PPM,
        )
        if name in mysteries:
            meter = replace(meter, least_cents=FIRST_LEAST_CENTS, most_cents=FIRST_MOST_CENTS)
        yield meter
