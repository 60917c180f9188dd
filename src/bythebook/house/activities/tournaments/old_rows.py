"""Rows of tournament tables as they were written before their cards were sealed like all others.

Until then a stack was drawn from its seed by `draws.drawn_order`, was sealed and shown by the
events of a ballot, and its cutting card lay where a rule of the house put it. Such a stack is still
what it was: it is dealt to its end, shown and checked.
"""

from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec.structs import replace

from bythebook.cards import Card
from bythebook.deciders import Command, Revealed, Sealed, check_seed
from bythebook.draws import drawn_order
from bythebook.errors import Refused
from bythebook.house.activities.activity import Acted
from bythebook.house.cards.stacks import Stack, changes_by, drawn
from bythebook.rulebooks.chapters.tournament_play import PlayRules, load_play_rules
from bythebook.rulebooks.law import played_by
from bythebook.table import events as t
from bythebook.tournaments.session import commands as c
from bythebook.tournaments.session import events as e
from bythebook.tournaments.session import old_rows
from bythebook.tournaments.session.decision import game_of
from bythebook.tournaments.values import SessionTerms

if TYPE_CHECKING:
    from bythebook.house.activities.tournaments.running import TableRun

ABOUT = "shoe"  # what a seal was about that held cards
CARDS = "house:sealed-cards"


class SealShoe(Command, frozen=True, tag="seal-shoe"):
    """The cards of a new shoe are committed to."""

    digest: str


class ShowShoe(Command, frozen=True, tag="show-shoe"):
    """A shoe is over: how it lay is shown."""

    seed: str


def sealed(command: SealShoe, number: int) -> Sealed:
    return Sealed(number, command.digest, ABOUT, CARDS)


def shown(command: ShowShoe, stack: Stack | None) -> Revealed:
    if stack is None:
        raise Refused(CARDS, "there is no shoe")
    check_seed(stack.digest, command.seed, CARDS)
    return Revealed(stack.number, command.seed, CARDS)


def stack_of(terms: SessionTerms, event: Sealed) -> Stack:
    """An old stack as one of today; it was sealed before the cards of the last were taken up."""
    rules = load_play_rules(played_by(terms))
    cards = len(pack_of(rules, terms))
    return Stack(event.number, event.digest, cards, 0, 0, (_behind(rules, terms, cards),))


def pack_of(rules: PlayRules, terms: SessionTerms) -> tuple[Card, ...]:
    game = game_of(rules, terms)
    return game.rules.pack.cards(game.decks)


def _behind(rules: PlayRules, terms: SessionTerms, cards: int) -> int:
    """How many cards lay behind the cutting card."""
    game, shuffle = game_of(rules, terms), rules.table.conduct.shuffle
    marked = next((m.depth for m in shuffle.markers if game.decks in m.decks), None)
    depth = shuffle.insert or marked
    if depth is None:
        return cards // 4
    most = [cards // 2]
    if depth.most_from_back is not None:
        most.append(depth.most_from_back)
    if depth.most_decks_from_back is not None:
        most.append(round(depth.most_decks_from_back * (cards // game.decks)))
    return min(max(cards // 4, depth.back), *most)


@lru_cache(maxsize=256)
def order_of(seed: str, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """A stack as it lay: its first card left the shoe first."""
    return drawn_order(seed, cards)


def with_stack_after(before: "TableRun", after: "TableRun", event: e.TableMoved) -> "TableRun":
    """An old stack goes on until it is shuffled, also where a device takes up its cards."""
    drawn_since = sum(isinstance(moved, t.CardTaken) for moved in event.events)
    out = drawn(before) + drawn_since
    for moved in event.events:
        if isinstance(moved, t.RackReloaded):
            after = _drawn_so_far(after, out)
        else:
            after = replace(after, **changes_by(replace(after, session=before.session), moved))
    return after


def _drawn_so_far(run: "TableRun", cards: int) -> "TableRun":
    if run.stack is None:
        return run
    shoe = run.table.shoe
    return replace(run, stack=replace(run.stack, base=len(shoe.out) + shoe.unseen - cards))


def as_today(run: "TableRun | None", acted: Acted) -> tuple["TableRun | None", Acted]:
    """A table as a row found it, and the row, as the tables of today would have written it."""
    command, session = acted.order.command, run.session if run is not None else None
    terms = command.terms if isinstance(command, c.Open) else None
    terms = session.terms if session is not None else terms
    if terms is None:
        return run, acted
    rules = load_play_rules(played_by(terms))
    then, events = old_rows.as_today(rules, session, acted.order, acted.events)
    if run is not None and then is not None and then is not session:
        old = drawn(run) if run.stack is not None else 0
        same_shoe = run.table.shoe.status == "ready"
        run = replace(run, session=then)
        run = _drawn_so_far(run, old) if same_shoe else run
    return run, acted if events == acted.events else Acted(acted.order, events)
