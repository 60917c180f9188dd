"""One order at a tournament table as it unfolds; and who may give which."""

from typing import NamedTuple, cast

from bythebook.deciders import Command, Event, Order, Person
from bythebook.errors import Malformed, Refused
from bythebook.game import play
from bythebook.game.commands import AnyCommand as RoundCommand
from bythebook.game.commands import Command as AnyRoundCommand
from bythebook.game.events import AnyEvent as RoundEvent
from bythebook.game.state import State as Round
from bythebook.rulebooks.chapters.game import Game
from bythebook.rulebooks.chapters.tournament_play import Act, Play, PlayRules, Power
from bythebook.tournaments.session import events as e
from bythebook.tournaments.session.evolve import balanced, evolve
from bythebook.tournaments.session.evolve_hand import after_move
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


def tag_of(command: Command) -> str:
    return str(type(command).__struct_config__.tag)


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
    if any(by.role in roles_of(rules, power) for power in act.by):
        return None
    who = " or ".join(sorted(act.by))
    return Refused(act.clause, f"{tag.replace('-', ' ')}: only by a {who}")


class Desk:
    """Collects events; each is applied at once, so that the next is decided on what it left."""

    __slots__ = ("act", "events", "order", "rules", "state")

    def __init__(self, rules: PlayRules, state: Session, order: Order) -> None:
        self.rules = rules
        self.state = state
        self.order = order
        self.act = act_of(rules, tag_of(order.command))
        self.events: list[Event] = []

    @property
    def book(self) -> Play:
        return self.rules.play

    @property
    def at(self) -> int:
        return self.order.at

    @property
    def terms(self) -> SessionTerms:
        return self.state.terms

    def emit(self, event: Event) -> None:
        self.state = evolve(self.state, event)
        self.events.append(event)

    def game(self) -> Game:
        return game_of(self.rules, self.terms)

    def limits(self) -> tuple[int, int]:
        return limits_now(self.state)

    def play(self, command: AnyRoundCommand) -> Round:
        """Give the round a command; refused, it raises."""
        round_ = self.state.round
        if round_ is None:
            raise Refused(self.book.rules_apply.clause, "no hand is being played")
        after, events = play(self.game(), round_, command)
        moved = e.RoundMoved(
            cast(RoundCommand, command), cast(tuple[RoundEvent, ...], tuple(events)), self.at
        )
        # The round has applied its events one by one: they need not be folded a second time.
        self.state = balanced(after_move(self.state, moved, after))
        self.events.append(moved)
        return after

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


class _Known(NamedTuple):
    rules: PlayRules
    terms: SessionTerms
    game: Game


# Worked out once for a session, not once for an order; the entry keeps its terms alive, so that no
# others can have the same identity. There are few at a time, and then they are forgotten together.
_GAMES: dict[int, _Known] = {}
_GAMES_MAX = 10_000
_Choices = tuple[tuple[str, str], ...]
_RESOLVED: dict[tuple[int, str, int | None, _Choices, _Choices], Game] = {}


def game_of(rules: PlayRules, terms: SessionTerms) -> Game:
    """The game that a session plays, with every choice made."""
    known = _GAMES.get(id(terms))
    if known is not None and known.terms is terms and known.rules is rules:
        return known.game
    options, readings = tuple(terms.options.items()), tuple(terms.readings.items())
    key = (id(rules.book), terms.game, terms.decks, options, readings)
    if key not in _RESOLVED:
        _RESOLVED[key] = rules.book.game(terms.game, terms.decks, terms.options, terms.readings)
    if len(_GAMES) >= _GAMES_MAX:
        _GAMES.clear()
    _GAMES[id(terms)] = _Known(rules, terms, _RESOLVED[key])
    return _RESOLVED[key]
