"""A file of expectations as editors show it: lines that are none, those that are not met, fixes, and proposals."""

from collections.abc import Iterator, Sequence

from lsprotocol import types
from msgspec import Struct
from msgspec.structs import replace

from robotstudio.cli.lsp.completion import completion_items
from robotstudio.cli.lsp.positions import Positions, is_asked
from robotstudio.draft.expectations import ExpectationFile, parse, version_needed, written
from robotstudio.engine.crawlers import Catalogue
from robotstudio.engine.expectations import NO_RULE, Expectation, Judgement, Problem, judge
from robotstudio.engine.robots import FileVersion
from robotstudio.explain.completion import CompletionContext, Slot, SlotKind, proposals
from robotstudio.explain.expectation_words import expectation_words, judgement_words
from robotstudio.text.language import WORDS, Message, tr
from robotstudio.text.phrases import as_text, printable

_NOT_MET: Message = "{expected}, but {outcome}"
_CHANGE: Message = "Change to “{expected}”"
_ADD_VERSION: Message = "Write “version {version}” above all expectations"
_SECONDS = 0.5
"""For the proof of a pattern, while a person types."""


class ExpectationSnapshot(Struct, frozen=True):
    """A state of a file of expectations, judged against a robots.txt; without one, nothing is judged."""

    file: ExpectationFile
    judged: tuple[tuple[int, Judgement], ...]
    positions: Positions
    robots: FileVersion | None
    catalogue: Catalogue

    def diagnostics(self, source: str) -> list[types.Diagnostic]:
        """Return the lines that are no expectations, and the expectations that are not met."""
        found = [(number, WORDS.tell(mistake)) for number, mistake in self.file.mistakes]
        found += [(number, _failure(each)) for number, each in self.judged if not each.passed]
        return [
            types.Diagnostic(self.positions.line(number), said, types.DiagnosticSeverity.Error, source=source)
            for number, said in sorted(found)
        ]

    def actions(
        self, uri: str, asked: types.Range, kinds: Sequence[str] | None, shown: Sequence[types.Diagnostic] = ()
    ) -> list[types.CodeAction]:
        """Return what a line in a range may say instead: what the robots.txt does, or the version that it needs."""
        if not is_asked(types.CodeActionKind.QuickFix.value, kinds):
            return []
        if meant := self.positions.one_meant(asked, shown):
            asked = meant.range
        lines = range(asked.start.line + 1, asked.end.line + 2)
        found = [action for number, each in self.judged if number in lines for action in self._changes(number, each)]
        needed = [version_needed(mistake) for number, mistake in self.file.mistakes if number in lines]
        if version := max(needed, default=0):
            found.append(self._with_version(version))
        return [_quick_fix(uri, title, edit) for title, edit in found]

    def _changes(self, number: int, judgement: Judgement) -> Iterator[tuple[str, types.TextEdit]]:
        """Yield the expectations that would be met in place of one that is not."""
        for each in _instead_of(judgement):
            changed = self.file.with_replaced(number, each)
            if self.robots and all(one.passed for one in judge([each], self.robots, None, self.catalogue, _SECONDS)):
                line = changed.lines[number - 1].text.removesuffix("\r")
                yield tr(_CHANGE, expected=in_short(each)), self._edit(number, line)

    def _with_version(self, version: int) -> tuple[str, types.TextEdit]:
        title = tr(_ADD_VERSION, version=str(version))
        number = next((place for place, line in enumerate(self.file.lines, 1) if line.version), 0)
        if number:
            return title, self._edit(number, f"version {version}")
        end = "\r\n" if self.file.lines[0].text.endswith("\r") else "\n"
        start = types.Position(0, 0)
        return title, types.TextEdit(types.Range(start, start), f"version {version}{end}")

    def _edit(self, number: int, text: str) -> types.TextEdit:
        return types.TextEdit(self.positions.line(number), text)

    def hover(self, position: types.Position) -> types.Hover | None:
        """Return the result of an expectation."""
        found = next((each for number, each in self.judged if number == position.line + 1), None)
        if found is None:
            return None
        return types.Hover(as_text(judgement_words(found)), self.positions.line(position.line + 1))

    def completion(self, position: types.Position) -> list[types.CompletionItem]:
        """Return proposals: a verb, then a crawler."""
        line, byte = self.positions.byte(position)
        before = self.positions.raws[line - 1][:byte].decode("utf-8", "replace")
        words = before.split()
        typed = "" if not before or before[-1].isspace() else words.pop()
        if not words:
            return [types.CompletionItem(verb, kind=types.CompletionItemKind.Keyword) for verb in ("allow", "block")]
        if len(words) > 1:
            return []
        slot = Slot(SlotKind.AGENT, typed)
        start = self.positions.at(line, byte - len(typed.encode()))
        return completion_items(proposals(slot, CompletionContext(self.catalogue)), types.Range(start, position))


def expectation_snapshot(text: str, body: bytes | None, catalogue: Catalogue, encoding: str) -> ExpectationSnapshot:
    """Judge the expectations in a text against the body of their robots.txt, None if there is no such file."""
    file = parse(text)
    numbers = [number for number, _ in file.expectations]
    robots = None if body is None else FileVersion(body)
    judged = judge([each for _, each in file.expectations], robots, None, catalogue, _SECONDS) if robots else ()
    raws = [line.text.encode("utf-8", "surrogatepass").removesuffix(b"\r") for line in file.lines]
    told = tuple(zip(numbers, judged, strict=bool(judged)))
    return ExpectationSnapshot(file, told, Positions(raws, encoding), robots, catalogue)


def in_short(expectation: Expectation) -> str:
    """Return an expectation as it is written in its file, without the blanks that align it."""
    return printable(" ".join(written(expectation).split()))


def _instead_of(judgement: Judgement) -> Iterator[Expectation]:
    """Yield what the robots.txt may do instead of what is expected: the other verdict, or another rule that decides."""
    expected = judgement.expectation
    if judgement.problem is Problem.VERDICT:
        yield replace(expected, allowed=not expected.allowed, rule=None)
    elif judgement.problem is Problem.RULE:
        rule = judgement.verdict.rule
        yield replace(expected, rule=str(rule) if rule else NO_RULE)


def _quick_fix(uri: str, title: str, edit: types.TextEdit) -> types.CodeAction:
    return types.CodeAction(title, types.CodeActionKind.QuickFix, edit=types.WorkspaceEdit({uri: [edit]}))


def _failure(judgement: Judgement) -> str:
    expected = as_text(expectation_words(judgement.expectation))
    return tr(_NOT_MET, expected=expected, outcome=as_text(judgement_words(judgement)))
