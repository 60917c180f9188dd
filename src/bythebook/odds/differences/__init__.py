"""What the difference between two books or two games is worth, and how that is shown."""
