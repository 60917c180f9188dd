"""What a game is worth, exactly: from the dealer's hand to the whole round."""
