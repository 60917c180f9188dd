"""Figures and PAR sheets: everything about one table, worked out and shown to people."""
