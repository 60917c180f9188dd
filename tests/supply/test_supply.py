"""What we depend on has licences that it may have; what we give away is the same for everybody."""

from pathlib import Path

import msgspec
import pytest
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

from tests.supply import wheel
from tests.supply.__main__ import UNKNOWN, WRONG, tell_audit, tell_licences
from tests.supply.bill import bill
from tests.supply.licences import Allowed, allowed
from tests.supply.parts import Part, parts
from tests.supply.vulnerabilities import understand


def under(licence: str, name: str = "some-package") -> Part:
    return Part(name, "1.0", licence, (), True)


def test_everything_that_is_installed_has_a_licence_that_it_may_have() -> None:
    list_ = allowed()
    assert [part for part in parts() if not list_.allows(part)] == []


@pytest.mark.parametrize(
    ("licence", "may"),
    [
        ("MIT", True),
        ("GPL-3.0-only", False),
        ("LGPL-3.0-only", False),  # of another package than those it is an exception for
        ("MIT OR GPL-3.0-only", True),
        ("MIT AND GPL-3.0-only", False),
        ("Apache-2.0 WITH LLVM-exception", True),
        ("GPL-2.0-only WITH Classpath-exception-2.0", False),
        ("BSD License", True),
        ("BSD License AND Proprietary", False),
        ("nothing", False),
    ],
)
def test_a_licence_that_is_not_in_the_list_is_not_allowed(licence: str, may: bool) -> None:
    assert allowed().allows(under(licence)) is may
    assert tell_licences([under(licence)], allowed()) == (0 if may else WRONG)


def test_an_exception_is_for_one_package_under_one_licence() -> None:
    list_ = Allowed(frozenset({"MIT"}), frozenset(), {"glue": ("LGPL-3.0-only", "because")})
    assert list_.allows(under("LGPL-3.0-only", "glue"))
    assert not list_.allows(under("GPL-3.0-only", "glue"))
    assert not list_.allows(under("LGPL-3.0-only", "paste"))


def test_what_no_database_told_of_is_not_called_sound(capsys: pytest.CaptureFixture[str]) -> None:
    skipped = '{"dependencies": [{"name": "a", "skip_reason": "not found"}], "fixes": []}'
    said = understand("pypi", skipped, "No known vulnerabilities found")
    assert (tell_audit(said), said.unanswered) == (UNKNOWN, ["a"])
    assert "NOT LOOKED UP" in capsys.readouterr().out
    away = understand("osv", "", "Traceback\nConnectionError: no such host")
    assert tell_audit(away) == UNKNOWN
    assert "about everything" in capsys.readouterr().out


def test_a_known_vulnerability_is_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    bad = {"id": "CVE-1", "fix_versions": ["1.1"], "aliases": [], "description": ""}
    found = {"dependencies": [{"name": "a", "version": "1.0", "vulns": [bad]}]}
    assert tell_audit(understand("pypi", msgspec.json.encode(found).decode(), "")) == WRONG
    assert "a 1.0: CVE-1, mended in ['1.1']" in capsys.readouterr().out
    sound = {"dependencies": [{"name": "a", "version": "1.0", "vulns": []}]}
    assert tell_audit(understand("pypi", msgspec.json.encode(sound).decode(), "")) == 0


def test_the_wheel_is_the_same_wherever_and_whenever_it_is_built(tmp_path: Path) -> None:
    built = wheel.build(tmp_path)  # twice, in other places, from files of other times
    assert built.name.startswith("bythebook-")
    listed = bill(built, parts(), wheel.committed_at())
    assert listed == bill(built, parts(), wheel.committed_at())
    assert JsonStrictValidator(SchemaVersion.V1_6).validate_str(listed) is None
    read = msgspec.json.decode(listed)
    assert read["metadata"]["component"]["hashes"][0]["content"] == wheel.digest(built)
    names = {one["name"] for one in read["components"]}
    assert names == {part.name for part in parts() if part.running}
    reached = {need for one in read["dependencies"] for need in one.get("dependsOn", ())}
    assert reached == {one["bom-ref"] for one in read["components"]}


def test_two_builds_that_differ_are_no_release(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def build(_: bytes, folder: Path, files_from: int, __: dict[str, str]) -> Path:
        made = folder / "bythebook-0-py3-none-any.whl"
        made.write_text(str(files_from))
        return made

    monkeypatch.setattr(wheel, "_build", build)
    with pytest.raises(ValueError, match="not the same"):
        wheel.build(tmp_path)
    assert list(tmp_path.iterdir()) == []
