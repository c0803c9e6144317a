"""The body of the answer as it came, and in a few words what it is."""

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QVBoxLayout, QWidget

from robotstudio.io.fetching.evidence import Evidence
from robotstudio.io.text import TextForm, load
from robotstudio.lazy_dataclasses import dataclass
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.theme.theme import Theme
from robotstudio.ui.widgets.buttons import GhostButton
from robotstudio.ui.widgets.code_view import CodeView
from robotstudio.ui.widgets.formats import format_size
from robotstudio.ui.widgets.headers import SectionTitle
from robotstudio.ui.widgets.labels import ElidedLabel

MAX_BYTES = 1024 * 1024
MAX_LINES = 30_000
MAX_COLUMNS = 10_000

_CONTINUES = range(0x80, 0xC0)  # bytes that continue a character of UTF-8


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Text for a view, the form of the body that it comes from, and what was left out."""

    text: str
    form: TextForm
    is_whole: bool


def excerpt_of(body: bytes) -> Excerpt:
    """The beginning of a body; lines that are too long end in `…`."""
    head = body if len(body) <= MAX_BYTES else body[: _end_of_head(body)]
    loaded = load(head)
    lines = loaded.text.split("\n")
    is_cut = len(lines) > MAX_LINES or any(len(line) > MAX_COLUMNS for line in lines)
    text = "\n".join(map(_cut, lines[:MAX_LINES])) if is_cut else loaded.text
    return Excerpt(text, loaded.form, len(head) == len(body) and not is_cut)


def _end_of_head(body: bytes) -> int:
    """Behind the last line that fits; where one line is longer, behind the last whole character."""
    line_end = max(body.rfind(b"\n", 0, MAX_BYTES), body.rfind(b"\r", 0, MAX_BYTES - 1))
    if line_end >= 0:
        return line_end + 1
    return next((end for end in range(MAX_BYTES, MAX_BYTES - 4, -1) if body[end] not in _CONTINUES), MAX_BYTES)


def _cut(line: str) -> str:
    return line if len(line) <= MAX_COLUMNS else f"{line[:MAX_COLUMNS]}…"


class BodyView(QWidget):
    """A read-only view of the bytes; "copy" gives all of them as text, also what is not shown."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._body = b""
        self._facts: tuple[str, ...] = ()
        self._difference = ""
        self.text = CodeView(theme, self)
        self.text.setAccessibleName(self.tr("Body"))
        self._about = ElidedLabel(theme, "", self, px=12, color="text2")
        self._copy = GhostButton(theme, "", Glyph.COPY, self)
        self._copy.setToolTip(self.tr("Copy the body"))
        self._copy.setAccessibleName(self.tr("Copy the body"))
        self._copy.clicked.connect(self._on_copy_clicked)
        header = SectionTitle(theme, self.tr("Body"), self)
        header.add_left(self._about, 1)
        header.add_right(self._copy)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(header)
        layout.addWidget(self.text, 1)

    @property
    def about(self) -> str:
        """What the header says of the body."""
        return self._about.text()

    def show_evidence(self, evidence: Evidence) -> None:
        """Show another body from its start."""
        excerpt = excerpt_of(evidence.body)
        self._body = evidence.body
        self._difference = ""
        self._facts = self._facts_of(excerpt, evidence.size) if evidence.body else ()
        self.text.setPlaceholderText("" if evidence.body else self.tr("No body came."))
        self.text.show_text(excerpt.text)
        self._copy.setEnabled(bool(evidence.body))
        self._tell()

    def set_difference(self, words: str) -> None:
        """Tell how far the body and the draft are apart."""
        self._difference = words
        self._tell()

    def _facts_of(self, excerpt: Excerpt, size: int) -> tuple[str, ...]:
        form = excerpt.form
        facts = (form.encoding, "BOM" if form.has_bom else "", form.line_end, format_size(size))
        return (*facts, "" if excerpt.is_whole else self.tr("only its beginning is shown"))

    def _tell(self) -> None:
        self._about.setText(" · ".join(filter(None, (*self._facts, self._difference))))

    def _on_copy_clicked(self) -> None:
        QGuiApplication.clipboard().setText(self._body.decode("utf-8", "replace"))
