"""`robotstudio gate`: what a site serves after a deployment, and five incidents that it would have stopped."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from robotstudio.fetch import client
from robotstudio.fetch.client import fetch_now
from robotstudio.fetch.evidence import Evidence
from robotstudio.store.places import HOME_VARIABLE
from tests.fetch.server import Connection, response, serve

Run = Callable[..., tuple[int, str, str]]
OWN = b"User-agent: *\nDisallow: /admin/\nAllow: /\n"
MANAGED = b"# BEGIN Cloudflare Managed content\nUser-agent: GPTBot\nDisallow: /\n# END Cloudflare Managed Content\n\n"
STAGING = b"User-agent: *\nDisallow: /\n"
PAGE = b"<!doctype html><html><body>Not found</body></html>"
EXPECTED = "allow Googlebot /docs/\nblock Googlebot /admin/\n"


class Site:
    """A server whose answer a test changes."""

    def __init__(self) -> None:
        self.url = ""
        self.now = response(200, OWN)

    def answer(self, connection: Connection) -> None:
        connection.send(self.now)


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    Path("robots.txt").write_bytes(OWN)
    Path("robots.txt.expect").write_text(EXPECTED)
    site = Site()
    with serve(site.answer) as server:
        site.url = server.url
        yield site


ALL = ("--against", "robots.txt", "--expect", "robots.txt.expect")


def checks(run: Run, *arguments: str) -> tuple[int, dict[str, dict[str, Any]]]:
    status, out, _ = run("gate", *arguments, "--format", "json")
    rows = [json.loads(line) for line in out.splitlines()]
    return status, {row.pop("check"): row for row in rows}


def test_file_that_is_served_as_it_is_passes(run: Run, site: Site) -> None:
    status, found = checks(run, site.url, *ALL)
    assert status == 0
    assert {name: row["passed"] for name, row in found.items()} == {
        "answer": True,
        "search": True,
        "tests": True,
        "verdicts": True,
        "lint": True,
        "readiness": True,
    }
    assert found["verdicts"]["said"] == "The served file is the file in the repository, byte for byte."


def test_other_bytes_with_the_same_verdicts_pass(run: Run, site: Site) -> None:
    site.now = response(200, OWN.replace(b"\n", b"\r\n") + b"# build 7\n")
    status, found = checks(run, site.url, *ALL)
    assert status == 0
    assert "but no verdict does, whatever the URL" in found["verdicts"]["said"]


INCIDENTS = {
    # a command that was left out of a new deploy script had replaced the file of the test host
    "dart-lang/site-www/issues/3755": (STAGING + b"User-agent: linkcheck\nAllow: /\n", b"User-agent: *\nDisallow:\n"),
    # a failover to the test host, whose file nobody expected; found a month later, and again the day after
    "Raku/doc-website/issues/441": (STAGING, None),
    "ansible/galaxy/issues/99": (STAGING, b"User-agent: *\nAllow: /\n"),
    # the file of the test hosts came into the production build through a theme
    "pulumi/registry/pull/3127": (STAGING, b"User-agent: *\nDisallow: /registry/packages/azure-native-v1/\n"),
    # the file was put there once, and the update script did not remove it
    "ocaml/v2.ocaml.org/issues/821": (STAGING, b"User-agent: *\nAllow: /\n"),
}
"""Threads on GitHub: what the site served to everybody, and what was meant (None: no file at all)."""


@pytest.mark.parametrize("thread", INCIDENTS)
def test_incident_would_have_stopped_the_deployment(run: Run, site: Site, thread: str) -> None:
    served, meant = INCIDENTS[thread]
    site.now = response(200, served)
    Path("meant.txt").write_bytes(meant or b"")
    status, found = checks(run, site.url, *(("--against", "meant.txt") if meant is not None else ()))
    assert status == 1
    assert not found["search"]["passed"]
    assert "Googlebot" in found["search"]["said"]
    assert meant is None or not found["verdicts"]["passed"]


def test_staging_file_in_production_fails(run: Run, site: Site) -> None:
    site.now = response(200, STAGING)
    status, found = checks(run, site.url, *ALL)
    assert status == 1
    assert not found["tests"]["passed"]
    assert "Googlebot should be allowed to fetch /docs/, but it is blocked" in found["tests"]["details"][0]
    assert not found["verdicts"]["passed"]
    assert not found["search"]["passed"]
    assert found["search"]["said"].startswith("The served file blocks the whole site for Googlebot")
    status, found = checks(run, site.url)  # also if nothing is known of what was meant
    assert (status, [name for name, row in found.items() if not row["passed"]]) == (1, ["search"])


def test_site_that_is_meant_to_be_closed_is_not_called_open(run: Run, site: Site) -> None:
    Path("staging.txt").write_bytes(STAGING)
    site.now = response(200, STAGING)
    _, found = checks(run, site.url, "--against", "staging.txt")
    assert found["search"]["passed"]
    assert "blocks the whole site for Googlebot" in found["search"]["said"]
    assert found["search"]["said"].endswith("So does the file in the repository.")


def test_page_of_a_new_host_in_place_of_the_file_fails(run: Run, site: Site) -> None:
    site.now = response(200, PAGE, "Content-Type: text/html")
    status, found = checks(run, site.url, *ALL)
    assert (status, list(found)) == (1, ["answer"])
    assert found["answer"]["said"].startswith("The answer is not a robots.txt file.")


def test_file_that_is_gone_fails(run: Run, site: Site) -> None:
    site.now = response(404, PAGE)
    status, found = checks(run, site.url, *ALL)
    assert (status, list(found)) == (1, ["answer"])
    assert "404" in found["answer"]["said"]


def test_failing_server_fails(run: Run, site: Site) -> None:
    site.now = response(503, b"")
    status, found = checks(run, site.url, *ALL)
    assert (status, found["answer"]["passed"]) == (1, False)


def test_file_from_another_host_counts_for_the_site_and_the_answer_says_so(
    run: Run, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    site.now = response(200, OWN + b"Disallow: /shop.example/cart/\n")

    def redirected(address: str, **further: Any) -> Evidence:
        evidence = fetch_now(address, **further)
        requested, final = "https://shop.example/robots.txt", "https://cdn.example/robots.txt"
        return replace(evidence, requested=requested, final_url=final)

    monkeypatch.setattr(client, "fetch_now", redirected)
    _, found = checks(run, site.url)
    assert found["answer"]["passed"]
    (said,) = found["answer"]["details"]
    assert said.startswith("The file came from another host, cdn.example. Its rules apply to shop.example all the same")
    assert "RS443" in found["lint"]["details"][0]  # the host of the site in a path


def test_block_that_a_cdn_adds_is_named(run: Run, site: Site) -> None:
    """As at leyabierta/leyabierta#151: the CDN closed the site to assistants, and the repository knew nothing of it."""
    site.now = response(200, MANAGED + OWN)
    status, found = checks(run, site.url, *ALL)
    assert status == 1
    assert not found["verdicts"]["passed"]
    assert found["verdicts"]["details"][0].startswith("Lines 1–4 were added by Cloudflare")
    assert "without them the file is the one in the repository" in found["verdicts"]["details"][0]
    assert any(said.startswith("GPTBot: ") and "is blocked" in said for said in found["verdicts"]["details"])
    assert found["tests"]["passed"]


def test_errors_that_the_repository_has_are_not_new(run: Run, site: Site) -> None:
    old = OWN + b"Disalow: /x\n"
    Path("robots.txt").write_bytes(old)
    site.now = response(200, b"# moved\n" + old)
    status, found = checks(run, site.url, "--against", "robots.txt")
    assert (status, found["lint"]["said"]) == (0, "No new errors.")
    status, found = checks(run, site.url)
    assert status == 1
    assert found["lint"]["details"][0].startswith("Line 5, RS102: ")


def test_project_brings_file_expectations_and_crawlers(run: Run, site: Site) -> None:
    Path("shop.robotstudio").write_text('{"version": 1, "file": "robots.txt", "crawlers": ["Googlebot"]}')
    status, found = checks(run, site.url, "--project", "shop.robotstudio")
    assert (status, list(found)) == (0, ["answer", "search", "tests", "verdicts", "lint", "readiness"])


def test_lines_that_lighthouse_rejects_fail_if_the_repository_does_not_have_them(run: Run, site: Site) -> None:
    site.now = response(200, b"License: https://a.example/l.xml\n" + OWN, "Content-Type: text/html")
    _, found = checks(run, site.url, "--against", "robots.txt")
    assert not found["readiness"]["passed"]
    assert found["readiness"]["details"] == [
        "Line 1: Unknown directive",
        "Scanners for AI agents (isitagentready.com) also want: a Sitemap line and the content type text/plain.",
    ]
    Path("robots.txt").write_bytes(b"License: https://a.example/l.xml\n" + OWN)
    _, found = checks(run, site.url, "--against", "robots.txt")
    assert found["readiness"]["passed"]


def test_nothing_is_said_to_a_site_that_is_ready(run: Run, site: Site) -> None:
    site.now = response(200, OWN + b"Sitemap: https://a.example/s.xml\n", "Content-Type: text/plain; charset=utf-8")
    _, found = checks(run, site.url)
    assert (found["readiness"]["passed"], found["readiness"]["details"]) == (True, [])


def test_changes_since_the_last_release_are_listed_and_fail_nothing(run: Run, site: Site) -> None:
    Path("last.txt").write_bytes(b"User-agent: *\nAllow: /\n")
    status, found = checks(run, site.url, *ALL, "--since", "last.txt")
    assert status == 0
    assert found["changes"]["said"].startswith("Since the last release, verdicts have changed for ")
    (said,) = found["changes"]["details"]  # once for all crawlers
    assert said.startswith("Googlebot, Googlebot-Image, bingbot, ")
    assert said.endswith(" and any other: /admin/ is blocked, and was allowed in the last release")
    _, found = checks(run, site.url, *ALL, "--since", "robots.txt")
    assert found["changes"]["said"] == "No verdict has changed since the last release, whatever the URL."


def test_text_markdown_and_annotations_say_the_same(run: Run, site: Site) -> None:
    site.now = response(200, STAGING)
    text = run("gate", site.url, *ALL)[1]
    assert "Expectations, failed: 1 of 2 expectations are met." in text
    markdown = run("gate", site.url, *ALL, "--format", "markdown")[1]
    assert "- ❌ **Expectations**: 1 of 2 expectations are met." in markdown
    assert "- ✅ **Answer**" in markdown
    annotations = run("gate", site.url, *ALL, "--format", "github")[1].splitlines()
    assert [line.split("::")[1].split("%3A ")[-1] for line in annotations] == ["search", "tests", "verdicts"]
    assert annotations[1].endswith(
        "::1 of 2 expectations are met.%0AGooglebot should be allowed to fetch /docs/, but it is "
        "blocked: line 2, Disallow: /"
    )


def test_answer_that_is_too_large_says_so(run: Run, site: Site) -> None:
    site.now = response(200, b"User-agent: *\nDisallow: /a\n" * 400_000)
    _, found = checks(run, site.url, *ALL)
    assert not found["answer"]["passed"]
    assert found["answer"]["details"] == ["Reading stopped after 5,120.0 KiB; there is more. Google reads 500 KiB."]


def test_address_that_is_none_is_misuse(run: Run, site: Site) -> None:
    assert site.url
    status, out, errors = run("gate", "mailto:a@b.example")
    assert (status, out) == (2, "")
    assert "is not a web address" in errors


def test_unknown_crawler_of_an_expectation_is_told(run: Run, site: Site) -> None:
    Path("robots.txt.expect").write_text("allow Gogglebot /docs/\n")
    status, _, errors = run("gate", site.url, *ALL)
    assert status == 0
    assert errors.startswith("robotstudio: Unknown crawler “Gogglebot”. Did you mean Googlebot?")
    status, _, errors = run("gate", site.url, *ALL, "--strict-crawlers")
    assert (status, errors) == (2, "robotstudio: Unknown crawler “Gogglebot”. Did you mean Googlebot?\n")


def test_details_that_are_not_shown_are_counted(run: Run, site: Site) -> None:
    Path("robots.txt.expect").write_text("".join(f"block Googlebot /docs/{number}\n" for number in range(25)))
    _, out, _ = run("gate", site.url, "--expect", "robots.txt.expect")
    assert "\n  and 5 more\n" in out


def test_sums_are_said_not_to_be_checked(run: Run, site: Site) -> None:
    Path("robots.txt.expect").write_text(f"version 3\n{EXPECTED}sum(clicks) of blocked <= 0\n")
    status, found = checks(run, site.url, *ALL)
    assert (status, found["tests"]["passed"]) == (0, True)
    assert "not checked: there are no URLs to add up (sum(clicks) of blocked <= 0)." in found["tests"]["details"][0]
