"""Orders that a careless, ignorant or malicious person might give at a table, of any kind."""

import random
from typing import Any, get_args, get_type_hints

import msgspec

from bythebook.cards import CARDS, Card
from bythebook.game import commands as c
from bythebook.records.setting import known_meters
from bythebook.rulebooks.tables import TableRules
from bythebook.table import orders as o
from bythebook.table.cards.rebuilding import dealt
from bythebook.table.decision import game_of
from bythebook.table.state import State
from bythebook.table.table import HANDLERS

PEOPLE = ("ann", "ben", "cal")
DECK = tuple(card for card in CARDS.values() if not card.joker)
COMMANDS = [kind for kind in HANDLERS if kind is not o.Open]
NOBODY = "nobody"

WORDS: dict[str, list[Any]] = {
    "player": list(PEOPLE),
    "box": [0, 1, 2, 3, 4, 9],
    "amount": [0, 500, 1000, 2500, 5000, 60000],
    "to": [None, 0, 1, 2, 3, 8],
    "card": list(DECK),
    "from_front": [-1, 0, 51, 52, 100, 120, 420],
    "from_back": [(), (40,), (60,), (100,), (60, 100), (0,), (500,)],
    "from_card": [0, 1, 2, 3, 4, 8],
    "cards": [(), (DECK[0],), (DECK[3], DECK[7])],
    "month": ["1970-01", "1970-02", "soon"],
    "limits": [{"main": (1000, 50000)}, {"main": (2000, 50000)}, {"main": (0, 1)}, {}],
    "units": [{}, {"main": 500}],
    "how": ["rebuild", "next-card", "burn", "hold-over", "discard", "missed", "void", "attempted"],
    "kind": [
        "limits", "new-limits", "closing", "game", "next-game", "personal-limits", "main-only",
        "kept-minimum", "three-times",
    ],
    "time": [None, 0, 1200, 2400, 4000, 100000],
    "until": [0, 100, 4000],
    "most": [1000, 90000],
    "least": [None, 1000, 2000],
    "cents": [-100001, 0, 100000, 100001],
    "boxes": [(), (1,), (1, 2), (9,)],
    "keep": [(), (1,), (2,), (1, 2)],
    "forfeits": [(), ("ann",), (NOBODY,)],
    "agreed": [(), PEOPLE],
    "dispute": [0, 1, 2],
    "error": [0, 1, 2],
    "ruling": ["", "paid rightly"],
    "about": ["", "the third card"],
    "rounds": [-1, 0, 1, 4],
    "back": [0, 1, 2, 20],
    "decks": [None, 4, 6, 8, 99],
    "dealing": ["shoe", "device", "hand"],
    "damaged": [(), (DECK[5],)],
    "setup": [None],  # a table that is to be opened is opened with everything it needs
}  # fmt: skip

ROUND_COMMANDS: list[c.Command] = [
    c.Proceed(), c.CloseBetting(), c.VoidRound("no"), c.Hit(1), c.Hit(2), c.Stand(1), c.Stand(2),
    c.Double(1), c.Split(1), c.RefuseCard(1), c.TakeBack(1), c.CallDealerCard(1), c.Insure(1, 500),
    c.MissCard(), c.Deal(DECK[0]), c.Surrender(1), c.Stand(8),
]  # fmt: skip


def words_of(rules: TableRules, state: State) -> dict[str, list[Any]]:
    """What is particular to this table: its wagers, voiding clauses, acts, roles and cards."""
    conduct = rules.conduct
    offered = state.setup.side_wagers if state.setup is not None else ()
    voids = list(game_of(rules, state).rules.void) if state.setup is not None else []
    recorded = [name for name, entries in conduct.acts.items() if entries[0].record]
    told = [n for n, entries in conduct.acts.items() if any(a.told for a in entries)]
    shown = {w: state.limits[w] for w in conduct.limits.side if w in state.limits}  # must stay
    cards = [card for _, card in dealt(state.steps)]
    swapped = tuple(reversed(cards[1:]))
    return {
        **WORDS,
        "wager": ["main", "no-such-wager", *offered],
        "clause": [*voids, "no", ""],
        "act": [*recorded, *told, "no"],
        "role": [r.role for r in (*conduct.ladder, *conduct.beside)],
        "game": [*rules.book.games, "no"],
        "text": ["", *rules.book.games],
        "side_wagers": [offered, ()],
        "limits": [limits | shown for limits in WORDS["limits"]],
        "cards": [*WORDS["cards"], swapped, tuple(cards[2:])],
    }


def values_for(name: str, hint: Any, words: dict[str, list[Any]]) -> list[Any]:
    """What a field of this name and type may be filled with."""
    if name == "to" and hint is str:
        return words["role"]
    if name == "cards" and hint is int:
        return [-1, 0, 1, 3, 5, 40]
    if name in words:
        return words[name]
    if hint is str:
        return ["", "dealer", "inspector", "ann"]
    if hint is int:
        return [-1, 0, 1, 2, 3]
    if hint is bool:
        return [False, True]
    if hint is c.Command:
        return list(ROUND_COMMANDS)
    if type(None) in get_args(hint):
        return [None, *values_for("", get_args(hint)[0], words)]
    if hint is Card:
        return words["card"]
    if getattr(hint, "__origin__", None) is tuple:
        inner = values_for("", get_args(hint)[0], words)
        return [(), (inner[0],), tuple(inner[:2])]
    return [{}]


def fields_of(kind: type[o.Command], words: dict[str, list[Any]]) -> dict[str, list[Any]]:
    hints = get_type_hints(kind)
    return {name: values_for(name, hints[name], words) for name in kind.__struct_fields__}


def any_command(
    chance: random.Random, kind: type[o.Command], words: dict[str, list[Any]]
) -> o.Command:
    fields = fields_of(kind, words)
    return kind(**{name: chance.choice(values) for name, values in fields.items()})


# Opening


def on_offer(rules: TableRules, game: str) -> tuple[str, ...]:
    """A side wager of the game that asks for nothing special, if it has one."""
    sides = rules.book.game(game).rules.side_wagers
    plain = [n for n, side in sides.items() if not side.requires and not side.always_offered]
    return tuple(plain[:1])


def setups(rules: TableRules, game: str, dealing: str, wagers: tuple[str, ...]) -> list[o.Setup]:
    """The table on each layout the book has, with what its inscription fixes."""
    opening = rules.conduct.opening
    exactly = opening.boxes_exactly.get(game)
    chosen = dict.fromkeys(opening.chosen, "5")  # what the book leaves to somebody outside it
    sides, most = rules.book.game(game).rules.side_wagers, rules.book.game(game).rules.boxes.value
    limited = (*wagers, *(name for name, side in sides.items() if side.always_offered))
    plain = o.Setup(
        game=game,
        options=chosen,
        boxes=min(opening.boxes.value[1], most) if exactly is None else exactly.value,
        dealing=dealing,
        side_wagers=wagers,
        limits={"main": (1000, 50000)} | dict.fromkeys(limited, (500, 10000)),
        meters=dict.fromkeys(known_meters(rules.book.game(game)), 1500000),
    )
    if not opening.layouts:
        return [plain]
    return [
        msgspec.structs.replace(plain, layout=name, options=chosen | layout.options)
        for name, layout in opening.layouts.items()
    ]


def preparations(rules: TableRules, setup: o.Setup, now: int) -> list[o.Order]:
    """Whatever the book wants done, shown and present before the table opens."""
    conduct = rules.conduct
    top = o.Person("tom", conduct.ladder[-1].role)
    beside = [r.role for r in conduct.beside]
    shown: o.Command = o.DisplaySign("game", text=setup.game)
    orders: list[o.Order] = [o.Order(by=top, at=now, command=shown)]
    for need in conduct.opening.needs:
        command: o.Command = o.SignOn("ivy", need.present)
        by, second, approved = top, None, None
        if need.sign:
            command = o.DisplaySign(need.sign, setup=setup)
        elif need.act:
            act = conduct.acts[need.act][0]
            command = o.Perform(need.act)
            by = o.Person("pam", act.by) if act.by in beside else top
            second = o.Person("sue", act.second.value) if act.second is not None else None
            approved = o.Person("abe", act.approved.value) if act.approved is not None else None
        orders.append(
            o.Order(
                by=by,
                at=now,
                command=command,
                why="a test",
                second=second,
                approved=approved,
                asked="cal",
            )
        )
    return orders
