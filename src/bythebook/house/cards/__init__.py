"""Sealed cards: shuffled here, committed to, and shown when they are over."""
