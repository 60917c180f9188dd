"""Sentences that another language can say: what is said and what is filled in, kept apart.

    phrase("{player} stands on box {box}", player="ann", box=3)

is an ordinary string, in English, and remembers what it was made of. Whoever shows it to somebody
who reads another language has it told by a `Speaker` of that one; everybody else has the string.
A phrase may be filled into another (`a place`, `a wager`): never a sentence into a sentence. Put
into an f-string it is plain English from there on.

Every text is found by the catalogues where it stands, so it is written out and never made.
"""

from functools import reduce
from typing import Any


class Speaker:
    """Who says a phrase: this one in English."""

    def text(self, text: str) -> str:
        return text

    def counted(self, number: int, one: str, many: str) -> str:
        return one if number == 1 else many

    def amount(self, cents: int, in_english: str) -> str:
        return in_english


ENGLISH = Speaker()


class Told(str):
    """A string that can be told by another speaker."""

    __slots__ = ()

    def by(self, speaker: Speaker) -> str:
        return str(self)


class Phrase(Told):
    __slots__ = ("filled", "many", "opens", "text")

    text: str
    many: str  # how it is with another number than one, if a number is what it is about
    filled: dict[str, Any]
    opens: bool  # it opens with a capital

    def __new__(
        cls, text: str, filled: dict[str, Any], many: str = "", opens: bool = False
    ) -> "Phrase":
        said = text if not many or filled["n"] == 1 else many
        english = said.format_map(filled)
        made = super().__new__(cls, upper_first(english) if opens else english)
        made.text, made.many, made.filled, made.opens = text, many, filled, opens
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return Phrase, (self.text, self.filled, self.many, self.opens)

    def by(self, speaker: Speaker) -> str:
        if self.many:
            said = speaker.counted(self.filled["n"], self.text, self.many)
        else:
            said = speaker.text(self.text)
        whole = said.format_map({name: told(one, speaker) for name, one in self.filled.items()})
        return upper_first(whole) if self.opens else whole


def phrase(text: str, /, **filled: Any) -> Phrase:
    return Phrase(text, filled)


def phrases(n: int, one: str, many: str, /, **filled: Any) -> Phrase:
    """By number, which is `{n}` in both."""
    return Phrase(one, {"n": n, **filled}, many)


def opening(text: str) -> str:
    """The same as a sentence opens: with a capital."""
    if isinstance(text, Phrase):
        return Phrase(text.text, text.filled, text.many, opens=True)
    return upper_first(text)


def both(*items: str) -> str:
    """All of them, one after the other."""
    return reduce(lambda a, b: phrase("{first} and {second}", first=a, second=b), items)


def either(*items: str) -> str:
    return reduce(lambda a, b: phrase("{first} or {second}", first=a, second=b), items)


def upper_first(text: str) -> str:
    return text[:1].upper() + text[1:]


def told(value: Any, speaker: Speaker) -> Any:
    """A value as this speaker says it; what is no phrase says itself."""
    return value.by(speaker) if isinstance(value, Told) else value


def plain(value: Any, speaker: Speaker = ENGLISH) -> str:
    """For encoders of JSON, which know no kind of string but the plain one."""
    if isinstance(value, Told):
        return value.by(speaker)
    if isinstance(value, str):
        return str(value)
    raise TypeError(f"{type(value).__name__} is not written as JSON")
