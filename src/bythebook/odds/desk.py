"""The desk on which compiled rounds are played, and the numbers that are written on it."""

import numpy as np

from bythebook.odds import codes as k
from bythebook.odds.terms import MOST_BOXES, MOST_HANDS

# A card as compiled rounds handle it: its value (10: a joker), and its code above that.
VALUE_BITS, VALUE_MASK = 4, 15
RANK_BITS = VALUE_BITS + 2

# The columns of a hand on the desk: its number among all hands; the owner's own stakes and all
# stakes on it; how it ended and what it came to; its first three cards; what else became of it.
ID, REAL, UNITS, ENDS, NET, FIRST, SECOND, THIRD, DOUBLED, SUITED_SEVENS = range(10)
COLUMNS = 10

# How a hand ended: with a total up to 21 that is compared with the dealer's, or in one of these;
# from PAID on it was settled at once, whatever the dealer has.
UNDECIDED = 0
HELD, OVER, GIVEN_UP = range(24, 27)
PAID, PAID_21, PAID_FIVE_CARDS, EVEN_MONEY, WITHDRAWN = range(27, 32)
ENDINGS = 32

# What a round leaves for each box, in cents.
MAIN, INSURANCE, BONUS = range(3)

# The columns of a script: what is chosen, of how many; whose decision was written down, and which.
CHOICE, WIDTH, BOX, DECISION = range(4)
MOST_CHOICES = 512

# How decisions are written down: actions as they are, offers taken, doubles withdrawn, jokers.
TAKES, WITHDRAWS, NAMES = 10, 20, 30

# The columns of the table of hands: the hand after each value (none after a joker), what the hand
# is, and the hand after a joker named so.
ITS_TOTAL, HARD, ACES, CARDS, FIRST_ACES, HAS_SUITS, PAIR, FATES, MASKS = range(11, 20)
JOKER_AS = 20
FATE_BITS, MASK_BITS = 3, 4

# The next step of a hand is an action, or what its cards bring about by themselves.
STEP_MASK = 7
NATURAL_COMES, TWENTY_ONE_COMES, FIVE_CARDS_COME = 4, 5, 6

# The dealer's hand: its total, more while it is soft, and more once no card is drawn to it.
TOTAL_MASK = 31
SOFT = 32
COMPLETE = 64
SOFT_21 = SOFT + 21
DEALER_ROW = 16

# Whether cards and decisions are a simulation's, or choices: decisions alone, or cards as well.
SIMULATED, DECISIONS_CHOSEN, ALL_CHOSEN = range(3)

LARGEST_SHOE = 8 * 52 + 100
MOST_SIDES = 8

DESK = np.dtype(
    [
        ("place", np.uint64),  # in the stream of random numbers
        ("key", np.uint64),
        ("size", np.int64),
        ("position", np.int64),  # how many cards have left the shoe
        ("plain_until", np.int64),  # up to where cards are drawn with nothing else to think of
        ("cut", np.int64),  # how many leave it before it is shuffled again
        ("burned", np.int64),  # unseen, after a shuffle
        ("round_began", np.int64),
        ("boxes", np.int64),
        ("source", np.int64),
        ("counting", np.int64),
        ("three_cards", np.int64),  # the game of three cards each
        ("compared", np.int64),  # whether a hand waits for the dealer's total
        ("shown", np.int64),  # the dealer's first card
        ("second", np.int64),  # and the second, once it was drawn
        ("dealer", np.int64),
        ("dealer_cards", np.int64),
        ("at", np.int64),  # how many choices have been made
        ("logged", np.int64),
        ("short", np.int64),  # the cards ran out
        ("initial_count", np.int64),  # what the count is after a shuffle
        ("running", np.int64),
        ("lowest_count", np.int64),
        ("counts", np.int64),  # how many true counts the strategy tells apart
        ("splits_over", np.int64),
        ("hands", np.int64, MOST_BOXES),
        ("insured", np.int64, MOST_BOXES),
        ("tokens", np.int64, MOST_BOXES),
        ("cards", np.int64, (MOST_BOXES, 3)),  # of the initial deal
        ("result", np.int64, (MOST_BOXES, 3)),
        ("side_line", np.int64, (MOST_BOXES, MOST_SIDES)),  # 0: lost
        ("side_winners", np.int64, (MOST_BOXES, MOST_SIDES)),  # boxes that share what it pays
        ("hand", np.int64, (MOST_BOXES * MOST_HANDS, COLUMNS)),
        ("tags", np.int64, k.KINDS),  # what a card adds to the count
        ("shoe", np.uint16, LARGEST_SHOE),
        ("script", np.int64, (MOST_CHOICES, 4)),
    ]
)
