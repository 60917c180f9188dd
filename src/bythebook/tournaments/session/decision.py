"""One order at a tournament table as it unfolds; and who may give which."""

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from bythebook.deciders import Decision, Event, Order, Person, tag_of
from bythebook.errors import Malformed, Refused
from bythebook.game.commands import Command as RoundCommand
from bythebook.game.state import State as Round
from bythebook.rulebooks.chapters.conduct import Act as TableAct
from bythebook.rulebooks.chapters.game import Game
from bythebook.rulebooks.chapters.tournament_play import Act, Play, PlayRules, Power
from bythebook.table import orders as o
from bythebook.table.decision import Decision as TableDesk
from bythebook.table.decision import game_for
from bythebook.table.decision import game_of as game_at
from bythebook.table.rounds import finish_if_over
from bythebook.table.settings import SHUFFLER, with_dealing
from bythebook.table.state import State as Table
from bythebook.table.table import carry_out
from bythebook.tournaments.session import commands as c
from bythebook.tournaments.session import events as e
from bythebook.tournaments.session.evolve import after_move, balanced, evolve
from bythebook.tournaments.session.state import Competitor, Session, limits_now
from bythebook.tournaments.values import SessionTerms

PLAYER = "player"
HOUSE = "house"  # the house itself, by which a course opens its tables and chance is sealed
OF_THE_HOUSE = ("open", "seal")
LADDER: tuple[Power, ...] = ("dealer", "supervisor", "director")

# Who may, where the book does not say: the lowest of those who run the table, or a player.
_USUAL: dict[str, tuple[Power, ...]] = {
    "open": ("director",),
    "take-seat": ("player", "dealer"),
    "leave-seat": ("player", "dealer"),
    "substitute": ("director",),
    "add-chips": ("director",),
    "fill-container": ("supervisor",),
    "seal": ("dealer",),
    "wager": ("player", "dealer"),
    "pass": ("player", "dealer"),
    "hand-in": ("player", "dealer"),
    "check-form": ("supervisor",),
    "return-form": ("supervisor",),
    "draw-voucher": ("player", "dealer"),
    "double-your-bet": ("player", "dealer"),
    "decide": ("player", "dealer"),
    "direct": ("director",),
    "void-hand": ("supervisor",),
    "announce": ("supervisor",),
    "examine-form": ("player", "dealer"),
    "count-chips": ("director",),
    "set-time-limit": ("director",),
    "break": ("director",),
    "end-break": ("director",),
    "dispute": ("player", "dealer"),
    "rule-on": ("director",),
    "disqualify": ("director",),
    "consent": ("player",),
    "end-early": ("director",),
    "announce-result": ("director",),
}


def act_of(rules: PlayRules, tag: str) -> Act:
    """Who may give an order of this kind, by the book or as is usual."""
    found = rules.play.acts.get(tag)
    if found is not None:
        return found
    return Act(by=_USUAL.get(tag, ("dealer",)), clause=rules.play.rules_apply.clause)


def roles_of(rules: PlayRules, power: Power) -> tuple[str, ...]:
    """Every role that has a power: those above have it too."""
    if power == PLAYER:
        return (PLAYER,)
    roles = rules.play.roles
    ladder = {"dealer": roles.dealer, "supervisor": roles.supervisor, "director": roles.director}
    return tuple(role for each in LADDER[LADDER.index(power) :] for role in ladder[each])


def is_staff(rules: PlayRules, role: str) -> bool:
    return role in roles_of(rules, "dealer")


def may_order(rules: PlayRules, tag: str, by: Person) -> Refused | None:
    act = act_of(rules, tag)
    if by.role == HOUSE and tag in OF_THE_HOUSE:
        return None
    if by.role in act.also_by or any(by.role in roles_of(rules, power) for power in act.by):
        return None
    who = " or ".join(sorted(act.by))
    return Refused(act.clause, f"{tag.replace('-', ' ')}: only by a {who}")


class Desk(Decision[Session]):
    """An order at a tournament table."""

    __slots__ = ("act", "rules")
    evolve = staticmethod(evolve)

    def __init__(self, rules: PlayRules, state: Session, order: Order) -> None:
        self.act = act_of(rules, tag_of(order.command))
        super().__init__(state, order, self.act.clause)
        self.rules = rules

    @property
    def book(self) -> Play:
        return self.rules.play

    @property
    def terms(self) -> SessionTerms:
        return self.state.terms

    def game(self) -> Game:
        return game_in(self.rules, self.state)

    def limits(self) -> tuple[int, int]:
        return limits_now(self.state)

    # The table

    def at_table(self, do: Callable[[TableDesk], object]) -> None:
        """Have something done at the table, by its own rules: who may was asked already."""
        given = table_order(self.rules, self.order)
        entries = self.rules.table.conduct.acts.get(tag_of(self.order.command), ())
        act = TableAct(says="", by=given.by.role, clause=self.act.clause)
        table = replace(self.state.table, ordering=giver(self.rules, self.terms, self.order))
        desk = TableDesk(self.rules.table, table, given, entries[0] if entries else act)
        do(desk)
        finish_if_over(desk)
        if desk.events:
            self._moved(desk.state, desk.events)

    def order_table(self) -> tuple[Event, ...]:
        """Give the table an order of its own: who may is its own affair too."""
        given = table_order(self.rules, self.order)
        return self._moved(*carry_out(self.rules.table, self.state.table, given))

    def _moved(self, table: Table, events: Sequence[Event]) -> tuple[Event, ...]:
        by = giver(self.rules, self.terms, self.order)
        moved = e.TableMoved(tuple(events), self.at, by)
        # The table has applied its events one by one: they need not be folded a second time.
        self.state = balanced(after_move(self.state, moved, table))
        self.events.append(moved)
        return moved.events

    def play(self, command: RoundCommand) -> Round:
        """Give the round a command; refused, it raises."""
        if self.state.table.round is None:
            raise Refused(self.book.rules_apply.clause, "no hand is being played")
        self.at_table(lambda desk: desk.play(command))
        round_ = self.state.round
        assert round_ is not None
        return round_

    def player(self, name: str) -> Competitor:
        return competitor(self.state, name)

    def whose(self, named: str) -> Competitor:
        """The player an order is about: oneself, or the one whom staff name."""
        by = self.order.by
        if by.role != PLAYER:
            return self.player(named)
        if named not in ("", by.name):
            raise Refused(self.book.wagering.one_place.clause, f"{by.name} acts for nobody else")
        return self.player(by.name)

    def check_active(self, each: Competitor) -> None:
        if not each.active:
            raise Refused(self.book.rules_apply.clause, f"{each.player} is out of the session")

    def check_phase(self, *phases: str) -> None:
        if self.state.phase not in phases:
            what = tag_of(self.order.command).replace("-", " ")
            raise Refused(self.act.clause, f"{what}: not now ({self.state.phase})")


def competitor(session: Session, name: str) -> Competitor:
    found = session.players.get(name)
    if found is None:
        raise Malformed(f"{name or 'nobody'} does not play at this table")
    return found


def setup_of(rules: PlayRules, terms: SessionTerms) -> o.Setup:
    """The table of a session, as a table of the book is set up."""
    first = terms.limits[0] if terms.limits else None
    setup = o.Setup(
        game=terms.game,
        boxes=terms.boxes,
        dealing=terms.options.get(SHUFFLER, "shoe"),
        decks=terms.decks,
        options=terms.options,
        readings=terms.readings,
        side_wagers=terms.side_wagers,
        limits={"main": (first.least, first.most)} if first is not None else {},
        chips=terms.chips,
        tournament=True,
    )
    return with_dealing(rules.table, setup)


def game_of(rules: PlayRules, terms: SessionTerms) -> Game:
    """The game that a session plays, with every choice made."""
    return game_for(rules.table, setup_of(rules, terms))


def game_in(rules: PlayRules, session: Session) -> Game:
    """The same where the table is open."""
    return game_at(rules.table, session.table)


def table_person(rules: PlayRules, by: Person) -> Person:
    """Somebody as the table knows them. Who directs may do what those below may: to the table,
    which knows no directors, that is the highest of them."""
    roles = rules.play.roles
    if by.role in roles.director:
        return replace(by, role=roles.supervisor[-1])
    return replace(by, role=roles.dealer[0]) if by.role == HOUSE else by


def giver(rules: PlayRules, terms: SessionTerms, order: Order) -> Person | None:
    """Who put a decision down, where cards are real and the dealer may have got it wrong."""
    decides = isinstance(order.command, c.Decide) and terms.cards == "scanned"
    return table_person(rules, order.by) if decides else None


def table_order(rules: PlayRules, order: Order) -> o.Order:
    """An order as the table knows it."""
    by = table_person(rules, order.by)
    if isinstance(order, o.Order):
        return replace(order, by=by)
    return o.Order(by=by, at=order.at, command=order.command, why=order.why)
