"""Inputs that are cut short: whatever the format and wherever the cut, a survey never takes a part for the whole."""

import bz2
import gzip
import lzma
import tarfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from robotstudio.store.errors import FileError
from robotstudio.survey.reading.files import InputTrouble
from robotstudio.survey.reading.inputs import read_shard, shards_of
from robotstudio.survey.reading.tables import about_hosts
from robotstudio.survey.tally import HostAnswer
from tests.survey.reading.archives import write_json_lines, write_tar, write_warc, write_zip

SOME = [HostAnswer(f"h{number}.com", b"User-agent: *\nDisallow: /%d\n" % number) for number in range(6)]
AS_ONE_MEMBER: dict[str, Callable[[bytes], bytes]] = {".gz": gzip.compress, ".bz2": bz2.compress, ".xz": lzma.compress}


def read(path: Path) -> tuple[int, list[str]]:
    found = [each for shard in shards_of(path) for each in read_shard(shard)]
    told = [str(each.told) for each in found if isinstance(each, InputTrouble)]
    return len(found) - len(told), told


def plain_tar(path: Path) -> bytes:
    write_tar(path, SOME)
    return gzip.decompress(path.read_bytes())


def plain_warc(path: Path) -> bytes:
    return write_warc(path.with_suffix(".warc"), SOME).read_bytes()


def json_lines(path: Path) -> bytes:
    return write_json_lines(path.with_suffix(".jsonl"), SOME).read_bytes()


def csv_table(_path: Path) -> bytes:
    return b"host,body\n" + b"".join(b'%s,"%s"\n' % (each.host.encode(), each.body) for each in SOME)


def zip_archive(path: Path) -> bytes:
    return write_zip(path, SOME).read_bytes()


WHOLE: list[tuple[str, Callable[[Path], bytes]]] = [
    ("a.warc", plain_warc),
    ("a.warc.gz", plain_warc),
    ("a.tar", plain_tar),
    ("a.tar.gz", plain_tar),
    ("a.tar.bz2", plain_tar),
    ("a.tar.xz", plain_tar),
    ("a.jsonl.gz", json_lines),
    ("a.csv.gz", csv_table),
    ("a.zip", zip_archive),
]


def packed(name: str, body: bytes) -> bytes:
    return AS_ONE_MEMBER.get(Path(name).suffix, bytes)(body)


def cuts(body: bytes) -> Iterator[int]:
    """Every cut near both ends, and some between."""
    yield from {*range(1, 80), *range(80, len(body) - 80, 53), *range(len(body) - 80, len(body))}


@pytest.mark.parametrize(("name", "make"), WHOLE, ids=[name for name, _ in WHOLE])
def test_archive_that_is_cut_is_told_wherever_the_cut_is(
    tmp_path: Path, name: str, make: Callable[[Path], bytes]
) -> None:
    path = tmp_path / name
    body = packed(name, make(tmp_path / "whole"))
    path.write_bytes(body)
    assert read(path) == (len(SOME), [])
    silent = []
    for at in cuts(body):
        path.write_bytes(body[:at])
        answers, told = read(path)
        if not told and not (answers == len(SOME) and is_only_padding(name, body[at:])):
            silent.append(at)
    assert silent == []


def is_only_padding(name: str, rest: bytes) -> bool:
    """Return True if a cut takes only the blank lines after the last record, or zeros after the end of an archive."""
    return not rest.strip(b"\r\n") if name.endswith(".warc") else name.endswith(".tar") and not any(rest)


@pytest.mark.parametrize("cut", [1, 4, 50, 500])
def test_warc_of_one_member_a_record_is_told_if_its_last_record_is_cut(tmp_path: Path, cut: int) -> None:
    path = write_warc(tmp_path / "a.warc.gz", SOME)
    path.write_bytes(path.read_bytes()[:-cut])
    answers, told = read(path)
    assert len(SOME) - 3 <= answers <= len(SOME)
    assert told == [f"“{path}” ends early: the download or copy was cut short. Everything before that is counted."]


def test_packed_file_of_a_folder_is_unpacked_and_told_if_it_is_cut(tmp_path: Path) -> None:
    folder = tmp_path / "texts"
    folder.mkdir()
    body = gzip.compress(b"User-agent: *\nDisallow: /\n")
    (folder / "a.com.txt.gz").write_bytes(body)
    (folder / "b.com.txt.gz").write_bytes(body[:-3])
    (found, trouble) = [each for shard in shards_of(folder) for each in read_shard(shard)]
    assert found == HostAnswer("a.com", b"User-agent: *\nDisallow: /\n")
    assert isinstance(trouble, InputTrouble)
    assert f"“{folder / 'b.com.txt.gz'}” ends early" in str(trouble.told)


@pytest.mark.parametrize("cut", [1, 8, 30])
def test_body_whose_coding_is_cut_is_told(tmp_path: Path, cut: int) -> None:
    body = gzip.compress(b"User-agent: *\n" + b"".join(b"Disallow: /%d\n" % (at * at) for at in range(999)))
    path = write_warc(tmp_path / "a.warc.gz", [HostAnswer("a.com", body[:-cut])], [("Content-Encoding", "gzip")])
    answers, told = read(path)
    assert (answers, len(told)) == (1, 1)
    assert told[0].endswith("the body of https://a.com/robots.txt is truncated; the available part is counted.")


def test_record_that_its_crawler_has_truncated_is_told(tmp_path: Path) -> None:
    path = write_warc(tmp_path / "a.warc", SOME[:1])
    path.write_bytes(path.read_bytes().replace(b"WARC-Type", b"WARC-Truncated: length\r\nWARC-Type"))
    answers, told = read(path)
    assert answers == 1
    assert "is truncated" in told[0]


def test_archive_without_any_answer_is_told(tmp_path: Path) -> None:
    path = write_warc(tmp_path / "a.warc.gz", [HostAnswer("x.com/page?", b"")])
    assert read(path) == (0, [f"“{path}” contains no response to a request for robots.txt."])


def test_tar_without_its_end_is_told_though_all_members_are_whole(tmp_path: Path) -> None:
    path = tmp_path / "a.tar"
    whole = plain_tar(tmp_path / "whole")
    with tarfile.open(tmp_path / "whole") as archive:
        end = archive.getmembers()[3].offset
    path.write_bytes(whole[:end])
    answers, told = read(path)
    assert (answers, len(told)) == (3, 1)
    assert "ends early" in told[0]


@pytest.mark.parametrize("suffix", list(AS_ONE_MEMBER))
def test_table_about_hosts_that_is_cut_is_refused(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"hosts.csv{suffix}"
    body = packed(path.name, b"host,rank\n" + b"".join(b"h%d.com,%d\n" % (at, at) for at in range(500)))
    path.write_bytes(body)
    assert len(about_hosts(path).rows) == 500
    for at in cuts(body):
        path.write_bytes(body[:at])
        with pytest.raises(FileError):
            about_hosts(path)
