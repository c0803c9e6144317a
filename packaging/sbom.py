"""The list of what is inside a bundle, as CycloneDX has it: for whoever asks if a fault of a library concerns them."""

from __future__ import annotations

import json
import sys
import uuid
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, metadata
from typing import TYPE_CHECKING, Any, Final

import payload as payloads

import robotstudio

if TYPE_CHECKING:
    from collections.abc import Iterator

_QT: Final = ("PySide6_Essentials", "shiboken6")
_NO_PACKAGE: Final = {"Python", "Qt and PySide6", "system"}
"""Folders of licences that are not named after a package of Python."""


def bill(payload: payloads.Payload) -> dict[str, Any]:
    """What is inside, with versions and licences; the same for the same bundle."""
    components = sorted(_components(payload), key=lambda component: component["bom-ref"])
    names = "\n".join(component["bom-ref"] for component in components)
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.5.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "serialNumber": uuid.uuid5(uuid.NAMESPACE_URL, f"{robotstudio.__version__} {payloads.epoch()} {names}").urn,
        "version": 1,
        "metadata": {
            "timestamp": datetime.fromtimestamp(payloads.epoch(), UTC).isoformat(),
            "component": {
                "type": "application",
                "bom-ref": "robotstudio",
                "name": "Robot Studio",
                "version": robotstudio.__version__,
                "licenses": [{"license": {"id": "MIT"}}],
            },
        },
        "components": components,
        "dependencies": [{"ref": "robotstudio", "dependsOn": [component["bom-ref"] for component in components]}],
    }


def _components(payload: payloads.Payload) -> Iterator[dict[str, Any]]:
    """The packages whose licences are inside, Qt, Python, and what the system that builds it gave."""
    folders = {path.name for path in (payload.folder / "_internal" / "licenses").iterdir() if path.is_dir()}
    for name in sorted({*folders - _NO_PACKAGE, *_QT}):
        try:
            about = metadata(name)
        except PackageNotFoundError:
            continue
        component: dict[str, Any] = {
            "type": "library",
            "bom-ref": f"pkg:pypi/{about['Name'].lower().replace('_', '-')}@{about['Version']}",
            "name": about["Name"],
            "version": about["Version"],
        }
        component["purl"] = component["bom-ref"]
        if "License-Expression" in about:
            component["licenses"] = [{"expression": about["License-Expression"]}]
        yield component
    version = ".".join(map(str, sys.version_info[:3]))
    licences = [{"license": {"id": "Python-2.0"}}]
    yield {"type": "platform", "bom-ref": "python", "name": "Python", "version": version, "licenses": licences}
    for package in sorted(set(payload.system_libraries.values())):
        purl = f"pkg:deb/debian/{package}"
        yield {"type": "library", "bom-ref": purl, "name": package, "purl": purl}


def text(payload: payloads.Payload) -> str:
    """The bill as it is written."""
    return json.dumps(bill(payload), indent=2, ensure_ascii=False) + "\n"
