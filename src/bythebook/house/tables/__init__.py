"""Tables that run: what is asked of them, the automatic dealer, and what may be seen."""
