"""The bar above the editor: file, save state, what differs, and the title of the column."""

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from robotstudio.text.language import WORDS, Plural, ntr, put_in, tr
from robotstudio.ui.editor import decides_column, overview_ruler
from robotstudio.ui.language.language import together
from robotstudio.ui.theme.glyphs import Glyph, paint_glyph
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.labels import ElidedLabel, Label, LinkLabel
from robotstudio.ui.widgets.painting import draw_box

_DOT_CENTER, _DOT_RADIUS = 16, 3.5
_NAME_LEFT = 29
_NAME_ROOM = 100
_NOTE_GLYPH, _NOTE_GLYPH_LEFT, _NOTE_TEXT_LEFT = 14, 10, 31
_DECIDES = Plural("URLs per rule, of 1", "URLs per rule, of {count}")
_OF_URLS = Plural("of 1 URL", "of {count} URLs")


class EditorHeader(QWidget):
    """A dot for unsaved changes, the name, the word "draft", and a note."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_modified = False
        self._name = ElidedLabel("robots.txt", self, px=12, weight=600)
        self._kind = Label(tr("draft"), self, px=12, color="text3")
        self._note = ElidedLabel("", self, px=12, weight=500, color="text2")
        self.decides = LinkLabel(tr("URLs per rule"), self, px=11)
        self._urls = 0
        self._layout = QHBoxLayout(self)
        self._layout.addWidget(self._name)
        self._layout.addWidget(self._kind)
        self._layout.addWidget(self._note)
        self._layout.addStretch(1)
        self._layout.addWidget(self.decides)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.set_title("robots.txt", modified=False)
        self.set_overruled(is_overruled=False)
        right = overview_ruler.WIDTH + decides_column.TEXT_RIGHT
        self._layout.setContentsMargins(_NAME_LEFT, 0, right, 1)
        self._layout.setSpacing(9)
        self._keep_name()
        self._note.setContentsMargins(_NOTE_TEXT_LEFT, 0, 0, 0)
        self.updateGeometry()

    def set_title(self, name: str, *, modified: bool) -> None:
        """Show the file name, and whether it has unsaved changes."""
        self._is_modified = modified
        self._name.setText(name)
        self._keep_name()
        state = tr("{name}, unsaved changes") if modified else tr("{name}, saved")
        self.setAccessibleName(put_in(state, {"name": name}))
        self._kind.setVisible(modified)
        self._kind.setToolTip(tr("Unsaved changes") if modified else "")
        self._fold()
        self.update()

    def set_note(self, note: str) -> None:
        """Show a note if there is room for it, "" for none."""
        if note == self._note.text():
            return  # called after each key
        self._note.setText(note)
        self._fold()
        self.update()

    def show_reader(self, title: str, details: str) -> None:
        """Tell as which crawler reads it the file is shown, and what may surprise; an empty title for none."""
        said = tr("Shown as {crawler} reads it. Esc shows the file as it is.", crawler=title) if title else ""
        self.setToolTip(together("\n", said, details))
        self.setAccessibleDescription(self.toolTip())

    def show_decides(self, is_shown: bool) -> None:
        """Show or hide the title of the column of counts."""
        self.decides.setVisible(is_shown)
        self._fold()

    def show_urls(self, count: int) -> None:
        """Show of how many URLs the counts are, 0 for none."""
        if count != self._urls:
            self._urls = count
            self._fold()

    def set_overruled(self, *, is_overruled: bool) -> None:
        """Show that there are no counts because the fetch outcome decides, and no rule."""
        tip = tr("Rules by use: what each rule matches and decides")
        if is_overruled:
            tip = tr("No counts: the result of the fetch decides for every crawler, not the rules.") + "\n" + tip
        self.decides.setToolTip(tip)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fold()

    def _fold(self) -> None:
        """Leave out the note, then shorten the title of the counts, before the name is cut."""
        self._name_counts(is_short=False)
        self._note.setVisible(bool(self._note.text()))
        if not self._has_room():
            self._note.hide()
        if not self._has_room():
            self._name_counts(is_short=True)
        self._layout.activate()

    def _has_room(self) -> bool:
        self._layout.invalidate()
        return self._layout.sizeHint().width() <= self.width()

    def _name_counts(self, *, is_short: bool) -> None:
        whole = ntr(_DECIDES, self._urls) if self._urls else tr("URLs per rule")
        self.decides.setText(ntr(_OF_URLS, self._urls) if is_short and self._urls else whole)
        self.decides.setAccessibleName(WORDS.about(tr("Rules by use"), whole))
        self.decides.updateGeometry()

    def _keep_name(self) -> None:
        """Give the name precedence over the texts after it, unless it is very long."""
        self._name.setMinimumWidth(min(self._name.sizeHint().width(), _NAME_ROOM))

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), SIZES.tab_bar)

    def minimumSizeHint(self) -> QSize:
        return QSize(200, SIZES.tab_bar)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, rect = QPainter(self), QRectF(self.rect())
        painter.fillRect(rect, theme.color("window"))
        painter.fillRect(QRectF(0, rect.height() - 1, rect.width(), 1), theme.color("border"))
        middle = (rect.height() - 1) / 2
        if self._is_modified:
            radius = _DOT_RADIUS
            dot = QRectF(_DOT_CENTER - radius, middle - radius, 2 * radius, 2 * radius)
            draw_box(painter, dot, radius, theme.color("accent"))
        if self._note.isVisible():
            side = _NOTE_GLYPH
            sign = QRectF(self._note.x() + _NOTE_GLYPH_LEFT, middle - side / 2, side, side)
            paint_glyph(painter, Glyph.DIFFERENCE, sign, theme.color("text2"), 1.2)
