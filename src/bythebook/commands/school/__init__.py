"""Commands of the schools."""
