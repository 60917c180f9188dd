"""A game as numbers: cards, hands, rules; and how functions are compiled."""
