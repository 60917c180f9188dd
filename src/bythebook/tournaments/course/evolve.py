"""How each event changes a tournament: bookkeeping, no rules. Money is checked after every one."""

from typing import Any

from msgspec.structs import replace

from bythebook.deciders import Event, Revealed, Sealed
from bythebook.errors import BrokenInvariant, ensure
from bythebook.structs import like, with_nth
from bythebook.tournaments.course import events as e
from bythebook.tournaments.course.money import payments
from bythebook.tournaments.course.ranking import place_of
from bythebook.tournaments.course.state import PLAY_OFF, Course, Dispute, Entrant, Paid, Standing


def evolve(course: Course | None, event: Event) -> Course:
    """The tournament after an event; nothing before the first."""
    if course is None:
        if not isinstance(event, e.TournamentMade):
            raise BrokenInvariant("a tournament begins with its terms")
        return Course(terms=event.terms)
    moved = payments(course, event)
    after = _changed(course, event)
    after = replace(
        after,
        money_in=course.money_in - sum(each.cents for each in moved if each.cents < 0),
        money_out=course.money_out + sum(each.cents for each in moved if each.cents > 0),
    )
    held = after.money_in - after.money_out
    ensure(held == after.held_cents, "money in is money out and what is still held")
    if after.phase in ("over", "cancelled"):
        ensure(held == 0, "a tournament that is over holds nothing")
    return after


def _changed(course: Course, event: Event) -> Course:
    match event:
        case e.OrderGiven(at=at):
            return replace(course, now=at)
        case e.TermsAmended(terms=terms):
            return replace(course, terms=terms, regulator="")
        case e.ConditionsConfirmed(conditions=conditions):
            return replace(course, confirmed=conditions)
        case e.RegulatorTold(reference=reference):
            return replace(course, regulator=reference)
        case e.TermsPublished():
            return replace(course, phase="open", entries_open=True)
        case e.DirectorNamed(name=name):
            return replace(course, directors=(*course.directors, name))
        case e.DeputyNamed(name=name):
            return replace(course, deputies=(*course.deputies, name))
        case e.DirectorAttended(name=name, present=present):
            others = tuple(other for other in course.present if other != name)
            return replace(course, present=(*others, name) if present else others)
        case e.TablesNamed(tables=tables):
            return replace(course, tables=tables)
        case e.PlayersBriefed(players=players):
            told = players or tuple(course.entrants)
            return replace(course, briefed=tuple(dict.fromkeys((*course.briefed, *told))))
        case e.PracticePlayed(hands=hands):
            return replace(course, practised=course.practised + hands)
        case e.DisputeRaised():
            return replace(course, disputes=(*course.disputes, like(Dispute, event)))
        case e.DisputeRuled(number=number, ruling=ruling, complaint=complaint):
            said = {"ruling": ruling, "complaint": complaint}
            return replace(course, disputes=with_nth(course.disputes, number, **said))
        case e.Announced(text=text) | e.Advertised(text=text):
            return replace(course, announcements=(*course.announcements, text))
        case _:
            return _entries(course, event)


def _entries(course: Course, event: Event) -> Course:
    match event:
        case e.PublicityPermitted(player=player, permits=permits):
            one = replace(course.entrants[player], publicity=permits)
            return replace(course, entrants={**course.entrants, player: one})
        case e.PlayerEntered():
            return _with_paid(_entered(course, event, "in"), event, "fee")
        case e.ReserveNoted():
            return _entered(course, event, "reserve")
        case e.EntitlementFound(player=player, entitled=entitled):
            return replace(course, found={**course.found, player: entitled})
        case e.EntryRefused(player=player):
            return replace(course, refused=(*course.refused, player))
        case e.PlayerWithdrew(player=player, refunds=refunds):
            return _refunded(_stood(course, player, "withdrawn"), refunds, player)
        case e.SubstituteNamed(player=player, substitute=substitute):
            return _renamed(course, player, substitute)
        case e.EntriesClosed():
            phase = "between" if course.phase == "open" else course.phase
            return replace(course, phase=phase, entries_open=False)
        case e.TournamentCancelled(refunds=refunds):
            course = _refunded(course, refunds, None)
            paid = tuple(replace(one, settled=True) for one in course.paid)
            return replace(course, phase="cancelled", entries_open=False, tables=(), paid=paid)
        case e.PlayerDisqualified(player=player, refunds=refunds):
            return _refunded(_fell_out(course, player, "disqualified"), refunds, player)
        case e.PlaceLost(player=player, refunds=refunds):
            return _refunded(_fell_out(course, player, "lost-place"), refunds, player)
        case e.ReserveSeated(player=player, instead_of=gone):
            course = _with_paid(_stood(course, player, "in"), event, "fee")
            return _in_place_of(course, gone, player)
        case e.BuyInPaid():
            return _with_paid(course, event, "buy-in")
        case e.ChipsBought():
            return _bought(course, event)
        case _:
            return _stages(course, event)


def _entered(course: Course, event: e.PlayerEntered | e.ReserveNoted, standing: Standing) -> Course:
    number = course.entered + 1
    entrant = like(Entrant, event, number=number, standing=standing)
    entrants = {name: one for name, one in course.entrants.items() if name != event.player}
    return replace(course, entrants={**entrants, event.player: entrant}, entered=number)


def _stood(course: Course, player: str, standing: Standing) -> Course:
    entrant = replace(course.entrants[player], standing=standing, out_stage=course.stage)
    return replace(course, entrants={**course.entrants, player: entrant})


def _fell_out(course: Course, player: str, standing: Standing) -> Course:
    """Somebody has a place in no stage any more."""
    waiting = tuple(name for name in course.waiting if name != player)
    return replace(_stood(course, player, standing), waiting=waiting)


def _refunded(course: Course, refunds: tuple[e.Refund, ...], player: str | None) -> Course:
    """Mark what goes back as settled, one piece of money for each refund."""
    left = list(refunds)
    paid = []
    for one in course.paid:
        mine = player is None or one.player == player
        if mine and not one.settled and one.refund in left:
            left.remove(one.refund)
            one = replace(one, settled=True)
        paid.append(one)
    ensure(not left, "only what was paid goes back")
    returned = sum(refund.cents for refund in refunds)
    return replace(course, paid=tuple(paid), refunded=course.refunded + returned)


def _renamed(course: Course, player: str, substitute: str) -> Course:
    """The substitute is the player from now on; money still belongs to whoever paid it."""
    entrants = {
        substitute if name == player else name: (
            replace(one, player=substitute, publicity=False) if name == player else one
        )
        for name, one in course.entrants.items()
    }
    paid = tuple(
        replace(one, player=substitute) if one.player == player else one for one in course.paid
    )
    waiting = tuple(substitute if name == player else name for name in course.waiting)
    course = replace(course, entrants=entrants, paid=paid, waiting=waiting)
    return _in_place_of(course, player, substitute)


def _in_place_of(course: Course, gone: str, player: str) -> Course:
    """Somebody has the seat that somebody else was drawn for."""
    drawn = tuple(
        replace(seat, player=player) if seat.player == gone else seat for seat in course.drawn
    )
    ballot = tuple(player if name == gone else name for name in course.ballot)
    return replace(course, drawn=drawn, ballot=ballot)


Payment = e.PlayerEntered | e.ReserveSeated | e.BuyInPaid | e.ChipsBought


def _with_paid(course: Course, event: Payment, about: e.About, **more: Any) -> Course:
    paid = like(Paid, event, person=event.player, about=about, **more)
    return replace(course, paid=(*course.paid, paid))


def _bought(course: Course, event: e.ChipsBought) -> Course:
    player = event.player
    back = event.what == "buy-back"
    stage = course.stage if course.phase == "playing" and not back else course.stage + 1
    course = _with_paid(course, event, event.what, stage=stage)
    if not back:
        return course
    course = _stood(course, player, "in")
    return replace(course, waiting=(*course.waiting, player))


def _stages(course: Course, event: Event) -> Course:
    match event:
        case Sealed(digest=digest):
            return replace(course, sealed=digest)
        case Revealed():
            return replace(course, sealed="", draws=course.draws + 1)
        case e.SeatsDrawn(stage=stage, seats=seats, order=order):
            again = stage == course.stage
            back = {
                seat.player: replace(course.entrants[seat.player], standing="in") for seat in seats
            }
            ballot = (*order, *(name for name in course.ballot if name not in order))
            return replace(
                course,
                phase="playing",
                stage=stage,
                entrants={**course.entrants, **back},
                drawn=(*course.drawn, *seats) if again else seats,
                sessions=course.sessions if again else {},
                results=course.results if again else {},
                waiting=() if course.terms.stage(stage).kind != "repechage" else course.waiting,
                ballot=ballot,
            )
        case e.StartMoved(stage=stage, starts=starts):
            return replace(course, starts={**course.starts, stage: starts})
        case e.RepechageDecided(stage=stage, held=held):
            course = replace(course, held={**course.held, stage: held})
            return course if held else replace(course, stage=stage)
        case e.SessionStarted(session=session, at=at):
            where = {**course.at, session.id: at} if at else course.at
            return replace(course, sessions={**course.sessions, session.id: session}, at=where)
        case e.ResultTaken():
            return _result(course, event)
        case e.ChipsMissed(chips=chips):
            return replace(course, chips_missing=course.chips_missing + chips)
        case e.StageEnded():
            return _stage_ended(course, event)
        case _:
            return _finish(course, event)


def _result(course: Course, event: e.ResultTaken) -> Course:
    result = event.result
    entrants = dict(course.entrants)
    for standing in result.standings:
        entrant = entrants[standing.player]
        fate: Standing = entrant.standing
        if standing.disqualified or standing.lost_place:
            fate = "disqualified" if standing.disqualified else "lost-place"
        if result.id.startswith(PLAY_OFF):  # the place at the own table stays what it was
            entrants[standing.player] = replace(entrant, standing=fate)
            continue
        place = 0 if standing.disqualified else place_of(result.places, standing.player)
        entrants[standing.player] = replace(
            entrant, standing=fate, out_place=place, out_stage=course.stage
        )
    paid = course.paid
    if course.terms.format == "live":
        seated = {standing.player for standing in result.standings}
        paid = tuple(
            replace(one, settled=True)
            if one.about != "fee" and one.player in seated and one.stage == course.stage
            else one
            for one in paid
        )
    return replace(
        course, entrants=entrants, paid=paid, results={**course.results, result.id: result}
    )


def _stage_ended(course: Course, event: e.StageEnded) -> Course:
    entrants = dict(course.entrants)
    for player in event.out:
        entrants[player] = replace(entrants[player], standing="out", out_stage=event.stage)
    last = event.stage == len(course.terms.stages)
    return replace(
        course,
        phase="decided" if last else "between",
        entrants=entrants,
        waiting=(*course.waiting, *event.advancing),
        eliminated=event.out,
        points={**course.points, **event.points},
        level=(),
        level_for=0,
        broken=(),
        played_off=(),
    )


def _finish(course: Course, event: Event) -> Course:
    match event:
        case e.LevelForPlaces(players=players, places=places):
            return replace(course, level=players, level_for=places)
        case e.TieBroken(places=places):
            return replace(
                course,
                level=(),
                level_for=0,
                broken=(*course.broken, places),
                play_offs=course.play_offs + 1,
                played_off=(*course.played_off, *course.level),
            )
        case e.PlacesAwarded(places=places):
            return replace(course, phase="awarded", places=places, level=(), level_for=0)
        case e.PrizesPaid(shares=shares, commission=commission):
            paid = tuple(replace(one, settled=True) for one in course.paid)
            return replace(course, paid=paid, shares=shares, commission=commission)
        case e.TournamentEnded():
            return replace(course, phase="over", tables=())
        case _:
            raise BrokenInvariant(f"nobody knows what {type(event).__name__} changes")
