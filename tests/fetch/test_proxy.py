"""The proxy settings of the machine are honoured; a proxy that fails is named as such."""

import pytest

from robotstudio.fetch.client import fetch_now
from robotstudio.fetch.evidence import FailureKind, FetchOutcome
from robotstudio.fetch.limits import Limits
from robotstudio.fetch.options import FetchOptions
from robotstudio.fetch.words import sentence
from tests.fetch.server import ROBOTS, response, serve, unused_port


def test_request_goes_through_the_proxy_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    with serve({"http://robots.invalid/robots.txt": response(200, ROBOTS)}) as proxy:
        monkeypatch.setenv("http_proxy", proxy.url)
        evidence = fetch_now("http://robots.invalid")
    assert (evidence.outcome, evidence.body) == (FetchOutcome.SUCCESS, ROBOTS)
    assert evidence.hops[0].ip is None


def test_host_can_be_exempt_from_the_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", f"http://127.0.0.1:{unused_port()}")
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    with serve(response(200, ROBOTS)) as server:
        assert fetch_now(server.url).outcome is FetchOutcome.SUCCESS


def test_proxy_that_is_down_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", f"http://127.0.0.1:{unused_port()}")
    evidence = fetch_now("http://robots.invalid")
    assert evidence.outcome is FetchOutcome.NETWORK_ERROR
    assert evidence.error is not None
    assert (evidence.error.kind, evidence.error.argument("proxy")) == (FailureKind.PROXY, "127.0.0.1")


def test_proxy_that_does_not_connect_through_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    with serve({"robots.invalid:443": response(407, b"", reason="Proxy Authentication Required")}) as proxy:
        monkeypatch.setenv("https_proxy", proxy.url)
        evidence = fetch_now("https://robots.invalid")
    assert evidence.error is not None
    assert evidence.error.kind is FailureKind.PROXY
    assert "407" in str(evidence.error.argument("detail"))


@pytest.mark.parametrize("setting", ["socks5://127.0.0.1:1", "gopher://127.0.0.1:1"])
def test_proxy_that_cannot_be_used_is_named(monkeypatch: pytest.MonkeyPatch, setting: str) -> None:
    monkeypatch.setenv("all_proxy", setting)
    evidence = fetch_now("http://127.0.0.1")
    assert evidence.error is not None
    assert evidence.error.kind is FailureKind.PROXY_UNSUPPORTED


@pytest.mark.usefixtures("plain_http")
@pytest.mark.parametrize(
    "proxy",
    [
        "http://joe:secret@host:abc",
        "odd://joe:secret@host",
        "joe:secret@host:80",
        "socks5://joe:secret@host",
        "http://joe:secret@ho st",
        "http://joe:secret@[::1",
    ],
)
def test_proxy_that_cannot_be_one_is_a_sentence_without_its_password(proxy: str) -> None:
    evidence = fetch_now("http://127.0.0.1:9", Limits(connect_seconds=2), FetchOptions(proxy=proxy))
    assert evidence.error is not None
    assert "secret" not in sentence(evidence.error)
    assert evidence.error.kind in {FailureKind.PROXY_UNSUPPORTED, FailureKind.PROXY, FailureKind.CONNECTION_REFUSED}
