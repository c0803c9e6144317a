"""Members of a tar archive, read as a stream. What its headers may take is bounded, and so is what is remembered."""

import tarfile
from collections.abc import Iterator
from io import BufferedReader
from typing import IO, Final, Self, cast

from robotstudio.io.survey.inputs import EndlessHeaderError
from robotstudio.io.unpacking import Piecewise

_LONGEST_HEADER: Final = 1024 * 1024
_LONG_HEADERS: Final = frozenset(
    {tarfile.GNUTYPE_LONGNAME, tarfile.GNUTYPE_LONGLINK, tarfile.XHDTYPE, tarfile.XGLTYPE, tarfile.SOLARIS_XHDTYPE}
)
_SPARSE: Final = "it has sparse files, which are not read"
_END: Final = bytes(tarfile.BLOCKSIZE)
_AT_ONCE: Final = 1 << 20


def members_of(file: BufferedReader) -> Iterator[tuple[str, IO[bytes]]]:
    """The name and the content of each file. Raises TarError, and EOFError if the end of the archive is missing."""
    seen: list[bool] = []
    pieces = cast("IO[bytes]", Piecewise(file))
    with tarfile.open(fileobj=pieces, mode="r|", tarinfo=_marking_end(seen)) as archive:
        while (member := archive.next()) is not None:
            if member.isfile() and (content := archive.extractfile(member)) is not None:
                yield member.name, content
            archive.members = []  # type: ignore[attr-defined]  # it keeps all that it has seen
    while file.read(_AT_ONCE):  # what is packed is checked up to its end
        pass
    if not seen:
        raise EOFError


def _marking_end(seen: list[bool]) -> type[tarfile.TarInfo]:
    """Headers that are read with bounds; the first block of zeros, which ends an archive, is noted in `seen`."""

    class BoundedHeader(tarfile.TarInfo):
        """`tarfile` reads a long name, a header of pax and a map of sparse files into memory, however long."""

        @classmethod
        def frombuf(cls, buf: bytes | bytearray, encoding: str, errors: str) -> Self:
            if buf == _END:
                seen.append(True)
            header = super().frombuf(buf, encoding, errors)
            if header.type in _LONG_HEADERS and header.size > _LONGEST_HEADER:
                raise EndlessHeaderError
            if header.type == tarfile.GNUTYPE_SPARSE:
                raise tarfile.ReadError(_SPARSE)
            return header

        def _proc_gnusparse_10(self, *_: object) -> Self:
            raise tarfile.ReadError(_SPARSE)

    return BoundedHeader
