"""Heads of the log that others keep: so few bytes that anybody can, and enough to find out later
whoever changed an event, left one out or put one in."""
