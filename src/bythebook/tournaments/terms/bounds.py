"""Figures in terms that cannot be, or that go beyond what the book allows."""

import datetime
from collections.abc import Iterator
from typing import Literal

import msgspec

from bythebook.money import format_amount
from bythebook.rulebooks.chapters.game import Game
from bythebook.rulebooks.chapters.tournament_terms import Bounds, TermsRules
from bythebook.rulebooks.chapters.words import Authority, Cited
from bythebook.rulebooks.tables import load_table_rules
from bythebook.tournaments.terms.document import (
    WHOLE,
    Stage,
    TournamentTerms,
    fields,
    tables_needed,
)

Kind = Literal["missing", "contradicts"]
PERCENT = 100  # hundredths


class Problem(msgspec.Struct, frozen=True):
    """Why terms cannot be published; `also`: further clauses that say the same."""

    clause: str
    item: str
    reason: str
    kind: Kind
    also: tuple[str, ...] = ()


def contradicts(clause: str, item: str, reason: str) -> Problem:
    return Problem(clause, item, reason, "contradicts")


def _against(says: Authority, item: str, reason: str) -> Problem:
    return Problem(says.clause, item, reason, "contradicts", says.also)


def beyond_bounds(rules: TermsRules, game: Game, terms: TournamentTerms) -> list[Problem]:
    """Everything in the terms that no tournament of this book can be run by."""
    bounds = rules.required.bounds
    found = [*_commission(bounds, terms), *_prizes(bounds, terms), *_dates(bounds, terms)]
    found += _entry(bounds, terms)
    found += _side_wagers(bounds, game, terms)
    found += _boxes(rules, game, terms)
    found += _course(bounds, terms)
    for number, stage in enumerate(terms.stages, start=1):
        found += _length(bounds, game, number, stage)
        found += _limits(bounds, terms, number, stage)
        found += _elimination(bounds, number, stage)
    found += _banks(bounds, terms)
    found += _bought_back(bounds, terms)
    found += _vouchers(bounds, terms)
    return found


def _commission(bounds: Bounds, terms: TournamentTerms) -> Iterator[Problem]:
    commission = terms.money.commission
    if commission is None or commission.percent_hundredths == 0:
        return
    if bounds.commission is not None:
        most = bounds.commission
        if commission.percent_hundredths > most.value * PERCENT:
            said = percent(commission.percent_hundredths)
            allowed = f"at most {most.value} %" if most.value else "nothing"
            yield contradicts(
                most.clause, "commission", f"{said} of the fees would be kept, {allowed} may be"
            )
    if bounds.commission_approved is not None and not commission.approval.strip():
        yield _against(
            bounds.commission_approved, "commission",
            "a commission needs the reference of its approval (money.commission.approval)",
        )  # fmt: skip


def percent(hundredths: int) -> str:
    """Hundredths of a percent as people write them.

    >>> percent(1000), percent(750)
    ('10 %', '7.5 %')
    """
    text = format_amount(hundredths).rstrip("0").rstrip(".")
    return f"{text} %"


def _prizes(bounds: Bounds, terms: TournamentTerms) -> Iterator[Problem]:
    places = terms.prizes.places
    for place, prize in enumerate(places, start=1):
        if prize.cents is None and prize.percent_hundredths is None and not prize.in_kind:
            yield _against(bounds.whole_pool, "prizes", f"place {place} has no prize")
        if prize.cents is not None and prize.percent_hundredths is not None:
            yield _against(
                bounds.whole_pool, "prizes", f"place {place} has a sum and a share at once"
            )
    shares = [p.percent_hundredths for p in places if p.percent_hundredths is not None]
    sums = [p.cents for p in places if p.cents is not None]
    if shares and sums:
        yield _against(
            bounds.whole_pool, "prizes", "prizes are shares of the pool or sums of money, not both"
        )
    elif shares and sum(shares) != WHOLE:
        yield _against(
            bounds.whole_pool, "prizes",
            f"the shares come to {percent(sum(shares))} of the pool, not to 100 %",
        )  # fmt: skip
    elif places and not shares and not any(sums) and _money_comes_in(terms):
        yield _against(bounds.whole_pool, "prizes", "nobody wins the money that is paid in")
    elif sums and sum(sums) > _pool_at_least(terms):
        yield _against(
            bounds.covered, "prizes",
            f"prizes of {format_amount(sum(sums))} are promised; with the least number of entrants"
            f" the pool is {format_amount(_pool_at_least(terms))}, and no guarantee covers them",
        )  # fmt: skip


def _money_comes_in(terms: TournamentTerms) -> bool:
    money = terms.money
    return bool(money.fee_cents) or any(added.kind == "cash" for added in money.added)


def _pool_at_least(terms: TournamentTerms) -> int:
    """What there is to win when no more enter than have to."""
    money, least = terms.money, terms.entry.least or 1
    fees = (money.fee_cents or 0) * least
    kept = money.commission.percent_hundredths if money.commission else 0
    pool = fees - fees * kept // WHOLE
    pool += sum(added.value_cents for added in money.added if added.kind == "cash")
    guaranteed = money.guarantee_cents if money.guarantee_entries <= least else 0
    return max(pool, guaranteed)


def _dates(bounds: Bounds, terms: TournamentTerms) -> Iterator[Problem]:
    dates = terms.dates
    if dates.starts is None:
        return
    # Where tables begin as they fill, people enter while others play.
    closes = dates.entries_close if terms.structure.begins == "scheduled" else None
    for item, moment in (("entries-close", closes), ("withdrawal", dates.withdraw_until)):
        if moment is not None and moment > dates.starts:
            yield _against(bounds.dates, item, f"{moment} is after the start")
    starts = dates.starts
    for number, stage in enumerate(terms.stages, start=1):
        if stage.starts is not None and stage.starts < starts:
            yield _against(
                bounds.dates, "starts", f"stage {number} starts too early: {stage.starts}"
            )
        starts = stage.starts or starts
    days = bounds.withdrawal_days
    if days is not None and dates.withdraw_until is not None:
        last = dates.starts - datetime.timedelta(days=days.value)
        if dates.withdraw_until != last:
            yield contradicts(
                days.clause, "withdrawal",
                f"fees go back until {days.value} days before the start, that is {last}",
            )  # fmt: skip


def _entry(bounds: Bounds, terms: TournamentTerms) -> Iterator[Problem]:
    entry, late = terms.entry, terms.conduct.late
    if entry.least is not None and entry.most is not None and entry.least > entry.most:
        yield _against(
            bounds.entrants,
            "minimum-entrants",
            f"there cannot be at least {entry.least} and at most {entry.most} entrants",
        )
    if bounds.low_limit is not None and terms.low_limit:
        yield _against(bounds.low_limit, "low-limit", "no tournament is held on low-limit tables")
    substitutes = entry.substitute_until in ("ballot", "start")
    if bounds.substitute_approved is not None and substitutes and not entry.substitute_approved:
        yield _against(
            bounds.substitute_approved, "substitutes",
            "a substitute is at the director's discretion (entry.substitute_approved = true)",
        )  # fmt: skip
    if late is not None and late.first == "minimum-deducted" and bounds.late_rounds is not None:
        yield from _deductions(bounds.late_rounds, late.rounds)


def _deductions(most: Cited[int], rounds: int) -> Iterator[Problem]:
    if not 1 <= rounds <= most.value:
        said = f"a minimum is deducted for at most {most.value} rounds"
        yield contradicts(most.clause, "late", said)


def _side_wagers(bounds: Bounds, game: Game, terms: TournamentTerms) -> Iterator[Problem]:
    for wager in terms.play.side_wagers:
        if wager not in game.rules.side_wagers:
            yield _against(bounds.game, "side-wagers", f"the game has no side wager {wager!r}")


def _boxes(rules: TermsRules, game: Game, terms: TournamentTerms) -> Iterator[Problem]:
    boxes = load_table_rules(rules.book).conduct.opening.boxes
    least, most = boxes.value
    if not least <= terms.boxes <= most:
        said = f"a table has from {least} to {most} boxes, not {terms.boxes}"
        yield contradicts(boxes.clause, "boxes", said)
    for number, stage in enumerate(terms.stages, start=1):
        if stage.players > terms.boxes:
            yield _against(
                rules.required.bounds.tables, "tables",
                f"stage {number}: {stage.players} players at a table of {terms.boxes} boxes",
            )  # fmt: skip


def _course(bounds: Bounds, terms: TournamentTerms) -> Iterator[Problem]:
    """The stages lead from the most entrants there can be to one final table."""
    stages, most = terms.stages, terms.entry.most or 0
    finals = [stage for stage in stages if stage.kind == "final"]
    wanted = 1 if terms.structure.decided_by == "final" else 0
    if stages and (len(finals) != wanted or (wanted and stages[-1].kind != "final")):
        said = "one final, the last of its stages" if wanted else "no final: points decide it"
        yield _against(bounds.final, "progression", f"there is {said}")
        return
    for place, stage in enumerate(stages, start=1):
        of_table = stage.goes_on == "best-of-table" and stage.advancing is not None
        if of_table and (stage.advancing or 0) > stage.players:
            yield _against(
                bounds.advancing, "advancing",
                f"stage {place}: {stage.advancing} go on from a table of {stage.players}",
            )  # fmt: skip
    for place, (stage, number) in enumerate(zip(stages, fields(terms, most), strict=True), 1):
        need = tables_needed(stage, number)
        if stage.kind != "final" and stage.tables is not None and stage.tables < need:
            yield _against(
                bounds.tables, "tables",
                f"stage {place}: up to {number} players need {need} tables of {stage.players},"
                f" not {stage.tables}",
            )  # fmt: skip
        if stage.kind == "final" and stage.tables not in (None, 1):
            yield _against(
                bounds.final, "tables", f"the final is one table, not {stage.tables}"
            )  # fmt: skip
        if stage.kind == "final" and number > stage.players:
            yield _against(
                bounds.final, "progression",
                f"up to {number} players reach the final, which is one table of {stage.players}",
            )  # fmt: skip


def _length(bounds: Bounds, game: Game, number: int, stage: Stage) -> Iterator[Problem]:
    length = stage.length
    if length is None:
        return
    given = [n for n in (length.hands, length.shoes, length.minutes) if n is not None]
    if len(given) != 1 or given[0] < 1:
        yield _against(
            bounds.session, "sessions",
            f"stage {number} lasts a number of hands, of shoes or of minutes: one of them",
        )  # fmt: skip
    device = bounds.device
    if length.shoes is not None and game.choices.get(device.option) == device.value:
        yield contradicts(
            device.clause, "sessions",
            f"stage {number} lasts {length.shoes} shoes, and a device deals: no shoe ends",
        )  # fmt: skip


def _limits(bounds: Bounds, terms: TournamentTerms, number: int, stage: Stage) -> Iterator[Problem]:
    before = 0
    hands = stage.length.hands if stage.length is not None else None
    unit = terms.play.unit
    for limits in stage.limits:
        at = f"stage {number} from hand {limits.from_hand}"
        if limits.least < 1 or limits.least > limits.most:
            yield _against(
                bounds.limits,
                "limits",
                f"{at}: wagers of {limits.least} to {limits.most} cannot be",
            )
        if limits.from_hand <= before or (before == 0 and limits.from_hand != 1):
            yield _against(bounds.limits, "limits", f"{at}: limits go by hand, the first from 1")
        if hands and limits.from_hand > hands:
            yield _against(bounds.limits, "limits", f"{at}: the session has {hands} hands")
        if unit is not None and bounds.unit_is_minimum is None and limits.least % unit:
            yield _against(
                bounds.limits, "limits", f"{at}: {limits.least} is no multiple of {unit}"
            )
        if unit is not None and bounds.unit_is_minimum is not None and limits.least != unit:
            yield _against(
                bounds.unit_is_minimum, "unit",
                f"{at}: wagers go by the minimum, {limits.least}, not by {unit}",
            )  # fmt: skip
        before = limits.from_hand
    if stage.limits and stage.chips is not None and stage.chips < stage.limits[0].least:
        yield _against(
            bounds.limits, "starting-chips",
            f"stage {number}: {stage.chips} chips, and the minimum is {stage.limits[0].least}",
        )  # fmt: skip


def _elimination(bounds: Bounds, number: int, stage: Stage) -> Iterator[Problem]:
    hands = stage.elimination_hands
    if not hands:
        return
    if stage.length is None or stage.length.hands is None:
        yield _against(
            bounds.elimination, "elimination-hands",
            f"stage {number}: elimination hands need a session of a number of hands",
        )  # fmt: skip
    elif max(hands) > stage.length.hands:
        yield _against(
            bounds.elimination, "elimination-hands",
            f"stage {number}: hand {max(hands)} is after the last, {stage.length.hands}",
        )  # fmt: skip
    if list(hands) != sorted(set(hands)):
        yield _against(
            bounds.elimination, "elimination-hands", f"stage {number}: they go by number"
        )
    left, go_on = stage.players - len(hands) * stage.eliminated_each, stage.advancing or 1
    if left < go_on:
        yield _against(
            bounds.advancing, "elimination-hands",
            f"stage {number}: {left} of {stage.players} would be left, {go_on} go on",
        )  # fmt: skip


def _banks(bounds: Bounds, terms: TournamentTerms) -> Iterator[Problem]:
    """In a live competition a chip is a cent, and the bank is what was bought in for."""
    if bounds.buy_in is None or terms.format != "live" or terms.money.buy_in_cents is None:
        return
    for number, stage in enumerate(terms.stages, start=1):
        if stage.chips is not None and stage.chips != terms.money.buy_in_cents:
            yield _against(
                bounds.buy_in, "buy-in",
                f"stage {number} begins with {format_amount(stage.chips)}, and the buy-in is"
                f" {format_amount(terms.money.buy_in_cents)}",
            )  # fmt: skip


def _bought_back(bounds: Bounds, terms: TournamentTerms) -> Iterator[Problem]:
    """Whoever buys back in begins with what everybody at the table has."""
    offer = terms.money.buy_backs
    if bounds.equal_banks is None or offer is None:
        return
    for number, stage in enumerate(terms.stages[1 : offer.until_stage + 1], start=2):
        if stage.chips is not None and stage.chips != offer.chips:
            yield _against(
                bounds.equal_banks, "buy-backs",
                f"stage {number} begins with {stage.chips} chips, and {offer.chips} are bought",
            )  # fmt: skip


def _vouchers(bounds: Bounds, terms: TournamentTerms) -> Iterator[Problem]:
    if bounds.vouchers is None or terms.play.vouchers is None:
        return
    if not terms.play.vouchers.values:
        yield _against(bounds.vouchers, "vouchers", "there is no voucher to draw")
    for number, stage in enumerate(terms.stages, start=1):
        for limits in stage.limits:
            outside = [
                value
                for value in terms.play.vouchers.values
                if not limits.least <= value <= limits.most
            ]
            if outside:
                yield _against(
                    bounds.vouchers, "vouchers",
                    f"stage {number}: a voucher of {outside[0]} is not from the minimum"
                    f" {limits.least} to the maximum {limits.most}",
                )  # fmt: skip
