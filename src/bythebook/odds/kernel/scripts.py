"""Scripted rounds: played beside the round engine, or every one that a few cards can give."""

from bythebook.odds.kernel import scratch as q
from bythebook.odds.kernel.intrinsics import pointer_to
from bythebook.odds.kernel.rounds import net_of_box, play_round
from bythebook.odds.kernel.sides import net_of_sides, settle_sides
from bythebook.odds.numbers.compiled import compiled, part
from bythebook.odds.numbers.typed import Integers, Records, Scratch


@part
def play_script(
    table: Integers, lines: Integers, terms: Records, sides: Records, d: Scratch
) -> None:
    t = pointer_to(table)
    play_round(t, terms[0], d)
    settle_sides(t, pointer_to(lines), sides[0], d)


@compiled
def play_scripts(
    table: Integers, lines: Integers, terms: Records, sides: Records, desks: Records
) -> None:
    """Play the scripted round that lies on each desk."""
    for at in range(len(desks)):
        play_script(table, lines, terms, sides, desks[at])


@part
def turn_to_next_script(d: Scratch) -> bool:
    """Go on to the next choices as an odometer does, until there are no others."""
    for at in range(d.at - 1, -1, -1):
        d.script[at, q.CHOICE] += 1
        if d.script[at, q.CHOICE] < d.script[at, q.WIDTH]:
            return True
        d.script[at, q.CHOICE] = 0
    return False


@compiled
def play_every_script(
    table: Integers,
    lines: Integers,
    terms: Records,
    sides: Records,
    desks: Records,
    cards: Integers,
) -> tuple[int, int, int]:
    """Every round that the cards can give on one desk: complete ones, short ones, the sum of nets.

    Each card drawn is a choice among those left, equal ones counted separately.
    """
    d = desks[0]
    rounds = short = net = 0
    goes_on = True
    while goes_on:
        d.position = d.at = d.logged = d.short = 0
        for at in range(len(cards)):
            d.shoe[at] = cards[at]
        play_script(table, lines, terms, sides, d)
        if d.short:
            short += 1
        else:
            rounds += 1
            for box in range(d.boxes):
                net += net_of_box(d, box) + net_of_sides(sides[0], d, box)
        goes_on = turn_to_next_script(d)
    return rounds, short, net
