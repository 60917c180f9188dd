"""The casino's patrons as the house keeps them, and their side of every table."""
