"""The same site under its other addresses: http and https, with www and without, other subdomains and ports.

Each has a robots.txt of its own, which governs that scheme, host and port alone.
"""

import ipaddress
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

import ada_url

from robotstudio.fetch.address import origin_of, robots_target
from robotstudio.fetch.evidence import Evidence, Failure, FetchOutcome
from robotstudio.fetch.options import PLAIN, FetchOptions
from robotstudio.fetch.side_by_side import SharedTime, side_by_side
from robotstudio.lazy_dataclasses import dataclass

if TYPE_CHECKING:
    from robotstudio.fetch.client import Fetcher  # brings httpx, which takes longer than a frame

MOST_VARIANTS: Final = 60
_AT_ONCE: Final = 6
_DEFAULT_PORTS: Final = {"http": 80, "https": 443}


@dataclass(frozen=True, slots=True)
class Variant:
    """One address of the site and what it answers."""

    evidence: Evidence
    governs: str  # the origin whose URLs its rules hold for
    content: int  # the same number: the same bytes; 0 where no file came
    lands_on: str  # the address of the variant to which it redirects; "" where to none, or nowhere

    @property
    def is_redirected(self) -> bool:
        """Whether something else answered than was asked."""
        return self.evidence.redirects > 0


@dataclass(frozen=True, slots=True)
class VariantReport:
    """All variants side by side."""

    variants: tuple[Variant, ...]

    @property
    def contents(self) -> int:
        """How many different files there are."""
        return max((variant.content for variant in self.variants), default=0)

    @property
    def are_alike(self) -> bool:
        """Whether every address answers with the same file."""
        return {variant.content for variant in self.variants} == {1}


def variants_of(typed: str, subdomains: Iterable[str] = (), ports: Iterable[int] = ()) -> tuple[str, ...] | Failure:
    """The robots.txt addresses of a site's variants, the one that was typed first.

    A subdomain is `shop` or `shop.example.com`. `localhost` and IP addresses have neither www nor subdomains.
    """
    target = robots_target(typed)
    if isinstance(target, Failure):
        return target
    parsed = ada_url.URL(target.url)
    own = [int(parsed.port)] if parsed.port else [None]
    hosts = list(_hosts(parsed.hostname, subdomains))
    found = [target.url]
    for port in (*own, *(port for port in ports if 0 < port < 65_536)):
        found += [_address(scheme, host, port) for host in hosts for scheme in ("https", "http")]
    return tuple(dict.fromkeys(found))[:MOST_VARIANTS]


def _hosts(host: str, subdomains: Iterable[str]) -> Iterator[str]:
    if "." not in host or _is_ip(host):
        yield host
        return
    apex = host.removeprefix("www.")
    yield from (apex, f"www.{apex}")
    for written in subdomains:
        name = written.strip().strip(".").lower()
        if name:
            full = name if name.endswith(f".{apex}") or name == apex else f"{name}.{apex}"
            target = robots_target(f"https://{full}")
            if not isinstance(target, Failure):
                yield str(ada_url.URL(target.url).hostname)


def _is_ip(host: str) -> bool:
    try:
        ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return False
    return True


def _address(scheme: str, host: str, port: int | None) -> str:
    is_usual = port is None or port == _DEFAULT_PORTS[scheme]
    return f"{scheme}://{host}{'' if is_usual else f':{port}'}/robots.txt"


def compare_variants(evidences: Sequence[Evidence]) -> VariantReport:
    """Which variants answer with the same file, and which only lead to another one."""
    numbers: dict[bytes, int] = {}
    by_origin = {origin_of(evidence.requested): evidence.requested for evidence in evidences}
    variants = []
    for evidence in evidences:
        content = 0
        if evidence.outcome is FetchOutcome.SUCCESS:
            content = numbers.setdefault(evidence.body, len(numbers) + 1)
        lands_on = by_origin.get(origin_of(evidence.final_url), "") if evidence.redirects else ""
        variants.append(
            Variant(
                evidence,
                origin_of(evidence.requested),
                content,
                "" if lands_on == evidence.requested else lands_on,
            )
        )
    return VariantReport(tuple(variants))


async def fetch_variants(
    fetcher: "Fetcher",
    addresses: Sequence[str],
    options: FetchOptions = PLAIN,
    on_evidence: Callable[[Evidence], None] | None = None,
) -> VariantReport:
    """Fetch the addresses that `variants_of` gave, a few at once; each is told as soon as it is there.

    All of them share the time of one fetch: it is one site that they ask.
    """
    time = SharedTime(fetcher)

    async def one(address: str) -> Evidence:
        evidence = await time.robots(address, options)
        if on_evidence is not None:
            on_evidence(evidence)
        return evidence

    return compare_variants(await side_by_side([partial(one, address) for address in addresses], _AT_ONCE))
