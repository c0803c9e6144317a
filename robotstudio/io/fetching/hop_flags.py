"""What is remarkable about the way of a fetch: where a redirect leads away from what was asked for."""

from enum import StrEnum

from robotstudio.io.fetching.address import host_of, redirect_target
from robotstudio.io.fetching.evidence import Evidence, Hop


class HopFlag(StrEnum):
    """What a redirect does beyond redirecting."""

    LOOP = "loop"  # back to an address that was asked before
    OTHER_HOST = "other_host"
    LESS_SAFE = "less_safe"  # from https to http
    SAFER = "safer"  # from http to https


def hop_flags(evidence: Evidence) -> tuple[frozenset[HopFlag], ...]:
    """The flags of each hop, in the order of `evidence.hops`; empty for one that leads nowhere."""
    return tuple(_flags(evidence.hops, number) for number in range(len(evidence.hops)))


def _flags(hops: tuple[Hop, ...], number: int) -> frozenset[HopFlag]:
    here, there = hops[number].url, _leads_to(hops, number)
    if there is None:
        return frozenset()
    schemes = here.partition(":")[0], there.partition(":")[0]
    found = {
        HopFlag.LOOP: any(hop.url == there for hop in hops[: number + 1]),
        HopFlag.OTHER_HOST: host_of(here) != host_of(there),
        HopFlag.LESS_SAFE: schemes == ("https", "http"),
        HopFlag.SAFER: schemes == ("http", "https"),
    }
    return frozenset(flag for flag, is_so in found.items() if is_so)


def _leads_to(hops: tuple[Hop, ...], number: int) -> str | None:
    if number + 1 < len(hops):
        return hops[number + 1].url
    last = hops[number]
    if last.status is None or not 300 <= last.status < 400:
        return None
    target = redirect_target(last.location, last.url, last.status)
    return target if isinstance(target, str) else None
