"""Taking seats and starting; being late or away; leaving, or being sent away."""

from bythebook.deciders import Sealed, carries_out
from bythebook.draws import digest_of, drawn_order
from bythebook.errors import Malformed, Refused
from bythebook.game import commands as g
from bythebook.game.round import refusal
from bythebook.rulebooks.chapters.tournament_play import by_format
from bythebook.tournaments.course.ranking import Exit, by_exit
from bythebook.tournaments.session import commands as c
from bythebook.tournaments.session import events as e
from bythebook.tournaments.session.decision import Desk
from bythebook.tournaments.session.state import Competitor, Gone, form_account, secret_of


@carries_out
def take_seat(desk: Desk, command: c.TakeSeat) -> None:
    each = desk.whose(command.player)
    desk.check_active(each)
    if each.seated:
        raise Refused(desk.act.clause, f"{each.player} has the seat already")
    desk.emit(e.SeatTaken(each.player, desk.act.clause))


@carries_out
def leave_seat(desk: Desk, command: c.LeaveSeat) -> None:
    """Away for a time or for good; some formats want leave for it."""
    each = desk.whose(command.player)
    desk.check_active(each)
    leaving = by_format(desk.book.absence.leaving, desk.terms.format)
    approved = command.approved and desk.order.by.role in desk.book.roles.director
    if command.approved and not approved:
        raise Refused(desk.act.clause, "leave is the director's to give")
    clause = leaving.clause if leaving is not None else desk.act.clause
    if not command.for_good:
        if not each.seated:
            raise Refused(clause, f"{each.player} is not there")
        desk.emit(e.SeatLeft(each.player, approved, clause))
        return
    _check_still_playing(desk, clause)
    if leaving is not None and not approved:
        raise Refused(clause, "nobody leaves for good without the director's leave")
    keeps = _own_chips(desk)
    withdraw(desk, each, clause)
    go(desk, [each], "left", clause, keeps=keeps)


@carries_out
def substitute(desk: Desk, command: c.Substitute) -> None:
    """Another person takes the place, before play and by the director's leave."""
    each = desk.player(command.player)
    if "substitute" not in desk.book.acts:
        says = desk.book.absence.no_substitute or desk.book.rules_apply
        raise Refused(says.clause, "nobody takes another's place once seats were drawn")
    if desk.state.phase != "seating":
        raise Refused(desk.act.clause, "a substitute comes before the start or not at all")
    forms = {form_account(box) for box in range(1, desk.terms.boxes + 1)}
    if not command.by.strip() or command.by in {*desk.state.players, *forms}:
        raise Malformed("a substitute is somebody who does not play here yet")
    desk.emit(e.Substituted(each.player, command.by, desk.act.clause))


@carries_out
def add_chips(desk: Desk, command: c.AddChips) -> None:
    """A re-buy or an add-on, between hands; where the book has none, adding chips is forbidden."""
    each = desk.player(command.player)
    added = desk.book.chips.added
    if added is None:
        reason = desk.book.discipline.reasons.get("added-chips")
        clause = reason.clause if reason is not None else desk.book.chips.equal.clause
        raise Refused(clause, "chips come by winning alone")
    desk.check_active(each)
    desk.check_phase("seating", "between")
    if command.chips <= 0 or not command.what.strip():
        raise Malformed("chips that are bought are some, and are called something", "chips")
    if command.what not in desk.terms.sold_until:
        raise Refused(added.clause, f"the conditions have no {command.what} at this table")
    if desk.terms.first and desk.state.hand == 0:
        equal = desk.book.chips.equal
        raise Refused(equal.clause, "everybody begins the tournament with the same chips")
    below = desk.terms.sold_below.get(command.what)
    if below is not None and each.chips >= below:
        whom = f"a {command.what} is for players with fewer than {below} chips"
        raise Refused(added.clause, f"{whom}; {each.player} has {each.chips}")
    last = desk.terms.sold_until[command.what]
    if last and desk.state.hand > last:
        raise Refused(added.clause, f"a {command.what} comes no later than after hand {last}")
    if desk.state.play_off is not None:
        raise Refused(added.clause, "those who are level play on with what they have")
    desk.emit(e.ChipsAdded(each.player, command.chips, command.what, added.clause))


# Before the start


@carries_out
def show_jokers(desk: Desk, command: c.ShowJokers) -> None:
    desk.check_phase("seating")
    rules = desk.game().rules
    vouchers = desk.book.vouchers
    if vouchers is None or not rules.pack.jokers:
        says = vouchers.jokers if vouchers is not None else desk.book.rules_apply
        raise Refused(says.clause, "this game is played without jokers")
    desk.emit(e.JokersShown(rules.pack.jokers, vouchers.shown.clause))


@carries_out
def fill_container(desk: Desk, command: c.FillContainer) -> None:
    """The order of the vouchers comes from a seed: its digest is shown now, itself at the end."""
    desk.check_phase("seating")
    vouchers = desk.book.vouchers
    if vouchers is None or desk.terms.vouchers is None:
        raise Refused(desk.book.rules_apply.clause, "no mystery vouchers are used")
    if desk.state.container_seed:
        raise Refused(vouchers.container.clause, "the container is filled already")
    order = drawn_order(command.seed, desk.terms.vouchers.values)
    number = len(desk.state.digests) + 1
    desk.emit(Sealed(number, digest_of(command.seed), "vouchers", vouchers.container.clause))
    desk.emit(e.ContainerFilled(order, command.seed, vouchers.container.clause))


@carries_out
def seal(desk: Desk, command: c.Seal) -> None:
    if desk.state.phase in ("ballot", "over"):
        raise Refused(desk.act.clause, "a seed is sealed before it is known what it decides")
    try:
        sealed = len(bytes.fromhex(command.digest)) == 32
    except ValueError:
        sealed = False
    if not sealed:
        raise Malformed("a digest has 64 hexadecimal digits", "digest")
    number = len(desk.state.digests) + 1
    desk.emit(Sealed(number, command.digest, command.about, desk.act.clause))


@carries_out
def start(desk: Desk, command: c.Start) -> None:
    desk.check_phase("seating")
    vouchers = desk.book.vouchers
    if vouchers is not None and desk.game().rules.pack.jokers and not desk.state.jokers_shown:
        raise Refused(vouchers.shown.clause, "the jokers are shown first")
    if vouchers is not None and desk.terms.vouchers is not None and not desk.state.container_seed:
        raise Refused(vouchers.container.clause, "the vouchers go into the container first")
    _lose_late_places(desk)
    active = desk.state.active()
    boxes = [each.box for each in active]
    marker = desk.terms.marker if desk.terms.marker in boxes else min(boxes, default=0)
    signs = desk.terms.elimination_hands if desk.book.ending.sign_elimination else ()
    desk.emit(e.SessionStarted(desk.at, marker, desk.book.turns.marker.clause, signs))
    if len(active) <= 1:
        desk.emit(e.PlayEnded("one player or none is there", desk.book.ending.few_left.clause))


def _lose_late_places(desk: Desk) -> None:
    late = by_format(desk.book.absence.late, desk.terms.format)
    assert late is not None
    value = late.value
    if value == "terms":
        value = "lost" if desk.terms.late == "lost" else "deducted"
    if value != "lost":
        return
    absent = [each for each in desk.state.active() if not each.seated]
    go(desk, absent, "cancelled", late.clause)


# Going


def _own_chips(desk: Desk) -> bool:
    at_end = by_format(desk.book.chips.at_end, desk.terms.format)
    return at_end is not None and at_end.value == "player"


def go(
    desk: Desk,
    players: list[Competitor],
    how: Gone,
    clause: str,
    *,
    keeps: bool | None = None,
    reason: str = "",
    deliberate: bool = False,
    brought: int = 0,
) -> None:
    """Players leave the session together: by the book's order, or level."""
    kept = _own_chips(desk) if keeps is None else keeps
    exits = [_exit(desk, each) for each in players]
    ordered = desk.book.ranking.together.value == "residual" and how == "eliminated"
    if not ordered:
        exits = [Exit(player=x.player, hand=x.hand, residual=x.residual) for x in exits]
    known = {exit_.player: exit_ for exit_ in exits}
    before = max((each.out_order for each in desk.state.players.values()), default=0)
    for gone, group in enumerate(reversed(by_exit(exits)), before + 1):
        for player in group:
            _return_voucher(desk, player)
            desk.emit(
                e.PlayerGone(
                    player=player,
                    how=how,
                    exit=known[player],
                    order=gone,
                    keeps=kept,
                    clause=clause,
                    reason=reason,
                    deliberate=deliberate,
                    brought=brought,
                )
            )


def _exit(desk: Desk, each: Competitor) -> Exit:
    state = desk.state
    return Exit(
        player=each.player,
        hand=state.hand,
        residual=each.chips if each.held is None else each.held,
        wager=state.staked.get(each.player, 0),
        removed=state.removed.get(each.player, 0),
    )


def _return_voucher(desk: Desk, player: str) -> None:
    """A mystery wager whose holder goes is given back unopened."""
    value = desk.state.drawn.get(player) or desk.state.players[player].voucher
    if value:
        assert desk.book.vouchers is not None
        clause = desk.book.vouchers.carried.clause
        desk.emit(e.VoucherReturned(player, value, False, clause))


def withdraw(
    desk: Desk,
    each: Competitor,
    clause: str,
    forfeited: bool = False,
    settled_too: bool = False,
) -> None:
    """What lies on the layout goes back or is lost; a hand in play is out of it."""
    round_ = desk.state.table.round
    if round_ is None or desk.state.phase != "playing":
        return
    if round_.due is not None:
        raise Refused(clause, "the card that is due comes first")
    for account in (each.player, secret_of(desk.state, each.player)):
        wanted = g.ReturnWagers(clause, account, forfeited=forfeited, settled_too=settled_too)
        running = desk.state.table.round
        if account and running is not None and refusal(desk.game(), running, wanted) is None:
            desk.play(wanted)


def _check_still_playing(desk: Desk, clause: str) -> None:
    if desk.state.phase in ("ballot", "ranked", "over"):
        raise Refused(clause, "places are being decided: nobody leaves the table now")


@carries_out
def disqualify(desk: Desk, command: c.Disqualify) -> None:
    """By a finding: why, whether it was deliberate, and which chips never belonged here."""
    each = desk.player(command.player)
    desk.check_active(each)
    reasons = desk.book.discipline.reasons
    reason = reasons.get(command.reason)
    if reason is None:
        known = ", ".join(reasons)
        raise Malformed(f"{command.reason!r} is no reason here; these are: {known}", "reason")
    if command.brought < 0:
        raise Malformed("chips brought in are nothing or more")
    if not desk.order.why.strip():
        raise Malformed("a disqualification says why")
    if command.reason == "absent" and each.seated:
        raise Refused(reason.clause, f"{each.player} is there")
    deliberate = desk.book.discipline.deliberate if command.deliberate else None
    clause = deliberate.clause if deliberate is not None else reason.clause
    keeps = desk.terms.format in reason.keeps
    if reason.by_terms:
        keeps = desk.terms.disqualified_keeps
    _check_still_playing(desk, clause)
    withdraw(desk, each, clause, forfeited=not keeps)
    go(
        desk,
        [each],
        "disqualified",
        clause,
        keeps=keeps,
        reason=command.reason,
        deliberate=command.deliberate,
        brought=command.brought,
    )
