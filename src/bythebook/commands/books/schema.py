"""`bythebook schema`: what an editor needs to complete the words of a book and underline faults."""

import json
from pathlib import Path
from typing import Annotated

import typer

from bythebook.commands.choices import check_writable
from bythebook.rulebooks.writing.schema import schema_of


def schema_command(
    chapter: Annotated[
        str, typer.Argument(metavar="FILE", help="rules, readings, table, jackpot, …")
    ] = "rules",
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="FILE", help="Write it there.")
    ] = "",
) -> None:
    """Print the JSON schema of a file of a book; editors find it by `#:schema FILE` at its top."""
    text = json.dumps(schema_of(chapter), indent=1, ensure_ascii=False) + "\n"
    if output:
        check_writable(output)
        Path(output).write_text(text, encoding="utf-8")
    else:
        print(text, end="")
