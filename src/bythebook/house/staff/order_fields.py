"""What an order asks to be filled in: the fields of each command, as questions to a person.

A command is a plain struct; its types say what is text and what is a number, but not that one
number is a sum of money and another a box. That is said here, once for every form.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Literal

import msgspec
from msgspec import UNSET
from msgspec.structs import FieldInfo, fields

from bythebook.house.people.people import PLAYER
from bythebook.rulebooks import Book
from bythebook.rulebooks.chapters.chapter import once
from bythebook.rulebooks.chapters.conduct import Act
from bythebook.rulebooks.chapters.words import Authority
from bythebook.rulebooks.editions import editions_in
from bythebook.rulebooks.tables import TableRules
from bythebook.table.cards.irregularities import ways
from bythebook.table.decision import game_of
from bythebook.table.orders import Command, Setup
from bythebook.table.people.registers import STEPS
from bythebook.table.rounds import DECISIONS
from bythebook.table.state import State

Kind = Literal[
    "text", "long", "whole", "money", "yes", "choice", "many", "box", "boxes", "player", "players",
    "card", "cards", "numbers", "limits", "sums", "words", "time", "month", "setup", "decision",
]  # fmt: skip


class ValueView(msgspec.Struct, frozen=True, omit_defaults=True):
    """One of the values to choose from, and what it says; `about`: the choice it belongs to."""

    value: str
    says: str
    about: str = ""
    about_says: str = ""


class FieldView(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One question of a form."""

    name: str
    label: str
    kind: Kind
    required: bool = False
    default: Any = None
    values: tuple[ValueView, ...] = ()
    only: bool = False  # nothing but these values


# By the name of the field, or by command and field where the same name asks for something else.
_KINDS: dict[str, Kind] = {
    "player": "player", "agreed": "players", "forfeits": "players", "box": "box", "to": "box",
    "boxes": "boxes", "keep": "boxes", "amount": "money", "cents": "money", "declared": "money",
    "most": "money", "least": "money", "box_maximum": "money", "limits": "limits", "units": "sums",
    "meters": "sums", "options": "words", "readings": "words", "time": "time", "until": "time",
    "card": "card", "cards": "cards", "damaged": "cards", "from_back": "numbers",
    "chips": "numbers", "side_wagers": "many", "about": "long", "ruling": "long",
    "month": "month", "setup": "setup", "command": "decision", "wager": "choice",
    "clause": "choice", "how": "choice", "kind": "choice", "act": "choice", "role": "choice",
    "game": "choice", "dealing": "choice", "dispute": "choice", "error": "choice",
    "layout": "choice", "edition": "choice",
}  # fmt: skip
_KINDS |= {
    "arrive.card": "text", "arrive.player": "text", "exclude.player": "text",
    "raise-dispute.player": "text", "find-payment-error.player": "text", "tell.to": "choice",
    "perform.about": "text", "rewind.cards": "whole", "sign-off.name": "choice",
}  # fmt: skip

_LABELS = {
    "player": "Player", "box": "Box", "boxes": "Boxes", "keep": "Boxes to keep",
    "amount": "Amount", "cents": "Sum", "most": "Highest wager", "least": "Lowest wager",
    "declared": "Chips taken away", "box_maximum": "Highest sum on a box", "limits": "Limits",
    "units": "Wagers in multiples of", "meters": "Meters stand at", "options": "Options",
    "readings": "Readings", "time": "From when it applies", "until": "Until",
    "card": "Card", "cards": "Cards, in order", "damaged": "Damaged cards",
    "from_back": "Cards from the back", "from_front": "Cards from the front", "chips": "Chips",
    "side_wagers": "Side wagers", "about": "What it is about", "ruling": "Ruling",
    "month": "Month", "setup": "The table", "command": "Decision", "wager": "Wager",
    "clause": "By which clause", "how": "How", "kind": "Which sign", "act": "Of which act",
    "role": "As", "game": "Game", "dealing": "Cards come from", "dispute": "Dispute",
    "error": "Payment error", "layout": "Layout", "name": "Who", "to": "To",
    "rounds": "In how many rounds (0: without saying)", "agreed": "Players who agree",
    "forfeits": "Who forfeits the stake", "protect": "Those playing keep their minimum",
    "again": "On the strength of an earlier restriction", "token": "With a token",
    "late": "Nobody noticed in time that something is wrong with it",
    "exposed": "Its face was seen", "pre_shuffled": "They come shuffled",
    "decks": "Decks", "inexact": "Because chips could not pay its win",
    "gone": "The player is gone, or refuses to decide", "back": "How many rounds back",
    "bought": "Bought at the table", "suspected": "Suspected to be on purpose",
    "burned": "It was burned by mistake", "later": "Other cards have been dealt since",
    "from_card": "From which card on (counted from 1)",
    "decisions": "Decisions after it that stand",
    "missing": "A card is missing (otherwise: one too many)",
    "disadvantage": "Somebody was put at a disadvantage", "spare": "Another device is at hand",
    "movable": "The cards can be moved to it", "can_finish": "The round can be finished",
    "per_box": "Players on a box (0: as it is)", "at_table": "Players at the table (0: as it is)",
    "text": "What it says", "tournament": "For a tournament", "low_limit": "A low-limit table",
    "burns": "The first card is burned", "area_markers": "Marker cards of the area's other tables",
    "patience_seconds": "Seconds a player has to decide",
}  # fmt: skip
_LABELS |= {
    "arrive.card": "Name on the Player Card shown", "tell.to": "Whom",
    "deal.to": "Where it was put (if not where due)", "rewind.cards": "Cards that stand",
    "find-payment-error.cents": "Paid too much (or, with a minus, too little)",
    "sign-on.name": "Who", "hold-to-minimum.box": "Box (none: all)", "setup.boxes": "Boxes",
    "replace-device.dealing": "Cards come from now on from",
}  # fmt: skip

# Signs that the mechanism itself looks for; a book's acts and needs name the others.
_SIGNS = {
    "limits": "the limits in force",
    "new-limits": "limits that will apply",
    "closing": "the table closes",
    "game": "the game in play",
    "next-game": "the game to come",
}
_STEPS = {
    "enquired": "it was found not to be intended",
    "identified": "whoever was concerned was identified",
    "attempted": "putting it right was attempted",
    "rectified": "the money was given or taken back",
    "reported": "it was reported",
}
_DEALING = {"shoe": "a shoe", "device": "a shuffling device"}
_ONLY_FIELDS = ("wager", "how", "clause", "kind")  # what `only` of an act is about


_fields = lru_cache(maxsize=128)(fields)


def fields_of(
    rules: TableRules, state: State, tag: str, command: type[Command], act: Act
) -> tuple[FieldView, ...]:
    """The questions of one act, in the order of the command's fields."""
    made = []
    for field in _fields(command):
        if field.name == "act" and tag == "perform":
            continue  # the act is the form itself
        if field.name == "inexact" and "inexact" not in act.only:
            continue
        made.append(_field(rules, state, tag, field, act))
    return tuple(made)


def setup_fields(rules: TableRules, state: State) -> tuple[FieldView, ...]:
    """The questions of a table to be opened."""
    free = Act(says="", by=PLAYER, clause="")
    found = []
    for field in fields(Setup):
        if field.name == "boxes":
            found.append(_asked("setup", field, "whole", ()))
        else:
            found.append(_field(rules, state, "setup", field, free))
    return tuple(found)


def _field(rules: TableRules, state: State, tag: str, field: FieldInfo, act: Act) -> FieldView:
    kind = _KINDS.get(f"{tag}.{field.name}") or _KINDS.get(field.name) or _by_type(field)
    values = _values(rules, state, tag, field.name)
    only = kind == "choice" and bool(values)
    if act.only and field.name in _ONLY_FIELDS:
        says = {value.value: value.says for value in values}
        values = _named({name: says.get(name, name) for name in act.only})
        kind, only = "choice", True
    elif field.name == "how" and tag == "resolve":
        values = _named(_ways(rules, state)) or values
    if act.only == ("inexact",) and field.name == "inexact":
        return FieldView(name="inexact", label=_LABELS["inexact"], kind="yes", default=True)
    if kind == "choice" and not values:
        kind = _by_type(field)
    asked = _asked(tag, field, kind, values)
    if len(act.only) == 1 and field.name in _ONLY_FIELDS:
        asked = msgspec.structs.replace(asked, default=act.only[0])
    return msgspec.structs.replace(asked, only=only)


def _asked(tag: str, field: FieldInfo, kind: Kind, values: tuple[ValueView, ...]) -> FieldView:
    given = UNSET if field.required else field.default
    if given is msgspec.NODEFAULT:
        given = field.default_factory() if callable(field.default_factory) else None
    label = _LABELS.get(f"{tag}.{field.name}") or _LABELS.get(field.name)
    return FieldView(
        name=field.name,
        label=label or field.name.replace("_", " ").capitalize(),
        kind=kind,
        required=field.required,
        default=None if given is UNSET else given,
        values=values,
    )


def _by_type(field: FieldInfo) -> Kind:
    if field.type is bool:
        return "yes"
    if field.type in (int, int | None):
        return "whole"
    return "text"


# What there is to choose from


def _named(values: dict[str, str]) -> tuple[ValueView, ...]:
    return tuple(ValueView(value, says) for value, says in values.items())


def _values(rules: TableRules, state: State, tag: str, name: str) -> tuple[ValueView, ...]:
    if name in ("options", "readings"):
        return tuple(_choices_of(rules, name))
    find = _SOURCES.get(f"{tag}.{name}") or _SOURCES.get(name)
    return _named(find(rules, state)) if find is not None else ()


def _choices_of(rules: TableRules, name: str) -> Iterator[ValueView]:
    """What the book leaves open, each with the values it may have; none named: any sum."""
    if name == "options":
        for about, option in rules.book.options.items():
            for value in option.values or ("",):
                yield ValueView(value, value, about, option.says)
    else:
        for about, reading in rules.book.readings.items():
            for value, says in reading.values.items():
                yield ValueView(value, f"{value}: {says}", about, reading.question)


def _wagers(rules: TableRules, state: State) -> dict[str, str]:
    if state.setup is None:
        return {"main": "main"}
    return {name: name for name in ("main", *state.setup.side_wagers)}


def _every_wager(rules: TableRules, state: State) -> dict[str, str]:
    games = _games_of(rules.book).values()
    return {name: name for name in sorted({side for _, sides in games for side in sides})}


@once
def _games_of(book: Book) -> dict[str, tuple[str, tuple[str, ...]]]:
    """The title and the side wagers of each game: to make them takes longer than all the rest."""
    made = {name: book.game(name).rules for name in book.games}
    return {name: (rules.title, tuple(rules.side_wagers)) for name, rules in made.items()}


def _players(rules: TableRules, state: State) -> dict[str, str]:
    return {
        name: f"{name}, box {player.seat}" if player.seat else f"{name}, standing"
        for name, player in state.players.items()
    }


def _places(rules: TableRules, state: State) -> dict[str, str]:
    return {"0": "the dealer", **_boxes(rules, state)}


def _boxes(rules: TableRules, state: State) -> dict[str, str]:
    count = state.setup.boxes if state.setup is not None else 0
    return {str(box): f"box {box}" for box in range(1, count + 1)}


def _roles(rules: TableRules, state: State) -> dict[str, str]:
    conduct = rules.conduct
    return {role.role: role.title for role in (*conduct.ladder, *conduct.beside)}


def _staff(rules: TableRules, state: State) -> dict[str, str]:
    titles = _roles(rules, state)
    return {p.name: f"{p.name}, {titles.get(p.role, p.role)}" for p in state.staff}


def _acts(rules: TableRules, state: State) -> dict[str, str]:
    return {name: entries[0].says for name, entries in rules.conduct.acts.items()}


def _signs(rules: TableRules, state: State) -> dict[str, str]:
    conduct = rules.conduct
    found = dict(_SIGNS)
    for act in conduct.acts.get("display-sign", ()):
        found |= {kind: act.says for kind in act.only if kind not in found}
    named = [need.sign for need in conduct.opening.needs if need.sign]
    for entries in conduct.acts.values():
        named += [act.sign.value for act in entries if act.sign is not None]
    if conduct.limits.personal.shown_by == "sign" and "personal-limits" in conduct.acts:
        named.append("personal-limits")
    if conduct.limits.protected is not None:
        named += ["both-minimums", "old-minimum"]
    return found | {kind: kind for kind in named if kind not in found}


def _signs_up(rules: TableRules, state: State) -> dict[str, str]:
    known = _signs(rules, state)
    return {sign.kind: known.get(sign.kind, sign.kind) for sign in state.signs}


def _clause_says(rules: TableRules, clauses: list[str]) -> dict[str, str]:
    known = rules.book.clauses
    return {c: f"{c}: {known[c].summary}" if c in known else c for c in clauses}


def _voids(rules: TableRules, state: State) -> dict[str, str]:
    if state.setup is None:
        return {}
    void = game_of(rules, state).rules.void
    return _clause_says(rules, [c for c, rule in void.items() if rule.only != "over"])


def _past_voids(rules: TableRules, state: State) -> dict[str, str]:
    if state.setup is None:
        return {}
    void = game_of(rules, state).rules.void
    return _clause_says(rules, [c for c, rule in void.items() if rule.only != "in-progress"])


def _grounds(rules: TableRules, state: State) -> dict[str, str]:
    named: list[str] = []
    for act in rules.conduct.acts.get("void-wagers", ()):
        named += [act.clause, *act.also, *act.only]
    return _clause_says(rules, list(dict.fromkeys(named)))


def _ways(rules: TableRules, state: State) -> dict[str, str]:
    if state.setup is None or not state.irregular:
        return {}
    return {how: f"{how} ({clause})" for how, clause in ways(game_of(rules, state), state).items()}


def _games(rules: TableRules, state: State) -> dict[str, str]:
    games = _games_of(rules.book)
    return {name: title for name, (title, _) in games.items()}


def _editions(rules: TableRules, state: State) -> dict[str, str]:
    """The others of the table's book."""
    return {
        edition.name: f"{edition.about.version}, from {edition.about.effective}"
        for edition in editions_in(rules.book.source.home)
        if edition.name != rules.book.edition
    }


def _dealing(rules: TableRules, state: State) -> dict[str, str]:
    allowed: dict[Any, Authority] = dict(rules.conduct.opening.dealing)
    return {how: _DEALING.get(how, how) for how in allowed}


def _layouts(rules: TableRules, state: State) -> dict[str, str]:
    return {
        name: f"{name} ({', '.join(layout.wagers) or 'no side wagers'})"
        for name, layout in rules.conduct.opening.layouts.items()
    }


def _disputes(rules: TableRules, state: State) -> dict[str, str]:
    return {str(d.number): f"{d.number}: {d.player}, {d.about}" for d in state.disputes}


def _errors(rules: TableRules, state: State) -> dict[str, str]:
    return {str(e.number): f"{e.number}: {e.player}" for e in state.payment_errors}


def _decisions(rules: TableRules, state: State) -> dict[str, str]:
    found = {}
    for kind in DECISIONS:
        tag = str(kind.__struct_config__.tag)
        found[tag] = "".join(f" {c.lower()}" if c.isupper() else c for c in tag).strip()
    return found


_SOURCES = {
    "wager": _wagers, "jackpot-failure.wager": _wagers, "player": _players, "agreed": _players,
    "forfeits": _players, "box": _boxes, "boxes": _boxes, "keep": _boxes, "to": _places,
    "tell.to": _roles, "role": _roles, "sign-off.name": _staff, "tell.act": _acts,
    "display-sign.kind": _signs, "remove-sign.kind": _signs_up, "void-round.clause": _voids,
    "void-last-round.clause": _past_voids, "invalidate.clause": _voids,
    "void-wagers.clause": _grounds, "resolve.how": _ways,
    "rectify.how": lambda rules, state: {step: _STEPS[step] for step in STEPS},
    "game": _games, "dealing": _dealing, "layout": _layouts, "side_wagers": _every_wager,
    "dispute": _disputes, "error": _errors, "command": _decisions, "edition": _editions,
}  # fmt: skip
