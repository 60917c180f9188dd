"""Who is told who else looks at a table."""

import json

from bythebook.house.people import people as p
from bythebook.house.tables.live_table import Audience, Watcher


def told(watcher: Watcher) -> list[str]:
    here: list[str] = json.loads(watcher._pending[-1])["presence"]["here"]
    return here


def test_of_the_staff_only_the_staff_hears() -> None:
    at_book, of_house = p.Viewer("dora", book_roles={"crown-blackjack": "dealer"}), p.INSPECTOR
    viewers = [
        p.Viewer(),
        p.Viewer("guest-1"),
        p.Viewer("ann"),
        at_book,
        p.Viewer("ivy", house_roles=frozenset({of_house})),
    ]
    audience, watchers = Audience(), [Watcher(viewer) for viewer in viewers]
    for watcher in watchers:
        audience.come(watcher)
    for stranger in watchers[:3]:
        assert told(stranger) == ["ann", "guest-1"]
    for one in watchers[3:]:
        assert told(one) == ["ann", "dora", "guest-1", "ivy"]
    assert audience.here("dora")
    audience.leave(watchers[2])
    assert told(watchers[0]) == ["guest-1"]
