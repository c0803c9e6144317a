"""Exports of page indexing in any language, packed, unpacked, as workbooks, and of other search engines."""

import json
import zipfile
from collections.abc import Mapping
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
import xlsxwriter

from robotstudio.indexing.export import ExportedUrl, ReasonKind, exports_in, kind_of, read_exports
from robotstudio.store.errors import FileContentError
from robotstudio.urls.sources.reading import read_source

LANGUAGES = {
    "en": ("Chart", "Date,Affected pages", "Table", "URL,Last crawled", "Metadata", "Property,Value", "Issue",
           "Blocked by robots.txt", "Sitemap", "All known pages"),
    "ja": ("グラフ", "日付,影響を受けるページ", "表", "URL,前回のクロール", "メタデータ", "プロパティ,値", "問題",
           "robots.txt によりブロックされました", "サイトマップ", "既知のすべてのページ"),
    "zh": ("图表", "日期,受影响的网页数", "网页", "网址,上次抓取日期", "元数据", "属性,值", "问题",
           "已被 robots.txt 屏蔽", "站点地图", "所有已知网页"),
    "de": ("Diagramm", "Datum,Betroffene Seiten", "Tabelle", "URL,Letztes Crawling", "Metadaten", "Eigenschaft,Wert",
           "Problem", "Durch robots.txt-Datei blockiert", "Sitemap", "Alle bekannten Seiten"),
    "ru": ("Диаграмма", "Дата,Затронуто страниц", "Таблица", "URL,Последнее сканирование", "Метаданные",
           "Свойство,Значение", "Проблема", "Доступ запрещен в файле robots.txt", "Файл Sitemap",
           "Все известные страницы"),
    "tr": ("Grafik", "Tarih,Etkilenen sayfalar", "Tablo", "URL,Son tarama zamanı", "Meta veriler", "Özellik,Değer",
           "Sorun", "robots.txt tarafından engellendi", "Site haritası", "Bilinen tüm sayfalar"),
}  # fmt: skip
ROWS = "https://shop.example/a,2026-11-03\nhttps://shop.example/b?x=1,1970-01-01\n"


def parts_of(language: str) -> Mapping[str, str]:
    chart, days, table, head, facts, properties, issue, reason, sitemap, all_pages = LANGUAGES[language]
    return {
        f"{chart}.csv": f"{days}\n2026-11-01,3\n2026-11-02,4\n",
        f"{table}.csv": f"{head}\n{ROWS}",
        f"{facts}.csv": f"{properties}\n{sitemap},{all_pages}\n{issue},{reason}\n",
    }


def packed(path: Path, parts: Mapping[str, str]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return path


def expected(reason: str) -> tuple[ExportedUrl, ...]:
    return (
        ExportedUrl("https://shop.example/a", reason, datetime(2026, 11, 3, tzinfo=UTC)),
        ExportedUrl("https://shop.example/b?x=1", reason, None),
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_zip_is_read_in_any_language(tmp_path: Path, language: str) -> None:
    found = read_exports([packed(tmp_path / "shop.example-Coverage-Drilldown-2026-11-24.zip", parts_of(language))])
    assert found.urls == expected(LANGUAGES[language][7])
    assert {kind_of(row.reason) for row in found.urls} == {ReasonKind.BLOCKED}
    assert (found.crawler, found.day) == ("Googlebot", date(2026, 11, 24))


@pytest.mark.parametrize("language", LANGUAGES)
def test_order_of_the_parts_does_not_matter(tmp_path: Path, language: str) -> None:
    parts = dict(reversed([*parts_of(language).items()]))
    assert read_exports([packed(tmp_path / "x.zip", parts)]).urls == expected(LANGUAGES[language][7])


@pytest.mark.parametrize("language", LANGUAGES)
def test_unpacked_export_is_a_folder(tmp_path: Path, language: str) -> None:
    folder = tmp_path / "shop.example-Coverage-Drilldown-2026-11-24"
    folder.mkdir()
    for name, text in parts_of(language).items():
        (folder / name).write_text(text, "utf-8")
    assert read_exports([folder]).urls == expected(LANGUAGES[language][7])


def test_workbook_is_read(tmp_path: Path) -> None:
    path = tmp_path / "shop.example-Coverage-Drilldown-2026-11-24.xlsx"
    with xlsxwriter.Workbook(path) as book:
        for name, text in parts_of("de").items():
            sheet = book.add_worksheet(name.removesuffix(".csv"))
            for number, line in enumerate(text.strip().split("\n")):
                sheet.write_row(number, 0, line.split(",", 1))
    assert read_exports([path]).urls == expected("Durch robots.txt-Datei blockiert")


@pytest.mark.parametrize("language", LANGUAGES)
def test_issue_may_come_before_the_sitemap(tmp_path: Path, language: str) -> None:
    chart, table, facts = parts_of(language).items()
    head, *rows = facts[1].splitlines()
    turned = {chart[0]: chart[1], table[0]: table[1], facts[0]: "\n".join([head, *reversed(rows)]) + "\n"}
    assert read_exports([packed(tmp_path / "x.zip", turned)]).urls == expected(LANGUAGES[language][7])


@pytest.mark.parametrize("language", LANGUAGES)
def test_export_of_indexed_pages_is_refused(tmp_path: Path, language: str) -> None:
    chart, table, facts = parts_of(language).items()
    parts = {chart[0]: chart[1], table[0]: table[1], facts[0]: "\n".join(facts[1].splitlines()[:2]) + "\n"}
    path = packed(tmp_path / "shop.example-Coverage-Valid-2026-11-24.zip", parts)
    with pytest.raises(FileContentError, match="pages that are indexed"):
        read_exports([path])
    assert exports_in(read_source([path]).urls).urls == ()
    folder = tmp_path / "unpacked"
    folder.mkdir()
    for name, text in parts.items():
        (folder / name).write_text(text, "utf-8")
    with pytest.raises(FileContentError, match="pages that are indexed"):
        read_exports([folder])


def test_tables_with_reasons_in_a_folder_keep_all_their_rows(tmp_path: Path) -> None:
    rows = (("a", "Blocked by robots.txt", "2026-03-01"), ("b", "Excluded by noindex tag", "2026-11-20"))
    for name, reason, day in rows:
        (tmp_path / f"{name}.csv").write_text(
            f"URL,Reason,Last crawled\nhttps://shop.example/a,{reason},{day}\n", "utf-8"
        )
    assert [row.reason for row in read_exports([tmp_path]).urls] == [reason for _, reason, _ in rows]
    (tmp_path / "chart.csv").write_text("Date,Affected pages\n2026-11-01,3\n", "utf-8")
    assert len(read_exports([tmp_path]).urls) == 2
    (tmp_path / "days.csv").write_text("URL,Last crawled\nhttps://shop.example/c,2026-11-01\n", "utf-8")
    (tmp_path / "chart.csv").unlink()
    assert [row.reason for row in read_exports([tmp_path]).urls] == [*(reason for _, reason, _ in rows), ""]
    (tmp_path / "days.csv").unlink()
    (tmp_path / "b.csv").unlink()
    assert len(read_exports([tmp_path]).urls) == 1


def test_reasons_without_urls_are_counted(tmp_path: Path) -> None:
    coverage = packed(
        tmp_path / "shop.example-Coverage-2026-11-24.zip",
        {
            "Chart.csv": "Date,Not indexed,Indexed,Impressions\n2026-10-01,5,6,7\n",
            "Critical issues.csv": (
                "Reason,Source,Validation,Pages\nNot found (404),Website,Not Started,19\n"
                "Blocked by robots.txt,Website,Started,6\n"
            ),
            "Metadata.csv": "Property,Value\nSitemap,All known pages\n",
        },
    )
    assert read_exports([coverage]).counts == (("Not found (404)", 19), ("Blocked by robots.txt", 6))
    drilldown = packed(tmp_path / "x.zip", parts_of("en"))
    assert read_exports([coverage, drilldown]).counts == (("Not found (404)", 19),)


def test_newer_export_of_a_url_counts(tmp_path: Path) -> None:
    old, new = (
        packed(tmp_path / name, {**parts_of("en"), "Table.csv": f"URL,Last crawled\nhttps://shop.example/a,{day}\n"})
        for name, day in (("old.zip", "2026-10-01"), ("new.zip", "2026-11-03"))
    )
    for paths in ([old, new], [new, old]):
        assert [row.crawled for row in read_exports(paths).urls] == [datetime(2026, 11, 3, tzinfo=UTC)]


def test_yandex_and_bing_have_their_crawlers(tmp_path: Path) -> None:
    path = tmp_path / "pages.csv"
    path.write_text(
        "URL страницы;Статус;Последнее посещение\nhttps://shop.example/a;Запрещено в robots.txt;03.11.2026\n"
        "https://shop.example/b;Запрещено в robots.txt;13.11.2026\n",
        "utf-8",
    )
    found = read_exports([path])
    assert found.crawler == "YandexBot"
    assert found.urls[0] == ExportedUrl(
        "https://shop.example/a", "Запрещено в robots.txt", datetime(2026, 11, 3, tzinfo=UTC)
    )
    path = tmp_path / "shop.example_bing_11_24_2026.csv"
    path.write_text("URL,Reason,Last crawled\nhttps://shop.example/a,Blocked by robots.txt,2026-11-03\n", "utf-8")
    assert read_exports([path]).crawler == "bingbot"


@pytest.mark.parametrize(
    ("reason", "kind"),
    [
        ("Indexed, though blocked by robots.txt", ReasonKind.BLOCKED),
        ("robots.txt によりブロックされましたが、インデックスに登録しました", ReasonKind.BLOCKED),
        ("ROBOTS_URL_ERROR", ReasonKind.BLOCKED),
        ("Durch „noindex“-Tag ausgeschlossen", ReasonKind.NOINDEX),
        ("Not found (404)", ReasonKind.FETCHED),
        ("サーバーエラー（5xx）", ReasonKind.FETCHED),
        ("Crawled - currently not indexed", ReasonKind.OTHER),
        ("", ReasonKind.OTHER),
    ],
)
def test_reason_is_known_by_what_all_languages_share(reason: str, kind: ReasonKind) -> None:
    assert kind_of(reason) is kind


@pytest.mark.parametrize(
    "text", ["https://shop.example/a\nhttps://shop.example/b\n", "url,clicks\nhttps://shop.example/a,3\n", "", "words"]
)
def test_what_is_no_export_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "other.csv"
    path.write_text(text, "utf-8")
    with pytest.raises(FileContentError):
        read_exports([path])


def test_empty_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileContentError, match="contains no exports"):
        read_exports([tmp_path])


def test_url_with_two_reasons_in_one_export_keeps_both(tmp_path: Path) -> None:
    path = tmp_path / "two.csv"
    path.write_text(
        "URL,Reason,Last crawled\nhttps://shop.example/a,Blocked by robots.txt,2026-11-03\n"
        "https://shop.example/b,Blocked by robots.txt,2026-11-05\n"
        "https://shop.example/a,Not found (404),2026-11-04\nhttps://shop.example/a,Not found (404),2026-11-02\n",
        "utf-8",
    )
    found = read_exports([path]).urls
    assert [(row.url[-1], row.reason, row.crawled and row.crawled.day) for row in found] == [
        ("a", "Blocked by robots.txt", 3),
        ("b", "Blocked by robots.txt", 5),
        ("a", "Not found (404)", 4),
    ]
    assert exports_in(read_source([path]).urls).urls == found


YANDEX = "updateDate,url,httpCode,status,target,lastAccess,title,event\n"


def test_yandex_names_its_reasons_by_codes(tmp_path: Path) -> None:
    path = tmp_path / "export.csv"
    path.write_text(
        f"{YANDEX}2026-10-03,https://shop.example/a,200,ROBOTS_URL_ERROR,,2026-10-02,A,DELETE\n"
        "2026-10-03,https://shop.example/b,200,NO_INDEX,,2026-10-02,B,DELETE\n"
        "2026-10-03,https://shop.example/c,301,REDIRECT_NOTSEARCHABLE,https://shop.example/a,2026-10-02,C,DELETE\n"
        "2026-10-03,https://shop.example/d,200,SEARCHABLE,,2026-10-02,D,ADD\n",
        "utf-8",
    )
    found = read_exports([path])
    assert found.crawler == "YandexBot"
    assert [(row.url[-1], kind_of(row.reason)) for row in found.urls] == [
        ("a", ReasonKind.BLOCKED),
        ("b", ReasonKind.NOINDEX),
        ("c", ReasonKind.FETCHED),
    ]


@pytest.mark.parametrize(("back", "reasons"), [("2026-10-09", []), ("2026-09-20", ["ROBOTS_URL_ERROR"])])
def test_page_that_came_back_into_search_has_no_reason(tmp_path: Path, back: str, reasons: list[str]) -> None:
    path = tmp_path / "export.csv"
    path.write_text(
        f"{YANDEX}2026-10-03,https://shop.example/a,200,ROBOTS_URL_ERROR,,2026-10-02,A,DELETE\n"
        f"{back},https://shop.example/a,200,SEARCHABLE,,{back},A,ADD\n",
        "utf-8",
    )
    assert [row.reason for row in read_exports([path]).urls] == reasons


@pytest.mark.parametrize("issues", ["20", "4|16", "Code4xx,BlockedByRobotsTxt"])
def test_bing_adds_its_issues_up(tmp_path: Path, issues: str) -> None:
    path = tmp_path / "issues.csv"
    path.write_text(f'Url,HttpCode,Issues,InLinks\nhttps://shop.example/a,404,"{issues}",3\n', "utf-8")
    found = read_exports([path])
    assert found.crawler == "bingbot"
    assert [row.reason for row in found.urls] == ["Code4xx", "BlockedByRobotsTxt"]
    assert [kind_of(row.reason) for row in found.urls] == [ReasonKind.FETCHED, ReasonKind.BLOCKED]


@pytest.mark.parametrize("never", ["0001-01-01T01:00:00+05:00", "9999-12-31T23:00:00-05:00"])
def test_day_that_has_no_utc_is_no_day(never: str, tmp_path: Path) -> None:
    rows = [{"url": "https://shop.example/a", "last_access": never, "excluded_url_status": "ROBOTS_HOST_ERROR"}]
    path = tmp_path / "yandex.json"
    path.write_text(json.dumps({"samples": rows}), "utf-8")
    assert read_exports([path]).urls == (ExportedUrl("https://shop.example/a", "ROBOTS_HOST_ERROR"),)


def test_answers_of_the_interfaces_of_bing_and_yandex_are_read(tmp_path: Path) -> None:
    path = tmp_path / "bing.json"
    path.write_text(
        '{"d":[{"__type":"UrlWithCrawlIssues:#Microsoft.Bing.Webmaster.Api","HttpCode":0,"InLinks":3,"Issues":16,'
        '"Url":"https://shop.example/a"}]}',
        "utf-8",
    )
    found = read_exports([path])
    assert (found.crawler, found.urls) == ("bingbot", (ExportedUrl("https://shop.example/a", "BlockedByRobotsTxt"),))
    path = tmp_path / "yandex.json"
    path.write_text(
        '{"count":2,"samples":[{"url":"https://shop.example/a","last_access":"2026-10-01T00:00:00,000+0300",'
        '"event":"REMOVED_FROM_SEARCH","excluded_url_status":"ROBOTS_HOST_ERROR"},{"url":"https://shop.example/b",'
        '"last_access":"2026-10-01T00:00:00,000+0300","event":"APPEARED_IN_SEARCH",'
        '"excluded_url_status":"NOTHING_FOUND"}]}',
        "utf-8",
    )
    found = read_exports([path])
    assert found.crawler == "YandexBot"
    assert found.urls == (
        ExportedUrl("https://shop.example/a", "ROBOTS_HOST_ERROR", datetime(2026, 10, 1, tzinfo=UTC)),
    )
    for text in ('{"d": 3}', "[1]", '{"d": []}', "{", '{"d": ["abc"]}', '{"d": {"a": "b"}}'):
        path.write_text(text, "utf-8")
        with pytest.raises(FileContentError):
            read_exports([path])
