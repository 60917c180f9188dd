"""Compiled rounds: hundreds of millions of them."""
