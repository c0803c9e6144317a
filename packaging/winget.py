"""The manifests for winget, the list of Windows: one of the versions, one of the installers, one a language."""

from __future__ import annotations

from io import StringIO
from typing import TYPE_CHECKING, Any, Final

import freedesktop
import product
from ruamel.yaml import YAML

from robotstudio.text.locale import words_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

PACKAGE: Final = "RobotStudio.RobotStudio"
_FORMAT: Final = "1.10.0"
_DEFAULT: Final = "en-US"
_LOCALES: Final = {_DEFAULT: "en", "es-ES": "es", "ru-RU": "ru", "zh-CN": "zh_CN"}
"""As winget names a language, and as we do."""
_MOST_TAGS: Final = 16


def schema(kind: str) -> Path:
    """Return Microsoft's schema of a kind of manifest."""
    return product.ROOT / "packaging" / "windows" / "winget" / f"manifest.{kind}.{_FORMAT}.json"


def recipe(sums: Mapping[str, str]) -> dict[str, str]:
    """Each manifest by its name."""
    files = {f"{PACKAGE}.yaml": _written("version", {"DefaultLocale": _DEFAULT})}
    files[f"{PACKAGE}.installer.yaml"] = _written("installer", _installers(sums))
    for locale, code in _LOCALES.items():
        kind = "defaultLocale" if locale == _DEFAULT else "locale"
        files[f"{PACKAGE}.locale.{locale}.yaml"] = _written(kind, _about(locale, code))
    return files


def _installers(sums: Mapping[str, str]) -> dict[str, Any]:
    """For one user without an administrator, or by one for everybody."""
    setup, package = product.file_name("nsis"), product.file_name("msi")
    return {
        "MinimumOSVersion": "10.0.17763.0",  # of Qt 6
        "InstallModes": ["interactive", "silent", "silentWithProgress"],
        "UpgradeBehavior": "install",
        "FileExtensions": [product.PROJECT_SUFFIX],
        "Installers": [
            {
                "Architecture": "x64",
                "InstallerType": "nullsoft",
                "Scope": "user",
                "InstallerUrl": product.address(setup),
                "InstallerSha256": sums[setup].upper(),
                "ProductCode": "RobotStudio",  # the key of the script below Uninstall
            },
            {
                "Architecture": "x64",
                "InstallerType": "wix",
                "Scope": "machine",
                "InstallerUrl": product.address(package),
                "InstallerSha256": sums[package].upper(),
            },
        ],
    }


def _about(locale: str, code: str) -> dict[str, Any]:
    words = words_of(code)
    points = "\n".join(f"- {words.say(point)}" for point in freedesktop.POINTS)
    about: dict[str, Any] = {
        "PackageLocale": locale,
        "Publisher": product.DEVELOPERS,
        "PublisherUrl": product.HOME,
        "PackageName": product.TITLE,
        "PackageUrl": product.HOME,
        "License": product.LICENCE,
        "ShortDescription": words.say(freedesktop.SUMMARY),
        "Description": f"{words.say(freedesktop.WHAT_IT_IS)}\n\n{points}",
    }
    if locale == _DEFAULT:
        about["Moniker"] = product.NAME
        about["Tags"] = [word.lower().replace(" ", "-") for word in product.KEYWORDS][:_MOST_TAGS]
    return about


def _written(kind: str, facts: Mapping[str, Any]) -> str:
    first = {"PackageIdentifier": PACKAGE, "PackageVersion": product.VERSION}
    last = {"ManifestType": kind, "ManifestVersion": _FORMAT}
    yaml = YAML()
    yaml.width = 1000
    text = StringIO()
    text.write(f"# yaml-language-server: $schema=https://aka.ms/winget-manifest.{kind}.{_FORMAT}.schema.json\n")
    yaml.dump({**first, **facts, **last}, text)
    return text.getvalue()
