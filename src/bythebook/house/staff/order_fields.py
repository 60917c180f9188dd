"""What the orders of a table ask to be filled in: the questions of each command, with the values
that there are to choose from at this table now."""

from collections.abc import Callable
from functools import partial
from typing import Any

from msgspec.structs import replace

from bythebook.deciders import tag_of
from bythebook.fields import FieldView, Values, ValueView, named, questions
from bythebook.rulebooks import Book
from bythebook.rulebooks.chapters.chapter import once
from bythebook.rulebooks.chapters.conduct import Act
from bythebook.rulebooks.chapters.game import Rules
from bythebook.rulebooks.chapters.words import Authority
from bythebook.rulebooks.editions import editions_in
from bythebook.rulebooks.tables import TableRules
from bythebook.table.cards.irregularities import ways
from bythebook.table.decision import game_of
from bythebook.table.orders import Command, Perform, Setup
from bythebook.table.people.registers import STEPS
from bythebook.table.rounds import DECISIONS
from bythebook.table.state import State

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


def fields_of(
    rules: TableRules, state: State, command: type[Command], act: Act
) -> tuple[FieldView, ...]:
    """The questions of one act, in the order of the command's fields."""
    but = ("act",) if command is Perform else ()  # the act is the form itself
    if "inexact" not in act.only:
        but = (*but, "inexact")
    asked = questions(command, lambda of: values_of(rules, state, of), but)
    return tuple(_narrowed(field, act) for field in asked)


def setup_fields(rules: TableRules, state: State) -> tuple[FieldView, ...]:
    """The questions of a table to be opened, each with the clause that decides it."""
    asked = questions(Setup, lambda of: values_of(rules, state, of))
    says = _of_setup(rules, state.setup.game if state.setup is not None else "")
    return tuple(replace(field, **says.get(field.name, {})) for field in asked)


def unknown_to(rules: TableRules) -> frozenset[str]:
    """Items of a table that mean nothing by this book: nobody who opens one is asked for them."""
    shuffle, opening = rules.conduct.shuffle, rules.conduct.opening
    knows = {
        "low_limit": opening.low_limit is not None,
        "area_markers": shuffle.same_markers is not None,
        "burns": shuffle.burn is not None and shuffle.burn.shoe == "option",
    }
    return frozenset(name for name, known in knows.items() if not known)


def _of_setup(rules: TableRules, name: str) -> dict[str, dict[str, str]]:
    """What the book says to the items of a table: the clause, and within which bounds."""
    book, conduct = rules.book, rules.conduct
    opening, limits, shuffle = conduct.opening, conduct.limits, conduct.shuffle
    game = _rules_of(book, name if name in book.games else next(iter(book.games)))
    boxes, exactly = opening.boxes, opening.boxes_exactly.get(name)
    least, most = boxes.value if exactly is None else (exactly.value, exactly.value)
    decks = book.options["decks"]
    directs = conduct.acts.get("direct-hand", ())
    directs = tuple(act for act in directs if not act.games or name in act.games)
    clauses: dict[str, str | None] = {
        "game": conduct.acts["open"][0].clause,
        "boxes": (exactly or boxes).clause,
        "dealing": next(iter(opening.dealing.values())).clause,
        "decks": decks.clause_for(name),
        "layout": next((one.clause for one in opening.layouts.values()), None),
        "side_wagers": next((one.clause for one in game.side_wagers.values()), None),
        "limits": limits.sign.clause,
        "box_maximum": game.limits.box_maximum.clause if game.limits.box_maximum else None,
        "units": limits.sign.clause,
        "chips": game.payment.clause,
        "low_limit": opening.low_limit.device_only.clause if opening.low_limit else None,
        "burns": shuffle.burn.clause if shuffle.burn is not None else None,
        "area_markers": shuffle.same_markers.clause if shuffle.same_markers else None,
        "patience_seconds": directs[0].clause if directs else None,
    }
    found = {field: {"clause": clause} for field, clause in clauses.items() if clause}
    found["boxes"]["hint"] = f"{least} to {most}." if least < most else f"{most}."
    found["decks"]["hint"] = f"{', '.join(decks.values)}; usually {decks.default}."
    return found


@once
def _every_rules(book: Book) -> dict[str, Rules]:
    return {name: book.game(name).rules for name in book.games}


def _rules_of(book: Book, name: str) -> Rules:
    return _every_rules(book)[name]


def values_of(rules: TableRules, state: State, of: str) -> Values:
    """What there is to choose from at this table now."""
    return _SOURCES[of](rules, state)


def _narrowed(field: FieldView, act: Act) -> FieldView:
    """An act may be for some of the values alone."""
    if act.only == ("inexact",) and field.name == "inexact":
        return replace(field, default=True)
    if not act.only or field.name not in _ONLY_FIELDS:
        return field
    says = {value.value: value.says for value in field.values}
    values = named({name: says.get(name, name) for name in act.only})
    default = act.only[0] if len(act.only) == 1 else field.default
    return replace(field, kind="choice", only=True, values=values, default=default)


# What there is to choose from


def _options(rules: TableRules, state: State) -> tuple[ValueView, ...]:
    """What the book leaves open, each with the values it may have; none named: any sum."""
    return tuple(
        ValueView(value, value, about, option.says, option.clause)
        for about, option in rules.book.options.items()
        for value in option.values or ("",)
    )


def _readings(rules: TableRules, state: State) -> tuple[ValueView, ...]:
    return tuple(
        ValueView(value, f"{value}: {says}", about, reading.question, reading.clauses[0])
        for about, reading in rules.book.readings.items()
        for value, says in reading.values.items()
    )


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
    made = _every_rules(book)
    return {name: (rules.title, tuple(rules.side_wagers)) for name, rules in made.items()}


def game_titles(book: Book) -> dict[str, str]:
    """Every game of a book, as it is called there."""
    return {name: title for name, (title, _) in _games_of(book).items()}


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


def _voids(rules: TableRules, state: State, but: str) -> dict[str, str]:
    """The grounds of a void round, but for those that hold only for another one."""
    if state.setup is None:
        return {}
    void = game_of(rules, state).rules.void
    return _clause_says(rules, [c for c, rule in void.items() if rule.only != but])


def _grounds(rules: TableRules, state: State) -> dict[str, str]:
    named: list[str] = []
    for act in rules.conduct.acts.get("void-wagers", ()):
        named += [act.clause, *act.only]
    return _clause_says(rules, list(dict.fromkeys(named)))


def _ways(rules: TableRules, state: State) -> dict[str, str]:
    if state.setup is None or not state.irregular:
        return {}
    return {how: f"{how} ({clause})" for how, clause in ways(game_of(rules, state), state).items()}


def _games(rules: TableRules, state: State) -> dict[str, str]:
    return game_titles(rules.book)


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
        tag = tag_of(kind)
        found[tag] = "".join(f" {c.lower()}" if c.isupper() else c for c in tag).strip()
    return found


def _steps(rules: TableRules, state: State) -> dict[str, str]:
    return {step: _STEPS[step] for step in STEPS}


_SOURCES: dict[str, Callable[[TableRules, State], Values]] = {
    "options": _options, "readings": _readings, "wagers": _wagers, "players": _players,
    "boxes": _boxes, "places": _places, "roles": _roles, "staff": _staff, "acts": _acts,
    "signs": _signs, "signs-up": _signs_up, "voids": partial(_voids, but="over"),
    "past-voids": partial(_voids, but="in-progress"),
    "grounds": _grounds, "ways": _ways, "steps": _steps, "games": _games, "dealing": _dealing,
    "layouts": _layouts, "every-wager": _every_wager, "disputes": _disputes, "errors": _errors,
    "decisions": _decisions, "editions": _editions,
}  # fmt: skip
