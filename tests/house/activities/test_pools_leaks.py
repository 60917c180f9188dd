"""Nothing of a mystery jackpot leaks before it is won: neither its seed nor its hidden value is in
any byte that anybody gets; and nobody on the floor learns who won."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.routes import HTTPRoute
from msgspec.structs import replace

from bythebook.draws import drawn_between
from bythebook.house.demo import demo
from bythebook.house.people.people import Viewer
from bythebook.house.tables import table_log as h
from bythebook.jackpots.state import Pool
from tests.house.activities.pool_floor import SUPERNOVA
from tests.house.canary import amounts, texts_of
from tests.house.inside import Inside, Line
from tests.house.served import COOKIE

POOL, TABLE, OTHER = "nova", "hobart", "pontoon"
WINNER = "zebedee"
STAFF = ("dealer", "supervisor", "manager", "inspector", "administrator", "director")
FLOOR = ("", "guest", "ann", "ben", "cashier")
PEOPLE = (*FLOOR, WINNER, *STAFF)
# Sums that nothing else in the house comes near.
LEAST, MOST = 40_000_001, 79_999_999
LEVELS = ("mystery-1", "mystery-2")
STILL = ("/static", "/odds", "/api/odds", "/rulebooks")  # the same for everybody
JSON, PAGE = "application/json", "text/html"
# On pages of these nobody is named to the floor.
PUBLIC = ("/jackpots", "/api/jackpots")


class Hall:
    """Two linked tables, a player who will win, and everybody's sockets."""

    def __init__(self, folder: Path) -> None:
        self.inside = Inside(folder)
        self.inside.open_everybody()
        self.inside.open_account(WINNER)
        self.inside.pay_in(WINNER, 10**7)
        guest = self.inside.run(self.inside.house.accounts.come_as_guest(self.inside.time))
        self.inside.tokens["guest"] = guest.token
        for terms in demo.demo_tables():
            if terms.id in (TABLE, OTHER):
                self.inside.open_table(replace(terms, clocks=h.Clocks(betting=3, turn=3, offer=2)))
        self.numbers = iter(range(1, 10**6))
        meter = {**SUPERNOVA["meters"][0], "seed_cents": LEAST - 100}
        hidden = {"least_cents": LEAST, "most_cents": MOST}
        meters = [{**meter, "name": name, **hidden} for name in LEVELS]
        self.order(type="make-pool", terms={**SUPERNOVA, "meters": meters})
        for table in (TABLE, OTHER):
            self.order(type="link-table", table=table)
        self.order(type="open-pool")
        self.lines = [self.inside.line(name, TABLE) for name in PEOPLE]
        self.lines += [self.inside.line(name, OTHER) for name in FLOOR]

    def order(self, **command: Any) -> None:
        said = json.dumps(command).encode()
        asking = self.inside.house.affairs.ask(
            f"pool/{POOL}", self.manager, said, f"{next(self.numbers)}"
        )
        self.inside.run(asking)

    @property
    def manager(self) -> Viewer:
        return self.inside.viewer("manager")

    def close(self) -> None:
        for line in self.lines:
            line.close()
        self.inside.close()

    @property
    def pool(self) -> Pool:
        pool = self.inside.house.affairs.state(f"pool/{POOL}")
        assert isinstance(pool, Pool)
        return pool

    def secrets(self) -> list[str]:
        """Seeds that are sealed, and what they hide, however it could be written."""
        seeds = self.inside.house.affairs.families[f"pool/{POOL}"].seeds[f"pool/{POOL}"]
        found = []
        for name in LEVELS:
            seed = seeds[self.pool.seals[name].number]
            found += [seed, *amounts(drawn_between(seed, LEAST, MOST))]
        return found

    def paths(self) -> Iterator[str]:
        for route in self.inside.app.routes:
            if not isinstance(route, HTTPRoute) or "GET" not in route.methods:
                continue
            if route.path.startswith(STILL):
                continue
            path = route.path.replace("{table:str}", TABLE).replace("{pool:str}", POOL)
            path = path.replace("{number:int}", "1").replace("{name:str}", WINNER)
            yield path if "{" not in path else path.partition("{")[0] + "nothing"

    def walk(self) -> None:
        secrets = self.secrets()
        for path in self.paths():
            for name in PEOPLE:
                text = self.look(name, path)
                for secret in secrets:
                    assert secret not in text, f"{name or 'a visitor'} got {secret} at {path}"
                if name in FLOOR and path.startswith(PUBLIC):
                    assert WINNER not in text, f"{name or 'a visitor'} sees who plays at {path}"
        self.check_lines(self.lines, secrets)

    def look(self, name: str, path: str) -> str:
        accept = JSON if path.startswith("/api/") else PAGE
        headers = {"accept": accept} | ({} if name else {"cookie": f"{COOKIE}=before"})
        answer = self.inside.ask(name, "GET", path, headers)
        assert answer.status_code < 500, (name, path, answer.text)
        return texts_of(answer)

    def check_lines(self, lines: list[Line], secrets: list[str]) -> None:
        for line in lines:
            sent = "\n".join(line.texts)
            for secret in secrets:
                assert secret not in sent, f"{line.name or 'a visitor'} got {secret} by socket"

    def play(self, box: int = 1) -> None:
        """One round with a Supernova wager, to its end."""
        line = next(line for line in self.lines if line.name == WINNER)
        for command in (
            {"type": "place", "box": box, "amount": 1000},
            {"type": "place", "box": box, "amount": 200, "wager": "supernova"},
            {"type": "ready"},
        ):
            answer = line.command(command, f"c{next(self.numbers)}")
            assert answer["kind"] == "ack", answer
        for _ in range(40):
            if not self.inside.house.table(TABLE).run.table.in_round:
                return
            self.inside.time_passes(5)
        raise AssertionError("the round does not end")


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    made = Hall(tmp_path)
    yield made
    made.close()


def test_no_role_learns_what_a_mystery_hides_before_it_is_won(hall: Hall) -> None:
    hall.walk()
    line = next(line for line in hall.lines if line.name == WINNER)
    for command in ({"type": "join", "box": 1}, {"type": "buy-chips", "cents": 100_000}):
        assert line.command(command, f"c{next(hall.numbers)}")["kind"] == "ack"
    hall.play()
    hall.walk()
    before = hall.secrets()
    hall.order(type="close-pool")
    meters = [
        {**SUPERNOVA["meters"][0], "name": name, "least_cents": LEAST, "most_cents": MOST}
        for name in LEVELS
    ]
    refused = {"type": "change-terms", "terms": {**SUPERNOVA, "meters": meters}}
    answer = hall.inside.ask(
        "manager",
        "POST",
        f"/api/affairs/pool/{POOL}/commands",
        {"accept": JSON},
        json={"id": "x", "command": refused},
    )
    assert answer.status_code == 409
    assert all(secret not in texts_of(answer) for secret in before)
    hall.walk()
    assert hall.inside.complaints.heard == []


def test_whoever_won_is_known_to_those_who_run_it_and_to_nobody_on_the_floor(hall: Hall) -> None:
    """A level that the first wager reaches; the other one stays hidden."""
    hall.order(type="close-pool")
    for table in (TABLE, OTHER):
        hall.order(type="unlink-table", table=table)
    reached = hall.pool.terms.meters[0].seed_cents
    meters = [
        {**SUPERNOVA["meters"][0], "name": name, "seed_cents": reached, "least_cents": LEAST,
         "most_cents": MOST}
        for name in LEVELS
    ]  # fmt: skip
    sure = {"name": "mystery-3", "seed_cents": 10_000, "least_cents": 10_001, "most_cents": 10_001}
    meters.append({**SUPERNOVA["meters"][0], **sure})
    hall.order(type="change-terms", terms={**SUPERNOVA, "meters": meters})
    for table in (TABLE, OTHER):
        hall.order(type="link-table", table=table)
    hall.order(type="open-pool")
    line = next(line for line in hall.lines if line.name == WINNER)
    for command in ({"type": "join", "box": 1}, {"type": "buy-chips", "cents": 100_000}):
        assert line.command(command, f"c{next(hall.numbers)}")["kind"] == "ack"
    hall.play()
    (won,) = hall.pool.wins
    assert won.player == WINNER
    secrets = hall.secrets()
    for path in (path for path in hall.paths() if path.startswith(PUBLIC)):
        for name in PEOPLE:
            text = hall.look(name, path)
            assert all(secret not in text for secret in secrets), (name, path)
            assert name not in FLOOR or WINNER not in text, (name, path)
    for name in STAFF:
        assert WINNER in hall.look(name, f"/jackpots/{POOL}/desk")
    for name in (*FLOOR, WINNER):
        assert hall.look(name, f"/api/jackpots/{POOL}/desk")[:3] in ("401", "403"), name
    assert "10100" in hall.look("ben", f"/api/jackpots/{POOL}")  # but not whose it is


def test_it_would_be_noticed(hall: Hall) -> None:
    secret = hall.secrets()[0]
    hall.lines[0].texts.append(f'{{"patch":{{"seed":"{secret}"}}}}')
    with pytest.raises(AssertionError, match="by socket"):
        hall.check_lines(hall.lines, hall.secrets())
