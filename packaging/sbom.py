"""The list of what is inside a bundle, as CycloneDX has it: for whoever asks if a fault of a library concerns them."""

from __future__ import annotations

import json
import platform
import sys
import uuid
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, metadata
from typing import TYPE_CHECKING, Any, Final

import licences
import payload as payloads
import product

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_QT: Final = ("PySide6_Essentials", "shiboken6")
_NO_PACKAGE: Final = {"Python", "Qt and PySide6", "system"}
"""Folders of licences that are not named after a package of Python."""


class SbomError(Exception):
    """No bill was written; the message says why."""


def bill(payload: payloads.Payload) -> dict[str, Any]:
    """List what is inside, with versions and licences; the same for the same bundle."""
    components = sorted(_components(payload), key=lambda component: component["bom-ref"])
    names = "\n".join(component["bom-ref"] for component in components)
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.5.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "serialNumber": uuid.uuid5(uuid.NAMESPACE_URL, f"{product.VERSION} {payloads.epoch()} {names}").urn,
        "version": 1,
        "metadata": {
            "timestamp": datetime.fromtimestamp(payloads.epoch(), UTC).isoformat(),
            "component": {
                "type": "application",
                "bom-ref": "robotstudio",
                "name": product.TITLE,
                "version": product.VERSION,
                "licenses": [{"license": {"id": product.LICENCE}}],
            },
        },
        "components": components,
        "dependencies": [{"ref": "robotstudio", "dependsOn": [component["bom-ref"] for component in components]}],
    }


def _components(payload: payloads.Payload) -> Iterator[dict[str, Any]]:
    """List the packages whose licences are inside, Qt, Python, and the libraries of the system that builds it."""
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
        if licence := licences.said_by(name):
            component["licenses"] = [{"expression": licence}]
        yield component
    version = ".".join(map(str, sys.version_info[:3]))
    python = [{"license": {"id": "Python-2.0"}}]
    yield {"type": "platform", "bom-ref": "python", "name": "Python", "version": version, "licenses": python}
    for package in sorted(set(payload.system_libraries.values())):
        purl = f"pkg:deb/debian/{package}"
        library: dict[str, Any] = {"type": "library", "bom-ref": purl, "name": package, "purl": purl}
        if licence := licences.of_the_system(package):
            library["licenses"] = [{"expression": licence}]
        yield library


def make(payload: payloads.Payload, folder: Path) -> Path:
    """Write the bill into a folder, on the system that made the bundle: it knows the versions; its path."""
    if any(payload.folder.glob("*.exe")) is not (sys.platform == "win32"):
        raise SbomError(f"{payload.folder} was made on another system, which knows what is in it")
    system = {"win32": "windows", "darwin": "macos"}.get(sys.platform, sys.platform)
    path = folder / product.file_name("sbom", f"{system}-{platform.machine().lower()}")
    path.write_text(json.dumps(bill(payload), indent=2, ensure_ascii=False) + "\n", "utf-8")
    return path
