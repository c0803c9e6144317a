"""Settings of the window apply to commands, too, unless the project or the command line overrides them."""

import json
from pathlib import Path

import pytest

from robotstudio.project.preferences import save
from tests.cli.conftest import Run
from tests.fetch.server import response, serve

ROBOTS = "User-agent: *\nDisalow: /tmp/\n Disallow: /a\n"


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    home = tmp_path / "home"
    monkeypatch.setenv("ROBOTSTUDIO_HOME", str(home))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "robots.txt").write_text(ROBOTS, "utf-8")
    return home / "settings.toml"


def codes(run: Run, *options: str) -> set[str]:
    out = run("lint", "robots.txt", "--format", "json", *options)[1]
    return {json.loads(line)["code"] for line in out.splitlines()}


def crawlers(run: Run, *options: str) -> set[str]:
    out = run("test", "robots.txt", "--url", "/a", "--format", "json", *options)[1]
    return {json.loads(line)["crawler"] for line in out.splitlines()}


def test_rule_that_is_off_is_not_looked_for(run: Run, settings: Path) -> None:
    assert codes(run) == {"RS102", "RS110"}
    save(settings, {"checks_off": ("RS110",)})
    assert codes(run) == {"RS102"}
    assert codes(run, "--select", "RS110") == {"RS110"}
    assert codes(run, "--ignore", "RS102") == {"RS110"}
    assert codes(run, "--no-config") == {"RS102", "RS110"}
    Path("robotstudio.toml").write_text('ignore = ["RS102"]\n', "utf-8")
    assert codes(run) == {"RS110"}


def test_code_of_no_rule_refuses_nothing(run: Run, settings: Path) -> None:
    """It may be of a newer version; the window does not mind either."""
    save(settings, {"checks_off": ("RS110", "RS999")})
    assert codes(run) == {"RS102"}


def test_default_set_is_tested_with(run: Run, settings: Path) -> None:
    save(settings, {"default_crawlers": ("bingbot", "GPTBot")})
    assert crawlers(run) == {"bingbot", "GPTBot"}
    assert crawlers(run, "--crawler", "Googlebot") == {"Googlebot"}
    assert "Googlebot" in crawlers(run, "--no-config")


def test_fetch_is_made_as_is_usual_for_the_person(run: Run, settings: Path) -> None:
    save(settings, {"user_agent": "Auditor/1", "sender": "me@example.com", "uses_proxy": False})
    with serve(response(200, b"User-agent: *\n")) as server:
        assert run("fetch", server.url)[0] == 0
        assert run("fetch", server.url, "--as", "Googlebot")[0] == 0
    first, second = (head.decode("ascii").lower() for head in server.requests)
    assert "user-agent: auditor/1" in first
    assert "googlebot" in second
    assert all("from: me@example.com" in head for head in (first, second))


def test_settings_that_are_not_understood_are_told(run: Run, settings: Path) -> None:
    settings.parent.mkdir()
    settings.write_text('[checks]\noff = "RS110"\n', "utf-8")
    status, _, said = run("lint", "robots.txt")
    assert status == 1
    assert said == f"robotstudio: “{settings}”: checks.off takes codes of checks, such as RS303.\n"
    settings.write_text("[checks", "utf-8")
    assert "is not a settings file" in run("lint", "robots.txt")[2]
    assert settings.read_text("utf-8") == "[checks"
    settings.write_text("a = " + "1" * 5_000, "utf-8")
    assert "is not a settings file" in run("lint", "robots.txt")[2]
    assert "no es un archivo de ajustes" in run("--lang", "es", "lint", "robots.txt")[2]
