"""Describe versions, the system and settings for the report of a problem, in English for whoever fixes it.

Nothing in it names the person, the computer, a file, a site or a crawler of one's own: a setting that a person types is
only said to be set. Nobody is sent anything; the person reads the text and gives it away, or does not.
"""

import platform
import sys
from collections.abc import Iterator, Mapping
from typing import Any, Final

from robotstudio import __version__
from robotstudio.help.licences import packages
from robotstudio.project.preferences import PREFERENCES
from robotstudio.project.settings import ChoiceSetting, FlagSetting, NumberSetting

_TELLING: Final = (ChoiceSetting, FlagSetting, NumberSetting)
"""Kinds of settings whose values are the program's own, and so tell nothing about the person."""
_SPACE: Final = " "
_OWN_CODES: Final = frozenset({"checks_off"})
"""Lists of codes that the program gives."""


def problem_report(settings: Mapping[str, Any], window: Mapping[str, object]) -> str:
    """Return lines `name: value`; `window` is told as it is: the caller knows that it names nothing."""
    parts = (
        ("Program", _program()),
        ("Window", {name: str(value) for name, value in window.items()}),
        ("Settings that differ from their defaults", dict(_settings(settings))),
        ("Packages", dict(sorted(packages()))),
    )
    return "\n".join(line for title, facts in parts for line in _part(title, facts))


def _part(title: str, facts: Mapping[str, str]) -> Iterator[str]:
    yield f"{title}:"
    yield from (f"  {name}: {value}" for name, value in facts.items())
    if not facts:
        yield "  none"


def _program() -> Mapping[str, str]:
    return {
        "Robot Studio": __version__,
        "made by": "bundle" if getattr(sys, "frozen", False) else "package",
        "Python": f"{platform.python_version()} ({platform.python_implementation()})",
        "system": f"{platform.system()} {platform.release()} ({platform.machine()})",
    }


def _settings(values: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Return the settings that were changed, by their keys in the file of settings."""
    for name, row in PREFERENCES.items():
        value = values.get(name, row.default)
        if value == row.default:
            continue
        if isinstance(row.kind, _TELLING):
            yield row.key, str(value)
        elif name in _OWN_CODES:
            yield row.key, _SPACE.join(value)
        else:
            yield row.key, "set"
