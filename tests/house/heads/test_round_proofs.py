"""That a round is in the log: what a player is given, what is not in it, what is found wrong."""

import json
import re
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from bythebook.cards import parse_card
from bythebook.errors import Malformed
from bythebook.game import commands as c
from bythebook.game.events import CardDealt
from bythebook.game.state import Table
from bythebook.house.demo import demo
from bythebook.house.heads import round_proofs as rp
from bythebook.house.heads.heads import sign_heads
from bythebook.house.heads.notes import Signer, read_head
from bythebook.house.tables import table_log as h
from bythebook.house.tables.automatic_dealer import NAME
from bythebook.records import parse_record, settle
from bythebook.table import events as e
from bythebook.table import orders as o
from bythebook.table.state import Step
from tests.commands.calling import Call
from tests.commands.conftest import call as call
from tests.house.inside import Inside

OURS = Signer("house.example", bytes(32))
OTHER = Signer("house.example", bytes(31) + b"\1")
ROUNDS = 2
SENT = count(1)


def play(inside: Inside) -> None:
    """Ann and ben wager; the clocks play."""
    for box, name in ((1, "ann"), (2, "ben")):
        give(inside, name, type="place", box=box, amount=1000)
    for name in ("ann", "ben"):
        give(inside, name, type="ready")
    live = inside.house.table("crown")
    while live.run.table.in_round:
        inside.time_passes(1)


def give(inside: Inside, name: str, **command: Any) -> None:
    text = json.dumps({"id": f"c{next(SENT)}", "command": command})
    inside.run(inside.house.give("crown", inside.viewer(name), text))


@pytest.fixture(scope="module")
def inside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    made = Inside(tmp_path_factory.mktemp("proofs"))
    made.run(sign_heads(made.house, OURS, every=0))
    made.open_everybody()
    made.open_table(next(terms for terms in demo.demo_tables() if terms.id == "crown"))
    for box, name in ((1, "ann"), (2, "ben")):
        made.pay_in(name, 100_000)
        give(made, name, type="join", box=box)
        give(made, name, type="buy-chips", cents=50_000)
    for _ in range(ROUNDS):
        play(made)
    yield made
    made.close()


def fetched(inside: Inside, name: str, number: int = 1) -> bytes:
    answer = inside.ask(name, "GET", f"/rounds/crown/{number}/proof")
    assert answer.status_code == 200, answer.text
    assert f'filename="crown-{number}.proof"' in answer.headers["content-disposition"]
    return answer.content


def test_a_player_is_given_a_proof_that_needs_no_house(
    inside: Inside, tmp_path: Path, call: Call
) -> None:
    file = tmp_path / "one.proof"
    file.write_bytes(fetched(inside, "ann"))
    found = call("verify-round", str(file), "--key", str(OURS.key))
    assert (found.status, found.err) == (0, "")
    assert "round 1 of crown, in the log of house.example" in found.out
    assert "ann: place" in found.out
    assert "box 1, ann: main 10.00 " in found.out.lower()
    assert "events are in the log of" in found.out


def test_every_round_has_its_own_events(inside: Inside) -> None:
    positions = []
    for number in range(1, ROUNDS + 1):
        proof = rp.read_round_proof(fetched(inside, "ann", number))
        assert rp.check_round(proof, [OURS.key]).wrong == ()
        positions.append([one.position for one in proof.events])
    assert all(found == sorted(set(found)) for found in positions)
    assert positions[0][-1] < positions[1][0]


def test_nothing_of_others_that_a_player_may_not_know_is_in_it(inside: Inside) -> None:
    """No staff, no other table, no wallet; and every event in full is one of the round."""
    text = fetched(inside, "ann").decode()
    proof = rp.read_round_proof(text.encode())
    for one in proof.events:
        assert one.event is None or one.event.stream == "table/crown"
        assert one.event is None or rp.may_see("ann", h.happening_from_json(one.event.data))
    whole = rp.read_round_proof(fetched(inside, "inspector"))
    assert all(one.event is not None for one in whole.events)
    assert [one.hash for one in whole.events] == [one.hash for one in proof.events]


def shown(**fields: Any) -> h.Ordered[Any, Any]:
    """An order of the automatic dealer, with something about it that is another."""
    order = o.Order(by=o.Person(NAME, "dealer"), at=0, command=o.NoMoreBets())
    events = (e.RoundMoved(Step(c.Deal(ACE), (dealt(),))),)
    return replace(h.Ordered(order, events), **fields)


def dealt(hidden: bool = False) -> CardDealt:
    return CardDealt(0, 1, ACE, 11, True, "8.1", hidden)


ACE = parse_card("AS")
STAFF = o.Person("dealer", "dealer")


@pytest.mark.parametrize(
    ("fields", "seen"),
    [
        ({}, True),
        ({"events": (e.RoundMoved(Step(c.Deal(ACE), (dealt(hidden=True),))),)}, False),
        ({"events": (e.RoundBegan(Table()),)}, True),
        ({"events": (e.RoundBegan(Table(warned=frozenset({"ann"}))),)}, True),
        ({"events": (e.RoundBegan(Table(warned=frozenset({"ben"}))),)}, False),
        ({"events": (e.RoundOpened(Table(personal={"ben": {}})),)}, False),
        ({"events": (e.RoundBegan(Table(hits={"m": (1,)})),)}, False),
        ({"events": (e.TableClosed("4.3"),)}, False),
    ],
    ids=["card", "face down", "limits", "own", "anothers", "agreed", "drawn", "something else"],
)
def test_what_a_player_may_know(fields: dict[str, Any], seen: bool) -> None:
    assert rp.may_see("ann", shown(**fields)) is seen


def test_of_the_staff_and_of_reasons_nothing_is_told() -> None:
    order = shown().order
    for other in (
        replace(order, by=STAFF),
        replace(order, why="so"),
        replace(order, asked="ben"),
        replace(order, approved=STAFF),
        replace(order, second=STAFF),
    ):
        assert not rp.may_see("ann", shown(order=other))
    own = replace(order, by=o.Person("ann", "player"), why="mine")
    assert rp.may_see("ann", shown(order=own))
    assert not rp.may_see("ben", shown(order=own))
    assert not rp.may_see("ann", h.PlayerReady("ann", 0))


def test_only_whoever_played_in_it_gets_it(inside: Inside) -> None:
    assert inside.ask("", "GET", "/rounds/crown/1/proof").status_code == 403
    assert inside.ask("cashier", "GET", "/rounds/crown/1/proof").status_code == 403
    for path in ("/rounds/crown/99/proof", "/rounds/none/1/proof"):
        assert inside.ask("ann", "GET", path).status_code == 404


def test_a_player_sees_the_own_play_and_nobody_elses(inside: Inside) -> None:
    """The result against expectation, each round in the replay and as a file, all as a table."""
    html = {"accept": "text/html"}
    page = inside.ask("ann", "GET", "/school/play", headers=html).text
    assert "standard deviations" in page
    assert page.count('/record"') == ROUNDS + 1  # and the place of that name at the top
    lines = inside.ask("ann", "GET", "/school/play.csv").text.splitlines()
    assert len(lines) == ROUNDS + 1
    for line in lines[1:]:
        staked, expected = float(line.split(",")[-3]), float(line.split(",")[-1])
        assert staked >= 10
        assert -0.02 < expected / staked < 0  # the edge of the game
    replay = inside.ask("ann", "GET", "/school/play/crown/1", headers=html)
    assert replay.status_code == 200
    assert "ann wagers" in replay.text  # step by step, with clauses
    code = re.search(r"/school/hand/([\w-]+)", replay.text)
    assert code is not None
    shared = inside.ask("cashier", "GET", f"/school/hand/{code[1]}", headers=html)
    assert shared.status_code == 200
    assert "ann" not in shared.text.split("</header>", 1)[1].replace("annou", "")
    record = inside.ask("ann", "GET", "/school/play/crown/1/record").text
    assert settle(parse_record(record)).to_json()["net"]["ann"]
    for path in ("/school/play/crown/1", "/school/play/crown/1/record", "/school/play/none/1"):
        assert inside.ask("cashier", "GET", path).status_code == 404
    assert "no round yet" in inside.ask("cashier", "GET", "/school/play", headers=html).text


def test_a_player_finds_the_proofs_on_a_page(inside: Inside) -> None:
    page = inside.ask("ann", "GET", "/account/rounds", headers={"accept": "text/html"})
    assert page.status_code == 200
    assert page.text.count("/proof") == ROUNDS
    other = inside.ask("cashier", "GET", "/account/rounds", headers={"accept": "text/html"})
    assert "no round yet" in other.text
    replay = inside.ask("inspector", "GET", "/inspector/rounds/crown/1")
    assert "/rounds/crown/1/proof" in replay.text


@pytest.fixture
def proof(inside: Inside) -> rp.RoundProof:
    return rp.read_round_proof(fetched(inside, "ann"))


def test_the_command_proves_a_round_out_of_the_log(
    inside: Inside, tmp_path: Path, call: Call
) -> None:
    fetched(inside, "ann", 2)  # with a head over it
    inside.house.store.backup(tmp_path / "log")
    data, file = str(tmp_path / "log"), str(tmp_path / "x.proof")
    assert call("heads", "round", "crown/2", file, "--data", data).status == 0
    assert "All" in call("verify-round", file, "--key", str(OURS.key)).out
    whole = rp.read_round_proof(Path(file).read_bytes())
    told = rp.read_round_proof(fetched(inside, "ann", 2))
    assert [one.position for one in whole.events] == [one.position for one in told.events]
    for name in ("crown/9", "none/1", "crown"):
        assert call("heads", "round", name, file, "--data", data).status == 2


def test_what_was_changed_in_a_proof_is_found(proof: rp.RoundProof) -> None:
    opened = next(n for n, one in enumerate(proof.events) if one.event is not None)
    one = proof.events[opened]
    assert one.event is not None
    paid = replace(one, event=replace(one.event, data=one.event.data.replace(b"1000", b"9000")))
    elsewhere = replace(one, event=replace(one.event, stream="table/other"))
    moved = replace(one, position=one.position + 1)
    cut = replace(one, proof=one.proof[:-1])
    for changed, says in (
        (paid, "another hash"),
        (elsewhere, "an event of something else"),
        (moved, "not shown to be in the log"),
        (cut, "not shown to be in the log"),
    ):
        events = (*proof.events[:opened], changed, *proof.events[opened + 1 :])
        found = rp.check_round(replace(proof, events=events), [OURS.key])
        assert says in " ".join(found.wrong)
    assert rp.check_round(replace(proof, events=())).wrong == ("it shows no event",)
    assert rp.check_round(replace(proof, table="other")).wrong


def test_whose_head_it_is(proof: rp.RoundProof, tmp_path: Path, call: Call) -> None:
    head = read_head(proof.head)
    assert rp.check_round(proof, [OTHER.key]).wrong == (
        "the head is not signed by the house's key",
    )
    assert rp.check_round(proof, kept=head).wrong == ()
    other = replace(head, root=bytes(32))
    assert "is another than the one in the file" in rp.check_round(proof, kept=other).wrong[0]
    file, kept = tmp_path / "one.proof", tmp_path / "kept.head"
    file.write_bytes(rp.print_proof(proof))
    kept.write_text(str(head))
    found = call("verify-round", str(file), "--head", str(kept))
    assert found.status == 0
    assert "Give --key" in found.out
    assert call("verify-round", str(file), "--key", str(OTHER.key)).status == 1


@pytest.mark.parametrize("text", [b"", b"{}", b"[", b'{"format":"x"}', b"[" * 100_000])
def test_what_is_no_proof(tmp_path: Path, call: Call, text: bytes) -> None:
    file = tmp_path / "none.proof"
    file.write_bytes(text)
    found = call("verify-round", str(file))
    assert found.status == 2
    assert "no proof of a round" in found.err
    with pytest.raises(Malformed, match="no proof of a round"):
        rp.read_round_proof(msgspec.json.encode(rp.RoundProof("x", "", 1, "", ())))
