"""`bythebook verify-round`: whether a round is in the log, checked offline."""

from pathlib import Path
from typing import Annotated

import typer

from bythebook.commands import choices as c
from bythebook.errors import naming

NOT_SO = 1


def verify_round_command(
    file: Annotated[str, typer.Argument(metavar="FILE", help="The proof; - is stdin.")],
    key: Annotated[
        list[str] | None,
        typer.Option(metavar="KEY|FILE", help="The house's key, as you noted it."),
    ] = None,
    head: Annotated[
        str, typer.Option(metavar="FILE", help="The same head, as somebody else kept it.")
    ] = "",
) -> None:
    """Check that every event of a round is in the log over which a house signed a head."""
    from bythebook.commands.heads.kept import head_from, keys_in
    from bythebook.house.heads.round_proofs import check_round, read_round_proof

    keys, kept = keys_in(key or []), head_from(Path(head)) if head else None
    with naming(file):
        proof = read_round_proof(c.read_input(file))
        found = check_round(proof, keys, kept)
    print(f"round {proof.round} of {proof.table}, in the log of {found.head.origin}")
    for line in found.told:
        print(f"  {line}")
    for line in found.wrong:
        print(f"  NOT SO  {line}")
    if found.wrong:
        print("This round is not proved to be in the log.")
        raise typer.Exit(NOT_SO)
    print(f"All {len(proof.events)} events are in the log of {found.head.size} events.")
    if not key:
        print("Give --key to check who signed the head; --head compares it with one that was kept.")
