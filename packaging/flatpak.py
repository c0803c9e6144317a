"""The manifest for Flatpak, of the archive: where a desktop looks for files, they bear the name of the application."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

import product

if TYPE_CHECKING:
    from collections.abc import Mapping

FILE: Final = f"{product.ID}.json"
_PROCESSORS: Final = ("x86_64", "aarch64")


def recipe(sums: Mapping[str, str]) -> dict[str, str]:
    """Return the manifest by its name."""
    return {FILE: json.dumps(_manifest(sums), indent=2, ensure_ascii=False) + "\n"}


def _manifest(sums: Mapping[str, str]) -> dict[str, Any]:
    mime = "/app/share/mime/packages"
    sources = []
    for processor in _PROCESSORS:
        name = product.file_name("archive", processor)
        source = {"type": "archive", "only-arches": [processor], "url": product.address(name), "sha256": sums[name]}
        sources.append(source)
    return {
        "id": product.ID,
        "runtime": "org.freedesktop.Platform",
        "runtime-version": "24.08",
        "sdk": "org.freedesktop.Sdk",
        "command": product.NAME,
        "rename-desktop-file": f"{product.NAME}.desktop",
        "rename-icon": product.NAME,
        "finish-args": [
            "--share=network",  # sites are fetched, when somebody asks for it
            "--share=ipc",
            "--socket=wayland",
            "--socket=fallback-x11",
            "--device=dri",
            "--filesystem=home",  # a save writes beside the file first: a portal shows nothing but the file itself
        ],
        "modules": [
            {
                "name": product.NAME,
                "buildsystem": "simple",
                "build-options": {"strip": False, "no-debuginfo": True},
                "build-commands": [
                    "cp -a bin lib share /app/",
                    f"mv {mime}/{product.NAME}.xml {mime}/{product.ID}.xml",
                    f'sed -i \'s|<icon name="{product.NAME}"/>|<icon name="{product.ID}"/>|\' {mime}/{product.ID}.xml',
                    f"sed -i 's|>{product.NAME}.desktop<|>{product.ID}.desktop<|' /app/share/metainfo/*.metainfo.xml",
                ],
                "sources": sources,
            }
        ],
    }
