"""The commands for people who write books."""
