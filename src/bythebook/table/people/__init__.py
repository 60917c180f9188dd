"""The people at a table: seats, limits, restrictions, protection, registers."""
