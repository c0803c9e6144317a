"""`--header`: a person's own headers go to their own site, and nowhere else."""

from collections.abc import Callable
from pathlib import Path

import pytest

from robotstudio.fetch.site_access import OwnHeaders, SiteAccess, header_in
from tests.cli.conftest import Run
from tests.fetch.server import Server, redirect, response, serve

SECRET = "s3cret-token"
PAGE = b"<html><title>Staging</title><a href=/a>a</a><a href=/b>b</a></html>"


def requests_with(server: Server, secret: str = SECRET) -> list[bool]:
    return [secret.encode() in request for request in server.requests]


@pytest.fixture
def lines(tmp_path: Path) -> Callable[[], str]:
    def write() -> str:
        path = tmp_path / "headers.txt"
        path.write_text(f"# of the staging server\nAuthorization: Bearer {SECRET}\n\nX-Stage: 1\n", "utf-8")
        return f"@{path}"

    return write


@pytest.mark.parametrize("command", ["fetch", "gate"])
def test_header_goes_to_the_site_and_to_no_other(command: str, run: Run) -> None:
    with serve({"*": response(200, b"User-agent: *\nDisallow:\n")}) as other:
        pages = {"/robots.txt": redirect(f"{other.url}/robots.txt"), "*": response(200, b"")}
        with serve(pages) as server:
            _, out, errors = run(command, server.url, "--header", f"Authorization: Bearer {SECRET}", "--format", "json")
    assert requests_with(server) == [True]
    assert requests_with(other) == [False]
    assert SECRET not in out + errors


def test_crawl_sends_headers_of_a_file_and_stores_none(run: Run, tmp_path: Path, lines: Callable[[], str]) -> None:
    state = tmp_path / "staging.crawl"
    pages = {"/robots.txt": response(200, b""), "*": response(200, PAGE, "Content-Type: text/html")}
    with serve(pages) as server:
        status, out, _ = run("crawl", server.url, "--state", str(state), "--rate", "0", "--header", lines())
    assert status == 0
    assert len(server.requests) > 3
    assert all(requests_with(server))
    assert all(b"x-stage: 1" in request.lower() for request in server.requests)
    assert SECRET not in out
    kept = [path.read_bytes() for path in tmp_path.iterdir() if path.name.startswith("staging.crawl")]
    assert kept
    assert not [body for body in kept if SECRET.encode() in body]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (SECRET, "--header needs a name, a colon and a value"),
        (f"a b: {SECRET}", "--header needs a name, a colon and a value"),
        (f"Host: {SECRET}", "The header host cannot be set"),
        (f"X: {SECRET}\u0007", "x"),
    ],
)
def test_what_is_no_header_is_refused_without_repeating_it(line: str, said: str, run: Run) -> None:
    status, out, errors = run("fetch", "https://a.invalid", "--header", line)
    assert status == 2
    assert said in errors
    assert SECRET not in out + errors


@pytest.mark.parametrize(
    ("origin", "url", "are_for"),
    [
        ("https://a.example", "https://a.example/robots.txt", True),
        ("http://a.example", "https://a.example/", True),  # more private than asked for
        ("https://a.example", "http://a.example/", False),
        ("https://a.example", "https://a.example:8443/", False),
        ("https://a.example", "https://b.a.example/", False),
        ("https://a.example", "https://a.example.evil/", False),
    ],
)
def test_headers_are_for_one_origin(origin: str, url: str, are_for: bool) -> None:
    assert SiteAccess(origin, OwnHeaders((("x", "1"),))).is_for(url) is are_for


def test_value_is_in_no_repr() -> None:
    assert SECRET not in repr(SiteAccess("https://a.example", OwnHeaders((("x", SECRET),))))
    assert header_in("X-Stage : 1") == ("x-stage", "1")
