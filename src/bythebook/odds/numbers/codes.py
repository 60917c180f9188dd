"""The numbers that stand for cards, actions and outcomes where compiled code needs numbers."""

from bythebook.cards import CARDS, JOKER, RANKS, SUITS, Card

# A card is rank * 4 + suit, with ranks from the ace to the king; then the joker.
KINDS = 53
JOKER_CODE = 52
SEVEN = 6
TEN_RANK = 9
SPADE = SUITS.index("S")

CARD_OF_CODE: tuple[Card, ...] = (*(CARDS[r + s] for r in RANKS for s in SUITS), JOKER)
CODE_OF_CARD: dict[Card, int] = {card: code for code, card in enumerate(CARD_OF_CODE)}

# A value is what a card counts: 0 is the ace, 1 to 8 are two to nine, 9 all that count ten.
VALUES = 10
ACE = 0
TEN = 9
VALUE_NAMES = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T")
VALUE_OF_RANK = tuple(min(rank, TEN) for rank in range(len(RANKS)))

# What a hand may do, as numbers and as bits of a mask.
STAND, HIT, DOUBLE, SPLIT = 0, 1, 2, 3
ACTIONS = ("stand", "hit", "double", "split")
GIVE_UP = 4  # in its turn, where the rules have that
PLAYS = (*ACTIONS, "surrender")
FOR_MONEY = 5  # a bit of the mask: a double of this hand is made in money, though others are free

# What may be taken before the turns.
PROCEED, INSURE, EVEN_MONEY, SURRENDER = 0, 1, 2, 3
OFFERS = ("proceed", "insure", "even-money", "surrender")

# A decision of a strategy as one number: three bits for the action in each layer, from the lowest;
# then bits of the offers taken, whether a double is taken back, and the value a joker is named.
PLAY_BITS = 3
OFFER_BITS, WITHDRAW_BIT, NAME_BITS = 16, 20, 21

# A hand is in one of these places: its rights differ. Unsplit; a split hand that could be split
# again or not; split aces that could or not.
UNSPLIT, AGAIN, LAST, ACES_AGAIN, ACES_LAST = range(5)
LAYERS = 5

# What the cards of a hand bring about by themselves.
OPEN, CLOSED, NATURAL, TWENTY_ONE, FIVE_CARDS, BUST = range(6)

# What becomes of a main wager, in the order of the table of payments.
(
    BLACKJACK_AT_ONCE,
    BLACKJACK_WINS,
    BLACKJACK_TIES,
    HIGHER_TEN,
    EQUAL_TEN,
    LOWER_TEN,
    BLACKJACK_AGAINST_21,
    BLACKJACK_AGAINST_22,
    GOES_OVER,
    FIVE_CARD_WIN,
    DEALER_BLACKJACK,
    DEALER_BLACKJACK_AGAINST_21,
    DEALER_22,
    DEALER_OVER_21,
    HIGHER,
    EQUAL,
    LOWER,
    EVENS,
    DEALER_BLACKJACK_AGAINST_PLAIN_21,
) = range(19)
OUTCOMES = 19

# How a dealer's blackjack limits what it takes.
EVERYTHING, BUSTED_PLUS_ONE, ORIGINAL_COVERS_BUSTS, PEEKED, ORIGINAL_ONLY = range(5)

# Where a payout line for 21 is found: by the number of cards, then by ranks and suits.
LINES_BY_CARDS = 22
MIXED, SUITED, SPADES = range(3)
