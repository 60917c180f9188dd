"""`bythebook settle`: one round or many, told, as data, or held against what was paid."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from bythebook.commands.choices import (
    AsJson,
    Rulebook,
    complain,
    own_rulebook,
    print_json,
    read_input,
    taking,
)
from bythebook.commands.rounds.rows import Row, check_rows_file, write_rows
from bythebook.errors import Malformed, Refused, naming
from bythebook.money import format_amount
from bythebook.records.claims import Claim, claims_of, not_claimed
from bythebook.records.many import Found, files_named, rounds_in
from bythebook.records.result import Settlement, row_to_json, settle
from bythebook.records.setting import by_edition
from bythebook.records.story import columns, signed, tell_settlement

BATCH = 64  # rounds that a process is given at once
DIFFERENT = 1
BAD_INPUT = 2

Files = Annotated[
    list[str],
    typer.Argument(metavar="FILE…", help="Records, folders of them, patterns; - is stdin."),
]
RecordEdition = Annotated[
    str,
    typer.Option("--edition", metavar="NAME", help="Settle by this edition, whatever is recorded."),
]


class SettleAsked(msgspec.Struct, frozen=True, kw_only=True):
    """What `settle` is asked for."""

    files: Files
    rulebook: Rulebook = None
    edition: RecordEdition = ""
    as_json: AsJson = False
    check: Annotated[
        bool, typer.Option("--check", help="Hold what the records claim against what is due.")
    ] = False
    keep_going: Annotated[
        bool,
        typer.Option("--keep-going", "-k", help="Go on after a record that cannot be settled."),
    ] = False
    to: Annotated[
        str | None,
        typer.Option("--to", metavar="FILE", help="A row for each wager: .jsonl, .csv, .parquet."),
    ] = None
    jobs: Annotated[
        int, typer.Option("--jobs", "-j", metavar="N", min=1, help="So many processes at once.")
    ] = 1


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """What came of one record: that much of it as is wanted, or why nothing did."""

    file: str
    number: int = 0
    told: str = ""
    data: dict[str, Any] = {}
    rows: list[Row] = []
    claims: list[Claim] = []
    unclaimed: int = 0
    error: Malformed | Refused | None = None

    @property
    def place(self) -> str:
        return f"{self.file}, round {self.number}" if self.number else self.file


@taking(SettleAsked)
def settle_command(asked: SettleAsked) -> None:
    """Say what every wager of a round gets, to the cent, and by which clause.

    Takes any number of records: files, folders, patterns, documents of several rounds, lines of
    JSON. With --check, only where what was paid is not what was due; the exit status is then 1.
    """
    _check_ways(asked)
    own = own_rulebook(asked.rulebook)
    answers = _answers(asked, own)
    if asked.to is not None:
        told = list(answers)
        rows = [row for one in told for row in one.rows or _failed(one)]
        write_rows(rows, asked.to)
        print(f"{_count(len(rows), 'row')} of {_count(len(told), 'record')} in {asked.to}")
    elif asked.as_json:
        told = list(answers)
        good = [one for one in told if one.error is None]
        alone = len(told) == 1 and good
        print_json(good[0].data if alone else [_where(one) | one.data for one in good])
    elif asked.check:
        told = _tell_differences(answers)
    else:
        told = _tell(answers)
    if asked.check and any(claim.difference for one in told for claim in one.claims):
        raise typer.Exit(DIFFERENT)
    if any(one.error is not None for one in told):
        raise typer.Exit(BAD_INPUT)


def settled(file: str, rulebook: Path | None, edition: str) -> Settlement:
    """Settle the one record of a file; whatever is wrong with it names the file."""
    rounds = rounds_in(file, _read(file))
    if len(rounds) != 1:
        raise Malformed(f"one round is expected here, and these are {len(rounds)}", file)
    return _settled(rounds[0], rulebook, edition)


def _settled(found: Found, rulebook: Path | None, edition: str) -> Settlement:
    with naming(found.place):
        return settle(by_edition(found.record(), edition), rulebook)


def _read(file: str) -> bytes:
    with naming(file):
        return read_input(file)


def _check_ways(asked: SettleAsked) -> None:
    if asked.to is None:
        return
    if asked.as_json or asked.check:
        raise Malformed("rows go to a file, without --json and --check", "--to")
    check_rows_file(asked.to)


# Settling


def _answers(asked: SettleAsked, own: Path | None) -> Iterator[Answer]:
    """What comes of each record, in order; the first failure ends it, unless it is kept going."""
    work = partial(_answer, asked=asked, rulebook=own)
    found = chain.from_iterable(_found(files_named(asked.files), asked.keep_going))
    with _progress(asked) as count:
        for answer in _in_processes(work, found, asked.jobs):
            count()
            if answer.error is not None:
                if not asked.keep_going:
                    raise answer.error
                complain(answer.error)
            yield answer


def _found(files: Iterable[str], keep_going: bool) -> Iterator[Sequence[Found | Answer]]:
    for file in files:
        try:
            yield rounds_in(file, _read(file))
        except Malformed as error:
            if not keep_going:
                raise
            yield [Answer(file=file, error=error)]


def _in_processes(
    work: "partial[Answer]", found: Iterator[Found | Answer], jobs: int
) -> Iterator[Answer]:
    if jobs == 1:
        yield from map(work, found)
        return
    with ProcessPoolExecutor(jobs) as pool:
        try:
            yield from pool.map(work, found, chunksize=BATCH)
        finally:
            pool.shutdown(cancel_futures=True)


def _answer(found: Found | Answer, asked: SettleAsked, rulebook: Path | None) -> Answer:
    if isinstance(found, Answer):
        return found
    try:
        one = _settled(found, rulebook, asked.edition)
        with naming(found.place):
            claims = claims_of(one) if asked.check else []
    except (Malformed, Refused) as error:
        return Answer(file=found.file, number=found.number, error=error)
    plain = not (asked.to or asked.as_json or asked.check)
    return Answer(
        file=found.file,
        number=found.number,
        told=tell_settlement(one, rulebook) if plain else "",
        data=_data(one, claims, asked) if asked.as_json else {},
        rows=[_row(found, one, row_to_json(row)) for row in one.rows] if asked.to else [],
        claims=claims,
        unclaimed=len(not_claimed(one)) if asked.check else 0,
    )


def _where(one: Found | Answer) -> dict[str, Any]:
    return {"file": one.file, "round": one.number or None}


def _data(one: Settlement, claims: Sequence[Claim], asked: SettleAsked) -> dict[str, Any]:
    data = one.to_json()
    return data | {"claims": list(map(_claim_to_json, claims))} if asked.check else data


def _claim_to_json(claim: Claim) -> dict[str, Any]:
    data = msgspec.to_builtins(claim)
    data["hand"] = claim.hand or None
    for name in ("claimed", "due", "difference"):
        data[name] = format_amount(getattr(claim, name))
    return dict(data)


def _row(found: Found, one: Settlement, row: Row) -> Row:
    date = one.replay.record.date
    return {
        **_where(found),
        "game": one.game.id,
        "date": date.isoformat() if date else None,
        **row,
    }


def _failed(one: Answer) -> list[Row]:
    """A record that could not be settled is a row too."""
    return [] if one.error is None else [_where(one) | {"error": str(one.error)}]


@contextmanager
def _progress(asked: SettleAsked) -> Iterator[Any]:
    """How far it is, for whoever sits at the terminal and is not shown the rounds themselves."""
    quiet = asked.to or asked.check or asked.as_json
    if not quiet or not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.progress import Progress, SpinnerColumn, TextColumn

    shown = (SpinnerColumn(), TextColumn("{task.completed:,.0f} rounds settled"))
    with Progress(*shown, transient=True) as progress:
        task = progress.add_task("")
        yield lambda: progress.advance(task)


# Telling


def _tell(answers: Iterator[Answer]) -> list[Answer]:
    """All or nothing is printed, unless it is kept going."""
    told = list(answers)
    good = [one for one in told if one.error is None]
    texts = [one.told if len(told) == 1 else f"{one.place}\n{one.told}" for one in good]
    if texts:
        print("\n\n".join(texts))
    return told


def _tell_differences(answers: Iterator[Answer]) -> list[Answer]:
    told = list(answers)
    for one in told:
        wrong = [claim for claim in one.claims if claim.difference]
        if wrong:
            print(f"{one.place}\n" + "\n".join(columns(list(map(_difference, wrong)))) + "\n")
    print(_sum_up([one for one in told if one.error is None], len(told)))
    return told


def _difference(claim: Claim) -> tuple[str, ...]:
    place = f"Box {claim.box}, hand {claim.hand}" if claim.hand else f"Box {claim.box}"
    word = "too much" if claim.difference > 0 else "too little"
    return (
        f"{place}, {claim.player}: {claim.wager}",
        f"claimed {format_amount(claim.claimed)}",
        f"due {format_amount(claim.due)}",
        f"{signed(claim.difference)}, {word}",
        ", ".join(claim.clauses),
    )


def _sum_up(settled: Sequence[Answer], records: int) -> str:
    claims = [claim for one in settled for claim in one.claims]
    wrong = [claim.difference for claim in claims if claim.difference]
    much, little = (sum(d for d in wrong if d * sign > 0) for sign in (1, -1))
    parts = [
        _count(len(settled), "round"),
        f"{_count(len(claims), 'claim')} held against the rules",
        f"{len(wrong)} wrong" if wrong else "none wrong",
    ]
    if wrong:
        parts.append(f"{format_amount(much)} too much, {format_amount(-little)} too little")
    if unclaimed := sum(one.unclaimed for one in settled):
        parts.append(f"{_count(unclaimed, 'wager')} of which nothing is claimed")
    if failed := records - len(settled):
        parts.append(f"{_count(failed, 'record')} that could not be settled")
    return "; ".join(parts)


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"
