"""Rows of text, aligned for a terminal or as Markdown."""

from collections.abc import Sequence
from dataclasses import dataclass, field

Cells = tuple[str, ...]


@dataclass(slots=True)
class Table:
    """A title, headings and rows; the first `texts` columns are words, the others numbers."""

    title: str
    headings: Cells
    texts: int = 2
    rows: list[Cells] = field(default_factory=list)

    def text(self) -> str:
        """Return the table for a terminal, without repeating what a row has in common with the one above."""
        lines = [self.headings, *self._without_repetition()]
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        shown = [self._aligned(line, widths) for line in lines]
        shown.insert(1, "  ".join("─" * width for width in widths))
        return "\n".join([self.title, "", *shown])

    def markdown(self) -> str:
        """Return the table for a document."""
        rule = tuple("---" if place < self.texts else "--:" for place in range(len(self.headings)))
        lines = [self.headings, rule, *self._without_repetition()]
        return "\n".join([f"**{self.title}**", "", *(f"| {' | '.join(line)} |" for line in lines)])

    def _without_repetition(self) -> Sequence[Cells]:
        above: Cells = ("",)
        lines = []
        for row in self.rows:
            lines.append(("", *row[1:]) if row[0] == above[0] else row)
            above = row
        return lines

    def _aligned(self, line: Cells, widths: Sequence[int]) -> str:
        cells = zip(line, widths, strict=True)
        padded = (c.ljust(width) if place < self.texts else c.rjust(width) for place, (c, width) in enumerate(cells))
        return "  ".join(padded).rstrip()


def seconds(value: float) -> str:
    """Format a time with its unit, in three digits."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if value >= size:
            return f"{three_digits(value / size)} {unit}"
    return f"{value * 1e9:.0f} ns"


def three_digits(value: float) -> str:
    """Format a number as precisely as a measurement is."""
    return f"{value:,.0f}" if value >= 99.5 else f"{value:.1f}" if value >= 9.95 else f"{value:.2f}"


def verdict(*, is_met: bool) -> str:
    """How a row with a target ends."""
    return "met" if is_met else "NOT MET"
