"""Opening a session: terms that a table can be played by, and that its book allows."""

from msgspec.structs import replace

from bythebook.deciders import Event
from bythebook.errors import Malformed, Refused
from bythebook.game import start as start_round
from bythebook.rulebooks.chapters.game import BlackjackGame
from bythebook.rulebooks.chapters.tournament_play import PlayRules
from bythebook.table import events as t
from bythebook.tournaments.session import events as e
from bythebook.tournaments.session.decision import game_of, setup_of
from bythebook.tournaments.session.state import form_account
from bythebook.tournaments.session.wagering import round_table
from bythebook.tournaments.values import SessionTerms


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
    if equal.value == "each-session" and len({seat.chips for seat in terms.seats}) != 1:
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
    one = game.rules.wagering.players_per_box
    if terms.secret_wagers and one.value == 1:
        raise Refused(one.clause, "a box of this game takes one wager, and none beside it")
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
