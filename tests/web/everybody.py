"""A house with one of everything and somebody of every role, for tests of who may what."""

from pathlib import Path
from typing import Any

import httpx
import msgspec
from msgspec.structs import replace

from bythebook.house.activities.patrons.patrons import patron_stream
from bythebook.house.demo import demo
from bythebook.house.demo.pools import open_pools
from bythebook.house.demo.tournaments import demo_terms, open_tournaments
from bythebook.house.people import people as p
from bythebook.house.people.credentials import Credentials
from tests.house.inside import HOST, Inside
from tests.promotions.offers import CROWN, NONE_OF
from tests.promotions.offers import terms as promotion_terms
from tests.web.visitors import PASSWORD, QUICK

TASMANIA = "tasmania-blackjack"
# Each has this one role, and no other.
HOUSE_ROLES = {
    "pit": p.PIT,
    "inspector": p.INSPECTOR,
    "cashier": p.CASHIER,
    "administrator": p.ADMINISTRATOR,
}
BOOK_ROLES = {
    "dealer": (CROWN, "dealer"),
    "supervisor": (CROWN, "higher-duties-dealer"),
    "manager": (CROWN, "casino-manager"),
    "director": (CROWN, "tournament-director"),
    "surveillance": (CROWN, "surveillance"),
    "elsewhere": (TASMANIA, "casino-operator"),
}
NOBODY = ("stranger", "locked", "excluded", "guest")
ROLES = (*NOBODY, "player", *BOOK_ROLES, *HOUSE_ROLES)
TABLES = ("crown", "crown-cards", "hobart", "pontoon")
CUP, ALONE = "harbour-cup", "practice-cup"
DRAFT_CUP, DRAFT, OFFERED = "draft-cup", "drafted", "offered"


class WithTournaments(Inside):
    """With orders to the tournaments of the demonstration."""

    sent = 0
    moved_to = 0  # when the one that is played begins

    def post(self, name: str, path: str, body: Any) -> Any:
        return self.ask(name, "POST", path, json=body)

    def give(self, name: str, command: dict[str, Any], table: str = "", of: str = ALONE) -> Any:
        self.sent += 1
        kind, affair = ("session", f"{of}.{table}") if table else ("tournament", of)
        body = {"id": f"t{self.sent}", "command": command}
        return self.post(name, f"/api/affairs/{kind}/{affair}/commands", body)

    def must(self, name: str, command: dict[str, Any], table: str = "", of: str = ALONE) -> None:
        answer = self.give(name, command, table, of)
        assert answer.status_code == 200, answer.text

    def to_the_table(self, player: str = "ann") -> None:
        """Somebody sits with six automatic players, and it is about to begin."""
        self.must(player, {"type": "enter", "player": player, "agreed": True, "copy": True})
        self.must("director", {"type": "attend", "present": True})
        self.must("director", {"type": "close-entries"})
        self.must("director", {"type": "name-tables", "tables": [{"id": "T1"}]})
        self.must("director", {"type": "brief", "understood": True})
        self.must("director", {"type": "draw-seats", "seed": ""})
        self.moved_to = self.time + 15 * 60
        starts = {"type": "move-start", "starts": self.moved_to, "notice_minutes": 15}
        self.must("director", starts)
        self.time += 15 * 60
        self.must("director", {"type": "start-session", "table": 1})


class Everybody(WithTournaments):
    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        accounts = self.house.accounts
        accounts.credentials = Credentials(accounts._cabinet, QUICK)
        for name in ("player", "locked", "excluded", *BOOK_ROLES):
            self.open_account(name)
        for name, role in HOUSE_ROLES.items():
            self.open_account(name, role)
        for name, (book, role) in BOOK_ROLES.items():
            self.order(p.GrantRole(name, book, role))
        self.tokens["guest"] = self.run(self.house.accounts.come_as_guest(self.time)).token
        self.run(self.house.accounts.credentials.set_password("player", PASSWORD))
        for terms in demo.demo_tables():
            if terms.id in TABLES:
                self.open_table(terms)
        self.run(open_pools(self.house))
        self.run(open_tournaments(self.house))
        cup = replace(demo_terms(self.time), id=DRAFT_CUP, title="Draft")
        self.as_manager(f"tournament/{DRAFT_CUP}", {"type": "make", "terms": cup})
        for id in (DRAFT, OFFERED):
            self.as_manager(f"promotion/{id}", {"type": "draft", "terms": promotion_terms(CROWN)})
        self.as_manager(f"promotion/{OFFERED}", {"type": "confirm", "none_of": NONE_OF})
        public = {"type": "publish", "means": ["website"], "marketing": "the poster"}
        self.as_manager(f"promotion/{OFFERED}", public)
        kept_out = {"type": "exclude", "patron": "excluded", "book": CROWN}
        self.as_manager(patron_stream("excluded"), kept_out)
        self.order(p.LockAccount("locked"))
        self.to_the_table("player")
        self._from_outside()

    def _from_outside(self) -> None:
        """This machine may ask for more than others."""
        app: Any = self.app
        way = httpx.ASGITransport(app=app, raise_app_exceptions=False, client=("203.0.113.9", 1))
        self.run(self._browser.aclose())
        self._browser = httpx.AsyncClient(transport=way, base_url=f"http://{HOST}", verify=False)

    def order(self, command: p.AnyCommand) -> None:
        self.run(self.house.accounts.order(p.HOUSE, command, self.time))

    def as_manager(self, stream: str, command: dict[str, Any]) -> None:
        viewer, given = self.viewer("manager"), msgspec.json.encode(command)
        self.run(self.house.affairs.ask(stream, viewer, given, command["type"], "so"))

    def come(self, role: str) -> None:
        """Some requests end the session by which they come."""
        if role == "stranger":
            self.tokens[role] = "nobody-knows-this"
        elif role != "guest":
            self.begin_session(role)
        else:
            self.tokens[role] = self.run(self.house.accounts.come_as_guest(self.time)).token
