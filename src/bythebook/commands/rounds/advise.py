"""`bythebook advise FILE`: what each choice is worth where a record stops."""

from pathlib import Path

import msgspec

from bythebook.commands import choices as c
from bythebook.errors import naming
from bythebook.money import format_amount
from bythebook.odds.strategy.advice import Advice, advise
from bythebook.records import read_record
from bythebook.records.setting import by_edition
from bythebook.records.stopped import stopped_at

WIDTH = 12


def advice_on(file: str, rulebook: Path | None, edition: str = "") -> list[Advice]:
    """Advice for whoever has to decide where the record in a file stops."""
    with naming(file):
        record = by_edition(read_record(c.read_input(file)), edition)
        game, state = stopped_at(record, rulebook)
        with c.patience("working out what each choice is worth"):
            return advise(game, state)


def tell(advice: Advice) -> str:
    """One hand's choices, the best first, and what is not allowed."""
    lines = [
        f"box {advice.box}, hand {advice.hand}, {advice.player}: {' '.join(advice.cards)}"
        f" against {advice.dealer}, wager {format_amount(advice.stake)}"
    ]
    for choice in advice.choices:
        mark = "→" if choice.best else " "
        worth = format_amount(round(choice.value * advice.stake))
        lines.append(f"  {mark} {choice.action:<{WIDTH}} {choice.value:+.6f}   {worth:>10}")
    lines += [
        f"    {barred.action:<{WIDTH}} not allowed: {barred.reason} ({barred.clause})"
        for barred in advice.barred
    ]
    return "\n".join(lines)


def to_json(advice: list[Advice]) -> list[dict[str, object]]:
    return [msgspec.to_builtins(one) for one in advice]
