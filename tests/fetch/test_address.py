"""What a person types, where a redirect leads, and what is shown of an address."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robotstudio.fetch.address import (
    FetchTarget,
    host_of,
    origin_of,
    port_of,
    redirect_target,
    robots_target,
    shown,
    site_of,
    without_credentials,
)
from robotstudio.fetch.evidence import Failure, FailureKind


@pytest.mark.parametrize(
    ("typed", "url"),
    [
        ("example.com", "https://example.com/robots.txt"),
        ("  Example.COM \n", "https://example.com/robots.txt"),
        ("<https://example.com>", "https://example.com/robots.txt"),
        ("https://example.com/any/page?query#fragment", "https://example.com/robots.txt"),
        ("http://example.com", "http://example.com/robots.txt"),
        ("HTTP://example.com:80/", "http://example.com/robots.txt"),
        ("example.com/page", "https://example.com/robots.txt"),
        ("example.com:8443/page", "https://example.com:8443/robots.txt"),
        ("//example.com/page", "https://example.com/robots.txt"),
        ("https:example.com", "https://example.com/robots.txt"),
        ("bücher.example", "https://xn--bcher-kva.example/robots.txt"),
        ("https://日本.example/", "https://xn--wgv71a.example/robots.txt"),
        ("xn--bcher-kva.example", "https://xn--bcher-kva.example/robots.txt"),
        ("localhost:8000", "http://localhost:8000/robots.txt"),
        ("127.0.0.1:8000/x", "http://127.0.0.1:8000/robots.txt"),
        ("::1", "http://[::1]/robots.txt"),
        ("fe80::1", "http://[fe80::1]/robots.txt"),
        ("[::1]:8000", "http://[::1]:8000/robots.txt"),
        ("intranet:80", "http://intranet/robots.txt"),
        ("ftp://example.com/pub/", "ftp://example.com/robots.txt"),
        ("FTP://user:secret@example.com:2121", "ftp://example.com:2121/robots.txt"),
    ],
)
def test_robots_txt_of_what_was_typed(typed: str, url: str) -> None:
    assert robots_target(typed) == FetchTarget(url)


@pytest.mark.parametrize(
    ("typed", "kind"),
    [
        ("", FailureKind.ADDRESS_EMPTY),
        (" \t", FailureKind.ADDRESS_EMPTY),
        ("ftp://", FailureKind.ADDRESS_INVALID),
        ("ftp://a b/", FailureKind.ADDRESS_INVALID),
        ("file:///etc/passwd", FailureKind.ADDRESS_INVALID),
        ("javascript:alert(1)", FailureKind.ADDRESS_INVALID),
        ("mailto:a@example.com", FailureKind.ADDRESS_INVALID),
        ("exa mple.com", FailureKind.ADDRESS_INVALID),
        ("https://", FailureKind.ADDRESS_INVALID),
        ("https://example.com:99999", FailureKind.ADDRESS_INVALID),
        ("/only/a/path", FailureKind.ADDRESS_INVALID),
        ("https://a\0b", FailureKind.ADDRESS_INVALID),
        ("\udc80.example", FailureKind.ADDRESS_INVALID),
        ("x" * 100_000, FailureKind.ADDRESS_INVALID),
    ],
)
def test_what_is_no_web_address_is_named(typed: str, kind: FailureKind) -> None:
    failure = robots_target(typed)
    assert isinstance(failure, Failure)
    assert failure.kind is kind


def test_credentials_are_not_part_of_the_address() -> None:
    target = robots_target("https://user:p%40ss@example.com/")
    assert target == FetchTarget("https://example.com/robots.txt", "Basic dXNlcjpwQHNz")


@given(st.text())
def test_any_text_gives_an_address_or_a_failure(typed: str) -> None:
    target = robots_target(typed)
    assert isinstance(target, Failure) or target.url.endswith("/robots.txt")


@given(st.text())
def test_any_location_gives_a_web_address_or_a_failure(location: str) -> None:
    target = redirect_target(location, "https://example.com/robots.txt", 301)
    assert isinstance(target, Failure) or target.startswith(("https://", "http://"))


def test_redirect_target_has_no_credentials() -> None:
    assert redirect_target("//user:secret@b.example/x?y#z", "https://a.example/", 301) == "https://b.example/x?y"


@pytest.mark.parametrize(
    ("address", "bare"),
    [
        ("https://user:secret@example.com/a?b#c", "https://example.com/a?b#c"),
        ("//user:secret@example.com/a", "https://example.com/a"),
        ("/a@b", "/a@b"),
        ("https://example.com", "https://example.com"),
        ("http://[", "http://["),
    ],
)
def test_credentials_are_taken_out(address: str, bare: str) -> None:
    assert without_credentials(address) == bare


@pytest.mark.parametrize(
    ("url", "host", "port", "origin"),
    [
        ("https://example.com/x", "example.com", 443, "https://example.com"),
        ("http://example.com/x", "example.com", 80, "http://example.com"),
        ("http://example.com:8000/x", "example.com", 8000, "http://example.com:8000"),
        ("https://xn--bcher-kva.example/", "bücher.example", 443, "https://bücher.example"),
        ("http://[::1]:8000/", "::1", 8000, "http://[::1]:8000"),
    ],
)
def test_host_port_and_origin_as_a_person_writes_them(url: str, host: str, port: int, origin: str) -> None:
    assert (host_of(url), port_of(url), origin_of(url)) == (host, port, origin)
    assert site_of(url) == origin.partition("//")[2], "two ports are two sites"


def test_text_of_a_stranger_is_short_and_printable() -> None:
    assert shown("a\x1b[31m\nb\u202e") == "a\ufffd[31m\ufffdb\ufffd"
    assert len(shown("x" * 10_000)) == 200
