"""Wagers of a hand: in turn, within the limits, in units, in time; pass cards and vouchers."""

from bythebook.deciders import carries_out
from bythebook.errors import Malformed, Refused
from bythebook.game import commands as g
from bythebook.game import play
from bythebook.game import start as start_round
from bythebook.game.state import Table
from bythebook.rulebooks.chapters.tournament_play import PlayRules, Secrets, by_format, every_hand
from bythebook.tournaments.session import commands as c
from bythebook.tournaments.session import events as e
from bythebook.tournaments.session.decision import PLAYER, Desk, game_of
from bythebook.tournaments.session.seats import go
from bythebook.tournaments.session.secret import Bounds, fault_in
from bythebook.tournaments.session.state import (
    Competitor,
    Handed,
    Session,
    form_account,
    in_hand,
    limits_now,
    unit_now,
)
from bythebook.tournaments.values import SessionTerms

MAIN = "main"


def has_acted(session: Session, player: str) -> bool:
    """Whether a player's part in the betting is done."""
    handed = session.handed.get(player)
    return (
        player in session.bets
        or player in session.passed
        or player in session.missed
        or player in session.drawn
        or (handed is not None and handed.alone)
    )


def to_act(session: Session) -> tuple[str, ...]:
    """Who has still to wager, from the marker on."""
    if session.phase != "betting":
        return ()
    by_box = {session.players[player].box: player for player in session.playing}
    order = clockwise(session, session.marker, list(by_box))
    return tuple(by_box[box] for box in order if not has_acted(session, by_box[box]))


def not_in_turn(rules: PlayRules, session: Session, player: str) -> Refused | None:
    """Why somebody may not wager yet."""
    waiting = to_act(session)
    if not is_ordered(rules, session) or not waiting or waiting[0] == player:
        return None
    return Refused(rules.play.turns.out_of_turn.clause, f"it is {waiting[0]}'s turn to wager")


def _check_turn(desk: Desk, each: Competitor) -> None:
    early = not_in_turn(desk.rules, desk.state, each.player)
    if early is not None:
        raise early


def _may_act(desk: Desk, each: Competitor) -> None:
    """Somebody who plays this hand, is there and has not wagered yet."""
    desk.check_phase("betting")
    desk.check_active(each)
    if each.player not in desk.state.playing:
        raise Refused(desk.book.rules_apply.clause, f"{each.player} does not play this hand")
    if has_acted(desk.state, each.player):
        raise Refused(desk.book.turns.final.clause, "what was wagered in turn stays as it is")
    if not each.seated:
        raise Refused(desk.book.wagering.one_place.clause, f"{each.player} is not at the table")


# Chips


@carries_out
def wager(desk: Desk, command: c.Wager) -> None:
    each = desk.whose(command.player)
    if command.lies and desk.order.by.role == PLAYER:
        raise Refused(desk.act.clause, "what lies there is for the staff to find")
    if command.amount <= 0:
        raise Refused(every_hand(desk.book, desk.terms.format), "a wager is more than nothing")
    if command.wager != MAIN:
        _side_wager(desk, each, command)
        return
    _may_act(desk, each)
    early = not_in_turn(desk.rules, desk.state, each.player)
    if early is not None:
        if not command.lies:
            raise early
        desk.emit(e.WagerTakenBack(each.player, command.amount, early.clause))
        return
    if command.amount > each.chips:
        raise Refused(desk.book.chips.only.clause, f"{each.player} has {each.chips}")
    wrong = wrong_amount(desk.rules, desk.state, each, command.amount)
    if wrong is not None and (each.restricted or not command.lies):
        raise wrong
    desk.emit(
        e.WagerMade(
            player=each.player,
            amount=command.amount,
            wager=MAIN,
            at=desk.at,
            clause=every_hand(desk.book, desk.terms.format),
            unseen_fault=wrong is not None,
        )
    )


def wrong_amount(
    rules: PlayRules, session: Session, each: Competitor, amount: int
) -> Refused | None:
    """Why a wager of so much is not in order."""
    wagering = rules.play.wagering
    limits = every_hand(rules.play, session.terms.format)
    least, most = limits_now(session)
    if each.restricted and amount != least:
        assert rules.play.time is not None
        return Refused(rules.play.time.late.clause, f"the time is over: {least} and no more")
    if amount < least:
        return Refused(limits, f"a wager is at least {least}")
    if amount > most:
        return Refused(limits, f"a wager is at most {most}")
    unit = unit_now(session)
    if amount % unit:  # a book that says nothing of units leaves them to the conditions
        clause = limits if wagering.units is None else wagering.units.clause
        return Refused(clause, f"wagers go in units of {unit}")
    return None


def _side_wager(desk: Desk, each: Competitor, command: c.Wager) -> None:
    """Only what the conditions offer, beside one's own main wager, and as the game has it."""
    desk.check_phase("betting")
    sides = desk.book.wagering.sides
    if command.wager not in desk.terms.side_wagers:
        raise Refused(sides.clause, f"{command.wager} is not offered in this tournament")
    bet = desk.state.bets.get(each.player)
    if bet is None:
        raise Refused(sides.clause, "the main wager comes first")
    if command.wager in bet.sides:
        raise Refused(desk.book.turns.final.clause, "what was wagered in turn stays as it is")
    if command.amount > in_hand(desk.state, each.player):
        raise Refused(desk.book.chips.only.clause, f"{each.player} has not so many chips left")
    game = desk.game()
    table = round_table(desk.rules, desk.terms, (0, 0), 0, {})
    trial, _ = play(game, start_round(game, table), g.PlaceWager(each.box, each.player, bet.amount))
    play(game, trial, g.PlaceWager(each.box, each.player, command.amount, command.wager))
    desk.emit(
        e.WagerMade(
            player=each.player,
            amount=command.amount,
            wager=command.wager,
            at=desk.at,
            clause=sides.clause,
        )
    )


def _check_time(desk: Desk, each: Competitor) -> None:
    """Whoever was too slow has the minimum in chips, and nothing written or drawn beside it."""
    if each.restricted:
        assert desk.book.time is not None
        raise Refused(desk.book.time.late.clause, "the time is over: the minimum and no more")


# Pass cards


@carries_out
def play_pass(desk: Desk, command: c.PlayPass) -> None:
    each = desk.whose(command.player)
    passes = desk.book.passes
    if passes is None:
        raise Refused(desk.book.rules_apply.clause, "this book has no pass cards")
    _may_act(desk, each)
    _check_turn(desk, each)
    if each.passes < 1:
        raise Refused(passes.clause, f"{each.player} has no pass card left")
    if each.player in desk.state.handed:
        raise Refused(passes.clause, "a pass card is played instead of any wager")
    desk.emit(e.PassPlayed(each.player, desk.at, passes.clause))


# Forms


def bounds_of(session: Session, player: str) -> Bounds:
    """What a form of this player is measured by now."""
    bet = session.bets.get(player)
    open_, sides = (bet.amount, sum(bet.sides.values())) if bet is not None else (0, 0)
    chips = session.players[player].chips - sides
    return Bounds(*limits_now(session), chips, open_, unit_now(session))


@carries_out
def hand_in(desk: Desk, command: c.HandIn) -> None:
    """A form, in time; whether it is in order is seen when it is examined."""
    each = desk.whose(command.player)
    secrets = desk.book.secrets
    if secrets is None or not desk.terms.secret_wagers:
        clause = secrets.offered.clause if secrets is not None else desk.book.rules_apply.clause
        raise Refused(clause, "no secret wagers are provided")
    desk.check_phase("betting")
    desk.check_active(each)
    if each.player not in desk.state.playing or not each.seated:
        raise Refused(secrets.form.clause, f"{each.player} does not play this hand")
    if each.secrets < 1:
        raise Refused(secrets.offered.clause, f"{each.player} has used up every secret wager")
    if each.player in desk.state.handed:
        raise Refused(desk.book.turns.final.clause, f"{each.player} has handed in a form")
    if each.player in desk.state.drawn and desk.book.vouchers is not None:
        raise Refused(desk.book.vouchers.alone.clause, "no form beside a mystery wager")
    if {each.player} & {*desk.state.passed, *desk.state.missed}:
        raise Refused(secrets.form.clause, f"{each.player} has no wager in this hand")
    _check_time(desk, each)
    if command.alone:
        if each.player in desk.state.bets:
            raise Malformed("chips lie beside this form: it is not alone", "alone")
        _check_turn(desk, each)
    desk.emit(
        e.FormHandedIn(each.player, command.form, command.alone, desk.at, secrets.handed.clause)
    )


def _handed(desk: Desk, player: str) -> tuple[Secrets, Handed]:
    """The form that a player has handed in, and what the book has about forms."""
    desk.check_phase("betting")
    secrets, handed = desk.book.secrets, desk.state.handed.get(player)
    if secrets is None or handed is None:
        raise Refused(desk.act.clause, f"{player or 'nobody'} has handed in no form")
    return secrets, handed


@carries_out
def check_form(desk: Desk, command: c.CheckForm) -> None:
    """Examine a form and sign it. Only a form on paper keeps its faults to itself."""
    secrets, handed = _handed(desk, command.player)
    if handed.checked:
        raise Refused(secrets.checked.clause, "this form was examined")
    if not has_acted(desk.state, command.player):
        raise Refused(secrets.together.clause, "the chips beside it come first")
    if not desk.terms.paper_forms:
        fault = fault_in(secrets, handed.form, bounds_of(desk.state, command.player))
        if fault is not None:
            raise fault
    desk.emit(e.FormChecked(command.player, desk.order.by.name, secrets.checked.clause))


@carries_out
def return_form(desk: Desk, command: c.ReturnForm) -> None:
    secrets, handed = _handed(desk, command.player)
    if fault_in(secrets, handed.form, bounds_of(desk.state, command.player)) is None:
        raise Refused(secrets.checked.clause, "there is nothing wrong with this form")
    desk.emit(e.FormReturned(command.player, secrets.checked.clause))


# Vouchers


@carries_out
def draw_voucher(desk: Desk, command: c.DrawVoucher) -> None:
    """Whoever has the marker may draw one instead of wagering chips."""
    each = desk.whose(command.player)
    vouchers = desk.book.vouchers
    if vouchers is None or desk.terms.vouchers is None:
        raise Refused(desk.book.rules_apply.clause, "no mystery vouchers are used")
    if each.player in desk.state.bets or each.player in desk.state.handed:
        raise Refused(vouchers.alone.clause, "no chips and no form beside a mystery wager")
    _may_act(desk, each)
    _check_time(desk, each)
    if each.box != desk.state.marker:
        raise Refused(vouchers.drawn.clause, "only whoever has the marker draws a voucher")
    if not desk.state.container:
        raise Refused(vouchers.drawn.clause, "the container is empty")
    value = desk.state.container[0]
    desk.emit(e.VoucherDrawn(each.player, value, desk.at, vouchers.undisclosed.clause))


@carries_out
def use_doubler(desk: Desk, command: c.UseDoubler) -> None:
    each = desk.whose(command.player)
    vouchers = desk.book.vouchers
    if vouchers is None or not desk.terms.double_your_bet:
        clause = vouchers.doubler.clause if vouchers is not None else desk.act.clause
        raise Refused(clause, "such vouchers are used only where the conditions say so")
    desk.check_phase("betting")
    bet = desk.state.bets.get(each.player)
    if bet is None or bet.twice or each.doublers < 1:
        raise Refused(vouchers.doubler.clause, "it goes beside a wager in chips, once")
    desk.emit(e.DoublerUsed(each.player, vouchers.doubler.clause))


# Time, and those who do not wager


@carries_out
def call_time(desk: Desk, command: c.CallTime) -> None:
    desk.check_phase("betting")
    each = desk.player(command.player)
    time = desk.book.time
    if time is None or not desk.state.betting_seconds:
        clause = time.limit.clause if time is not None else desk.act.clause
        raise Refused(clause, "no time was set for wagers")
    waiting = to_act(desk.state)
    if each.player not in waiting or each.restricted:
        raise Refused(time.late.clause, f"nobody waits for a wager of {each.player}")
    _check_turn(desk, each)
    waited = desk.at - desk.state.turn_since
    if waited < desk.state.betting_seconds:
        what = f"{desk.state.betting_seconds} seconds were set; {waited} have passed"
        raise Refused(time.limit.clause, what)
    desk.emit(e.TimeCalled(each.player, time.late.clause))


@carries_out
def direct(desk: Desk, command: c.Direct) -> None:
    each = desk.player(command.player)
    desk.check_active(each)
    desk.emit(e.PlayerDirected(each.player, desk.act.clause))


@carries_out
def miss(desk: Desk, command: c.Miss) -> None:
    """Nothing was wagered: what the book has for those who are there, and for those who are not."""
    desk.check_phase("betting")
    each = desk.player(command.player)
    if each.player not in to_act(desk.state):
        raise Refused(desk.act.clause, f"nobody waits for a wager of {each.player}")
    _check_turn(desk, each)
    away = desk.book.absence.away
    if not each.seated and away is not None and not (away.from_start_only and each.ever_seated):
        _away(desk, each)
    else:
        _there(desk, each)


def most_deductions(rules: PlayRules, session: Session) -> int:
    """In how many hands a minimum is taken from somebody away; 0: without end.

    What the conditions say counts where the book leaves it to them, or within the book's number.
    """
    absence, said = rules.play.absence, session.terms.late_rounds
    late = by_format(absence.late, session.terms.format)
    by_book = absence.away.most if absence.away is not None else 0
    if not by_book and (late is None or late.value != "terms"):
        return 0
    return min((number for number in (by_book, said) if number), default=0)


def _away(desk: Desk, each: Competitor) -> None:
    away = desk.book.absence.away
    assert away is not None
    most = most_deductions(desk.rules, desk.state)
    if most and each.deducted >= most:
        raise Refused(away.clause, f"a minimum was taken {most} times: disqualify, or wait")
    clause = away.clause
    if away.later is not None and desk.state.shoe > 1:
        clause = away.later.clause
    _forfeit(desk, each, clause, True)
    left = desk.player(each.player)
    if away.then is not None and away.from_start_only and left.chips == 0:
        go(desk, [left], "cancelled", away.then.clause)


def _there(desk: Desk, each: Competitor) -> None:
    rule = desk.book.no_wager
    if desk.terms.compulsory and rule.compulsory is not None:
        _forfeit(desk, each, rule.compulsory.clause, False)
        return
    match rule.value:
        case "forfeits-minimum":
            _forfeit(desk, each, rule.clause, False)
        case "sits-out":
            _missed(desk, each, 0, rule.clause, False)
        case "excluded":
            assert rule.directed is not None
            if not each.directed and each.seated:
                raise Refused(rule.directed.clause, f"{each.player} is told to wager first")
            go(desk, [each], "disqualified", rule.clause, reason="no wager")
        case _:
            go(desk, [each], "disqualified", rule.clause, reason="no wager")


def _forfeit(desk: Desk, each: Competitor, clause: str, away: bool) -> None:
    least, _ = desk.limits()
    _missed(desk, each, min(least, each.chips), clause, away)


def _missed(desk: Desk, each: Competitor, amount: int, clause: str, away: bool) -> None:
    desk.emit(
        e.WagerMissed(player=each.player, amount=amount, away=away, at=desk.at, clause=clause)
    )


# What a tournament table brings to a round of the game


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
    # Where a box takes the wagers of several, a form's stake is one of them.
    own = terms.secret_wagers and game_of(rules, terms).rules.wagering.players_per_box.value == 1
    forms = (form_account(box) for box in range(1, terms.boxes + 1)) if own else ()
    return Table(
        side_wagers=frozenset(terms.side_wagers),
        chips=terms.chips,
        limits=by_round,
        forms=frozenset(forms),
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
