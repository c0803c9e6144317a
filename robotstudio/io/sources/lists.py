"""Plain lists: one URL a line; blank lines and `#` lines are skipped, and what follows a tab."""

from robotstudio.io.sources.collector import Collector
from robotstudio.io.sources.streams import Opened


def read_list(source: Opened, collector: Collector) -> None:
    """Add the URLs of a list."""
    number = 1
    for text in source.texts():
        lines = text.split("\n")
        lines.pop()  # what is behind the last line end: nothing
        collector.add_lines(lines, number, source)
        number += len(lines)
        if collector.is_full:
            return
