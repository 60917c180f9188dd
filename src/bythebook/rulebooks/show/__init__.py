"""Rulebooks on the screen: clauses, options, readings, and who may do what."""
