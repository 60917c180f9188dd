"""The pages for whoever designs a game."""
