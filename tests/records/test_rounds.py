"""Every round written down as data settles as it says: worked rounds and clause by clause."""

from typing import Any

import pytest

from bythebook import Malformed, Refused, parse_record, print_record, settle
from tests.records.cases import Case, load_cases

CASES = load_cases()


def matches(expected: dict[str, Any], row: dict[str, Any]) -> bool:
    """Every key given is equal; a clause may be the first cited or one that also bears on it."""
    clause = expected.get("clause")
    others = {key: value for key, value in expected.items() if key != "clause"}
    return others.items() <= row.items() and (clause is None or clause in row["clauses"])


def same_hand(expected: dict[str, Any], hand: dict[str, Any]) -> bool:
    """Cases write cards as records do: in a row."""
    return expected.items() <= {**hand, "cards": " ".join(hand["cards"])}.items()


@pytest.mark.parametrize(
    ("book", "case"),
    [pytest.param(book, case, id=f"{stem}-{case.id}") for book, stem, case in CASES],
)
def test_round(book: str, case: Case) -> None:
    if case.malformed is not None:
        with pytest.raises(Malformed) as malformed:
            settle(case.record)
        assert case.malformed in str(malformed.value)
        return
    if case.refused is not None:
        with pytest.raises(Refused) as refused:
            settle(case.record)
        assert refused.value.clause == case.refused, str(refused.value)
        assert case.because in str(refused.value)
        return
    settlement = settle(case.record)
    happened = {
        f"{type(event).__name__} {getattr(event, 'clause', '')}" for event in settlement.events
    }
    assert set(case.cites) <= happened, happened
    settled = settlement.to_json()
    assert settled["net"] == case.net, settled["settlements"]
    for expected in case.rows:
        rows = settled["settlements"]
        assert any(matches(expected, row) for row in rows), (expected, rows)
    for expected in case.hands:
        assert any(same_hand(expected, hand) for hand in settled["hands"]), expected
    assert same_hand(case.dealer, settled["dealer"]), settled["dealer"]
    assert case.meters.items() <= settled["meters"].items(), settled["meters"]
    assert settled.get("held_over") == case.held_over
    if case.unused is not None:
        assert " ".join(settled["unused_cards"]) == case.unused


def test_parse_print_parse_is_the_identity() -> None:
    for _, stem, case in CASES:
        if case.malformed is None:
            record = parse_record(case.record)
            assert parse_record(print_record(record)) == record, (stem, case.id)


def test_ids_are_unique_and_every_case_expects_something() -> None:
    ids = [(stem, case.id) for _, stem, case in CASES]
    assert len(set(ids)) == len(ids)
    for _, stem, case in CASES:
        outcomes = (case.net, case.refused, case.malformed)
        assert sum(o is not None for o in outcomes) == 1, (stem, case.id)
