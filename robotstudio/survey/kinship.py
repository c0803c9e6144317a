"""What the files of a farm have in common, and by which lines a member differs from the others."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from robotstudio.engine.tokens import UTF8_BOM, split_lines
from robotstudio.lazy_dataclasses import dataclass
from robotstudio.survey.figures.model import FigureTable, Row

MOST_READ: Final = 1_000
"""Members of a farm whose files are compared; the first of them by name."""
_MOST_LINES, _LONGEST_LINE = 5_000, 300
_HOST: Final = "{host}"
"""Stands in a line for the host that the file is of."""
SHARED, MORE, LESS = "", "+", "−"


@dataclass(frozen=True, slots=True)
class FarmMember:
    """A host with the lines that its file alone, or with less than half of the others, has, and those that it lacks."""

    host: str
    more: tuple[str, ...] = ()
    less: tuple[str, ...] = ()

    @property
    def differs(self) -> int:
        """By how many lines."""
        return len(self.more) + len(self.less)


@dataclass(frozen=True, slots=True)
class Kinship:
    """`shared` are the lines that more than half of the files have, in their order, each with how many have it; a line
    counts once a file, empty ones and spaces around others do not count, and a file's own host is `{host}`. `members`
    come with the most different first.
    """

    shared: tuple[tuple[str, int], ...]
    members: tuple[FarmMember, ...]
    counts: Mapping[str, int]

    def lines_of(self, member: FarmMember) -> FigureTable:
        """A file against what the farm shares: what it has, lacks, and has besides, and how many files have that."""
        less = set(member.less)
        rows: list[Row] = [(line, LESS if line in less else SHARED, files) for line, files in self.shared]
        rows += [(line, MORE, self.counts[line]) for line in member.more]
        return FigureTable(("line", "difference", "files"), tuple(rows))

    @property
    def members_table(self) -> FigureTable:
        rows: tuple[Row, ...] = tuple((member.host, member.differs) for member in self.members)
        return FigureTable(("host", "lines"), rows)


def kinship_of(bodies: Mapping[str, bytes]) -> Kinship:
    """Compare the files of hosts; the first that says most is the one whose order is kept."""
    lines = {host: _lines_of(body, host) for host, body in sorted(bodies.items())}
    counts = Counter(line for each in lines.values() for line in each)
    shared = [line for line, count in counts.items() if 2 * count > len(lines)]
    common = set(shared)
    model = max(lines.values(), key=lambda each: len(common & set(each)), default=())
    places = {line: place for place, line in enumerate(model)}
    shared.sort(key=lambda line: places.get(line, len(places)))
    has = {host: set(each) for host, each in lines.items()}
    members = [
        FarmMember(
            host,
            tuple(line for line in each if line not in common),
            tuple(line for line in shared if line not in has[host]),
        )
        for host, each in lines.items()
    ]
    members.sort(key=lambda member: (-member.differs, member.host))
    return Kinship(tuple((line, counts[line]) for line in shared), tuple(members), counts)


def _lines_of(body: bytes, host: str) -> tuple[str, ...]:
    """The different lines of a file, in its order."""
    raws: Iterable[bytes] = split_lines(body.removeprefix(UTF8_BOM))[:_MOST_LINES]
    bare = host.removeprefix("www.")
    texts = (b" ".join(raw.split()).decode("utf-8", "replace")[:_LONGEST_LINE] for raw in raws)
    own = (text.replace(host, _HOST).replace(bare, _HOST) if bare else text for text in texts)
    return tuple(dict.fromkeys(filter(None, own)))
