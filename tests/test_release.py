"""A release is bookkeeping: a version in one place, and a heading over what changed."""

import json
import os
import re
import runpy
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import product
import pytest
import release
from ruamel.yaml import YAML

from robotstudio.cli import COMMANDS
from robotstudio.fetch.updates import read_release
from tests.fetch.server import response, serve

ROOT = Path(__file__).parents[1]
CHANGES = "# Changelog\n\nWhat changed.\n\n## Unreleased\n\n### Added\n\n- More.\n\n## 0.1.0 – 2026-01-01\n\n- All.\n"
USES = re.compile(r"^\s*(?:- )?uses: (\S+)(.*)$", re.MULTILINE)
ACTION: dict[str, Any] = YAML(typ="safe").load((ROOT / "action.yml").read_text("utf-8"))


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "robotstudio").mkdir()
    (tmp_path / "robotstudio" / "__init__.py").write_text('"""It."""\n\n__version__ = "0.1.0"\n', "utf-8")
    (tmp_path / "CHANGELOG.md").write_text(CHANGES, "utf-8")
    (tmp_path / "pyproject.toml").write_bytes((ROOT / "pyproject.toml").read_bytes())
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
def test_package_calls_itself_stable_from_the_first_stable_version_on(version: str, stable: int, project: Path) -> None:
    package = project / "pyproject.toml"
    package.write_text(package.read_text("utf-8").replace("5 - Production/Stable", "4 - Beta"), "utf-8")
    release.release(project, version, "2026-12-01")
    text = package.read_text("utf-8")
    told = (text.count("Status :: 5 - Production/Stable"), text.count("Status :: 4 - Beta"))
    assert told == (stable, 1 - stable)


@pytest.mark.parametrize("version", ["0.0.9", "0.1.0", "1.0", "1.0.0-rc1", "v1.0.0", "01.0.0", ""])
def test_version_that_makes_no_sense_changes_nothing(version: str, project: Path) -> None:
    before = texts(project)
    with pytest.raises(release.ReleaseError):
        release.release(project, version, "2026-12-01")
    assert texts(project) == before


def test_readmes_link_the_files_of_the_release_once_there_is_an_address(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = project / "README.md"
    until = "<!-- until the first release -->\nNo release yet.\n<!-- -->\n\n"
    page.write_text(f"{until}| [Installer][windows] |\n\n[windows]: docs/installing.md\n", "utf-8")
    monkeypatch.setattr(product, "HOME", "https://github.com/somebody/robotstudio")
    monkeypatch.setattr(product, "ID", "io.github.somebody.RobotStudio")
    release.release(project, "1.0.0", "2026-12-01")
    file = "releases/download/v1.0.0/RobotStudio-1.0.0-setup.exe"
    assert page.read_text("utf-8").startswith("| [Installer]")
    assert page.read_text("utf-8").endswith(f"\n[windows]: https://github.com/somebody/robotstudio/{file}\n")


def test_news_is_plain_text_without_the_marks_of_markdown() -> None:
    news = '- Found by words ("the rules of \\*"), **bold**, `a*b` and\n  [a page](docs/x.md). More.\n'
    told = json.loads(release.updates("1.0.0", "2026-12-01", news))["news"]["en"]
    assert told == ['Found by words ("the rules of *"), bold, a*b and a page.']


def test_release_of_nothing_is_refused(project: Path) -> None:
    release.release(project, "1.0.0", "2026-12-01")
    before = texts(project)
    with pytest.raises(release.ReleaseError, match="nothing that is unreleased"):
        release.release(project, "1.1.0", "2026-12-02")
    assert texts(project) == before


@pytest.mark.parametrize(
    "name",
    ["action.yml", *(f".github/workflows/{name}.yml" for name in ("ci", "release", "site")), "docs/expectations.md"],
)
def test_what_others_wrote_is_run_at_a_known_commit(name: str) -> None:
    used = USES.findall((ROOT / name).read_text("utf-8"))
    assert used
    for what, comment in used:
        owner, _, commit = what.partition("@")
        is_ours = owner.startswith(("<", "./"))
        assert is_ours or (re.fullmatch("[0-9a-f]{40}", commit) and re.fullmatch(r"  # v\d+\.\d+\.\d+", comment)), what


def test_every_promised_python_is_tried_on_every_system() -> None:
    tried = CI["jobs"]["tests"]["strategy"]["matrix"]
    known = WHOLE["project"]["classifiers"]
    promised = {row.rpartition(":: ")[2] for row in known if re.search(r":: 3\.\d+$", row)}
    assert promised <= set(tried["python"])
    assert [runner.partition("-")[0] for runner in tried["runner"]] == ["ubuntu", "windows", "macos"]


def test_every_workflow_is_checked() -> None:
    checked = runpy.run_path(str(ROOT / "dev.py"))["CHECKS"]["workflows"]
    there = {path.relative_to(ROOT).as_posix() for path in (ROOT / ".github" / "workflows").iterdir()}
    assert there <= set(checked)


def test_action_installs_what_has_no_window() -> None:
    step = ACTION["runs"]["steps"][1]
    assert step["env"]["PLACE"] == "${{ github.action_path }}"
    assert step["run"].endswith('"$PLACE"')  # no extra


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
        for step in ACTION["runs"]["steps"][2:4]
    ]
    assert ended == [0, status]


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
@pytest.mark.parametrize(("served", "status"), [(b"User-agent: *\nDisallow: /private/\n", 0), (b"", 1)])
def test_action_checks_what_is_served(served: bytes, status: int, tmp_path: Path) -> None:
    (tmp_path / "robots.txt").write_text("User-agent: *\nDisallow: /private/\n", "utf-8")
    (tmp_path / "robots.txt.expect").write_text("block Googlebot /private/\n", "utf-8")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    step = ACTION["runs"]["steps"][4]
    with serve({"/robots.txt": response(200, served)}) as server:
        for expect in ("robots.txt.expect", ""):
            given = {"FILE": "robots.txt", "EXPECT": expect, "URL": server.url, "PATH": path}
            ended = subprocess.run(["bash", "-e", "-c", step["run"]], cwd=tmp_path, env=os.environ | given, check=False)
            assert ended.returncode == status


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
@pytest.mark.parametrize(
    ("served", "status"),
    [(b"User-agent: *\nDisallow: /private/\n", 0), (b"User-agent: *\nDisallow: /\n", 1)],
    ids=["as meant", "the file of the test host"],
)
def test_workflow_of_the_page_blocks_a_bad_deployment(
    served: bytes, status: int, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """The job of docs/command-line.md on `deployment_status`, with the steps of the action as the runner runs them."""
    page = (ROOT / "docs" / "command-line.md").read_text("utf-8").partition("## `robotstudio gate URL`")[2]
    workflow = YAML(typ="safe").load(page.partition("```yaml\n")[2].partition("```")[0])
    assert workflow["on"] == "deployment_status"
    inputs = workflow["jobs"]["robots"]["steps"][-1]["with"]
    assert inputs["url"] == "${{ github.event.deployment_status.environment_url }}"
    given = {name: each["default"] for name, each in ACTION["inputs"].items()} | inputs
    (tmp_path / "robots.txt").write_text("User-agent: *\nDisallow: /private/\n", "utf-8")
    (tmp_path / "robots.txt.expect").write_text("allow Googlebot /\n", "utf-8")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    with serve({"/robots.txt": response(200, served, "Content-Type: text/plain")}) as server:
        names = {"FILE": "file", "FAIL_ON": "fail-on", "EXPECT": "expect", "URL": "url"}
        variables = {name: given[key] for name, key in names.items()} | {"URL": server.url, "PATH": path}
        ended = [
            subprocess.run(["bash", "-e", "-c", step["run"]], cwd=tmp_path, env=os.environ | variables, check=False)
            for step in ACTION["runs"]["steps"][2:5]
        ]
    assert [each.returncode for each in ended] == [0, 0, status]
    assert ("Googlebot should be allowed to fetch /, but it is blocked" in capfd.readouterr().out) == bool(status)


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
def test_action_checks_what_a_command_prints(tmp_path: Path) -> None:
    (tmp_path / "made.txt").write_text("User-agent: *\nDisallow: /private/\n", "utf-8")
    (tmp_path / "robots.txt.expect").write_text("block Googlebot /private/\n", "utf-8")
    (tmp_path / "robotstudio.toml").write_text('source = "cat made.txt"\n', "utf-8")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    with serve({"/robots.txt": response(200, b"User-agent: *\nDisallow: /\n", "Content-Type: text/plain")}) as server:
        given = {"FILE": "robots.txt", "EXPECT": "robots.txt.expect", "FAIL_ON": "error", "URL": server.url}
        ended = [
            subprocess.run(
                ["bash", "-e", "-c", step["run"]],
                cwd=tmp_path,
                env=os.environ | given | {"RUN_SOURCE": asked, "PATH": path},
                check=False,
            ).returncode
            for asked in ("true", "false")
            for step in ACTION["runs"]["steps"][2:5]
        ]
    assert ended == [0, 0, 1, 2, 2, 2]  # without being asked for, there is no robots.txt


GH = """#!/bin/sh
printf '%s\n' "$*" >> asked.txt
case "$*" in
  *pulls*) echo "$FOUND" ;;
  *--paginate*) cat known.txt ;;
  *) cat > comment.md; exit "$REFUSED" ;;
esac
"""


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
@pytest.mark.parametrize(
    ("given", "known", "expected"),
    [
        ({"PULL": "7"}, "", "--method POST repos/a/b/issues/7/comments"),
        ({"PULL": "7"}, "31\n32\n", "--method PATCH repos/a/b/issues/comments/31"),
        ({"FOUND": "8"}, "", "--method POST repos/a/b/issues/8/comments"),
        ({}, "", ""),
        ({"PULL": "7", "REFUSED": "1"}, "", "--method POST repos/a/b/issues/7/comments"),
    ],
    ids=["first run", "next run", "deployment of a pull request", "deployment of no pull request", "no permission"],
)
def test_action_comments_on_the_pull_request(
    given: dict[str, str], known: str, expected: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Its last step with a `gh` that writes down what it is asked."""
    step = ACTION["runs"]["steps"][5]
    assert ACTION["inputs"]["comment"]["default"] == "false"
    assert "inputs.comment == 'true'" in step["if"]
    gh = tmp_path / "bin" / "gh"
    gh.parent.mkdir()
    gh.write_text(GH, "utf-8")
    gh.chmod(0o755)
    (tmp_path / "known.txt").write_text(known, "utf-8")
    (tmp_path / "robots.txt").write_text("User-agent: *\nDisallow: /private/\n", "utf-8")
    path = os.pathsep.join((str(gh.parent), str(Path(sys.executable).parent), os.environ["PATH"]))
    usual = {"FILE": "robots.txt", "EXPECT": "", "PULL": "", "FOUND": "", "REFUSED": "0", "PATH": path}
    usual |= {"GITHUB_REPOSITORY": "a/b", "GITHUB_SHA": "c0ffee", "MARK": "<!-- mark -->", "OURS": step["env"]["OURS"]}
    with serve({"/robots.txt": response(200, b"User-agent: *\nDisallow: /\n", "Content-Type: text/plain")}) as server:
        subprocess.run(
            ["bash", "-eo", "pipefail", "-c", step["run"]],
            cwd=tmp_path,
            env=os.environ | usual | given | {"URL": server.url},
            check=True,
        )
    asked = (tmp_path / "asked.txt").read_text("utf-8").splitlines()
    assert asked[-1].startswith(f"api --silent {expected} ") if expected else len(asked) == 1
    assert ("::warning" in capfd.readouterr().out) == ("REFUSED" in given)
    if expected:
        comment = (tmp_path / "comment.md").read_text("utf-8")
        assert comment.startswith("<!-- mark -->\n**robots.txt of `http")
        assert "- ❌ **Search engines**" in comment


CI: dict[str, Any] = YAML(typ="safe").load((ROOT / ".github" / "workflows" / "ci.yml").read_text("utf-8"))
WHOLE: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
WORKFLOW: dict[str, Any] = YAML(typ="safe").load((ROOT / ".github" / "workflows" / "release.yml").read_text("utf-8"))
JOBS: dict[str, dict[str, Any]] = WORKFLOW["jobs"]


def steps() -> list[tuple[str, dict[str, Any]]]:
    return [(name, step) for name, job in JOBS.items() for step in job["steps"]]


def uploaded(name: str) -> set[str]:
    """Return the names of the artifacts of a job, for each row of its matrix."""
    called = {
        step["with"]["name"] for job, step in steps() if job == name and "upload-artifact" in step.get("uses", "")
    }
    matrix = JOBS[name].get("strategy", {}).get("matrix", {})
    rows = matrix.get("include") or [{key: value} for key, values in matrix.items() for value in values] or [{}]
    for row in rows:
        for key, value in row.items():
            called |= {text.replace(f"${{{{ matrix.{key} }}}}", value) for text in called}
    return {text for text in called if "{{" not in text}


def test_what_a_job_downloads_was_uploaded_by_one_that_it_waits_for() -> None:
    for name, step in steps():
        if "download-artifact" not in step.get("uses", "") or "name" not in step["with"]:
            continue
        waited = JOBS[name]["needs"]
        there = set().union(*(uploaded(job) for job in ([waited] if isinstance(waited, str) else waited)))
        rows = JOBS[name].get("strategy", {}).get("matrix", {}).get("include", [{}])
        wanted = {step["with"]["name"].replace("${{ matrix.arch }}", row.get("arch", "")) for row in rows}
        assert wanted <= there, name


def test_nothing_is_built_or_published_of_what_nobody_could_find() -> None:
    assert JOBS["address"]["steps"][-1]["run"] == "python3 packaging/product.py"
    for name in JOBS.keys() - {"address"}:
        waited, seen = [name], set()
        while waited:
            job = waited.pop()
            seen.add(job)
            needs = JOBS[job].get("needs", [])
            waited += [needs] if isinstance(needs, str) else needs
        assert "address" in seen, name


def test_everything_that_is_made_is_tried_before_the_draft() -> None:
    made = {name for name in JOBS if uploaded(name)}
    needed = set(JOBS["draft"]["needs"])
    tried = needed | {JOBS[name]["needs"] for name in needed if isinstance(JOBS[name]["needs"], str)}
    assert made - tried - {"windows", "windows-installer"} == set()
    assert JOBS["windows-tried"]["needs"] == "windows-installer"
    assert JOBS["windows-installer"]["needs"] == "windows"


def test_signing_is_skipped_without_its_secret() -> None:
    signing = [(name, step) for name, step in steps() if "sign.sh" in step.get("run", "")]
    assert len(signing) == 3
    for name, step in signing:
        assert step["if"] == "${{ env.CAN_SIGN == 'true' }}"
        secret = JOBS[name]["env"]["CAN_SIGN"].split()[1]
        assert secret in step["env"]["CERTIFICATE"]


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
def test_scripts_of_the_workflow_are_read_by_bash_and_take_no_text_from_outside() -> None:
    for name, step in steps():
        if "run" not in step or step.get("shell") == "pwsh":
            continue
        assert "${{" not in step["run"], (name, step["run"])
        done = subprocess.run(["bash", "-n"], input=step["run"], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, ""), (name, step["run"])


HOOKS: dict[str, dict[str, Any]] = {
    hook["id"]: hook for hook in YAML(typ="safe").load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
}


@pytest.mark.parametrize("hook", HOOKS.values(), ids=HOOKS)
def test_hook_has_what_pre_commit_asks_for(hook: dict[str, Any]) -> None:
    assert {"id", "name", "entry", "language", "files"} <= hook.keys()
    program, command = hook["entry"].split()
    assert program == "robotstudio"
    assert command in COMMANDS
    files = re.compile(hook["files"])
    assert files.search("robots.txt")
    assert not files.search("robots.txt.old")


def test_hooks_of_the_page_are_those_of_the_repository() -> None:
    page = (ROOT / "docs" / "expectations.md").read_text("utf-8")
    (block,) = re.findall(r"```yaml\n(repos:.*?)```", page, re.DOTALL)
    assert {hook["id"] for hook in YAML(typ="safe").load(block)["repos"][0]["hooks"]} == set(HOOKS)
