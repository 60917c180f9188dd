"""Seeds of worlds in which something went wrong once, and what it was."""

FAILED: dict[int, str] = {}
