"""A command and what it answered."""

import json
from collections.abc import Callable
from typing import Any, NamedTuple


class Answer(NamedTuple):
    status: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        assert (self.status, self.err) == (0, "")
        return json.loads(self.out)


Call = Callable[..., Answer]
