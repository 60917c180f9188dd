"""Replay a record through the round engine: card by card, line by line."""

from collections import Counter
from pathlib import Path

import msgspec

from bythebook.cards import JOKER, Card
from bythebook.errors import Malformed, Refused, given
from bythebook.game import commands as c
from bythebook.game.decisions import decider
from bythebook.game.events import DEALER, Event
from bythebook.game.irregularities import running_out
from bythebook.game.offers import most_insurance, offers_open, owner_of_line
from bythebook.game.round import legal, play, refusal, start
from bythebook.game.state import State
from bythebook.records.irregularities import (
    CITING,
    ENDING,
    OF_A_CARD,
    Irregularity,
    command_of,
    read_irregularity,
    trims,
    why_not_forfeited,
    why_not_returned,
)
from bythebook.records.record import PlayLine, Record
from bythebook.records.setting import game_of, table_of
from bythebook.rulebooks import Book, find_book
from bythebook.rulebooks.chapters.game import BlackjackGame, Game, Rules, ThreeCardGame
from bythebook.rulebooks.tables import has_table_rules, load_table_rules

OFFERS = ("insure", "even-money", "surrender")
CARDS = "cards"
OFFERING = ("offers", "following", "withdrawing", "naming")  # phases in which somebody may ask


class Replay(msgspec.Struct, frozen=True):
    """A record played to its end."""

    record: Record
    game: Game
    state: State
    events: list[Event]
    unused: tuple[Card, ...]


def replay(record: Record, rulebook: Path | None = None, revision: int | None = None) -> Replay:
    """Play the record to its end, or say which line cannot stand, why, and by which clause.

    `revision`: of the edition's rules; today's, unless one is named.
    """
    return begin(record, rulebook, revision).run()


def begin(record: Record, rulebook: Path | None = None, revision: int | None = None) -> "Player":
    """A record about to be played, its table and its cards checked."""
    game = game_of(record, rulebook, revision)
    problem = problem_with_cards(record, game)
    if problem is not None:
        raise Refused(game.rules.pack.clause, problem, CARDS)
    _check_decisions(record, game)
    try:
        state = start(game, table_of(record, game))
    except Refused as refused:
        raise refused.at(refused.where or "side_wagers") from None
    book = find_book(game.book, game.edition, folder=rulebook, revision=game.revision)
    player = Player(record, game, state, book)
    player.check_clauses()
    return player


def problem_with_cards(record: Record, game: Game) -> str | None:
    """Why these cannot all have come from the shoe, whatever was shuffled in between.

    Where something was, a card may come again; as it comes, `Player.take_card` asks whether.
    """
    pack = game.rules.pack
    if any(_shuffles(line.irregularity, game) for line in record.play):
        return next(filter(None, (pack.problem_with((c,), game.decks) for c in record.cards)), None)
    return pack.problem_with(record.cards, game.decks)


def _shuffles(line: str, game: Game) -> bool:
    """Whether cards that have been in play may come again after this line."""
    errors = game.rules.irregularities
    failure = errors.malfunction if errors is not None else None
    if line.startswith("malfunction"):
        return line.startswith("malfunction no-spare") and failure is not None and failure.rack_too
    return line.startswith(("shuffled", "ran-out")) and not line.endswith("nothing-left")


def impossible(record: Record, game: Game, book: Book) -> bool:
    """Whether a record that is understood has cards which cannot all have come."""
    if problem_with_cards(record, game) is not None:
        return True
    if game.rules.pack.problem_with(record.cards, game.decks) is None:
        return False
    try:
        Player(record, game, start(game, table_of(record, game)), book).run()
    except Refused as refused:
        return refused.where == CARDS
    return False


def _check_decisions(record: Record, game: Game) -> None:
    if isinstance(game.rules, ThreeCardGame):
        for number, line in enumerate(record.play, start=1):
            if not line.irregularity:
                clause = game.rules.no_decisions.clause
                raise Refused(clause, "this game has no decisions", _where(number, line))


class Player:
    """Holds the place in the record while the round goes on."""

    def __init__(self, record: Record, game: Game, state: State, book: Book) -> None:
        self.record = record
        self.game = game
        self.book = book
        self.state = state
        self.events: list[Event] = []
        self.next_card = 0
        self.next_line = 0
        self.out: Counter[Card] = Counter()  # since the last shuffle, or on the layout then
        self.irregularities = [
            read_irregularity(line.irregularity, _where(n, line)) if line.irregularity else None
            for n, line in enumerate(record.play, start=1)
        ]
        # Shuffles that nothing in the round tells of: each strikes before its card, if it says so.
        self.shuffles = [
            found for found in self.irregularities if found is not None and found.what == "shuffled"
        ]
        # Lines that name the card they are about wait for it, wherever they stand.
        self.waiting = {
            n: found
            for n, found in enumerate(self.irregularities)
            if found is not None and self._waits_for_its_card(found)
        }

    def check_clauses(self) -> None:
        """Of a line that names its clause: the book has it, and it lets that be done here.

        A shuffle in mid-round changes nothing in the round, but it must be a possible one.
        """
        for at, found in enumerate(self.irregularities):
            if found is None or found.what not in CITING:
                continue
            where = self._where_of(at)
            wrong: Refused | None = None
            try:
                self.book.clause(found.clause)
            except Malformed as no:
                raise Malformed(no.reason, where) from None
            if found.what == "forfeit":
                wrong = why_not_forfeited(found, self.game.rules, self.irregularities)
            elif found.what != "shuffled":
                wrong = why_not_returned(found, self.game.rules)
            if wrong is not None:
                raise wrong.at(where)
            shuffled = found.what == "shuffled" and found.card is not None
            if shuffled and given(found.card) > len(self.record.cards) + 1:
                raise Malformed("no such card comes in this round", where)

    def place_wagers(self) -> None:
        for number, wager in enumerate(self.record.wagers, start=1):
            self.command(
                c.PlaceWager(wager.box, wager.player, wager.amount, wager.wager, wager.token),
                f"wagers line {number} {str(wager)!r}",
            )
        self.command(c.CloseBetting(), "wagers")

    def run(self) -> Replay:
        self.place_wagers()
        while self.state.phase != "over":
            self.step()
        while self.line is not None and self._follows_by_token(self.line):
            self.next_line += 1
        while self.line is not None and self.line.irregularity:
            self.irregularity()
        if self.line is not None:
            raise Malformed("the round is over by then", self.where())
        for at in self.waiting:
            raise Malformed("no such card comes in this round", self._where_of(at))
        unused = self.record.cards[self.next_card :]
        for card in unused:
            self._check_card(card)
            self.out[card] += 1
        return Replay(self.record, self.game, self.state, self.events, unused)

    def command(self, command: c.Command, where: str) -> None:
        try:
            self.state, events = play(self.game, self.state, command)
        except Refused as refused:
            raise refused.at(where) from None
        except Malformed as error:
            raise Malformed(error.reason, error.where or where) from None
        self.events += events

    def where(self) -> str:
        return self._where_of(self.next_line)

    def _where_of(self, at: int) -> str:
        return _where(at + 1, self.record.play[at])

    @property
    def line(self) -> PlayLine | None:
        """The next line in order; those that wait for their card are not in that order."""
        lines = self.record.play
        while self.next_line < len(lines) and self._has_no_turn(self.next_line):
            self.next_line += 1
        return lines[self.next_line] if self.next_line < len(lines) else None

    def step(self) -> None:
        """Do the next thing: deal a card that is due, or carry out the next line."""
        line = self.line
        if self.state.due is None:
            self._apply_meanwhile()
        if line is not None and line.action in OFFERS and self._still_offered(line):
            self.decide(line)
            return
        if self.state.due is not None and self._card_comes(line):
            return
        offering = self.state.phase in OFFERING
        found = self.irregularities[self.next_line] if line is not None else None
        if found is not None and not (offering and self._offers_end_before(found)):
            self.irregularity()
        elif offering:
            if line is not None and self.takes_up_offer(line):
                self.decide(line)
            else:
                self.command(c.Proceed(), self.where() if line is not None else "play")
        elif line is None:
            choices = ", ".join(self._open_actions())
            raise Malformed(f"{self._waiting()} still needs a decision: {choices}", "play")
        else:
            self.decide(line)

    def _card_comes(self, line: PlayLine | None) -> bool:
        """Deal the card that is due, or carry out what comes before it; False: neither is there."""
        if self._strikes_before_card():
            return True
        if self.next_card < len(self.record.cards):
            card = self.take_card("cards")
            self.command(c.Deal(card), f"cards: card {self.next_card} {str(card)!r}")
            return True
        if line is None or not line.irregularity:
            raise Malformed(f"too few cards: one is due to {self._due()}", "cards")
        return False

    def _offers_end_before(self, found: Irregularity) -> bool:
        """Whether what is being offered is over when this line takes effect.

        It is, unless a void leaves no card to go on with, or the line says that it is now: before
        the card that is to come.
        """
        phase = self.state.phase
        says_now = found.card == self.next_card + 1
        if says_now and (phase == "following" or self._offers_follow()):
            return False
        more_cards = self.next_card < len(self.record.cards)
        return more_cards or found.what not in ENDING or phase == "offers"

    def _offers_follow(self) -> bool:
        """Whether the next decision is still about what is being offered."""
        later = (line for line in self.record.play[self.next_line :] if not line.irregularity)
        return self.state.phase == "offers" and next(later, PlayLine()).action in OFFERS

    def _still_offered(self, line: PlayLine) -> bool:
        """Some books leave offers open until the dealer's second card, though all have played."""
        if self.state.phase != "dealer" or line.action == "surrender":
            return False
        return refusal(self.game, self.state, self.command_of(line)) is None

    def take_card(self, where: str) -> Card:
        if self.next_card >= len(self.record.cards):
            raise Malformed("too few cards: there is none left", where)
        self.next_card += 1
        card = self.record.cards[self.next_card - 1]
        for found in [found for found in self.shuffles if found.card == self.next_card]:
            self._shuffle(found)
        self._check_card(card)
        self.out[card] += 1
        return card

    def _check_card(self, card: Card) -> None:
        """What lies on the layout cannot come again, nor what has left the shoe since a shuffle."""
        pack, decks = self.game.rules.pack, self.game.decks
        while (problem := pack.problem_with((card,) * (self.out[card] + 1), decks)) is not None:
            # A shuffle of which it is not said when may have been by now.
            found = next((found for found in self.shuffles if found.card is None), None)
            if found is None:
                raise Refused(pack.clause, problem, CARDS)
            self._shuffle(found)

    def _shuffle(self, found: Irregularity | None = None) -> None:
        """Everything goes back but what lies on the layout; decided hands may be collected."""
        if found is not None:
            self.shuffles.remove(found)
        state = self.state
        hands = [h for b in state.boxes for h in b.hands if h.live() or not self._collects()]
        laid = (*(card for hand in hands for card in hand.cards), *state.dealers_cards)
        self.out = Counter(JOKER if card.joker else card for card in laid)

    def _collects(self) -> bool:
        """Whether the cards of a decided hand are taken up at once."""
        rules = load_table_rules(self.book) if has_table_rules(self.book) else None
        return rules is not None and rules.conduct.shuffle.collected is not None

    def _due(self) -> str:
        due = self.state.card_due
        return "the dealer" if due.box == DEALER else f"box {due.box}, hand {due.hand}"

    def _waiting(self) -> str:
        box, number = self.state.at
        hand = self.state.hand(box, number)
        kind = "soft" if hand.soft else "hard"
        return f"box {box}, hand {number} ({kind} {hand.total})"

    def _open_actions(self) -> list[str]:
        words = {c.Hit: "hit", c.Stand: "stand", c.Double: "double", c.Split: "split"}
        found = [words.get(type(command)) for command in legal(self.game, self.state)]
        return [word for word in dict.fromkeys(found) if word is not None]

    def takes_up_offer(self, line: PlayLine) -> bool:
        """Whether the line belongs to what is being offered; if not, the dealer goes on."""
        state = self.state
        if state.phase == "offers":
            if line.action == "surrender" and _in_turn(self.game.rules):
                return refusal(self.game, state, self.command_of(line)) is None
            return line.action in OFFERS
        if line.action == "insure" and isinstance(self.game.rules, BlackjackGame):
            return offers_open(self.game.rules, state)
        if line.box != state.at[0]:
            return False
        match state.phase:
            case "following":
                wanted = "split" if state.split_open else "double"
                box = state.box(line.box)
                controller = decider(box, box.hands[state.at[1] - 1])
                other = line.player not in ("", controller) or self._has_still_to_follow(line)
                return line.action == "ride" or (line.action == wanted and other)
            case "withdrawing":
                return line.action == "withdraw"
            case _:
                return line.action == "joker"

    def _has_still_to_follow(self, line: PlayLine) -> bool:
        """Whether the one who now decides took no part in what is followed: its author has left."""
        state = self.state
        box = state.box(line.box)
        number = state.at[1] + 1 if state.split_open else state.at[1]
        stake = box.hands[number - 1].stake_of(line.player)
        if state.split_open:
            return bool(line.player) and stake is None
        return stake is not None and not stake.doubled

    def decide(self, line: PlayLine) -> None:
        where = self.where()
        if line.action == "absent":
            self.absent(line, where)
            return
        if self._follows_by_token(line):
            self.next_line += 1
            return
        self.command(self.command_of(line), where)
        self.next_line += 1

    def command_of(self, line: PlayLine) -> c.Command:
        match line.action:
            case "hit":
                return c.Hit(line.box, line.player)
            case "stand":
                return c.Stand(line.box, line.player)
            case "double":
                amount = self._original(line) if line.amount is None else line.amount
                return c.Double(line.box, line.player, line.amount, _in_tokens(line, amount))
            case "split":
                return c.Split(line.box, line.player, _in_tokens(line, self._original(line)))
            case "ride":
                return c.Ride(line.box, line.player)
            case "insure":
                return self.insurance(line)
            case "even-money":
                return c.TakeEvenMoney(line.box, line.player)
            case "surrender":
                return c.Surrender(line.box, line.player)
            case "withdraw":
                return c.Withdraw(line.box, line.player)
            case _:
                return c.NameJoker(line.box, line.value, line.player)

    def insurance(self, line: PlayLine) -> c.Insure:
        """`insure 10 on tom` may name the box where tom's wager lies, or the insurer's own."""
        state = self.state
        player = line.player
        if not player and state.has_box(line.box):
            player = owner_of_line(state.box(line.box))
        box = line.box
        if line.on:
            boxes = [b.number for b in state.boxes if line.on in b.originals]
            if not boxes:
                raise Malformed(f"{line.on} has no wager to insure", self.where())
            if box not in boxes:
                if len(boxes) != 1:
                    raise Malformed(f"say on which box {line.on}'s wager is insured", self.where())
                box = boxes[0]
        amount = line.amount
        if amount is None:
            amount = self._most_insurance(box, line.on or player)
        return c.Insure(box, amount, player, line.on, _in_tokens(line, amount))

    def _original(self, line: PlayLine) -> int:
        """The wager that is doubled or split: whose the line is, or whoever decides."""
        if not self.state.has_box(line.box):
            return 0
        player = line.player or self._decider(line.box)
        return self.state.box(line.box).originals.get(player or "", 0)

    def _most_insurance(self, box: int, owner: str) -> int:
        rules = self.game.rules
        if isinstance(rules, BlackjackGame) and rules.insurance and self.state.has_box(box):
            stake = self.state.box(box).hands[0].stake_of(owner)
            if stake is not None:
                return most_insurance(rules, self.state, stake)
        return 0

    def _follows_by_token(self, line: PlayLine) -> bool:
        """Where tokens pay, everybody on the hand follows: a line saying so changes nothing."""
        rules = self.game.rules
        if not isinstance(rules, BlackjackGame) or line.action not in ("double", "split"):
            return False
        if self.state.phase == "following" or not self.next_line:
            return False
        if not self.state.has_box(line.box):
            return False
        before = self.record.play[self.next_line - 1]
        if (before.box, before.action) != (line.box, line.action):
            return False
        if rules.splitting.token is None or line.player not in self.state.box(line.box).order:
            return False
        box = self.state.box(line.box)
        if line.player == (self._decider(line.box) or owner_of_line(box)):
            return False
        if line.token or line.amount not in (None, box.originals[line.player]):
            raise Refused(rules.doubling.amount.clause, "a token is never for less", self.where())
        return True

    def absent(self, line: PlayLine, where: str) -> None:
        """Control passes to whoever decides next on the box; if nobody does, all are absent."""
        decided = self._decider(line.box)
        self.command(c.DeclareAbsent(line.box, line.player), where)
        self.next_line += 1
        rest = self.record.play[self.next_line :]
        after = next((later for later in rest if later.action not in OFFERS), None)
        somebody_else = after is not None and (after.box == line.box or after.irregularity)
        if line.player not in ("", decided) or somebody_else:
            return
        while self._waits_for(line.box):
            self.command(c.DeclareAbsent(line.box), where)

    def _decider(self, number: int) -> str | None:
        if self.state.at[0] != number:
            return None
        box = self.state.box(number)
        return decider(box, box.hands[self.state.at[1] - 1])

    def _waits_for(self, box: int) -> bool:
        state = self.state
        return state.phase == "turns" and state.due is None and state.at[0] == box

    # Irregularities

    def _waits_for_its_card(self, found: Irregularity) -> bool:
        if found.what == "no-card":
            return True
        return found.what in ("face-up", "ran-out") and found.card is not None

    def _has_no_turn(self, at: int) -> bool:
        found = self.irregularities[at]
        if found is None:
            return False
        return found.what == "shuffled" or self._waits_for_its_card(found)

    def _strikes_before_card(self) -> bool:
        """Carry out what befalls the card that is due, if something does."""
        number = self.next_card + 1
        of_this_card = [
            at
            for at, found in self.waiting.items()
            if found.card == number or (found.card is None and self._is_left_out(found))
        ]
        in_order = self.irregularities[self.next_line] if self.line is not None else None
        # Of several that strike here, the line that stands first comes first.
        strikes = in_order is not None and self._comes_before_card(in_order)
        if strikes and (not of_this_card or self.next_line < of_this_card[0]):
            self.irregularity()
            return True
        if of_this_card:
            at = of_this_card[0]
            self.apply_irregularity(self.waiting.pop(at), self._where_of(at))
        return bool(of_this_card)

    def _is_left_out(self, found: Irregularity) -> bool:
        """Whether the card due now is one that the lines say was missed: a box's last ones."""
        state = self.state
        if state.phase != "dealing" or state.card_due.box != found.box:
            return False
        same = [t for t in self.waiting.values() if (t.what, t.box) == ("no-card", found.box)]
        return len(same) > sum(later.box == found.box for later in state.deal)

    def _comes_before_card(self, found: Irregularity) -> bool:
        """Whether the next line takes effect now, although a card is due."""
        if found.card is not None and found.what not in ("face-up", "ran-out"):
            return found.card <= self.next_card + 1
        if found.what in ("face-up", "ran-out"):
            return True
        # Without decisions there is one place for it: before the last card settles the round.
        last = isinstance(self.game.rules, ThreeCardGame) and not self.state.deal
        return last and found.what not in ENDING and found.what not in OF_A_CARD

    def _apply_meanwhile(self) -> None:
        """What befell the next card while somebody was to decide: perhaps none is due after it."""
        for at, found in list(self.waiting.items()):
            by_now = found.what in ("face-up", "ran-out") and at < self.next_line
            if by_now and found.card == self.next_card + 1:
                self.apply_irregularity(self.waiting.pop(at), self._where_of(at))

    def irregularity(self) -> None:
        """Carry out the next line, which is an irregularity."""
        assert self.line is not None
        found, where = self.irregularities[self.next_line], self.where()
        assert found is not None
        if found.card is not None and found.card != self.next_card + 1:
            raise Malformed(f"card {found.card} is not the next card then", where)
        self.apply_irregularity(found, where)
        self.next_line += 1

    def apply_irregularity(self, found: Irregularity, where: str) -> None:
        if found.what == "no-card":
            due = self.state.due
            if due is not None and due.box != found.box:
                raise Malformed(f"the card due then goes to {self._due()}", where)
        if found.what in ("ran-out", "malfunction") and self._shuffles_rack(found):
            self._shuffle()
        self.command(self.command_behind(found, where), where)

    def _shuffles_rack(self, found: Irregularity) -> bool:
        return _shuffles(f"{found.what} {found.detail}", self.game)

    def command_behind(self, found: Irregularity, where: str) -> c.Command:
        """The command behind a line; some take a card with them."""
        match found.what:
            case "face-up":
                return c.BurnFaceUp(self.take_card(where))
            case "ran-out":
                burned = self.take_card(where) if self._burns(found) else None
                details = (found.detail == each for each in ("no-burn", "unseen", "nothing-left"))
                return c.RunOut(burned, *details)
            case "extra-card":
                return c.LayExtraCard(self.take_card(where), found.detail == "exposed")
            case "trim":
                return self._trim(found)
            case _:
                return command_of(found)

    def _trim(self, found: Irregularity) -> c.TrimSettled:
        """The first such wager that can be; if none can, the first is refused."""
        nothing = c.TrimSettled(-1, found.amount or 0, found.clause)
        meant = trims(found, self.state.rows)
        can_be = [trim for trim in meant if refusal(self.game, self.state, trim) is None]
        return next(iter(can_be or meant), nothing)

    def _burns(self, found: Irregularity) -> bool:
        runs_out = running_out(self.game.rules, self.state)
        return runs_out is not None and runs_out.burn and not found.detail


def _where(number: int, line: PlayLine) -> str:
    return f"play line {number} {str(line)!r}"


def _in_tokens(line: PlayLine, amount: int) -> int:
    """Of what a line adds, how much is in promotional tokens: all, unless it says how much."""
    if not line.token:
        return 0
    return amount if line.tokens is None else line.tokens


def _in_turn(rules: Rules) -> bool:
    """Whether a hand may also be given up in its turn: then a line may be about that."""
    surrender = rules.surrender if isinstance(rules, BlackjackGame) else None
    return surrender is not None and surrender.in_turn is not None
