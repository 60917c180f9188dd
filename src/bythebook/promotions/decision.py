"""An order as it is looked at: by whom, in which phase, under which act of the book."""

from collections.abc import Mapping
from typing import TypedDict

from bythebook import deciders
from bythebook.deciders import Order, tag_of
from bythebook.errors import Malformed, Refused
from bythebook.promotions.evolve import evolve
from bythebook.promotions.state import Promotion
from bythebook.rulebooks.chapters.promotions import PLAYER, ActName, Party, PromotionRules
from bythebook.rulebooks.chapters.promotions import Promotion as Says

HOUSE = "house"  # the role in which the house itself seals
SEAL = "seal"
HOUR = 3600

_LIVE = ("draft", "open", "closed", "drawn")
_ALL = (*_LIVE, "cancelled")
PHASES: dict[str, tuple[str, ...]] = {
    "amend": ("draft", "open", "closed"),
    "lodge": _ALL,
    "request-terms": (*_ALL, "ended"),
    "approve": _ALL,
    "confirm": ("draft", "open", "closed"),
    "publish": ("draft", "open", "closed"),
    "nominate": ("draft", "open", "closed"),
    "attend": ("closed",),
    "open": ("draft",),
    "enter": ("open",),
    "close": ("open",),
    "enter-value": ("closed",),
    "correct-value": ("closed",),
    "draw": ("closed",),
    "publish-results": ("drawn",),
    "tell-winner": ("drawn",),
    "claim": ("drawn",),
    "choose-payment": ("drawn",),
    "award": ("drawn",),
    "deny": ("drawn",),
    "tell-refused": _ALL,
    "pass-on": ("drawn",),
    "postpone": _LIVE,
    "validate": _LIVE,
    "cancel": _LIVE,
    "tell-inspector": _ALL,
    "dispute": (*_ALL, "ended"),
    "rule": (*_ALL, "ended"),
    "object": (*_ALL, "ended"),
    "advise": (*_ALL, "ended"),
    "end": ("drawn", "cancelled"),
}
WAITS_WHILE_POSTPONED = (
    "open", "enter", "close", "attend", "enter-value", "correct-value", "draw", "award", "pass-on",
)  # fmt: skip


class Signed(TypedDict):
    """What every event says of itself."""

    clause: str
    by: str
    at: int


class Decision(deciders.Decision[Promotion]):
    """An order that somebody may give in this phase, and the promotion as it is."""

    __slots__ = ("rules", "seeds")
    evolve = staticmethod(evolve)

    def __init__(
        self,
        rules: PromotionRules,
        state: Promotion,
        order: Order,
        clause: str,
        seeds: Mapping[int, str],
    ) -> None:
        super().__init__(state, order, clause)
        self.rules = rules
        self.seeds = seeds  # behind the seals, by number

    @property
    def says(self) -> Says:
        return self.rules.says

    @property
    def player(self) -> bool:
        return self.order.by.role == PLAYER

    def signed(self, clause: str = "") -> Signed:
        return Signed(clause=clause or self.clause, by=self.order.by.name, at=self.order.at)


def parties_of(rules: PromotionRules, role: str) -> frozenset[Party]:
    """As which parties somebody of this role may act."""
    found: set[Party] = {"player"} if role == PLAYER else set()
    found |= {party for party, rule in rules.says.parties.items() if role in rule.roles}
    return frozenset(found)


def act_clause(rules: PromotionRules, order: Order) -> str:
    """The clause of the act that is asked for, if this person may do it."""
    name: ActName = tag_of(order.command)  # type: ignore[assignment]
    act = rules.says.acts.get(name)
    if act is None:
        raise Malformed(f"{rules.book.id} knows no act {name!r}")
    if not parties_of(rules, order.by.role) & set(act.by):
        titles: dict[str, str] = {p: rule.title for p, rule in rules.says.parties.items()}
        who = " or ".join(titles.get(party, party) for party in act.by)
        raise Refused(act.clause, f"{name} is for {who}; {order.by.name} is {order.by.role}")
    return act.clause


def check_phase(decision: Decision) -> None:
    state, tag = decision.state, tag_of(decision.order.command)
    if decision.at < state.now:
        raise Malformed("the clock does not go back")
    if state.phase not in PHASES[tag]:
        raise decision.refuse(f"{tag} is not for a promotion that is {state.phase}")
    if state.postponed and tag in WAITS_WHILE_POSTPONED:
        raise decision.refuse("it is postponed", decision.says.integrity.clause)


def check_own(decision: Decision, person: str) -> None:
    """A player speaks for nobody else."""
    if not person.strip() or not person.isprintable():
        raise Malformed("a person has a name", "person")
    if decision.player and person != decision.order.by.name:
        raise decision.refuse(f"{decision.order.by.name} does not speak for {person}")
