"""`bythebook heads`: what an operator does with the heads of a log, and with their key."""

import time
from pathlib import Path
from typing import Annotated

import typer

from bythebook.commands.house import Archive, Data, Database, opened
from bythebook.commands.serve import DATA
from bythebook.errors import Malformed, naming

NOT_SO = 1

heads = typer.Typer(no_args_is_help=True, help="Signed heads of the log, and their key.")

KeyFile = Annotated[
    str, typer.Option("--heads-key", metavar="FILE", help="The key's file [in the data folder].")
]
Sizes = Annotated[int, typer.Argument(min=1)]


@heads.command("keys")
def keys_command(data: Data = DATA, database: Database = "") -> None:
    """Print every key by which heads were signed, the one in use last."""
    from bythebook.house.heads.keys import keys_in

    with opened(data, database) as store:
        taken = keys_in(store).taken
    if not taken:
        raise Malformed("no heads of this log are signed")
    for key, position in taken:
        print(f"{key}  from event {position} on")


@heads.command("save")
def save_command(
    folder: Annotated[str, typer.Argument(metavar="FOLDER", help="Where they go, a file each.")],
    data: Data = DATA,
    database: Database = "",
) -> None:
    """Write all heads as files, with the signatures of witnesses: to be kept elsewhere."""
    from bythebook.house.heads.heads import heads_in

    place, saved, before = Path(folder), 0, 0
    with opened(data, database) as store:
        while found := heads_in(store, before=before):
            place.mkdir(parents=True, exist_ok=True)
            for head in found:
                (place / f"{head.size}.head").write_text(str(head), encoding="utf-8")
            saved, before = saved + len(found), found[-1].size
    print(f"{saved} heads are in {folder}; bythebook verify --heads {folder} compares them.")


@heads.command("proof")
def proof_command(old: Sizes, new: Sizes, data: Data = DATA, database: Database = "") -> None:
    """Print the proof that the first OLD events are the beginning of the first NEW."""
    from bythebook.house.heads.heads import proof_between, proof_text

    with opened(data, database) as store:
        print(proof_text(proof_between(store, old, new)), end="")


@heads.command("check")
def check_command(
    old: Annotated[str, typer.Argument(metavar="OLD", help="A head that was kept.")],
    new: Annotated[str, typer.Argument(metavar="NEW", help="A later one.")],
    proof: Annotated[str, typer.Argument(metavar="PROOF", help="As `heads proof` prints it.")],
) -> None:
    """Check by a proof, without the log, that one head goes on from another."""
    from bythebook.commands.choices import read_input
    from bythebook.commands.heads.kept import head_from
    from bythebook.house.heads.heads import read_proof
    from bythebook.house.heads.merkle import is_consistent

    first, then = head_from(Path(old)), head_from(Path(new))
    with naming(proof):
        hashes = read_proof(read_input(proof).decode("utf-8", "replace"))
    goes_on = is_consistent(first.size, first.root, then.size, then.root, hashes)
    if first.origin != then.origin or not goes_on:
        print(f"NOT SO: {old} is not shown to be the beginning of {new}")
        raise typer.Exit(NOT_SO)
    print(f"The first {first.size} of {then.size} events are those that were signed before.")


@heads.command("round")
def round_command(
    name: Annotated[str, typer.Argument(metavar="ROUND", help="TABLE/NUMBER, like crown/12.")],
    output: Annotated[str, typer.Argument(metavar="FILE", help="Where the proof goes.")],
    data: Data = DATA,
    database: Database = "",
    archive: Archive = "",
) -> None:
    """Write the proof that a round is in the log, with every event of it, for an inspector."""
    from bythebook.house.heads.round_proofs import print_proof, prove_round
    from bythebook.house.staff.archive import positions_of
    from bythebook.house.staff.exporting import round_named

    table, number = round_named(name)
    with opened(data, database, archive=archive) as store:
        proof = prove_round(store, table, number, positions_of(store, table, number))
    Path(output).write_bytes(print_proof(proof))
    print(f"The proof is in {output}; bythebook verify-round {output} checks it.")


@heads.command("rotate")
def rotate_command(data: Data = DATA, database: Database = "", heads_key: KeyFile = "") -> None:
    """Put a new key in the place of the old one, signed by both. Start the house again after it."""
    from bythebook.house.heads.notes import KEY_FILE
    from bythebook.house.heads.rotating import rotate

    if database and not heads_key:
        raise Malformed("say which file has the key", "--heads-key")
    file = Path(heads_key) if heads_key else Path(data) / KEY_FILE
    with opened(data, database, read_only=False) as store:
        key, kept = rotate(store, file, int(time.time()))
    print(f"From now on heads are signed by {key}")
    print(f"The old key is in {kept}: nothing needs it any more. Start the house again.")
