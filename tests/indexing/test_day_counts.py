"""Counts by day in exports, recognised in any language by their shape."""

import zipfile
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

import pytest

from robotstudio.indexing.day_counts import CountKind, counts_in, exports_and_counts
from robotstudio.store.errors import FileContentError

DAYS = ("2026-11-01", "2026-11-02")
CRAWL_STATS = {
    "en": ("Summary crawl stats chart", "Date,Total crawl requests,Total download size (Bytes),Average response time"),
    "de": ("Diagramm", "Datum,Crawling-Anfragen insgesamt,Downloadgröße (Byte),Durchschnittliche Reaktionszeit"),
    "ru": ("Диаграмма", "Дата,Всего запросов на сканирование,Общий размер (байт),Среднее время ответа (мс)"),
    "ja": ("グラフ", "日付,クロール リクエストの合計数,合計ダウンロード サイズ（バイト）,平均応答時間（ミリ秒）"),
    "zh": ("图表", "日期,抓取请求总数,总下载大小（字节）,平均响应时间（毫秒）"),
    "tr": ("Grafik", "Tarih,Toplam tarama isteği,Toplam indirme boyutu (Bayt),Ortalama yanıt süresi (ms)"),
}  # fmt: skip
COVERAGE = {
    "en": "Date,Not indexed,Indexed,Impressions",
    "de": "Datum,Nicht indexiert,Indexiert,Impressionen",
    "ru": "Дата,Не проиндексировано,Проиндексировано,Показы",
    "ja": "日付,未登録,登録済み,表示回数",
    "zh": "日期,未编入索引,已编入索引,展示次数",
    "tr": "Tarih,Dizine eklenmeyen,Dizine eklenen,Gösterim",
}


def packed(path: Path, parts: Mapping[str, str]) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return path


def values(path: Path) -> dict[CountKind, list[float]]:
    found = counts_in(path)
    first = datetime(2026, 11, 1, tzinfo=UTC).timestamp()
    assert all([day for day, _ in each.days] == [first, first + 86_400] for each in found)
    return {each.kind: [value for _, value in each.days] for each in found}


@pytest.mark.parametrize("language", CRAWL_STATS)
def test_crawl_statistics_are_known_in_any_language(tmp_path: Path, language: str) -> None:
    name, head = CRAWL_STATS[language]
    rows = f"{head}\n{DAYS[0]},120,2400000,130\n{DAYS[1]},140,90,210\n"
    parts = {f"{name}.csv": rows, "x.csv": "A,B\nOK (200),0.93\nNot found (404),0.07\n"}
    assert values(packed(tmp_path / "x.zip", parts)) == {CountKind.REQUESTS: [120, 140]}
    alone = tmp_path / "chart.csv"
    alone.write_text(f"{head}\n{DAYS[0]},120,2400000,130\n{DAYS[1]},140,2800000,210\n", "utf-8")
    assert values(alone) == {CountKind.REQUESTS: [120, 140]}


@pytest.mark.parametrize("language", COVERAGE)
def test_index_counts_are_known_in_any_language(tmp_path: Path, language: str) -> None:
    rows = f"{COVERAGE[language]}\n{DAYS[0]},20,900,30000\n{DAYS[1]},25,895,31000\n"
    path = packed(tmp_path / "x.zip", {"a.csv": rows, "b.csv": "Reason,Source,Validation,Pages\nX,Website,Failed,3\n"})
    assert values(path) == {CountKind.NOT_INDEXED: [20, 25], CountKind.INDEXED: [900, 895]}


def test_export_of_a_reason_has_its_urls_and_its_counts(tmp_path: Path) -> None:
    path = packed(
        tmp_path / "x.zip",
        {
            "Chart.csv": f"Date,Affected pages\n{DAYS[0]},3\n{DAYS[1]},4\n",
            "Table.csv": "URL,Last crawled\nhttps://shop.example/a,2026-11-03\n",
            "Metadata.csv": "Property,Value\nSitemap,All known pages\nIssue,Blocked by robots.txt\n",
        },
    )
    stats = packed(tmp_path / "y.zip", {"c.csv": f"{CRAWL_STATS['en'][1]}\n{DAYS[0]},120,2400000,130\n"})
    export, counts = exports_and_counts([path, stats])
    assert [row.url for row in export.urls] == ["https://shop.example/a"]
    assert [each.reason for each in counts] == ["", "Blocked by robots.txt"]
    assert [each.kind for each in counts] == [CountKind.REQUESTS, CountKind.AFFECTED]


def test_crawl_statistics_of_bing_are_read(tmp_path: Path) -> None:
    path = tmp_path / "stats.json"
    path.write_text(
        '{"d":[{"__type":"CrawlStats","Date":"/Date(1793491200000)/","CrawledPages":7,"InIndex":90,'
        '"BlockedByRobotsTxt":2},{"Date":"/Date(1793577600000)/","CrawledPages":8,"InIndex":91,"BlockedByRobotsTxt":0}]}',
        "utf-8",
    )
    assert values(path) == {CountKind.REQUESTS: [7, 8], CountKind.INDEXED: [90, 91], CountKind.BLOCKED: [2, 0]}


def test_unpacked_export_is_a_folder(tmp_path: Path) -> None:
    (tmp_path / "chart.csv").write_text(f"{COVERAGE['en']}\n{DAYS[0]},20,900,30000\n{DAYS[1]},25,895,31000\n", "utf-8")
    assert set(values(tmp_path)) == {CountKind.NOT_INDEXED, CountKind.INDEXED}


@pytest.mark.parametrize(
    "text",
    [
        "URL,Last crawled\nhttps://shop.example/a,2026-11-03\n",
        "URL,Clicks\nhttps://shop.example/a,3\n",
        "Date,Note\n2026-11-01,more\n",
        "",
        "\x00\x00",
        '"a',
    ],
)
def test_other_tables_have_no_counts(tmp_path: Path, text: str) -> None:
    path = tmp_path / "x.csv"
    path.write_text(text, "utf-8")
    assert counts_in(path) == ()


def test_file_with_neither_urls_nor_counts_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    path.write_text("URL,Clicks\nhttps://shop.example/a,3\n", "utf-8")
    with pytest.raises(FileContentError):
        exports_and_counts([path])
    (tmp_path / "x.zip").write_bytes(b"PK\x03\x04 broken")
    assert counts_in(tmp_path / "x.zip") == ()
