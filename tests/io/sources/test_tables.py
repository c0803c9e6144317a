"""Tables of other programs: where the columns are, and what is in them."""

from pathlib import Path

import pytest

from robotstudio.io.errors import FileContentError
from robotstudio.io.kinds import Kind
from robotstudio.io.sources.reading import ReadOptions
from robotstudio.io.sources.tables import columns, preview
from tests.io.sources.files import read, urls, write

SEARCH_CONSOLE = 'Top pages,Clicks,Impressions,CTR,Position\nhttps://example.com/a,"1,234",20000,6%,3.2\nhttps://example.com/b,5,9,55%,1\n'
GERMAN = "Die häufigsten Seiten;Klicks;Impressionen;CTR;Position\nhttps://example.com/a;1.234;20000;6 %;3,2\n"
FROG = '"Internal - All"\n"Address","Content Type","Status Code"\n"https://example.com/a, b","text/html","200"\n"https://example.com/c","","404"\n'
LOG_ANALYSER = "sep=;\n#;URL;Last seen;Num Events\n1;/a;2024-05-01;17\n2;/b;2024-05-02;3\n"

TABLES = [
    ("search console", SEARCH_CONSOLE.encode(), ",", 0, 1, [("/a", 1234), ("/b", 5)]),
    (
        "search console, UTF-16",
        SEARCH_CONSOLE.replace(",", "\t").replace('"1\t234"', "1234").encode("utf-16"),
        "\t",
        0,
        1,
        [("/a", 1234), ("/b", 5)],
    ),
    ("search console, German, Latin-1", GERMAN.encode("latin-1"), ";", 0, 1, [("/a", 1234)]),
    ("screaming frog", FROG.encode("utf-8-sig"), ",", 0, None, [("/a,%20b", 1), ("/c", 1)]),
    ("log analyser", LOG_ANALYSER.encode(), ";", 1, 3, [("/a", 17), ("/b", 3)]),
    ("no header", b"1\thttps://example.com/a\n2\thttps://example.com/b\n", "\t", 1, None, [("/a", 1), ("/b", 1)]),
    ("one column", b"Address\nhttps://example.com/a\nhttps://example.com/b\n", ",", 0, None, [("/a", 1), ("/b", 1)]),
]


@pytest.mark.parametrize(
    ("body", "delimiter", "url_column", "hits_column", "found"),
    [row[1:] for row in TABLES],
    ids=[row[0] for row in TABLES],
)
def test_columns_are_found(
    tmp_path: Path, body: bytes, delimiter: str, url_column: int, hits_column: int | None, found: list[tuple[str, int]]
) -> None:
    path = write(tmp_path / "export.csv", body)
    seen = columns(path)
    assert (seen.delimiter, seen.url_column, seen.hits_column) == (delimiter, url_column, hits_column)
    reading = read(path)
    assert reading.source.kind == Kind.TABLE
    assert [(url.path, int(hits)) for url, hits in zip(reading.urls, reading.urls.hits, strict=True)] == found
    assert reading.rejected == ()


def test_a_column_can_be_chosen_by_name_or_number(tmp_path: Path) -> None:
    path = write(tmp_path / "redirects.csv", "Address,Final URL\n/old,/new\n/older,/newer\n")
    assert urls(read(path)) == ["/old", "/older"]
    for column in ("final url", "2"):
        assert urls(read(path, ReadOptions(column=column))) == ["/new", "/newer"]


def test_a_column_that_is_not_there_is_refused_with_those_that_are(tmp_path: Path) -> None:
    path = write(tmp_path / "table.csv", "name,size\nx,1\ny,2\n")
    with pytest.raises(FileContentError, match=r"No column of “table\.csv” holds URLs\. Choose one of: “name”, “size”"):
        read(path)
    with pytest.raises(FileContentError, match="has no column “page”"):
        read(path, ReadOptions(column="page"))


def test_ragged_rows_are_told_with_their_line(tmp_path: Path) -> None:
    path = write(tmp_path / "ragged.csv", "id,url\n1,/a\n2\n\n3,/b,more,still more\n4,ftp://x\n")
    reading = read(path)
    assert urls(reading) == ["/a", "/b"]
    assert [line.number for line in reading.rejected] == [3, 6]
    assert "nothing in the column “url”" in reading.rejected[0].sentence


def test_a_quotation_mark_that_is_never_closed_costs_no_more_than_its_rows(tmp_path: Path) -> None:
    rows = "".join(f"{number},/page-{number}\n" for number in range(40_000))
    path = write(tmp_path / "broken.csv", f'id,url\n0,/first\n1,"/open\n{rows}')
    reading = read(path)
    assert "/first" in urls(reading)
    assert len(reading.urls) > 20_000
    assert "never closed" in reading.rejected[0].sentence


def test_columns_stay_in_place_at_nul_and_line_ends_within_cells(tmp_path: Path) -> None:
    reading = read(write(tmp_path / "odd.csv", 'url,title\n/a,"two\nlines"\n/b,\0\n'))
    assert urls(reading) == ["/a", "/b"]


@pytest.mark.parametrize("body", [b"", b"\n\n", b",,,\n,,\n", b'"', b"\xff\xfe", b"a,b"])
def test_a_table_of_nothing_is_refused(tmp_path: Path, body: bytes) -> None:
    path = write(tmp_path / "empty.csv", body)
    assert not any(cell for row in columns(path).rows for cell in row)
    with pytest.raises(FileContentError, match="No column"):
        read(path)


@pytest.mark.parametrize(
    ("head", "is_sure"),
    [
        ("Address,Status\n/a,200\n/b,200\n", True),
        ("Link from,Link to\n/a,/b\n/c,/d\n", False),
        ("Page,Link to\n/a,/b\n/c,/d\n", True),
        ("Name,Colour\nx,red\ny,blue\n", False),
    ],
)
def test_a_column_is_doubted_where_another_is_as_likely(head: str, *, is_sure: bool) -> None:
    assert preview(head).is_sure is is_sure
