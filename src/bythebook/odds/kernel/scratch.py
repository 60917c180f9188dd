"""The desk on which compiled rounds are played, and the numbers that are written on it."""

import numpy as np

from bythebook.odds.numbers import codes as k
from bythebook.odds.numbers.compiled_rules import MOST_BOXES, MOST_HANDS

# A card as compiled rounds handle it: its value (10: a joker), and its code above that.
VALUE_BITS, VALUE_MASK = 4, 15
RANK_BITS = VALUE_BITS + 2

# The columns of a hand on the desk: where it stands in the table of hands; the stakes on it; how
# it ended and what it came to; its first three cards; whether a pair of suited sevens was split.
ID, STAKES, ENDS, NET, FIRST, SECOND, THIRD, SUITED_SEVENS = range(8)
COLUMNS = 8

# Stakes on a hand: those of its owner, and above them all of them, free ones included.
REAL_MASK, UNITS_BITS = 3, 2
ONE_UNIT = 1 << UNITS_BITS
SINGLE_STAKE = ONE_UNIT + 1
STAKES_KNOWN = 3 * ONE_UNIT

# How a hand ended: with a total up to 21 that is compared with the dealer's, or in one of these;
# from PAID on it was settled at once, whatever the dealer has.
UNDECIDED = 0
HELD, OVER, GIVEN_UP = range(24, 27)
PAID, PAID_21, PAID_FIVE_CARDS, EVEN_MONEY, WITHDRAWN = range(27, 32)
ENDINGS = 32

# How the dealer ended: with a total, with none that matters, or with a blackjack.
NOT_COMPLETE = 0
DEALER_BLACKJACK = 31

# What a round leaves for each box, in cents.
MAIN, INSURANCE, BONUS = range(3)

# The columns of a script: what is chosen, of how many; whose decision was written down, and which.
CHOICE, WIDTH, BOX, DECISION = range(4)
MOST_CHOICES = 512

# How decisions are written down: actions as they are, offers taken, doubles withdrawn, jokers.
TAKES, WITHDRAWS, NAMES = 10, 20, 30

# The table begins with numbers of 16 bits. First the dealer's hands, a row for each: the row after
# each value, or, once no card is drawn to it, how the hand ends.
DEALERS, DEALER_ROW = 64, 16
DEALER_END = DEALERS * DEALER_ROW

# Then the players' hands, known by where their rows begin: the number of the hand after each value
# (none after a joker), what the hand is, and the next steps against each of the dealer's cards. A
# row is as wide as what a processor fetches at a time.
HANDS_AT, ROW_BITS = DEALER_END, 5
ITS_TOTAL, HARD, ACES, CARDS, FIRST_ACES, HAS_SUITS, PAIR, FATES = range(11, 19)
STEPS = 20
NO_HAND = 0xFFFF
FATE_BITS, MASK_BITS = 3, 6
MASK = (1 << MASK_BITS) - 1

# What is seldom looked up follows in numbers of 32 bits: so many for each hand.
PLAN_BITS = 4

# The next step of a hand is an action, or what its cards bring about by themselves.
STEP_MASK = 7
NATURAL_COMES, TWENTY_ONE_COMES, FIVE_CARDS_COME = 4, 5, 6
GIVES_UP = 7

# Whether cards and decisions are a simulation's, or choices: decisions alone, or cards as well.
SIMULATED, DECISIONS_CHOSEN, ALL_CHOSEN = range(3)

# Typed, so that functions are not compiled anew for a constant.
FIRST_BOX, FIRST_HAND = np.int64(0), np.int64(0)
FIRST_CIRCUIT, SECOND_CIRCUIT = np.int64(0), np.int64(1)
UNSPLIT = np.int64(k.UNSPLIT)

LARGEST_SHOE = 16 * 52 + 100  # a device may hold more decks than a shoe
MOST_SIDES = 8

DESK = np.dtype(
    [
        ("place", np.uint64),  # in the stream of random numbers
        ("key", np.uint64),
        ("size", np.int64),
        ("position", np.int64),  # how many cards have left the shoe
        ("ready", np.int64),  # how many lie in the order in which they will leave it
        ("ahead", np.int64),  # how many are put in their order when a round begins
        ("plain_until", np.int64),  # up to where that is done
        ("careful", np.int64),  # whether decisions take more than a look in the table
        ("boxes", np.int64),
        ("round_began", np.int64),
        ("shown", np.int64),  # the dealer's first card
        ("second", np.int64),  # and the second, once it was drawn
        ("dealer_ends", np.int64),
        ("others_cards", np.int64),  # of the round: all that are not the dealer's
        ("extras", np.int64),  # whether there is insurance or a bonus
        ("unusual", np.int64),  # whether more is to be added up of this round than one hand's end
        ("always_unusual", np.int64),
        ("cut", np.int64),  # how many cards leave the shoe before it is shuffled again
        ("burned", np.int64),  # unseen, after a shuffle
        ("three_cards", np.int64),  # the game of three cards each
        ("source", np.int64),
        ("at", np.int64),  # how many choices have been made
        ("logged", np.int64),
        ("short", np.int64),  # the cards ran out
        ("watched", np.int64),  # whether the dealer's turn is: by a count, or by side wagers
        ("plays_out", np.int64),  # the dealer's hand is always completed
        ("wants_second", np.int64),  # the dealer's second card is always drawn
        ("counting", np.int64),
        ("running", np.int64),
        ("unseen", np.int64),  # what the hole card will add to the count
        ("initial_count", np.int64),  # what the count is after a shuffle
        ("lowest_count", np.int64),
        ("counts", np.int64),  # how many true counts the strategy tells apart
        ("splits_over", np.int64),
        ("hands", np.int64, MOST_BOXES),
        ("insured", np.int64, MOST_BOXES),
        ("tokens", np.int64, MOST_BOXES),
        ("cards", np.int64, (MOST_BOXES, 3)),  # of the initial deal
        ("result", np.int64, (MOST_BOXES, 3)),  # insurance and bonus count where there are extras
        ("side_line", np.int64, (MOST_BOXES, MOST_SIDES)),  # 0: lost
        ("side_winners", np.int64, (MOST_BOXES, MOST_SIDES)),  # boxes that share what it pays
        ("hand", np.int64, (MOST_BOXES * MOST_HANDS, COLUMNS)),
        ("tags", np.int64, k.KINDS),  # what a card adds to the count
        ("shoe", np.uint16, LARGEST_SHOE),
        ("script", np.int64, (MOST_CHOICES, 4)),
    ]
)
