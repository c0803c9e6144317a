"""Logs that name their fields: path and parameters are put together, and nothing is lost without a word."""

from pathlib import Path

import pytest

from robotstudio.store.errors import FileContentError
from robotstudio.urls.kinds import FileKind
from robotstudio.urls.sources.reading import ReadOptions, read_source
from tests.urls.sources.files import read, urls, write

CLOUDFRONT = (
    "#Version: 1.0\n"
    "#Fields: date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer)"
    " cs(User-Agent) cs-uri-query x-host-header cs-protocol\n"
)
IIS = (
    "#Software: Microsoft Internet Information Services 10.0\n"
    "#Fields: date time s-ip cs-method cs-uri-stem cs-uri-query s-port c-ip cs(User-Agent) cs-host sc-status\n"
)


def edge(stem: str, query: str, agent: str = "Mozilla/5.0%20(compatible;%20Googlebot/2.1)") -> str:
    start = "2026-11-01\t10:00:00\tFRA2\t182\t192.0.2.10\tGET\td1.cloudfront.example"
    return f"{start}\t{stem}\t200\thttps://other.example/?q=1\t{agent}\t{query}\tshop.example\thttps\n"


def iis(stem: str, query: str) -> str:
    end = "443 192.0.2.10 Mozilla/5.0+(Googlebot/2.1) shop.example 404"
    return f"2026-11-01 10:00:00 192.0.2.1 GET {stem} {query} {end}\n"


@pytest.mark.parametrize("zipped", [False, True])
def test_cloudfront_keeps_its_queries(tmp_path: Path, *, zipped: bool) -> None:
    body = CLOUDFRONT + edge("/list", "sort=price&page=2") + edge("/list", "-") + edge("/a%2520b", "q=%25C3%25A9%26")
    found = read(write(tmp_path / "E1.2026-11-01-10.abc.gz", body, zipped=zipped))
    assert found.source.kind == FileKind.LOG
    assert urls(found) == [
        "https://shop.example/list?sort=price&page=2",
        "https://shop.example/list",
        "https://shop.example/a%20b?q=%C3%A9%26",
    ]
    assert (found.rejected_count, found.notes) == (0, ())


def test_iis_keeps_its_queries_and_knows_who_asked(tmp_path: Path) -> None:
    path = write(tmp_path / "u_ex261101.log", IIS + iis("/list", "sort=price") + iis("/list", "-"))
    headers: list[str] = []

    def find(header: str) -> tuple[str, ...]:
        headers.append(header)
        return ("Googlebot",)

    found = read_source([path], ReadOptions(find_tokens=find))
    assert urls(found) == ["https://shop.example/list?sort=price", "https://shop.example/list"]
    assert found.log is not None
    assert (found.log.tokens, found.log.requests, found.log.statuses) == (("Googlebot",), 2, ((404, 2),))
    assert headers == ["Mozilla/5.0 (Googlebot/2.1)"]


def test_fields_may_change_within_a_file(tmp_path: Path) -> None:
    body = "#Fields: cs-uri-stem cs-uri-query\n/a x=1\n#Fields: cs-uri-query cs-uri-stem\nx=2 /a\n"
    assert urls(read(write(tmp_path / "a.log", body))) == ["/a?x=1", "/a?x=2"]


def test_line_of_another_width_is_told(tmp_path: Path) -> None:
    found = read(write(tmp_path / "a.log", "#Fields: cs-uri-stem cs-uri-query\n/a x=1\n/b\n/c - -\n"))
    assert urls(found) == ["/a?x=1"]
    assert [(line.number, str(line.why)) for line in found.rejected] == [
        (3, "This line has 1 fields, and “#Fields” names 2."),
        (4, "This line has 3 fields, and “#Fields” names 2."),
    ]


def test_whole_address_in_one_field_is_read(tmp_path: Path) -> None:
    found = read(write(tmp_path / "a.log", "#Fields: cs-method cs-uri\nGET /a?x=1\nCONNECT host:443\nOPTIONS *\n"))
    assert urls(found) == ["/a?x=1"]
    assert found.rejected_count == 2


def test_log_without_queries_says_so(tmp_path: Path) -> None:
    found = read(write(tmp_path / "a.log", "#Fields: cs-uri-stem sc-status\n/a 200\n"))
    assert urls(found) == ["/a"]
    assert "paths without their parameters" in str(found.notes[0])


def test_log_without_urls_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path / "a.log", "#Fields: date time\n2026-11-01 10:00:00\n")
    with pytest.raises(FileContentError, match="names no URLs"):
        read(path)
