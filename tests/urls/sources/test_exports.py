"""Exports of known programs: as they come, in any language, with their columns."""

import csv
import io
import json
import random
import zipfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
import xlsxwriter

from robotstudio.store.errors import FileContentError, FileError
from robotstudio.text.language import ENGLISH
from robotstudio.urls.kinds import FileKind
from robotstudio.urls.set_columns import columns_of as columns_of_set
from robotstudio.urls.sources import archives
from robotstudio.urls.sources.reading import ReadOptions, SourceReading, refresh
from robotstudio.urls.sources.tables import UnclearColumnError
from robotstudio.urls.urls import normalise
from robotstudio.urls.value_columns import ColumnKind, ValueColumn
from tests.urls.sources.files import read, urls, write

PERFORMANCE = [
    ("en", "Top pages,Clicks,Impressions,CTR,Position", "12", '"1,240"', "0.97%", "8.37"),
    ("ja", "上位のページ,クリック数,表示回数,CTR,掲載順位", "12", "1240", "0.97%", "8.37"),
    ("de", "Die häufigsten Seiten;Klicks;Impressionen;CTR;Position", "12", "1.240", "0,97 %", "8,37"),
    ("ru", "Самые популярные страницы,Клики,Показы,CTR,Позиция", "12", "1240", "0.97%", "8.37"),
    ("a language without a name here", "Prif dudalennau,Cliciau,Argraffiadau,CTR,Safle", "12", "1240", "0.97%", "8.37"),
]


def columns_of(reading: SourceReading) -> Mapping[str, ValueColumn]:
    (share,) = reading.urls.shares
    return {column.info.role or column.info.name.casefold(): column for column in share.values}


def packed(path: Path, parts: Mapping[str, str | bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return path


@pytest.mark.parametrize(("header", "clicks", "seen", "ctr", "position"), [row[1:] for row in PERFORMANCE])
def test_search_console_is_read_in_any_language(
    tmp_path: Path, header: str, clicks: str, seen: str, ctr: str, position: str
) -> None:
    mark = ";" if ";" in header else ","
    rows = f"https://example.com/a{mark}{clicks}{mark}{seen}{mark}{ctr}{mark}{position}\n"
    other = f"https://example.com/b{mark}0{mark}9{mark}0%{mark}55\n"
    reading = read(write(tmp_path / "table.csv", f"{header}\n{rows}{other}"))
    assert reading.source.export == "search-console-performance"
    columns = columns_of(reading)
    assert [columns[role].value(0) for role in ("clicks", "impressions", "ctr", "position")] == [12, 1240, 0.97, 8.37]
    assert [columns[role].info.adds for role in ("clicks", "impressions", "ctr", "position")] == [
        True,
        True,
        False,
        False,
    ]
    assert columns["ctr"].info.unit == "%"
    assert reading.urls.hits.tolist() == [12, 0]


def test_bing_has_its_impressions_first(tmp_path: Path) -> None:
    body = "Page,Impressions,Clicks,CTR,Avg. Position\nhttps://example.com/a,240,12,5.00%,3.2\n"
    reading = read(write(tmp_path / "pages.csv", body))
    columns = columns_of(reading)
    assert reading.source.export == "bing-pages"
    assert (columns["clicks"].value(0), columns["impressions"].value(0)) == (12, 240)


def test_an_unknown_order_is_told_by_the_values(tmp_path: Path) -> None:
    body = "Tudalen,Argraffiadau,Cliciau,CTR,Safle\nhttps://example.com/a,240,12,5.00%,3.2\n"
    columns = columns_of(read(write(tmp_path / "pages.csv", body)))
    assert (columns["clicks"].value(0), columns["impressions"].value(0)) == (12, 240)


def test_numbers_that_only_look_like_clicks_are_not_called_so(tmp_path: Path) -> None:
    body = "Stránka,Vstupy,Odchody,Míra\nhttps://a.example/,12,240,61%\nhttps://a.example/b,3,9,70%\n"
    reading = read(write(tmp_path / "pages.csv", body))
    assert reading.source.export == ""
    assert [column.info.name for column in reading.urls.shares[0].values] == ["Vstupy", "Odchody", "Míra"]


FROG = (
    '"Internal - All"\n'
    '"Address","Content Type","Status Code","Status","Indexability","Indexability Status","Title 1","Title 1 Length",'
    '"Canonical Link Element 1","Word Count","Crawl Depth","Inlinks"\n'
    '"https://example.com/a","text/html; charset=UTF-8","200","OK","Indexable","","A, and more","11",'
    '"https://example.com/a","240","1","1,120"\n'
    '"https://example.com/b","text/html; charset=UTF-8","404","Not Found","Non-Indexable","Client Error","","0","","0",'
    '"2","3"\n'
    '"https://example.com/c","text/html; charset=UTF-8","","Blocked by robots.txt","Non-Indexable",'
    '"Blocked by robots.txt","","0","","0","","7"\n'
)


def test_screaming_frog_brings_its_verdict(tmp_path: Path) -> None:
    reading = read(write(tmp_path / "internal_all.csv", FROG.encode("utf-8-sig")))
    columns = columns_of(reading)
    assert reading.source.export == "screaming-frog"
    assert [columns["status"].value(row) for row in range(3)] == [200, 404, None]
    assert [columns["inlinks"].value(row) for row in range(3)] == [1120, 3, 7]
    assert [columns["title"].value(row) for row in range(3)] == ["A, and more", None, None]
    assert columns["indexability_status"].value(2) == "Blocked by robots.txt"
    assert "word_count" not in columns
    assert "word_count" in columns_of(read(tmp_path / "internal_all.csv", ReadOptions(columns=("*",))))


def test_screaming_frog_is_known_by_what_its_columns_hold(tmp_path: Path) -> None:
    header = FROG.split("\n")[1]
    body = FROG.replace('"Internal - All"\n', "").replace(
        header, ",".join(f'"Spalte {number}"' for number in range(12))
    )
    columns = columns_of(read(write(tmp_path / "intern_alle.csv", body)))
    assert columns["status"].value(1) == 404
    assert columns["indexability"].value(0) == "Indexable"


def test_the_targets_of_backlinks_are_the_urls(tmp_path: Path) -> None:
    body = (
        "Referring page title\tReferring page URL\tDomain rating\tUR\tTarget URL\tAnchor\tFirst seen\n"
        "A blog\thttps://blog.example/post\t72\t35\thttps://shop.example/a\thome\t2026-05-01 10:00:00\n"
        "A forum\thttps://forum.example/t/1\t40\t10\thttps://shop.example/a\tshop\t2026-06-01 10:00:00\n"
    )
    reading = read(write(tmp_path / "backlinks.tsv", body.encode("utf-16")))
    assert urls(reading) == ["https://shop.example/a"]
    assert reading.urls.hits.tolist() == [2]


ZIP = {
    "クエリ.csv": "上位のクエリ,クリック数,表示回数,CTR,掲載順位\n日取り,82,980,8.37%,3.8\n",
    "ページ.csv": "上位のページ,クリック数,表示回数,CTR,掲載順位\n"
    + "".join(f"https://shop.example/p/{number},{number % 7},{number * 1000},1%,3.5\n" for number in range(1, 641)),
    "グラフ.csv": "日付,クリック数,表示回数,CTR,掲載順位\n2026-10-28,1,2,50%,3\n2026-10-01,82,980,8.37%,3.8\n",
    "フィルタ.csv": "フィルタ,値\n検索タイプ,ウェブ\n",
}


def test_a_zip_is_read_as_it_is(tmp_path: Path) -> None:
    path = packed(tmp_path / "shop.example-Performance-on-Search.zip", ZIP)
    reading = read(path)
    rows = list(csv.DictReader(io.StringIO(ZIP["ページ.csv"])))
    columns = columns_of(reading)
    assert reading.source.kind == FileKind.ARCHIVE
    assert reading.source.period == (date(2026, 10, 1), date(2026, 10, 28))
    assert columns["clicks"].values.sum() == sum(int(row["クリック数"]) for row in rows)
    assert columns["impressions"].values.sum() == sum(int(row["表示回数"]) for row in rows)
    assert [(part.name, part.taken, part.left is None) for part in reading.parts] == [
        ("クエリ.csv", 0, False),
        ("ページ.csv", 640, True),
        ("グラフ.csv", 0, False),
        ("フィルタ.csv", 0, False),
    ]
    assert refresh(reading.source).urls.shares[0].same(reading.urls.shares[0])


def test_counts_alone_are_refused_with_the_reason(tmp_path: Path) -> None:
    parts = {
        "Chart.csv": "Date,Not indexed,Indexed,Impressions\n2026-10-01,5,6,7\n",
        "Critical issues.csv": "Reason,Source,Validation,Pages\nNot found (404),Website,Not Started,48211\n",
    }
    with pytest.raises(FileContentError, match="only counts, no URLs"):
        read(packed(tmp_path / "Coverage.zip", parts))


def test_a_drilldown_says_when_google_came(tmp_path: Path) -> None:
    parts = {
        "テーブル.csv": "URL,前回クロール日\nhttps://a.example/a,2026-10-02\nhttps://a.example/b,1969-12-31\n",
        "グラフ.csv": "日付,影響を受けるページ\n2026-10-01,5\n",
    }
    column = columns_of(read(packed(tmp_path / "Drilldown.zip", parts)))["last_crawled"]
    assert column.info.kind is ColumnKind.DATE
    assert [column.value(0), column.value(1)] == [datetime(2026, 10, 2, tzinfo=UTC), None]


def test_a_url_and_a_date_alone_may_be_anything(tmp_path: Path) -> None:
    reading = read(write(tmp_path / "pages.csv", "url,lastmod\n/a,2026-10-02\n/b,2026-10-03\n"))
    assert reading.source.export == ""
    assert [column.info.name for column in reading.urls.shares[0].values] == ["lastmod"]


def workbook(path: Path) -> Path:
    with xlsxwriter.Workbook(path) as book:
        share, day = book.add_format({"num_format": "0.00%"}), book.add_format({"num_format": "yyyy-mm-dd"})
        sheet = book.add_worksheet("Suchanfragen")
        sheet.write_row(0, 0, ["Häufigste Suchanfragen", "Klicks"])
        sheet.write_row(1, 0, ["zelt", 3])
        sheet = book.add_worksheet("Seiten")
        sheet.write_row(0, 0, ["Die häufigsten Seiten", "Klicks", "Impressionen", "CTR", "Position"])
        for number in range(1, 101):
            sheet.write_row(number, 0, [f"https://shop.example/{number}", number, number * 10])
            sheet.write_number(number, 3, 0.1025, share)
            sheet.write_number(number, 4, 3.25)
        sheet = book.add_worksheet("Diagramm")
        sheet.write_row(0, 0, ["Datum", "Klicks"])
        for number in range(3):
            sheet.write_datetime(number + 1, 0, datetime(2026, 9, number + 1), day)  # noqa: DTZ001 - a day of Excel
            sheet.write_number(number + 1, 1, 5)
    return path


def test_a_workbook_is_read_as_it_is(tmp_path: Path) -> None:
    reading = read(workbook(tmp_path / "Leistung.xlsx"))
    columns = columns_of(reading)
    assert reading.source.export == "search-console-performance"
    assert reading.source.period == (date(2026, 9, 1), date(2026, 9, 3))
    assert columns["clicks"].values.sum() == sum(range(1, 101))
    assert (columns["ctr"].value(0), columns["ctr"].info.unit) == (10.25, "%")
    assert [part.taken for part in reading.parts] == [0, 100, 0]


def test_a_workbook_that_claims_to_be_huge_is_read_by_its_cells(tmp_path: Path) -> None:
    path = tmp_path / "corners.xlsx"
    with xlsxwriter.Workbook(path) as book:
        sheet = book.add_worksheet()
        sheet.write_row(0, 0, ["URL", "Clicks"])
        sheet.write_row(1, 0, ["https://a.example/", 3])
        sheet.write(1_048_575, 16_383, "x")
    assert urls(read(path)) == ["https://a.example/"]


@pytest.mark.parametrize("body", [b"PK\x03\x04", b"PK\x03\x04" + bytes(100), b"PK\x03\x04not an archive"])
def test_what_only_begins_like_an_archive_is_refused(tmp_path: Path, body: bytes) -> None:
    with pytest.raises(FileContentError, match=r"“x\.zip” is damaged"):
        read(write(tmp_path / "x.zip", body))


def test_damage_anywhere_in_an_archive_is_told(tmp_path: Path) -> None:
    author = random.Random(7)
    for whole in (packed(tmp_path / "whole.zip", ZIP), workbook(tmp_path / "whole.xlsx")):
        body = whole.read_bytes()
        for _ in range(150):
            broken = bytearray(body)
            for _ in range(author.choice((1, 3, 20))):
                broken[author.randrange(len(broken))] = author.randrange(256)
            with suppress(FileError):
                read(write(tmp_path / f"broken{whole.suffix}", bytes(broken)))


def test_a_bomb_is_not_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "_SMALL", 1_000)
    monkeypatch.setattr(archives, "_MOST_PARTS", 3)
    bomb = {"bomb.csv": "url\n" + "/a\n" * 1_000_000, "pages.csv": "url\n/b\n"}
    reading = read(packed(tmp_path / "bomb.zip", bomb))
    assert urls(reading) == ["/b"]
    assert "times its size" in str(reading.parts[0].left)
    with pytest.raises(FileContentError, match="more than 3 parts"):
        read(packed(tmp_path / "many.zip", {f"{number}.csv": "url\n/b\n" for number in range(4)}))


def test_a_workbook_that_is_a_bomb_is_not_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "_SMALL", 1_000)
    path = workbook(tmp_path / "bomb.xlsx")
    with zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/worksheets/sheet9.xml", "<row/>" * 1_000_000)
    with pytest.raises(FileContentError, match=r"was not read: it would unpack to \d+ times its size"):
        read(path)


def test_a_part_that_lies_about_its_size_is_cut(tmp_path: Path) -> None:
    path = packed(tmp_path / "lie.zip", {"pages.csv": "url\n" + "".join(f"/{number}\n" for number in range(50_000))})
    body = path.read_bytes()
    size = len("url\n" + "".join(f"/{number}\n" for number in range(50_000))).to_bytes(4, "little")
    assert body.count(size) == 2
    path.write_bytes(body.replace(size, (1_000).to_bytes(4, "little")))
    with pytest.raises(FileContentError, match="damaged"):
        read(path)


def test_a_part_with_several_columns_of_urls_asks(tmp_path: Path) -> None:
    path = packed(tmp_path / "links.zip", {"links.csv": "Source,Destination\n/a,/b\n/c,/d\n"})
    with pytest.raises(UnclearColumnError, match="Several columns"):
        read(path)
    assert urls(read(path, ReadOptions(column="Destination"))) == ["/b", "/d"]


KNOWN = [
    (
        "ga4-pages",
        (
            "# ----\n# Pages and screens\n# Start date: 20261001\n# End date: 20261028\n# ----\n\n"
            'Page path and screen class,Views,Active users,Event count\n/a/,"1,200",5,9\n/b/,3,2,4\nTotal,1203,7,13\n'
        ),
        {"pageviews": [1200, 3], "users": [5, 2], "events": [9, 4]},
    ),
    (
        "semrush-positions",
        (
            "Keyword,Position,Previous position,Search Volume,CPC,URL,Traffic,Traffic (%)\n"
            "tent,4,6,880,0,https://a.example/x,52,10.5\nshoe,12,15,1300,0,https://a.example/x,2,1\n"
        ),
        {"traffic": [54]},
    ),
    (
        "semrush-backlinks",
        (
            "Page ascore,Source title,Source url,Target url,Anchor,External links\n"
            "42,Blog,https://blog.example/a,https://a.example/x,tent,3\n"
        ),
        {},
    ),
    (
        "majestic-backlinks",
        (
            "Target URL,Source URL,Anchor Text,Source Crawl Date,SourceCitationFlow,SourceTrustFlow\n"
            "https://a.example/x,https://blog.example/a,tent,2026-10-02,3,4\n"
        ),
        {},
    ),
    (
        "sitebulb",
        (
            "URL,HTTP Status Code,HTTP Status,Content Type,Title,No. Words,No. Internal Linking URLs,Indexable Status,"
            "Crawl Depth\nhttps://a.example/x,200,OK,text/html,Tents,120,186,Indexable,1\n"
        ),
        {"status": [200], "title": ["Tents"], "inlinks": [186], "indexability": ["Indexable"], "depth": [1]},
    ),
    (
        "oncrawl",
        "url;status_code;follow_inlinks;depth;title\nhttps://a.example/x;200;7;2;Tents\n",
        {"status": [200], "inlinks": [7], "depth": [2], "title": ["Tents"]},
    ),
    (
        "matomo-pages",
        "Label,Unique Pageviews,Pageviews,Bounce Rate,Metadata: url\n/x,5,8,40%,https://a.example/x\n",
        {"visits": [5], "pageviews": [8]},
    ),
    (
        "search-console-inspection",
        (
            "Address,Summary,Coverage,Last Crawl,Crawl Allowed,User-Declared Canonical,Google-Selected Canonical\n"
            "https://a.example/x,URL is on Google,Submitted and indexed,2026-10-02 08:00:00,Yes,https://a.example/x,"
            "https://a.example/y\n"
        ),
        {"coverage": ["Submitted and indexed"], "robots_state": ["Yes"], "google_canonical": ["https://a.example/y"]},
    ),
    (
        "search-console-linked-pages",
        'Target page,Incoming links,Linking sites\nhttps://a.example/x,"2,100",80\n',
        {"linked_from": [2100], "linking_sites": [80]},
    ),
    (
        "search-console-inspection",
        (
            "inspectionUrl,verdict,coverageState,robotsTxtState,lastCrawlTime,googleCanonical\n"
            "https://a.example/x,PASS,Submitted and indexed,ALLOWED,2026-10-02T08:00:00Z,https://a.example/y\n"
        ),
        {"robots_state": ["ALLOWED"], "last_crawled": [datetime(2026, 10, 2, 8, tzinfo=UTC)]},
    ),
    (
        "search-console-crawl-stats",
        (
            "URL,Time,Response,File size (Bytes),Response time (ms)\n"
            "https://a.example/x,2026-10-02 08:00:00,Not found (404),1234,120\n"
        ),
        {
            "last_crawled": [datetime(2026, 10, 2, 8, tzinfo=UTC)],
            "response": ["Not found (404)"],
            "size": [1234],
            "response_time": [120],
        },
    ),
    (
        "yandex-pages",
        (
            "updateDate;url;httpCode;status;target;lastAccess;title;event\n"
            "2026-10-01;https://a.example/x;200;LOW_QUALITY;;2026-10-02;Палатки;DELETE\n"
        ),
        {
            "status": [200],
            "coverage": ["LOW_QUALITY"],
            "last_crawled": [datetime(2026, 10, 2, tzinfo=UTC)],
            "title": ["Палатки"],
        },
    ),
    (
        "yandex-pages",
        (
            "URL,HTTP-код,Дата последнего обхода,Статус,Заголовок\n"
            "https://a.example/x,404,2026-10-02,Ошибка HTTP,Палатки\n"
        ),
        {"status": [404], "coverage": ["Ошибка HTTP"], "title": ["Палатки"]},
    ),
    (
        "yandex-links",
        "URL ссылающейся страницы;URL страницы;Дата обнаружения\nhttps://b.example/1;https://a.example/x;2026-10-02\n",
        {},
    ),
    (
        "baidu-pages",
        "页面URL,点击量,展现量,点击率,排名\nhttps://a.example/x,12,240,5%,3.2\n",
        {"clicks": [12], "impressions": [240], "ctr": [5], "position": [3.2]},
    ),
    (
        "baidu-errors",
        "链接,抓取异常类型,抓取时间\nhttps://a.example/x,404,2026-10-02 08:00:00\n",
        {"response": ["404"], "last_crawled": [datetime(2026, 10, 2, 8, tzinfo=UTC)]},
    ),
    (
        "jetoctopus",
        (
            "URL,HTTP Status Code,Is Indexable,Inlinks,DFI,Title,Canonical URL,Bot visits,GSC Clicks\n"
            "https://a.example/x,200,yes,33,2,Tents,https://a.example/y,12,3\n"
        ),
        {"status": [200], "indexability": ["yes"], "inlinks": [33], "depth": [2], "requests": [12], "clicks": [3]},
    ),
    (
        "screaming-frog-links",
        (
            '"Type","Source","Destination","Size (Bytes)","Alt Text","Anchor","Status Code","Status","Follow"\n'
            '"Hyperlink","https://a.example/","https://a.example/x","9","","X","200","OK","true"\n'
        ),
        {"status": [200]},
    ),
]


@pytest.mark.parametrize(("export", "body", "values"), KNOWN, ids=[row[0] for row in KNOWN])
def test_exports_of_other_programs(
    tmp_path: Path, export: str, body: str, values: Mapping[str, Sequence[object]]
) -> None:
    reading = read(write(tmp_path / "export.csv", body))
    columns = columns_of(reading)
    assert reading.source.export == export
    assert urls(reading) == (["/a/", "/b/"] if export == "ga4-pages" else ["https://a.example/x"])
    for role, expected in values.items():
        assert [columns[role].value(row) for row in range(len(expected))] == list(expected)


def test_the_lines_above_a_table_say_its_days(tmp_path: Path) -> None:
    reading = read(write(tmp_path / "pages.csv", KNOWN[0][1]))
    assert reading.source.period == (date(2026, 10, 1), date(2026, 10, 28))
    assert [str(why) for why, _ in reading.left] == ["This is not a URL, unlike the rest of the column."]


@pytest.mark.parametrize(
    ("encoding", "body"),
    [
        ("gb18030", "页面URL,点击,展现\nhttps://a.example/帐篷,12,240\n"),
        ("gb18030", "页面,点击量,展现量,点击率\nhttps://a.example/帐篷,12,240,5%\n"),
        ("cp1251", "Страница;Клики;Показы;Позиция\nhttps://a.example/палатки;12;240;3,5\n"),
        ("cp932", "ページ,クリック数,表示回数\nhttps://a.example/テント,12,240\n"),
    ],
)
def test_a_header_with_a_known_name_tells_the_encoding(tmp_path: Path, encoding: str, body: str) -> None:
    reading = read(write(tmp_path / "pages.csv", body.encode(encoding)))
    columns = columns_of(reading)
    assert (columns["clicks"].value(0), columns["impressions"].value(0)) == (12, 240)
    assert reading.urls[0].url == normalise(body.split("\n")[1].replace(";", ",").split(",")[0]).url


def test_latin_1_stays_what_it_is(tmp_path: Path) -> None:
    body = "Seite,Größe\nhttps://a.example/größe,5\n"
    assert urls(read(write(tmp_path / "pages.csv", body.encode("latin-1")))) == ["https://a.example/gr%C3%B6%C3%9Fe"]


def test_pages_of_other_sites_are_refused(tmp_path: Path) -> None:
    path = write(tmp_path / "links.csv", "Linking page,Last crawled\nhttps://blog.example/post,2026-08-01\n")
    with pytest.raises(FileContentError, match="lists pages of other sites"):
        read(path)
    assert urls(read(path, ReadOptions(column="Linking page"))) == ["https://blog.example/post"]


def test_each_row_of_a_list_of_links_is_one_link(tmp_path: Path) -> None:
    body = "Page ascore,Source url,Target url\n4,https://b.example/1,/x\n4,https://b.example/2,/x\n"
    found = columns_of_set(read(write(tmp_path / "backlinks.csv", body)).urls)
    assert [(column.info.role, column.values.value(0)) for column in found] == [("linked_from", 2)]


def test_a_har_file_brings_the_requests_of_a_browser(tmp_path: Path) -> None:
    entries = [
        {"request": {"url": "https://a.example/"}, "response": {"status": 200, "content": {"mimeType": "text/html"}}},
        {"request": {"url": "https://a.example/x.js"}, "response": {"status": 404, "content": {}}, "time": 12.5},
        {"request": {"url": "data:image/png;base64,AAAA"}, "response": {"status": 200}},
    ]
    path = write(tmp_path / "page.har", json.dumps({"log": {"version": "1.2", "entries": entries}}))
    reading = read(path)
    columns = columns_of(reading)
    assert (reading.source.kind, urls(reading)) == ("har", ["https://a.example/", "https://a.example/x.js"])
    assert [columns["status"].value(row) for row in range(2)] == [200, 404]
    assert (columns["content_type"].value(0), columns["response_time"].value(1)) == ("text/html", 12.5)
    assert (reading.taken, [count for _, count in reading.left]) == (2, [1])
    with pytest.raises(FileContentError, match="is not a readable HAR file"):
        read(write(tmp_path / "other.har", '{"log": {"version": 1, "entries": 5}}'))


def test_the_sitemaps_of_an_index_are_read_where_they_lie_beside_it(tmp_path: Path) -> None:
    site = "https://a.example"
    sitemap = f"<urlset><url><loc>{site}/{{}}</loc><lastmod>2026-10-0{{}}</lastmod></url></urlset>"
    names = ("one.xml", "two.xml.gz", "three.xml", "../four.xml")
    index = "".join(f"<sitemap><loc>{site}/maps/{name}</loc></sitemap>" for name in names)
    path = write(tmp_path / "index.xml", f"<sitemapindex>{index}</sitemapindex>")
    write(tmp_path / "one.xml", sitemap.format("one", 1))
    write(tmp_path / "two.xml.gz", sitemap.format("two", 2), zipped=True)
    reading = read(path)
    column = columns_of(reading)["last_changed"]
    assert urls(reading) == [f"{site}/one", f"{site}/two"]
    assert reading.sitemaps == (f"{site}/maps/three.xml", f"{site}/maps/../four.xml")
    assert [column.value(0), column.value(1)] == [datetime(2026, 10, day, tzinfo=UTC) for day in (1, 2)]


def test_an_index_that_names_itself_ends(tmp_path: Path) -> None:
    names = ("index.xml", "other.xml", "one.xml")
    index = "".join(f"<sitemap><loc>https://a.example/{name}</loc></sitemap>" for name in names)
    for name in ("index.xml", "other.xml"):
        write(tmp_path / name, f"<sitemapindex>{index}</sitemapindex>")
    write(tmp_path / "one.xml", "<urlset><url><loc>https://a.example/one</loc></url></urlset>")
    assert urls(read(tmp_path / "index.xml")) == ["https://a.example/one"]


def test_a_drilldown_says_the_reason(tmp_path: Path) -> None:
    parts = {
        "Table.csv": "URL,Last crawled\nhttps://a.example/a,2026-10-02\n",
        "Metadata.csv": "Property,Value\nSitemap,All known pages\nIssue,Crawled - currently not indexed\n",
    }
    column = columns_of(read(packed(tmp_path / "Drilldown.zip", parts)))["issue"]
    assert column.value(0) == "Crawled - currently not indexed"


def test_a_reading_says_which_columns_it_saw_and_why(tmp_path: Path) -> None:
    seen = read(write(tmp_path / "internal_all.csv", FROG)).seen
    used = {column.name: (column.first[:20], str(column.use), str(column.why), column.is_guess) for column in seen}
    assert len(seen) == 12
    assert used["Address"] == ("https://example.com/", "url", "named like that by Screaming Frog", False)
    assert used["Status Code"] == ("200", "value", "named like that by Screaming Frog", False)
    assert used["Word Count"] == ("240", "left", "not used", False)
    seen = read(write(tmp_path / "other.csv", "Seite,Rang\nhttps://a.example/x,5\n")).seen
    assert [(column.name, str(column.why), column.is_guess) for column in seen] == [
        ("Seite", "recognised by its values", True),
        ("Rang", "recognised by its values", True),
    ]
    header = "Prif dudalennau,Cliciau,Argraffiadau,CTR,Safle"
    seen = read(write(tmp_path / "cy.csv", f"{header}\nhttps://a.example/x,5,20,25%,3.5\n")).seen
    assert [(str(column.why), column.role) for column in seen[:2]] == [
        ("in the order of Search Console", ""),
        ("in the order of Search Console", "clicks"),
    ]
    assert [column.is_guess for column in seen] == [False, True, True, False, True]


def test_what_was_taken_and_what_was_left_add_up(tmp_path: Path) -> None:
    body = "url,clicks\n/a,1\n,2\nhttps://[bad,3\n/a#x,4\n/b,many\n"
    reading = read(write(tmp_path / "pages.csv", body))
    assert reading.taken + sum(count for _, count in reading.left) == 5
    assert (reading.taken, reading.repeated, len(reading.urls)) == (3, 1, 2)
    assert columns_of(reading)["clicks"].value(0) == 5


def test_rows_of_one_url_are_added_up_and_their_rates_computed_again(tmp_path: Path) -> None:
    rows = [
        ("/x", 200, 10, 100, 2.0),
        ("/y", 200, 1, 10, 5.0),
        ("/x", 301, 2, 300, 8.0),
        ("/x", 200, 0, 0, 9.0),
    ]
    body = "".join(
        f"https://a.example{path},{status},{clicks},{seen},{100 * clicks / seen if seen else 0:.2f}%,{position}\n"
        for path, status, clicks, seen, position in rows
    )
    reading = read(write(tmp_path / "pages.csv", f"Page,Status Code,Clicks,Impressions,CTR,Position\n{body}"))
    found = {name: [column.value(0), column.value(1)] for name, column in columns_of(reading).items()}
    seen = sum(row[3] for row in rows if row[0] == "/x")
    clicks = sum(row[2] for row in rows if row[0] == "/x")
    assert (found["clicks"], found["impressions"]) == ([clicks, 1], [seen, 10])
    assert found["ctr"] == pytest.approx([100 * clicks / seen, 10])
    assert found["position"] == pytest.approx([sum(row[3] * row[4] for row in rows if row[0] == "/x") / seen, 5])
    assert [ENGLISH.tell(note) for note in reading.notes] == [
        "pages.csv: 1 URL is in several rows, which are added up: Clicks, Impressions.",
        "pages.csv: the rows of 1 URL differ; the first value is kept: Status code.",
    ]


def test_rates_of_several_rows_are_unknown_without_what_they_are_of(tmp_path: Path) -> None:
    rows = ("/x,1,10%,2.5", "/x,2,20%,4.5", "/y,2,20%,4.5")
    body = "Page,Clicks,CTR,Position\n" + "".join(f"https://a.example{row}\n" for row in rows)
    found = columns_of(read(write(tmp_path / "pages.csv", body)))
    assert [found["clicks"].value(0), found["ctr"].value(0), found["position"].value(0)] == [3, None, None]
    assert [found["ctr"].value(1), found["position"].value(1)] == [20, 4.5]


def test_sum_to_which_a_number_is_missing_is_unknown(tmp_path: Path) -> None:
    rows = "/x,12\n/x,\n/y,3\n/y,4\n/z,\n/z,0\n/one,\n"
    reading = read(write(tmp_path / "pages.csv", f"url,clicks\n{rows}"))
    clicks = columns_of(reading)["clicks"]
    assert [clicks.value(row) for row in range(4)] == [None, 7, None, None]
    assert "pages.csv: 2 URLs have a row without a number, so their sums are unknown: Clicks." in [
        ENGLISH.tell(note) for note in reading.notes
    ]


def test_table_without_a_column_leaves_the_sums_of_others_whole(tmp_path: Path) -> None:
    path = tmp_path / "site.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a.csv", "url,clicks\nhttps://a.example/x,12\nhttps://a.example/x,1\n")
        archive.writestr("b.csv", "url,status code\nhttps://a.example/x,200\n")
    assert columns_of(read(path))["clicks"].value(0) == 13


def test_a_cell_that_is_no_number_is_unknown_and_counted(tmp_path: Path) -> None:
    body = "url,clicks\n" + "".join(f"/{number},{number}\n" for number in range(99)) + "/x,many\n/y,\n"
    reading = read(write(tmp_path / "pages.csv", body))
    (gathered,) = reading.columns
    assert (gathered.known, gathered.unreadable) == (99, 1)
    assert columns_of(reading)["clicks"].value(99) is None


def test_the_columns_to_keep_can_be_chosen(tmp_path: Path) -> None:
    path = write(tmp_path / "internal_all.csv", FROG)
    status = columns_of(read(path, ReadOptions(columns=("status",))))["status"]
    assert [status.value(row) for row in range(3)] == [200, 404, None]  # not the column “Status”
    for asked, kept in (
        (("Word Count",), ["word_count"]),
        (("status", "8"), ["status", "title 1 length"]),
        (("0",), []),
    ):
        assert list(columns_of(read(path, ReadOptions(columns=asked)))) == kept


def test_status_codes_are_never_summed(tmp_path: Path) -> None:
    reading = read(write(tmp_path / "pages.csv", "Page URL;Crawl errors;Hits\n/a;404;7\n/b;500;210\n"))
    assert [(column.info.name, column.info.adds) for column in reading.urls.shares[0].values] == [
        ("Crawl errors", False),
        ("Hits", True),
    ]


def test_crawl_stats_without_example_urls_say_so(tmp_path: Path) -> None:
    parts = {
        "Summary crawl stats chart.csv": "Date,Total crawl requests,Total download size (Bytes)\n2026-10-01,5,6\n",
        "Hosts table.csv": "Host,Crawl requests,Status\nwww.a.example,100,Host is ok\n",
        "Response table.csv": "Response,Total requests ratio\nOK (200),0.9\n",
    }
    with pytest.raises(FileContentError, match="only counts, no URLs"):
        read(packed(tmp_path / "Crawl-stats.zip", parts))
