"""Archives to read, made from answers."""

import gzip
import io
import json
import lzma
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Iterable
from pathlib import Path

from robotstudio.survey.tally import HostAnswer


def write_warc(path: Path, answers: Iterable[HostAnswer], headers: Iterable[tuple[str, str]] = ()) -> Path:
    """Write a WARC file with a record for each answer, as Common Crawl does: each a gzip member of its own."""
    with path.open("wb") as file:
        for answer in answers:
            record = _record(answer, [("Content-Type", "text/plain"), *headers])
            file.write(gzip.compress(record, 1) if path.name.endswith(".gz") else record)
    return path


def _record(answer: HostAnswer, headers: Iterable[tuple[str, str]]) -> bytes:
    lines = [f"HTTP/1.1 {answer.status} Said", *(f"{name}: {value}" for name, value in headers), "", ""]
    block = "\r\n".join(lines).encode() + answer.body
    head = [
        "WARC/1.0",
        "WARC-Type: response",
        f"WARC-Target-URI: https://{answer.host}/robots.txt",
        f"WARC-Date: {answer.date or '2026-01-01'}T00:00:00Z",
        "WARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-000000000000>",
        "Content-Type: application/http; msgtype=response",
        f"Content-Length: {len(block)}",
    ]
    return "\r\n".join([*head, "", ""]).encode() + block + b"\r\n\r\n"


def write_folder(path: Path, answers: Iterable[HostAnswer]) -> Path:
    path.mkdir()
    for answer in answers:
        (path / f"{answer.host}.txt").write_bytes(answer.body)
    return path


def write_tar(path: Path, answers: Iterable[HostAnswer]) -> Path:
    with tarfile.open(path, "w:gz") as archive:
        for answer in answers:
            member = tarfile.TarInfo(f"files/{answer.host}/robots.txt")
            member.size = len(answer.body)
            archive.addfile(member, io.BytesIO(answer.body))
    return path


def write_zip(path: Path, answers: Iterable[HostAnswer]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for answer in answers:
            archive.writestr(f"{answer.host}.robots.txt", answer.body)
    return path


def write_json_lines(path: Path, answers: Iterable[HostAnswer]) -> Path:
    rows = (
        {
            "host": answer.host,
            "status": answer.status,
            "date": answer.date,
            "rank": answer.rank,
            "sector": answer.sector,
            "llms": answer.llms,
            "terms": answer.terms,
            "body": answer.body.decode("utf-8", "surrogateescape"),
        }
        for answer in answers
    )
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return path


def xz_of_4_gib(path: Path) -> Path:
    """Write a file of 108 bytes whose header asks for a dictionary of 4 GiB."""
    filters = [{"id": lzma.FILTER_LZMA2, "dict_size": 1 << 20}]
    body = bytearray(lzma.compress(b"x" * 10_000, filters=filters))
    body[body.index(b"\x21\x01") + 2] = 40
    size = (body[12] + 1) * 4
    body[8 + size : 12 + size] = struct.pack("<I", zlib.crc32(body[12 : 8 + size]))
    path.write_bytes(body)
    return path
