"""Promotions as the house runs them."""
