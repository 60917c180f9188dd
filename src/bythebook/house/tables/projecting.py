"""From a running table to what may be seen of it.

`Projection` remembers what it last showed and gives only the parts that changed; each part is made
anew only if something that it shows has changed. Frozen values make that a question of identity.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from bythebook.errors import Malformed, Refused
from bythebook.game.decisions import decider
from bythebook.game.events import Settled
from bythebook.game.hands import dealer_kind
from bythebook.game.state import Box, Hand, Insurance, Wager
from bythebook.game.state import State as Round
from bythebook.house.cards.stacks import WithStack, added_by
from bythebook.house.people.people import Viewer, may_play
from bythebook.house.staff.desk_view import may_give
from bythebook.house.tables import views as v
from bythebook.house.tables.approvals import CORRECTING, correction
from bythebook.house.tables.choices import choices, closed, for_whom_it_lies_face_down
from bythebook.house.tables.inscription import called, game_name, inscription, meter_called, spots
from bythebook.house.tables.rulings import rulings_of
from bythebook.house.tables.running_table import RunningTable, in_hand, setup_of
from bythebook.phrases import phrase
from bythebook.records.result import hand_kind
from bythebook.records.story import describe_row
from bythebook.rulebooks import Game
from bythebook.rulebooks.chapters.conduct import Conduct
from bythebook.rulebooks.chapters.game import BlackjackGame
from bythebook.rulebooks.tables import PLAYER, TableRules
from bythebook.structs import like
from bythebook.table.cards.depths import cards_left, cut_bounds
from bythebook.table.cards.face_down import face_down, holder
from bythebook.table.console import after_win, order_of, step_due, to_press, waits, words_of
from bythebook.table.decision import game_for, game_of
from bythebook.table.due import Expected, what_is_due
from bythebook.table.powers import title
from bythebook.table.settings import own, personal_limits, with_dealing
from bythebook.table.state import State as TableState

LINES_KEPT = 300

_ORDINARY = ("hard", "soft")


Named = TypeVar("Named", bound=v.NamedTable)


class Projection:
    """The public parts of one table, kept up to date."""

    def __init__(self, rules: TableRules) -> None:
        self.rules = rules
        self.parts: dict[str, Any] = {}
        self.readings: dict[str, int] = {}  # of prize meters that other tables move as well
        self._made_from: dict[str, tuple[Any, ...]] = {}
        self._boxes: dict[int, tuple[tuple[Any, ...], v.BoxView]] = {}
        # By whoever alone sees them: the boxes whose cards lie face down for all others.
        self.held: dict[str, dict[int, v.BoxView]] = {}
        self._choices: tuple[v.ChoiceView, ...] = ()  # as they are, whoever may see the cards

    def update(
        self, run: RunningTable, held_by: Refused | Malformed | None = None
    ) -> dict[str, Any]:
        """The parts that are others now; of the boxes only those that changed."""
        table = run.table
        shown = shown_round(run)
        changed: dict[str, Any] = {}
        signs_from = (
            run.terms, table.setup, table.signs, table.phase, table.suspended, table.meters,
            table.rounds, table.closing, table.closing_in, table.held_up, self.readings,
        )  # fmt: skip
        if self._stale("signs", signs_from):
            signs = signs_view(self.rules, run)
            changed["signs"] = with_readings(self.rules, run, signs, self.readings)
        down = face_down(table)
        boxes = self._changed_boxes(run, shown, down)
        if boxes:
            changed["boxes"] = tuple(boxes)
        game = the_game(self.rules, run)
        if self._stale("dealer", (shown and shown.dealer, shown and shown.hole)):
            changed["dealer"] = dealer_view(game, shown)
        due = due_view(self.rules, run, held_by)
        if due != self.parts.get("due"):
            changed["due"] = due
        if self._stale("choices", (table.round, due.correcting)):
            found = choices(game, table.round) if table.round is not None else ()
            if due.correcting:
                found = tuple(closed(found, due.clause, due.says))
            self._choices = found
            if down and table.round is not None:
                found = tuple(for_whom_it_lies_face_down(found, table.round, down))
            if down or found != self.parts.get("choices"):
                changed["choices"] = found
        hands = tuple(len(box.hands) for box in shown.boxes) if shown is not None else ()
        if self._stale("rows", (shown and shown.rows, hands)):
            names = partial(called, game)
            changed["rows"] = rows_view(shown, lambda row, split: describe_row(row, split, names))
        if self._stale("shoe", (table.shoe, table.setup, run.stack, run.revealed)):
            changed["shoe"] = shoe_view(self.rules, run)
        self.parts.update((name, part) for name, part in changed.items() if name != "boxes")
        return changed

    def seen_by(self, name: str, parts: dict[str, Any]) -> dict[str, Any]:
        """Some of the parts for somebody who sees own cards that lie face down for the others."""
        held = self.held.get(name)
        if held is None:
            return parts
        seen = dict(parts)
        if "boxes" in seen:
            seen["boxes"] = tuple(held.get(box.number, box) for box in seen["boxes"])
        if "choices" in seen and any(choice.box in held for choice in self._choices):
            seen["choices"] = self._choices
        return seen

    def _stale(self, part: str, made_from: tuple[Any, ...]) -> bool:
        if self._made_from.get(part) == made_from:  # what is the same object is not compared
            return False
        self._made_from[part] = made_from
        return True

    def _changed_boxes(
        self, run: RunningTable, shown: Round | None, down: frozenset[int]
    ) -> list[v.BoxView]:
        table, setup = run.table, setup_of(run)
        live = table.round is shown
        turn = shown.at if shown is not None and shown.phase == "turns" else (0, 0)
        placed = (shown.boxes, shown.wagers, shown.insurances) if shown is not None else _NOTHING
        whole = (*placed, setup, table.players, table.reserved, turn, live, down)
        if not self._stale("boxes", whole):
            return []
        self.held = {}
        sitters = {p.seat: p.name for p in table.players.values() if p.seat}
        boxes = {box.number: box for box in placed[0]}
        wagers: dict[int, tuple[Wager, ...]] = {}
        for wager in placed[1]:
            if wager.live:
                wagers[wager.box] = (*wagers.get(wager.box, ()), wager)
        changed = []
        for number in range(1, setup.boxes + 1):
            made_from = (
                boxes.get(number),
                wagers.get(number, ()),
                sitters.get(number, ""),
                table.reserved.get(number, ""),
                turn[1] if turn[0] == number else 0,
                placed[2],
                live,
                table.face_down if number in down else 0,
            )
            if number in down:
                held = self.held.setdefault(holder(boxes[number]), {})
                held[number] = box_view(the_game(self.rules, run), number, (*made_from[:-1], 0))
            last = self._boxes.get(number)
            if last is not None and last[0] == made_from:
                continue
            view = box_view(the_game(self.rules, run), number, made_from)
            if last is None or last[1] != view:
                changed.append(view)
            self._boxes[number] = (made_from, view)
        for gone in [n for n in self._boxes if n > setup.boxes]:
            del self._boxes[gone]
        self.parts["boxes"] = tuple(view for _, (_, view) in sorted(self._boxes.items()))
        return changed


_NOTHING: tuple[tuple[Box, ...], tuple[Wager, ...], tuple[Insurance, ...]] = ((), (), ())


def shown_round(run: RunningTable) -> Round | None:
    """The round in play; until the next wager lies there, the one before."""
    table = run.table
    if table.round is not None:
        return table.round
    if run.terms.own and table.last is not None and table.players.keys().isdisjoint(table.last.net):
        return None  # it was somebody else's table then
    return table.last


def the_game(rules: TableRules, run: RunningTable) -> Game:
    if run.table.setup is not None:
        return game_of(rules, run.table)
    return game_for(rules, with_dealing(rules, run.terms.setup))


# The parts


def signs_view(rules: TableRules, run: RunningTable) -> v.SignsView:
    setup, table, game = setup_of(run), run.table, the_game(rules, run)
    signs = [sign for sign in table.signs if not sign.player]  # those of a player are theirs
    closing = ""
    if table.closing is not None:
        left = table.closing_in - (table.rounds - table.closing)
        closing = f"closes in {left} rounds" if table.closing_in else "closes soon"
    return like(
        v.SignsView,
        setup,
        **_named(rules, run),
        decks=game.decks,
        spots=spots(game, setup, table.suspended),
        signs=tuple(like(v.SignView, sign) for sign in signs),
        inscription=inscription(game),
        closing=closing,
        held_up=table.held_up,
    )


def _named(rules: TableRules, run: RunningTable) -> dict[str, Any]:
    """Which table it is (`NamedTable`)."""
    setup, table, terms = setup_of(run), run.table, run.terms
    game, meters = the_game(rules, run), table.meters or setup.meters
    return {
        "id": terms.id,
        "title": terms.title,
        "book": terms.book,
        "book_title": rules.book.about.title,
        "place": rules.book.about.place,
        "game": setup.game,
        "game_title": game_name(game.rules.title, rules.book.about),
        "practice": terms.practice,
        "cards": terms.cards,
        "phase": table.phase,
        "boxes": setup.boxes,
        "meters": meters,
        "meter_titles": {name: meter_called(game, name) for name in meters},
        "rounds": table.rounds,
    }


def with_readings(
    rules: TableRules, run: RunningTable, named: Named, readings: dict[str, int]
) -> Named:
    """With meters that other tables move as well, each by its name: a table that was linked since
    its last round has not been told of them yet."""
    game, meters = the_game(rules, run), {**named.meters, **readings}
    titles = {name: meter_called(game, name) for name in meters}
    return replace(named, meters=meters, meter_titles=titles)


def box_view(game: Game, number: int, made_from: tuple[Any, ...]) -> v.BoxView:
    box, wagers, sits, reserved, turn, insurances, _, down = made_from
    hands: tuple[v.HandView, ...] = ()
    controls, riders = "", ()
    if box is not None:
        hands = tuple(_hand_view(game, hand, down) for hand in box.hands)
        controls = decider(box, box.hands[max(turn, 1) - 1]) or box.order[0]
        riders = tuple(name for name in box.order if name != controls)
    return v.BoxView(
        number=number,
        sits=sits,
        controls=controls,
        riders=riders,
        reserved=reserved,
        wagers=tuple(like(v.WagerView, w, wager=w.kind, token=w.in_tokens) for w in wagers),
        hands=hands,
        insured=tuple(
            like(v.WagerView, i, wager="insurance", token=i.in_tokens)
            for i in insurances
            if i.box == number and i.live
        ),
        turn=turn,
    )


def _hand_view(game: Game, hand: Hand, down: int) -> v.HandView:
    kind = hand_kind(game, hand) if not down else ""
    return like(
        v.HandView,
        hand,
        cards=tuple(map(str, hand.cards[down:])),
        face_down=min(down, len(hand.cards)),
        total=hand.total if not down else 0,
        soft=hand.soft and not down,
        kind="" if kind in _ORDINARY else kind,
        stakes=tuple(
            like(v.StakeView, stake, amount=stake.original, token=stake.in_tokens)
            for stake in hand.stakes
        ),
    )


def dealer_view(game: Game, shown: Round | None) -> v.DealerView:
    """Cards face up; of one face down only that it lies there."""
    if shown is None:
        return v.DealerView()
    kind = ""
    if isinstance(game.rules, BlackjackGame) and shown.dealer:
        kind = dealer_kind(game.rules, shown.dealer, shown.dealer_total, shown.dealer_soft)
    return v.DealerView(
        cards=tuple(map(str, shown.dealer)),
        face_down=0 if shown.hole is None else 1,
        total=shown.dealer_total,
        soft=shown.dealer_soft,
        kind="" if kind in _ORDINARY else kind,
    )


def due_view(
    rules: TableRules, run: RunningTable, held_by: Refused | Malformed | None
) -> v.DueView:
    due = what_is_due(rules, run.table)
    round_, clock = run.table.round, run.clock
    timed = due.what in ("wagers", "decision", "offer", "cut")
    running = clock if clock is not None and timed and _about(clock.what, due.what) else None
    clause, says = due.clause, due_says(due)
    if isinstance(held_by, Refused):
        clause, says = held_by.clause, held_by.says
    asked = correction(run, rules, run.table)
    if asked is not None:
        clause, says = asked.clause, CORRECTING
    return like(
        v.DueView,
        due,
        clause=clause,
        says=says,
        clock=running.what if running is not None else "",
        until=running.until if running is not None else 0,
        phase=round_.phase if round_ is not None else "",
        ready=tuple(sorted(run.ready)) if running is not None else (),
        called=run.table.called and to_press(rules.conduct, run.table) is None,
        order=_step_view(rules, run),
        won=_won_view(rules.conduct, run.table),
        shut=rules.conduct.console is not None and waits(rules.conduct.console, run.table),
        depth=cut_bounds(rules, run.table) if due.what == "cut" else (0, 0),
        correcting=asked.number if asked is not None else 0,
    )


def _step_view(rules: TableRules, run: RunningTable) -> v.AtOnce | None:
    step = step_due(rules.conduct, run.table)
    if step is None:
        return None
    command = msgspec.to_builtins(order_of(rules.conduct, step[0]))
    return v.AtOnce(says=words_of(rules.conduct, step[0]), command=command, clause=step[1])


def _won_view(conduct: Conduct, table: TableState) -> tuple[v.AtOnce, ...]:
    """After a jackpot; of several prizes, whose it is."""
    return tuple(
        v.AtOnce(
            says=f"{words_of(conduct, order.act)}{f': {order.player}' if order.player else ''}",
            command=msgspec.to_builtins(order),
            clause=clause,
        )
        for order, clause in after_win(conduct, table)
    )


_CLOCKS = {"betting": "wagers", "turn": "decision", "offer": "offer", "cut": "cut"}


def _about(clock: str, what: str) -> bool:
    return _CLOCKS[clock] == what


_DUE: dict[str, Callable[[Expected], str]] = {
    "open": lambda due: phrase("the table is closed"),
    "check": lambda due: phrase("the cards are checked"),
    "put-right": lambda due: phrase("an irregular card is put right"),
    "shuffle": lambda due: phrase("the cards are shuffled"),
    "cut": lambda due: phrase("{player} may cut", player=due.player or phrase("the staff")),
    "insert": lambda due: phrase("the cutting card goes in"),
    "burn": lambda due: phrase("a card is burned"),
    "wagers": lambda due: phrase("place your wagers"),
    "card": lambda due: phrase("a card to {place}", place=_due_place(due)),
    "decision": lambda due: phrase(
        "{player} decides for {place}", player=due.player, place=_due_place(due)
    ),
    "offer": lambda due: phrase("an offer to the players"),
}


def due_says(due: Expected) -> str:
    return _DUE[due.what](due)


def _due_place(due: Expected) -> str:
    if due.box == 0:
        return phrase("the dealer")
    if due.hand > 1:
        return phrase("box {box}, hand {hand}", box=due.box, hand=due.hand)
    return phrase("box {box}", box=due.box)


def rows_view(
    shown: Round | None, says: Callable[[Settled, set[int]], str] = describe_row
) -> tuple[v.RowView, ...]:
    """What was settled; a wager taken off before the first card is nobody's business."""
    if shown is None:
        return ()
    split = {box.number for box in shown.boxes if len(box.hands) > 1}
    settled = [row for row in shown.rows if row.stage != "betting"]
    return tuple(like(v.RowView, row, says=says(row, split)) for row in settled)


def shoe_view(rules: TableRules, run: WithStack) -> v.ShoeView:
    if run.table.setup is None:
        return v.ShoeView(status="closed", left=0, of=0)
    game = game_of(rules, run.table)
    return v.ShoeView(
        status=run.table.shoe.status,
        left=cards_left(rules, run.table),
        of=len(game.rules.pack.cards(game.decks)),
        number=run.stack.number if run.stack is not None else 0,
        digest=run.stack.digest if run.stack is not None else "",
        earlier=run.revealed[-5:],
        additions=len(run.stack.additions) if run.stack is not None else 0,
        begun=run.stack.begun if run.stack is not None else False,
        cutting_card_out=run.table.shoe.markers_out > 0,
        shuffle_due=run.table.shoe.shuffle_due,
    )


# For one person alone


def you_made_from(run: RunningTable, viewer: Viewer, means: v.Means) -> tuple[Any, ...]:
    """All that changes in `you_view`: while this is the same, so is the view."""
    table, shown, name = run.table, shown_round(run), viewer.name
    return (
        viewer,
        run.terms,
        table.setup,
        table.players.get(name),
        table.standings.get(name),
        run.bought.get(name),
        means,
        table.chips.get(name),
        shown.net.get(name) if shown is not None else None,
        table.round.claims if table.round is not None else None,
        added_by(run, name),
        table.disputes,
    )


def you_view(rules: TableRules, run: RunningTable, viewer: Viewer, means: v.Means) -> v.YouView:
    table = run.table
    role = viewer.role_at(run.terms.book)
    player = table.players.get(viewer.name)
    shown = shown_round(run)
    limits = {}
    if player is not None and own(player):
        limits["main"] = personal_limits(table, player, 0, "main")
    return like(
        v.YouView,
        means,
        name=viewer.name,
        role=role,
        role_title=title(rules.conduct, role),
        guest=viewer.guest,
        here=player is not None,
        seat=player.seat if player is not None else 0,
        chips=in_hand(run, viewer.name) if viewer.name else 0,
        won=table.chips.get(viewer.name, 0),
        round_won=shown.net.get(viewer.name, 0) if shown is not None else 0,
        may_play=may_join(run, viewer) and not means.excluded,
        several=player.several if player is not None else False,
        loss_limit=run.table.standing_of(viewer.name).limit,
        limits=limits,
        acts=acts_of(rules, role),
        added=added_by(run, viewer.name),
        rulings=tuple(rulings_of(rules, table, viewer.name)),
    )


def may_see(run: RunningTable, viewer: Viewer) -> bool:
    """A table of somebody's own is seen by them alone, and by those who run and inspect tables."""
    return not run.terms.own or viewer.staff or viewer.name in run.table.players


def may_join(run: RunningTable, viewer: Viewer) -> bool:
    """Guests play for nothing only; whoever is on a book's staff does not play its tables."""
    if not viewer.name:
        return False
    if run.terms.practice:
        return True
    return not viewer.guest and may_play(viewer, run.terms.book)


def acts_of(rules: TableRules, role: str) -> tuple[str, ...]:
    """The acts that this role may ever order; a player's own need no list."""
    if role == PLAYER:
        return ()
    conduct = rules.conduct
    return tuple(
        name
        for name, entries in conduct.acts.items()
        if any(may_give(conduct, act, role) for act in entries)
    )


def lobby_row(rules: TableRules, run: RunningTable) -> v.LobbyRow:
    least, most = setup_of(run).limits.get("main", (0, 0))
    return v.LobbyRow(
        **_named(rules, run),
        least=least,
        most=most,
        seated=sum(1 for player in run.table.players.values() if player.seat),
        in_round=run.table.in_round,
    )
