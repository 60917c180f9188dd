"""The command line, as `python -m bythebook`."""

from bythebook.cli import main

if __name__ == "__main__":
    main()
