"""Orders in any order: a tournament answers or refuses, and never loses a cent."""

from contextlib import suppress

from hypothesis import given
from hypothesis import strategies as st

from bythebook.deciders import Command, Person
from bythebook.draws import digest_of
from bythebook.errors import Malformed, Refused
from bythebook.tournaments.course import orders as o
from bythebook.tournaments.course.course import open_acts
from bythebook.tournaments.course.results import UNPLACED
from bythebook.tournaments.terms.document import Prize
from tests.tournaments.course.courses import DAY, Play, changed, example, seed

NAMES = st.sampled_from([f"p{number}" for number in range(1, 9)] + ["res", "nobody", ""])
MONEY = st.sampled_from(["wallet", "cash"])
FINDINGS = st.sampled_from(
    ["breach", "deliberate", "absent", "chips-added", "chips-hidden", "no-buy-in"]
)
EXAMPLES = st.sampled_from(
    ["star", "canberra-points", "canberra-sit-and-go", "crown", "tasmania-live", "tasmania-chips"]
)
COMMANDS: st.SearchStrategy[Command] = st.one_of(
    st.builds(
        o.Enter, player=NAMES, money=MONEY, entitled=st.just(True), agreed=st.just(True),
        copy=st.just(True), reserve=st.booleans(),
    ),
    st.builds(o.RefuseEntry, NAMES),
    st.builds(o.Withdraw, NAMES),
    st.builds(o.NameSubstitute, player=NAMES, substitute=NAMES, entitled=st.just(True)),
    st.builds(o.CloseEntries, st.booleans()),
    st.builds(o.Brief, st.booleans()),
    st.builds(o.Attend, st.booleans()),
    st.builds(o.MoveStart, st.integers(0, 2**33), st.integers(-1, 90)),
    st.builds(o.PayBuyIn, NAMES, MONEY),
    st.builds(o.BuyChips, NAMES, st.sampled_from(["re-buy", "add-on", "buy-back"]), MONEY),
    st.builds(o.LosePlace, NAMES),
    st.builds(o.SeatReserve, player=NAMES, instead_of=NAMES, money=MONEY),
    st.builds(o.StartSession, st.integers(0, 3)),
    st.builds(o.HoldRepechage, st.booleans()),
    st.builds(o.Disqualify, player=NAMES, finding=FINDINGS, refund=st.booleans()),
    st.builds(o.RaiseDispute, st.text(max_size=3)),
    st.builds(o.Rule, st.integers(0, 3), st.text(max_size=3)),
    st.just(o.PlayOff()),
    st.just(o.AwardPlaces()),
    st.just(o.PayPrizes()),
    st.just(o.Practise(1)),
)  # fmt: skip


def _act(play: Play, by: Person, command: Command) -> None:
    with suppress(Refused, Malformed):
        play.do(by, command)


def _play_on(play: Play, points: list[int]) -> None:
    """Hand over what is being played, or draw what comes next."""
    for name in play.course.playing:
        seats = play.course.sessions[name].seats
        chips = {seat.player: points[index % len(points)] for index, seat in enumerate(seats)}
        try:
            play.result(name, chips)
        except (Refused, Malformed):
            return
    for table in {seat.table for seat in play.course.drawn}:
        if play.terms.money.buy_in_cents:
            for seat in play.course.drawn:
                _act(play, play.director, o.PayBuyIn(seat.player))
        _act(play, play.director, o.StartSession(table))
    if play.phase == "decided":
        _act(play, play.director, o.PlayOff() if play.course.level else o.AwardPlaces())
    play.seeds += 1
    if not play.course.sealed:
        _act(play, play.director, o.SealDraw(digest_of(seed(play.seeds))))
    else:
        play.seeds -= 1
    _act(play, play.director, o.DrawSeats(seed(play.seeds)))


ORDERS = st.lists(st.tuples(COMMANDS, st.integers(0, 2), st.integers(0, 20 * DAY)), max_size=4)
CHIPS = st.lists(st.integers(0, 3), min_size=1, max_size=7)


def _all_back(play: Play) -> bool:
    """Whether a cancelled tournament gave all money back, but what somebody had forfeited."""
    entrants, keeps = play.course.entrants, play.book.rules.refunds.forfeited is not None
    out = {name for name, one in entrants.items() if keeps and one.standing in UNPLACED}
    return all(cents == 0 for name, cents in play.flow.items() if name in entrants.keys() - out)


@given(EXAMPLES, st.integers(0, 2), st.lists(st.tuples(ORDERS, CHIPS), max_size=16))
def test_any_orders_at_all(
    name: str, ready: int, moments: list[tuple[list[tuple[Command, int, int]], list[int]]]
) -> None:
    """Strange orders in between, while a tournament is played on."""
    terms = changed(
        example(name),
        entry={"least": 2, "most": 9, "cancelled_below_least": False},
        prizes={"places": tuple(Prize(percent_hundredths=part) for part in (6100, 2600, 1300))},
    )
    play = Play(terms).entered(6)
    play.ready()
    if ready:
        _act(play, play.office, o.CloseEntries())
        play.now = play.starts + 300 * DAY
    for orders, chips in moments:
        for command, who, later in orders:
            play.now = max(play.now, play.course.now) + later
            player = str(getattr(command, "player", "p1"))
            by = (play.office, play.director, play.person(player))[who]
            _act(play, by, command)
            assert set(open_acts(play.book, play.course, by)) <= set(play.book.rules.acts)
        _play_on(play, chips)
    _act(play, play.office, o.PayPrizes())
    course = play.course
    assert course.money_in - course.money_out == course.held_cents == -sum(play.flow.values())
    if course.phase not in ("over", "cancelled") and not course.playing:
        play.do(play.office, o.Cancel())
        assert terms.format == "live" or _all_back(play)
    if play.phase in ("over", "cancelled"):
        assert play.course.held_cents == 0
