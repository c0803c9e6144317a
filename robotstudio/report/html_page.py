"""Write a report as one HTML file.

Nothing is loaded, and nothing is run but the script that sorts and filters its tables. The file and the addresses in
it are strangers' text: Jinja escapes all that is put in, and before that `_harmless` makes the characters visible that
would change the order of letters.
"""

from base64 import b64encode
from functools import cache, lru_cache
from hashlib import sha256
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from msgspec.structs import replace

from robotstudio import assets
from robotstudio.report.model import (
    Answers,
    AnswerTone,
    AuditReport,
    BarChart,
    CellKind,
    FactList,
    FileLine,
    FileText,
    Notes,
    PatternChart,
    Picture,
    Prose,
    Recommendations,
    ReportTable,
)
from robotstudio.report.style import ACCENT
from robotstudio.report.texts import CODE_PIECES, CONTENTS, TONE_SIGNS, cell_text, cut_words, shown, shown_rows
from robotstudio.survey.charts.items import THEMES
from robotstudio.survey.charts.svg import svg_of
from robotstudio.text.language import WORDS, Message, tr
from robotstudio.text.phrases import PieceKind

_KINDS: Final[dict[type, str]] = {
    Answers: "answers",
    BarChart: "bars",
    FactList: "facts",
    FileText: "file",
    Notes: "notes",
    PatternChart: "patterns",
    Picture: "picture",
    Prose: "prose",
    Recommendations: "recommendations",
    ReportTable: "table",
}
_TONES: Final[dict[AnswerTone, Message]] = {
    AnswerTone.FINE: "Fine",
    AnswerTone.WRONG: "Wrong",
    AnswerTone.CARE: "Caution",
    AnswerTone.CHANGE: "A change",
    AnswerTone.PLAIN: "Note",
}
_FILTER: Final[Message] = "Filter"
_LETTERS_IN_A_LINE: Final = 60
_LANGUAGES: Final = {"zh_CN": "zh-Hans"}


def write(report: AuditReport) -> bytes:
    """Return the page for a browser, in UTF-8."""
    facts: dict[str, Any] = {
        "report": report,
        "language": _LANGUAGES.get(WORDS.code, WORDS.code),
        "kind_of": lambda block: _KINDS[type(block)],
        "text_of": cell_text,
        "rows_of": shown_rows,
        "cut_of": cut_words,
        "number": WORDS.number,
        "svg_of": _PictureCounter().svg_of,
        "sign_of": lambda tone: TONE_SIGNS[tone],
        "tone_words": lambda tone: tr(_TONES[tone]),
        "contents": tr(CONTENTS),
        "own_accent": report.accent if report.accent != ACCENT else "",
        "own_family": _family(report),
        "logo": _data_url(report),
        "script": _script()[0],
        "script_hash": _script()[1],
        "filter_words": tr(_FILTER),
    }
    return _environment().get_template("report.html.jinja").render(facts).encode("utf-8", "replace")


@lru_cache(maxsize=1)
def _environment() -> Environment:
    made = Environment(
        loader=FileSystemLoader(assets.path("report")),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_harmless,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.filters["spans"] = _spans
    made.filters["breakable"] = _breakable
    made.tests["code_piece"] = lambda piece: piece.kind in CODE_PIECES
    made.tests["strong_piece"] = lambda piece: piece.kind is PieceKind.STRONG
    made.tests["number_column"] = lambda column: column.kind in {CellKind.NUMBER, CellKind.SHARE}
    made.tests["code_column"] = lambda column: column.kind is CellKind.CODE
    return made


@cache
def _script() -> tuple[Markup, str]:
    """Return the script of the page, and the hash by which its policy allows this one and no other."""
    text = assets.path("report/report.js").read_text("utf-8")
    digest = b64encode(sha256(text.encode()).digest()).decode("ascii")
    return Markup(text), f"sha256-{digest}"  # noqa: S704  # a file of our own


def _family(report: AuditReport) -> str:
    """Return the name of the auditor's font in letters, digits and spaces, "" for ours."""
    name = report.fonts.family if report.fonts else ""
    return "".join(letter for letter in name if letter.isalnum() or letter in " -_")


def _harmless(value: object) -> object:
    """Replace every character that shows nothing or turns the order of letters by a visible sign."""
    return shown(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def _breakable(text: str) -> Markup:
    """Allow breaks after the signs of an address or a line of code, so that no table is wider than the paper."""
    made = Markup.escape(shown(text))
    for sign in ("/", "?", "&amp;", "=", "-", "_", ".", ","):
        made = made.replace(sign, Markup("{}<wbr>").format(Markup(sign)))  # noqa: S704 - signs of our own
    return made


def _spans(block: FileText) -> list[tuple[FileLine, int]]:
    """Return the lines, each with how many rows its findings take: up to the next line with findings.

    It is 0 if findings of a line above still stand beside it.
    """
    found: list[tuple[FileLine, int]] = []
    lines, at = block.lines, 0
    while at < len(lines):
        following = next((place for place in range(at + 1, len(lines)) if lines[place].remarks), len(lines))
        need = _rows_needed(lines[at]) if lines[at].remarks else following - at
        span = max(1, min(need, following - at))
        found += [(lines[place], span if place == at else 0) for place in range(at, at + span)]
        at += span
    return found


def _rows_needed(line: FileLine) -> int:
    """Estimate how many lines its findings take."""
    texts = (text for each in line.remarks for text in (each.title, "".join(p.text for p in each.message), each.fix))
    return sum(1 + len(text) // _LETTERS_IN_A_LINE for text in texts if text) + len(line.remarks)


class _PictureCounter:
    """Counts the charts of a page, so that the ids in each are unique."""

    def __init__(self) -> None:
        self._count = 0

    def svg_of(self, picture: Picture) -> Markup:
        """Return the chart as part of the page: our own markup, with the texts in it escaped."""
        self._count += 1
        drawn = svg_of(replace(picture.drawing, says=picture.says), THEMES["light"], f"-{self._count}")
        return Markup(drawn)  # noqa: S704 - see above


def _data_url(report: AuditReport) -> str:
    if report.logo is None:
        return ""
    return f"data:image/{report.logo.kind};base64,{b64encode(report.logo.data).decode('ascii')}"
