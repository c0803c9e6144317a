"""Stream the members of a tar archive with bounded headers and bounded memory."""

import tarfile
from collections.abc import Iterator
from io import BufferedReader
from typing import IO, Final, Self, cast

from robotstudio.store.unpacking import Piecewise
from robotstudio.survey.reading.files import EndlessHeaderError

_LONGEST_HEADER: Final = 1024 * 1024
_LONG_HEADERS: Final = frozenset(
    {tarfile.GNUTYPE_LONGNAME, tarfile.GNUTYPE_LONGLINK, tarfile.XHDTYPE, tarfile.XGLTYPE, tarfile.SOLARIS_XHDTYPE}
)
_SPARSE: Final = "it has sparse files, which are not read"
_END: Final = bytes(tarfile.BLOCKSIZE)
_AT_ONCE: Final = 1 << 20


def members_of(file: BufferedReader) -> Iterator[tuple[str, IO[bytes]]]:
    """Iterate over names and contents of files. Raises TarError, and EOFError if the end of the archive is missing."""
    stream = _Recent(file)
    with tarfile.open(
        fileobj=cast("IO[bytes]", stream), mode="r|", bufsize=tarfile.RECORDSIZE, tarinfo=_BoundedHeader
    ) as archive:
        while (member := archive.next()) is not None:
            if member.isfile() and (content := archive.extractfile(member)) is not None:
                yield member.name, content
            archive.members = []  # type: ignore[attr-defined]  # else it keeps all members
        # `tarfile` also stops silently at an invalid header; only a block of zeros ends an archive.
        is_ended = stream.before(archive.fileobj.tell()) == _END
    while file.read(_AT_ONCE):  # verify the compression up to its end
        pass
    if not is_ended:
        raise EOFError


class _Recent(Piecewise):
    """Stream that remembers its latest bytes, since `tarfile` reads ahead."""

    def __init__(self, file: BufferedReader) -> None:
        super().__init__(file)
        self._take = self.read
        self.read = self._read
        self._bytes = b""
        self._end = 0

    def before(self, offset: int) -> bytes:
        """Return the block that ends at this offset of the stream."""
        end = len(self._bytes) - (self._end - offset)
        return self._bytes[max(0, end - tarfile.BLOCKSIZE) : end]

    def _read(self, size: int = -1) -> bytes:
        taken = self._take(size)
        self._bytes = (self._bytes + taken)[-tarfile.RECORDSIZE - tarfile.BLOCKSIZE :]
        self._end += len(taken)
        return taken


class _BoundedHeader(tarfile.TarInfo):
    """Header with a size limit: `tarfile` reads long names, pax headers and sparse maps of any length into memory."""

    def _proc_member(self, archive: tarfile.TarFile) -> Self:
        if self.type in _LONG_HEADERS and self.size > _LONGEST_HEADER:
            raise EndlessHeaderError
        if self.type == tarfile.GNUTYPE_SPARSE:
            raise tarfile.ReadError(_SPARSE)
        return super()._proc_member(archive)  # type: ignore[misc,no-any-return]  # made to be overridden, says `tarfile`

    def _proc_gnusparse_10(self, *_: object) -> Self:
        raise tarfile.ReadError(_SPARSE)
