"""Everything again, from the log alone."""
