"""What a book says about a round that goes wrong: cards, hands and machines.

A round reads these as it reads its other rules. What a table does beside the round (who may order
it, who is told, what is checked afterwards) stands in the book's `table.toml`.
"""

from typing import Literal

import msgspec

from bythebook.rulebooks.chapters.words import Authority, Cited, Count, Rule


class Refusal(Rule, frozen=True, kw_only=True):
    """A card dealt in error may be refused; then no more are given, except what is compelled.

    Refused by everybody, it is the dealer's next card of itself.
    """

    clause: str
    compelled: Authority
    also: tuple[str, ...] = ()


class EmptyBox(Rule, frozen=True, kw_only=True):
    """A hand found on a box without a wager is out of play; found sooner, its cards go back."""

    clause: str
    cards: Count = 1  # so many cards make it a hand
    in_deal: bool = False  # it may be found while the initial deal still runs


class OneCard(Rule, frozen=True, kw_only=True):
    """A box that got one card only: whoever wagers there takes the second, or the wager back."""

    clause: str
    # Side wagers of who leaves while somebody stays: decided by the two cards, or taken back too.
    sides: Literal["stay", "go-back"] = "go-back"


class NoFirstCard(Rule, frozen=True, kw_only=True):
    """The dealer's first card is found missing while hands are being played."""

    finish: Authority  # the player in turn may finish the hand first
    take: Authority  # or have the dealer take the card now
    offers: Authority  # what an ace that comes late still opens


class Rebuild(Rule, frozen=True, kw_only=True):
    """A card went to the wrong place: until when, and how, the round is put right."""

    clause: str
    # Until the next round's first card; until the round is over; until anything is settled.
    until: Literal["next-round", "round-end", "settlement"]
    decisions: Literal["kept-where-unchanged", "taken-anew"]
    # Settled wagers stand: the rest is put right if none of them would change.
    after_settlement: bool = False
    withdraw: Authority | None = None  # players may first take their wagers back
    impossible: Cited[str] | None = None  # the clause that voids the round instead
    surplus: Authority | None = None  # cards left over after the dealer's last are burned
    also: tuple[str, ...] = ()


class WrongCards(Rule, frozen=True, kw_only=True):
    """A card is missing, or one turned up that does not belong to the decks."""

    # The clause that voids the round in progress. In the file it is `voids`: `void` names a table
    # of clauses there.
    void: Cited[str] = msgspec.field(name="voids")
    stands: Authority  # rounds already over
    remainder: Authority | None = None  # what becomes of the cards not yet dealt
    check: Authority | None = None  # and of the decks before play goes on


class RunsOut(Rule, frozen=True, kw_only=True):
    """The cards do not suffice for the round: the discards are shuffled and it is finished."""

    clause: str
    cut: bool
    burn: bool
    afterwards: Authority | None = None  # the shuffle of everything once the round is over


class Malfunction(Rule, frozen=True, kw_only=True):
    """The shuffling device fails while a round is being dealt."""

    # Somebody was put at a disadvantage, or the round cannot be finished: the voiding clause.
    disadvantage: Cited[str] | None = None
    cannot_finish: Cited[str] | None = None
    spare: Authority | None = (
        None  # another device at hand: the cards are moved and the round goes on
    )
    moved: Authority | None = None  # the same when cards are damaged: the sound ones are moved
    damaged: Authority | None = None  # damaged cards are replaced, card for card
    # No other device: void, or finish from an ordinary shoe, or let each player take wagers back
    # first.
    no_spare: Cited[Literal["void", "shoe", "withdraw-then-shoe"]]
    damaged_no_spare: Authority | None = None
    withdraw: Authority | None = None
    shuffled: Authority | None = None  # what is left is shuffled
    rack_too: bool = True  # with the discards
    shoe: Authority | None = None
    cutting_card: bool = True  # the shoe stays in use: it gets a cutting card, and a burn
    afterwards: Authority | None = None  # no further round before the device is replaced
    runs_out: RunsOut | None = None  # for the rest of the round, where a device never does


class Irregularities(Rule, frozen=True, kw_only=True):
    face_up: Authority  # a card lying face up in the shoe or device is out of play
    in_error: Authority  # a card drawn by mistake is used as the next one
    burned_in_error: Cited[Literal["next-card", "stays-burned"]]
    stays_burned: Authority | None = None  # once later cards are out, it stays burned after all
    # A card too many on the dealer's finished hand.
    extra_exposed: Authority
    extra_unexposed: Cited[Literal["held-over", "burned"]]
    too_early: Authority | None = (
        None  # a card on the dealer's hand before its time, where it is burned
    )
    too_early_in_deal: bool = False  # also in the initial deal, where a box was due
    refusal: Refusal | None = None
    not_needed: Authority | None = None  # a card drawn in error that no hand needs is burned
    void_wagers: Literal["undecided", "everything"] = "undecided"  # a player's, by a power
    # In the file these two are `no_wagers` and `no_wager`: a round dealt though nobody had staked,
    # and a hand dealt to one box without a wager.
    nobody_staked: Authority | None = msgspec.field(name="no_wagers", default=None)
    box_without_wager: EmptyBox | None = msgspec.field(name="no_wager", default=None)
    no_cards: Authority | None = None  # a wager whose box got no card
    one_card: OneCard | None = None
    no_first_card: NoFirstCard | None = None
    rebuild: Rebuild
    skipped: Authority | None = None  # a decision skipped or misunderstood: later cards go back
    settled: Authority | None = None  # found only when everything is settled, it changes nothing
    wrong_cards: WrongCards | None = None
    runs_out: RunsOut | None = None
    never_runs_out: Authority | None = None  # with a device that rule has no effect
    forgotten_burn: Authority | None = None
    malfunction: Malfunction | None = None
    jackpot_lost_too: bool = False  # stakes already lost in the round go back as well
    jackpot_complete_stands: bool = False  # a hand complete by then is honoured
    jackpot_waits: Authority | None = (
        None  # no round begins before somebody has decided how to go on
    )
    # A round that nobody staked on is declared void, by whoever may.
    nobody_staked_voids: bool = msgspec.field(name="no_wagers_declared", default=False)
    jackpot_failure: Authority | None = None  # the jackpot's equipment fails: its wagers go back
