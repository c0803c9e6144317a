"""What reading a source may cost at most, whatever the file is."""

from typing import Final

from robotstudio.io.url_builder import MOST_URLS
from robotstudio.lazy_dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ReadLimits:
    """Bytes are those after decompression: a small archive can hold any number of them."""

    max_bytes: int = 8 * 1024**3
    line: int = 256 * 1024
    urls: int = MOST_URLS
    rejected: int = 200
    """So many rejected lines are kept to be shown; all are counted."""
    agents: int = 20_000
    """Different User-Agent headers of a log that are told apart."""


DEFAULT_LIMITS: Final = ReadLimits()
