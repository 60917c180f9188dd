"""Places, the prize pool, and what everybody gets."""

from fractions import Fraction

from msgspec.structs import replace

from bythebook.deciders import carries_out
from bythebook.errors import Malformed, Refused
from bythebook.rulebooks.chapters.tournament_course import TournamentRules
from bythebook.structs import like
from bythebook.tournaments.course import events as e
from bythebook.tournaments.course import orders as o
from bythebook.tournaments.course import prizes, ranking
from bythebook.tournaments.course.decision import Decision, clause_of
from bythebook.tournaments.course.fees import Pool, commission_on, pool_of
from bythebook.tournaments.course.stages import free_table
from bythebook.tournaments.course.state import PLAY_OFF, Course
from bythebook.tournaments.terms.document import session_terms
from bythebook.tournaments.values import Length


@carries_out
def play_off(desk: Decision, command: o.PlayOff) -> None:
    """A table of those who are level over all sessions; a final has its own play-offs."""
    course = desk.course
    if not course.level:
        raise Malformed("nobody is level for a place")
    if course.playing:
        raise Malformed("it is being played")
    ties, stage = course.terms.ties, course.terms.stage(course.stage)
    order = [name for name in course.ballot if name in course.level]
    session = session_terms(
        course.terms,
        course.stage,
        1,
        dict(enumerate(order, 1)),
        chips=_play_off_banks(course, order),
    )
    hands = ties.play_off_hands or stage.play_off_hands
    again = course.phase == "playing" or ties.still_level == "again"
    session = replace(
        session,
        id=f"{PLAY_OFF}{course.play_offs + 1}",
        length=Length(hands=hands),
        elimination_hands=(),
        advancing=min(course.level_for, len(order)),
        ties="play-off" if again else "share",
    )
    at = free_table(desk, command.busy)
    desk.emit(e.SessionStarted(session, desk.extra_hands, at))


def _play_off_banks(course: Course, players: list[str]) -> dict[str, int]:
    """What they held, where the conditions let them keep it and everybody can play with it."""
    if course.terms.ties.play_off_chips != "kept":
        return {}
    held = {
        standing.player: standing.chips
        for result in course.results.values()
        for standing in result.standings
    }
    least = course.current.limits[0].least
    kept = {player: held.get(player, 0) for player in players}
    return kept if min(kept.values()) >= least and len(set(kept.values())) == 1 else {}


@carries_out
def award_places(desk: Decision, command: o.AwardPlaces) -> None:
    course = desk.course
    if course.level:
        raise Refused(desk.extra_hands, "players who are level play further hands first")
    desk.check_no_dispute()
    desk.check_settled()
    places = final_places(course)
    if course.terms.structure.decided_by == "points" and course.terms.ties.prizes == "play-off":
        contested = _contested(course, places)
        if contested is not None:
            desk.emit(e.LevelForPlaces(contested, len(contested), desk.extra_hands))
            return
    desk.emit(e.PlacesAwarded(places, desk.rules.going.announced.clause))


def _contested(course: Course, places: ranking.Places) -> tuple[str, ...] | None:
    """The best group that is level for a prize and has not tried to settle it, if one is."""
    settled = set() if course.terms.ties.still_level == "again" else set(course.played_off)
    before = 0
    for group in places:
        if before >= len(course.terms.prizes.places):
            return None
        if 1 < len(group) <= course.current.players and not settled.issuperset(group):
            return group
        before += len(group)
    return None


def final_places(course: Course) -> ranking.Places:
    """Everybody's place: by points, or by the final and then by how far one came."""
    fair = {name: one for name, one in course.entrants.items() if one.standing in ("in", "out")}
    if course.terms.structure.decided_by == "points":
        total = {name: Fraction(course.points.get(name, "0")) for name in fair}
        return ranking.settled(ranking.by_value(total), course.broken)
    keys: dict[tuple[int, int], list[str]] = {}
    for name, one in fair.items():
        if one.out_stage:
            keys.setdefault((one.out_stage, -one.out_place), []).append(name)
    return tuple(tuple(keys[key]) for key in sorted(keys, reverse=True))


@carries_out
def pay_prizes(desk: Decision, command: o.PayPrizes) -> None:
    course, finish = desk.course, desk.rules.finish
    desk.check_settled()
    pool = pool_of_course(desk.rules, course)
    order = _odd_order(desk)
    if course.terms.play.chips_at_end == "cashed" and not course.terms.prizes.places:
        paid = _by_score(course, pool)
    else:
        paid = prizes.distribute(course.places, prize_list(course, pool), finish.ties.value, order)
    desk.emit(
        like(
            e.PrizesPaid,
            pool,
            house_adds=paid.house_adds,
            shares=paid.shares,
            combined=finish.combined.clause if any(s.level > 1 for s in paid.shares) else "",
            clause=finish.whole_pool.clause,
        )
    )
    desk.emit(e.TournamentEnded(finish.chips.clause))


def pool_of_course(rules: TournamentRules, course: Course) -> Pool:
    """The prize pool as it stands: also before the end, for everybody to see."""
    pooling = rules.pooling
    money = course.terms.money
    live = course.terms.format == "live"
    fees = sum(
        paid.cents
        for paid in course.paid
        if not paid.settled and not (live and paid.about != "fee")
    )
    rate = 0 if money.commission is None else money.commission.percent_hundredths
    commission = commission_on(fees, rate, pooling.commission)
    added = sum(one.value_cents for one in money.added if one.kind == "cash")
    promised = sum(prize.cents or 0 for prize in course.terms.prizes.places)
    if money.guarantee_cents and course.entries >= money.guarantee_entries:
        promised = max(promised, money.guarantee_cents)
    return pool_of(fees, commission, added, promised)


def pool_lines(rules: TournamentRules, course: Course) -> tuple[tuple[str, int, str], ...]:
    """The pool line by line, for people: what, cents, clause."""
    pool, pooling = pool_of_course(rules, course), rules.pooling
    fees = pooling.fees.clause
    bought = sum(
        paid.cents
        for paid in course.paid
        if not paid.settled and paid.about != "fee" and course.terms.format != "live"
    )
    forfeited = sum(
        paid.cents
        for paid in course.paid
        if not paid.settled
        and paid.about == "fee"
        and course.entrants[paid.player].standing not in ("in", "out", "reserve")
    )
    kept = "" if pooling.commission is None else pooling.commission.clause
    lines = (
        ("entry fees", pool.fees - bought - forfeited, fees),
        ("fees of players who are no longer in", forfeited, clause_of(pooling.forfeited, fees)),
        ("chips bought", bought, clause_of(pooling.buy_backs, fees)),
        ("commission", -pool.commission, kept),
        ("added", pool.added, clause_of(pooling.added, fees)),
        ("guarantee made good", pool.topped_up, clause_of(pooling.guarantee, fees)),
    )
    return tuple(line for line in lines if line[1])


def prize_list(course: Course, pool: Pool) -> tuple[prizes.Prize, ...]:
    """What each place wins: amounts first, percentages of what they leave."""
    listed = course.terms.prizes.places
    shares = [prize.percent_hundredths or 0 for prize in listed]
    amounts = [prize.cents or 0 for prize in listed]
    if any(shares):
        parts = prizes.by_percentages(pool.prizes - sum(amounts), shares)
        cents = [fixed + part for fixed, part in zip(amounts, parts, strict=True)]
    else:
        cents = list(prizes.by_amounts(pool.prizes, amounts))
    return tuple(
        prizes.Prize(money, prize.in_kind) for money, prize in zip(cents, listed, strict=True)
    )


def _odd_order(desk: Decision) -> tuple[str, ...]:
    """Who comes first when something does not divide: as the ballot fell, or as they sit."""
    course = desk.course
    if desk.rules.finish.odd_order == "ballot":
        return course.ballot
    seated = sorted(course.drawn, key=lambda seat: (seat.table, seat.box))
    return tuple(seat.player for seat in seated)


def _by_score(course: Course, pool: Pool) -> prizes.Distribution:
    """Where the conditions turn chips into money: the pool by the chips of the last tables."""
    scores = {
        standing.player: standing.chips
        for result in course.results.values()
        for standing in result.standings
        if course.entrants[standing.player].standing in ("in", "out")
    }
    paid = prizes.by_score(pool.prizes, scores)
    return prizes.Distribution(
        tuple(
            prizes.Share(player, ranking.place_of(course.places, player), 1, cents)
            for player, cents in paid.items()
            if cents
        )
    )
