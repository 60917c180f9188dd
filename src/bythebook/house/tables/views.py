"""What people may see of a table, as values. Nothing gets into a view but by being put there.

A view of a table has parts. Everybody at the table sees the same public parts; `you` is for one
person alone. A page gets all parts first, and then only those that changed.
"""

from typing import Any, Literal

import msgspec


class ChoiceView(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """Something a player could ask for now: open, or closed by a clause."""

    action: str  # hit, stand, double, split, insure, even-money, surrender, withdraw, joker …
    box: int
    hand: int = 1
    player: str = ""  # who could do it: for insurance and the like there are several
    legal: bool = True
    clause: str = ""  # by which it is closed
    why: str = ""
    least: int = 0  # where an amount goes with it, in cents: the bounds and the usual one
    most: int = 0
    usual: int = 0
    values: tuple[str, ...] = ()  # what may be named: a joker's ranks
    on: str = ""  # whose wager is insured
    tokens: int = 0  # of what is added, the most that may be in promotional tokens
    free: bool = False  # a token of the table's own is laid for it: it costs nothing


class WagerView(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """Chips that lie on a spot before the deal, or a side wager still undecided."""

    box: int
    player: str
    wager: str
    amount: int
    token: int = 0  # of the amount


class StakeView(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    player: str
    amount: int
    token: int = 0  # of the amount
    doubled: int = 0
    free: int = 0
    live: bool = True


class HandView(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """Cards face up, in the order of the deal, after those face down."""

    cards: tuple[str, ...]
    face_down: int = 0
    total: int  # 0: nobody says it
    soft: bool = False
    doubled: bool = False
    split: bool = False
    done: bool = False
    kind: str = ""  # blackjack, bust, … in the words of the result
    stakes: tuple[StakeView, ...] = ()


class BoxView(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    number: int
    sits: str = ""
    controls: str = ""  # who decides for it in this round
    riders: tuple[str, ...] = ()  # the others with a wager on it
    reserved: str = ""
    wagers: tuple[WagerView, ...] = ()
    hands: tuple[HandView, ...] = ()
    insured: tuple[WagerView, ...] = ()
    turn: int = 0  # the hand in turn


class DealerView(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    cards: tuple[str, ...] = ()
    face_down: int = 0
    total: int = 0
    soft: bool = False
    kind: str = ""


class AtOnce(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """An order that staff may give now with one click."""

    says: str
    command: dict[str, Any]
    clause: str  # none: nothing of the book


class DueView(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """What the table waits for; `until`: when the automatic dealer goes on without."""

    what: str  # open check put-right shuffle cut insert burn wagers card decision offer
    clause: str
    says: str  # the same in words
    box: int | None = None
    hand: int = 0
    player: str = ""
    ways: dict[str, str] = {}
    clock: str = ""
    until: int = 0
    phase: str = ""  # of the round: betting dealing offers turns following withdrawing naming …
    ready: tuple[str, ...] = ()
    called: bool = False  # no more bets
    order: AtOnce | None = None  # what a dealer does next before the first card
    won: tuple[AtOnce, ...] = ()  # a jackpot was won: what is done about it now, or one of these
    shut: bool = False  # no wager is taken before that is done
    depth: tuple[int, int] = (0, 0)  # for a cut: least and most from the front
    correcting: int = 0  # the order that waits to correct the last card: nothing goes on before


class RowView(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """One wager's end: a line of the pay list."""

    box: int
    hand: int
    player: str
    wager: str
    stake: int
    result: str
    odds: str = ""
    line: str = ""
    paid: int = 0
    returned: int = 0
    clause: str
    also: tuple[str, ...] = ()
    stage: str = ""
    meters: tuple[str, ...] = ()  # that it was paid from: a jackpot
    says: str  # the whole in words


class LineView(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A line of the running book."""

    number: int  # counts up over the table's life
    at: int
    says: str
    clause: str = ""
    round: int = 0
    box: int = 0
    cents: int = 0  # what somebody got (plus) or lost (minus) by it
    player: str = ""
    card: str = ""
    kind: str = ""  # wager, card, money, decision, order, wrong
    # Enough to show it happening: which hand it is about, what that makes, what was wagered.
    hand: int = 0
    total: int = 0
    soft: bool = False
    did: str = ""  # turned: a card that lay face down; split: a hand into two; taken: a wager off
    wager: str = ""


class SignView(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    kind: str
    since: int
    time: int | None = None  # from when it applies: for countdowns
    limits: dict[str, tuple[int, int]] = {}
    text: str = ""
    player: str = ""


class SpotView(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A place for a wager on every box."""

    wager: str
    title: str
    least: int = 0
    most: int = 0
    unit: int = 0
    closed: str = ""  # the clause by which it is closed for the moment
    pays: tuple[str, ...] = ()  # its lines: what, and the odds
    clause: str = ""
    tokens: bool = False  # promotional tokens are taken there


class NamedTable(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """Which table it is: what the lobby says of it, and so does the table itself."""

    id: str
    title: str
    book: str
    book_title: str
    place: str
    game: str
    game_title: str
    practice: bool
    cards: Literal["virtual", "scanned"]
    phase: Literal["closed", "open"]
    boxes: int
    meters: dict[str, int]
    rounds: int
    meter_titles: dict[str, str] = {}  # the same meters, as people call them


class SignsView(NamedTable, frozen=True, gc=False, kw_only=True):
    """What stands at the table: name, game, limits, signs, meters."""

    decks: int
    dealing: str
    chips: tuple[int, ...]
    spots: tuple[SpotView, ...]  # the main wager first
    box_maximum: int | None
    signs: tuple[SignView, ...]
    inscription: tuple[str, ...]  # what the felt says: blackjack pays 3 to 2 …
    options: dict[str, str]
    readings: dict[str, str]
    closing: str  # in words, if announced
    held_up: str  # the clause by which no round begins for the moment
    points: bool = False  # chips count in points: they are no money


class ShoeView(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    status: str
    left: int
    of: int
    number: int = 0  # of the sealed stack
    digest: str = ""
    earlier: tuple[int, ...] = ()  # stacks that were revealed
    additions: int = 0  # how many players have added something to its chance
    begun: bool = False  # a card of it has been seen: nothing more is added
    cutting_card_out: bool = False
    shuffle_due: str = ""


class Means(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """What somebody has to play with at a table that the table itself does not know."""

    wallet: int = 0  # at the cage
    tokens: int = 0  # in hand, that may be staked here now
    room: int | None = None  # what is left of a loss limit; None: none is set
    excluded: str = ""  # the clause by which they are kept from here, and its book
    excluded_by: str = ""
    excluded_from: str = ""  # "game" or "casino"


class RulingView(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """What was decided about a dispute of yours, and where you may go if you do not accept it."""

    number: int
    about: str
    ruling: str
    by: str  # the title of whoever decided
    clause: str
    final_clause: str
    reviewed: bool = False  # by another person, at your request
    review_by: str = ""  # who could still look at it again, if you ask
    review_clause: str = ""
    outside: str = ""  # where you may complain


class YouView(Means, frozen=True, gc=False, kw_only=True):
    """For one person alone."""

    name: str
    role: str  # at this table: player, or a role of the book
    role_title: str
    guest: bool
    here: bool  # has arrived
    seat: int
    chips: int  # in hand at this table
    won: int  # net at this table
    round_won: int  # net in the round now or last played
    may_play: bool
    several: bool
    loss_limit: int | None = None
    limits: dict[str, tuple[int, int]] = {}  # their own, where others than the sign's
    acts: tuple[str, ...] = ()  # the table commands this role could ever give
    added: str = ""  # what they have added to the chance of the stack
    rulings: tuple[RulingView, ...] = ()  # on their disputes here, the latest first


class TableView(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A table as one person sees it."""

    version: int
    signs: SignsView
    boxes: tuple[BoxView, ...]
    dealer: DealerView
    due: DueView
    choices: tuple[ChoiceView, ...]
    rows: tuple[RowView, ...]  # of the round now or last played
    shoe: ShoeView
    lines: tuple[LineView, ...]  # the latest
    you: YouView


class LobbyRow(NamedTable, frozen=True, gc=False, kw_only=True):
    """A table as the lobby shows it."""

    least: int
    most: int
    seated: int
    in_round: bool
