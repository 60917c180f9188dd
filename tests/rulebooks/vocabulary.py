"""Writes the reference of every word of a book anew:

.venv/bin/python -m tests.rulebooks.vocabulary
"""

from pathlib import Path

from bythebook.rulebooks.writing.reference import reference

PAGE = Path(__file__).parents[2] / "docs" / "vocabulary.md"

if __name__ == "__main__":
    PAGE.write_text(reference(), encoding="utf-8")
