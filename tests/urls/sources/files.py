"""Files for the tests of sources, and the way to read them."""

import gzip
from pathlib import Path

from robotstudio.urls.sources.reading import ReadOptions, SourceReading, read_source

REAL = Path(__file__).parents[4] / "shared" / "corpus" / "urls"


def write(path: Path, body: bytes | str, *, zipped: bool = False) -> Path:
    """Write a file with this content."""
    raw = body.encode() if isinstance(body, str) else body
    path.write_bytes(gzip.compress(raw) if zipped else raw)
    return path


def read(path: Path, options: ReadOptions | None = None) -> SourceReading:
    """Read one file."""
    return read_source([path], options)


def urls(reading: SourceReading) -> list[str]:
    """Return the requested forms."""
    return list(reading.urls.urls)
