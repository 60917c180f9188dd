"""One table of a tournament in one session: `decide`, `evolve`, `legal`.

    events  = decide(rules, session, order)    # None before it is opened; or Refused, or Malformed
    session = evolve(session, event)

`rules` are a book's (`find_play_rules`); what a hand pays is the game's affair (`bythebook.game`).
"""

import sys

from bythebook.deciders import (
    Command,
    Event,
    Order,
    Person,
    carries_out,
    handlers_in,
    refusal_of,
    tag_of,
)
from bythebook.errors import Malformed, Refused
from bythebook.rulebooks.chapters.tournament_play import PlayRules
from bythebook.tournaments.session import commands as c
from bythebook.tournaments.session import decisions, director, hand, seats, settling, ties, wagering
from bythebook.tournaments.session import events as e
from bythebook.tournaments.session.after import cancel_at_shoe, survival_drawn
from bythebook.tournaments.session.candidates import candidates
from bythebook.tournaments.session.decision import Desk, may_order
from bythebook.tournaments.session.evolve import evolve
from bythebook.tournaments.session.opening import opened
from bythebook.tournaments.session.putting_right import put_right
from bythebook.tournaments.session.state import Session

__all__ = ["decide", "evolve", "legal", "refusal"]

# While something is being decided, or everybody has a break, play waits.
_WHILE_WAITING = (c.RuleOn, c.RaiseDispute, c.Note, c.TakeSeat, c.Seal, c.ExamineForm)


@carries_out
def ballot(desk: Desk, command: c.Ballot) -> None:
    order = ties.drawn(desk, command.seed)
    chosen = order[: desk.state.ballot_places]
    survival = desk.state.stage == "survival"
    elimination = desk.book.elimination
    clause = desk.book.ranking.together.clause
    if survival and elimination is not None:
        clause = elimination.ballot.clause
    desk.emit(e.BallotDrawn(order, chosen, clause))
    if survival:
        survival_drawn(desk, chosen)
    else:
        ties.places_drawn(desk, order)


@carries_out
def shuffle(desk: Desk, command: c.Shuffle) -> None:
    """Whoever was never seen by the shoe that the book names has lost the place."""
    before = desk.state.shoe
    director.shuffled(desk)
    if desk.state.shoe > before:
        cancel_at_shoe(desk)


HANDLERS = handlers_in(
    seats, director, hand, wagering, settling, ties, decisions, sys.modules[__name__]
)


def decide(rules: PlayRules, session: Session | None, order: Order) -> tuple[Event, ...]:
    """What an order brings about; `Refused` by a clause, or `Malformed`."""
    command = order.command
    of_table = isinstance(command, c.TABLE_COMMANDS)
    unable = None if of_table else may_order(rules, tag_of(command), order.by)
    if unable is not None:
        raise unable
    if isinstance(command, c.Open):
        if session is not None:
            raise Refused(rules.play.rules_apply.clause, "the session is open already")
        return opened(rules, command.terms, order.at)
    if session is None:
        raise Malformed("the session has not been opened")
    handler = put_right if of_table else HANDLERS.get(type(command))
    if handler is None:
        raise Malformed("that is nothing a tournament table knows")
    _check_waiting(rules, session, command)
    desk = Desk(rules, session, order)
    handler(desk, command)
    settling.go_on(desk)
    return tuple(desk.events)


def _check_waiting(rules: PlayRules, session: Session, command: Command) -> None:
    if session.phase == "over" and not isinstance(command, c.Note):
        raise Refused(rules.play.ranking.announced.clause, "the session is over")
    if isinstance(command, _WHILE_WAITING):
        return
    dispute = session.open_dispute
    if dispute is not None:
        clause = rules.play.discipline.disputes.clause
        raise Refused(clause, f"play waits until dispute {dispute.number} is decided")
    if session.on_break and not isinstance(command, c.EndBreak):
        raise Refused(rules.play.rules_apply.clause, "there is a break")


def refusal(rules: PlayRules, session: Session | None, order: Order) -> Refused | Malformed | None:
    """Why an order would not be carried out now, or None."""
    return refusal_of(decide, rules, session, order)


def legal(rules: PlayRules, session: Session, person: Person, at: int) -> list[Command]:
    """What this person could ask for now without being refused: for buttons and automatic players.

    Amounts stand at their least for wagers, at their most in the round; forms, seeds, cards and
    words are not listed: whoever has them knows what to ask.
    """
    found = []
    for command in candidates(rules, session, person):
        order = Order(by=person, at=at, command=command, why="asked for")
        if refusal(rules, session, order) is None:
            found.append(command)
    return found
