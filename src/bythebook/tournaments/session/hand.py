"""A hand from its announcement to its last card: the round itself is the game's."""

from msgspec.structs import replace

from bythebook.cards import parse_card
from bythebook.deciders import carries_out
from bythebook.errors import Malformed, Refused
from bythebook.game import commands as g
from bythebook.game.state import Table
from bythebook.rulebooks.chapters.tournament_play import every_hand
from bythebook.table import events as t
from bythebook.table import orders as o
from bythebook.table import rounds
from bythebook.table.cards import shoe
from bythebook.table.cards.rebuilding import dealt
from bythebook.table.decision import Decision as TableDesk
from bythebook.tournaments.session import commands as c
from bythebook.tournaments.session import events as e
from bythebook.tournaments.session.after import clear_the_short, play_off_counted
from bythebook.tournaments.session.decision import Desk
from bythebook.tournaments.session.ending import check_signal, end_if_few, is_last_hand
from bythebook.tournaments.session.rounds import clockwise, deals_from, round_table
from bythebook.tournaments.session.seats import go, withdraw
from bythebook.tournaments.session.secret import deemed
from bythebook.tournaments.session.state import Secret, form_account, limits_now, unit_now
from bythebook.tournaments.session.wagering import bounds_of, to_act

# Before the cards


@carries_out
def begin_hand(desk: Desk, command: c.BeginHand) -> None:
    """The next hand of the session, or of those who are level."""
    desk.check_phase("between")
    if desk.state.shuffle_due and desk.terms.cards != "scanned":
        raise Refused(desk.book.ending.length.clause, "the shoe is over: shuffle first")
    check_signal(desk)
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
    if secret is not None and secret.amount:
        placed.append(g.PlaceWager(box, secret.account, secret.amount))
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

    def out(at: TableDesk) -> None:
        if at.state.in_round and shoe.by_shoe(at.state):
            shoe.cutting_card(at, o.CuttingCard())
        else:
            at.emit(t.CuttingCardOut(clause))
            at.emit(t.ShuffleDue("first-card", 0, clause, False))

    desk.at_table(out)
    if desk.state.table.shoe.shuffle_due:  # of several markers, the last
        desk.emit(e.CuttingCardCame(clause))


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
    if desk.state.first == right or desk.state.announced:
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
