"""A shoe that is over, with all its secrets, as a small file: `.shoe`, JSON."""

import re
from codecs import BOM_UTF8
from collections.abc import Iterator, Sequence
from typing import Annotated

import msgspec

from bythebook.cards import Card, format_cards, parse_card
from bythebook.errors import NOT_JSON, Malformed
from bythebook.house.cards.shoes import (
    ADDITION,
    SEED_BYTES,
    cut,
    digest,
    digest_of,
    seed_with,
    shuffled,
)

FORMS = (1, 2)  # the second has what players added
MOST_CARDS = 2000

# What a browser can also count with.
Whole = Annotated[int, msgspec.Meta(ge=0, le=2**53 - 1)]

_DIGEST = re.compile(r"[0-9a-f]{64}")


class Served(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Cards that went to a round, by their places in the shoe after the cut, counted from 1.

    Where cards between were burned, a round has several such runs.
    """

    round: Whole
    first: Whole
    last: Whole


class RevealedShoe(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything about a stack of cards: what was shown before, and what was kept until now."""

    shoe: Whole = FORMS[0]  # which form of file this is
    table: str
    number: Whole  # of the table's shoes
    digest: str  # shown before the first wager
    seed: str  # hexadecimal
    before: str  # the stack before it was shuffled
    after: str  # and after, the first to leave the shoe first
    added: tuple[str, ...] = ()  # by players, after the digest was shown; in form 2
    cut: Whole = 0  # so many went from the front to the back, after the digest was shown
    began: Whole = 0  # where in the log
    ended: Whole = 0
    rounds: tuple[Served, ...] = ()


class Contents(msgspec.Struct, frozen=True):
    """The same, understood."""

    file: RevealedShoe
    seed: bytes
    before: tuple[Card, ...]
    after: tuple[Card, ...]

    def dealt(self) -> tuple[Card, ...]:
        """The stack as it was dealt from: after the cut."""
        return cut(self.after, self.file.cut)


def reveal(
    seed: bytes,
    before: tuple[Card, ...],
    *,
    table: str,
    number: int,
    added: tuple[str, ...] = (),
    from_front: int = 0,
    began: Whole = 0,
    ended: Whole = 0,
    rounds: tuple[Served, ...] = (),
) -> RevealedShoe:
    """The file of a shoe that is over."""
    after = shuffled(before, seed_with(seed, added))
    return RevealedShoe(
        shoe=FORMS[1] if added else FORMS[0],
        table=table,
        number=number,
        digest=digest(seed, before),
        added=added,
        seed=seed.hex(),
        before=format_cards(before),
        after=format_cards(after),
        cut=from_front,
        began=began,
        ended=ended,
        rounds=rounds,
    )


def print_shoe(shoe: RevealedShoe) -> str:
    """The text of the file."""
    return msgspec.json.format(msgspec.json.encode(shoe), indent=2).decode() + "\n"


def read_shoe(data: bytes) -> Contents:
    """Read a file; whatever cannot be understood says where."""
    try:
        shoe = msgspec.json.decode(data.removeprefix(BOM_UTF8), type=RevealedShoe)
    except NOT_JSON as error:
        raise Malformed(f"not the file of a shoe: {error}") from None
    return understand(shoe)


def understand(shoe: RevealedShoe) -> Contents:
    """Take the values of a file out of their text."""
    if shoe.shoe not in FORMS:
        raise Malformed(f"only forms 1 and 2 are known, not {shoe.shoe}", "shoe")
    if (shoe.shoe == FORMS[1]) != bool(shoe.added):
        raise Malformed("what players added stands in form 2, and there alone", "added")
    for text in shoe.added:
        if ADDITION.fullmatch(text) is None:
            raise Malformed(f"{text!r} is nothing that a player could have added", "added")
    if not _DIGEST.fullmatch(shoe.digest):
        raise Malformed("64 hexadecimal digits in small letters are expected", "digest")
    if not re.fullmatch(rf"[0-9a-f]{{{2 * SEED_BYTES}}}", shoe.seed):
        raise Malformed(
            f"{2 * SEED_BYTES} hexadecimal digits in small letters are expected", "seed"
        )
    before, after = _cards(shoe.before, "before"), _cards(shoe.after, "after")
    if shoe.cut > len(after):
        raise Malformed(f"from 0 to {len(after)} cards can be cut, not {shoe.cut}", "cut")
    return Contents(shoe, bytes.fromhex(shoe.seed), before, after)


def _cards(text: str, where: str) -> tuple[Card, ...]:
    names = text.split(" ") if text else []
    if len(names) > MOST_CARDS:
        raise Malformed(f"no shoe holds more than {MOST_CARDS} cards", where)
    cards = []
    for number, name in enumerate(names, start=1):
        try:
            cards.append(parse_card(name))
        except Malformed as error:
            raise Malformed(error.reason, f"{where}: card {number}") from None
    return tuple(cards)


# Whether it is what was committed to


class Step(msgspec.Struct, frozen=True):
    """One thing that was checked, and what is wrong with it, if anything is."""

    what: str
    wrong: str = ""


def check_shoe(shoe: Contents, shown: str = "") -> list[Step]:
    """Check each step from the seed to the rounds; `shown` is the digest that somebody noted."""
    steps = [_cards_step(shoe), _order_step(shoe), _digest_step(shoe)]
    if shown:
        same = shown.strip().lower() == shoe.file.digest
        wrong = "" if same else "this is not the digest that was noted: another shoe"
        steps.append(Step("the digest is the one that was noted", wrong))
    return [*steps, Step(_told(shoe), _places_wrong(shoe))]


def _cards_step(shoe: Contents) -> Step:
    what = f"the same {len(shoe.before)} cards before and after the shuffle"
    if sorted(map(str, shoe.before)) == sorted(map(str, shoe.after)):
        return Step(what)
    return Step(what, "some cards are in one of the stacks and not in the other")


def _order_step(shoe: Contents) -> Step:
    added = shoe.file.added
    what = "the order after the shuffle follows from the seed"
    what += f" and from what {len(added)} added" if added else ""
    found = shuffled(shoe.before, seed_with(shoe.seed, added))
    if found == shoe.after:
        return Step(what)
    for place, (due, given) in enumerate(zip(found, shoe.after, strict=False), start=1):
        if due != given:
            return Step(what, f"place {place} should be {due}, and is {given}")
    return Step(what, f"there should be {len(found)} cards, and there are {len(shoe.after)}")


def _digest_step(shoe: Contents) -> Step:
    stacks = "the stack, shuffled by it alone" if shoe.file.added else "both stacks"
    what = f"the digest is that of the seed and {stacks}"
    found = digest_of(shoe.seed, shoe.before, _committed(shoe))
    same = found == shoe.file.digest
    return Step(what, "" if same else f"it would be {found}")


def _committed(shoe: Contents) -> tuple[Card, ...]:
    """The order that was committed to: the one that is dealt, unless players added something."""
    return shuffled(shoe.before, shoe.seed) if shoe.file.added else shoe.after


def _told(shoe: Contents) -> str:
    runs = shoe.file.rounds
    number = len({run.round for run in runs})
    return f"the cards of its rounds ({number}) lie one after the other in the shoe"


def _places_wrong(shoe: Contents) -> str:
    end, round_ = 0, 0
    for run in shoe.file.rounds:
        if not end < run.first <= run.last <= len(shoe.after):
            return f"round {run.round} cannot have had cards {run.first} to {run.last}"
        if run.round < round_:
            return f"round {run.round} comes after round {round_}"
        end, round_ = run.last, run.round
    return ""


# Whether the rounds were dealt from it


def cards_by_round(shoe: Contents) -> dict[int, tuple[Card, ...]]:
    """What each round had out of this shoe."""
    stack = shoe.dealt()
    rounds: dict[int, tuple[Card, ...]] = {}
    for run in shoe.file.rounds:
        rounds[run.round] = rounds.get(run.round, ()) + stack[run.first - 1 : run.last]
    return rounds


def match_rounds(shoe: Contents, dealt: Sequence[tuple[str, tuple[Card, ...]]]) -> Iterator[Step]:
    """Find each record's cards, given with its name, among the rounds of the shoe, in order.

    Only the first round of a shoe can have begun with another, only the last can have ended with
    another: their cards need to be here in part.
    """
    rounds = list(cards_by_round(shoe).items())
    at = 0
    for name, cards in dealt:
        fits = [n for n in range(at, len(rounds)) if _fits(n, rounds, cards)]
        if fits:
            at = fits[0] + 1
            yield Step(f"{name} has the cards of round {rounds[fits[0]][0]}")
        else:
            yield Step(f"{name} has the cards of a round", _nearest(rounds[at:], cards))


def _fits(at: int, rounds: list[tuple[int, tuple[Card, ...]]], cards: tuple[Card, ...]) -> bool:
    own = rounds[at][1]
    spare = len(cards) - len(own)
    if not own or spare < 0:
        return False
    offsets = {0} if at else set(range(spare + 1))
    if at < len(rounds) - 1:
        offsets &= {spare}
    return any(cards[offset : offset + len(own)] == own for offset in offsets)


def _nearest(rounds: list[tuple[int, tuple[Card, ...]]], cards: tuple[Card, ...]) -> str:
    """Where the cards first differ from the round that they come nearest to."""
    if not rounds:
        return "no round is left in this shoe that it could be"
    alike = {number: _alike(own, cards) for number, own in rounds}
    number, same = max(alike.items(), key=lambda pair: (pair[1], -pair[0]))
    own = dict(rounds)[number]
    here = str(own[same]) if same < len(own) else "no more cards"
    there = str(cards[same]) if same < len(cards) else "no more cards"
    return f"nearest is round {number}: its card {same + 1} is {here}, and the record has {there}"


def _alike(own: tuple[Card, ...], cards: tuple[Card, ...]) -> int:
    same = 0
    for one, other in zip(own, cards, strict=False):
        if one != other:
            break
        same += 1
    return same
