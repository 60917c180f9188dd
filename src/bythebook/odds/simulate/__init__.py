"""Simulations: rounds in chunks on any number of workers, added up; counters and bankrolls."""
