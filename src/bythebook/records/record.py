"""The record of a round (`.round`, TOML): reading it, and writing it back."""

import datetime
import re
from collections.abc import Mapping
from typing import Any

import msgspec

from bythebook.cards import Card, format_cards, parse_card
from bythebook.errors import Malformed
from bythebook.money import format_amount, parse_amount
from bythebook.rulebooks.documents import parse_toml

ACTIONS = (
    "hit", "stand", "double", "split", "insure", "even-money", "surrender",
    "withdraw", "joker", "absent", "ride",
)  # fmt: skip
MAIN = "main"
LONGEST_WORD = 100
TOKEN = "token"
MOST_CHIPS = 24
LARGEST_SMALLEST_CHIP = 1000 * 100

_NAME = re.compile(r"[^\W\d_][\w.'-]{0,39}")
_WAGER_NAME = re.compile(r"[a-z][a-z0-9-]{0,29}")
_METER_NAME = re.compile(r"[a-z][a-z0-9-]{0,29}")
_BOX = re.compile(r"[1-9][0-9]?")
_CLAIM = "a claim is: box[.hand] player amount [wager]"
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")


class WagerLine(msgspec.Struct, frozen=True):
    """`box player amount [wager] [token]`"""

    box: int
    player: str
    amount: int
    wager: str = MAIN
    token: bool = False

    def __str__(self) -> str:
        words = [str(self.box), self.player, _short(self.amount)]
        if self.wager != MAIN:
            words.append(self.wager)
        if self.token:
            words.append(TOKEN)
        return " ".join(words)


class PlayLine(msgspec.Struct, frozen=True):
    """`box [player] action [amount] [token [amount]] [on player]`, or `! irregularity …`"""

    box: int = 0
    player: str = ""
    action: str = ""
    amount: int | None = None
    on: str = ""
    value: str = ""  # what a joker is named
    irregularity: str = ""
    token: bool = False  # what is added is made in promotional tokens
    tokens: int | None = None  # so much of it; none: all

    def __str__(self) -> str:
        if self.irregularity:
            return f"! {self.irregularity}"
        words = [str(self.box)]
        if self.player:
            words.append(self.player)
        words.append(self.action)
        if self.amount is not None:
            words.append(_short(self.amount))
        if self.token:
            words += [TOKEN, _short(self.tokens)] if self.tokens is not None else [TOKEN]
        if self.value:
            words.append(self.value)
        if self.on:
            words += ["on", self.on]
        return " ".join(words)


class ClaimLine(msgspec.Struct, frozen=True):
    """`box[.hand] player amount [wager]`: what went back to a player for a wager, stake included"""

    box: int
    player: str
    amount: int
    wager: str = MAIN
    hand: int = 0  # of a split box; 0: all of the box's hands together

    def __str__(self) -> str:
        place = f"{self.box}.{self.hand}" if self.hand else str(self.box)
        words = [place, self.player, _short(self.amount)]
        return " ".join(words if self.wager == MAIN else [*words, self.wager])


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """One round, complete: the table's settings, the wagers, the cards, the decisions."""

    game: str
    edition: str = ""  # of the book; none: the one in force on the date, or else the newest
    decks: int | None = None
    date: datetime.date | None = None
    side_wagers: tuple[str, ...] = ()
    chips: tuple[int, ...] = ()
    limits: dict[str, tuple[int, int]] = {}
    box_maximum: int | None = None
    personal: dict[str, dict[str, tuple[int, int]]] = {}
    personal_boxes: dict[str, tuple[int, ...]] = {}
    warned: tuple[str, ...] = ()
    options: dict[str, str] = {}
    readings: dict[str, str] = {}
    meters: dict[str, int] = {}
    hits: dict[str, tuple[int, ...]] = {}
    seated: dict[int, str] = {}
    first: int = 0
    wagers: tuple[WagerLine, ...]
    cards: tuple[Card, ...]
    play: tuple[PlayLine, ...] = ()
    claimed: tuple[ClaimLine, ...] = ()  # what is said to have been paid; it changes nothing


KEYS = {
    "game", "edition", "decks", "date", "side_wagers", "chips", "limits", "options", "readings",
    "meters", "hits", "seated", "first", "wagers", "cards", "play", "personal", "warned",
    "claimed",
}  # fmt: skip


def _short(cents: int) -> str:
    """An amount as people write it: 25, 2.50."""
    text = format_amount(cents)
    return text.removesuffix(".00")


# Reading


def read_record(data: bytes) -> Record:
    """Read a record from the bytes of a file."""
    return parse_record(text_of(data))


def text_of(data: bytes) -> str:
    """The text of a file."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Malformed(f"not UTF-8 text: byte {error.start + 1} cannot be read") from None


def parse_record(text: str) -> Record:
    """Read a record from its text; anything that cannot be understood says where."""
    return record_of(parse_toml(text))


def record_of(data: Mapping[str, Any]) -> Record:
    """A record from the table of its keys."""
    for key in data:
        if key not in KEYS:
            raise Malformed(f"unknown key {key!r}; a record has {', '.join(sorted(KEYS))}")
    for key in ("game", "wagers", "cards"):
        if key not in data:
            raise Malformed(f"a record must say its {key}")
    limits, box_maximum = _limits(data.get("limits", {}))
    personal, personal_boxes = _personal(data.get("personal", {}))
    return Record(
        game=_text(data["game"], "game"),
        edition=_text(data.get("edition", ""), "edition"),
        decks=_decks(data.get("decks")),
        date=_date(data.get("date")),
        side_wagers=_names(data.get("side_wagers", []), "side_wagers"),
        chips=_chips(data.get("chips", [])),
        limits=limits,
        box_maximum=box_maximum,
        personal=personal,
        personal_boxes=personal_boxes,
        warned=_warned(data.get("warned", [])),
        options=_choices(data.get("options", {}), "options"),
        readings=_choices(data.get("readings", {}), "readings"),
        meters=_meters(data.get("meters", {})),
        hits=_hits(data.get("hits", {})),
        seated=_seated(data.get("seated", {})),
        first=_box(str(data["first"]), "first") if "first" in data else 0,
        wagers=tuple(
            _wager_line(line, f"wagers line {n}")
            for n, line in enumerate(_lines(data["wagers"], "wagers"), start=1)
        ),
        cards=_cards(data["cards"]),
        play=tuple(
            _play_line(line, f"play line {n}")
            for n, line in enumerate(_lines(data.get("play", []), "play"), start=1)
        ),
        claimed=_claimed(data.get("claimed", [])),
    )


def _shown(value: Any) -> str:
    """What was given instead, as far as it can be shown in a line."""
    if isinstance(value, str):
        return repr(value[:LONGEST_WORD])
    if isinstance(value, bool | float) or (isinstance(value, int) and _is_short(value)):
        return str(value)
    return {list: "a list", dict: "a table", int: "a huge number"}.get(type(value), "a date")


def _text(value: Any, where: str) -> str:
    if not isinstance(value, str):
        raise Malformed(f"text is expected, not {_shown(value)}", where)
    return value


def _lines(value: Any, where: str) -> list[str]:
    if not isinstance(value, list):
        raise Malformed("a list of lines is expected", where)
    return [_text(line, f"{where} line {n}") for n, line in enumerate(value, start=1)]


def _table(value: Any, where: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise Malformed("a table { name = value } is expected", where)
    return value


def _is_short(value: Any) -> bool:
    """Text or a whole number of a length that somebody would write."""
    if isinstance(value, str):
        return len(value) <= LONGEST_WORD
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**15


def _amount(value: Any, where: str) -> int:
    if not _is_short(value):
        raise Malformed('an amount such as "2.50" is expected', where)
    try:
        return parse_amount(str(value))
    except Malformed as error:
        raise Malformed(error.reason, where) from None


def _decks(value: Any) -> int | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or not _is_short(value):
        raise Malformed("a small whole number is expected", "decks")
    return value


def _date(value: Any) -> datetime.date | None:
    if value is None or (
        isinstance(value, datetime.date) and not isinstance(value, datetime.datetime)
    ):
        return value
    raise Malformed(f"a date such as 2025-07-01 is expected, not {_shown(value)}", "date")


def _names(value: Any, where: str) -> tuple[str, ...]:
    names = tuple(_lines(value, where))
    for name in names:
        if not _WAGER_NAME.fullmatch(name):
            raise Malformed(f"{name!r} is not the name of a wager", where)
    if len(set(names)) != len(names):
        raise Malformed("a name stands here twice", where)
    return names


def _chips(value: Any) -> tuple[int, ...]:
    if not isinstance(value, list):
        raise Malformed("a list of chip values is expected", "chips")
    chips = tuple(sorted({_amount(chip, "chips") for chip in value}))
    if len(chips) > MOST_CHIPS or (chips and not 0 < chips[0] <= LARGEST_SMALLEST_CHIP):
        raise Malformed(f"at most {MOST_CHIPS} chips, the smallest from 0.01 to 1000", "chips")
    return chips


def _limits(value: Any) -> tuple[dict[str, tuple[int, int]], int | None]:
    limits: dict[str, tuple[int, int]] = {}
    box_maximum = None
    for name, bounds in _table(value, "limits").items():
        where = f"limits.{name}"
        if name == "box":
            box_maximum = _amount(bounds, where)
            if not box_maximum:
                raise Malformed("the most must be more than nothing", where)
            continue
        limits[name] = _bounds(bounds, where)
    return limits, box_maximum


def _bounds(bounds: Any, where: str) -> tuple[int, int]:
    if not isinstance(bounds, list) or len(bounds) != 2:
        raise Malformed('[least, most] is expected, such as ["10", "500"]', where)
    least, most = (_amount(bound, where) for bound in bounds)
    if least > most or not most:
        raise Malformed("the most must be more than nothing and not below the least", where)
    return least, most


def _personal(
    value: Any,
) -> tuple[dict[str, dict[str, tuple[int, int]]], dict[str, tuple[int, ...]]]:
    """By player, the limits agreed, and the boxes where they hold if not everywhere."""
    personal = {}
    where_agreed = {}
    for player, limits in _table(value, "personal").items():
        where = f"personal.{player}"
        agreed = dict(_table(limits, where))
        if "boxes" in agreed:
            where_agreed[player] = _boxes(agreed.pop("boxes"), f"{where}.boxes")
        if not agreed:
            raise Malformed("say which limits: { main = [least, most] }", where)
        bounds = {name: _bounds(b, f"{where}.{name}") for name, b in agreed.items()}
        personal[_player(player, where)] = bounds
    return personal, where_agreed


def _boxes(value: Any, where: str) -> tuple[int, ...]:
    if not isinstance(value, list) or not value or any(type(b) is not int for b in value):
        raise Malformed("a list of box numbers is expected", where)
    if len(set(value)) != len(value):
        raise Malformed("a box stands here twice", where)
    return tuple(value)


def _warned(value: Any) -> tuple[str, ...]:
    players = tuple(_player(name, "warned") for name in _lines(value, "warned"))
    if len(set(players)) != len(players):
        raise Malformed("a name stands here twice", "warned")
    return players


def _choices(value: Any, where: str) -> dict[str, str]:
    choices = {}
    for name, choice in _table(value, where).items():
        if not _is_short(choice):
            raise Malformed("a short text is expected", f"{where}.{name}")
        choices[name] = str(choice)
    return choices


def _meters(value: Any) -> dict[str, int]:
    meters = {}
    for name, reading in _table(value, "meters").items():
        if not _METER_NAME.fullmatch(name):
            raise Malformed(f"{name!r} is not the name of a meter", "meters")
        meters[name] = _amount(reading, f"meters.{name}")
    return meters


def _hits(value: Any) -> dict[str, tuple[int, ...]]:
    hits = {}
    for name, boxes in _table(value, "hits").items():
        where = f"hits.{name}"
        if not _METER_NAME.fullmatch(name):
            raise Malformed(f"{name!r} is not the name of a meter", "hits")
        hits[name] = _boxes(boxes, where) if boxes != [] else ()
    return hits


def _seated(value: Any) -> dict[int, str]:
    seated = {}
    for box, player in _table(value, "seated").items():
        where = f"seated.{box}"
        name = _text(player, where)
        seated[_box(box, where)] = _player(name, where) if name else ""
    return seated


def _box(word: str, where: str) -> int:
    if not _BOX.fullmatch(word):
        raise Malformed(f"{word!r} is not the number of a box", where)
    return int(word)


def _player(word: str, where: str) -> str:
    if not _NAME.fullmatch(word) or word in ACTIONS or word in (TOKEN, "on"):
        raise Malformed(f"{word!r} cannot be a player's name", where)
    return word


def _cards(value: Any) -> tuple[Card, ...]:
    cards = []
    for number, word in enumerate(_text(value, "cards").split(), start=1):
        try:
            cards.append(parse_card(word))
        except Malformed as error:
            raise Malformed(error.reason, f"cards: card {number}") from None
    return tuple(cards)


def _wager_line(line: str, where: str) -> WagerLine:
    where = f"{where} {line!r}"
    words = line.split()
    if not 3 <= len(words) <= 5:
        raise Malformed("a wager is: box player amount [wager] [token]", where)
    box, player, amount, *rest = words
    token = bool(rest) and rest[-1] == TOKEN
    if token:
        rest = rest[:-1]
    if len(rest) > 1 or (rest and not _WAGER_NAME.fullmatch(rest[0])):
        raise Malformed("a wager is: box player amount [wager] [token]", where)
    return WagerLine(
        _box(box, where),
        _player(player, where),
        _amount(amount, where),
        rest[0] if rest else MAIN,
        token,
    )


def _claimed(value: Any) -> tuple[ClaimLine, ...]:
    claims: dict[tuple[int, int, str, str], ClaimLine] = {}
    for n, line in enumerate(_lines(value, "claimed"), start=1):
        where = f"claimed line {n} {line!r}"
        claim = _claim_line(line, where)
        of = (claim.box, claim.hand, claim.player, claim.wager)
        if claims.setdefault(of, claim) is not claim:
            raise Malformed("this was claimed before", where)
        if any(o[0] == of[0] and o[2:] == of[2:] and bool(o[1]) != bool(of[1]) for o in claims):
            raise Malformed("claimed for the whole box and for a hand of it", where)
    return tuple(claims.values())


def _claim_line(line: str, where: str) -> ClaimLine:
    words = line.split()
    if not 3 <= len(words) <= 4 or not all(map(_WAGER_NAME.fullmatch, words[3:])):
        raise Malformed(_CLAIM, where)
    place, player, amount, *wager = words
    box, dot, hand = place.partition(".")
    return ClaimLine(
        _box(box, where),
        _player(player, where),
        _amount(amount, where),
        wager[0] if wager else MAIN,
        _box(hand, where) if dot else 0,
    )


def _play_line(line: str, where: str) -> PlayLine:
    where = f"{where} {line!r}"
    words = line.split()
    if words and words[0].startswith("!"):
        irregularity = " ".join((words[0][1:], *words[1:])).strip()
        if not irregularity:
            raise Malformed("an irregularity is: ! what [clause]", where)
        return PlayLine(irregularity=irregularity)
    if len(words) < 2:
        raise Malformed("a decision is: box [player] action [amount] [token]", where)
    box = _box(words[0], where)
    player = ""
    rest = words[1:]
    if rest[0] not in ACTIONS:
        if len(rest) < 2 or rest[1] not in ACTIONS:
            raise Malformed(f"{rest[-1]!r} is no action; there are {', '.join(ACTIONS)}", where)
        player = _player(rest[0], where)
        rest = rest[1:]
    action, *details = rest
    return _decision(PlayLine(box, player, action), details, where)


def _decision(line: PlayLine, details: list[str], where: str) -> PlayLine:
    """Read what follows the action: an amount, tokens, another player, a joker's value."""
    amount = tokens = None
    on = value = ""
    if line.action in ("double", "insure") and details and details[0] not in (TOKEN, "on"):
        amount = _amount(details.pop(0), where)
    token = line.action in ("double", "split", "insure") and details[:1] == [TOKEN]
    if token:
        details = details[1:]
        if details and details[0] != "on":
            tokens = _amount(details.pop(0), where)
    if line.action == "insure" and len(details) == 2 and details[0] == "on":
        on = _player(details[1], where)
        details = []
    if line.action == "joker" and details:
        value = details.pop(0)
    if line.action == "ride" and details == ["2"]:
        details = []
    if line.action == "joker" and not value:
        raise Malformed("a joker is named with its value, such as: 1 joker 9", where)
    if line.action == "ride" and not line.player:
        raise Malformed("say whose wager rides on the second hand: 1 bob ride", where)
    if details:
        raise Malformed(f"{' '.join(details)!r} does not belong after {line.action}", where)
    return msgspec.structs.replace(
        line, amount=amount, on=on, value=value, token=token, tokens=tokens
    )


# Writing


def print_record(record: Record) -> str:
    """Write a record so that reading it gives the same record again."""
    lines = [f"game = {_quoted(record.game)}"]
    if record.edition:
        lines.append(f"edition = {_quoted(record.edition)}")
    if record.decks is not None:
        lines.append(f"decks = {record.decks}")
    if record.date is not None:
        lines.append(f"date = {record.date.isoformat()}")
    if record.side_wagers:
        lines.append(f"side_wagers = {_list(record.side_wagers)}")
    if record.chips:
        lines.append(f"chips = {_list(map(_short, record.chips))}")
    limits = _bounds_of(record.limits)
    if record.box_maximum is not None:
        limits["box"] = _quoted(_short(record.box_maximum))
    if record.warned:
        lines.append(f"warned = {_list(record.warned)}")
    if record.first:
        lines.append(f"first = {record.first}")
    for name, table in (
        ("limits", limits),
        ("personal", {n: _inline(_agreed(record, n)) for n in record.personal}),
        ("options", {n: _quoted(v) for n, v in record.options.items()}),
        ("readings", {n: _quoted(v) for n, v in record.readings.items()}),
        ("meters", {n: _quoted(format_amount(v)) for n, v in record.meters.items()}),
        ("hits", {n: str(list(v)) for n, v in record.hits.items()}),
        ("seated", {str(n): _quoted(v) for n, v in record.seated.items()}),
    ):
        if table:
            lines.append(f"{name} = {_inline(table)}")
    lines.append(_block("wagers", map(str, record.wagers)))
    lines.append(f"cards = {_quoted(format_cards(record.cards))}")
    lines.append(_block("play", map(str, record.play)))
    if record.claimed:
        lines.append(_block("claimed", map(str, record.claimed)))
    return "\n".join(lines) + "\n"


def _bounds_of(limits: Mapping[str, tuple[int, int]]) -> dict[str, str]:
    return {name: _list(map(_short, bounds)) for name, bounds in limits.items()}


def _agreed(record: Record, player: str) -> dict[str, str]:
    agreed = _bounds_of(record.personal[player])
    if player in record.personal_boxes:
        agreed["boxes"] = str(list(record.personal_boxes[player]))
    return agreed


def _inline(table: Mapping[str, str]) -> str:
    inner = ", ".join(f"{_key(name)} = {value}" for name, value in table.items())
    return f"{{ {inner} }}"


def _quoted(text: str) -> str:
    # A TOML basic string: JSON's escapes are a subset of TOML's, but for the delete character.
    return msgspec.json.encode(text).decode().replace("\x7f", "\\u007f")


def _key(name: str) -> str:
    return name if _BARE_KEY.fullmatch(name) else _quoted(name)


def _list(items: Any) -> str:
    return f"[{', '.join(_quoted(item) for item in items)}]"


def _block(name: str, items: Any) -> str:
    inner = "".join(f"  {_quoted(item)},\n" for item in items)
    return f"{name} = [\n{inner}]" if inner else f"{name} = []"
