"""One table of a tournament in one session: `decide`, `evolve`, `legal`.

    events  = decide(rules, session, order)    # None before it is opened; or Refused, or Malformed
    session = evolve(session, event)

`rules` are a book's (`find_play_rules`); what a hand pays is the game's affair (`bythebook.game`).
"""

import sys
from collections.abc import Iterator
from typing import cast

from msgspec.structs import replace

from bythebook.deciders import (
    Command,
    Event,
    Order,
    Person,
    carries_out,
    handlers_in,
    refusal_of,
    tag_of,
)
from bythebook.errors import Malformed, Refused
from bythebook.game import commands as g
from bythebook.game import legal as legal_in_round
from bythebook.game import start as start_round
from bythebook.rulebooks.chapters.game import BlackjackGame
from bythebook.rulebooks.chapters.tournament_play import PlayRules
from bythebook.table import events as t
from bythebook.table.opening import check_commenced
from bythebook.tournaments.session import commands as c
from bythebook.tournaments.session import decisions, director, hand, seats, ties, wagering
from bythebook.tournaments.session import events as e
from bythebook.tournaments.session.after import cancel_at_shoe, survival_drawn
from bythebook.tournaments.session.decision import (
    PLAYER,
    Desk,
    game_in,
    game_of,
    may_order,
    setup_of,
)
from bythebook.tournaments.session.decisions import put_right
from bythebook.tournaments.session.evolve import evolve
from bythebook.tournaments.session.state import Session, form_account, limits_now, owner_of
from bythebook.tournaments.session.wagering import round_table, to_act
from bythebook.tournaments.values import SessionTerms

__all__ = ["decide", "evolve", "legal", "refusal"]

# While something is being decided, or everybody has a break, play waits.
_WHILE_WAITING = (c.RuleOn, c.RaiseDispute, c.Note, c.TakeSeat, c.Seal, c.ExamineForm)


@carries_out
def ballot(desk: Desk, command: c.Ballot) -> None:
    order = ties.drawn(desk, command.seed)
    chosen = order[: desk.state.ballot_places]
    survival = desk.state.stage == "survival"
    elimination = desk.book.elimination
    clause = desk.book.ranking.together.clause
    if survival and elimination is not None:
        clause = elimination.ballot.clause
    desk.emit(e.BallotDrawn(order, chosen, clause))
    if survival:
        survival_drawn(desk, chosen)
    else:
        ties.places_drawn(desk, order)


@carries_out
def shuffle(desk: Desk, command: c.Shuffle) -> None:
    """Whoever was never seen by the shoe that the book names has lost the place."""
    before = desk.state.shoe
    director.shuffled(desk)
    if desk.state.shoe > before:
        cancel_at_shoe(desk)


HANDLERS = handlers_in(seats, director, hand, wagering, ties, decisions, sys.modules[__name__])


def decide(rules: PlayRules, session: Session | None, order: Order) -> tuple[Event, ...]:
    """What an order brings about; `Refused` by a clause, or `Malformed`."""
    command = order.command
    of_table = isinstance(command, c.TABLE_COMMANDS)
    unable = None if of_table else may_order(rules, tag_of(command), order.by)
    if unable is not None:
        raise unable
    if isinstance(command, c.Open):
        if session is not None:
            raise Refused(rules.play.rules_apply.clause, "the session is open already")
        return opened(rules, command.terms, order.at)
    if session is None:
        raise Malformed("the session has not been opened")
    handler = put_right if of_table else HANDLERS.get(type(command))
    if handler is None:
        raise Malformed("that is nothing a tournament table knows")
    _check_waiting(rules, session, command)
    desk = Desk(rules, session, order)
    handler(desk, command)
    hand.go_on(desk)
    return tuple(desk.events)


def _check_waiting(rules: PlayRules, session: Session, command: Command) -> None:
    if session.phase == "over" and not isinstance(command, c.Note):
        raise Refused(rules.play.ranking.announced.clause, "the session is over")
    if isinstance(command, _WHILE_WAITING):
        return
    dispute = session.open_dispute
    if dispute is not None:
        clause = rules.play.discipline.disputes.clause
        raise Refused(clause, f"play waits until dispute {dispute.number} is decided")
    if session.on_break and not isinstance(command, c.EndBreak | c.LeaveSeat):
        raise Refused(rules.play.rules_apply.clause, "there is a break")


def refusal(rules: PlayRules, session: Session | None, order: Order) -> Refused | Malformed | None:
    """Why an order would not be carried out now, or None."""
    return refusal_of(decide, rules, session, order)


def legal(rules: PlayRules, session: Session, person: Person, at: int) -> list[Command]:
    """What this person could ask for now without being refused: for buttons and automatic players.

    Amounts stand at their least for wagers, at their most in the round; forms, seeds, cards and
    words are not listed: whoever has them knows what to ask.
    """
    found = []
    for command in candidates(rules, session, person):
        order = Order(by=person, at=at, command=command, why="asked for")
        if refusal(rules, session, order) is None:
            found.append(command)
    return found


# Everything somebody at a tournament table could think of now, allowed or not


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
                    yield asked(command)
        case _:
            pass
    yield c.Consent()
    yield from (c.ExamineForm(player) for player in session.shown_forms)


def asked(command: g.Command) -> c.Decide:
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
            yield asked(command)
    for name, each in session.players.items():
        if each.active:
            for reason in rules.play.discipline.reasons:
                yield c.Disqualify(name, reason)
    yield from (c.RuleOn(each.number, "…") for each in session.disputes if not each.ruling)


# Opening: terms that a table can be played by, and that its book allows


def opened(rules: PlayRules, terms: SessionTerms, at: int) -> tuple[Event, ...]:
    if terms.book != rules.book.id:
        raise Malformed(f"these are the rules of {rules.book.id}, not of {terms.book}")
    _check_seats(terms)
    _check_length(terms)
    _check_limits(terms)
    book = rules.play
    equal = book.chips.equal
    if min(seat.chips for seat in terms.seats) <= 0:
        raise Malformed("everybody begins with chips")
    same = equal.value == "each-session" or terms.first
    if same and len({seat.chips for seat in terms.seats}) != 1:
        raise Refused(equal.clause, "everybody begins with the same chips")
    for number, known, what in (
        (terms.secret_wagers, book.secrets, "secret wagers"),
        (terms.pass_cards, book.passes, "pass cards"),
        (len(terms.elimination_hands), book.elimination, "elimination hands"),
        (int(terms.double_your_bet), book.vouchers, "vouchers"),
    ):
        if number and known is None:
            raise Refused(book.rules_apply.clause, f"this book has no {what}")
    _check_game(rules, terms)
    check_commenced(rules.table, game_of(rules, terms), at)
    if book.wagering.units_of_minimum:
        terms = replace(terms, unit=0)
    table = t.TableOpened(setup_of(rules, terms), equal.clause)
    return e.SessionOpened(terms, equal.clause), e.TableMoved((table,), at)


def _check_seats(terms: SessionTerms) -> None:
    names = [seat.player for seat in terms.seats]
    boxes = [seat.box for seat in terms.seats]
    if not names:
        raise Malformed("a session has players")
    if len(set(names)) != len(names) or len(set(boxes)) != len(boxes):
        raise Malformed("everybody has one place, and every place one player")
    forms = {form_account(box) for box in range(1, terms.boxes + 1)}
    if any(not name.strip() or name in forms for name in names):
        raise Malformed("a player has a name, and not that of a form's account")
    if not all(1 <= box <= terms.boxes for box in boxes):
        raise Malformed(f"there are boxes 1 to {terms.boxes}")
    if terms.marker and terms.marker not in boxes:
        raise Malformed("the marker begins at somebody's box")
    if terms.advancing < 0:
        raise Malformed("a number of places is nothing or more")


def _check_length(terms: SessionTerms) -> None:
    parts = [terms.length.hands, terms.length.shoes, terms.length.minutes]
    given = [part for part in parts if part is not None]
    if len(given) != 1 or given[0] < 1:
        raise Malformed("a session lasts so many hands, shoes or minutes: one of the three")
    if min(terms.elimination_hands, default=1) < 1 or terms.eliminated_each < 1:
        raise Malformed("elimination hands are counted from 1, and somebody goes")
    allowances = (terms.secret_wagers, terms.pass_cards, terms.play_off_chips)
    if terms.play_off_hands < 1 or min(allowances) < 0:
        raise Malformed("a play-off has hands, and an allowance is nothing or more")
    if min(terms.betting_seconds, terms.turn_seconds) < 0:
        raise Malformed("a time is nothing or more")


def _check_limits(terms: SessionTerms) -> None:
    hands = [limits.from_hand for limits in terms.limits]
    if not hands or hands[0] != 1 or hands != sorted(set(hands)):
        raise Malformed("limits come in order of hands, the first from hand 1")
    if terms.unit < 1 or min(terms.chips, default=1) < 1:
        raise Malformed("a unit is more than nothing, and so is a chip")
    for limits in terms.limits:
        if not 0 < limits.least <= limits.most:
            raise Malformed("a minimum is more than nothing and no more than the maximum")
        if limits.least % terms.unit:
            raise Malformed("the minimum is a multiple of the unit")


def _check_game(rules: PlayRules, terms: SessionTerms) -> None:
    """The game is one of decisions, and has what the terms want to offer."""
    book = rules.play
    game = game_of(rules, terms)
    if not isinstance(game.rules, BlackjackGame):
        raise Refused(book.rules_apply.clause, f"{game.rules.title} is played in no tournament")
    if terms.boxes > game.rules.boxes.value:
        raise Refused(game.rules.boxes.clause, f"there are boxes 1 to {game.rules.boxes.value}")
    for name in terms.side_wagers:
        if name not in game.rules.side_wagers or book.wagering.no_sides:
            raise Refused(book.wagering.sides.clause, f"{name} is not offered in a tournament")
        if game.rules.side_wagers[name].lines and any(
            line.share is not None for line in game.rules.side_wagers[name].lines
        ):
            raise Refused(book.chips.only.clause, f"{name} pays money, which these chips are not")
    start_round(game, round_table(rules, terms, (0, 0), 0, {}))
    vouchers = book.vouchers
    jokers = game.rules.joker_named is not None
    if jokers and vouchers is not None and terms.format != "elimination":
        raise Refused(vouchers.elimination_only.clause, "jokers are played by elimination")
    if terms.vouchers is None:
        return
    tokens = game.rules.wagering.tokens
    if vouchers is None or tokens is None or tokens.voucher is None:
        raise Refused(book.rules_apply.clause, "this game has no mystery wagers")
    least = min(limits.least for limits in terms.limits)
    most = max(limits.most for limits in terms.limits)
    if not all(least <= value <= most for value in terms.vouchers.values):
        raise Refused(vouchers.values.clause, f"a voucher is worth from {least} to {most}")
