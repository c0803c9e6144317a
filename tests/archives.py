"""Archives that tests make and look into."""

import tarfile
from pathlib import Path


def unpack(archive: tarfile.TarFile, folder: Path) -> None:
    """Unpack what the archive holds as data; Python has the filter for that since 3.11.4, and Debian 12 has 3.11.2."""
    archive.extraction_filter = getattr(tarfile, "data_filter", None)
    archive.extractall(folder)  # noqa: S202  # what the tests have just packed
