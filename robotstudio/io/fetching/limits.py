"""What a fetch may cost at most. A server decides nothing of it."""

from robotstudio.lazy_dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds, bytes, pieces and redirects; every one of them ends a fetch."""

    redirects: int = 5  # RFC 9309 §2.3.1.2: at least five; Google follows five, then takes it as a 404
    body: int = 5 * 1024 * 1024  # decoded; ten times what Google reads, so that the cut can be shown
    wire: int = 6 * 1024 * 1024  # as it comes over the network: a coding may decode to nothing at all
    head: int = 128 * 1024  # all that comes before the body: interim responses, control frames, headers
    framing: int = 256 * 1024  # all of an answer that is no body: the head, sizes of chunks, frames
    pieces: int = 10_000  # reads from the network, over all hops: a byte at a time costs as much as a packet
    connect_seconds: float = 10.0
    read_seconds: float = 15.0  # without a single byte
    total_seconds: float = 20.0  # from the first look-up to the last byte, over all hops


DEFAULT_LIMITS = Limits()
