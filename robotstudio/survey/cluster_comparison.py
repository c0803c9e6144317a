"""What the files of a cluster share, and in which lines a member differs."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from msgspec import Struct

from robotstudio.engine.tokens import UTF8_BOM, split_lines
from robotstudio.survey.figures.model import FigureTable, Row

MOST_READ: Final = 1_000
"""Most members of a cluster that are compared; the first by name."""
_MOST_LINES, _LONGEST_LINE = 5_000, 300
_HOST: Final = "{host}"
"""Replaces a file's own host in its lines."""
SHARED, MORE, LESS = "", "+", "−"


class ClusterMember(Struct, frozen=True):
    """A host with the lines that fewer than half of the others have, and the shared lines that it lacks."""

    host: str
    more: tuple[str, ...] = ()
    less: tuple[str, ...] = ()

    @property
    def differs(self) -> int:
        """Number of differing lines."""
        return len(self.more) + len(self.less)


class ClusterComparison(Struct, frozen=True):
    """The comparison of a cluster's files.

    `shared` are the lines of more than half of the files, in order, each with the number of files; a line counts once
    for each file, empty lines and surrounding spaces are ignored, and a file's own host is `{host}`. `members` are
    sorted by difference, largest first.
    """

    shared: tuple[tuple[str, int], ...]
    members: tuple[ClusterMember, ...]
    counts: Mapping[str, int]

    def lines_of(self, member: ClusterMember) -> FigureTable:
        """Compare a file with the shared lines: shared, missing and additional ones, with their numbers of files."""
        less = set(member.less)
        rows: list[Row] = [(line, LESS if line in less else SHARED, files) for line, files in self.shared]
        rows += [(line, MORE, self.counts[line]) for line in member.more]
        return FigureTable(("line", "difference", "files"), tuple(rows))

    @property
    def members_table(self) -> FigureTable:
        rows: tuple[Row, ...] = tuple((member.host, member.differs) for member in self.members)
        return FigureTable(("host", "lines"), rows)


def comparison_of(bodies: Mapping[str, bytes]) -> ClusterComparison:
    """Compare the files of hosts; the order of lines is that of the file with most of the shared ones."""
    lines = {host: _lines_of(body, host) for host, body in sorted(bodies.items())}
    counts = Counter(line for each in lines.values() for line in each)
    shared = [line for line, count in counts.items() if 2 * count > len(lines)]
    common = set(shared)
    model = max(lines.values(), key=lambda each: len(common & set(each)), default=())
    places = {line: place for place, line in enumerate(model)}
    shared.sort(key=lambda line: places.get(line, len(places)))
    has = {host: set(each) for host, each in lines.items()}
    members = [
        ClusterMember(
            host,
            tuple(line for line in each if line not in common),
            tuple(line for line in shared if line not in has[host]),
        )
        for host, each in lines.items()
    ]
    members.sort(key=lambda member: (-member.differs, member.host))
    return ClusterComparison(tuple((line, counts[line]) for line in shared), tuple(members), counts)


def _lines_of(body: bytes, host: str) -> tuple[str, ...]:
    """Return the distinct lines of a file in order."""
    raws: Iterable[bytes] = split_lines(body.removeprefix(UTF8_BOM))[:_MOST_LINES]
    bare = host.removeprefix("www.")
    texts = (b" ".join(raw.split()).decode("utf-8", "replace")[:_LONGEST_LINE] for raw in raws)
    own = (text.replace(host, _HOST).replace(bare, _HOST) if bare else text for text in texts)
    return tuple(dict.fromkeys(filter(None, own)))
