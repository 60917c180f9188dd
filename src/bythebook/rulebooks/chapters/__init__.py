"""The words in which the chapters of a book are written: its games, its tables, its jackpots,
its tournaments, its promotions."""
