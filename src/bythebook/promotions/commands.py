"""What people ask of a promotion. The tag is the act under which the book says who may.

Prizes are numbered from 1 in the order in which they are drawn: two of the same are two prizes.
"""

from typing import Annotated, Literal

import msgspec

from bythebook.deciders import Command
from bythebook.fields import asks
from bythebook.promotions.terms.document import Amount, Line, PromotionTerms, Text
from bythebook.rulebooks.chapters.promotions import Means, Method, PaidBy

Forbidden = Literal["tobacco", "firearm", "weapon", "prescribed", "liquor"]
MOST_AT_ONCE = 10_000
Number = Annotated[int, msgspec.Meta(ge=1, le=1_000_000_000)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=120)]
PublicValue = Annotated[str, msgspec.Meta(min_length=1, max_length=400)]


class Draft(Command, frozen=True, tag="draft"):
    """Begin a promotion with its terms, complete or not."""

    terms: PromotionTerms


class Amend(Command, frozen=True, tag="amend"):
    """Change the terms; what that takes depends on whether it has begun."""

    terms: PromotionTerms


class Lodge(Command, frozen=True, tag="lodge"):
    """Give the regulator the terms: before the start, on request, or after an amendment."""


class RequestTerms(Command, frozen=True, tag="request-terms"):
    """The regulator asks for the terms."""


class Approve(Command, frozen=True, tag="approve"):
    """The regulator's approval of an amendment, or of ending what has begun."""

    what: Literal["amendment", "ending"]


class Confirm(Command, frozen=True, tag="confirm"):
    """Somebody has looked at every prize and answers for it that none is or includes these."""

    none_of: Annotated[
        tuple[Forbidden, ...], asks("No prize is or includes", "many", of="forbidden")
    ]


class Publish(Command, frozen=True, tag="publish"):
    """The terms can be had; `marketing` is where the marketing refers to them."""

    means: Annotated[tuple[Means, ...], asks("The terms can be had", "many", of="means")]
    marketing: Annotated[Text, asks("Where the marketing refers to them")]


class Seal(Command, frozen=True, tag="seal"):
    """The house keeps a seed secret and shows what it can be proved by."""

    number: Number
    digest: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]


class Nominate(Command, frozen=True, tag="nominate"):
    scrutineer: Annotated[Name, asks(hint="Somebody else than you, of that role.")]


class Attend(Command, frozen=True, tag="attend"):
    """The scrutineer is there and oversees the draw."""


class Open(Command, frozen=True, tag="open"):
    """The promotion begins."""


class Enter(Command, frozen=True, tag="enter"):
    """One entry of somebody or several; `stake_cents` is the wager that earned them."""

    person: Name
    entries: Annotated[int, msgspec.Meta(ge=1, le=MOST_AT_ONCE)] = 1
    stake_cents: Annotated[Amount, asks("Wager", "money", hint="If the terms ask for one.")] = 0


class Close(Command, frozen=True, tag="close"):
    """No more entries."""


class EnterValue(Command, frozen=True, tag="enter-value"):
    """The public value that the terms name is known: it goes into the draw."""

    grave = "Is it what the source says, to the last digit?"

    value: Annotated[PublicValue, asks("The public value", hint="As its source publishes it.")]


class CorrectValue(Command, frozen=True, tag="correct-value"):
    """The value was written down wrongly: somebody else puts it right, and says what was wrong."""

    grave = "Is it what the source says, to the last digit?"
    because = "What was wrong"

    value: Annotated[PublicValue, asks("What the source says")]


KeptOut = Annotated[tuple[str, ...], asks(kind="unasked")]  # by the casino; the house adds it


class Draw(Command, frozen=True, tag="draw"):
    """The seed is shown, and says who has won what; entries of who is kept out are passed over."""

    kept_out: KeptOut = ()

    grave = "Draw the winners now?"


class PublishResults(Command, frozen=True, tag="publish-results"):
    """Who has won what is published, as the terms say."""


class TellWinner(Command, frozen=True, tag="tell-winner"):
    """An endeavour to tell a winner: sent is enough."""

    prize: Number
    method: Annotated[Method, asks("The winner was told by", of="methods")]


class Claim(Command, frozen=True, tag="claim"):
    """Somebody claims a prize, or money in its place."""

    prize: Number
    person: Name
    wants: Annotated[Literal["prize", "cash"], asks("The winner wants")] = "prize"
    # the operator has seen the claimant at the draw
    present: Annotated[bool, asks("The winner is there")] = False


class Paid(msgspec.Struct, frozen=True):
    by: PaidBy
    cents: Annotated[int, msgspec.Meta(ge=1)]


class ChoosePayment(Command, frozen=True, tag="choose-payment"):
    """The winner of much money says how it is paid; somebody without an account, or whom the
    casino does not let in, tells the staff."""

    grave = "Is the prize to be paid like that?"

    prize: Number
    person: Name
    paid: Annotated[
        tuple[Paid, ...], msgspec.Meta(max_length=10), asks("Paid", "paid", of="paid-by")
    ]
    kept_out: KeptOut = ()


class Award(Command, frozen=True, tag="award"):
    """Hand a prize over to the winner who claimed it; money as it is paid, in parts if need be."""

    grave = "Hand this prize over?"

    prize: Number
    paid: Annotated[
        tuple[Paid, ...], msgspec.Meta(max_length=10), asks("Paid", "paid", of="paid-by")
    ] = ()


class Deny(Command, frozen=True, tag="deny"):
    """Refuse somebody a prize; the order says why."""

    grave = "Refuse this prize?"
    because = "Reasons"

    prize: Number
    person: Name
    address: Line = ""


class TellRefused(Command, frozen=True, tag="tell-refused"):
    """Tell the reasons of a refusal."""

    denial: Number
    method: Annotated[Method, asks("How", of="methods")]


class PassOn(Command, frozen=True, tag="pass-on"):
    """A prize that was refused goes to the next entry drawn, where the terms say so."""

    grave = "Pass this prize on?"

    prize: Number
    kept_out: KeptOut = ()


class Postpone(Command, frozen=True, tag="postpone"):
    """Integrity is in doubt: everything waits. `inspector` is whoever has just been told."""

    grave = "Postpone it?"
    because = "How its integrity has suffered"

    inspector: Annotated[Line, asks("Inspector who was told")] = ""


class Validate(Command, frozen=True, tag="validate"):
    """Integrity has been validated: it goes on."""

    grave = "Let it go on?"
    because = "How it was validated"


class Cancel(Command, frozen=True, tag="cancel"):
    """Integrity is gone: no draw."""

    grave = "Cancel it? There will be no draw."
    because = "How its integrity has suffered"

    inspector: Annotated[Line, asks("Inspector who was told")] = ""


class TellInspector(Command, frozen=True, tag="tell-inspector"):
    """An inspector is told of a postponement or a cancellation."""

    notice: Number
    inspector: Name


class Dispute(Command, frozen=True, tag="dispute"):
    person: Name
    about: Annotated[str, msgspec.Meta(min_length=1, max_length=2000)]


class Rule(Command, frozen=True, tag="rule"):
    """Decide a dispute, for good."""

    dispute: Number
    decision: Annotated[str, msgspec.Meta(min_length=1, max_length=2000)]


class Object(Command, frozen=True, tag="object"):
    """Somebody is not satisfied with a decision."""

    dispute: Number


class Advise(Command, frozen=True, tag="advise"):
    """Tell them that they may complain, and to whom."""

    dispute: Number


class End(Command, frozen=True, tag="end"):
    """Nothing is left to do."""

    grave = "Is everything done?"

    kept_out: KeptOut = ()
