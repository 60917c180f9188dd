"""What a tournament table brings to a round of the game."""

from bythebook.game.state import Table
from bythebook.rulebooks.chapters.tournament_play import PlayRules
from bythebook.tournaments.session.state import Session
from bythebook.tournaments.values import SessionTerms


def round_table(
    rules: PlayRules,
    terms: SessionTerms,
    limits: tuple[int, int],
    first: int,
    seated: dict[int, str],
) -> Table:
    """Limits go to the round only where its own rules deal with wagers outside them."""
    wagering = rules.play.wagering
    by_round = {}
    if limits[1] and "by-round" in (wagering.over.value, wagering.under.value):
        by_round["main"] = limits
    return Table(
        side_wagers=frozenset(terms.side_wagers),
        chips=terms.chips,
        limits=by_round,
        first=first,
        seated=seated,
    )


def deals_from(rules: PlayRules, session: Session) -> int:
    """The box where the deal begins: the marker's, or as ever (0)."""
    deals = rules.play.turns.deals.value
    if not session.terms.ordered and rules.play.turns.optional is not None:
        return 0
    if deals == "as-ever" or (deals == "may-from-marker" and not session.terms.deals_from_marker):
        return 0
    return session.marker


def clockwise(session: Session, start: int, boxes: list[int]) -> list[int]:
    """The boxes in order from a box on, going round."""
    return sorted(boxes, key=lambda box: (box - (start or 1)) % session.terms.boxes)


def is_ordered(rules: PlayRules, session: Session) -> bool:
    """Whether wagers are made one after the other."""
    return session.terms.ordered or rules.play.turns.optional is None
