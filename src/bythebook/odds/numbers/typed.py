"""What compiled functions are handed, by name.

numba works out its own types and looks at none of these. A record of numpy and a bare pointer have
no type that a checker could know: the names say to a reader which one is meant.
"""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]
Integers: TypeAlias = NDArray[Any]  # of any width
Records: TypeAlias = Any  # an array of one of the records below

Number: TypeAlias = Any  # of 64 bits: what compiled code works out is no `int` to a checker
Pointer: TypeAlias = Any  # to the numbers of an array, which whoever made it keeps alive

Terms: TypeAlias = Any  # a record of `compiled_rules.TERMS`: the rules
Scratch: TypeAlias = Any  # a record of `scratch.DESK`: all that changes in a round
SideTerms: TypeAlias = Any  # a record of `sides.SIDES`: the side wagers of every box
Accounts: TypeAlias = Any  # a record of `accounts.ACCOUNTS`: what is added up
