"""The bill of materials of a release: all that the house needs to run, as CycloneDX in JSON."""

import uuid
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import HashAlgorithm, HashType
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from packageurl import PackageURL

from tests.supply.parts import Part, direct
from tests.supply.wheel import digest


def bill(wheel: Path, parts: Iterable[Part], at: int) -> str:
    """The same for the same wheel and parts: nothing of it depends on when or where it is made."""
    name, version = wheel.name.split("-")[:2]
    ours = component(name, version, "MIT")
    ours.type = ComponentType.APPLICATION
    ours.hashes = [HashType(alg=HashAlgorithm.SHA_256, content=digest(wheel))]
    running = [part for part in parts if part.running]
    listed = {part.name: component(part.name, part.version, part.licence) for part in running}
    bom = Bom(serial_number=uuid.UUID(digest(wheel)[:32]), components=listed.values())
    bom.metadata.timestamp = datetime.fromtimestamp(at, UTC)
    bom.metadata.component = ours
    bom.metadata.tools.components.clear()
    extras = listed.keys() - {need for part in running for need in part.needs}
    bom.register_dependency(ours, [listed[name] for name in sorted(direct() | extras)])
    for part in running:
        needs = [listed[need] for need in part.needs if need in listed]
        bom.register_dependency(listed[part.name], needs)
    return JsonV1Dot6(bom).output_as_string(indent=2) + "\n"


def component(name: str, version: str, licence: str) -> Component:
    where = PackageURL("pypi", None, name, version)
    return Component(
        name=name,
        version=version,
        purl=where,
        bom_ref=where.to_string(),
        licenses=[LicenseFactory().make_from_string(licence)],
    )
