"""A school for players: spots to decide, what an error costs, what to repeat and when, counting."""
