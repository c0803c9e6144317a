"""What a fetch may cost at most. A server decides nothing of it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds, octets and redirects; every one of them ends a fetch."""

    redirects: int = 5  # RFC 9309 §2.3.1.2: at least five; Google follows five, then takes it as a 404
    body: int = 5 * 1024 * 1024  # decoded; ten times what Google reads, so that the cut can be shown
    wire: int = 6 * 1024 * 1024  # as it comes over the network: a coding may decode to nothing at all
    connect_seconds: float = 10.0
    read_seconds: float = 20.0  # without a single octet
    total_seconds: float = 60.0


DEFAULT_LIMITS = Limits()
