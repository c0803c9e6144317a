"""Appearance of severities, and findings as text: for the editor, the cards, the filter and the status bar."""

from collections.abc import Mapping
from types import MappingProxyType

from msgspec import Struct

from robotstudio.lint.model import Finding, Severity
from robotstudio.text.language import WORDS, Message, Plural, ntr, tr
from robotstudio.ui.language.language import together
from robotstudio.ui.theme.glyphs import Glyph


class SeverityLook(Struct, frozen=True):
    """The text of a severity, its glyph and colour token, and its underline.

    With `has_sign`, it also appears in the gutter and the overview of the editor.
    """

    rank: int
    words: Plural
    title: Message
    """The plural, for the filter."""
    counted: Plural
    glyph: Glyph
    color: str
    is_wavy: bool
    has_sign: bool


LOOKS: Mapping[Severity, SeverityLook] = MappingProxyType(
    {
        Severity.ERROR: SeverityLook(
            0,
            Plural("error", "errors"),
            "Errors",
            Plural("{count} error", "{count} errors"),
            Glyph.ERROR,
            "blocked",
            is_wavy=True,
            has_sign=True,
        ),
        Severity.WARNING: SeverityLook(
            1,
            Plural("warning", "warnings"),
            "Warnings",
            Plural("{count} warning", "{count} warnings"),
            Glyph.WARNING,
            "warning",
            is_wavy=True,
            has_sign=True,
        ),
        Severity.INFORMATION: SeverityLook(
            2,
            Plural("note", "notes"),
            "Notes",
            Plural("{count} note", "{count} notes"),
            Glyph.NOTE,
            "note",
            is_wavy=False,
            has_sign=True,
        ),
        Severity.HINT: SeverityLook(
            3,
            Plural("hint", "hints"),
            "Hints",
            Plural("{count} hint", "{count} hints"),
            Glyph.DOT,
            "text3",
            is_wavy=False,
            has_sign=False,
        ),
    }
)

_PROBLEMS = Plural("1 problem", "{count} problems")
_BESIDES = Plural("{count} more", "{count} more")


def severity_words(severity: Severity) -> str:
    """Word one finding of a severity."""
    return ntr(LOOKS[severity].words, 1)


def finding_words(finding: Finding) -> str:
    """Word a finding and its consequence as plain text."""
    from robotstudio.lint.messages import message_text, title  # noqa: PLC0415  # all rules: not needed to start

    return WORDS.about(title(finding.rule), message_text(finding))


def status_words(counts: Mapping[Severity, int]) -> tuple[str, str]:
    """Word the number of problems for the status bar: errors or warnings first, then how many there are besides."""
    total = sum(counts.values())
    worst = next((each for each in (Severity.ERROR, Severity.WARNING) if counts.get(each)), None)
    if worst is None:
        return (ntr(_PROBLEMS, total) if total else tr("No problems")), ""
    rest = total - counts[worst]
    return ntr(LOOKS[worst].counted, counts[worst]), ntr(_BESIDES, rest) if rest else ""


def severity_counts(counts: Mapping[Severity, int]) -> str:
    """Word the number of problems of each severity, worst first: “2 errors · 5 notes”."""
    return together(" · ", *(ntr(look.counted, counts[each]) for each, look in LOOKS.items() if counts.get(each)))


def page_of_rule(code: str) -> str:
    """Return the help page about a rule."""
    return f"rules/{code}"
