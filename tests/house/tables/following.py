"""What a page makes of a table's messages: the whole view first, then what changes."""

import json
from typing import Any

LINES_KEPT = 300
LINES_SHOWN = 100  # of them in a whole view


class Following:
    """A view kept up to date as the contract of the sockets says, and nothing else."""

    def __init__(self) -> None:
        self.view: dict[str, Any] = {}
        self.here: list[str] = []
        self.told: list[dict[str, Any]] = []  # answers, in order

    @property
    def version(self) -> int:
        return int(self.view.get("version", 0))

    def hear(self, text: str) -> list[dict[str, Any]]:
        """All that a frame says, one message to a line."""
        messages = [json.loads(line) for line in text.split("\n")]
        for message in messages:
            self._hear(message)
        return messages

    def _hear(self, message: dict[str, Any]) -> None:
        [(kind, what)] = message.items()
        if kind == "view":
            self.view = what
        elif kind == "patch":
            self._patch(what)
        elif kind == "presence":
            self.here = what["here"]
        elif kind in ("ack", "refused", "malformed", "waiting"):
            self.told.append(message)

    def _patch(self, patch: dict[str, Any]) -> None:
        """Parts replace parts; boxes replace boxes of their number; lines are added."""
        assert patch["version"] >= self.version, "the versions went back"
        parts = dict(patch)
        if "boxes" in parts:
            boxes = {box["number"]: box for box in (*self.view["boxes"], *parts["boxes"])}
            parts["boxes"] = [boxes[number] for number in sorted(boxes)]
        if "lines" in parts:
            known = self.view["lines"]
            assert all(line["number"] > known[-1]["number"] for line in parts["lines"] if known)
            parts["lines"] = [*known, *parts["lines"]][-LINES_KEPT:]
        self.view = {**self.view, **parts}
        most = self.view["signs"]["boxes"]
        self.view["boxes"] = [box for box in self.view["boxes"] if box["number"] <= most]


def comparable(view: dict[str, Any]) -> dict[str, Any]:
    """A view with as many lines as every whole view has."""
    return {**view, "lines": view["lines"][-LINES_SHOWN:]}
