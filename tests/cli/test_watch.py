"""`robotstudio watch`: what it tells of sites, how it exits, what it keeps and what it runs."""

import configparser
import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from robotstudio.cli import COMMANDS
from robotstudio.fetch.history.store import History
from robotstudio.store.places import HOME_VARIABLE, Places
from tests.fetch.server import Connection, response, serve

Run = Callable[..., tuple[int, str, str]]
FIRST, SECOND = b"User-agent: *\nDisallow: /a\n", b"User-agent: *\nDisallow: /a\nDisallow: /b\n"
MANAGED = b"# BEGIN Cloudflare Managed content\nUser-agent: GPTBot\nDisallow: /\n# END Cloudflare Managed Content\n"
UNITS = Path(__file__).parents[2] / "packaging" / "systemd"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    return tmp_path


class Site:
    """A server whose answer a test changes."""

    def __init__(self) -> None:
        self.url = ""
        self.now = response(200, FIRST)

    def answer(self, connection: Connection) -> None:
        connection.send(self.now)


@pytest.fixture
def site() -> Iterator[Site]:
    site = Site()
    with serve(site.answer) as server:
        site.url = server.url
        yield site


def answer(site: Site, body: bytes, status: int = 200) -> None:
    site.now = response(status, body)


def test_nothing_is_said_where_nothing_changed(run: Run, site: Site) -> None:
    assert run("watch", site.url) == (0, "", "")
    assert run("watch", site.url) == (0, "", "")
    status, output, _ = run("watch", site.url, "--all")
    assert (status, output.strip()) == (0, f"{site.url}: no change.")


def test_changed_verdicts_are_shown_with_urls_for_those_whom_they_concern(run: Run, site: Site) -> None:
    run("watch", site.url)
    answer(site, SECOND)
    status, output, _ = run("watch", site.url, "--crawler", "Googlebot", "--crawler", "*")
    assert status == 1
    lines = output.splitlines()
    assert lines[0] == f"{site.url}: the file changed."
    assert lines[1] == "Googlebot: verdicts change, for example for these URLs:"
    assert lines[2].endswith("/b: allowed before, blocked by line 3 after")
    assert run("watch", site.url) == (0, "", "")


def test_text_that_changes_no_verdict_is_told_and_no_finding(run: Run, site: Site) -> None:
    run("watch", site.url)
    answer(site, b"# hello\n" + FIRST)
    status, output, _ = run("watch", site.url, "--crawler", "Googlebot")
    assert status == 0
    assert "For 1 crawler it is proven that no verdict changes, whatever the URL: Googlebot." in output


def test_new_sitemap_is_told_beside_the_proof(run: Run, site: Site) -> None:
    run("watch", site.url)
    answer(site, FIRST + b"Sitemap: https://e.com/s.xml\n")
    status, output, _ = run("watch", site.url, "--crawler", "Googlebot")
    assert status == 0
    assert "Googlebot. A delay, sitemap, signal or other field does change." in output


def test_block_of_a_cdn_is_named(run: Run, site: Site) -> None:
    run("watch", site.url)
    answer(site, MANAGED + FIRST)
    status, output, _ = run("watch", site.url, "--crawler", "GPTBot")
    assert status == 1
    assert "is new in lines 1 to 4." in output
    assert "Managed block" in output
    assert "Nothing else changed in the file." in output


def test_file_that_is_gone_is_a_finding_once_and_one_when_it_is_back(run: Run, site: Site) -> None:
    run("watch", site.url)
    answer(site, b"", 503)
    status, output, _ = run("watch", site.url)
    assert status == 1
    assert "there is no file any more" in output
    assert run("watch", site.url)[:2] == (0, "")
    answer(site, FIRST)
    status, output, _ = run("watch", site.url)
    assert status == 1
    assert "there is a file again" in output


def test_history_grows_with_each_body_once(run: Run, site: Site) -> None:
    for body in (FIRST, SECOND, FIRST, SECOND):
        answer(site, body)
        run("watch", site.url)
    with History.open(Places.default().history) as history:
        entries = history.timeline(site.url)
        assert len(entries) == 4
        assert len({entry.sha256 for entry in entries}) == 2


def test_sites_come_from_a_file_or_from_the_watch_list(run: Run, site: Site, tmp_path: Path) -> None:
    listed = tmp_path / "sites.txt"
    listed.write_text(f"# ours\n{site.url}  # the shop\n\n", "utf-8")
    assert run("watch", "--list", str(listed), "--all")[1].startswith(f"{site.url}: saved for the first time.")
    status, _, errors = run("watch")
    assert status == 2
    assert "the watch list is empty" in errors

    with History.open(Places.default().history) as history:
        history.watch(site.url, timedelta(days=1))
    assert run("watch", "--all")[1].strip() == f"{site.url}: no change."


def test_hosts_of_a_project_are_watched_with_its_crawlers(run: Run, site: Site, tmp_path: Path) -> None:
    other = site.url.replace("127.0.0.1", "localhost")
    project = tmp_path / "shop.robotstudio"
    environments = [{"name": "staging", "site": other}, {"name": "without a site"}, {"name": "again", "site": site.url}]
    content = {"version": 1, "site": site.url, "crawlers": ["GPTBot"], "environments": environments}
    project.write_text(json.dumps(content), "utf-8")
    first = run("watch", str(project), "--all")[1]
    assert [line.partition(": ")[0] for line in first.splitlines() if line] == [site.url, other]
    answer(site, SECOND)
    status, output, _ = run("watch", str(project), "--format", "json")
    assert status == 1
    records = [json.loads(line) for line in output.splitlines()]
    assert [[each["crawler"] for each in record["crawlers"]] for record in records] == [["GPTBot"], ["GPTBot"]]
    answer(site, FIRST)
    record, _ = map(json.loads, run("watch", str(project), "--crawler", "*", "--format", "json")[1].splitlines())
    assert [each["crawler"] for each in record["crawlers"]] == ["*"]


def test_site_of_a_project_that_is_named_itself_is_watched_once_for_all(run: Run, site: Site, tmp_path: Path) -> None:
    project = tmp_path / "shop.robotstudio"
    project.write_text(json.dumps({"version": 1, "site": site.url, "crawlers": ["YouBot"]}), "utf-8")
    listed = tmp_path / "sites.txt"
    listed.write_text(f"{site.url}\n{project}  # the same\n", "utf-8")
    run("watch", "--list", str(listed))
    answer(site, SECOND)
    (record,) = map(json.loads, run("watch", "--list", str(listed), "--format", "json")[1].splitlines())
    tokens = [each["crawler"] for each in record["crawlers"]]
    assert tokens == sorted(set(tokens), key=tokens.index)
    assert {"YouBot", "Googlebot"} < set(tokens)


def test_project_that_cannot_be_read_or_names_no_site_is_misuse_and_the_others_are_looked_at(
    run: Run, site: Site, tmp_path: Path
) -> None:
    empty = tmp_path / "empty.robotstudio"
    empty.write_text(json.dumps({"version": 1}), "utf-8")
    gone = tmp_path / "gone.robotstudio"
    status, output, errors = run("watch", str(gone), str(empty), site.url, "--all")
    assert status == 2
    assert site.url in output
    assert "names no site to watch" in errors
    assert "gone.robotstudio" in errors


def test_what_is_no_address_is_misuse_and_the_others_are_looked_at(run: Run, site: Site) -> None:
    status, output, errors = run("watch", "http://", site.url, "--all")
    assert status == 2
    assert errors
    assert site.url in output


def test_command_gets_the_text_and_the_site_and_no_shell(run: Run, site: Site, tmp_path: Path) -> None:
    told = tmp_path / "told; touch x.txt"
    script = tmp_path / "tell.py"
    script.write_text(
        "import os, sys; open(sys.argv[1], 'w').write(os.environ['ROBOTSTUDIO_SITE'] + '\\n' + sys.stdin.read())",
        "utf-8",
    )
    command = f"{sys.executable} {script} '{told}'"
    run("watch", site.url, "--run", command)
    assert not told.exists()
    answer(site, SECOND)
    run("watch", site.url, "--run", command)
    first, second, *_ = told.read_text("utf-8").splitlines()
    assert (first, second) == (site.url, f"{site.url}: the file changed.")


def test_command_that_fails_or_is_none_is_told(run: Run, site: Site) -> None:
    run("watch", site.url)
    answer(site, SECOND)
    assert "could not be run" in run("watch", site.url, "--run", "no-such-command-at-all")[2]
    answer(site, FIRST)
    assert "ended with status 3" in run("watch", site.url, "--run", f"{sys.executable} -c 'exit(3)'")[2]
    assert run("watch", site.url, "--run", "it's")[0] == 2


def test_json_has_an_object_for_each_site(run: Run, site: Site) -> None:
    run("watch", site.url)
    answer(site, MANAGED + SECOND)
    record = json.loads(run("watch", site.url, "--format", "json", "--crawler", "Googlebot")[1])
    assert (record["site"], record["what"], record["status"]) == (site.url, "text", 200)
    assert record["crawlers"][0]["outcome"] == "differs"
    assert record["managed"][0]["change"] == "added"


def test_report_is_written_to_a_file(run: Run, site: Site, tmp_path: Path) -> None:
    written = tmp_path / "changes.jsonl"
    assert run("watch", site.url, "-o", str(written)) == (0, "", "")
    assert written.read_text("utf-8") == ""
    answer(site, SECOND)
    status, out, _ = run("watch", site.url, "-o", str(written))
    assert (status, out, json.loads(written.read_text("utf-8"))["what"]) == (1, "", "text")


def test_units_of_systemd_run_the_command_by_the_hour() -> None:
    service, timer = (configparser.ConfigParser(interpolation=None, strict=False) for _ in range(2))
    service.optionxform = timer.optionxform = str  # type: ignore[assignment, method-assign]  # names are written so
    service.read(UNITS / "robotstudio-watch.service", "utf-8")
    timer.read(UNITS / "robotstudio-watch.timer", "utf-8")
    finder, program, command, option, _ = service["Service"]["ExecStart"].split()
    assert (finder, program, command in COMMANDS, option) == ("/usr/bin/env", "robotstudio", True, "--list")
    assert service["Service"]["Environment"].startswith("PATH=%h/.local/bin:")  # systemd does not look there by itself
    assert service["Service"]["SuccessExitStatus"] == "1"
    assert timer["Timer"]["OnCalendar"] == "hourly"


def test_units_are_what_systemd_reads(tmp_path: Path) -> None:
    verify = shutil.which("systemd-analyze")
    if verify is None:
        pytest.skip("systemd-analyze is not installed")
    for unit in UNITS.iterdir():
        (tmp_path / unit.name).write_bytes(unit.read_bytes())
    names = [str(tmp_path / unit.name) for unit in UNITS.iterdir()]
    done = subprocess.run(  # no shell, and names of this test
        [verify, "verify", "--man=no", *names], capture_output=True, text=True, check=False, timeout=60
    )
    said = [line for line in done.stderr.splitlines() if "robotstudio-watch" in line]
    assert (said, done.returncode) == ([], 0)
