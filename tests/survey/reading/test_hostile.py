"""Inputs made to fill the memory, to wait for ever, or to end the survey of all others."""

import io
import os
import sys
import tarfile
import tracemalloc
import zlib
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from robotstudio.store.errors import FileError
from robotstudio.survey.agents import Surveyed
from robotstudio.survey.reading.files import InputTrouble
from robotstudio.survey.reading.inputs import read_shard, shards_of
from robotstudio.survey.reading.running import Plan, Pool, run
from robotstudio.survey.reading.tables import about_hosts
from robotstudio.survey.result import Surveyor
from robotstudio.survey.tally import HostAnswer
from tests.survey.reading.archives import xz_of_4_gib

MIB = 1 << 20
MOST_MEMORY = 50 * MIB
"""The longest line of a table, 16 MiB, as bytes and as text, with room for what Python itself takes."""
BOMB = 120
"""MiB."""
RECORD = (
    b"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.com/robots.txt\r\n"
    b"Content-Type: application/http; msgtype=response\r\nContent-Length: 99999999999\r\n\r\nHTTP/1.1 200 OK\r\n"
)


def gzipped(path: Path, pieces: Iterable[bytes]) -> Path:
    packer = zlib.compressobj(1, zlib.DEFLATED, 31)
    with path.open("wb") as file:
        for piece in pieces:
            file.write(packer.compress(piece))
        file.write(packer.flush())
    return path


def tar_header(kind: bytes) -> bytes:
    header = tarfile.TarInfo("x")
    header.type, header.size = kind, BOMB * MIB
    return header.tobuf()


def sparse_map() -> list[bytes]:
    """Blocks of an old GNU map of holes, each of which says that another follows."""
    header = bytearray(tar_header(tarfile.GNUTYPE_SPARSE))
    header[482] = 1
    header[148:156] = b"%06o\0 " % (sum(header[:148]) + 8 * 32 + sum(header[156:]))
    block = b"000000001\x00\x00\x00000000001\x00\x00\x00" * 21 + b"\x01"
    return [bytes(header), *[block.ljust(512, b"\0") * 2048] * BOMB]


LINES = [b"X: y\r\n" * (MIB // 6)] * BOMB
ONE_LINE = [bytes(MIB).replace(b"\0", b"x")] * BOMB
BOMBS: dict[str, tuple[str, list[bytes]]] = {
    "WARC header of endless lines": ("a.warc.gz", [b"WARC/1.0\r\n", *LINES]),
    "WARC header of one endless line": ("a.warc.gz", [b"WARC/1.0\r\nX: ", *ONE_LINE]),
    "WARC that never begins": ("a.warc.gz", [b"\r\n" * (MIB // 2)] * BOMB),
    "HTTP header of endless lines": ("a.warc.gz", [RECORD, *LINES]),
    "HTTP header of one endless line": ("a.warc.gz", [RECORD, b"X: ", *ONE_LINE]),
    "one endless chunk": ("a.warc.gz", [RECORD, b"Transfer-Encoding: chunked\r\n\r\n7fffffff\r\n", *ONE_LINE]),
    "GNU long name": ("a.tar.gz", [tar_header(tarfile.GNUTYPE_LONGNAME), *ONE_LINE]),
    "GNU long link": ("a.tar.gz", [tar_header(tarfile.GNUTYPE_LONGLINK), *ONE_LINE]),
    "pax header": ("a.tar.gz", [tar_header(tarfile.XHDTYPE), *ONE_LINE]),
    "global pax header": ("a.tar.gz", [tar_header(tarfile.XGLTYPE), *ONE_LINE]),
    "map of a sparse file": ("a.tar.gz", sparse_map()),
    "line of CSV": ("a.csv.gz", [b'host,body\na.com,"', *ONE_LINE]),
    "line of JSON": ("a.jsonl.gz", [b'{"host":"', *ONE_LINE]),
}


@pytest.mark.parametrize("bomb", list(BOMBS))
def test_memory_is_bounded_and_the_input_is_told(tmp_path: Path, bomb: str) -> None:
    name, pieces = BOMBS[bomb]
    path = gzipped(tmp_path / name, pieces)
    tracemalloc.start()
    try:
        told = [
            str(each.told) for shard in shards_of(path) for each in read_shard(shard) if isinstance(each, InputTrouble)
        ]
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert most < MOST_MEMORY
    assert told
    assert str(path) in told[0]


def sparse_of_pax(path: Path) -> None:
    """Write a file with holes as `tar --sparse --format=pax` does: its map is in the content."""
    with tarfile.open(path, "w:gz", format=tarfile.PAX_FORMAT) as archive:
        member = tarfile.TarInfo("a.com.txt")
        member.pax_headers = {"GNU.sparse.major": "1", "GNU.sparse.minor": "0", "GNU.sparse.name": "x"}
        member.size = 1024
        archive.addfile(member, io.BytesIO(b"99999999999\n".ljust(1024, b"\0")))


def test_map_of_holes_in_the_content_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.tar.gz"
    sparse_of_pax(path)
    (found,) = [each for shard in shards_of(path) for each in read_shard(shard)]
    assert isinstance(found, InputTrouble)
    assert "sparse files" in str(found.told)


@pytest.mark.parametrize("workers", [1, 2])
def test_input_that_asks_for_all_memory_spares_the_others(tmp_path: Path, workers: int) -> None:
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "a.com.txt").write_bytes(b"User-agent: *\nDisallow: /\n")
    bad = xz_of_4_gib(tmp_path / "bad.tar.xz")
    shards = [shard for path in (bad, tmp_path / "texts") for shard in shards_of(path)]
    finished = run(shards, Plan(Surveyed(("GPTBot", "*"))), Pool(workers))
    assert finished.survey.files == 1
    assert list(map(str, finished.troubles)) == [
        f"“{bad}” needs too much memory to read. Everything before that is counted."
    ]


def test_memory_that_ends_while_an_input_is_counted_spares_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("a.csv", "b.csv"):
        (tmp_path / name).write_text(f"host,body\n{name}.com,x\nmore.{name}.com,y\n", "utf-8")
    add = Surveyor.add

    def adding(surveyor: Surveyor, answer: HostAnswer) -> None:
        if answer.host == "more.a.csv.com":
            raise MemoryError
        add(surveyor, answer)

    monkeypatch.setattr(Surveyor, "add", adding)
    finished = run(shards_of(tmp_path), Plan(Surveyed(("GPTBot", "*"))))
    assert finished.survey.files == 2
    assert list(map(str, finished.troubles)) == [
        f"“{tmp_path / 'a.csv'}” was skipped: there is not enough memory to count it."
    ]


@pytest.mark.parametrize("fault", [KeyError, AttributeError, MemoryError, RecursionError, AssertionError])
def test_whatever_a_library_raises_ends_one_input_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: type[Exception]
) -> None:
    def raising(_path: str) -> None:
        raise fault

    monkeypatch.setattr("robotstudio.survey.reading.inputs.read_table", raising)
    table = tmp_path / "a.csv"
    table.write_text("host,body\na.com,\n", "utf-8")
    (found,) = [each for shard in shards_of(table) for each in read_shard(shard)]
    assert isinstance(found, InputTrouble)


@pytest.mark.parametrize(
    "body", [b"host,body\na.com,x\rb.com,y\rc.com\n", b'host,body\n"\0', b"host,body\r" + b"a,b\r" * 9]
)
def test_table_that_python_cannot_read_is_told(tmp_path: Path, body: bytes) -> None:
    table = tmp_path / "a.csv"
    table.write_bytes(body)
    assert any(isinstance(each, InputTrouble) for shard in shards_of(table) for each in read_shard(shard))


needs_pipes = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pipes among its files")


@needs_pipes
def test_only_files_of_a_disk_are_opened_in_a_folder(tmp_path: Path) -> None:
    folder = tmp_path / "texts"
    folder.mkdir()
    (folder / "a.com.txt").write_bytes(b"User-agent: *\n")
    for name in ("fifo.txt", "fifo.warc"):
        os.mkfifo(folder / name)
    for name, place in (("zero.txt", "/dev/zero"), ("zero.csv", "/dev/zero"), ("kernel.txt", "/proc/kmsg")):
        (folder / name).symlink_to(place)
    found = [each for shard in shards_of(folder) for each in read_shard(shard)]
    told = [str(each.told) for each in found if isinstance(each, InputTrouble)]
    assert len(found) - len(told) == 1
    if Path("/proc/kmsg").exists():
        assert len(told) == 1
        assert "a view of the running system" in told[0]


@needs_pipes
@pytest.mark.parametrize("name", ["a.warc", "a.csv", "a.tar", "a.zip", "a.jsonl.gz"])
@pytest.mark.parametrize("make", [os.mkfifo, lambda path: path.symlink_to("/dev/zero")], ids=["pipe", "device"])
def test_pipe_or_device_named_as_an_input_is_refused(tmp_path: Path, name: str, make: Callable[[Path], None]) -> None:
    path = tmp_path / name
    make(path)
    (found,) = [each for shard in shards_of(path) for each in read_shard(shard)]
    assert isinstance(found, InputTrouble)
    assert "Choose a file on a disk" in str(found.told)


@needs_pipes
def test_pipe_as_table_about_hosts_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "hosts.csv")
    with pytest.raises(FileError, match="Choose a file on a disk"):
        about_hosts(tmp_path / "hosts.csv")
