"""Commands for those who keep heads of a log: to check them, to sign beside a house."""
