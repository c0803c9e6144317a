"""Findings as editors show them, and the first answer after a key in a large file."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from lsprotocol import types

from robotstudio.cli.lsp.positions import Positions
from robotstudio.engine.revision import common_end, common_start
from robotstudio.lint.linter import Linter
from robotstudio.lint.messages import message_text
from robotstudio.lint.model import Finding, LintRule, Severity

SOURCE: Final = "robotstudio"
_SEVERITIES: Mapping[Severity, types.DiagnosticSeverity] = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.INFORMATION: types.DiagnosticSeverity.Information,
    Severity.HINT: types.DiagnosticSeverity.Hint,
}
_LARGE: Final = 2000
"""Lines; in a smaller file all findings are there as soon as the first."""
_MOST_SENTENCES: Final = 50_000
_LONGEST_CACHED: Final = 1000


def range_of(finding: Finding, positions: Positions) -> types.Range:
    """Return where a finding is marked."""
    found = finding.diagnostic
    return types.Range(positions.at(finding.line, found.start), positions.at(finding.last_line, found.end))


def diagnostic_of(finding: Finding, message: str, positions: Positions) -> types.Diagnostic:
    """Return a finding as it is published."""
    return types.Diagnostic(
        range=range_of(finding, positions),
        severity=_SEVERITIES[finding.severity],
        code=finding.code,
        source=SOURCE,
        message=message,
    )


class Sentences:
    """The sentences of findings, each made once: a key leaves most findings of a file as they were."""

    def __init__(self) -> None:
        self._known: dict[tuple[object, ...], str] = {}

    def of(self, finding: Finding) -> str:
        """Return the sentence of a finding; it does not depend on its line."""
        found = finding.diagnostic
        if any(isinstance(value, bytes | str) and len(value) > _LONGEST_CACHED for value in found.args.values()):
            return message_text(finding)
        key = (finding.code, found.variant, *found.args.items())
        said = self._known.get(key)
        if said is None:
            if len(self._known) >= _MOST_SENTENCES:
                self._known.clear()
            said = self._known[key] = message_text(finding)
        return said


class FirstFindings:
    """Findings of a large file right after a key: those of the changed lines, and all others as they were.

    To look for all takes up to a second in 500 KiB. What a change does to other lines is known then; of the changed
    lines only what they contain by themselves is known before. Used by one thread only.
    """

    def __init__(self, rules: Mapping[str, LintRule], say: Callable[[Finding], str] = message_text) -> None:
        """`say` puts a finding into a sentence."""
        self._linter = Linter(rules)
        self._say = say
        self._raws: Sequence[bytes] = ()
        self._found: list[types.Diagnostic] | None = None

    def keep(self, positions: Positions, found: list[types.Diagnostic], *, are_lines_read: bool) -> None:
        """Take all findings of a text, once they are known."""
        is_useful = are_lines_read and len(positions.raws) >= _LARGE
        self._raws, self._found = positions.raws, found if is_useful else None

    def of(self, positions: Positions) -> list[types.Diagnostic] | None:
        """Return the first findings of the next text; None if it is better to wait for all."""
        if self._found is None:
            return None
        before, after = self._raws, positions.raws
        start = common_start(before, after)
        end = common_end(before, after, min(len(before), len(after)) - start)
        changed = range(start, len(after) - end)
        if any(b"studio-ignore" in raw for raw in (*before[start : len(before) - end], *after[start : changed.stop])):
            return None  # it may silence any line
        moved = len(after) - len(before)
        found = [each for each in self._found if each.range.end.line < start]
        for number in changed:
            hits = self._linter.of_line(after[number], number)
            found += [diagnostic_of(hit, self._say(hit), positions) for hit in hits]
        behind = (each for each in self._found if each.range.start.line >= len(before) - end)
        found += [_moved(each, moved) for each in behind] if moved else behind
        self._raws, self._found = after, found
        return found


def _moved(found: types.Diagnostic, lines: int) -> types.Diagnostic:
    start, end = found.range.start, found.range.end
    moved = types.Range(
        types.Position(start.line + lines, start.character), types.Position(end.line + lines, end.character)
    )
    return types.Diagnostic(moved, found.message, found.severity, found.code, source=found.source)
