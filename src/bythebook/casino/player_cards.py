"""Player Cards: the casino issues them, so one that is none at a table is none at any."""

from bythebook.casino import commands as c
from bythebook.casino import events as e
from bythebook.casino.decision import Decision
from bythebook.deciders import carries_out
from bythebook.errors import Malformed
from bythebook.rulebooks.chapters.conduct import Protection


@carries_out
def refuse_card(decision: Decision, command: c.RefuseCard) -> None:
    """Who may find that was asked at the table. Found again, nothing more follows."""
    decision.clause = _rules(decision).invalid.clause
    decision.note()
    decision.emit(e.CardRefused(command.book, decision.clause))


@carries_out
def see_card(decision: Decision, command: c.SeeCard) -> None:
    decision.clause = _rules(decision).card.clause
    if not decision.state.card_refused:
        raise decision.refuse(f"no card of {decision.state.name} was refused")
    decision.note()
    decision.emit(e.CardSeen(decision.clause))


def _rules(decision: Decision) -> Protection:
    found = decision.book.protection
    if found is None:
        raise Malformed("this book knows no Player Cards", "book")
    return found
