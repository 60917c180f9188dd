"""Every kind of affair that the house attends to; `verify` reads their streams by the same list."""

from bythebook.house.affairs import Kind
from bythebook.house.pools import Pools
from bythebook.house.promotions import KIND as PROMOTIONS
from bythebook.house.tournament_tables import KIND as TOURNAMENT_TABLES
from bythebook.house.tournaments import KIND as TOURNAMENTS

KINDS: tuple[Kind, ...] = (Pools(), PROMOTIONS, TOURNAMENTS, TOURNAMENT_TABLES)
