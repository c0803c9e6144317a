"""A file of expectations as editors show it: lines that are none, those that are not met, and proposals."""

from lsprotocol import types
from msgspec import Struct

from robotstudio.cli.lsp.positions import Positions
from robotstudio.draft.expectations import ExpectationFile, parse
from robotstudio.engine.crawlers import Catalogue
from robotstudio.engine.expectations import Judgement, judge
from robotstudio.engine.robots import FileVersion
from robotstudio.explain.expectation_words import expectation_words, judgement_words
from robotstudio.text.language import WORDS, Message, tr
from robotstudio.text.phrases import as_text

_NOT_MET: Message = "{expected}, but {outcome}"
_SECONDS = 0.5
"""For the proof of a pattern, while a person types."""


class ExpectationSnapshot(Struct, frozen=True):
    """A state of a file of expectations, judged against a robots.txt; without one, nothing is judged."""

    file: ExpectationFile
    judged: tuple[tuple[int, Judgement], ...]
    positions: Positions

    def diagnostics(self, source: str) -> list[types.Diagnostic]:
        """Return the lines that are no expectations, and the expectations that are not met."""
        found = [(number, WORDS.tell(mistake)) for number, mistake in self.file.mistakes]
        found += [(number, _failure(each)) for number, each in self.judged if not each.passed]
        return [
            types.Diagnostic(self.positions.line(number), said, types.DiagnosticSeverity.Error, source=source)
            for number, said in sorted(found)
        ]

    def hover(self, position: types.Position) -> types.Hover | None:
        """Return the result of an expectation."""
        found = next((each for number, each in self.judged if number == position.line + 1), None)
        if found is None:
            return None
        return types.Hover(as_text(judgement_words(found)), self.positions.line(position.line + 1))


def expectation_snapshot(text: str, body: bytes | None, catalogue: Catalogue, encoding: str) -> ExpectationSnapshot:
    """Judge the expectations in a text against the body of their robots.txt, None if there is no such file."""
    file = parse(text)
    numbers = [number for number, _ in file.expectations]
    judged = (
        ()
        if body is None
        else judge([each for _, each in file.expectations], FileVersion(body), None, catalogue, _SECONDS)
    )
    raws = [line.text.encode("utf-8", "surrogatepass").removesuffix(b"\r") for line in file.lines]
    return ExpectationSnapshot(file, tuple(zip(numbers, judged, strict=bool(judged))), Positions(raws, encoding))


def completion(before: str, catalogue: Catalogue) -> list[types.CompletionItem]:
    """Return proposals for the text of a line up to the caret: a verb, then a crawler."""
    words = before.split()
    typed = "" if not before or before[-1].isspace() else words.pop()
    if not words:
        return [types.CompletionItem(verb, kind=types.CompletionItemKind.Keyword) for verb in ("allow", "block")]
    if len(words) > 1:
        return []
    tokens = (token for token in catalogue.crawlers if token.lower().startswith(typed.lower()))
    return [types.CompletionItem(token, kind=types.CompletionItemKind.Class) for token in tokens]


def _failure(judgement: Judgement) -> str:
    expected = as_text(expectation_words(judgement.expectation))
    return tr(_NOT_MET, expected=expected, outcome=as_text(judgement_words(judgement)))
