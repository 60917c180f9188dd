"""The pages of the school for players."""
