"""Asking for the newest version: by https only, one small file, nothing of the person, and any answer is a sentence."""

import json
from datetime import date

import pytest

from robotstudio.fetch.options import PLAIN, FetchOptions
from robotstudio.fetch.updates import Release, UpdateError, ask, read_release
from robotstudio.text.language import ENGLISH
from tests.fetch.server import TLS, Answer, redirect, response, serve

NEWS = {"version": "1.2.0", "date": "2026-12-01", "news": {"en": ["It flies."], "es": ["Vuela."]}}
NOT_UNDERSTOOD = "Could not check for updates: the server's answer is malformed."


@pytest.fixture(autouse=True)
def _test_authority_is_trusted(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.setenv("SSL_CERT_FILE", str(TLS / "authority.pem"))


def told_by(body: bytes) -> str:
    with pytest.raises(UpdateError) as error:
        read_release(body)
    return ENGLISH.tell(error.value.told)


def refused(answer: Answer, certificate: str = "valid") -> str:
    """Return the message if a server answers so."""
    with serve({"*": answer}, certificate=certificate) as server, pytest.raises(UpdateError) as error:
        ask(PLAIN, f"https://localhost:{server.port}/updates.json")
    return ENGLISH.tell(error.value.told)


def test_newest_version_is_asked_for_and_nothing_of_the_person_is_sent() -> None:
    usual = FetchOptions(
        user_agent="Agent of Ann", sender="ann@example.com", languages="es", referer="https://a.example/"
    )
    with serve({"*": response(200, json.dumps(NEWS).encode())}, certificate="valid") as server:
        release = ask(usual, f"https://localhost:{server.port}/updates.json")
        lines = b"".join(server.requests).lower().split(b"\r\n")
    assert release == Release("1.2.0", date(2026, 12, 1), {"en": ("It flies.",), "es": ("Vuela.",)})
    assert lines[0] == b"get /updates.json http/1.1"
    headers = dict(line.split(b": ", 1) for line in lines[1:] if line)
    assert headers.keys() == {b"host", b"accept", b"accept-encoding", b"connection", b"user-agent"}
    assert headers[b"user-agent"] == b"robotstudio"


def test_build_without_an_address_asks_nobody() -> None:
    with pytest.raises(UpdateError, match="https only"):
        ask(PLAIN)


@pytest.mark.parametrize("address", ["http://localhost:1/updates.json", "file:///etc/passwd", "HTTPS//x"])
def test_only_https_is_asked(address: str) -> None:
    with pytest.raises(UpdateError, match="https only"):
        ask(PLAIN, address)


def test_redirects_are_not_followed_wherever_they_lead() -> None:
    with serve({"*": response(200, json.dumps(NEWS).encode())}) as plain:
        assert refused(redirect(f"{plain.url}/updates.json")).startswith("Could not check for updates")
        assert plain.requests == []


def test_certificate_that_is_not_good_is_said() -> None:
    assert refused(response(200, b"{}"), "expired").startswith("Could not check for updates: ")


def test_error_page_is_said_with_its_status() -> None:
    assert refused(response(404, b"gone")) == ("Could not check for updates: the server answered 404.")


def test_file_beyond_all_bounds_is_not_read_though_its_beginning_is_good() -> None:
    assert refused(response(200, json.dumps(NEWS).encode() + b" " * 100_000)) == NOT_UNDERSTOOD


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"\xff",
        b"[]",
        b"null",
        b"{}",
        b"[" * 20_000,
        json.dumps({**NEWS, "version": "2"}).encode(),
        json.dumps({**NEWS, "version": "9" * 5_000 + ".0.0"}).encode(),
        json.dumps({**NEWS, "version": "1.0.0\n"}).encode(),
        json.dumps({**NEWS, "version": ["1.0.0"]}).encode(),
        json.dumps({**NEWS, "date": "yesterday"}).encode(),
        json.dumps({**NEWS, "date": 5}).encode(),
        json.dumps({**NEWS, "news": ["It flies."]}).encode(),
        json.dumps({**NEWS, "news": {"en": "It flies."}}).encode(),
        json.dumps({**NEWS, "news": {"en": [5]}}).encode(),
    ],
    ids=range(15),
)
def test_any_other_file_is_one_sentence(body: bytes) -> None:
    assert told_by(body) == NOT_UNDERSTOOD


def test_news_are_few_lines_of_plain_text() -> None:
    rows = ["a\x1b[31m\nb\u202ec", "y" * 2_000, *["z"] * 50]
    read = read_release(json.dumps({**NEWS, "news": {"en": rows}}).encode())
    assert read.news_in("en")[0] == "a [31m b c"
    assert len(read.news_in("en")[1]) == 500
    assert len(read.news_in("en")) == 20


def test_news_are_in_english_where_the_language_has_none() -> None:
    release = read_release(json.dumps(NEWS).encode())
    assert [release.news_in(code) for code in ("es", "ru")] == [("Vuela.",), ("It flies.",)]


@pytest.mark.parametrize(
    ("version", "is_newer"), [("1.1.9", True), ("1.2.0", False), ("1.10.0", False), ("0.9.9", True)]
)
def test_versions_are_compared_by_their_numbers(version: str, is_newer: bool) -> None:
    assert read_release(json.dumps(NEWS).encode()).is_newer_than(version) == is_newer
