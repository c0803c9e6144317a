"""The settings of the machine that runs the tests have no say in them."""

import ssl
import threading
from collections.abc import Iterator

import pytest

from robotstudio.fetch import client


@pytest.fixture(autouse=True)
def _no_settings_of_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)
    for name in ("SSL_CERT_FILE", "SSL_CERT_DIR"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture(autouse=True)
def _no_thread_left_behind() -> Iterator[None]:
    before = set(threading.enumerate())
    yield
    left = [thread for thread in threading.enumerate() if thread not in before and not thread.daemon]
    assert not left


@pytest.fixture(scope="session")
def authorities() -> ssl.SSLContext:
    """Load them once for all tests that stay in plain HTTP: it takes longer than the fetch."""
    return client.trusted_authorities()


@pytest.fixture
def plain_http(monkeypatch: pytest.MonkeyPatch, authorities: ssl.SSLContext) -> None:
    """Spares a fetch the loading of certificates that it does not need."""
    monkeypatch.setattr(client, "trusted_authorities", lambda: authorities)
