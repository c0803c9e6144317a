"""Lines of the last evaluation in the text of now: until the next one arrives, its marks move with the text."""


class LineMap:
    """The lines inserted and removed since an evaluation; all lines are 1-based."""

    def __init__(self) -> None:
        self._edits: list[tuple[int, int]] = []

    @property
    def is_straight(self) -> bool:
        """Whether every line is where it was."""
        return not self._edits

    def clear(self) -> None:
        """The evaluation is of the text of now."""
        self._edits.clear()

    def note(self, line: int, delta: int) -> None:
        """`delta` lines were inserted (removed where negative) behind `line`."""
        if delta:
            self._edits.append((line, delta))

    def evaluated(self, line: int) -> int | None:
        """The line of the evaluation that a line of now was; None where it is new."""
        for after, delta in reversed(self._edits):
            if line <= after:
                continue
            if line <= after + delta:
                return None
            line -= delta
        return line

    def current(self, line: int) -> int:
        """Where a line of the evaluation is now; a removed one is where it was removed."""
        for after, delta in self._edits:
            if line > after:
                line = max(after, line + delta)
        return line
