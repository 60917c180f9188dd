"""One table of a tournament in one session, hand by hand."""
