"""Money of the house: wallets at the cage, and every cent in two places."""
