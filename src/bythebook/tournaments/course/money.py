"""What each event of a tournament moves between people, the house and its own account."""

from collections.abc import Iterable

from bythebook.deciders import Event, Money, Payment
from bythebook.tournaments.course import events as e
from bythebook.tournaments.course.state import Course

HOUSE = "house"


def payments(course: Course, event: Event) -> tuple[Payment, ...]:
    """The payments of an event, the course being as it was before or after it."""
    title = course.terms.title
    match event:
        case e.PlayerEntered(player=player, cents=cents, money=money):
            return _received(player, cents, money, f"{title}: entry fee")
        case e.ReserveSeated(player=player, cents=cents, money=money):
            return _received(player, cents, money, f"{title}: entry fee")
        case e.BuyInPaid(player=player, cents=cents, money=money):
            return _received(player, cents, money, f"{title}: buy-in")
        case e.ChipsBought(player=player, cents=cents, money=money, what=what):
            return _received(player, cents, money, f"{title}: {what}")
        case e.TournamentCancelled(refunds=refunds, kept=kept):
            return (*_returned(refunds, title), *_house(kept, f"{title}: fees forfeited"))
        case e.PlayerWithdrew(refunds=refunds):
            return _returned(refunds, title)
        case e.PlayerDisqualified(refunds=refunds) | e.PlaceLost(refunds=refunds):
            return _returned(refunds, title)
        case e.ResultTaken(cashed=cashed, house=house):
            given = [
                Payment(one.player, one.cents, one.money, f"{title}: chips")
                for one in cashed
                if one.cents
            ]
            return (*given, *_house(house, f"{title}: chips won"))
        case e.PrizesPaid():
            return _prizes(course, event)
        case _:
            return ()


def _received(player: str, cents: int, money: Money, about: str) -> tuple[Payment, ...]:
    return (Payment(player, -cents, money, about),) if cents else ()


def _house(cents: int, about: str) -> tuple[Payment, ...]:
    return (Payment(HOUSE, cents, "house", about),) if cents else ()


def _returned(refunds: Iterable[e.Refund], title: str) -> tuple[Payment, ...]:
    return tuple(
        Payment(one.person, one.cents, one.money, f"{title}: {one.about} returned")
        for one in refunds
        if one.cents
    )


def _prizes(course: Course, event: e.PrizesPaid) -> tuple[Payment, ...]:
    title = course.terms.title
    put_in = event.added + event.topped_up + event.house_adds
    shares = tuple(
        Payment(share.player, share.cents, money_of(course, share.player), f"{title}: prize")
        for share in event.shares
        if share.cents
    )
    return (
        *_house(-put_in, f"{title}: added to the prizes"),
        *_house(event.commission, f"{title}: commission"),
        *shares,
    )


def chips_not_given(course: Course, player: str) -> tuple[e.Refund, ...]:
    """Money for chips of value whose session has not begun: it stays the player's."""
    if course.terms.format != "live":
        return ()
    seated = course.is_seated(player)
    return tuple(
        paid.refund
        for paid in course.paid
        if paid.player == player
        and paid.about != "fee"
        and not paid.settled
        and not (seated and paid.stage == course.stage)
    )


def money_of(course: Course, player: str) -> Money:
    """A player is paid the way the player paid."""
    return next((paid.money for paid in course.paid if paid.player == player), "wallet")
