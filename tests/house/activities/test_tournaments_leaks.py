"""Nothing leaks from a tournament: whoever asks for whatever, no byte tells a secret wager, a
voucher, a card that is not dealt or a seed before its time."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from bythebook.errors import Malformed, Refused
from bythebook.house.activities.tournaments.running import order_in
from bythebook.house.cards.shoes import cut
from bythebook.house.cards.stacks import drawn
from bythebook.house.people import people as p
from bythebook.tournaments.session.views import whose_turn
from bythebook.tournaments.terms.document import TournamentTerms, seconds
from bythebook.tournaments.values import Limits, Vouchers
from tests.house.activities.tournament_life import PLAYERS, STAFF, Clock, Life, small_terms
from tests.house.canary import RUN, cards_in, texts_of
from tests.house.inside import Inside

EXAMINERS = ("director", "manager", "supervisor")  # a form is shown to whoever examines it
PEOPLE = ("", *PLAYERS, "dealer", "supervisor", "manager", "director", "cashier", "administrator",
          "inspector")  # fmt: skip
SECRET = 123_450
WORDS = "one hundred twenty-three thousand four hundred fifty"
VALUES = (111_110, 222_220, 333_330, 444_440)


class Rooms(Inside):
    """A house with a tournament whose clock is the house's."""

    def __init__(self, folder: Path, terms: TournamentTerms) -> None:
        super().__init__(folder)
        assert terms.dates.starts is not None
        self.time = seconds(terms.dates.starts) - 5 * 7 * 24 * 3600
        self.open_everybody()
        for name in ("cal", "dee"):
            self.open_account(name)
        for name in PLAYERS:
            self.pay_in(name, 100_000)
        self.life = Life(self.house, InsideClock(self), terms)
        for name in STAFF:
            role = self.life.viewer(name).book_roles[terms.book]
            try:
                grant = p.GrantRole(name, terms.book, role)
                self.run(self.house.accounts.order(p.HOUSE, grant, self.time))
            except Refused:
                pass  # has it already

    def begin(self) -> None:
        self.run(self.life.publish())
        self.run(self.life.enter(*PLAYERS))
        self.check("entries")
        self.run(self.life.to_the_tables())
        for name in filter(None, PEOPLE):
            self.begin_session(name)  # weeks have passed
        self.check("seated")
        self.run(self.life.sit_down())

    # What nobody may know

    def seeds(self) -> set[str]:
        """All that were ever drawn, less those that were shown."""
        shown: set[str] = set()
        call, store = self.house.committer.call, self.house.store
        for stream in self.house.affairs.families[self.life.stream].versions:
            for row in self.run(call(store.read, stream)):
                events = msgspec.json.decode(row.data)["events"]
                shown |= {one["seed"] for one in events if one["type"] == "Revealed"}
        return set(self.chance.seeds) - shown

    def runs_of_cards(self) -> set[tuple[str, ...]]:
        """Cards in a row of which at least one has not been dealt."""
        found: set[tuple[str, ...]] = set()
        family = self.house.affairs.families[self.life.stream]
        for stream, run in family.states.items():
            if not stream.startswith("session/") or run.stack is None:
                continue
            lay = order_in(run, family.seeds[stream])(run.stack.number)
            order = [str(card) for card in cut(lay, run.stack.cut % len(lay))]
            for place in range(max(0, drawn(run) - RUN + 1), len(order) - RUN + 1):
                found.add(tuple(order[place : place + RUN]))
        return found

    def addresses(self) -> list[str]:
        id = self.life.terms.id
        found = ["/tournaments", f"/tournaments/{id}", f"/tournaments/{id}/direct", "/inspector",
                 "/inspector/ledger", "/api/tournaments", f"/api/tournaments/{id}",
                 f"/api/tournaments/{id}/desk", f"/api/tournaments/{id}/chart",
                 f"/api/tournaments/{id}/terms"]  # fmt: skip
        for table in ("1.1", "1.2", "2.1"):
            found.append(f"/tournaments/{id}/tables/{table}")
            found.append(f"/api/tournaments/{id}/tables/{table}")
        return found

    def check(
        self,
        state: str,
        *secret: str,
        known_to: tuple[str, ...] = (),
        people: tuple[str, ...] = PEOPLE,
    ) -> None:
        """Everything that these people can ask for."""
        seeds, runs = self.seeds(), self.runs_of_cards()
        for name in people:
            for address in self.addresses():
                answer = self.ask(name, "GET", address)
                assert answer.status_code < 500, (name, address, answer.text)
                text = texts_of(answer)
                where = f"{name or 'a visitor'} at {address}, {state}"
                assert not [seed for seed in seeds if seed in text], where
                cards = cards_in(text)
                seen = {tuple(cards[at : at + RUN]) for at in range(len(cards) - RUN + 1)}
                assert not seen & runs, where
                if name not in known_to:
                    assert not [one for one in secret if one in text], where


class InsideClock(Clock):
    """Turns the clock of the house in this process."""

    def __init__(self, inside: Inside) -> None:
        self.inside = inside

    @property
    def now(self) -> int:
        return self.inside.time

    @now.setter
    def now(self, time: int) -> None:
        self.inside.time = time


def large(terms: TournamentTerms, **play: Any) -> TournamentTerms:
    """With chips enough for amounts that stand out."""
    stages = tuple(
        replace(stage, chips=1_000_000, limits=(Limits(1, 10, 500_000),)) for stage in terms.stages
    )
    return replace(terms, stages=stages, play=replace(terms.play, **play))


@pytest.fixture
def rooms(tmp_path: Path) -> Iterator[Rooms]:
    made = Rooms(tmp_path / "data", large(small_terms("tasmania-chips")))
    yield made
    made.close()
    assert not made.complaints.heard


def form(name: str, box: int) -> dict[str, Any]:
    return {
        "name": name, "seat": box, "figures": str(SECRET), "words": WORDS, "type": "main wager",
        "signed": True,
    }  # fmt: skip


def wait_for(rooms: Rooms, table: str, phase: str) -> str:
    """Until somebody is asked for a wager, or for a decision; says who."""
    life = rooms.life
    for _ in range(200):
        run = life.run(table)
        turn = whose_turn(run.session)
        if run.session.phase == phase and turn:
            return turn
        rooms.run(life.move(table))
    raise AssertionError(f"nobody is ever asked in {phase}")


def test_no_secret_wager_is_known_before_it_is_announced(rooms: Rooms) -> None:
    rooms.begin()
    life, table = rooms.life, "1.1"
    name = wait_for(rooms, table, "betting")
    written = form(name, life.run(table).session.players[name].box)
    rooms.run(life.give(name, "hand-in", table, form=written, alone=True))
    secret = (str(SECRET), f"{SECRET:,}", WORDS)
    allowed = (name, *EXAMINERS)
    rooms.check("handed in", *secret, known_to=allowed)
    assert str(SECRET) in rooms.ask(name, "GET", rooms.addresses()[-5]).text  # one's own
    checked = 0
    for _ in range(200):
        run = life.run(table)
        if run.session.hand > 1 or run.session.announced or run.session.phase == "between":
            break
        before = run.session.phase
        rooms.run(life.move(table))
        after = life.run(table).session
        secretly = after.phase in ("betting", "playing") and not after.announced
        if secretly and (before != after.phase or whose_turn(after)):
            state = f"while {after.phase}"
            rooms.check(state, *secret, known_to=allowed, people=("", *PLAYERS, "inspector"))
            checked += 1
    assert checked > 1
    told = rooms.ask("", "GET", f"/api/tournaments/{life.terms.id}/tables/{table}").text
    assert f"{SECRET:,}" in told  # in the book, once it was announced


def test_no_voucher_is_known_before_it_is_opened(tmp_path: Path) -> None:
    terms = large(small_terms("jokers-wild"), vouchers=Vouchers(VALUES))
    rooms = Rooms(tmp_path / "data", terms)
    rooms.begin()
    life = rooms.life
    drawn = False
    for table in ("1.1", "1.2"):
        name = wait_for(rooms, table, "betting")
        try:
            rooms.run(life.give(name, "draw-voucher", table))
        except (Refused, Malformed):
            continue
        drawn = True
        value = life.run(table).session.drawn[name]
        text = (str(value), f"{value:,}")
        for who in PEOPLE:
            for address in rooms.addresses()[-6:]:
                answer = texts_of(rooms.ask(who, "GET", address))
                assert not [one for one in text if one in answer], (who, address)
    assert drawn
    rooms.close()
    assert not rooms.complaints.heard


def test_a_tournament_that_is_not_published_is_for_its_staff(tmp_path: Path) -> None:
    rooms = Rooms(tmp_path / "data", small_terms("crown"))
    life = rooms.life
    rooms.run(life.order("make", terms=msgspec.to_builtins(life.terms)))
    id = life.terms.id
    staff = {"dealer", "supervisor", "manager", "director", "administrator", "inspector"}
    for name in PEOPLE:
        seen = rooms.ask(name, "GET", f"/api/tournaments/{id}").status_code == 200
        assert seen == (name in staff), name
        assert (life.terms.title in rooms.ask(name, "GET", "/tournaments").text) == seen
    rooms.close()
