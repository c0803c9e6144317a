"""Whatever the command line is given or answered, no password of an address is printed or written."""

from collections.abc import Callable
from pathlib import Path

import pytest

from robotstudio import cli
from robotstudio.fetch.address import robots_target
from robotstudio.fetch.evidence import Failure
from tests.fetch.server import redirect, response, serve
from tests.store.test_userinfo import SECRET, WRITTEN

URLS = tuple(written for written in WRITTEN if "\ud800" not in written and len(written) < 1000)
Said = Callable[..., str]


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]) -> Said:
    """Run the command line, and return everything that it prints."""

    def run(*arguments: str) -> str:
        cli.main(arguments)
        return "".join(capsys.readouterr())

    return run


@pytest.fixture
def robots(tmp_path: Path) -> Path:
    path = tmp_path / "robots.txt"
    path.write_bytes(b"User-agent: *\nDisallow: /p\n")
    return path


@pytest.mark.parametrize("format_id", ["text", "json", "csv", "junit"])
@pytest.mark.parametrize("url", URLS, ids=range(len(URLS)))
def test_url_on_the_command_line(said: Said, robots: Path, url: str, format_id: str) -> None:
    assert SECRET not in said("test", str(robots), "--url", url, "--format", format_id)


@pytest.mark.parametrize("format_id", ["text", "json", "csv"])
def test_urls_in_a_list(said: Said, robots: Path, tmp_path: Path, format_id: str) -> None:
    urls = tmp_path / "urls.txt"
    urls.write_text("\n".join(url for url in URLS if "\t" not in url), "utf-8")
    output = said("test", str(robots), "--urls", str(urls), "--format", format_id)
    assert "example.com" in output
    assert SECRET not in output


@pytest.mark.parametrize("format_id", ["text", "json"])
def test_urls_of_a_comparison(said: Said, robots: Path, tmp_path: Path, format_id: str) -> None:
    urls, new = tmp_path / "urls.txt", tmp_path / "new.txt"
    urls.write_text(URLS[0], "utf-8")
    new.write_bytes(b"")
    output = said("diff", str(robots), str(new), "--urls", str(urls), "--format", format_id)
    assert "example.com/p" in output
    assert SECRET not in output


@pytest.mark.parametrize("format_id", ["text", "json", "junit"])
def test_expectations(said: Said, robots: Path, tmp_path: Path, format_id: str) -> None:
    tests = tmp_path / "robots.txt.expect"
    lines = (f'{verb} Googlebot "{URLS[0]}"\n' for verb in ("allow", "block"))
    tests.write_text("".join(lines), "utf-8")
    output = said("test", str(robots), "--expect", str(tests), "--format", format_id)
    assert "example.com/p" in output
    assert SECRET not in output


@pytest.mark.parametrize("format_id", ["text", "json"])
@pytest.mark.parametrize(
    "location",
    [
        f"http://joe:{SECRET}@{{host}}/other",
        f"http://joe:{SECRET}@{{host}}/{'a' * 9_000}",
        f"http:joe:{SECRET}@{{host}}/other",
        f"http://joe:{SECRET * 50}@not a host/",
        f"http://joe:{SECRET}@{{host}}:99999/",
        f"gopher://joe:{SECRET}@{{host}}/",
        f"//joe:{SECRET}@{{host}}/other",
    ],
    ids=["plain", "long", "no slashes", "invalid", "invalid port", "other scheme", "no scheme"],
)
def test_redirect_of_a_server(said: Said, location: str, format_id: str) -> None:
    answer = redirect(location.format(host="127.0.0.1:9"))
    with serve({"/robots.txt": answer}) as server:
        output = said("fetch", f"http://me:{SECRET}@{server.host}/", "--format", format_id)
    assert "127.0.0.1" in output
    assert SECRET not in output


def test_headers_of_a_server(said: Said) -> None:
    answer = response(
        200, b"", f"Link: <https://joe:{SECRET}@a.example/>; rel=x", f"X-From: https:joe:{SECRET}@b.example/"
    )
    with serve(answer) as server:
        assert SECRET not in said("fetch", server.host, "--format", "json")


@pytest.mark.parametrize("url", [url for url in URLS if isinstance(robots_target(url), Failure)])
def test_address_that_cannot_be_fetched(said: Said, url: str) -> None:
    assert SECRET not in said("fetch", url)
