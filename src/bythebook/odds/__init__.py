"""What a game is worth: exact analysis, compiled simulation, strategies and PAR sheets."""
