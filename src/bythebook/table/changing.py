"""A table that closes, or goes on as another: with another game, or by an amended book."""

from bythebook.deciders import carries_out
from bythebook.errors import Malformed, Refused
from bythebook.rulebooks.law import day, digest
from bythebook.rulebooks.loader import other_edition
from bythebook.rulebooks.tables import load_table_rules
from bythebook.table import events as e
from bythebook.table import orders as o
from bythebook.table.carrying import return_carried
from bythebook.table.decision import Decision
from bythebook.table.opening import (
    check_commenced,
    check_needs_after,
    check_setup,
    show_anew,
    wanted,
)
from bythebook.table.people.duties import check_nothing_owed
from bythebook.table.people.signs import after, anew, sign_of, with_signs
from bythebook.table.powers import unmet
from bythebook.table.settings import with_dealing
from bythebook.table.state import Sign, State


@carries_out
def announce_closing(desk: Decision, command: o.AnnounceClosing) -> None:
    if command.rounds < 0:
        raise Malformed("a number of rounds, or none")
    desk.emit(e.ClosingAnnounced(command.rounds, desk.act.clause))
    desk.record(about=f"in {command.rounds} rounds" if command.rounds else "")


@carries_out
def close_table(desk: Decision, command: o.Close) -> None:
    """The notice was checked with the power; what is still down goes back or must be settled."""
    _check_layout_empty(desk)
    check_nothing_owed(desk.state, "round")
    check_nothing_owed(desk.state, "closing")
    for need in desk.conduct.opening.before_closing:
        if not _done_since_last_round(desk.state, need.act):
            raise Refused(need.clause, f"{need.act} must be recorded after the last round")
    return_carried(desk)
    desk.emit(e.TableClosed(desk.act.clause))
    desk.record()


def _check_layout_empty(desk: Decision) -> None:
    """No wager lies there, and no card of which nobody has said yet what becomes of it."""
    desk.check_nothing_irregular()
    state, round_ = desk.state, desk.state.round
    if state.in_round or (round_ is not None and any(wager.live for wager in round_.wagers)):
        raise Refused(desk.act.clause, "wagers lie on the layout")


def _done_since_last_round(state: State, act: str) -> bool:
    return any(entry.act == act for entry in state.register[state.register_at_last_round :])


@carries_out
def change_game(desk: Decision, command: o.ChangeGame) -> None:
    """Another variation, other side wagers or another pay table; a running shoe ends first."""
    change = desk.conduct.opening.change
    setup = desk.state.setup
    if change is None or setup is None:
        raise Malformed(f"{desk.rules.book.id} does not change games at an open table")
    if desk.state.shoe.rounds and desk.state.shoe.status == "ready" and setup.dealing == "shoe":
        raise Refused(change.ends_shoe.clause, "the running shoe must be ended first")
    _check_layout_empty(desk)
    other = after(desk.rules, desk.state, command)
    check_commenced(desk.rules, check_setup(desk.rules, other), desk.at)
    signs = check_needs_after(desk, other, "before the game changes")
    desk.emit(e.GameChanged(other, desk.act.clause))
    says = sign_of(desk.rules, other, "game")
    shown = Sign("game", desk.at, None, {}, command.game, says=says)
    desk.emit(e.SignDisplayed(shown, change.shown.clause))
    show_anew(desk, [sign for sign in signs if sign.kind != "game"])
    if desk.state.sign("next-game") is not None:
        desk.emit(e.SignRemoved("next-game", "", change.shown.clause))
    desk.record(about=command.game)


@carries_out
def adopt_edition(desk: Decision, command: o.AdoptEdition) -> None:
    """The book was amended: the table goes on by the new edition, if it can stand as it is."""
    book = other_edition(desk.rules.book, command.edition)
    if book.edition == desk.rules.book.edition:
        raise Malformed(f"the table plays by {book.edition} already", "edition")
    _check_layout_empty(desk)
    if desk.state.carried:
        raise Refused(desk.act.clause, "wagers lie on the layout")
    about = book.about
    if day(desk.at) < about.effective:
        raise Refused(about.effective_clause, f"{book.edition} applies from {about.effective}")
    rules = load_table_rules(book)
    signs: list[Sign] = []
    setup = desk.state.setup if desk.state.phase == "open" else None
    if setup is not None:
        setup = with_dealing(rules, setup)
        check_commenced(rules, check_setup(rules, setup), desk.at)
        signs = anew(rules, desk.state, setup, desk.at)
        then = with_signs(desk.state, signs)
        for need in unmet(rules, then, rules.conduct.opening.needs, setup):
            raise Refused(need.clause, f"before {book.edition} applies here: {wanted(need)}")
    adopted = e.EditionAdopted(book.edition, book.revision, digest(book), setup, desk.act.clause)
    desk.emit(adopted)
    for sign in signs:
        desk.emit(e.SignDisplayed(sign, rules.conduct.signs[sign.kind].clause))
    desk.record(about=book.edition)
