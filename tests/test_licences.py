"""What may be given away: the GPL is refused, what nobody looked at too, and known faults are told."""

import json
import sys
from pathlib import Path

import audit
import licences
import payload
import pytest


@pytest.mark.parametrize(
    ("expression", "is_accepted"),
    [
        ("MIT", True),
        ("BSD-3-Clause AND 0BSD AND MIT AND Zlib AND CC0-1.0", True),
        ("LGPL-3.0-only OR GPL-2.0-only OR GPL-3.0-only", True),
        ("GPL-3.0-or-later", False),
        ("AGPL-3.0-only", False),
        ("GPL-2.0-only OR GPL-3.0-only", False),
        ("MIT AND GPL-2.0-only", False),
        ("MIT OR Apache-2.0 AND GPL-2.0-only", True),
        ("(MIT OR Apache-2.0) AND GPL-2.0-only", False),
        ("(MIT OR GPL-2.0-only) AND (BSD-3-Clause OR GPL-3.0-only)", True),
        ("GPL-3.0-or-later WITH GCC-exception-3.1", True),
        ("GPL-3.0-or-later WITH Classpath-exception-2.0", False),
        ("Proprietary", False),
        ("", False),
        ("(MIT", False),
        ("MIT)", False),
        ("MIT MIT", False),
        ("OR", False),
        ("GNU General Public License v3 (GPLv3)", False),
    ],
)
def test_licence_is_accepted_where_it_leaves_a_way_that_is(expression: str, is_accepted: bool) -> None:
    assert licences.accepts(expression) is is_accepted


def test_what_is_refused_and_what_nobody_looked_at_are_said_apart() -> None:
    said = licences.faults({"one": "MIT", "two": "GPL-3.0-only", "three": ""})
    assert said == [
        "nobody looked under which licence three is",
        "two is under GPL-3.0-only, which was not accepted",
    ]


@pytest.mark.parametrize(
    ("about", "licence"),
    [
        ("License-Expression: MIT\n", "MIT"),
        ("License: GPL-3.0\n", "GPL-3.0"),
        ("License: PSFL\n", "PSF-2.0"),
        ("License: A text\n  of several lines\nClassifier: License :: OSI Approved :: BSD License\n", "BSD"),
        (
            "Classifier: License :: OSI Approved :: GNU General Public License v3 (GPLv3)\n",
            "GNU General Public License v3 (GPLv3)",
        ),
        ("Summary: none\n", ""),
    ],
)
def test_licence_is_read_wherever_a_package_says_it(
    about: str, licence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "some_package-1.0.dist-info"
    place.mkdir()
    (place / "METADATA").write_text(f"Metadata-Version: 2.1\nName: some-package\nVersion: 1.0\n{about}", "utf-8")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    assert licences.said_by("some-package") == licence


def test_bundle_with_a_library_under_the_gpl_is_not_wrapped(tmp_path: Path) -> None:
    for name in ("numpy", "Python", "Qt and PySide6", "system"):
        (tmp_path / "_internal" / "licenses" / name).mkdir(parents=True)
    parts = licences.of_bundle(payload.Payload(tmp_path, {"libssl.so.3": "libssl3t64", "libxcb.so.1": "libxcb-shm0"}))
    assert parts["libssl3t64"] == "Apache-2.0"
    assert parts["libxcb-shm0"] == "MIT"
    with pytest.raises(licences.LicenceError, match="libreadline8"):
        licences.of_bundle(payload.Payload(tmp_path, {"libreadline.so.8": "libreadline8"}))


def test_known_faults_are_told_and_what_the_list_does_not_know() -> None:
    said = {
        "dependencies": [
            {"name": "idna", "version": "3.6", "vulns": [{"id": "PYSEC-1", "fix_versions": ["3.7"], "aliases": []}]},
            {"name": "lxml", "version": "6.0", "vulns": [{"id": "PYSEC-2", "fix_versions": [], "aliases": []}]},
            {"name": "numpy", "version": "2.0", "vulns": []},
            {"name": "ours", "skip_reason": "Dependency not found on PyPI"},
        ]
    }
    answer = audit.read(json.dumps(said))
    assert answer.faults == ("idna 3.6 has PYSEC-1, mended in 3.7", "lxml 6.0 has PYSEC-2, mended in no version yet")
    assert (answer.asked, answer.unknown) == (3, ("ours",))


@pytest.mark.parametrize(
    ("said", "status", "words"),
    [
        (None, 0, "was not asked"),
        ('{"dependencies": [{"name": "idna", "skip_reason": "not found"}]}', 0, "was not asked"),
        ('{"dependencies": [{"name": "idna", "version": "3.7", "vulns": []}]}', 0, "1 packages asked about, 0 faults"),
        (
            '{"dependencies": [{"name": "a", "version": "1", "vulns": [{"id": "X", "fix_versions": []}]}]}',
            1,
            "1 faults known",
        ),
    ],
)
def test_only_a_known_fault_fails_the_check(
    said: str | None, status: int, words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(audit, "ask", lambda _wanted: said)
    assert audit.main() == status
    assert words in capsys.readouterr().out


def test_without_a_network_there_is_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    monkeypatch.setenv("NO_PROXY", "")
    assert audit.ask("idna==3.6\n") is None


def test_it_is_asked_about_what_is_installed_with_the_program() -> None:
    rows = audit.requirements().splitlines()
    assert {row.partition("==")[0] for row in rows} == licences.shipped()
    assert all(row.partition("==")[2] for row in rows)
