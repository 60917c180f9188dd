"""The lines of a side wager: what cards must show, and what a line pays."""
