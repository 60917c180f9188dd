"""A round that is over and then void: what was settled is undone, and nothing is settled again."""

from bythebook import settle
from bythebook.game.events import MeterChanged, RoundVoided
from tests.clauses import clause


@clause("star-baceball 12.12")
def test_a_mystery_that_was_paid_is_not_reset_a_second_time() -> None:
    events = settle(
        """
        game = "star-baceball/baceball"
        side_wagers = ["jackpot"]
        meters = { mystery-1 = "600" }
        hits = { mystery-1 = [1] }
        wagers = ["1 a 10", "1 a 1 jackpot"]
        cards = "2S 4S 5S 7S 8S TS"
        play = ["! void 12.5"]
        """
    ).events
    void = next(at for at, event in enumerate(events) if isinstance(event, RoundVoided))
    meters = [at for at, event in enumerate(events) if isinstance(event, MeterChanged)]
    assert len(meters) == 1
    assert meters[0] < void
