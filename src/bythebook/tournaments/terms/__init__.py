"""The terms of a tournament: as a value, as a file, checked against their book, and printed."""
