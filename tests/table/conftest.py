"""Whatever a test does at a table: the record of every round settles as the table did."""

from collections.abc import Iterator

import pytest

from tests.records.exported import check_records
from tests.table.floor import Floor


@pytest.fixture(autouse=True)
def every_round_is_a_record(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    floors: list[Floor] = []
    made = Floor.__init__

    def make(floor: Floor, book: str) -> None:
        made(floor, book)
        floors.append(floor)

    monkeypatch.setattr(Floor, "__init__", make)
    yield
    for floor in floors:
        check_records(floor.rules, floor.log)
