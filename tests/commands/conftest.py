"""Fixtures of the commands: calling one in this process; of those about a house, a place."""

import pytest

from bythebook.cli import main
from tests.commands.calling import Answer, Call
from tests.house.log.stores import place as place
from tests.house.log.stores import postgres as postgres
from tests.house.log.stores import store as store


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]) -> Call:
    """Call a command in this process."""

    def call_main(*arguments: str) -> Answer:
        with pytest.raises(SystemExit) as ended:
            main(list(arguments))
        out, err = capsys.readouterr()
        status = ended.value.code
        assert isinstance(status, int)
        return Answer(status, out, err)

    return call_main
