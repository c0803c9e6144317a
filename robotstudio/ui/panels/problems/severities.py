"""How each severity looks and is called."""

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType

from PySide6.QtCore import QCoreApplication

from robotstudio.engine.phrases import Translate
from robotstudio.lazy_dataclasses import dataclass
from robotstudio.lint.model import Severity
from robotstudio.ui.theme.glyphs import Glyph

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
