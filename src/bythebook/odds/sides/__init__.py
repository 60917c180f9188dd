"""What side wagers and jackpots are worth, line by line and exactly."""
