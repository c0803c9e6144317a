"""A public site leads to no address that is not public: by no redirect, no name and no change of a name."""

import ipaddress
import itertools
import socket
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

import robotstudio
from robotstudio.fetch import address_policy
from robotstudio.fetch.address_policy import AddressPolicy, NotPublicError, is_public
from robotstudio.fetch.client import fetch_now
from robotstudio.fetch.evidence import FailureKind, FetchOutcome
from robotstudio.urls.urls import site_in
from tests.fetch.server import ROBOTS, redirect, response, serve

PUBLIC, PRIVATE = "127.0.0.1", "::1"

Names = Callable[[dict[str, Iterable[str]]], None]


@pytest.fixture
def _one_address_is_public(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the two addresses that every machine has, one stands for all public ones."""
    monkeypatch.setattr(address_policy, "is_public", lambda address: str(address) == PUBLIC)


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> Names:
    """Names that lead to one address after the other, and stay at the last."""
    look_up = socket.getaddrinfo

    def give(known: dict[str, Iterable[str]]) -> None:
        found = {name: iter(addresses) for name, addresses in known.items()}

        def fake(host: str | bytes, port: int, *more: int, **options: int) -> object:
            name = host.decode() if isinstance(host, bytes) else host
            return look_up(next(found[name]) if name in found else name, port, *more, **options)

        monkeypatch.setattr(socket, "getaddrinfo", fake)

    return give


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("8.8.8.8", True),
        ("2001:4860:4860::8888", True),
        ("127.0.0.1", False),
        ("0.0.0.0", False),  # noqa: S104  # an address, and nothing listens
        ("10.1.2.3", False),
        ("172.16.0.1", False),
        ("192.168.0.1", False),
        ("100.64.0.1", False),
        ("169.254.169.254", False),
        ("224.0.0.1", False),
        ("255.255.255.255", False),
        ("::", False),
        ("::1", False),
        ("fe80::1", False),
        ("fec0::1", False),
        ("fd00::1", False),
        ("ff02::1", False),
        ("::ffff:10.0.0.1", False),
        ("::ffff:8.8.8.8", True),
        ("64:ff9b::a00:1", False),
        ("64:ff9b::808:808", True),
        ("::127.0.0.1", False),
        ("::ffff:0:10.0.0.1", False),
        ("::ffff:0:8.8.8.8", True),
        ("2002:a00:1::", False),
        ("2001:0:a00:1::", False),
    ],
)
def test_addresses_that_everybody_reaches(address: str, *, public: bool) -> None:
    assert is_public(ipaddress.ip_address(address)) is public


def admits(where: AddressPolicy, url: str, address: str) -> bool:
    try:
        where.admit(url, address)
    except NotPublicError:
        return False
    return True


def test_site_that_was_public_stays_so() -> None:
    where = AddressPolicy(("a.test",))
    assert admits(where, "http://a.test/", "8.8.8.8")
    assert not admits(where, "http://a.test/", "10.0.0.1")
    assert admits(where, "http://a.test/", "8.8.4.4")


def test_site_of_the_person_may_be_in_their_network() -> None:
    where = AddressPolicy(("a.test",), is_narrow=True)
    assert admits(where, "http://a.test/x", "10.0.0.1")
    assert admits(where, "http://b.test/", "10.0.0.1")
    assert not admits(where, "http://b.test/", "10.0.0.2")
    assert not admits(where, "http://b.test/", "127.0.0.1")


def test_site_in_a_network_may_lead_to_its_neighbours_but_to_no_cloud_role() -> None:
    where = AddressPolicy(("a.test",))
    assert admits(where, "http://a.test/", "10.0.0.1")
    assert admits(where, "http://b.test/", "10.0.0.2")
    assert not admits(where, "http://b.test/", "169.254.169.254")


def test_all_of_this_computer_is_one() -> None:
    where = AddressPolicy(("127.0.0.1:8000",), is_narrow=True)
    assert admits(where, "http://localhost:9000/", "::1")
    assert not AddressPolicy(("127.0.0.1:8000",)).refuses("http://[::1]/")


@pytest.mark.parametrize(
    "url",
    ["http://10.0.0.1/", "http://[::1]:8080/", "http://169.254.169.254/latest/", "http://[::ffff:7f00:1]/x"],
)
def test_numbers_are_refused_before_they_are_asked(url: str) -> None:
    assert AddressPolicy(("example.com",)).refuses(url)


def test_ports_are_those_of_the_site_unless_others_are_asked_for() -> None:
    narrow = AddressPolicy(("example.com:8443",), other_ports=False)
    assert not narrow.refuses("https://example.com:8443/x")
    assert not narrow.refuses("https://www.example.com/x")
    assert narrow.refuses("https://example.com:6379/")
    assert not AddressPolicy(("example.com:8443",)).refuses("https://example.com:6379/")


def test_only_origins_that_may_be_asked_are() -> None:
    where = AddressPolicy(("a.test",))
    within = where.within(lambda origin: origin == "https://b.test")
    assert not within.refuses("https://b.test/x")
    assert within.refuses("https://c.test/x")
    assert admits(within, "http://a.test/", "8.8.8.8")
    assert not admits(where, "http://a.test/", "10.0.0.1")  # what one learned, the other knows


@pytest.mark.usefixtures("_one_address_is_public", "plain_http")
def test_redirect_to_an_address_that_is_not_public_is_refused() -> None:
    with serve(response(200, ROBOTS), host=PRIVATE) as inner, serve(redirect(f"{inner.url}/robots.txt")) as server:
        evidence = fetch_now(server.url)
        assert inner.requests == []
    assert evidence.outcome is FetchOutcome.REDIRECT_REFUSED
    assert evidence.error is not None
    assert evidence.error.kind is FailureKind.REDIRECT_REACH
    assert [hop.status for hop in evidence.hops] == [301]


@pytest.mark.usefixtures("_one_address_is_public", "plain_http")
def test_name_of_an_address_that_is_not_public_is_not_connected_to(names: Names) -> None:
    names({"inner.test": itertools.repeat(PRIVATE)})
    with serve(response(200, ROBOTS), host=PRIVATE) as inner:
        address = f"http://inner.test:{inner.port}/robots.txt"
        with serve(redirect(address)) as server:
            evidence = fetch_now(server.url)
        assert inner.requests == []
        assert evidence.error is not None
        assert (evidence.error.kind, evidence.error.argument("host")) == (FailureKind.NOT_PUBLIC, "inner.test")
        assert fetch_now(address).outcome is FetchOutcome.SUCCESS  # the person gave it


@pytest.mark.usefixtures("_one_address_is_public", "plain_http")
def test_name_that_changes_its_address_gains_nothing(names: Names) -> None:
    names({"rebound.test": itertools.chain([PUBLIC], itertools.repeat(PRIVATE))})
    with serve({"/robots.txt": redirect("/moved")}) as server:
        evidence = fetch_now(f"http://rebound.test:{server.port}")
    assert [hop.status for hop in evidence.hops] == [301, None]
    assert evidence.error is not None
    assert evidence.error.kind is FailureKind.NOT_PUBLIC


@pytest.mark.usefixtures("_one_address_is_public")
def test_number_is_refused_through_a_proxy_too(monkeypatch: pytest.MonkeyPatch) -> None:
    with serve({"http://robots.invalid/robots.txt": redirect("http://[::1]:9/robots.txt")}) as proxy:
        monkeypatch.setenv("http_proxy", proxy.url)
        evidence = fetch_now("http://robots.invalid")
        assert len(proxy.requests) == 1
    assert evidence.outcome is FetchOutcome.REDIRECT_REFUSED


def test_every_fetch_runs_on_the_loop_that_refuses_addresses() -> None:
    code = "".join(path.read_text("utf-8") for path in Path(robotstudio.__file__).parent.rglob("*.py"))
    assert "asyncio.run(" not in code
    assert code.count("asyncio.Runner(") == code.count("asyncio.Runner(loop_factory=FetchLoop)") > 0
    assert "new_event_loop" not in code


def test_site_of_a_url() -> None:
    assert [site_in(url) for url in ("http://A.test:80/x", "https://[::1]:8/", "x")] == ["a.test:80", "[::1]:8", ""]
