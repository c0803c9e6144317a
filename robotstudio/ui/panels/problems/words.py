"""How severities look, and findings in words: for the editor, the cards, the filter and the status bar."""

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType

from PySide6.QtCore import QCoreApplication

from robotstudio.engine.phrases import Translate
from robotstudio.lazy_dataclasses import dataclass
from robotstudio.lint.model import Finding, Severity
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.widgets.formats import format_count

translated: Translate = partial(QCoreApplication.translate, "problems")


@dataclass(frozen=True, slots=True)
class SeverityLook:
    """Words for one and for several, a glyph in the colour of a token, and how the text is underlined.

    What `has_sign` is shown in the gutter and in the overview of the editor.
    """

    rank: int
    one: str
    several: str
    glyph: Glyph
    color: str
    is_wavy: bool
    has_sign: bool


LOOKS: Mapping[Severity, SeverityLook] = MappingProxyType(
    {
        Severity.ERROR: SeverityLook(
            0,
            "error",
            "errors",
            Glyph.ERROR,
            "blocked",
            is_wavy=True,
            has_sign=True,
        ),
        Severity.WARNING: SeverityLook(
            1,
            "warning",
            "warnings",
            Glyph.WARNING,
            "warning",
            is_wavy=True,
            has_sign=True,
        ),
        Severity.INFORMATION: SeverityLook(
            2,
            "note",
            "notes",
            Glyph.NOTE,
            "note",
            is_wavy=False,
            has_sign=True,
        ),
        Severity.HINT: SeverityLook(
            3,
            "hint",
            "hints",
            Glyph.DOT,
            "text3",
            is_wavy=False,
            has_sign=False,
        ),
    }
)


def severity_words(severity: Severity, count: int = 1) -> str:
    """The word for one finding of a severity, or for several."""
    look = LOOKS[severity]
    return translated(look.one if count == 1 else look.several)


lint_words: Translate = partial(QCoreApplication.translate, "lint")


def finding_words(finding: Finding) -> str:
    """What was found and what follows, as plain text."""
    from robotstudio.lint.messages import message_text, title  # noqa: PLC0415  # all rules: not needed to start

    return f"{title(finding.rule, lint_words)}: {message_text(finding, lint_words)}"


def count_words(count: int) -> str:
    """How many problems there are."""
    if not count:
        return translated("No problems")
    return translated("1 problem") if count == 1 else translated("{n} problems").format(n=format_count(count))
