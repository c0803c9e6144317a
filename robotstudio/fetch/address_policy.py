"""Restrict where untrusted text may lead fetches (SSRF): redirects, `Sitemap:` lines, links, resources of a page.

A public site must not lead to a private address: loopback, a private network, link-local (where clouds hand out
credentials). The address is checked when a connection is made, after name resolution, so that DNS rebinding gains
nothing. A proxy resolves names itself: then only literal IP addresses are refused.
"""

import ipaddress
from collections.abc import Callable, Iterable
from contextvars import ContextVar
from typing import Final

from robotstudio.urls.urls import origin_in, site_in

Address = ipaddress.IPv4Address | ipaddress.IPv6Address

_AROUND_IPV4: Final = tuple(map(ipaddress.IPv6Network, ("64:ff9b::/96", "::ffff:0:0:0/96", "::/96")))
"""IPv6 prefixes that embed an IPv4 address: NAT64 (RFC 6052), translated (RFC 2765), "compatible" (RFC 4291)."""
_USUAL_PORTS: Final = frozenset({"", "80", "443"})


class NotPublicError(OSError):
    """The connection was refused."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.address = address


ADMITS: "Final[ContextVar[Callable[[str], None] | None]]" = ContextVar("admits", default=None)
"""Raises NotPublicError for an IP address to which the current request must not connect."""


def is_public(address: Address) -> bool:
    """Return True if an address is reachable from the internet, also one embedded in another."""
    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour or _embedded_ipv4(address)
        if inner is not None:
            return is_public(inner)
        if address.is_site_local or address.teredo is not None:
            return False
    return address.is_global and not address.is_multicast


def _embedded_ipv4(address: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    is_around = any(address in network for network in _AROUND_IPV4)
    return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF) if is_around else None


def address_in(text: str) -> Address | None:
    """Parse an IP address as written in a URL or socket; None for a name."""
    try:
        return ipaddress.ip_address(text.strip("[]"))
    except ValueError:
        return None


class _Learned:
    """What the connections to the sites have revealed."""

    def __init__(self) -> None:
        self.own: set[Address] = set()  # private addresses of the sites
        self.is_public: dict[str, bool] = {}  # by site


class AddressPolicy:
    """What fetches for some sites may reach. It learns the addresses of those sites from their connections."""

    def __init__(
        self,
        sites: Iterable[str],
        *,
        is_narrow: bool = False,
        other_ports: bool = True,
        may_ask: Callable[[str], bool] = lambda _origin: True,
        learned: _Learned | None = None,
    ) -> None:
        """`sites` are the hosts that the person named, with non-default ports.

        A private site may lead to other private addresses or, with `is_narrow`, only to its own. Without `other_ports`,
        other sites are reached at the default ports only; `may_ask` filters their origins.
        """
        self._sites = frozenset(site.lower() for site in sites)
        self._is_narrow = is_narrow
        self._other_ports = other_ports
        self._may_ask = may_ask
        self._learned = learned or _Learned()
        for site in self._sites:
            literal = address_in(_host(site))
            if literal is not None:
                self._learn(site, literal)

    def within(self, may_ask: Callable[[str], bool]) -> "AddressPolicy":
        """Return the same policy, sharing what it learned, for the origins that `may_ask` accepts."""
        return AddressPolicy(
            self._sites,
            is_narrow=self._is_narrow,
            other_ports=self._other_ports,
            may_ask=may_ask,
            learned=self._learned,
        )

    def refuses(self, url: str) -> bool:
        """Return True if the URL, as written, must not be requested."""
        site = site_in(url)
        if site in self._sites:
            return False
        literal = address_in(_host(site))
        is_usual = self._other_ports or site[len(_host(site)) :].lstrip(":") in _USUAL_PORTS
        is_open = literal is None or self._admits(site, literal)
        return not (is_usual and is_open and self._may_ask(origin_in(url)))

    def admit(self, url: str, address: str) -> None:
        """Raise NotPublicError if a request for the URL must not connect to this IP address."""
        found = address_in(address)
        if found is not None and not self._admits(site_in(url), found):
            raise NotPublicError(address)

    def _admits(self, site: str, address: Address) -> bool:
        if site in self._sites:
            self._learn(site, address)
            return not self._learned.is_public[site] or is_public(address)
        if is_public(address) or address in self._learned.own:
            return True
        if address.is_loopback:
            return any(own.is_loopback for own in self._learned.own)
        return not self._is_narrow and bool(self._learned.own) and not address.is_link_local

    def _learn(self, site: str, address: Address) -> None:
        """Note whether a site is public at its first connection; later addresses do not change that."""
        if not self._learned.is_public.setdefault(site, is_public(address)) and not is_public(address):
            self._learned.own.add(address)


def _host(site: str) -> str:
    return site if site.endswith("]") else site.rpartition(":")[0] or site
