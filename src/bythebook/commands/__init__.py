"""The commands that take more than a page of code; `cli.py` lists them all."""
