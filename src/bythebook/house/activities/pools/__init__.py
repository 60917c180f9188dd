"""Jackpot pools as the house runs them, and a linked table's side of one."""
