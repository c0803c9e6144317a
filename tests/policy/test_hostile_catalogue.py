"""A catalogue of a stranger: its texts reach robots.txt and server rules as texts, never as lines or clauses."""

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import convert

from robotstudio.engine.crawlers import CATALOGUE, Catalogue, Crawler
from robotstudio.policy.model import BLOCK, AiPolicy, only
from robotstudio.policy.server_rules import ServerSoftware, server_rules
from robotstudio.policy.writing import write_policy
from robotstudio.project.crawler_file import CrawlerFile, as_json
from tests.policy.servers import APACHE, NGINX, apache_config, nginx_config

HARMLESS = "harmlessbot"
FILE = b"User-agent: *\nAllow: /\n"
DAY = "2026-11-24"
TEXTS = (
    "2099-01-01\n}\nreturn 500;",
    "2099-01-01\nUser-agent: *\nDisallow: /",
    "2099-01-01\r\nDeny from all",
    "x\\",
    'x") or (true',
    'a"b',
    "x;} server{",
    "a`b",
    "a'b",
    "a\\",
    "a${HOME}",
    "{$HOME}",
    "%{ENV:PATH}",
    "a</IfModule>",
    "(?{1})",
    "[",
    "a#b",
    "a: b",
    "é\u202e",
    "a\u2028User-agent: *\u2028Disallow: /",
    "a\x0bUser-agent: *\x0bDisallow: /",
    "a\x85Disallow: /",
    "a%0aDisallow: /",
    "a\x00b",
    "",
)
FIELDS = ("token", "title", "operator", "user_agent", "outdated", "source", "confidence", "checked_on", "note")
hostile = st.sampled_from(TEXTS) | st.text(max_size=20) | st.lists(st.sampled_from(TEXTS)).map("".join)
rows = st.fixed_dictionaries({"token": hostile}, optional=dict.fromkeys(FIELDS[1:], hostile))
ways = st.sampled_from([BLOCK, only(["/press/"])])


def catalogue_of(row: dict[str, str]) -> Catalogue:
    """Return a catalogue with one own row that passed no check: the writers must not rely on it."""
    return CATALOGUE.with_changes([convert({"token": HARMLESS, **row}, Crawler)])


def policy_of(row: dict[str, str], choice: object = BLOCK) -> AiPolicy:
    return AiPolicy({}, {row.get("token", HARMLESS): choice})  # type: ignore[dict-item]  # one of `ways`


def live_lines(body: bytes) -> list[str]:
    """Return the lines that could count in any dialect, with every line end of Unicode."""
    return [line for line in body.decode().splitlines() if line.strip() and not line.strip().startswith("#")]


@given(rows, ways)
def test_block_has_no_line_that_a_harmless_crawler_has_not(row: dict[str, str], choice: object) -> None:
    token = row["token"]
    written = write_policy(FILE, policy_of(row, choice), catalogue_of(row), DAY)
    harmless = live_lines(write_policy(FILE, policy_of({}, choice), catalogue_of({}), DAY).body)
    if written.unnamed:
        assert live_lines(written.body) == live_lines(FILE)
    else:
        assert live_lines(written.body) == [line.replace(HARMLESS, token) for line in harmless]


_IN_QUOTES = {
    ServerSoftware.NGINX: re.compile(r'"(?:[^"\\\n]|\\.)*"'),
    ServerSoftware.APACHE: re.compile(r'"(?:[^"\\\n]|\\.)*"'),
    ServerSoftware.CADDY: re.compile(r"`[^`\n]*`"),
    ServerSoftware.CLOUDFLARE: re.compile(r'"(?:[^"\\\n]|\\.)*"'),
}


def skeletons(server: ServerSoftware, row: dict[str, str], choice: object) -> list[list[str]]:
    """Each part without what stands in quotation marks, a line each."""
    rules = server_rules(policy_of(row, choice), catalogue_of(row), server, DAY)
    found = []
    for part in rules.parts:
        text = re.sub(r' and not lower\(http\.user_agent\) contains "(?:[^"\\]|\\.)*"', "", part.text)
        found.append([_IN_QUOTES[server].sub("…", line) for line in text.splitlines()])
    return found


@pytest.mark.parametrize("server", ServerSoftware)
@given(row=rows, choice=ways)
def test_server_rules_have_no_clause_that_a_harmless_crawler_has_not(
    server: ServerSoftware, row: dict[str, str], choice: object
) -> None:
    assert skeletons(server, row, choice) == skeletons(server, {}, choice)


def hostile_rules(server: ServerSoftware) -> Iterator[list[str]]:
    """Rules for each hostile text in every field, and for all of them at once."""
    for texts in (*((text,) for text in TEXTS), TEXTS):
        catalogue = CATALOGUE.with_changes([convert(dict.fromkeys(FIELDS, text), Crawler) for text in texts])
        rules = server_rules(AiPolicy({}, dict.fromkeys(texts, BLOCK)), catalogue, server, DAY)
        yield [part.text for part in rules.parts]


def complaint_of(*command: str | Path) -> str:
    checked = subprocess.run(command, capture_output=True, check=False)
    return checked.stderr.decode() if checked.returncode else ""


@pytest.mark.skipif(not shutil.which(NGINX), reason="nginx is not installed (Debian: nginx-light)")
def test_nginx_takes_hostile_names_as_names(tmp_path: Path) -> None:
    for in_http, in_server in hostile_rules(ServerSoftware.NGINX):
        config = nginx_config(tmp_path, 1, in_http, in_server)
        assert not complaint_of(NGINX, "-t", "-p", tmp_path, "-c", config), in_http


@pytest.mark.skipif(not shutil.which(APACHE), reason="Apache is not installed (Debian: apache2)")
def test_apache_takes_hostile_names_as_names(tmp_path: Path) -> None:
    for (in_host,) in hostile_rules(ServerSoftware.APACHE):
        assert not complaint_of(APACHE, "-t", "-f", apache_config(tmp_path, 1, in_host)), in_host


def test_hostile_file_of_crawlers_is_told_and_writes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "crawlers.json"
    path.write_text(as_json({"crawlers": [{"token": text, "checked_on": text} for text in TEXTS]}), "utf-8")
    loaded = CrawlerFile(path).load()
    assert loaded.catalogue.crawlers.keys() == CATALOGUE.crawlers.keys()
    assert len(loaded.complaints) > 20
    path.write_text(as_json({"crawlers": [{"token": "MyBot", "checked_on": text} for text in TEXTS[:5]]}), "utf-8")
    loaded = CrawlerFile(path).load()
    assert loaded.catalogue.as_of == CATALOGUE.as_of
    assert "“checked_on” must be a date" in str(loaded.complaints[0])
