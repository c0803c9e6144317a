"""A release is bookkeeping: a version in one place, and a heading over what changed."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import release
from ruamel.yaml import YAML

from robotstudio.io.updates import read_release

ROOT = Path(__file__).parents[1]
CHANGES = "# Changelog\n\nWhat changed.\n\n## Unreleased\n\n### Added\n\n- More.\n\n## 0.1.0 – 2026-01-01\n\n- All.\n"
PACKAGES = ("pyproject.toml", "packaging/cli/pyproject.toml")
USES = re.compile(r"^\s*(?:- )?uses: (\S+)(.*)$", re.MULTILINE)
ACTION: dict[str, Any] = YAML(typ="safe").load((ROOT / "action.yml").read_text("utf-8"))


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "robotstudio").mkdir()
    (tmp_path / "robotstudio" / "__init__.py").write_text('"""It."""\n\n__version__ = "0.1.0"\n', "utf-8")
    (tmp_path / "CHANGELOG.md").write_text(CHANGES, "utf-8")
    (tmp_path / "packaging" / "cli").mkdir(parents=True)
    for package in PACKAGES:
        (tmp_path / package).write_bytes((ROOT / package).read_bytes())
    return tmp_path


def texts(project: Path) -> list[str]:
    return [path.read_text("utf-8") for path in sorted(project.rglob("*.*"))]


def test_version_and_day_stand_over_what_changed(project: Path) -> None:
    release.release(project, "1.0.0", "2026-12-01")
    assert '__version__ = "1.0.0"\n' in (project / "robotstudio" / "__init__.py").read_text("utf-8")
    assert (project / "CHANGELOG.md").read_text("utf-8") == CHANGES.replace(
        "## Unreleased\n", "## Unreleased\n\n## 1.0.0 – 2026-12-01\n"
    )


def test_file_for_those_who_ask_says_the_newest_version_and_its_news_in_plain_text(project: Path) -> None:
    told = "- *Find* looks for `Allow`\n  ([more](docs/lint.md)). And so on.\n\n### Mended\n\n- Less.\n"
    changes = project / "CHANGELOG.md"
    changes.write_text(CHANGES.replace("- More.\n", told), "utf-8")
    release.release(project, "1.0.0", "2026-12-01")
    found = read_release((project / "docs" / "updates.json").read_bytes())
    assert (found.version, found.day.isoformat()) == ("1.0.0", "2026-12-01")
    assert found.news_in("ru") == ("Find looks for Allow (more).", "Less.")


@pytest.mark.parametrize(("version", "stable"), [("0.9.0", 0), ("1.0.0", 1), ("1.1.0", 1)])
def test_packages_call_themselves_stable_from_the_first_stable_version_on(
    version: str, stable: int, project: Path
) -> None:
    for package in PACKAGES:
        text = (project / package).read_text("utf-8").replace("5 - Production/Stable", "4 - Beta")
        (project / package).write_text(text, "utf-8")
    release.release(project, version, "2026-12-01")
    for package in PACKAGES:
        text = (project / package).read_text("utf-8")
        told = (text.count("Status :: 5 - Production/Stable"), text.count("Status :: 4 - Beta"))
        assert told == (stable, 1 - stable)


@pytest.mark.parametrize("version", ["0.0.9", "0.1.0", "1.0", "1.0.0-rc1", "v1.0.0", "01.0.0", ""])
def test_version_that_makes_no_sense_changes_nothing(version: str, project: Path) -> None:
    before = texts(project)
    with pytest.raises(release.ReleaseError):
        release.release(project, version, "2026-12-01")
    assert texts(project) == before


def test_release_of_nothing_is_refused(project: Path) -> None:
    release.release(project, "1.0.0", "2026-12-01")
    before = texts(project)
    with pytest.raises(release.ReleaseError, match="nothing that is unreleased"):
        release.release(project, "1.1.0", "2026-12-02")
    assert texts(project) == before


@pytest.mark.parametrize(
    "name", ["action.yml", ".github/workflows/release.yml", ".github/workflows/site.yml", "docs/expectations.md"]
)
def test_what_others_wrote_is_run_at_a_known_commit(name: str) -> None:
    used = USES.findall((ROOT / name).read_text("utf-8"))
    assert used
    for what, comment in used:
        owner, _, commit = what.partition("@")
        is_ours = owner.startswith(("<", "./"))
        assert is_ours or (re.fullmatch("[0-9a-f]{40}", commit) and re.fullmatch(r"  # v\d+\.\d+\.\d+", comment)), what


def test_action_installs_what_has_no_window() -> None:
    place = ACTION["runs"]["steps"][1]["env"]["PLACE"].rpartition("}}/")[2].strip("/")
    assert (ROOT / place / "pyproject.toml").is_file()


def test_scripts_of_the_action_take_what_a_stranger_wrote_by_variables() -> None:
    assert not [step for step in ACTION["runs"]["steps"] if "${{" in step.get("run", "")]


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
@pytest.mark.parametrize(
    ("expected", "status"), [("block Googlebot /private/\n", 0), ("allow Googlebot /private/\n", 1)]
)
def test_action_does_as_it_says(expected: str, status: int, tmp_path: Path) -> None:
    """Its steps as the runner would run them, but for the installation."""
    (tmp_path / "robots.txt").write_text("User-agent: *\nDisallow: /private/\n", "utf-8")
    (tmp_path / "robots.txt.expect").write_text(expected, "utf-8")
    given = {"FILE": "robots.txt", "FAIL_ON": "error", "EXPECT": "robots.txt.expect"}
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    ended = [
        subprocess.run(
            ["bash", "-e", "-c", step["run"]], cwd=tmp_path, env=os.environ | given | {"PATH": path}, check=False
        ).returncode
        for step in ACTION["runs"]["steps"][2:]
    ]
    assert ended == [0, status]
