"""The bar above the editor: file, save state, selected crawler, and the title of the column."""

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from robotstudio.text.language import WORDS, Plural, ntr, put_in, tr
from robotstudio.ui.editor import decides_column, overview_ruler
from robotstudio.ui.theme.glyphs import Glyph, paint_glyph
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.buttons import GhostButton
from robotstudio.ui.widgets.labels import ElidedLabel, Label, LinkLabel
from robotstudio.ui.widgets.painting import draw_box

_GAP = 2
_DOT_CENTER, _DOT_RADIUS = 16, 3.5
_NAME_LEFT = 29
_NAME_ROOM, _READER_ROOM = 100, 110
_NOTE_GLYPH, _NOTE_GLYPH_LEFT, _NOTE_TEXT_LEFT = 14, 10, 31
_DECIDES = Plural("URLs per rule, of 1", "URLs per rule, of {count}")
_OF_URLS = Plural("of 1 URL", "of {count} URLs")


class ReadingNote(QWidget):
    """The words "as Googlebot reads it" and a button, hidden while no crawler is selected."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._said = ("", "")
        self._label = ElidedLabel("", self, px=12, color="text3")
        self.close_button = GhostButton(glyph=Glyph.CLOSE, parent=self)
        self.close_button.set_small()
        self.close_button.setAccessibleName(tr("Show the file as it is"))
        self.close_button.setToolTip(tr("Show the file as it is (Esc)"))
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(_GAP)
        self._layout.addWidget(self._label)
        self._layout.addWidget(self.close_button)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.hide()

    def show_reader(self, title: str, details: str) -> bool:
        """Show the selected crawler and its surprises; an empty title for none. Return True if that is new."""
        if (title, details) == self._said:
            return False  # called at every key; setting the same text again would cost a layout
        self._said = (title, details)
        words = tr("as {crawler} reads it", crawler=title) if title else ""
        self._label.setText(words)
        self._label.set_short(title)
        self.setToolTip(details)
        self.setAccessibleName(words)
        self.setAccessibleDescription(details)
        self.setVisible(bool(title))
        return True

    def show_short(self, *, is_short: bool) -> None:
        """Show the crawler's name only."""
        self._label.show_short(is_short=is_short)
        self.updateGeometry()

    def minimumSizeHint(self) -> QSize:
        width = self._label.minimumSizeHint().width() + _GAP + self.close_button.sizeHint().width()
        return QSize(min(width, _READER_ROOM), self.close_button.sizeHint().height())


class EditorHeader(QWidget):
    """A dot for unsaved changes, the name, the word "draft", and a note."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_modified = False
        self._name = ElidedLabel("robots.txt", self, px=12, weight=600)
        self._kind = Label(tr("draft"), self, px=12, color="text3")
        self._note = ElidedLabel("", self, px=12, weight=500, color="text2")
        self.reading = ReadingNote(self)
        self.decides = LinkLabel(tr("decides"), self, px=11)
        self._urls = 0
        self._layout = QHBoxLayout(self)
        self._layout.addWidget(self._name)
        self._layout.addWidget(self._kind)
        self._layout.addWidget(self._note)
        self._layout.addWidget(self.reading)
        self._layout.addStretch(1)
        self._layout.addWidget(self.decides)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.set_title("robots.txt", modified=False)
        self.set_note("", "")
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

    def set_note(self, note: str, short: str) -> None:
        """Show a note, "" for none; `short` if there is no room for it."""
        if note == self._note.text() and self._note.isHidden() is not bool(note):
            return  # called after each key
        self._note.setText(note)
        self._note.set_short(short)
        self._note.setVisible(bool(note))
        self._fold()
        self.update()

    def show_reader(self, title: str, details: str) -> None:
        """Show the selected crawler, as in `ReadingNote`."""
        if self.reading.show_reader(title, details):
            self._fold()

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
        """Shorten the texts after the name before it is cut: the crawler's, the note, then the title of the counts."""
        self._name_counts(is_short=False)
        for part in (self.reading, self._note):
            part.show_short(is_short=False)
        for part in (self.reading, self._note):
            self._layout.invalidate()
            if self._layout.sizeHint().width() > self.width():
                part.show_short(is_short=True)
        self._layout.invalidate()
        if self._layout.sizeHint().width() > self.width():
            self._name_counts(is_short=True)
        self._layout.activate()

    def _name_counts(self, *, is_short: bool) -> None:
        whole = ntr(_DECIDES, self._urls) if self._urls else tr("decides")
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
