"""The same site under other addresses: http and https, with and without www, other subdomains and ports.

Each has its own robots.txt, which governs that scheme, host and port only.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

import ada_url
from msgspec import Struct

from robotstudio.fetch.address import origin_of, robots_target
from robotstudio.fetch.address_policy import address_in
from robotstudio.fetch.evidence import Evidence, Failure, FetchOutcome
from robotstudio.fetch.options import PLAIN, FetchOptions
from robotstudio.fetch.shared_deadline import SharedDeadline, run_limited

if TYPE_CHECKING:
    from robotstudio.fetch.client import Fetcher  # brings httpx, which takes longer than a frame

MOST_VARIANTS: Final = 60
_AT_ONCE: Final = 6
_DEFAULT_PORTS: Final = {"http": 80, "https": 443}


class Variant(Struct, frozen=True):
    """One address of the site and its response."""

    evidence: Evidence
    governs: str  # the origin that its rules apply to
    content: int  # equal numbers mean equal bytes; 0 if there is no file
    lands_on: str  # the variant that it redirects to, or ""

    @property
    def is_redirected(self) -> bool:
        return self.evidence.redirects > 0


class VariantReport(Struct, frozen=True):
    variants: tuple[Variant, ...]

    @property
    def contents(self) -> int:
        """Number of different files."""
        return max((variant.content for variant in self.variants), default=0)

    @property
    def are_alike(self) -> bool:
        """True if every address serves the same file."""
        return {variant.content for variant in self.variants} == {1}


def variants_of(typed: str, subdomains: Iterable[str] = (), ports: Iterable[int] = ()) -> tuple[str, ...] | Failure:
    """Return the robots.txt addresses of a site's variants, the typed one first.

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
    if "." not in host or address_in(host) is not None:
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


def _address(scheme: str, host: str, port: int | None) -> str:
    is_usual = port is None or port == _DEFAULT_PORTS[scheme]
    return f"{scheme}://{host}{'' if is_usual else f':{port}'}/robots.txt"


def compare_variants(evidences: Sequence[Evidence]) -> VariantReport:
    """Group the variants by the file they serve, and find those that redirect to another one."""
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
    """Fetch the addresses of `variants_of`, a few at once; `on_evidence` gets each on arrival.

    All requests share the deadline of one fetch, since they go to one site.
    """
    time = SharedDeadline(fetcher)

    async def one(address: str) -> Evidence:
        evidence = await time.robots(address, options)
        if on_evidence is not None:
            on_evidence(evidence)
        return evidence

    return compare_variants(await run_limited([partial(one, address) for address in addresses], _AT_ONCE))
