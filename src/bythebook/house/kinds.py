"""Every kind of affair that the house attends to; `verify` reads their streams by the same list."""

from bythebook.house.affairs import Kind
from bythebook.house.pools import Pools

KINDS: tuple[Kind, ...] = (Pools(),)
