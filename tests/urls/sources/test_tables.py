"""Tables of other programs: where the columns are, and what is in them."""

from pathlib import Path

import ada_url
import pytest
from hypothesis import given
from hypothesis import strategies as st

from robotstudio.engine.cancelling import Cancelled
from robotstudio.store.errors import FileContentError, FileMissingError, NothingReadError
from robotstudio.urls.kinds import FileKind
from robotstudio.urls.sources.reading import ReadOptions, read_source
from robotstudio.urls.sources.streams import ReadLimits
from robotstudio.urls.sources.tables import UnclearColumnError, columns, preview
from robotstudio.urls.sources.task import Task
from robotstudio.urls.urls import normalise, parse_list, plain_requests
from tests.urls.sources.files import read, urls, write

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
    assert reading.source.kind == FileKind.TABLE
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
    assert "no value in the column “url”" in str(reading.rejected[0].why)


def test_a_quotation_mark_that_is_never_closed_costs_no_more_than_its_rows(tmp_path: Path) -> None:
    rows = "".join(f"{number},/page-{number}\n" for number in range(40_000))
    path = write(tmp_path / "broken.csv", f'id,url\n0,/first\n1,"/open\n{rows}')
    reading = read(path)
    assert "/first" in urls(reading)
    assert len(reading.urls) > 20_000
    assert "never closed" in str(reading.rejected[0].why)


def test_columns_stay_in_place_at_nul_and_line_ends_within_cells(tmp_path: Path) -> None:
    reading = read(write(tmp_path / "odd.csv", 'url,title\n/a,"two\nlines"\n/b,\0\n'))
    assert urls(reading) == ["/a", "/b"]


@pytest.mark.parametrize("body", [b"", b"\n\n", b",,,\n,,\n", b'"', b"\xff\xfe", b"a,b"])
def test_a_table_of_nothing_is_refused(tmp_path: Path, body: bytes) -> None:
    path = write(tmp_path / "empty.csv", body)
    assert not any(cell for row in columns(path).rows for cell in row)
    with pytest.raises(FileContentError, match=r"“empty\.csv”"):
        read(path)


@pytest.mark.parametrize(
    ("head", "is_sure"),
    [
        ("Address,Status\n/a,200\n/b,200\n", True),
        ("Link from,Link to\n/a,/b\n/c,/d\n", False),
        ("Page,Link to\n/a,/b\n/c,/d\n", True),
        ("Name,Colour\nx,red\ny,blue\n", False),
        ("Source,Destination\n/a,/b\n/c,/d\n", False),
        ("Source,Target URL\n/a,/b\n/c,/d\n", False),
        ("Address,URL\n/a,/b\n/c,/d\n", False),
        ("Destination,Anchor\n/a,red\n/c,blue\n", True),
    ],
)
def test_a_column_is_doubted_where_another_is_as_likely(head: str, *, is_sure: bool) -> None:
    assert preview(head).is_sure is is_sure


BACKLINKS = (
    "Referring page title\tReferring page URL\tTarget URL\tAnchor\n"
    "A blog\thttps://blog.example/post\thttps://shop.example/a\thome\n"
    "A forum\thttps://forum.example/t/1\thttps://shop.example/b\tshop\n"
)
ISSUES = (
    "Reason,Source,Validation,Pages\n"
    "Not found (404),Website,Not Started,48211\n"
    "Page with redirect,Website,Passed,20412\n"
    "Crawled - currently not indexed,Google systems,N/A,9912\n"
)


def test_a_table_with_two_columns_of_urls_is_not_read_by_guess(tmp_path: Path) -> None:
    path = write(tmp_path / "backlinks.tsv", BACKLINKS.encode("utf-16"))
    with pytest.raises(
        UnclearColumnError, match=r"“backlinks\.tsv” contain URLs: “Referring page URL”, “Target URL”\."
    ):
        read(path)
    chosen = read(path, ReadOptions(column="Target URL"))
    assert urls(chosen) == ["https://shop.example/a", "https://shop.example/b"]


def test_numbers_and_words_are_no_urls_though_their_column_is_called_so(tmp_path: Path) -> None:
    path = write(tmp_path / "Critical issues.csv", ISSUES)
    assert columns(path).url_column is None
    with pytest.raises(UnclearColumnError, match=r"No column of “Critical issues\.csv” holds URLs"):
        read(path)
    with pytest.raises(NothingReadError, match="“48211” is not a URL"):
        read(path, ReadOptions(column="Pages"))


@pytest.mark.parametrize("cell", ["example.com", "about.html", "shop/cart"])
def test_a_column_called_so_may_hold_hosts_and_relative_paths(tmp_path: Path, cell: str) -> None:
    path = write(tmp_path / "pages.csv", f"Page,Clicks\n{cell},3\n{cell},4\n")
    assert len(urls(read(path))) == 1


def test_a_column_called_url_may_be_empty_in_most_rows(tmp_path: Path) -> None:
    rows = "Draft,,https://cdn.example/1.png\n" * 5 + "Live,https://example.com/live,https://cdn.example/2.png\n"
    for header, cut in (("title,url,image\n", None), ("title,url\n", 2)):
        body = header + "".join(",".join(row.split(",")[:cut]) + "\n" for row in rows.splitlines())
        assert urls(read(write(tmp_path / "pages.csv", body))) == ["https://example.com/live"]


def test_words_in_the_only_column_are_paths_as_in_a_list(tmp_path: Path) -> None:
    assert urls(read(write(tmp_path / "paths.csv", "path\nabout\ncontact\n"))) == ["/about", "/contact"]
    for body in ("Pages\n48211\n20412\n", "Source\nWebsite\n"):
        with pytest.raises(UnclearColumnError):
            read(write(tmp_path / "issues.csv", body))


@pytest.mark.parametrize("number", ["48211", "1,234", "1.234.567", "12%", "3.5", "-7", "+1"])
def test_a_number_alone_is_no_url(tmp_path: Path, number: str) -> None:
    found = read(write(tmp_path / "list.txt", f"/a\n{number}\n192.0.2.1\n2024/11\n1.2.3\n"))
    assert urls(found) == ["/a", "http://192.0.2.1/", "/2024/11", "/1.2.3"]
    assert [line.number for line in found.rejected] == [2]


def test_columns_of_a_log_are_joined_to_a_url(tmp_path: Path) -> None:
    path = write(tmp_path / "log.csv", "cs-uri-stem,cs-uri-query,hits\n/a,sort=1,3\n/a,-,2\n")
    assert urls(read(path)) == ["/a?sort=1", "/a"]
    assert urls(read(path, ReadOptions(column="cs-uri-stem"))) == ["/a?sort=1", "/a"]


AS_LIST = ReadOptions(kind=FileKind.LIST)

request_like = st.from_regex(
    r"\A(https?://(?:[a-z0-9x-]{1,6}\.){0,4}[a-z]{1,4})?(/?[a-zA-Z0-9_~!$&()*+,;=:@%.'^|\[\]2eE-]{0,6}){0,4}"
    r"(\?[a-zA-Z0-9%./?'\"#-]{0,8})?\Z"
) | st.sampled_from(["/.", "/..", "/%2e", "/a/%2E./b", "/%2f", "//a", "https://a.b//c", "https://xn--a.de/"])


@given(request_like)
def test_a_line_that_needs_no_parser_is_what_the_parser_gives(line: str) -> None:
    if next(plain_requests([line])):
        full = line if line.startswith("http") else f"https://host.invalid{line}"
        assert ada_url.URL(full).href == full
        assert (normalise(line).url, normalise(line).changes) == (line, ())


@given(st.text(st.characters(min_codepoint=0x80, codec="utf-8") | st.sampled_from("ab/?%=."), max_size=12))
def test_letters_beyond_ascii_are_encoded_as_a_browser_does(text: str) -> None:
    line = f"https://example.com/x{text}y"
    parsed = ada_url.URL(line)
    found = normalise(line)
    assert found.url == f"https://example.com{parsed.pathname}{parsed.search}"
    assert ("encoded" in found.changes) == (not line.isascii())


@given(st.lists(request_like | st.sampled_from(["", "# c", "ftp://x", "/a\t1", " /b ", "/größe"]), max_size=20))
def test_a_list_is_read_as_its_text_would_be(tmp_path_factory: pytest.TempPathFactory, lines: list[str]) -> None:
    text = "\n".join(lines)
    path = write(tmp_path_factory.getbasetemp() / "any-list.txt", text)
    expected = parse_list(text)
    if not expected.urls:
        with pytest.raises(NothingReadError, match=r"any-list\.txt"):
            read(path, AS_LIST)
        return
    found = read(path, AS_LIST)
    assert tuple(found.urls) == expected.urls
    assert (found.rejected, found.repeated) == (expected.rejected, expected.repeated)


def test_paths_belong_to_the_site_that_was_said(tmp_path: Path) -> None:
    path = write(tmp_path / "list.txt", "/a\nhttps://other.example/b\n")
    found = read(path, ReadOptions(base="example.com"))
    assert urls(found) == ["https://example.com/a", "https://other.example/b"]
    assert found.urls[0].written == "/a"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "latin-1"])
def test_large_lists_keep_their_lines_in_every_encoding(tmp_path: Path, encoding: str, end: str) -> None:
    lines = [f"/größe/{number}" for number in range(8_000)]
    found = read(write(tmp_path / "list.txt", end.join(lines).encode(encoding)), AS_LIST)
    assert [url.written for url in found.urls] == lines
    assert found.rejected_count == 0


def test_a_line_that_never_ends_is_one_rejected_line(tmp_path: Path) -> None:
    path = write(tmp_path / "list.txt", "/a\n/" + "x" * 3_000_000 + "\n/b\n")
    found = read(path)
    assert (urls(found), found.rejected_count, found.rejected[0].number) == (["/a", "/b"], 1, 2)
    assert len(found.rejected[0].text) == 500


def test_bad_lines_are_counted_and_the_first_are_kept(tmp_path: Path) -> None:
    found = read(write(tmp_path / "list.txt", "ftp://x\n" * 5_000 + "/a\n"))
    assert (urls(found), found.rejected_count, len(found.rejected)) == (["/a"], 5_000, 200)


def test_reading_ends_at_the_limit_and_says_so(tmp_path: Path) -> None:
    path = write(tmp_path / "list.txt", "".join(f"/{number}\n" for number in range(9_000)))
    found = read(path, ReadOptions(limits=ReadLimits(urls=5_000)))
    assert 5_000 <= len(found.urls) < 9_000
    assert "Only the first" in str(found.notes[0])


def test_progress_is_told_and_reading_can_be_cancelled(tmp_path: Path) -> None:
    path = write(tmp_path / "list.txt", "".join(f"/{number}\n" for number in range(9_000)))
    told: list[tuple[float, int]] = []
    read_source([path], task=Task(lambda share, found: told.append((share, found))))
    assert told == sorted(told)
    assert told[-1] == (1.0, 9_000)
    with pytest.raises(Cancelled):
        read_source([path], task=Task(is_cancelled=lambda: True))


def test_a_file_that_is_not_there_is_a_file_error(tmp_path: Path) -> None:
    with pytest.raises(FileMissingError):
        read(tmp_path / "missing.txt")


def test_url_with_a_line_break_inside_is_left_out_and_told(tmp_path: Path) -> None:
    path = tmp_path / "pages.csv"
    path.write_text('URL,Clicks\n"https://a.example/x\ny",3\n"https://a.example/b\n",2\n', "utf-8")
    reading = read_source([path])
    assert [url.url for url in reading.urls] == ["https://a.example/b"]
    assert reading.rejected_count == 1
