"""The command `verify-shoe`: whether a shoe was what was committed to, checked offline."""

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bythebook.commands import choices as c
from bythebook.errors import Malformed, naming

if TYPE_CHECKING:
    from bythebook.cards import Card
    from bythebook.house.cards.shoe_files import Contents, Step

NOT_SO = 1

File = Annotated[str, typer.Argument(metavar="FILE", help="A shoe that is over; - is stdin.")]
Rounds = Annotated[
    list[str] | None,
    typer.Option(
        metavar="DIR|FILE", help="Records of its rounds, in order; a folder by its file names."
    ),
]
Shown = Annotated[
    str, typer.Option("--digest", metavar="HEX", help="The digest that you noted beforehand.")
]


def verify_shoe_command(file: File, rounds: Rounds = None, shown: Shown = "") -> None:
    """Check that a shoe was dealt in the order committed to before its first wager."""
    from bythebook.house.cards.shoe_files import check_shoe, match_rounds

    contents = _read(file)
    records = [_cards_of(path) for path in _files(rounds or [])]
    about = contents.file
    print(f"shoe {about.number} of {about.table}: {len(contents.after)} cards, cut {about.cut}")
    print(f"digest {about.digest}")
    for text in about.added:
        print(f"added  {text}")
    steps = check_shoe(contents, shown)
    # Places that cannot be are no places to look for cards in.
    if not steps[-1].wrong:
        steps += match_rounds(contents, records)
    _tell(steps)
    if any(step.wrong for step in steps):
        raise typer.Exit(NOT_SO)
    if not shown:
        print("Compare the digest with the one that was shown before the first wager.")


def _tell(steps: "list[Step]") -> None:
    for step in steps:
        print(f"  {'NOT SO' if step.wrong else 'yes':6}  {step.what}")
        if step.wrong:
            print(f"          {step.wrong}")
    wrong = sum(bool(step.wrong) for step in steps)
    if wrong:
        print(f"This shoe does not check: {wrong} of {len(steps)} statements are not so.")
    else:
        print(f"This shoe checks: all {len(steps)} statements are so.")


def _read(file: str) -> "Contents":
    from bythebook.house.cards.shoe_files import read_shoe

    with naming(file):
        return read_shoe(c.read_input(file))


def _files(given: list[str]) -> list[Path]:
    """Files in the order given; those of a folder by their names, numbers by their size."""
    files: list[Path] = []
    for name in given:
        path = Path(name)
        if path.is_dir():
            found = sorted(path.glob("*.round"), key=lambda each: _by_number(each.name))
            if not found:
                raise Malformed("no .round file is in this folder", name)
            files += found
        else:
            files.append(path)
    return files


def _by_number(name: str) -> list[tuple[int, str]]:
    return [
        (int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"([0-9]+)", name)
    ]


def _cards_of(path: Path) -> "tuple[str, tuple[Card, ...]]":
    from bythebook.records import read_record

    with naming(str(path)):
        return path.name, read_record(path.read_bytes()).cards
