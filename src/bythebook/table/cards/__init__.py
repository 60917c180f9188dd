"""A table's cards: the shoe or device, and what is done when something goes wrong with them."""
