"""The client's address counts: never that of a proxy, and never one that the client could make up."""

import numpy as np
import pytest

from robotstudio.compliance.client_addresses import UNKNOWN_ADDRESS, client_addresses

CLOUDFLARE, FASTLY, LOCAL, CLIENT, GOOGLE = "173.245.48.9", "151.101.1.1", "10.0.0.7", "203.0.113.9", "66.249.66.1"


@pytest.mark.parametrize(
    ("connecting", "forwarded", "client"),
    [
        (CLIENT, "", CLIENT),
        (CLIENT, GOOGLE, CLIENT),  # anybody can send the header
        (CLOUDFLARE, CLIENT, CLIENT),
        (CLOUDFLARE, f"{GOOGLE},{CLIENT}", CLIENT),  # the first one was sent by the client
        (LOCAL, f"{GOOGLE},{CLIENT},{FASTLY}", CLIENT),
        (LOCAL, CLIENT, CLIENT),
        ("2606:4700::1", "2001:db8::5", "2001:db8::5"),
        ("::ffff:173.245.48.9", CLIENT, CLIENT),
        (CLOUDFLARE, "", UNKNOWN_ADDRESS),
        (CLOUDFLARE, FASTLY, UNKNOWN_ADDRESS),
        (LOCAL, "10.2.3.4", "10.2.3.4"),  # from the own network, through its proxy
        ("crawl-66-249-66-1.googlebot.com", "", "crawl-66-249-66-1.googlebot.com"),
    ],
)
def test_client_is_the_last_address_that_is_no_proxy(connecting: str, forwarded: str, client: str) -> None:
    found = client_addresses([(connecting, forwarded)], np.array([1]))
    assert found.addresses == (client,)


def test_requests_are_counted_by_proxy() -> None:
    pairs = [(CLOUDFLARE, CLIENT), (CLOUDFLARE, ""), (LOCAL, CLIENT), (CLIENT, "")]
    found = client_addresses(pairs, np.array([5, 3, 2, 1]))
    assert [found.addresses[number] for number in found.numbers] == [CLIENT, UNKNOWN_ADDRESS, CLIENT, CLIENT]
    first, second, third = map(str, found.notes)
    assert first.startswith("5 requests came through Cloudflare; the clients' addresses are the forwarded ones")
    assert second.startswith("3 requests came through Cloudflare, and the log does not have the clients' addresses")
    assert third.startswith("2 requests came through a proxy in your own network")
