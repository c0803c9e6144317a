"""What the rows about many URLs work on: the URLs, the crawlers with their dialects, and drafts of a file."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, cycle, islice, product

from benchmarks.contests import around_middle_rule
from benchmarks.generated import Author
from robotstudio.engine import CRAWLERS, Robots, UrlTable
from robotstudio.engine.bulk import Texts, Verdicts
from robotstudio.engine.revision import FileEdit

CROWD = 400
TYPED = "/search*?q="
_DIALECTS = ("google", "rfc9309", "bing", "yandex", "baidu", "draft1996", "crawler-commons", "heritrix")

Chain = tuple[str, ...]


def site_urls(real: Sequence[str], number: int) -> Texts:
    """Return that many URLs: the real ones, and more of a generated shop."""
    return Texts.of(islice(chain(real, Author().site(number)), number))


def crowd(number: int = CROWD) -> Mapping[str, list[Chain]]:
    """Return that many crawlers by dialect: the catalogue, and its token chains with other dialects."""
    known = [(crawler.dialect, crawler.agent) for crawler in CRAWLERS.values()]
    chains = dict.fromkeys(each for _, each in known)
    more = ((dialect, each) for each, dialect in product(chains, _DIALECTS) if (dialect, each) not in known)
    by_dialect: dict[str, list[Chain]] = {}
    for dialect, each in islice(chain(dict.fromkeys(known), more), number):
        by_dialect.setdefault(dialect, []).append(each)
    return by_dialect


def fresh_table(urls: Texts, dialects: Sequence[str]) -> UrlTable:
    """Make a table that is sorted for some dialects, without any search yet."""
    table = UrlTable.from_buffer(urls.joined, urls.starts)
    for dialect in dialects:
        table.view(Robots.parse(b"", dialect).dialect.path_of)
    return table


@dataclass(slots=True)
class Desk:
    """A draft that is being edited, as all crawlers read it."""

    table: UrlTable
    readers: Mapping[str, Sequence[Chain]]
    readings: dict[str, Robots]

    @classmethod
    def opened(cls, body: bytes, table: UrlTable, readers: Mapping[str, Sequence[Chain]]) -> "Desk":
        """Read and evaluate a file."""
        desk = cls(table, readers, {dialect: Robots.parse(body, dialect) for dialect in readers})
        desk.evaluate()
        return desk

    def edit(self, body: bytes) -> None:
        """Another draft."""
        edit = FileEdit()
        self.readings = {dialect: robots.revise(body, edit) for dialect, robots in self.readings.items()}

    def evaluate(self) -> list[Verdicts]:
        """All verdicts of all crawlers, one for each set of rules."""
        found = (self.readings[dialect].decide_all(self.table, agents) for dialect, agents in self.readers.items())
        return [verdicts for matrix in found for verdicts in matrix.verdict_classes]


def typed_drafts(body: bytes) -> Iterator[bytes]:
    """Drafts while a rule is typed into the middle of the file and taken back, again and again."""
    before, after = around_middle_rule(Robots.parse(body), body, keep=True)
    lengths = (*range(1, len(TYPED) + 1), *range(len(TYPED) - 1, 0, -1))
    for length in cycle(lengths):
        yield b"%sDisallow: %s\n%s" % (before, TYPED[:length].encode(), after)
