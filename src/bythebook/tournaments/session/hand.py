"""A hand from its announcement to its last card: the round itself is the game's."""

from msgspec.structs import replace

from bythebook.cards import parse_card
from bythebook.deciders import carries_out
from bythebook.errors import Malformed, Refused
from bythebook.game import commands as g
from bythebook.game.events import Settled
from bythebook.game.state import State as Round
from bythebook.game.state import Table
from bythebook.rulebooks.chapters.tournament_play import every_hand
from bythebook.table import events as t
from bythebook.table import orders as o
from bythebook.table import rounds
from bythebook.table.cards import shoe
from bythebook.table.cards.rebuilding import dealt
from bythebook.table.decision import Decision as TableDesk
from bythebook.table.rounds import void_past
from bythebook.tournaments.session import commands as c
from bythebook.tournaments.session import events as e
from bythebook.tournaments.session.after import after_hand, clear_the_short, play_off_counted
from bythebook.tournaments.session.decision import Desk
from bythebook.tournaments.session.seats import go, withdraw
from bythebook.tournaments.session.secret import deemed
from bythebook.tournaments.session.state import (
    Secret,
    Session,
    form_account,
    limits_now,
    owner_of,
    unit_now,
)
from bythebook.tournaments.session.ties import check_signal, end_if_few, is_last_hand
from bythebook.tournaments.session.wagering import (
    bounds_of,
    clockwise,
    deals_from,
    round_table,
    to_act,
)

# Before the cards


@carries_out
def begin_hand(desk: Desk, command: c.BeginHand) -> None:
    """The next hand of the session, or of those who are level."""
    desk.check_phase("between")
    if desk.state.shuffle_due and desk.terms.cards != "scanned":
        raise Refused(desk.book.ending.length.clause, "the shoe is over: shuffle first")
    check_signal(desk)
    _check_in_view(desk)
    if clear_the_short(desk) or end_if_few(desk):
        return
    state = desk.state
    if state.play_off is None:
        hand, extra, start = state.hand + 1, state.extra, state.marker
        playing = tuple(each.player for each in state.active())
    else:
        hand, extra, start = state.hand, state.extra + 1, state.marker + 1
        playing = tuple(name for name in state.play_off.players if state.players[name].active)
    if _play_off_is_decided(desk, len(playing)):
        play_off_counted(desk)
        return
    boxes = [state.players[player].box for player in playing]
    marker = clockwise(state, start, boxes)[0]
    least, most = limits_now(state, hand)
    designated = state.play_off is None and hand in desk.terms.elimination_hands
    desk.emit(
        e.HandBegan(
            hand=hand,
            extra=extra,
            shoe=state.shoe,
            marker=marker,
            least=least,
            most=most,
            playing=playing,
            counts=designated and state.skips == 0,
            last=is_last_hand(desk, hand, command.last),
            at=desk.at,
            clause=desk.book.ending.sign.clause,
        )
    )
    for player in playing:
        _play_what_was_kept(desk, player)


def _check_in_view(desk: Desk) -> None:
    """All chips lie where everybody sees them: no hand begins while a count has found some gone."""
    for player, chips in desk.state.hidden.items():
        if desk.state.players[player].active:
            reason = f"{chips} of {player}'s chips are not in view: have them counted again"
            raise Refused(desk.book.chips.in_view.clause, reason)
    added = desk.book.discipline.reasons.get("added-chips")
    for player, chips in desk.state.surplus.items():
        if desk.state.players[player].active:
            reason = f"{player} has {chips} chips too many: have them counted again, or disqualify"
            raise Refused((added or desk.book.chips.in_view).clause, reason)


def _play_off_is_decided(desk: Desk, left: int) -> bool:
    """Whether so many have left a play-off otherwise that nothing is to be played for."""
    play_off = desk.state.play_off
    if play_off is None:
        return False
    in_order = desk.state.stage == "play-off" and (desk.terms.final or desk.terms.every_place)
    return left <= (1 if in_order else play_off.places)


def _play_what_was_kept(desk: Desk, player: str) -> None:
    """A mystery wager that stood off has to be played now."""
    value = desk.state.players[player].voucher
    if value:
        assert desk.book.vouchers is not None
        clause = desk.book.vouchers.stand_off.clause
        desk.emit(e.VoucherDrawn(player, value, desk.at, clause, carried=True))


@carries_out
def no_more_bets(desk: Desk, command: c.NoMoreBets) -> None:
    desk.check_phase("betting")
    waiting = to_act(desk.state)
    if waiting:
        clause = every_hand(desk.book, desk.terms.format)
        raise Refused(clause, f"{', '.join(waiting)} has still to wager")
    unchecked = [player for player, form in desk.state.handed.items() if not form.checked]
    unchecked = [player for player in unchecked if player in desk.state.playing]
    if unchecked:
        assert desk.book.secrets is not None
        clause = desk.book.secrets.checked.clause
        raise Refused(clause, f"the form of {', '.join(unchecked)} is examined first")
    if command.first and desk.terms.cards != "scanned":
        raise Refused(desk.act.clause, "only a dealer of real cards begins at a wrong box")
    boxes = [desk.player(player).box for player in desk.state.playing]
    if command.first and command.first not in boxes:
        raise Malformed(f"nobody plays box {command.first}", "first")
    _correct_wagers(desk)
    secrets = _deem_forms(desk)
    desk.emit(e.BettingStopped(secrets, every_hand(desk.book, desk.terms.format)))
    first = deals_from(desk.rules, desk.state)
    largest = _reveal(desk)
    _begin_round(desk, command.first or largest or first)


def _correct_wagers(desk: Desk) -> None:
    """What lay outside the limits is cut, trimmed and made up, as far as this book does that."""
    wagering = desk.book.wagering
    for player, bet in tuple(desk.state.bets.items()):
        if not bet.unseen_fault:
            continue
        least, most = desk.limits()
        amount = bet.amount
        if wagering.over.value == "cut" and amount > most:
            desk.emit(e.WagerCorrected(player, amount, most, wagering.over.clause))
            amount = most
        unit = unit_now(desk.state)
        if wagering.incomplete is not None and amount >= least and amount % unit:
            whole = amount - amount % unit
            desk.emit(e.WagerCorrected(player, amount, whole, wagering.incomplete.clause))
        if wagering.under.value == "made-up" and amount < least and _can_make_up(desk, player):
            desk.emit(e.WagerCorrected(player, amount, least, wagering.under.clause))


def _can_make_up(desk: Desk, player: str) -> bool:
    """Whether the chips in front reach the minimum, with what is written on a form beside it."""
    least, _ = desk.limits()
    handed = desk.state.handed.get(player)
    chips = desk.player(player).chips
    if handed is not None and desk.book.secrets is not None:
        secret = deemed(desk.book.secrets, player, handed.form, bounds_of(desk.state, player))
        chips -= secret.amount + secret.deducted
    return chips >= least


def _deem_forms(desk: Desk) -> tuple[Secret, ...]:
    secrets = desk.book.secrets
    return tuple(
        replace(
            deemed(secrets, player, handed.form, bounds_of(desk.state, player)),
            account=form_account(desk.player(player).box),
        )
        for player, handed in desk.state.handed.items()
        if secrets is not None and player in desk.state.playing
    )


def _reveal(desk: Desk) -> int:
    """In the last hand of a final, forms from everybody are read out first.

    The box where the deal then begins: the largest wager, of equal ones the nearest to the shoe.
    """
    secrets, state = desk.book.secrets, desk.state
    if secrets is None or secrets.reveal is None or not (desk.terms.final and state.last):
        return 0
    if state.stage != "session" or set(state.secrets) != set(state.playing) or not state.playing:
        return 0
    told = tuple(state.secrets.values())
    desk.emit(e.SecretsAnnounced(told, secrets.reveal.announced.clause))
    if not desk.terms.deals_from_largest:
        return 0
    totals = {
        desk.player(player).box: secret.amount
        + (state.bets[player].amount if player in state.bets else 0)
        for player, secret in state.secrets.items()
    }
    return min(totals, key=lambda box: (-totals[box], box))


def _begin_round(desk: Desk, first: int) -> None:
    """Wagers go down as they were made; with none at all, no cards are dealt."""
    state = desk.state
    accounts: list[g.PlaceWager] = []
    seated: dict[int, str] = {}
    for player in state.playing:
        box = state.players[player].box
        placed = _wagers_of(desk, player)
        accounts += placed
        if placed:
            seated[box] = placed[0].player
    if not accounts:
        return
    table = round_table(desk.rules, desk.terms, desk.limits(), first, seated)
    _deal_with(desk, table, accounts)


def _wagers_of(desk: Desk, player: str) -> list[g.PlaceWager]:
    state = desk.state
    box = state.players[player].box
    if player in state.drawn:
        return [g.PlaceWager(box, player, state.drawn[player], token=True)]
    placed: list[g.PlaceWager] = []
    bet = state.bets.get(player)
    if bet is not None:
        placed.append(g.PlaceWager(box, player, bet.amount))
        placed += [g.PlaceWager(box, player, amount, kind) for kind, amount in bet.sides.items()]
    secret = state.secrets.get(player)
    lies = (secret.amount or secret.laid) if secret is not None else 0
    if secret is not None and lies:
        placed.append(g.PlaceWager(box, secret.account, lies))
    return placed


def _deal_with(desk: Desk, table: Table, wagers: list[g.PlaceWager]) -> None:
    def begin(at: TableDesk) -> None:
        rounds.check_ready(at)
        at.emit(t.RoundOpened(table))
        for placed in wagers:
            at.play(placed)
        at.emit(t.RoundBegan(table))
        at.play(g.CloseBetting())

    desk.at_table(begin)


# Cards


@carries_out
def deal(desk: Desk, command: c.Deal) -> None:
    """Where one is due, or where the dealer of real cards put it: an irregular card at the table.

    Between the hands too a card may leave the shoe that nobody was due.
    """
    wrong = command.to is not None and desk.terms.cards == "scanned"
    desk.check_phase("playing", *(("settling", "between", "counting") if wrong else ()))
    card = parse_card(command.card)
    round_ = desk.state.table.round
    if round_ is not None and round_.due is None and command.to is None:
        raise Refused(desk.act.clause, "no card is due")
    game = desk.game()
    problem = game.rules.pack.problem_with_next(desk.state.table.shoe.out, card, game.decks)
    if problem is not None and desk.terms.cards != "scanned" and not desk.state.table.shoe.next:
        raise Refused(game.rules.pack.clause, problem)
    desk.at_table(lambda at: rounds.deal(at, o.Deal(card, command.to, command.exposed)))


@carries_out
def cutting_card(desk: Desk, command: c.CuttingCard) -> None:
    """The shoe ends with this hand, or with the next where it comes before its first card."""
    desk.check_phase("playing", "settling", "between")
    if desk.state.shoe_over:
        raise Refused(desk.act.clause, "it has come already")
    clause = desk.book.ending.length.clause
    aside = _thrown_aside(desk)
    if aside:
        desk.at_table(lambda at: at.emit(t.CuttingCardOut(aside)))
        return

    def out(at: TableDesk) -> None:
        if at.state.in_round and shoe.by_shoe(at.state):
            shoe.cutting_card(at, o.CuttingCard())
        else:
            at.emit(t.CuttingCardOut(clause))
            at.emit(t.ShuffleDue("first-card", 0, clause, False))

    desk.at_table(out)
    if desk.state.table.shoe.shuffle_due:  # of several markers, the last
        desk.emit(e.CuttingCardCame(clause))


def _thrown_aside(desk: Desk) -> str:
    """The clause by which a cutting card in the last rounds of a session ends no shoe, if any."""
    rules = desk.rules.table.conduct.shuffle.cutting_card
    final = rules.final_rounds if rules is not None else None
    state, hands = desk.state, desk.terms.length.hands
    if final is None or state.play_off is not None:
        return ""
    if state.table.shoe.markers_out >= state.table.shoe.markers:
        raise Refused(desk.act.clause, "it has come already")
    now = state.hand if state.phase != "between" else state.hand + 1
    ends = hands is not None and now > hands - final.value
    return final.clause if ends or state.last else ""


@carries_out
def find_short(desk: Desk, command: c.FindShort) -> None:
    """A wager below the minimum that cannot be made up: void, its cards are burned."""
    desk.check_phase("playing")
    under = desk.book.wagering.under
    bet = desk.state.bets.get(command.player)
    least, _ = desk.limits()
    if under.value != "made-up" or bet is None or bet.amount >= least:
        raise Refused(under.clause, f"no wager of {command.player or 'nobody'} is short")
    each = desk.player(command.player)
    withdraw(desk, each, under.clause, settled_too=True)
    desk.emit(e.WagerVoided(each.player, bet.amount, under.clause))
    go(desk, [each], "eliminated", under.clause)


@carries_out
def wrong_start(desk: Desk, command: c.WrongStart) -> None:
    """Dealt from a box that was not behind the marker: put right until a second card is out."""
    desk.check_phase("playing")
    stands, put_right = desk.book.wrong_start, desk.book.put_right
    if stands is None or put_right is None:
        raise Refused(desk.act.clause, "this book puts that right as it does at any table")
    round_ = desk.state.round
    assert round_ is not None
    right = deals_from(desk.rules, desk.state)
    reveal = desk.book.secrets.reveal if desk.book.secrets is not None else None
    if desk.state.announced and reveal is not None:
        raise Refused(reveal.largest.clause, "the largest wager has the first card")
    if desk.state.first == right:
        raise Refused(stands.clause, "the deal began where it should")
    if any(len(hand.cards) > 1 for box in round_.boxes for hand in box.hands):
        desk.emit(e.StartStood(stands.clause))
        return
    desk.emit(e.StartPutRight(put_right.clause))
    wagers = [wager for player in desk.state.playing for wager in _wagers_of(desk, player)]
    table = round_table(desk.rules, desk.terms, desk.limits(), right, round_.table.seated)
    cards = [card for _, card in dealt(desk.state.table.steps)]

    def again(at: TableDesk) -> None:
        at.emit(t.RoundOpened(table))
        for placed in wagers:
            at.play(placed)
        at.play(g.CloseBetting())
        for card in cards:
            at.play(g.Deal(card))

    desk.at_table(again)


# The end of a hand: what nobody saw is announced, stacks change, or the hand is void


def unannounced(session: Session) -> bool:
    """Whether forms or vouchers of the hand are still unread."""
    forms = bool(session.secrets) and not session.announced
    return forms or any(_result(session, player) != "stand-off" for player in session.drawn)


def go_on(desk: Desk) -> None:
    """When the round is over and nothing is left to announce, the hand is settled; or it is void,
    by whatever rule of the game."""
    state = desk.state
    if state.phase != "settling":
        return
    if state.round is not None and state.round.voided:
        _voided(desk)
    elif not unannounced(state):
        settle(desk)


@carries_out
def announce(desk: Desk, command: c.Announce) -> None:
    """Forms are read out, vouchers opened and entered on the sheet; then everything is paid."""
    desk.check_phase("settling")
    if not unannounced(desk.state):
        raise Refused(desk.act.clause, "nothing is hidden")
    secrets = desk.book.secrets
    if desk.state.secrets and not desk.state.announced:
        assert secrets is not None
        told = tuple(desk.state.secrets.values())
        desk.emit(e.SecretsAnnounced(told, secrets.announced.clause))
    _open_vouchers(desk)
    settle(desk)


def _rows(session: Session, player: str) -> list[Settled]:
    if session.round is None:
        return []
    return [row for row in session.round.rows if row.player == player]


def _result(session: Session, player: str) -> str:
    """How a mystery wager went."""
    for row in _rows(session, player):
        if row.in_tokens:
            return row.result
    return ""


def _open_vouchers(desk: Desk) -> None:
    vouchers = desk.book.vouchers
    for player, value in tuple(desk.state.drawn.items()):
        if _result(desk.state, player) == "stand-off":
            continue
        assert vouchers is not None
        desk.emit(
            e.VoucherShown(
                player, desk.state.hand, value, vouchers.opened.clause, vouchers.recorded.clause
            )
        )


def _keep_vouchers(desk: Desk) -> None:
    """What stood off is played next; after the last hand there is no next, and it lapses."""
    vouchers = desk.book.vouchers
    for player, value in tuple(desk.state.drawn.items()):
        assert vouchers is not None
        if desk.state.last:
            desk.emit(e.VoucherReturned(player, value, False, vouchers.stand_off.clause))
        else:
            desk.emit(e.VoucherKept(player, value, vouchers.stand_off.clause))


def _changes(session: Session, round_: Round) -> dict[str, int]:
    """What the round took and gave, the unseen part included; who went in it is settled already.

    A form that showed no amount has wagered nothing: what its hand won or lost is nobody's.
    """
    changes: dict[str, int] = {}
    nothing = {secret.account for secret in session.secrets.values() if secret.laid}
    for account, net in round_.net.items():
        owner = owner_of(session, account)
        if session.players[owner].active and account not in nothing:
            changes[owner] = changes.get(owner, 0) + net
    return changes


def settle(desk: Desk) -> None:
    state = desk.state
    round_ = state.round
    changes: dict[str, int] = {}
    twice = {player for player, bet in state.bets.items() if bet.twice}
    extra = {player: _winnings_again(state, player) for player in twice}
    staked: dict[str, int] = {}
    removed: dict[str, int] = {}
    if round_ is not None:
        changes = _changes(state, round_)
        for number, row in enumerate(round_.rows, start=1):
            owner = owner_of(state, row.player)
            if row.stage != "betting":
                staked[owner] = staked.get(owner, 0) + row.chips_in
            if row.result == "loses":
                removed[owner] = number
    owed = {name: secret for name, secret in state.secrets.items() if secret.deducted}
    _keep_vouchers(desk)
    settled = e.HandSettled(
        changes=changes,
        staked=staked,
        removed=removed,
        at=desk.at,
        clause=desk.book.rules_apply.clause,
    )
    desk.emit(settled)
    for player, amount in extra.items():
        if amount and desk.state.players[player].active:
            assert desk.book.vouchers is not None
            desk.emit(e.WinPaidTwice(player, amount, desk.book.vouchers.doubler.clause))
    for player, secret in owed.items():
        if not desk.state.players[player].active:
            continue
        cost = min(secret.deducted, desk.state.players[player].chips)
        if cost:
            desk.emit(e.ChipsDeducted(player, cost, secret.clauses[-1]))
    after_hand(desk)


def _winnings_again(session: Session, player: str) -> int:
    """What the original wager alone has won, doubled and split parts left out."""
    bet = session.bets[player]
    for row in _rows(session, player):
        if row.wager == "main" and row.result == "wins" and row.hand == 1 and row.stake:
            return -(-row.paid * min(bet.amount, row.stake) // row.stake)
    return 0


# Void hands


@carries_out
def void_hand(desk: Desk, command: c.VoidHand) -> None:
    """The hand does not count. Where the book has it, what was paid in it is handed back too."""
    desk.check_phase("playing", "settling")
    if desk.state.round is None:
        raise Refused(desk.act.clause, "no cards were dealt")
    if desk.state.table.round is not None:
        desk.play(g.VoidRound(command.clause))
    else:
        desk.at_table(lambda at: void_past(at, g.VoidRound(command.clause)))


def _voided(desk: Desk) -> None:
    state = desk.state
    assert state.round is not None
    changes: dict[str, int] = {}
    if desk.book.void_hand.value == "by-round":
        changes = _changes(state, state.round)
    for player, value in tuple(state.drawn.items()):
        if not state.players[player].voucher:
            assert desk.book.vouchers is not None
            clause = desk.book.vouchers.drawn.clause
            desk.emit(e.VoucherReturned(player, value, True, clause))
    desk.emit(e.HandVoided(state.round.voided, changes, desk.book.void_hand.clause))
