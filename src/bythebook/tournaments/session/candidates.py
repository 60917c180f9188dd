"""Everything somebody at a tournament table could think of now, allowed or not."""

from collections.abc import Iterator
from typing import cast

from msgspec.structs import replace

from bythebook.deciders import Command, Person
from bythebook.game import commands as g
from bythebook.game import legal as legal_in_round
from bythebook.rulebooks.chapters.tournament_play import PlayRules
from bythebook.tournaments.session import commands as c
from bythebook.tournaments.session.decision import PLAYER, game_in
from bythebook.tournaments.session.state import Session, limits_now, owner_of
from bythebook.tournaments.session.wagering import to_act


def candidates(rules: PlayRules, session: Session, person: Person) -> Iterator[Command]:
    if person.role == PLAYER:
        yield from _of_player(rules, session, person.name)
    else:
        yield from _of_staff(rules, session)


def _of_player(rules: PlayRules, session: Session, name: str) -> Iterator[Command]:
    if name not in session.players:
        return
    yield c.TakeSeat()
    yield c.LeaveSeat()
    least, _ = limits_now(session)
    match session.phase:
        case "betting":
            yield c.Wager(least)
            yield from (c.Wager(least, kind) for kind in session.terms.side_wagers)
            yield c.PlayPass()
            yield c.DrawVoucher()
            yield c.UseDoubler()
        case "playing" if session.table.round is not None:
            box = session.players[name].box
            for command in legal_in_round(game_in(rules, session), session.table.round):
                owner = owner_of(session, getattr(command, "player", ""))
                if getattr(command, "box", 0) == box and owner in ("", name):
                    yield _asked(command)
        case _:
            pass
    yield c.Consent()
    yield from (c.ExamineForm(player) for player in session.shown_forms)


def _asked(command: g.Command) -> c.Decide:
    """A decision as its player gives it: whether a wager beside it is seen is nobody's affair."""
    plain = {field: "" for field in ("player", "on") if field in command.__struct_fields__}
    return c.Decide(cast(g.AnyCommand, replace(command, **plain)))


def _of_staff(rules: PlayRules, session: Session) -> Iterator[Command]:
    yield from (c.Start(), c.ShowJokers(), c.Signal(), c.BeginHand(), c.NoMoreBets())
    yield from (c.CuttingCard(), c.Shuffle(), c.Announce(), c.EndBreak(), c.GiveBreak(10))
    yield from (c.EndEarly(), c.EndEarly(agreed=True), c.RecordTotals(), c.ReturnChips())
    yield from (c.AnnounceResult(), c.WrongStart())
    yield from (c.TakeSeat(name) for name in session.players)
    for name in to_act(session):
        yield from (c.CallTime(name), c.Direct(name), c.Miss(name))
    for name in session.handed:
        yield from (c.CheckForm(name), c.ReturnForm(name))
    if session.phase == "playing" and session.table.round is not None:
        yield from (c.FindShort(name) for name in session.bets)
        for command in legal_in_round(game_in(rules, session), session.table.round):
            yield _asked(command)
    for name, each in session.players.items():
        if each.active:
            for reason in rules.play.discipline.reasons:
                yield c.Disqualify(name, reason)
    yield from (c.RuleOn(each.number, "…") for each in session.disputes if not each.ruling)
