"""What can be asked about a patron: by the staff, by the patron, by the tables as they play."""

from typing import Annotated

from bythebook.casino.state import Scope
from bythebook.deciders import Command
from bythebook.fields import asks


class AboutPatron(Command, frozen=True):
    patron: Annotated[str, asks(kind="unasked")]  # whose stream it is for


class ByBook(AboutPatron, frozen=True, kw_only=True):
    """Judged by a book: which edition, and our revision of that, the house adds."""

    book: Annotated[str, asks("By which book", "choice", of="books")]
    edition: Annotated[str, asks(kind="unasked")] = ""
    revision: Annotated[int, asks(kind="unasked")] = 0
    rules: Annotated[str, asks(kind="unasked")] = ""


class OfPeople(ByBook, frozen=True):
    group = "Who may play"


class Exclude(OfPeople, frozen=True, tag="exclude"):
    """From a game, or from the casino: by the rank that the book gives that power."""

    says = "Exclude"
    because = "Why"

    scope: Annotated[Scope, asks("From", "choice")] = "casino"
    game: Annotated[str, asks("Which game", "choice", of="games")] = ""


class Readmit(OfPeople, frozen=True, tag="readmit"):
    """The exclusion is over: by the rank that could have given it."""

    says = "Let in again"
    because = "Why"

    scope: Annotated[Scope, asks("To", "choice")] = "casino"
    game: Annotated[str, asks("Which game", "choice", of="games")] = ""


class OfLimits(ByBook, frozen=True):
    group = "Loss limit"


class SetLimit(OfLimits, frozen=True, tag="set-limit"):
    """By the patron. What lets them lose more waits until the current period is over."""

    grave = "Set this loss limit?"
    says = "Set a loss limit"

    cents: Annotated[int, asks("At most", "money")]
    days: Annotated[int, asks("In how many days")] = 1


class DropLimit(OfLimits, frozen=True, tag="drop-limit"):
    """By the patron; from the end of the current period."""

    grave = "Do without a loss limit?"
    says = "Do without a loss limit"


class TakeBreak(OfLimits, frozen=True, tag="take-break"):
    """At a table, by its supervisor: no wager anywhere until the limit has been worked out."""

    says = "Take a break from play"

    until: Annotated[int, asks("Until", "moment")]


class OfCards(ByBook, frozen=True):
    group = "Player Card"


class RefuseCard(OfCards, frozen=True, tag="refuse-card"):
    """At a table, by whoever found the wager invalid: that card serves nowhere."""

    says = "Refuse a Player Card"


class SeeCard(OfCards, frozen=True, tag="see-card"):
    """At a table, by its staff: the patron has shown a valid card of their own."""

    says = "See a valid Player Card"


class OfTokens(ByBook, frozen=True):
    group = "Vouchers and tokens"


class IssueVoucher(OfTokens, frozen=True, tag="issue-voucher"):
    """By the operator: so many tokens are promised, on these conditions."""

    grave = "Issue this voucher?"
    says = "Issue a voucher"

    cents: Annotated[int, asks("Worth", "money")]
    first: Annotated[int, asks("From", "moment")]
    last: Annotated[int, asks("Until", "moment")]
    games: Annotated[tuple[str, ...], asks("For which games; none: all", "many", of="games")] = ()
    one_use: Annotated[bool, asks("Its tokens are staked once")] = False


class ExchangeVoucher(OfTokens, frozen=True, tag="exchange-voucher"):
    """At a table, by its dealer: the voucher goes, tokens of the same value come."""

    says = "Exchange a voucher for tokens"

    voucher: Annotated[int, asks("Voucher")]


# By the house itself: what play at a place means for the patron


class CountPlay(AboutPatron, frozen=True, tag="count-play"):
    """What wagers that were decided came to since the last count, and what lies there now.

    Of what is put right later, `decided` says when it was decided first.
    """

    place: str
    won: int
    lying: int
    decided: int = 0


class CountTokens(AboutPatron, frozen=True, tag="count-tokens"):
    """What of a patron's tokens lies at a place now, and what became of those that did."""

    place: str
    book: str
    game: str
    lying: int
    taken: int  # by the dealer, for good, since the last count
    decided: int  # given back since then although their wager was decided
    clause: str
