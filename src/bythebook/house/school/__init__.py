"""The dealers' school in the house: shifts at private tables, and classes."""
