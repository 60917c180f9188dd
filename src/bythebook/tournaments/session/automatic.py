"""What an automatic dealer, supervisor or director does next at a tournament table.

Players decide for themselves; everything that follows from the rules alone is done here, the same
for a live table and for a rehearsal. Cards and seeds are given by the caller.
"""

from bythebook.deciders import Command, Order, Person, tag_of
from bythebook.game import commands as g
from bythebook.rulebooks.chapters.tournament_play import PlayRules, Power
from bythebook.table import orders as o
from bythebook.table.dealing import about_the_shoe, dealers_role
from bythebook.tournaments.session import commands as c
from bythebook.tournaments.session.decision import act_of
from bythebook.tournaments.session.hand import unannounced
from bythebook.tournaments.session.secret import fault_in
from bythebook.tournaments.session.session import refusal
from bythebook.tournaments.session.state import Session, limits_now
from bythebook.tournaments.session.wagering import bounds_of, has_acted, most_deductions, to_act

NAME = "automatic"


def staff_for(rules: PlayRules, command: Command) -> Person:
    """Somebody who may give this order: the lowest of those the book names."""
    roles = rules.play.roles
    if isinstance(command, c.TABLE_COMMANDS):
        return Person(NAME, dealers_role(rules.table, command))
    named: dict[Power, str] = {
        "dealer": roles.dealer[0],
        "supervisor": roles.supervisor[0],
        "director": roles.director[0],
    }
    for power in act_of(rules, tag_of(command)).by:
        if power in named:
            return Person(NAME, named[power])
    return Person(NAME, roles.director[0])


def next_step(
    rules: PlayRules,
    session: Session,
    at: int,
    *,
    card: str = "",
    seed: str = "",
    chance: int = 0,
    wait: bool = True,
) -> Order | None:
    """The next order of the staff, or None while something else is waited for.

    That is a player; or a card or a seed that was not given: `wants_card` and `wants_seed` tell.
    `chance` chooses where the staff cut, if nobody else will.
    Where the conditions give a time, it is called and the hand played out when it is over. `wait`
    off: nobody is waited for, and offers are closed.
    """
    command, why = _about_cards(rules, session, chance), ""
    if command is None:
        command, why = _next(rules, session, at, card, seed, wait)
    if command is None:
        return None
    order = Order(by=staff_for(rules, command), at=at, command=command, why=why)
    return order if refusal(rules, session, order) is None else None


def wants_card(session: Session) -> bool:
    table = session.table
    waits = bool(table.irregular or table.checks) or table.shoe.status not in ("ready", "to-burn")
    due = table.round is not None and table.round.due is not None
    return session.phase == "playing" and due and not waits


def _about_cards(rules: PlayRules, session: Session, chance: int) -> Command | None:
    """What the cards need before they can be dealt, as at any table."""
    if session.phase not in ("between", "betting", "playing") or session.shuffle_due:
        return None
    wanted = about_the_shoe(rules.table, session.table, chance)
    return c.Shuffle() if isinstance(wanted, o.Shuffle) else wanted


def wants_seed(session: Session) -> bool:
    """Whether a seed decides now: the one sealed first of those not used."""
    return session.phase == "ballot"


def _next(
    rules: PlayRules, session: Session, at: int, card: str, seed: str, wait: bool
) -> tuple[Command | None, str]:
    match session.phase:
        case "betting":
            return _while_betting(rules, session, at, wait)
        case "playing":
            return _while_playing(session, at, card, wait), ""
        case "settling":
            return (c.Announce() if unannounced(session) else None), ""
        case "between":
            return _between(rules, session, at), ""
        case "counting":
            return c.RecordTotals(), ""
        case "ballot":
            return (c.Ballot(seed) if seed else None), ""
        case "ranked":
            return (c.AnnounceResult() if session.chips_returned else c.ReturnChips()), ""
        case _:
            return None, ""


def _while_betting(
    rules: PlayRules, session: Session, at: int, wait: bool
) -> tuple[Command | None, str]:
    secrets = rules.play.secrets
    for player, handed in session.handed.items():
        if handed.checked or not has_acted(session, player) or secrets is None:
            continue
        fault = fault_in(secrets, handed.form, bounds_of(session, player))
        faulty = fault is not None and not session.terms.paper_forms
        return (c.ReturnForm(player) if faulty else c.CheckForm(player)), ""
    waiting = to_act(session)
    if not waiting:
        return c.NoMoreBets(), ""
    first = session.players[waiting[0]]
    if first.seated and wait:
        late = session.betting_seconds and at - session.turn_since >= session.betting_seconds
        timed = rules.play.time is not None and late and not first.restricted
        return (c.CallTime(first.player) if timed else None), ""
    most = most_deductions(rules, session)
    if not first.seated and most and first.deducted >= most:
        return c.Disqualify(first.player, "absent"), "away for longer than it is allowed"
    if first.restricted and rules.play.no_wager.value == "disqualified":
        # Late, not unwilling: the minimum is put down from the stack.
        least, _ = limits_now(session)
        return (c.Wager(least, player=first.player) if first.chips >= least else None), ""
    if rules.play.no_wager.directed is not None and first.seated and not first.directed:
        return c.Direct(first.player), ""
    return c.Miss(first.player), ""


def _while_playing(session: Session, at: int, card: str, wait: bool) -> Command | None:
    round_ = session.table.round
    assert round_ is not None
    if round_.due is not None:
        return c.Deal(card) if card else None
    if round_.phase == "turns":
        box = round_.at[0]
        owner = next(each for each in session.players.values() if each.box == box)
        late = session.terms.turn_seconds and at - session.turn_since >= session.terms.turn_seconds
        if owner.seated and wait and not late:
            return None
        return c.Decide(g.DeclareAbsent(box))
    # Offers, and a joker nobody names: players are asked first.
    return None if wait else c.Decide(g.Proceed())


def _between(rules: PlayRules, session: Session, at: int) -> Command | None:
    """A shuffle, a signal or the next hand: whichever is not refused."""
    if session.shuffle_due:
        return c.Shuffle()
    for command in (c.Signal(), c.BeginHand()):
        order = Order(by=staff_for(rules, command), at=at, command=command)
        if refusal(rules, session, order) is None:
            return command
    return None
