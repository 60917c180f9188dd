"""The first minutes: an empty folder, the real command, a newcomer; and a house started again."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Door
from tests.browser.people import Player
from tests.house.served import free_port
from tests.supply.plain import as_if_alone

ROUNDS_MAX = 20


class Command:
    """`bythebook serve` with a folder, as somebody starts it in a terminal who has installed no
    more than the plain requirements."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / "house"
        self._environment = as_if_alone(folder / "alone")
        self._port = free_port()
        self._process: subprocess.Popen[str] | None = None
        self.address = f"http://127.0.0.1:{self._port}"
        self.says: list[str] = []

    def start(self) -> None:
        """Until it says that the house is open."""
        command = [sys.executable, "-m", "bythebook", "serve", "--port", str(self._port)]
        self._process = subprocess.Popen(
            [*command, "--data", str(self._folder)],
            env=self._environment,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self.says.append(line.strip())
            if "The house is open" in line:
                return
        raise AssertionError(f"it ended after {self.says}")

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait(30)
            assert self._process.stdout is not None
            self._process.stdout.close()
            self._process = None


@pytest.fixture
def command(tmp_path: Path) -> Iterator[Command]:
    command = Command(tmp_path)
    command.start()
    yield command
    command.stop()


@pytest.fixture
def door(browser: Browser, command: Command) -> Iterator[Door]:
    door = Door(browser, command.address)
    yield door
    door.close()


def test_a_newcomer_and_a_house_started_again(door: Door, command: Command) -> None:
    newcomer = door.come(Player)
    newcomer.goes_to("/")
    newcomer.presses(newcomer.page.get_by_role("button", name="Play now at Crown").first)
    newcomer.bets(4, "$25.00")
    newcomer.chooses("Deal")
    plays_to_the_end(newcomer)
    expect(newcomer.box(4).get_by_role("link").first).to_be_visible()  # the clause of the payment
    assert newcomer.page.url.startswith(command.address)

    status, hand = until_a_decision(newcomer)
    newcomer.expected = ("WebSocket", "ERR_CONNECTION_REFUSED")
    command.stop()
    expect(newcomer.page.get_by_text("The connection is lost.")).to_be_visible()
    command.start()
    expect(newcomer.page.get_by_text("The connection is lost.")).to_be_hidden()
    expect(newcomer.status).to_have_text(status)
    expect(newcomer.box(4)).to_contain_text(hand)
    plays_to_the_end(newcomer)


def plays_to_the_end(player: Player) -> None:
    """Never takes a card, nor anything that is offered."""
    over = player.choice("Same again")
    stand, no = player.choice("Stand"), player.choice("No, thank you")
    while True:
        expect(over.or_(stand).or_(no).first).to_be_visible()
        if over.is_visible():
            return
        asked = player.status.inner_text()
        player.presses(stand.or_(no).first)
        expect(player.status).not_to_have_text(asked)


def until_a_decision(player: Player) -> tuple[str, str]:
    """Rounds until a hand waits for its player; what is said of it."""
    over, stand = player.choice("Same again"), player.choice("Stand")
    for _ in range(ROUNDS_MAX):
        player.presses(over)
        player.chooses("Deal")
        no = player.choice("No, thank you")
        expect(over.or_(stand).or_(no).first).to_be_visible()
        if no.is_visible():
            player.presses(no)
        expect(over.or_(stand).first).to_be_visible()
        if stand.is_visible():
            spoken = player.box(4).get_by_role("paragraph").first.inner_text()
            return player.status.inner_text(), spoken
    raise AssertionError("no hand came to a decision")
