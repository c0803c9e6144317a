"""The full-text index in a crawl file: updated while the crawl rests, read by anyone; independent of drafts.

Terms come from the analyser, weighted by where they occur; pages with more links to them rank higher. The text of a
page is stored beside the index, so that snippets show what was read.
"""

import math
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from robotstudio.crawl.cells import CellError
from robotstudio.crawl.cells import text as text_of
from robotstudio.crawl.index.analyser import Analyser, SearchQuery, language_of, match_expression, read_query, tokens
from robotstudio.crawl.pages import PageText
from robotstudio.crawl.records import content_of, tags_of, unpacked
from robotstudio.crawl.schema import LINK_INDEX, WORD_TABLES
from robotstudio.crawl.store import CrawlFileError, CrawlStore, copy_of, is_writable
from robotstudio.engine.cancelling import IsCancelled, never
from robotstudio.fetch.index_tags import IndexTag
from robotstudio.text.language import Message

_NO_FTS5: Message = "This Python's SQLite has no full-text search (FTS5)."
_UNREAD: Final = "?"
"""The language of a page whose text cannot be read."""
_AT_ONCE: Final = 500
_LOOKED_AT: Final = 3_000
"""For a word in more pages than this, only those nearest to the start compete: they were found first."""
_RANKED: Final = 100
_WORTH_OF_TITLE: Final = 1.0
_VERIFIED: Final = 500
_MOST_ANCHORS: Final = 20
_SNIPPET: Final = 200
_READ_FOR_SNIPPET: Final = 40_000
_WAITING: Final = (
    "FROM content JOIN page USING (id) JOIN url USING (id)"
    " WHERE id > (SELECT coalesce(max(id), 0) FROM indexed) AND status = 200"
    " AND (url.ended_by IS NULL OR url.ended_by IN ('too-large', 'many-links'))"
)


class IndexState(Struct, frozen=True):
    """State of the index of a crawl."""

    indexed: int
    waiting: int
    unread: int = 0
    """Indexed pages whose text cannot be read."""

    @property
    def share(self) -> float:
        total = self.indexed + self.waiting
        return self.indexed / total if total else 1.0


class Hit(Struct, frozen=True):
    """A page that was found."""

    page: int
    url: str
    title: str
    score: float  # the higher, the better
    language: str
    in_links: int
    tags: tuple[IndexTag, ...]


class Snippet(Struct, frozen=True):
    """A piece of a page's text, with the positions of the matches."""

    text: str
    marks: tuple[tuple[int, int], ...] = ()

    def cut(self, length: int) -> "Snippet":
        """Cut it to at most `length` characters."""
        if length >= len(self.text):
            return self
        return Snippet(self.text[:length], tuple(mark for mark in self.marks if mark[1] <= length))

    def marked(self) -> str:
        """Return the text with asterisks around the matches."""
        pieces, at = [], 0
        for start, end in self.marks:
            pieces += [self.text[at:start], "**", self.text[start:end], "**"]
            at = end
        return "".join((*pieces, self.text[at:]))


def update_index(
    path: Path,
    on_progress: Callable[[IndexState], None] | None = None,
    is_cancelled: IsCancelled = never,
    most: int | None = None,
) -> IndexState:
    """Index the pages that are not indexed yet; with `most` only about that many, to be resumed.

    Links to each page are counted after the last page. Raises CrawlFileError, also while the crawl runs.
    """
    with CrawlStore.open(path) as store:
        _make(store)
        execute, analyser = store.connection.execute, Analyser()
        before = state_of(store)
        done = before.indexed
        while not is_cancelled() and (most is None or done - before.indexed < most):
            rows = execute(
                f"SELECT id, title, language, packed, key {_WAITING} ORDER BY id LIMIT ?",  # fixed text
                (_AT_ONCE,),
            ).fetchall()
            if not rows:
                break
            store.begin()
            _add(store, rows, analyser)
            store.commit()
            done += len(rows)
            if on_progress is not None:
                on_progress(IndexState(done, before.indexed + before.waiting - done))
        after = state_of(store)
        if done > before.indexed and (most is None or not after.waiting):
            store.begin()
            execute(
                "UPDATE indexed SET in_links = (SELECT count(DISTINCT source) FROM link JOIN url ON key = target"
                " WHERE url.id = indexed.id)"
            )
            store.commit()
        return after


def _make(store: CrawlStore) -> None:
    try:
        store.begin()
        if not _is_made(store):
            for statement in WORD_TABLES:
                store.connection.execute(statement)
        store.connection.execute(LINK_INDEX.replace("INDEX", "INDEX IF NOT EXISTS", 1))
        store.commit()
    except sqlite3.OperationalError as error:
        if "fts5" in str(error):
            raise CrawlFileError(_NO_FTS5) from error
        raise


def _is_made(store: CrawlStore) -> bool:
    row = store.connection.execute("SELECT count(*) FROM sqlite_master WHERE name = 'indexed'").fetchone()
    return bool(row[0])


def state_of(store: CrawlStore) -> IndexState:
    """Return how much of a crawl is indexed."""
    if not _is_made(store):
        count = store.connection.execute("SELECT count(*) FROM content").fetchone()[0]
        return IndexState(0, int(count))
    indexed = store.connection.execute("SELECT count(*) FROM indexed").fetchone()[0]
    waiting = store.connection.execute(f"SELECT count(*) {_WAITING}").fetchone()[0]  # fixed text
    unread = store.connection.execute("SELECT count(*) FROM indexed WHERE language = ?", (_UNREAD,)).fetchone()[0]
    return IndexState(int(indexed), int(waiting), int(unread))


@contextmanager
def searchable(path: Path) -> Iterator[Path]:
    """Bring a crawl's index up to date: in the crawl itself, or in a temporary copy if it cannot be written."""
    with CrawlStore.reading(path) as store:
        is_ready = not state_of(store).waiting
    if is_ready or is_writable(path):
        _bring_up_to_date(path)
        yield path
        return
    with TemporaryDirectory(prefix="robotstudio-") as folder:
        copy = copy_of(path, Path(folder) / path.name)
        _bring_up_to_date(copy)
        yield copy


def _bring_up_to_date(path: Path) -> None:
    """Index what is not indexed yet; while the crawl runs, what is there is searched."""
    with CrawlStore.reading(path) as store:
        state = state_of(store)
    if state.waiting:
        try:
            update_index(path)
        except CrawlFileError:
            if not state.indexed:
                raise


def _add(store: CrawlStore, rows: Sequence[tuple[int, object, object, object, int]], analyser: Analyser) -> None:
    words, pages = [], []
    for page, title, declared, packed, key in rows:
        try:
            text = unpacked(title, declared, packed)
            language = language_of(text.language, text.body)
        except CellError:  # index the other pages
            text, language = PageText(), _UNREAD
        anchors = " ".join(_anchors(store, key))
        fields = (text.title, text.headings, text.body, anchors)
        words.append((page, *(analyser.words(field, language) for field in fields)))
        pages.append((page, language, 0))
    store.connection.executemany(
        "INSERT INTO word (rowid, title, headings, body, anchors) VALUES (?, ?, ?, ?, ?)", words
    )
    store.connection.executemany("INSERT INTO indexed VALUES (?, ?, ?)", pages)


def _anchors(store: CrawlStore, key: int) -> Iterator[str]:
    sql = "SELECT DISTINCT anchor FROM link WHERE target = ? AND anchor IS NOT NULL LIMIT ?"
    return (row[0] for row in store.connection.execute(sql, (key, _MOST_ANCHORS)))


class Searcher:
    """Searches one crawl. Use it in one thread at a time."""

    def __init__(self, store: CrawlStore) -> None:
        self._store = store
        self._analyser = Analyser()
        self._languages: tuple[str, ...] | None = None

    def search(self, text: str, limit: int = 20) -> list[Hit]:
        """Return the best pages for a query: those with all its words, then those with some."""
        if not _is_made(self._store):
            return []
        query = read_query(text)
        if not query.terms:
            return []
        found = self._ranked(match_expression(query, self._analyser, self.languages), query, limit)
        if len(found) < limit and len(query.terms) > 1 and not query.phrases:
            known = {hit.page for hit in found}
            some = match_expression(query, self._analyser, self.languages).replace(") AND (", ") OR (")
            some = some.replace(" AND ", " OR ")
            least = found[-1].score if found else math.inf
            for hit in self._ranked(some, query, limit):
                if hit.page not in known:
                    found.append(replace(hit, score=min(hit.score, least)))
        return found[:limit]

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages of the indexed pages."""
        if self._languages is None:
            rows = self._store.connection.execute("SELECT DISTINCT language FROM indexed").fetchall()
            self._languages = tuple(row[0] for row in rows if row[0] != _UNREAD)
        return self._languages

    def _ranked(self, expression: str, query: SearchQuery, limit: int) -> list[Hit]:
        most = _VERIFIED if query.phrases else max(_RANKED, limit)
        rows = self._store.connection.execute(
            "SELECT page, relevance, in_links, title, indexed.language FROM (SELECT page, relevance FROM (SELECT rowid"
            " AS page, bm25(word, 5.0, 3.0, 1.0, 2.0) AS relevance FROM word WHERE word MATCH ? LIMIT ?)"
            " ORDER BY relevance LIMIT ?) JOIN indexed ON indexed.id = page JOIN content ON content.id = page",
            (expression, _LOOKED_AT, most),
        ).fetchall()
        scores = (
            (-rank * (1 + math.log1p(in_links) / 10) * self._title_factor(query, title, language), page)
            for page, rank, in_links, title, language in rows
        )
        hits: list[Hit] = []
        for score, page in sorted(scores, key=lambda pair: (-pair[0], pair[1])):
            if len(hits) == limit:
                break
            hit = self._hit(page, score)
            if hit is not None and (not query.phrases or self._holds(page, query.phrases)):
                hits.append(hit)
        return hits

    def _title_factor(self, query: SearchQuery, title: str, language: str) -> float:
        """Prefer pages with the terms in their title more than BM25's column weight does."""
        words = set(self._analyser.words(title, language).split())
        wanted = {word for term in query.terms for word in self._analyser.words(term.text, language).split()}
        return 1 + _WORTH_OF_TITLE * len(wanted & words) / max(1, len(wanted))

    def _hit(self, page: int, score: float) -> Hit | None:
        row = self._store.connection.execute(
            "SELECT url, title, indexed.language, in_links, tags FROM url JOIN content USING (id)"
            " JOIN indexed USING (id) JOIN page USING (id) WHERE id = ?",
            (page,),
        ).fetchone()
        if row is None:
            return None
        url, title, language, in_links, tags = row
        try:
            return Hit(page, text_of(url, "url.url"), title, score, language, in_links, tags_of(tags))
        except CellError:
            self._store.unread += 1
            return None

    def _holds(self, page: int, phrases: Sequence[str]) -> bool:
        """Return True if a page has each phrase literally, ignoring case and white space."""
        text = self._text(page)
        plain = " ".join(f"{text.title}\n{text.headings}\n{text.body}".lower().split())
        return all(phrase.lower() in plain for phrase in phrases)

    def snippet(self, hit: Hit, text: str) -> Snippet:
        """Return the piece of a page with the most matches."""
        content = self._text(hit.page)
        body = " ".join(content.body[:_READ_FOR_SNIPPET].split())
        query = read_query(text)
        stems = {self._analyser.stem(term.text, hit.language) for term in query.terms if not term.is_cjk}
        runs = [term.text for term in query.terms if term.is_cjk]
        places = sorted({*self._places(body, stems, hit.language), *_runs(body, runs)})
        start = _best_start(places)
        start = max(0, body.rfind(" ", 0, max(0, start - 40)) + 1) if start else 0
        shown = body[start : start + _SNIPPET]
        marks = tuple(
            (first - start, end - start) for first, end in places if start <= first and end <= start + _SNIPPET
        )
        return Snippet(shown, marks)

    def _text(self, page: int) -> PageText:
        try:
            return content_of(self._store, page) or PageText()
        except CellError:
            self._store.unread += 1
            return PageText()

    def _places(self, body: str, stems: set[str], language: str) -> Iterator[tuple[int, int]]:
        for token in tokens(body):
            if not token.is_cjk and self._analyser.stem(token.text, language) in stems:
                yield token.start, token.end


def _runs(body: str, runs: Sequence[str]) -> Iterator[tuple[int, int]]:
    for run in runs:
        at = body.find(run)
        while at >= 0:
            yield at, at + len(run)
            at = body.find(run, at + len(run))


def _best_start(places: Sequence[tuple[int, int]]) -> int:
    """Return the start of a window with the most matches."""
    best, most, end = 0, 0, 0
    for first, (start, _) in enumerate(places):
        while end < len(places) and places[end][1] <= start + _SNIPPET - 40:
            end += 1
        if end - first > most:
            best, most = start, end - first
    return best
