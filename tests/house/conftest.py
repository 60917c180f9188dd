"""Fixtures of everything that stands on a log."""

from tests.commands.conftest import call as call
from tests.house.log.stores import place as place
from tests.house.log.stores import postgres as postgres
from tests.house.log.stores import store as store
