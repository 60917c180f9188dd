"""Prize meters: pools that tables are linked to, what wagers add, what wins take."""
