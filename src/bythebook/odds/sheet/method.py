"""How the figures of a sheet were worked out, in a few words, for whoever has to rely on them."""

METHOD = (
    "The game is the book's own, as data: every setting above was read from the clause beside it,"
    " and the analysis, the simulation and the settlement of real rounds all start from the same"
    " value.",
    "The main wager is worked out exactly for one player on one box and a round from a full,"
    " freshly shuffled shoe, without replacement. Every hand is played so as to win most, given the"
    " cards in it and the dealer's card; after a split every hand follows the same strategy, which"
    " does not look at the other hands, and the sum runs over all cards that can have been seen."
    " What a dealer's blackjack takes from split and doubled hands is as the reading says.",
    "The house edge is what the house expects to win, as a part of the initial wager; doubles and"
    " splits are in the result but not in what it is divided by. The standard deviation is that of"
    " one round, in initial wagers.",
    "Side wagers are counted exactly, as fractions, from the same shoe. Payments are to the cent,"
    " fractions going up; what a table's smallest chip adds is left out, and so are the cards of"
    " other boxes, the cutting card and whatever a player could remember of earlier rounds.",
    "The chart is the best that looks at totals, pairs and the dealer's card only: each cell weighs"
    " the hands it is for by how often they come up when the chart itself is played.",
)
