"""What is said to have been paid, held against what should have been: for disputes, for audits."""

import msgspec

from bythebook.errors import Malformed
from bythebook.game.events import Settled
from bythebook.records.record import ClaimLine
from bythebook.records.result import Settlement


class Claim(msgspec.Struct, frozen=True, kw_only=True):
    """What went back to a player for a wager, stake included: as claimed, and by the rules."""

    box: int
    hand: int  # 0: all hands of the box together
    player: str
    wager: str
    claimed: int
    due: int
    clauses: tuple[str, ...]  # by which it is due

    @property
    def difference(self) -> int:
        """More than nothing: paid too much."""
        return self.claimed - self.due


def claims_of(settled: Settlement) -> list[Claim]:
    """Every claim of a record beside what is due."""
    claims = []
    for number, line in enumerate(settled.replay.record.claimed, start=1):
        rows = [row for row in settled.rows if _is_about(line, row)]
        if not rows:
            known = "; ".join(dict.fromkeys(_place(row) for row in settled.rows))
            raise Malformed(
                f"there was no such wager; there were {known}",
                f"claimed line {number} {str(line)!r}",
            )
        claims.append(
            Claim(
                box=line.box,
                hand=line.hand,
                player=line.player,
                wager=line.wager,
                claimed=line.amount,
                due=sum(row.returned for row in rows),
                clauses=tuple(dict.fromkeys(c for row in rows for c in (row.clause, *row.also))),
            )
        )
    return claims


def not_claimed(settled: Settlement) -> list[Settled]:
    """Wagers of which the record does not say what was paid."""
    lines = settled.replay.record.claimed
    return [row for row in settled.rows if not any(_is_about(line, row) for line in lines)]


def _is_about(line: ClaimLine, row: Settled) -> bool:
    return (line.box, line.player, line.wager) == (row.box, row.player, row.wager) and (
        line.hand in (0, row.hand)
    )


def _place(row: Settled) -> str:
    return f"{row.box} {row.player} {row.wager}"
