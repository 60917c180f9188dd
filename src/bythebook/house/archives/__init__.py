"""Closed days in cold storage: sealed in files, taken out of the store, read from there."""
