"""What is worked out beside the house: odds, rehearsals, verification."""
