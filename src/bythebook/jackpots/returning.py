"""Stakes that a round gave back to their players."""

from bythebook.deciders import carries_out
from bythebook.errors import Malformed, Refused
from bythebook.jackpots import commands as c
from bythebook.jackpots.counting import give_back
from bythebook.jackpots.decision import Decision
from bythebook.jackpots.wrong_wagers import note


@carries_out
def take_back(office: Decision, command: c.TakeBack) -> None:
    """By its round: void, failed, or found wrong, which is then noted as well."""
    known = office.registration(command.table, command.round)
    if not command.boxes or len(set(command.boxes)) != len(command.boxes):
        raise Malformed("a stake goes back once", "boxes")
    for box in command.boxes:
        if office.entry(known, box).status not in ("in", "carried"):
            clause = office.jackpot.given_back.clause
            raise Refused(clause, f"the stake on box {box} does not count any more")
    give_back(office, command.table, command.round, command.boxes, command.cause)
    incorrect = office.jackpot.incorrect
    if incorrect is not None and command.cause in incorrect.returned_by:
        for box in command.boxes:
            cause = incorrect.returned_by[command.cause]
            note(office, c.NoteIncorrectWager(command.table, command.round, box, cause))
