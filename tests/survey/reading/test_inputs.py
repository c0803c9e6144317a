"""Inputs of a survey: every form gives the same answers, and no stranger's file stops it or fills the memory."""

import gzip
import io
import zipfile
from collections.abc import Callable
from pathlib import Path

import brotli
import pytest

from robotstudio.store.errors import FileError
from robotstudio.survey.facts import MOST_BYTES
from robotstudio.survey.reading.files import InputTrouble
from robotstudio.survey.reading.inputs import host_of_name, read_shard, shards_of
from robotstudio.survey.reading.tables import about_hosts
from robotstudio.survey.tally import HostAnswer
from tests.rows import each_row
from tests.survey.reading.archives import write_folder, write_json_lines, write_tar, write_warc, write_zip

BODY = b"User-agent: *\nDisallow: /\xe9\n"
SOME = [HostAnswer(f"h{number}.com", BODY + b"# %d\n" % number) for number in range(5)]


def read(path: Path) -> tuple[list[HostAnswer], list[str]]:
    found = [each for shard in shards_of(path) for each in read_shard(shard)]
    return [each for each in found if isinstance(each, HostAnswer)], [
        str(each.told) for each in found if isinstance(each, InputTrouble)
    ]


@pytest.mark.parametrize(
    ("name", "write"),
    [
        ("folder", write_folder),
        ("a.tar.gz", write_tar),
        ("a.zip", write_zip),
        ("a.warc", write_warc),
        ("a.warc.gz", write_warc),
        ("a.jsonl", write_json_lines),
    ],
)
def test_every_form_gives_hosts_and_bodies(
    tmp_path: Path, name: str, write: Callable[[Path, list[HostAnswer]], Path]
) -> None:
    answers, troubles = read(write(tmp_path / name, SOME))
    assert sorted((each.host, each.body) for each in answers) == [(each.host, each.body) for each in SOME]
    assert troubles == []


def test_csv_has_columns_by_name_and_keeps_bytes(tmp_path: Path) -> None:
    table = tmp_path / "a.csv"
    table.write_bytes(
        b'Domain,Status_Code,Robots_txt,Rank\nHTTPS://A.com/x,200,"User-agent: *\nDisallow: /\xe9",7\nb.com,,,\n'
    )
    (first, second), troubles = read(table)
    assert (first.host, first.status, first.rank, first.body) == ("a.com", 200, 7, b"User-agent: *\nDisallow: /\xe9")
    assert (second.host, second.status, second.body) == ("b.com", 200, b"")
    assert troubles == []


def test_json_lines_tell_what_is_none(tmp_path: Path) -> None:
    table = tmp_path / "a.jsonl.gz"
    table.write_bytes(
        gzip.compress(b'{"host":"a.com","status":404}\nwords\n[1]\n{"host":"b.com","body_base64":"QQ=="}\n')
    )
    answers, troubles = read(table)
    assert [(each.host, each.status, each.body) for each in answers] == [("a.com", 404, b""), ("b.com", 200, b"A")]
    assert troubles == [f"“{table}”, line 2: not a JSON object.", f"“{table}”, line 3: not a JSON object."]


def test_warc_records_of_other_pages_are_passed_over(tmp_path: Path) -> None:
    path = write_warc(tmp_path / "a.warc.gz", SOME[:2])
    path.write_bytes(
        path.read_bytes() + write_warc(tmp_path / "b.warc.gz", [HostAnswer("x.com/page?", BODY)]).read_bytes()
    )
    assert [each.host for each in read(path)[0]] == ["h0.com", "h1.com"]


@each_row(
    ("coding", "packed"),
    [
        ("gzip", gzip.compress(BODY)),
        ("br", brotli.compress(BODY)),
        ("gzip", BODY),
        ("unheard-of", BODY),
        ("identity", BODY),
    ],
)
def test_coding_of_a_body_is_undone_where_it_is_there(tmp_path: Path, coding: str, packed: bytes) -> None:
    path = write_warc(tmp_path / "a.warc.gz", [HostAnswer("a.com", packed)], [("Content-Encoding", coding)])
    assert [each.body for each in read(path)[0]] == [BODY]


def test_bomb_in_a_warc_is_cut_and_told_once(tmp_path: Path) -> None:
    bomb = gzip.compress(bytes(40 * 1024 * 1024))
    path = write_warc(
        tmp_path / "a.warc.gz",
        [HostAnswer("bomb.com", bomb), HostAnswer("b.com", BODY)],
        [("Content-Encoding", "gzip")],
    )
    answers, troubles = read(path)
    assert [len(each.body) for each in answers] == [MOST_BYTES, len(BODY)]
    assert troubles == [f"“{path}”: https://bomb.com/robots.txt is longer than the limit; the rest is left out."]


def test_huge_member_of_an_archive_is_cut_and_told_once(tmp_path: Path) -> None:
    path = write_zip(tmp_path / "a.zip", [HostAnswer("bomb.com", bytes(30 * 1024 * 1024)), HostAnswer("b.com", BODY)])
    answers, troubles = read(path)
    assert [len(each.body) for each in answers] == [MOST_BYTES, len(BODY)]
    assert len(troubles) == 1


@each_row("name", ["a.warc.gz", "a.tar.gz", "a.jsonl.gz", "a.zip"])
def test_broken_archive_is_one_trouble_and_what_stands_before_is_read(tmp_path: Path, name: str) -> None:
    write = {"w": write_warc, "t": write_tar, "z": write_zip}.get(name[2], write_json_lines)
    path = tmp_path / name
    many = [HostAnswer(f"h{number}.com", BODY * 50) for number in range(400)]
    whole = write(path, many).read_bytes()
    whole = gzip.compress(whole) if name == "a.jsonl.gz" else whole
    path.write_bytes(whole[: len(whole) // 2])
    answers, troubles = read(path)
    assert len(answers) < 400
    assert len(troubles) == 1


def test_damaged_member_of_a_zip_spares_the_others(tmp_path: Path) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for number in range(3):
            archive.writestr(f"h{number}.com.txt", BODY)
    damaged = bytearray(packed.getvalue())
    damaged[damaged.index(BODY)] ^= 1
    path = tmp_path / "a.zip"
    path.write_bytes(damaged)
    answers, troubles = read(path)
    assert [each.host for each in answers] == ["h1.com", "h2.com"]
    assert len(troubles) == 1


def test_what_is_no_input_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.docx"
    path.write_bytes(b"x")
    with pytest.raises(FileError, match="neither a folder"):
        shards_of(path)
    with pytest.raises(FileError):
        shards_of(tmp_path / "missing.csv")


def test_folder_is_parted_the_same_way_each_time(tmp_path: Path) -> None:
    write_folder(tmp_path / "texts", [HostAnswer(f"h{number:04}.com", BODY) for number in range(101)])
    write_warc(tmp_path / "texts" / "a.warc.gz", SOME)
    shards = shards_of(tmp_path / "texts")
    assert [(shard.kind, len(shard.files)) for shard in shards] == [("warc", 0), ("folder", 100), ("folder", 1)]
    assert shards == shards_of(tmp_path / "texts")


@each_row(
    ("name", "host"),
    [
        ("example.com.txt", "example.com"),
        ("a/b/Example.com/robots.txt", "example.com"),
        ("example.com.robots.txt", "example.com"),
        ("example.com_robots.txt", "example.com"),
        ("example.com", "example.com"),
        ("robots.txt", "robots"),
    ],
)
def test_host_is_that_of_the_name(name: str, host: str) -> None:
    assert host_of_name(name) == host


def test_table_about_hosts_is_joined_by_name_with_and_without_www(tmp_path: Path) -> None:
    table = tmp_path / "hosts.csv"
    table.write_text("site,rank,category\nwww.a.com,3,news\n", "utf-8")
    joined = about_hosts(table).joined(HostAnswer("a.com", BODY))
    assert (joined.rank, joined.sector) == (3, "news")
    tranco = tmp_path / "tranco.csv"
    tranco.write_text("1,google.com\n2,b.com\n", "utf-8")
    assert about_hosts(tranco).joined(HostAnswer("www.b.com")).rank == 2
    assert about_hosts(tranco).joined(HostAnswer("c.com")).rank == 0
