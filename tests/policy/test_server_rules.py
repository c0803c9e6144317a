"""A policy as rules of a server: what they say, and what real servers make of them, asked over loopback."""

import http.client
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from robotstudio.engine.crawlers import CATALOGUE
from robotstudio.policy.model import ALLOW, BLOCK, AiPolicy, only
from robotstudio.policy.server_rules import ServerRules, ServerSoftware, server_rules
from tests.policy.servers import apache_config, nginx_config

POLICY = AiPolicy(
    {"ai-training": BLOCK, "archive": only(["/press/", "/médias/", "/a\"b'(c)"])},
    {"GPTBot": ALLOW, "Sogou web spider": BLOCK, "Googlebot-Image": BLOCK},
)
BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
ROBOTS, FRONT, PRESS, MEDIA, ODD = "/robots.txt", "/", "/press/a?b=c", "/m%C3%A9dias/2026", "/robots.txt/more"
PATHS = (ROBOTS, FRONT, PRESS, MEDIA, ODD)
OPEN_TO = {
    BROWSER: PATHS,
    "Mozilla/5.0 (compatible; CCBot/2.0; +https://commoncrawl.org/faq/)": (ROBOTS,),
    "ccbot": (ROBOTS,),
    "GPTBot/1.3": PATHS,
    "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)": PATHS,
    "Googlebot-Image/1.0": (ROBOTS,),
    "Mozilla/5.0 (compatible; archive.org_bot +http://archive.org/details/archive.org_bot)": (ROBOTS, PRESS, MEDIA),
    "Sogou web spider/4.0": (ROBOTS,),
    "NotCCBotter/1.0": PATHS,
}
AGENTS = tuple(OPEN_TO)[:8]
START_TRIES = 200


def rules_for(server: ServerSoftware, policy: AiPolicy = POLICY) -> ServerRules:
    return server_rules(policy, CATALOGUE, server, "2026-11-23")


@pytest.mark.parametrize("server", ServerSoftware)
def test_nobody_to_refuse_makes_no_rules(server: ServerSoftware) -> None:
    assert rules_for(server, AiPolicy({"archive": ALLOW})).parts == ()


@pytest.mark.parametrize("server", ServerSoftware)
def test_names_under_which_nothing_is_fetched_are_left_out_and_told(server: ServerSoftware) -> None:
    rules = rules_for(server)
    assert [crawler.token for crawler in rules.left_out] == ["Applebot-Extended", "Google-Extended", "Webzio-Extended"]
    assert "-extended" not in "".join(part.text for part in rules.parts).lower()


@pytest.mark.parametrize("server", ServerSoftware)
def test_robots_txt_is_let_through_and_no_line_is_endless(server: ServerSoftware) -> None:
    for part in rules_for(server).parts:
        if "refused)" not in part.text:
            assert "robots" in part.text
        assert max(map(len, part.text.split("\n"))) <= 4096


def test_cloudflare_spares_longer_names_that_are_not_meant() -> None:
    policy = AiPolicy({}, {"Googlebot": BLOCK})
    (part,) = rules_for(ServerSoftware.CLOUDFLARE, policy).parts
    assert 'contains "googlebot" and not lower(http.user_agent) contains "googlebot-image"' in part.text


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def running(command: list[str], port: int) -> Iterator[None]:
    """Run a server in the foreground, from when it takes connections until the end of the context."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    try:
        for _ in range(START_TRIES):
            with suppress(OSError), socket.create_connection(("127.0.0.1", port)):
                break
            with suppress(subprocess.TimeoutExpired):
                process.wait(0.05)
                raise AssertionError(process.stdout.read().decode() if process.stdout else "it ended")
        yield
    finally:
        process.terminate()
        process.communicate()


def status_of(port: int, agent: str, path: str) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    try:
        connection.request("GET", path, headers={"User-Agent": agent})
        return connection.getresponse().status
    finally:
        connection.close()


def refused_by(port: int) -> set[tuple[str, str]]:
    return {(agent, path) for agent in AGENTS for path in PATHS if status_of(port, agent, path) == 403}


REFUSED = {(agent, path) for agent in AGENTS for path in PATHS if path not in OPEN_TO[agent]}


@pytest.mark.skipif(not shutil.which("nginx"), reason="nginx is not installed (Debian: nginx-light)")
def test_nginx_refuses_forty_requests_as_the_policy_says(tmp_path: Path) -> None:
    port = free_port()
    in_http, in_server = (part.text for part in rules_for(ServerSoftware.NGINX).parts)
    config = nginx_config(tmp_path, port, in_http, in_server)
    with running(["nginx", "-p", str(tmp_path), "-e", "stderr", "-c", str(config)], port):
        assert len(AGENTS) * len(PATHS) == 40
        assert refused_by(port) == REFUSED
        assert status_of(port, "NotCCBotter/1.0", FRONT) == 204
        assert status_of(port, "ia_archiver", "/a%22b'(c)/x") == 204
        assert status_of(port, "ia_archiver", "/a%22b'c/x") == 403


@pytest.mark.skipif(not shutil.which("apache2"), reason="Apache is not installed (Debian: apache2)")
def test_apache_refuses_forty_requests_as_the_policy_says(tmp_path: Path) -> None:
    port = free_port()
    (part,) = rules_for(ServerSoftware.APACHE).parts
    config = apache_config(tmp_path, port, part.text)
    with running(["apache2", "-X", "-f", str(config)], port):
        assert refused_by(port) == REFUSED
        assert status_of(port, "NotCCBotter/1.0", FRONT) == 204
        assert status_of(port, "ia_archiver", "/a%22b'(c)/x") == 204
        assert status_of(port, "ia_archiver", "/a%22b'c/x") == 403
