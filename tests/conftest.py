"""Settings of the whole test suite."""

from pathlib import Path

import pytest
from hypothesis import settings

# Speed is measured by the benchmarks; a busy machine must not fail a test.
settings.register_profile("default", deadline=None, print_blob=True)
settings.register_profile("slow", deadline=None, print_blob=True, max_examples=2_000)
settings.load_profile("default")

HERE = Path(__file__).parent
# Of two workers one begins at the first test, the other in the middle. What compiles comes first,
# so that one of them does it while the other is busy elsewhere; pages last: it is compiled by then.
TURNS = {"odds": 0, "test_cli_odds.py": 0, "web": 2, "browser": 2}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: TURNS.get(item.path.relative_to(HERE).parts[0], 1))
