"""Tallies written down round by round, for tests of what is made of them."""

from collections.abc import Sequence

from bythebook.odds.simulate.tally import Tally

PLACES = 63  # of the histogram: half stakes from -20 to +40, and one more at either end


def tally_of(rounds: Sequence[tuple[int, int]], stake: int = 1, boxes: int = 1) -> Tally:
    """Rounds as (net, wagered) of all boxes together; with one box, also as that box's results."""
    nets, wagers = [net for net, _ in rounds], [wagered for _, wagered in rounds]
    histogram = [0] * PLACES
    for net in nets:
        histogram[min(max(round(2 * net / stake), -21), 41) + 21] += 1
    squares = sum(net * net for net in nets)
    return Tally(
        rounds=len(rounds),
        boxes=boxes * len(rounds),
        cards=5 * len(rounds),
        net=sum(nets),
        net_squared=squares,
        wagered=sum(wagers),
        wagered_squared=sum(w * w for w in wagers),
        net_wagered=sum(net * w for net, w in rounds),
        box_net_squared=squares,
        box_wagered_squared=sum(w * w for w in wagers),
        box_net_wagered=sum(net * w for net, w in rounds),
        histogram=tuple(histogram),
        frequencies={},
        sides={},
        all_net=sum(nets),
        all_net_squared=squares,
    )
