"""Every kind of affair that the house attends to; `verify` reads their streams by the same list."""

from bythebook.house.activities.activity import Kind
from bythebook.house.activities.patrons.patrons import Patrons
from bythebook.house.activities.pools.pools import Pools
from bythebook.house.activities.promotions.promotions import KIND as PROMOTIONS
from bythebook.house.activities.tournaments.tables import KIND as TOURNAMENT_TABLES
from bythebook.house.activities.tournaments.tournaments import KIND as TOURNAMENTS

KINDS: tuple[Kind, ...] = (Patrons(), Pools(), PROMOTIONS, TOURNAMENTS, TOURNAMENT_TABLES)
