"""One table with everything around it, for somebody of its staff or for whoever watches."""

import msgspec

from bythebook.cards import Card
from bythebook.fields import FieldView
from bythebook.house.people.people import INSPECTOR, Viewer
from bythebook.house.staff.desk_view import ActForm, ForOthers, acts_of, for_others
from bythebook.house.staff.order_fields import setup_fields
from bythebook.house.staff.pit_view import RequestView, request_view
from bythebook.house.staff.registers_view import DeskView, desk_view
from bythebook.house.tables.running_table import RunningTable, setup_of
from bythebook.rulebooks.tables import TableRules
from bythebook.structs import like
from bythebook.table.cards.face_down import next_drawn, next_seen
from bythebook.table.cards.rebuilding import last_entry_seen
from bythebook.table.orders import Setup
from bythebook.table.powers import title


class NoticeView(msgspec.Struct, frozen=True, kw_only=True):
    """How long before a change a sign must be up, or how many rounds."""

    clause: str
    minutes: int = 0
    rounds: int = 0


class StaffDesk(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    title: str
    book: str
    name: str  # of whoever looks
    role: str
    role_title: str
    may_order: bool  # others only look
    roles: dict[str, str]  # the titles of the book
    setup: Setup  # as the table is, or as it is to be opened
    desk: DeskView
    requests: tuple[RequestView, ...]
    notices: dict[str, NoticeView]
    protects: bool  # a minimum may go up while those playing keep theirs
    acts: tuple[ActForm, ...]
    others: tuple[ForOthers, ...] = ()  # what only somebody else may order
    last_card: str = ""  # that was put down face up, and could be corrected
    kept_card: str = ""  # the one that comes next, drawn before and seen
    kept_unseen: bool = False  # such a card lies there, and nobody has seen its face
    opening: tuple[FieldView, ...]


def staff_desk(rules: TableRules, run: RunningTable, viewer: Viewer, now: int) -> StaffDesk:
    conduct, book = rules.conduct, run.terms.book
    role = viewer.role_at(book)
    acting = book in viewer.book_roles and INSPECTOR not in viewer.house_roles
    by_hand = acting and run.terms.cards == "scanned"
    kept, seen = next_drawn(run.table), next_seen(run.table)
    return StaffDesk(
        id=run.terms.id,
        title=run.terms.title,
        book=book,
        name=viewer.name,
        role=role if acting else "",
        role_title=title(conduct, role) if acting else "",
        may_order=acting,
        roles={known.role: known.title for known in (*conduct.ladder, *conduct.beside)},
        setup=setup_of(run),
        desk=desk_view(rules, run.table, setup_of(run), now),
        requests=tuple(request_view(rules, run, viewer, request) for request in run.requests),
        notices=notices(rules),
        protects=conduct.limits.protected is not None,
        acts=acts_of(rules, run.table, role) if acting else (),
        others=for_others(rules, run.table, role) if acting else (),
        last_card=_written(last_entry_seen(run.table)) if by_hand else "",
        kept_card=_written(seen) if by_hand else "",
        kept_unseen=by_hand and kept is not None and seen is None,
        opening=setup_fields(rules, run.table) if acting else (),
    )


def _written(card: Card | None) -> str:
    return str(card) if card is not None else ""


def notices(rules: TableRules) -> dict[str, NoticeView]:
    """What must be announced before it is done, by the name of the act."""
    found = {"change-limits": rules.conduct.limits.raise_minimum}
    for name, entries in rules.conduct.acts.items():
        for act in entries:
            if act.notice is not None:
                found[name] = act.notice
    return {name: like(NoticeView, notice) for name, notice in found.items()}
