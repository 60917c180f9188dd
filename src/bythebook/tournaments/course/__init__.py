"""A tournament from its first entry to its last prize."""
