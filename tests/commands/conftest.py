"""Fixtures of the commands about a house: a place for its log."""

from tests.house.log.stores import place as place
from tests.house.log.stores import postgres as postgres
from tests.house.log.stores import store as store
