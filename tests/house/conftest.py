"""Fixtures of everything that stands on a log."""

from tests.house.stores import place as place
from tests.house.stores import postgres as postgres
from tests.house.stores import store as store
