"""Strategies: charts, best play, and what each choice is worth now."""
