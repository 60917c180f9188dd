"""For people who write books: every fault at once, a folder to begin with, schema and reference."""
