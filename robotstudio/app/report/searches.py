"""What is found on a crawled site for a few words, and from whom each page is hidden under the file."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from robotstudio.app.report.model import Block, Cell, Column, Kind, Prose, Table, plain
from robotstudio.app.report.subject import Findings
from robotstudio.engine.language import Message, Plural, Words

MOST_HITS: Final = 20
_HITS: Message = "Pages that are found, the best first, and from whom they are hidden"
_NO_HITS: Message = "No page has these words: {words}."
_WAITING = Plural(
    "{count} page of the crawl was not searched: it is not in the index yet.",
    "{count} pages of the crawl were not searched: they are not in the index yet.",
)
_BY_LINE: Message = "{crawler} (line {line})"


def build_searches(found: Findings, path: Path, words: Words) -> Iterator[Block]:
    """A row for each page that is found, for each search. Raises CrawlFileError."""
    searches = found.subject.searches
    if not searches:
        return
    from robotstudio.app.crawl.eyes import Eyes  # noqa: PLC0415  # few reports have a crawl
    from robotstudio.app.crawl.search import seen_by  # noqa: PLC0415  # as above
    from robotstudio.io.crawl.store import CrawlStore, sentences  # noqa: PLC0415  # as above
    from robotstudio.io.index.index import Searcher, state_of  # noqa: PLC0415  # as above

    rows: list[tuple[Cell, ...]] = []
    nothing: list[str] = []
    with CrawlStore.reading(path) as store, sentences(path):
        searcher, eyes, waiting = Searcher(store), Eyes.of(store, found.subject.body), state_of(store).waiting
        for text in searches:
            hits = seen_by(searcher.search(text, MOST_HITS), found.readers, eyes)
            nothing += [] if hits else [text]
            for place, each in enumerate(hits, 1):
                hidden = words.side_by_side(
                    words.say(_BY_LINE, crawler=crawler.token, line=str(showing.line))
                    if showing.is_blocked and showing.line
                    else crawler.token
                    for crawler, showing in zip(found.readers, each.shown, strict=True)
                    if showing.is_hidden
                )
                rows.append((text, place, each.hit.url, each.hit.title, hidden))
    if waiting:
        yield Prose(plain(words.count(_WAITING, waiting)))
    yield from (Prose(plain(words.say(_NO_HITS, words=text))) for text in nothing)
    if rows:
        heads = (
            Column("words", words.say("Words")),
            Column("place", words.say("Place"), Kind.NUMBER),
            Column("url", words.say("URL"), Kind.CODE),
            Column("title", words.say("Title")),
            Column("hidden_for", words.say("Hidden from")),
        )
        yield Table("searches", words.say(_HITS), heads, tuple(rows))
