"""A report says what helps to mend a problem, and nothing of the person."""

import platform
import sys
from typing import Any

import pytest

from robotstudio import __version__
from robotstudio.help.problem_report import problem_report
from robotstudio.project.preferences import PREFERENCES
from robotstudio.project.settings import ChoiceSetting, FlagSetting, NumberSetting

MARK = "x-marks-the-secret"
DELIVERED: dict[str, Any] = {name: row.default for name, row in PREFERENCES.items()}
TYPED = [
    name for name, row in PREFERENCES.items() if not isinstance(row.kind, (ChoiceSetting, FlagSetting, NumberSetting))
]


def test_versions_and_the_system_are_told() -> None:
    told = problem_report(DELIVERED, {"Qt": "6.9"})
    for fact in (f"Robot Studio: {__version__}", platform.python_version(), platform.system(), "Qt: 6.9", "httpx: "):
        assert fact in told


def test_settings_as_delivered_are_left_out() -> None:
    assert "Settings that differ from their defaults:\n  none\n" in problem_report(DELIVERED, {})


def test_value_that_the_program_gives_is_told() -> None:
    told = problem_report(DELIVERED | {"theme": "dark", "checks_off": ("RS101", "RS312")}, {})
    assert f"  {PREFERENCES['theme'].key}: dark\n" in told
    assert f"  {PREFERENCES['checks_off'].key}: RS101 RS312\n" in told


@pytest.mark.parametrize("name", [name for name in TYPED if name != "checks_off"])
def test_what_a_person_typed_is_only_said_to_be_set(name: str) -> None:
    is_list = isinstance(PREFERENCES[name].default, tuple)
    told = problem_report(DELIVERED | {name: (MARK,) if is_list else MARK}, {})
    assert MARK not in told
    assert f"  {PREFERENCES[name].key}: set\n" in told


def test_neither_the_person_nor_the_computer_nor_a_place_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("USER", "LOGNAME", "USERNAME", "HOME", "USERPROFILE", "HOSTNAME", "COMPUTERNAME"):
        monkeypatch.setenv(name, MARK)
    uname = platform.uname()
    monkeypatch.setattr(platform, "uname", lambda: uname._replace(node=MARK))
    monkeypatch.setattr(platform, "node", lambda: MARK)
    monkeypatch.setattr(sys, "executable", MARK)
    told = problem_report(DELIVERED, {})
    assert MARK not in told
    assert "/" not in told.replace("://", "")
