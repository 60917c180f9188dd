"""What each choice is worth to whoever has to decide now, given every card that they have seen.

The engine says what is legal and why the rest is not; the exact sums say what the legal is worth. A
value is the expected result of the wager on this hand from here on, in original wagers, with best
play afterwards.
"""

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

import msgspec
import numpy as np
from numpy.typing import NDArray

from bythebook.cards import Card
from bythebook.errors import Malformed
from bythebook.game import commands as c
from bythebook.game import legal
from bythebook.game.decisions import decider
from bythebook.game.hands import TWENTY_ONE, is_blackjack
from bythebook.game.offers import most_insurance, offers_open
from bythebook.game.round import refusal
from bythebook.game.state import Box, Hand, Stake, State
from bythebook.odds.exact.dealer import ANY, BLACKJACK
from bythebook.odds.exact.deals import insurance_value
from bythebook.odds.exact.play_values import Pays, pays_of
from bythebook.odds.exact.solver import Solver, count_cards
from bythebook.odds.numbers import codes as k
from bythebook.odds.numbers.compiled_rules import Tables, rules_of, tables_of
from bythebook.rulebooks.chapters.game import Game

FIRST_TWO = 2
DECLINE = "decline"  # to take nothing of what is offered


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """Something that may be done, and what it is worth in original wagers."""

    action: str
    value: float
    best: bool = False
    on: str = ""  # whose wager, if it is another's: worth by itself, in wagers of theirs


class Barred(msgspec.Struct, frozen=True, kw_only=True):
    """Something that may not be done, and the clause that says so."""

    action: str
    clause: str
    reason: str


class Advice(msgspec.Struct, frozen=True, kw_only=True):
    """The choices of one player for one hand."""

    box: int
    hand: int
    player: str
    stake: int  # cents
    cards: tuple[str, ...]
    dealer: str
    choices: tuple[Choice, ...]
    barred: tuple[Barred, ...]
    beside: tuple[Choice, ...] = ()  # what may be done about others' wagers


class Down(msgspec.Struct, frozen=True):
    """The first cards of a box, where they lie face down for all but one."""

    cards: int  # how many
    holder: str


def advise(
    game: Game,
    state: State,
    discards: tuple[Card, ...] = (),
    down: Mapping[int, Down] = MappingProxyType({}),
) -> list[Advice]:
    """Advice for everybody who may decide something now, in the order of the boxes.

    `discards` are the cards of earlier rounds that everybody has seen leave the same shoe; `down`,
    by box, what not everybody sees: nobody is advised by cards, or on a hand, that they do not.
    """
    rules_of(game)
    if not state.dealer:
        raise Malformed("the dealer has no card yet: there is nothing to decide")
    if state.due is not None or state.phase == "over":
        raise Malformed("nobody has to decide anything here")
    if state.phase == "offers":
        return list(_offers(game, state, discards, down))
    place = state.box(state.at[0])
    hand = place.hands[state.at[1] - 1]
    player = decider(place, hand) or place.order[0]
    stake = hand.stake_of(player)
    assert stake is not None
    desk = _Desk(game, state, place, hand, stake, discards, down)
    if desk.unseen(place):
        raise Malformed("whoever decides does not see these cards")
    values = {"turns": desk.turn_or_insurance, "withdrawing": desk.withdrawal, "naming": desk.names}
    if state.phase not in values:
        raise Malformed(
            "others at the box are asked whether they follow: there is no value to give"
        )
    found = [desk.advice(player, values[state.phase](), _turn_commands(desk))]
    if state.phase == "turns" and offers_open(rules_of(game), state):
        for one in _offers(game, state, discards, down):
            if (one.box, one.player) == (place.number, player):
                found[0] = msgspec.structs.replace(found[0], beside=one.beside)
            else:
                found.append(one)
    return found


def _turn_commands(desk: "_Desk") -> dict[str, c.Command]:
    number, player, phase = desk.box.number, desk.stake.player, desk.state.phase
    if phase == "withdrawing":
        return {"withdraw": c.Withdraw(number, player), "leave it": c.Proceed()}
    if phase == "naming":
        return {f"joker {rank}": c.NameJoker(number, rank) for rank in "A23456789T"}
    return {
        "stand": c.Stand(number, player),
        "hit": c.Hit(number, player),
        "double": c.Double(number, player),
        "split": c.Split(number, player),
        "surrender": c.Surrender(number, player),
        **{name: command for name, command in desk.offered().items() if desk.may(command)},
    }


def _offers(
    game: Game, state: State, discards: tuple[Card, ...], down: Mapping[int, Down]
) -> Iterator[Advice]:
    """Before the turns: whoever may still insure, take even money or surrender.

    Where a book leaves insurance open until the first further card, this is asked in the turns too.
    """
    possible = legal(game, state)
    for box in state.boxes:
        hand = box.hands[0]
        desks = {
            stake.player: _Desk(game, state, box, hand, stake, discards, down)
            for stake in hand.stakes
            if stake.live
        }
        # Whoever insures another goes by cards that lie open: face down, they do not see them.
        beside = _others_insured(possible, desks) if not down else {}
        for player, desk in desks.items():
            commands = desk.offered()
            if not desk.unseen(box) and any(one in possible for one in commands.values()):
                made = desk.advice(player, desk.offers(), {**commands, DECLINE: c.Proceed()})
                yield msgspec.structs.replace(made, beside=beside.pop(player, ()))
        for player, choices in beside.items():
            yield next(iter(desks.values())).only_beside(player, choices)


def _others_insured(
    possible: Iterable[c.Command], desks: Mapping[str, "_Desk"]
) -> dict[str, tuple[Choice, ...]]:
    """By player: what insuring the wagers of others on a box is worth."""
    found: dict[str, tuple[Choice, ...]] = {}
    for command in possible:
        if not isinstance(command, c.Insure) or command.on in ("", command.player):
            continue
        desk = desks.get(command.on)
        if desk is not None and desk.box.number == command.box:
            value = desk.insurance()
            one = Choice(action="insure", value=value, best=value > 0, on=command.on)
            found[command.player] = (*found.get(command.player, ()), one)
    return found


class _Desk:
    """One hand, the cards that are not gone, and the sums about it."""

    def __init__(
        self, game: Game, state: State, box: Box, hand: Hand, stake: Stake,
        discards: tuple[Card, ...], down: Mapping[int, Down],
    ) -> None:  # fmt: skip
        self.game, self.state, self.box, self.hand, self.stake = game, state, box, hand, stake
        self.discards, self.down = discards, down
        self.tables = tables_of(game, box.originals[stake.player])
        self.up = k.VALUE_OF_RANK[k.CODE_OF_CARD[state.dealer[0]] // 4]
        seen = state.dealer[1:] if self.tables.terms[0]["face_up"] else ()
        self.second = k.VALUE_OF_RANK[k.CODE_OF_CARD[seen[0]] // 4] if seen else ANY
        self.splits_left = int(self.tables.terms[0]["most_hands"]) - len(box.hands) + 1
        self.layer = self._layer()

    def _layer(self) -> int:
        if not self.hand.split:
            return k.UNSPLIT
        last = self.splits_left < FIRST_TWO or self.box.no_more_splits
        if self.hand.split_aces:
            return k.ACES_LAST if last else k.ACES_AGAIN
        return k.LAST if last else k.AGAIN

    def unseen(self, box: Box) -> int:
        """How many first cards of a box lie face down for whoever is advised."""
        down = self.down.get(box.number)
        return 0 if down is None or down.holder == self.stake.player else down.cards

    def counts(self) -> NDArray[np.int64]:
        """Every card not seen, this hand's own and the dealer's first among them."""
        pack = self.game.rules.pack
        counts = count_cards(pack.cards(self.game.decks))
        if self.discards:
            counts -= count_cards(self.discards)
        for box in self.state.boxes:
            for hand in box.hands:
                if hand is not self.hand:
                    seen = hand.cards[self.unseen(box) :]
                    counts -= count_cards([_as_dealt(card) for card in seen])
        if counts.min() < 0:
            raise Malformed("more cards have been seen than the shoe holds")
        return counts

    def pays(self) -> Pays:
        """Payments on this hand; a blackjack's limit may be used up by other hands already."""
        pays = pays_of(self.tables, 1 if self.stake.original else 0, split=self.hand.split)
        takes = int(self.tables.terms[0]["takes"])
        others = [h for h in self.box.hands if h is not self.hand and h.done]
        over = any(h.total > TWENTY_ONE for h in others)
        stands = any(h.total <= TWENTY_ONE and h.live() for h in others)
        covered = (takes == k.BUSTED_PLUS_ONE and stands) or (
            takes in (k.ORIGINAL_COVERS_BUSTS, k.ORIGINAL_ONLY) and (over or stands)
        )
        if covered:
            single, doubled = pays.single.copy(), pays.doubled.copy()
            for table in (single, doubled):
                table[:, BLACKJACK] = np.maximum(table[:, BLACKJACK], 0.0)
            pays = pays._replace(single=single, doubled=doubled)
        return pays

    def solver(self, hand: int, counts: NDArray[np.int64] | None = None) -> Solver:
        roots = [hand]
        pair = self._pair(hand)
        if pair is not None:
            roots.append(pair)
        return Solver(
            self.tables, self.counts() if counts is None else counts, ups=[self.up],
            layer=self.layer, roots=roots, pays=self.pays(), second=self.second,
        )  # fmt: skip

    def _pair(self, hand: int) -> int | None:
        counts = self.tables.hands.counts[hand]
        if counts.sum() == FIRST_TWO and counts.max() == FIRST_TWO:
            return int(counts.argmax())
        return None

    def known(self, value: float, blackjack: float) -> float:
        """Where the dealer has looked and has no blackjack, the rounds lost to one drop out."""
        if self.tables.terms[0]["takes"] == k.PEEKED and self.state.phase != "offers":
            return (value + blackjack) / (1.0 - blackjack)
        return value

    def turn(self) -> dict[str, float]:
        at = hand_of(self.tables, self.hand.cards)
        solver = self.solver(at)
        blackjack = float(solver.ends[at, self.up, BLACKJACK])
        values = solver.action_values(at, self.up)
        pair = self._pair(at)
        if pair is not None and solver.mask[self.layer, at] >> k.SPLIT & 1:
            most = min(self.splits_left, solver.most_hands(pair))
            suits = int(self.tables.hands.suits[at])
            split = solver.split(pair, most_hands=most, suits=suits)
            values["split"] = float(split.mean[self.up])
        return {action: self.known(value, blackjack) for action, value in values.items()}

    def turn_or_insurance(self) -> dict[str, float]:
        """A turn, while insurance is still open: it closes nothing, the hand is played after it."""
        values = self.turn()
        return {**values, "insure": max(values.values()) + self.insurance()}

    def withdrawal(self) -> dict[str, float]:
        at = hand_of(self.tables, self.hand.cards)
        solver = self.solver(at)
        stands = solver.pays.doubled[self.hand.total] @ solver.ends[at, self.up]
        return {"withdraw": -1.0, "leave it": float(stands)}

    def names(self) -> dict[str, float]:
        """A joker as each value, with the best name for a second one after it."""
        named = self._each_name(self.hand.cards, self.counts())
        return {f"joker {name}": value for name, value in named.items()}

    def _each_name(self, cards: tuple[Card, ...], counts: NDArray[np.int64]) -> dict[str, float]:
        """Worked out as that card, with a joker gone instead of it."""
        joker = _unnamed(cards)
        values = {}
        for value, name in enumerate(k.VALUE_NAMES):
            own = (*cards[:joker], k.CARD_OF_CODE[value * 4], *cards[joker + 1 :])
            left = counts.copy()
            left[value * 4] += 1
            left[k.JOKER_CODE] -= 1
            if _unnamed(own) < len(own):
                values[name] = max(self._each_name(own, left).values())
            else:
                values[name] = self._played_well(own, left)
        return values

    def _played_well(self, cards: tuple[Card, ...], counts: NDArray[np.int64]) -> float:
        """What a hand of these cards is worth when it is played well."""
        at = hand_of(self.tables, cards)
        if at < 0:
            return -1.0
        solver = self.solver(at, counts)
        if self.tables.fate[self.layer, at] == k.NATURAL:
            return float(solver.natural.mean[self.up] @ solver.ends[at, self.up])
        return float(solver.values.best[at, self.up])

    def offered(self) -> dict[str, c.Command]:
        """What could be taken up beside the play of the hand."""
        box, player, rules = self.box.number, self.stake.player, rules_of(self.game)
        commands: dict[str, c.Command] = {
            "even money": c.TakeEvenMoney(box, player),
            "surrender": c.Surrender(box, player),
        }
        if rules.insurance is not None:
            most = most_insurance(rules, self.state, self.stake)
            commands["insure"] = c.Insure(box, most, player, player)
        return commands

    def insurance(self) -> float:
        """What as much insurance as may be placed adds, in original wagers."""
        rules = rules_of(self.game)
        if rules.insurance is None:
            return 0.0
        at, half = hand_of(self.tables, self.hand.cards), int(self.tables.terms[0]["insurance"])
        of_half = insurance_value(self.solver(at), at, self.up)
        return of_half * most_insurance(rules, self.state, self.stake) / max(half, 1)

    def offers(self) -> dict[str, float]:
        """To take nothing, or each of what is offered; what is left open is then used well."""
        r = self.tables.terms[0]
        at = hand_of(self.tables, self.hand.cards)
        solver = self.solver(at)
        blackjack = float(solver.ends[at, self.up, BLACKJACK])
        stake = float(r["stake"])
        if is_blackjack(rules_of(self.game), self.hand):
            played = float(solver.natural.mean[self.up] @ solver.ends[at, self.up])
        else:
            played = max(self.turn().values())
        half = float(r["surrender_keeps"]) / stake - 1.0
        lost = 0.0 if r["surrender_early"] else blackjack
        given_up = half * (1 - lost) - lost
        open_ = {name for name, one in self.offered().items() if self.may(one)}
        insured = self.insurance()
        return {
            DECLINE: played,
            "insure": insured + max(played, given_up if "surrender" in open_ else played),
            "even money": float(r["net"][k.EVENS, 1, 1]) / stake,
            "surrender": given_up + (max(insured, 0.0) if "insure" in open_ else 0.0),
        }

    def only_beside(self, player: str, choices: tuple[Choice, ...]) -> Advice:
        """For somebody who has no wager of their own on this box."""
        return Advice(
            box=self.box.number,
            hand=self.box.hands.index(self.hand) + 1,
            player=player,
            stake=self.box.originals[self.stake.player],
            cards=tuple(map(str, self.hand.cards)),
            dealer=str(self.state.dealer[0]),
            choices=(),
            barred=(),
            beside=choices,
        )

    def may(self, command: c.Command) -> bool:
        return refusal(self.game, self.state, command) is None

    def advice(
        self, player: str, values: dict[str, float], commands: dict[str, c.Command]
    ) -> Advice:
        choices, barred = [], []
        for action, command in commands.items():
            refused = refusal(self.game, self.state, command)
            if refused is not None and action != DECLINE:
                barred.append(Barred(action=action, clause=refused.clause, reason=refused.reason))
            elif action in values:
                choices.append(Choice(action=action, value=values[action]))
        choices.sort(key=lambda choice: -choice.value)
        if choices:
            choices[0] = msgspec.structs.replace(choices[0], best=True)
        return Advice(
            box=self.box.number,
            hand=self.box.hands.index(self.hand) + 1,
            player=player,
            stake=self.box.originals[player],
            cards=tuple(map(str, self.hand.cards)),
            dealer=str(self.state.dealer[0]),
            choices=tuple(choices),
            barred=tuple(barred),
        )


def _as_dealt(card: Card) -> Card:
    """A named joker left the shoe as a joker."""
    return k.CARD_OF_CODE[k.JOKER_CODE] if card.joker else card


def _unnamed(cards: tuple[Card, ...]) -> int:
    """Where the first joker without a name lies; after all of them, if none does."""
    return next((at for at, card in enumerate(cards) if card.joker and not card.rank), len(cards))


def hand_of(tables: Tables, cards: tuple[Card, ...]) -> int:
    """The number of a hand, following its cards one by one; -1 if it is over 21."""
    hands = tables.hands
    values = [k.VALUE_NAMES.index("T" if card.value == 10 else card.rank) for card in cards]
    at = values[0]
    for place, value in enumerate(values[1:], start=1):
        if cards[place].joker and hands.joker_as[at, value] >= 0:
            at = int(hands.joker_as[at, value])
        else:
            at = int(hands.following[at, value])
        if at < 0:
            return at
        if hands.has_suits[at] and cards[0].suit == cards[1].suit and place == 1:
            at += k.SPADES if cards[0].suit == "S" else k.SUITED
    return at
