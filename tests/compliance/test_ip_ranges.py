"""Published addresses: asked in bulk, shipped with a date and a source, and fetched anew when asked."""

import json
from ipaddress import ip_address, ip_network

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robotstudio.compliance.ip_ranges import (
    AddressSet,
    RangeList,
    RangesError,
    pack_addresses,
    shipped_lists,
    updated_list,
)
from robotstudio.compliance.saved_ranges import refresh_lists
from robotstudio.engine.crawlers import CATALOGUE
from robotstudio.fetch.evidence import Evidence
from tests.fetch.history.evidences import answered

DAY = "2026-11-23"


def known_at(url: str) -> RangeList:
    networks = ("192.0.2.0/24",)
    return RangeList(url, url, (), url, "2026-01-01", "", is_authoritative=True, rdns=(), networks=networks)


KNOWN = known_at("https://invented.example/ips.json")

addresses = st.one_of(st.ip_addresses(v=4), st.ip_addresses(v=6)).map(str)
networks = st.one_of(
    st.tuples(st.ip_addresses(v=4), st.integers(0, 32)), st.tuples(st.ip_addresses(v=6), st.integers(0, 128))
).map(lambda pair: str(ip_network(f"{pair[0]}/{pair[1]}", strict=False)))


def is_mapped(address: str) -> bool:
    return getattr(ip_address(address), "ipv4_mapped", None) is not None


@given(st.lists(networks, max_size=12), st.lists(addresses, max_size=12))
def test_address_lies_in_the_networks_as_the_standard_library_says(known: list[str], asked: list[str]) -> None:
    borders = [str(edge) for each in known for edge in (ip_network(each)[0], ip_network(each)[-1])]
    written = [one for one in (*asked, *borders) if not is_mapped(one)]  # the next test has those
    found = AddressSet(known).contains(pack_addresses(written))
    # `ip_network` of one version never holds an address of the other.
    assert [bool(each) for each in found] == [
        any(ip_address(address) in ip_network(network) for network in known) for address in written
    ]


def test_what_is_no_address_is_in_no_network_and_a_mapped_one_is_one_of_ipv4() -> None:
    written = ["-", "", "host.example", "192.0.2.1", "::ffff:192.0.2.1", "999.1.1.1", "192.0.2.1.5", "é"]
    assert list(AddressSet(["192.0.2.0/24", "no network"]).contains(pack_addresses(written))) == [
        *(False, False, False, True, True, False, False, False),
    ]


def test_every_shipped_list_has_a_source_a_date_networks_and_known_crawlers() -> None:
    lists = shipped_lists()
    assert len({each.id for each in lists}) == len(lists) > 30
    for each in lists:
        assert each.source.startswith("https://"), each.id
        assert each.published_at.startswith("https://"), each.id
        assert len(each.dated) == len(DAY), each.id
        assert each.networks, each.id
        for network in each.networks:
            ip_network(network)
    known = {token.lower() for token in CATALOGUE.crawlers}
    named = [token for each in lists for token in each.tokens]
    assert sum(token.lower() in known for token in named) > 0.8 * len(named)


@pytest.mark.parametrize(
    ("body", "networks", "dated"),
    [
        (
            {
                "creationTime": "2026-11-01T10:00:00",
                "prefixes": [{"ipv4Prefix": "198.51.100.0/24"}, {"ipv6Prefix": "2001:db8::/32"}],
            },
            {"198.51.100.0/24", "2001:db8::/32"},
            "2026-11-01",
        ),
        ({"prefixes": [{"ip_prefix": "198.51.100.1/32"}]}, {"198.51.100.1/32"}, DAY),
        (["198.51.100.1", "2001:db8::1"], {"198.51.100.1", "2001:db8::1"}, DAY),
        ('<html>{"ip_prefix": "198.51.100.0/25"}</html>', {"198.51.100.0/25"}, DAY),
        ("198.51.100.0/24\n198.51.101.7\n", {"198.51.100.0/24", "198.51.101.7"}, DAY),
    ],
)
def test_list_is_read_from_all_that_operators_publish(body: object, networks: set[str], dated: str) -> None:
    text = body if isinstance(body, str) else json.dumps(body)
    new = updated_list(KNOWN, text.encode(), DAY)
    assert (set(new.networks), new.dated, new.source) == (networks, dated, KNOWN.published_at)


@pytest.mark.parametrize(
    "body", [b"", b"<html>sorry</html>", b"{}", b'{"prefixes": [{"ipv4Prefix": "all"}]}', b"[" * 9999]
)
def test_what_is_no_list_changes_nothing_and_is_told(body: bytes) -> None:
    with pytest.raises(RangesError):
        updated_list(KNOWN, body, DAY)


def test_lists_are_fetched_and_one_that_fails_stays_as_it_was() -> None:
    answers = {
        "https://a.example/": answered(b'["198.51.100.0/24"]'),
        "https://b.example/": answered(b"", 503),
        "https://c.example/": answered(b"no list"),
    }

    async def fetch(url: str) -> Evidence:
        return answers[url]

    found = refresh_lists(map(known_at, answers), DAY, fetch)
    assert [each.networks for each in found.lists] == [("198.51.100.0/24",), ("192.0.2.0/24",), ("192.0.2.0/24",)]
    assert [str(note) for note in found.notes] == [
        "The addresses of https://b.example/ are from 1 Jan 2026: the server answered 503.",
        "The addresses of https://c.example/ are from 1 Jan 2026: there is no list of addresses there.",
    ]
