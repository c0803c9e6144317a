"""The ten words that a client needs to read the report."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from robotstudio.report.model import Block, FactList, ReportFact
from robotstudio.report.subject import Findings, ReportChoices
from robotstudio.text.language import Message, tr


class _Term(NamedTuple):
    """A word and what it means."""

    id: str
    word: Message
    meaning: Message


_TERMS: Final = (
    _Term(
        "robots",
        "robots.txt",
        "A text file at the root of a site that asks crawlers not to fetch some addresses. It cannot enforce that.",
    ),
    _Term(
        "crawler",
        "Crawler",
        "A program that fetches pages for a search engine, an AI or a service, and follows the links in them.",
    ),
    _Term("url", "URL", "The address of a page, such as https://example.com/shoes?size=42."),
    _Term("rule", "Rule", "A line of the file: Disallow blocks the addresses that match it, Allow makes exceptions."),
    _Term(
        "verdict",
        "Verdict",
        "What the file says to a crawler about an address: allowed or blocked. A blocked page can still appear in "
        "search results, without a text.",
    ),
    _Term("pattern", "Pattern", "What many addresses have in common. The sign * stands for any text, $ for the end."),
    _Term("sitemap", "Sitemap", "A list in which a site names the pages that search engines should know."),
    _Term("request", "Request", "One call of a page by a crawler. Servers keep requests in access logs."),
    _Term("click", "Click", "A person who came to a page from the results of a search engine."),
    _Term("proven", "Proven", "True for every address there can be, not only for those that were counted."),
)


def build(_found: Findings, _wanted: ReportChoices) -> Iterator[Block]:
    """Build a list of words and what they mean."""
    yield FactList(tuple(ReportFact(each.id, tr(each.word), tr(each.meaning)) for each in _TERMS))
