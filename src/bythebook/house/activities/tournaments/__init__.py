"""Tournaments as the house runs them: the course, the tables, what is seen of both."""
