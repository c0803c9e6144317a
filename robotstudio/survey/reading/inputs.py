"""The inputs of a survey: folders, archives, WARC files, tables. Each is split into shards that are read separately.

Everything is read piecewise and bounded, so that no untrusted file, record or archive fills the memory. What cannot be
read becomes an `InputTrouble`, a line of the report, and the rest is read.
"""

import re
import tarfile
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from io import BufferedReader
from pathlib import Path, PurePosixPath
from typing import IO, BinaryIO, Final, Self, cast

from msgspec import Struct

from robotstudio.engine.cancelling import Cancelled
from robotstudio.store.errors import FileError, NothingReadError
from robotstudio.store.files import read_stream, status_of
from robotstudio.store.unpacking import DamagedError, NeedsMemoryError, Piecewise, unpacked
from robotstudio.survey.facts import MOST_BYTES
from robotstudio.survey.reading.files import (
    EndlessHeaderError,
    InputTrouble,
    Read,
    broken,
    cut,
    open_file,
    open_unpacked,
)
from robotstudio.survey.reading.tables import read_table
from robotstudio.survey.reading.warc import read_warc
from robotstudio.survey.tally import HostAnswer
from robotstudio.text.language import Message, told

_FILES_OF_A_SHARD: Final = 100
_MOST_TROUBLES: Final = 100
_PACKED = (".gz", ".bz2", ".xz")
_WARC = (".warc", ".warc.gz")
_TAR = (".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tar.xz")
_TABLES = (".csv", ".tsv", ".jsonl", ".ndjson", ".csv.gz", ".tsv.gz", ".jsonl.gz", ".ndjson.gz", ".parquet")


_NO_INPUT: Message = "“{path}” is neither a folder, nor an archive, a WARC file or a table of answers."
NO_FILES: Message = "“{path}” has no files to read."
_NO_ANSWERS: Message = "“{path}” contains no response to a request for robots.txt."
MORE: Message = "“{path}” has more that could not be read."


class Shard(Struct, frozen=True):
    """A part of the input that is read separately: a file, or some files of a folder.

    `size` and `changed` detect changes when the work is resumed.
    """

    path: str
    kind: str
    files: tuple[str, ...] = ()
    size: int = 0
    changed: int = 0


def shards_of(path: Path) -> list[Shard]:
    """Return the shards of an input, in a fixed order. Raises FileError, also for other files."""
    if path.is_dir():
        shards = list(_shards_of_folder(path))
        if not shards:
            raise NothingReadError(NO_FILES, path)
        return shards
    kind = _kind_of(path.name)
    if kind == "":
        raise FileError(_NO_INPUT, path)
    return [_shard(path, kind)]


def _shard(path: Path, kind: str) -> Shard:
    status = status_of(path)
    if status is None:
        read_stream(path, 0)  # says why
    return Shard(str(path), kind, (), status.st_size if status else 0, status.st_mtime_ns if status else 0)


def _kind_of(name: str) -> str:
    lower = name.lower()
    if lower.endswith(_WARC):
        return "warc"
    if lower.endswith(_TAR):
        return "tar"
    if lower.endswith(".zip"):
        return "zip"
    return "table" if lower.endswith(_TABLES) else ""


def _shards_of_folder(folder: Path) -> Iterator[Shard]:
    """Make a shard of each archive, WARC file and table, and shards of many texts from all other files."""
    texts: list[str] = []
    for path in sorted(path for path in folder.rglob("*") if path.is_file() and not path.name.startswith(".")):
        kind = _kind_of(path.name)
        if kind:
            yield _shard(path, kind)
            continue
        texts.append(path.relative_to(folder).as_posix())
        if len(texts) == _FILES_OF_A_SHARD:
            yield _shard_of_texts(folder, texts)
            texts = []
    if texts:
        yield _shard_of_texts(folder, texts)


def _shard_of_texts(folder: Path, names: Iterable[str]) -> Shard:
    files = tuple(names)
    statuses = [status for name in files if (status := status_of(folder / name)) is not None]  # else reading tells
    size, changed = sum(each.st_size for each in statuses), max((each.st_mtime_ns for each in statuses), default=0)
    return Shard(str(folder), "folder", files, size, changed)


def read_shard(shard: Shard) -> Iterator[Read]:
    """Iterate over the answers of a shard and its problems; never raises because of its content.

    A shard without answers always has a problem.
    """
    troubles, answers = 0, 0
    for found in _found_in(shard):
        answers += isinstance(found, HostAnswer)
        troubles += isinstance(found, InputTrouble)
        if isinstance(found, HostAnswer) or troubles < _MOST_TROUBLES:
            yield found
        elif troubles == _MOST_TROUBLES:
            yield InputTrouble(told(MORE, path=shard.path))
    if not answers and not troubles:
        yield InputTrouble(told(_NO_ANSWERS, path=shard.path))


def _found_in(shard: Shard) -> Iterator[Read]:
    try:
        yield from _READERS[shard.kind](shard)
    except FileError as error:
        yield InputTrouble(error.told)
    except Exception as error:  # noqa: BLE001 - whatever a library raises ends this shard only
        yield broken(shard.path, error)


def bodies_of(paths: Iterable[Path], hosts: Iterable[str], is_cancelled: Callable[[], bool] = bool) -> dict[str, bytes]:
    """Find the files of some hosts (in lower case) in inputs.

    Raises Cancelled if cancelled.
    """
    wanted, found = set(hosts), dict[str, bytes]()
    for path in paths:
        for shard in shards_of(path):
            for each in read_shard(shard):
                if is_cancelled():
                    raise Cancelled
                if isinstance(each, HostAnswer) and each.body and (host := each.host.lower()) in wanted:
                    found[host] = each.body
                    wanted.remove(host)
                    if not wanted:
                        return found
    return found


def host_of_name(name: str) -> str:
    """Return the host in a file name: example.com.txt, example.com.robots.txt, example.com/robots.txt."""
    path = PurePosixPath(name)
    base = re.sub(r"\.(?:gz|bz2|xz)$", "", path.name, flags=re.IGNORECASE)
    if base.lower() in {"robots.txt", "robots"} and path.parent.name:
        return path.parent.name.lower()
    for ending in ("_robots.txt", "-robots.txt", ".robots.txt", ".robots", ".txt"):
        if base.lower().endswith(ending) and len(base) > len(ending):
            return base[: -len(ending)].lower()
    return base.lower()


def _read_folder(shard: Shard) -> Iterator[Read]:
    for name in shard.files:
        path = str(Path(shard.path) / name)
        try:
            with open_file(path) as file:
                yield from _answer_of_file(shard.path, name, file)
        except FileError as error:
            yield InputTrouble(error.told)
        except (EOFError, MemoryError, NeedsMemoryError, DamagedError) as error:
            yield broken(path, error)


def _read_tar(shard: Shard) -> Iterator[Read]:
    with open_unpacked(shard.path) as packed:
        for name, file in _members_of(packed):
            yield from _answer_of_file(shard.path, name, file)


def _read_zip(shard: Shard) -> Iterator[Read]:
    with open_file(shard.path) as packed, zipfile.ZipFile(packed) as archive:
        for member in archive.infolist():
            if member.is_dir():
                continue
            try:
                with archive.open(member) as file:
                    yield from _answer_of_file(shard.path, member.filename, file)
            except Exception as error:  # noqa: BLE001 - a damaged member must not affect the others
                yield broken(f"{shard.path}: {member.filename}", error)


def _answer_of_file(path: str, name: str, file: IO[bytes]) -> Iterator[Read]:
    if name.lower().endswith(_PACKED):
        file = unpacked(cast("BinaryIO", file))
    body = file.read(MOST_BYTES + 1)
    yield HostAnswer(host_of_name(name), body[:MOST_BYTES])
    if len(body) > MOST_BYTES:
        yield cut(path, name)


def _read_warc(shard: Shard) -> Iterator[Read]:
    return read_warc(shard.path)


_READERS: Mapping[str, Callable[[Shard], Iterator[Read]]] = {
    "folder": _read_folder,
    "tar": _read_tar,
    "zip": _read_zip,
    "warc": _read_warc,
    "table": lambda shard: read_table(shard.path),
}


_LONGEST_HEADER: Final = 1024 * 1024
_LONG_HEADERS: Final = frozenset(
    {tarfile.GNUTYPE_LONGNAME, tarfile.GNUTYPE_LONGLINK, tarfile.XHDTYPE, tarfile.XGLTYPE, tarfile.SOLARIS_XHDTYPE}
)
_SPARSE: Final = "it has sparse files, which are not read"
_END: Final = bytes(tarfile.BLOCKSIZE)
_AT_ONCE: Final = 1 << 20


def _members_of(file: BufferedReader) -> Iterator[tuple[str, IO[bytes]]]:
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
