"""Tournaments: their terms, their course from entries to prizes, their tables hand by hand."""
