"""Decisions in a hand: the game says what is legal, the tournament what a stack can cover.

A secret wager lies on the same box under a name of its own. It follows what its owner does with
the hand as the book has it, and the round goes on without anybody else learning how.
"""

from msgspec.structs import replace

from bythebook.deciders import carries_out
from bythebook.errors import Malformed, Refused
from bythebook.game import commands as g
from bythebook.game.decisions import decider, split_free_by
from bythebook.game.round import refusal
from bythebook.game.state import State as Round
from bythebook.rulebooks.chapters.game import BlackjackGame
from bythebook.table import events as t
from bythebook.table import orders as o
from bythebook.table.cards.orders import WithdrawWagers
from bythebook.tournaments.session import commands as c
from bythebook.tournaments.session import events as e
from bythebook.tournaments.session.decision import PLAYER, Desk
from bythebook.tournaments.session.state import (
    Competitor,
    Session,
    in_hand,
    owner_of,
    secret_of,
    unit_now,
)

PLAYERS = (
    g.Hit, g.Stand, g.Double, g.Split, g.Insure, g.TakeEvenMoney, g.Surrender, g.NameJoker,
    g.Withdraw,
)  # fmt: skip
DEALERS = (g.Proceed, g.DeclareAbsent)


@carries_out
def decide_in_round(desk: Desk, command: c.Decide) -> None:
    desk.check_phase("playing")
    desk.at_table(lambda at: at.check_nothing_irregular())
    wanted: g.Command = command.command
    by_player = desk.order.by.role == PLAYER
    if isinstance(wanted, DEALERS):
        if by_player:
            raise Refused(desk.act.clause, "the dealer says when play goes on")
        _dealers_word(desk, wanted)
        return
    if not isinstance(wanted, PLAYERS):
        raise Malformed("that is no decision in a hand: it has an order of its own", "command")
    each = _owner_of_box(desk, wanted.box)
    if by_player and each.player != desk.order.by.name:
        clause = desk.book.wagering.one_place.clause
        raise Refused(clause, f"box {wanted.box} is not {desk.order.by.name}'s")
    _give(desk, each, wanted)


def _round(desk: Desk) -> Round:
    """The round in play."""
    found = desk.state.table.round
    assert found is not None
    return found


def _owner_of_box(desk: Desk, box: int) -> Competitor:
    for each in desk.state.players.values():
        if each.box == box and each.player in desk.state.playing:
            return each
    raise Refused(desk.book.wagering.one_place.clause, f"nobody plays box {box}")


def _rules(desk: Desk) -> BlackjackGame:
    rules = desk.game().rules
    assert isinstance(rules, BlackjackGame)
    return rules


def _account(desk: Desk, each: Competitor) -> str:
    """The name under which the round asks: the open wager's, or the secret one's if it is alone."""
    round_ = _round(desk)
    if round_.has_box(each.box) and each.player not in round_.box(each.box).originals:
        return secret_of(desk.state, each.player)
    return each.player


def _give(desk: Desk, each: Competitor, wanted: g.Command) -> None:
    account = _account(desk, each)
    if getattr(wanted, "player", "") not in ("", each.player):
        raise Refused(desk.book.wagering.one_place.clause, f"{each.player} plays this box")
    if getattr(wanted, "in_tokens", 0):
        raise Refused(desk.book.wagering.cover.clause, "tournament chips alone are played with")
    match wanted:
        case g.Double():
            _double(desk, each, account, wanted)
        case g.Split():
            _split(desk, each, account)
        case g.Insure():
            _insure(desk, each, account, wanted)
        case g.TakeEvenMoney() | g.Surrender():
            desk.play(replace(wanted, player=account))
            other = replace(wanted, player=secret_of(desk.state, each.player))
            if account == each.player and each.player in desk.state.secrets:
                _if_legal(desk, other)
        case _:
            desk.play(replace(wanted, player=""))
    follow(desk)


def _if_legal(desk: Desk, command: g.Command) -> bool:
    round_ = _round(desk)
    if refusal(desk.game(), round_, command) is not None:
        return False
    desk.play(command)
    return True


# What is added to a wager


def _check_cover(desk: Desk, each: Competitor, amount: int) -> None:
    if amount > in_hand(desk.state, each.player):
        clause = desk.book.wagering.cover.clause
        raise Refused(clause, "there are not so many chips in front of the player")


def _original(desk: Desk, each: Competitor, account: str) -> int:
    round_ = _round(desk)
    if not round_.has_box(each.box):
        return 0
    return round_.box(each.box).originals.get(account, 0)


def _double(desk: Desk, each: Competitor, account: str, wanted: g.Double) -> None:
    asked = replace(wanted, player=account)
    whole = _original(desk, each, account)
    round_ = _round(desk)
    if _rules(desk).doubling.amount.value == "token":
        desk.play(asked)
        return
    refused = refusal(desk.game(), round_, replace(asked, amount=None))
    if refused is not None:
        raise refused
    if account != each.player:
        amount = _written_double(desk, each, whole)
        if not amount:
            assert desk.book.secrets is not None
            clause = desk.book.secrets.doubles.clause
            raise Refused(clause, "the secret wager is not to be doubled")
        desk.play(replace(asked, amount=amount))
        return
    amount = whole if asked.amount is None else asked.amount
    if not 0 < amount <= whole:
        clause = _rules(desk).doubling.amount.clause
        raise Refused(clause, f"a double is more than nothing and at most {whole}")
    doubles = desk.book.wagering.doubles
    unit = unit_now(desk.state)
    if doubles.value == "units" and amount % unit:
        raise Refused(doubles.clause, f"doubles go in units of {unit}")
    _check_cover(desk, each, amount)
    if _rules(desk).doubling.amount.value != "up-to-stake" and amount != whole:
        raise Refused(_rules(desk).doubling.amount.clause, f"a double is exactly {whole}")
    desk.play(replace(asked, amount=amount))


def _written_double(desk: Desk, each: Competitor, whole: int) -> int:
    """How much is added to the secret wager on a double: as written, or as much again."""
    secrets = desk.book.secrets
    assert secrets is not None
    wish = whole
    if secrets.doubles.value == "written":
        wish = min(whole, desk.state.secrets[each.player].form.double)
    amount = min(wish, in_hand(desk.state, each.player))
    if desk.book.wagering.doubles.value == "units":
        amount -= amount % unit_now(desk.state)
    if amount < whole and _rules(desk).doubling.amount.value != "up-to-stake":
        return 0
    return amount


def _split(desk: Desk, each: Competitor, account: str) -> None:
    round_ = _round(desk)
    wanted = g.Split(each.box, account)
    refused = refusal(desk.game(), round_, wanted)
    if refused is not None:
        raise refused
    if account != each.player and not _split_written(desk, each):
        assert desk.book.secrets is not None
        clause = desk.book.secrets.doubles.clause
        raise Refused(clause, "the secret wager is not to be split")
    if _split_costs(desk, each.box):
        _check_cover(desk, each, _original(desk, each, account))
    desk.play(wanted)


def _split_costs(desk: Desk, box: int) -> bool:
    """Whether a split takes chips: not where a token is given for it."""
    round_ = _round(desk)
    return round_.at[0] != box or not split_free_by(_rules(desk), round_.hand(*round_.at))


def _split_written(desk: Desk, each: Competitor) -> bool:
    secrets = desk.book.secrets
    assert secrets is not None
    return secrets.doubles.value == "equal" or desk.state.secrets[each.player].form.split


def _insure(desk: Desk, each: Competitor, account: str, wanted: g.Insure) -> None:
    if wanted.on not in ("", each.player):
        clause = desk.book.wagering.one_place.clause
        raise Refused(clause, "nobody insures somebody else's wager in a tournament")
    _check_cover(desk, each, wanted.amount)
    desk.play(replace(wanted, player=account, on=""))


# The secret wager's part


def follow(desk: Desk) -> None:
    """While others on a box are asked whether they follow, a secret wager answers by itself."""
    while True:
        round_ = desk.state.table.round
        if round_ is None or round_.phase != "following":
            return
        box = round_.box(round_.at[0])
        owner = owner_of(desk.state, box.order[0])
        each, account = desk.player(owner), secret_of(desk.state, owner)
        if account in box.originals:
            whole = box.originals[account]
            if round_.split_open:
                covered = whole <= in_hand(desk.state, owner)
                if covered and _split_written(desk, each):
                    _if_legal(desk, g.Split(box.number, account))
            else:
                amount = _written_double(desk, each, whole)
                if amount:
                    _if_legal(desk, g.Double(box.number, account, amount))
        desk.play(g.Proceed())


def _dealers_word(desk: Desk, wanted: g.Proceed | g.DeclareAbsent) -> None:
    round_ = _round(desk)
    if isinstance(wanted, g.Proceed):
        if round_.phase == "offers":
            _insure_secrets(desk)
        desk.play(wanted)
        follow(desk)
        return
    each = _owner_of_box(desk, wanted.box)
    _check_patience(desk, each)
    desk.play(g.DeclareAbsent(each.box, ""))
    # Nobody else on the box takes over: the other wager on it is the same player's.
    while desk.state.table.round is not None and _waits_for(desk, each):
        desk.play(g.DeclareAbsent(each.box, ""))
    follow(desk)


def _waits_for(desk: Desk, each: Competitor) -> bool:
    round_ = _round(desk)
    if round_.phase != "turns" or round_.due is not None or round_.at[0] != each.box:
        return False
    box = round_.box(each.box)
    who = decider(box, box.hands[round_.at[1] - 1])
    return who is not None and bool(box.absent)


def _check_patience(desk: Desk, each: Competitor) -> None:
    """Somebody who is there has the time that the conditions give."""
    waited = desk.at - desk.state.turn_since
    if each.seated and waited < desk.terms.turn_seconds:
        what = f"{each.player} has {desk.terms.turn_seconds} seconds; {waited} have passed"
        raise Refused(desk.act.clause, what)


def _insure_secrets(desk: Desk) -> None:
    """Insurance of a secret wager is what its form says, as far as chips and half of it go."""
    for player, secret in desk.state.secrets.items():
        each = desk.state.players[player]
        wish = min(secret.form.insure, secret.amount // 2, in_hand(desk.state, player))
        if wish > 0 and secret.amount:
            _if_legal(desk, g.Insure(each.box, wish, secret_of(desk.state, player)))


# What the table's own orders mean for hands and stacks


def put_right(desk: Desk, command: o.Command) -> None:
    """An order that any table of the book knows, given to this one."""
    if desk.order.by.role == PLAYER:
        desk.check_active(desk.player(desk.order.by.name))
    past = desk.state.table.past
    for event in desk.order_table():
        if isinstance(event, t.LastRoundCorrected):
            _correct_hand(desk, event, past[-event.back].round)
    if isinstance(command, WithdrawWagers):
        _withdraw_secret(desk, command)


def _withdraw_secret(desk: Desk, command: WithdrawWagers) -> None:
    """Whoever takes a wager back takes the unseen one back with it."""
    account = secret_of(desk.state, command.player)
    running = desk.state.table.round
    if not account or running is None:
        return
    taken = next(row for row in reversed(running.rows) if row.player == command.player)
    wanted = g.ReturnWagers(taken.clause, account, command.box)
    if refusal(desk.game(), running, wanted) is None:
        desk.play(wanted)


def _correct_hand(desk: Desk, event: t.LastRoundCorrected, before: Round) -> None:
    """The last hand is settled anew, with whatever was counted by it, until the next one's first
    card; of a hand before that the chips go back, and those after it stand."""
    lay = desk.state.unsettled
    if event.back == 1 and lay is not None and lay.dealt:
        desk.emit(e.HandReopened(event.clause))
    elif event.back > 1 or desk.state.phase != "settling":
        _void_earlier(desk, event, before)


def _void_earlier(desk: Desk, event: t.LastRoundCorrected, before: Round) -> None:
    """As if it had never been dealt, as far as chips are there to go back; who went out for want
    of those chips is in again."""
    state = desk.state
    settled = state.hand - (state.phase in ("betting", "playing", "settling"))
    since = event.back - (state.phase == "settling")  # hands that were settled, it among them
    hand = settled - since + 1
    if state.play_off is not None:
        counted = state.play_off.hands < since
    else:
        counted = any(hand <= number <= settled for number in desk.terms.elimination_hands)
    if counted or state.phase in ("ballot", "ranked"):
        raise Refused(desk.book.ranking.winners.clause, "chips were counted since: that stands")
    after = state.table.past[-event.back].round
    changes: dict[str, int] = {}
    for player, each in state.players.items():
        change = _won(state, after, player) - _won(state, before, player)
        there = in_hand(state, player) if each.active else 0
        if change < -there and each.active:
            owes = f"{-change - there} chips of hand {hand}"
            desk.emit(e.Noted("debt", desk.order.by, desk.at, owes, player, event.clause))
        if change and (each.active or (each.gone == "eliminated" and change > 0)):
            changes[player] = max(change, -there)
    again = tuple(player for player in changes if not state.players[player].active)
    desk.emit(e.HandCorrected(changes, event.clause, again))
    goes_on = state.play_off is None and state.phase != "counting"
    if after.voided and goes_on and desk.terms.length.hands is not None:
        desk.emit(e.HandToMakeUp(hand, event.clause))


def _won(session: Session, round_: Round, player: str) -> int:
    return sum(net for account, net in round_.net.items() if owner_of(session, account) == player)
