"""The index of a crawl: words are found by their stems in each language, and without spaces where there are none."""

from pathlib import Path

import pytest

from robotstudio.crawl.index.analyser import Analyser, language_of, tokens
from robotstudio.crawl.index.index import IndexState, Searcher, Snippet, update_index
from robotstudio.crawl.insight.crawler_access import CrawlerAccess
from robotstudio.crawl.insight.search import seen_by, snippet_of
from robotstudio.crawl.pages import PageText
from robotstudio.crawl.records import packed
from robotstudio.crawl.robots_policy import LiveFile
from robotstudio.crawl.store import CrawlFileError, CrawlStore
from robotstudio.engine.content import Content
from robotstudio.engine.crawlers import CRAWLERS
from robotstudio.fetch.evidence import FetchOutcome

ORIGIN = "https://shop.example"
PAGES = {
    "/en": PageText("Indexing", "", "Robots are indexing the pages of a site and follow its links.", "en-GB"),
    "/es": PageText("Páginas", "", "Los buscadores indexan las páginas y los enlaces del sitio.", "es"),
    "/ru": PageText("Страницы", "", "Поисковые роботы сканируют страницы сайта и ссылки.", "ru"),
    "/zh": PageText("爬虫", "", "搜索引擎的爬虫会抓取网站的页面。", "zh-CN"),
    "/ja": PageText("クローラー", "", "検索エンジンのクローラーはページを巡回します。", "ja"),
    "/ko": PageText("크롤러", "", "검색 엔진의 크롤러는 웹페이지를 수집합니다.", "ko"),
    "/de": PageText("", "", "Die Suchmaschinen lesen die Häuser und das Haus nicht mit.", ""),
}


def stored(path: Path, pages: dict[str, PageText], tags: dict[str, str] | None = None) -> Path:
    """Make a crawl with these pages."""
    with CrawlStore.open(path) as store:
        store.begin()
        first = store.connection.execute("SELECT count(*) FROM url").fetchone()[0] + 1
        for number, (name, text) in enumerate(pages.items(), first):
            store.connection.execute(
                "INSERT INTO url VALUES (?, ?, ?, 1, 0, 2, NULL, 0, 0, 0, 0, 0, NULL)", (number, number, ORIGIN + name)
            )
            store.connection.execute(
                "INSERT INTO page VALUES"
                " (?, 200, 'text/html', 1, NULL, 1, 1, 1, 1, 1, NULL, '', '', ?, '', 0, 0, 0, NULL)",
                (number, (tags or {}).get(name, "")),
            )
            values = number, text.title, text.language, packed(text)
            store.connection.execute("INSERT INTO content VALUES (?, ?, ?, ?)", values)
        store.commit()
    return path


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = stored(tmp_path_factory.mktemp("index") / "crawl", PAGES)
    update_index(path)
    return path


def found(path: Path, query: str, limit: int = 20) -> list[str]:
    with CrawlStore.reading(path) as store:
        return [hit.url.removeprefix(ORIGIN) for hit in Searcher(store).search(query, limit)]


@pytest.mark.parametrize(
    ("query", "page"),
    [
        ("indexed", "/en"),
        ("robot page", "/en"),
        ("indexar", "/es"),
        ("pagina", "/es"),
        ("BUSCADOR", "/es"),
        ("страница", "/ru"),
        ("роботы сканирует", "/ru"),
        ("爬虫", "/zh"),
        ("搜索引擎", "/zh"),
        ("クローラー", "/ja"),
        ("検索", "/ja"),
        ("크롤러", "/ko"),
        ("엔진", "/ko"),
        ("haus", "/de"),
    ],
)
def test_word_is_found_in_each_language(index: Path, query: str, page: str) -> None:
    assert page in found(index, query)[:2]


@pytest.mark.parametrize(
    ("query", "pages"),
    [
        ('"indexing the pages"', ["/en"]),
        ('"indexed the pages"', []),
        ("“las páginas”", ["/es"]),
        ("", []),
        ('"', []),
        ("*", []),
    ],
)
def test_words_in_quotes_are_looked_for_as_they_are_written(index: Path, query: str, pages: list[str]) -> None:
    assert found(index, query) == pages


@pytest.mark.parametrize(
    "query", ['AND OR NOT "', "a* NEAR(b)", "col:x ^y", "'; DROP TABLE word; --", "\0\ud800", "🦊"]
)
def test_any_query_is_only_words(index: Path, query: str) -> None:
    assert isinstance(found(index, query), list)


def test_page_with_all_words_comes_before_those_with_some(index: Path) -> None:
    assert found(index, "links pages zebra robots")[0] == "/en"


def test_title_weighs_more_than_text_and_links_lift_a_page(tmp_path: Path) -> None:
    text = "Something else stands here, and quite a lot of it."
    pages = {"/text": PageText("", "", f"{text} tents", "en"), "/title": PageText("Tents", "", text, "en")}
    path = stored(
        tmp_path / "crawl", {**pages, "/a": PageText("", "", "wool", "en"), "/b": PageText("", "", "wool", "en")}
    )
    stored(path, {f"/{number}": PageText("", "", "other", "en") for number in range(20)})
    with CrawlStore.open(path) as store:
        links = [(source, 4, 1, 0, None) for source in (1, 2, 3)]
        store.connection.executemany("INSERT INTO link VALUES (?, ?, ?, ?, ?)", links)
    update_index(path)
    assert found(path, "tent") == ["/title", "/text"]
    assert found(path, "wool") == ["/b", "/a"]


def test_pages_that_came_later_are_added(tmp_path: Path) -> None:
    path = stored(tmp_path / "crawl", {"/one": PageText("", "", "first", "en")})
    assert update_index(path) == IndexState(1, 0)
    stored(path, {"/two": PageText("", "", "second", "en")})
    states: list[IndexState] = []
    update_index(path, states.append)
    assert (states, found(path, "second")) == ([IndexState(2, 0)], ["/two"])


def test_index_is_not_made_while_the_crawl_writes(tmp_path: Path) -> None:
    path = stored(tmp_path / "crawl", {"/one": PageText("", "", "first", "en")})
    with CrawlStore.open(path), pytest.raises(CrawlFileError):
        update_index(path)


def test_snippet_shows_the_words_where_they_stand(index: Path) -> None:
    with CrawlStore.reading(index) as store:
        searcher = Searcher(store)
        shown = {
            query: searcher.snippet(searcher.search(query)[0], query).marked() for query in ("robot links", "爬虫")
        }
    assert shown["robot links"].startswith("**Robots** are indexing the pages")
    assert "**links**" in shown["robot links"]
    assert shown["爬虫"] == "搜索引擎的**爬虫**会抓取网站的页面。"


def test_snippet_is_cut_without_half_a_mark() -> None:
    assert Snippet("one two three", ((0, 3), (8, 13))).cut(10) == Snippet("one two th", ((0, 3),))


# for a crawler


def test_what_a_crawler_may_show_follows_the_draft_and_the_page(tmp_path: Path) -> None:
    pages = {
        f"/{name}": PageText(name, "", "tents for the winter", "en")
        for name in ("open", "private", "no", "short", "mute")
    }
    tags = {"/no": '[["gptbot", "noindex"]]', "/short": '[["", "max-snippet:5"]]', "/mute": '[["", "nosnippet"]]'}
    path = stored(tmp_path / "crawl", pages, tags)
    update_index(path)
    files = {ORIGIN: LiveFile(FetchOutcome.SUCCESS, 200, Content.RULES, b"")}
    crawlers = [CRAWLERS[token].reader for token in ("Googlebot", "GPTBot")]
    with CrawlStore.reading(path) as store:
        searcher = Searcher(store)
        hits = searcher.search("tent")
        rows = {}
        for draft in (b"", b"User-agent: GPTBot\nDisallow: /private\n"):
            seen = seen_by(hits, crawlers, CrawlerAccess(files, draft, frozenset({ORIGIN})))
            rows[draft] = {row.hit.title: row for row in seen}
        snippets = {name: snippet_of(row, "tent", searcher).text for name, row in rows[b""].items()}
    before, after = (row["private"] for row in rows.values())
    assert ([one.is_hidden for one in before.shown], [one.is_hidden for one in after.shown]) == (
        [False] * 2,
        [False, True],
    )
    assert (after.shown[1].line, after.shown[1].rank) == (2, None)
    assert [one.is_noindex for one in rows[b""]["no"].shown] == [False, True]
    assert sorted(row.shown[1].rank or 0 for row in rows[b""].values()) == [0, 1, 2, 3, 4]
    assert (snippets["short"], snippets["mute"], snippets["open"]) == ("tents", "", "tents for the winter")


# words


@pytest.mark.parametrize(
    ("declared", "text", "language"),
    [
        ("en-US", "anything", "en"),
        ("en", "Страницы сайта и роботы", "ru"),
        ("", "Los enlaces de la página y el sitio", "es"),
        ("", "the pages of a site and its links", "en"),
        ("", "クローラーはページを巡回します", "ja"),
        ("", "搜索引擎的爬虫", "zh"),
        ("", "크롤러는", "ko"),
        ("uk", "Сторінки сайту", "uk"),
        ("", "xyz", ""),
        ("x-klingon", "", ""),
    ],
)
def test_language_is_that_of_the_page_or_of_its_letters(declared: str, text: str, language: str) -> None:
    assert language_of(declared, text) == language


def test_words_are_split_from_letters_without_spaces() -> None:
    assert [token.text for token in tokens("Ein WORT爬虫 des-l’été ﬁn")] == [
        "ein",
        "wort",
        "爬虫",
        "des",
        "l’été",
        "fin",
    ]
    assert Analyser().words("抓取工具 Tools", "zh") == "抓取 取工 工具 tools"


def test_index_is_filled_a_part_at_a_time_and_the_whole_is_as_if_made_at_once(tmp_path: Path) -> None:
    many = {f"/{number}": PageText(f"Robots {number}", "", "pages", "en") for number in range(1_100)}
    parts, whole = stored(tmp_path / "parts", many), stored(tmp_path / "whole", many)
    states = [update_index(parts, most=500) for _ in range(3)]
    assert [(state.indexed, state.waiting) for state in states] == [(500, 600), (1_000, 100), (1_100, 0)]
    assert update_index(whole) == states[-1]
    assert found(parts, "robots 1099") == found(whole, "robots 1099")
    with CrawlStore.reading(parts) as some, CrawlStore.reading(whole) as all_of_them:
        rows = "SELECT * FROM indexed ORDER BY id"
        assert some.connection.execute(rows).fetchall() == all_of_them.connection.execute(rows).fetchall()
