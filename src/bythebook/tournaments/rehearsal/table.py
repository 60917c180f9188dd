"""One table of a rehearsal: automatic players, an automatic staff, cards out of a seed."""

import msgspec

from bythebook.cards import Card
from bythebook.deciders import Command, Event, Order, Person
from bythebook.draws import digest_of
from bythebook.errors import BrokenInvariant, Malformed, Refused, ensure
from bythebook.game import commands as g
from bythebook.rulebooks.chapters.tournament_play import PlayRules
from bythebook.table.cards.depths import cards_left
from bythebook.table.dealing import runs_low
from bythebook.tournaments.rehearsal.players import Chance, Temper, decisions, wagers
from bythebook.tournaments.session import commands as c
from bythebook.tournaments.session.automatic import next_step, staff_for, wants_card, wants_seed
from bythebook.tournaments.session.decision import game_of
from bythebook.tournaments.session.session import decide, evolve
from bythebook.tournaments.session.state import Session
from bythebook.tournaments.session.wagering import to_act
from bythebook.tournaments.values import SessionResult, SessionTerms

PLAYER = "player"
STEPS_MOST = 200_000  # of one session: beyond it, something goes round in circles


class Played(msgspec.Struct, frozen=True):
    """A session that is over."""

    session: Session
    result: SessionResult
    events: tuple[Event, ...]
    refused: int  # what players tried and were not allowed
    ended: int  # when


class Table:
    """A session while it is rehearsed; every order takes a second."""

    def __init__(
        self, rules: PlayRules, terms: SessionTerms, minds: dict[str, Temper], chance: Chance
    ) -> None:
        self.rules = rules
        self.terms = terms
        self.minds = minds
        self.chance = chance
        self.session: Session | None = None
        self.events: list[Event] = []
        self.refused = 0
        self.now = 0
        self.shoe: list[Card] = []
        self.seeds: list[str] = []
        game = game_of(rules, terms)
        self._cards = game.rules.pack.cards(game.decks)

    @property
    def state(self) -> Session:
        if self.session is None:
            raise BrokenInvariant("the session was not opened")
        return self.session

    def play(self, starts: int) -> Played:
        """From the first seat to the result."""
        self.now = starts
        self._open()
        for _ in range(STEPS_MOST):
            if self.state.phase == "over":
                break
            self._step()
        result = self.state.result
        if result is None:
            raise BrokenInvariant(f"session {self.terms.id} does not come to an end")
        return Played(self.state, result, tuple(self.events), self.refused, self.now)

    def _do(self, by: Person, command: Command, why: str = "") -> None:
        order = Order(by=by, at=self.now, command=command, why=why)
        events = decide(self.rules, self.session, order)
        for event in events:
            self.session = evolve(self.session, event)
        self.events += events
        self.now += 1

    def _staff(self, command: Command, why: str = "") -> None:
        self._do(staff_for(self.rules, command), command, why)

    def _try(self, player: str, wanted: list[Command]) -> bool:
        """Let a player do the first thing that is allowed."""
        for command in wanted:
            try:
                self._do(Person(player, PLAYER), command)
            except (Refused, Malformed):
                self.refused += 1
            else:
                return True
        return False

    # Steps

    def _open(self) -> None:
        self._staff(c.Open(self.terms))
        for player, mind in self.minds.items():
            if not mind.late:
                self._do(Person(player, PLAYER), c.TakeSeat())
        self._seal()
        if self.terms.vouchers is not None:
            self._staff(c.FillContainer(self.chance.seed()))
        if game_of(self.rules, self.terms).rules.pack.jokers:
            self._staff(c.ShowJokers())
        self._staff(c.Start())

    def _seal(self) -> None:
        """A seed is committed to, in case chance has to decide."""
        self.seeds.append(self.chance.seed())
        self._staff(c.Seal(digest_of(self.seeds[-1])))

    def _top(self) -> Card:
        """The card that lies on top. What the table took up again is shuffled first."""
        left = cards_left(self.rules.table, self.state.table)
        if len(self.shoe) != left:
            cards = list(self._cards)
            for card in self.state.table.shoe.out:
                cards.remove(card)
            self.shoe = self.chance.shuffled(tuple(cards))[:left]
        return self.shoe.pop()

    def _step(self) -> None:
        session = self.state
        if wants_card(session):
            self._deal()
            return
        self._seat_the_late()
        waiting = self._who_decides()
        if waiting:
            player, wanted = waiting
            if self._try(player, wanted):
                return
        if wants_seed(session):
            self._staff(c.Ballot(self.seeds.pop(0)))
            if self.state.phase not in ("ballot", "over"):
                self._seal()
            return
        self._staff_step()

    def _staff_step(self) -> None:
        if self.state.phase == "between" and runs_low(self.rules.table, self.state.table):
            self._staff(c.Shuffle())
        chance = self.chance.below(2**16) if self.state.table.shoe.status == "to-cut" else 0
        order = next_step(self.rules, self.state, self.now, chance=chance, wait=False)
        if order is None:
            self.now += 60  # time alone makes the next step possible
            ensure(self.now < 2**62, "a rehearsal has time")
            return
        self._do(order.by, order.command, order.why)

    def _deal(self) -> None:
        shoe = self.state.table.shoe
        last = cards_left(self.rules.table, self.state.table) == shoe.marker_at
        if last and not shoe.markers_out and not shoe.next:
            self._staff(c.CuttingCard())
        else:
            self._staff(c.Deal(str(shoe.next[0] if shoe.next else self._top())))

    def _seat_the_late(self) -> None:
        session = self.state
        if session.phase != "betting":
            return
        for player, mind in self.minds.items():
            each = session.players.get(player)
            if each is not None and each.active and not each.seated and session.hand >= mind.late:
                self._do(Person(player, PLAYER), c.TakeSeat())

    def _who_decides(self) -> tuple[str, list[Command]] | None:
        session = self.state
        if session.phase == "betting":
            return self._who_wagers()
        round_ = session.round
        if session.phase != "playing" or round_ is None:
            return None
        if round_.phase == "offers":
            return self._who_insures()
        owner = next((each for each in session.players.values() if each.box == round_.at[0]), None)
        if owner is None or not owner.seated:
            return None
        return owner.player, decisions(session, owner.player, self.chance)

    def _who_wagers(self) -> tuple[str, list[Command]] | None:
        waiting = to_act(self.state)
        if not waiting or not self.state.players[waiting[0]].seated:
            return None
        player = waiting[0]
        return player, wagers(self.state, player, self.minds[player], self.chance)

    def _who_insures(self) -> tuple[str, list[Command]] | None:
        """Offers are for everybody; at most one of them is taken up each time it is asked."""
        for player in self.state.playing:
            wanted = decisions(self.state, player, self.chance)
            if wanted:
                return player, [*wanted, c.Decide(g.TakeEvenMoney(self.state.players[player].box))]
        return None
