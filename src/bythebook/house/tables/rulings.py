"""What was decided about a player's disputes at a table, and where they may go from there."""

from collections.abc import Iterator

from bythebook.house.tables.views import RulingView
from bythebook.rulebooks.tables import TableRules
from bythebook.table.powers import title
from bythebook.table.state import State


def rulings_of(rules: TableRules, table: State, name: str) -> Iterator[RulingView]:
    """Those of one person, the latest first; a review takes the place of what it reviewed."""
    says = rules.conduct.disputes
    for dispute in reversed(table.disputes):
        by = dispute.reviewed_by or dispute.decided_by
        if not name or dispute.player != name or by is None:
            continue
        reviewed = dispute.reviewed_by is not None
        again = says.reviewed if not reviewed else None
        yield RulingView(
            number=dispute.number,
            about=dispute.about,
            ruling=dispute.review if reviewed else dispute.ruling,
            by=title(rules.conduct, by.role),
            reviewed=reviewed,
            clause=(says.reviewed or says.decided).clause if reviewed else says.decided.clause,
            review_by=title(rules.conduct, again.value) if again is not None else "",
            review_clause=again.clause if again is not None else "",
            outside=says.outside,
            final_clause=says.final.clause,
        )
