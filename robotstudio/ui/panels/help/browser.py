"""A page of the help, styled like the window, with its pictures scaled to the available width.

No resources are loaded, from the network or from disk, except the pictures that the library finds beside a chapter of
the guide; others are replaced by their captions. A page is Markdown in which each picture is the only content of its
paragraph.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from msgspec import Struct
from PySide6.QtCore import QRectF, Qt, QUrl
from PySide6.QtGui import (
    QBrush,
    QFont,
    QImage,
    QImageReader,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextFrameFormat,
    QTextImageFormat,
    QTextLength,
    QTextList,
    QTextOption,
    QTextTable,
    QTextTableFormat,
)
from PySide6.QtWidgets import QFrame, QTextBrowser, QTextEdit, QWidget

from robotstudio.help.library import HelpPage, picture_of, slug
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.theme.tokens import RADII
from robotstudio.ui.widgets.painting import draw_box

_MARKDOWN: Final = QTextDocument.MarkdownFeature.MarkdownDialectGitHub | QTextDocument.MarkdownFeature.MarkdownNoHTML
_FENCE: Final = QTextFormat.Property.BlockCodeFence
_HEADINGS: Final = {1: (20, 4, 10), 2: (15, 20, 6)}
"""Font size, and space above and below, in pixels, by heading level; deeper ones use the last."""
_DEEPER: Final = (13, 16, 4)
_LETTERS, _CODE, _SMALL, _LINE, _LINE_IN_TABLE, _CODE_LINE = 13, 12, 12, 140, 120, 20
_LINE_OF_PICTURE: Final = 100
_INSET, _INDENT, _BOX, _WIDEST = 28, 20, 10, 760
_MOST_MARKED: Final = 200
_EMPTY_CELL: Final = re.compile(r"(?<=\|) *(?=\|)")
_NO_BREAK_SPACE: Final = "\u00a0"
"""Qt merges an empty table cell with the one before it."""
_ALT: Final = QTextFormat.Property.ImageAltText.value
_IMAGE: Final = QTextDocument.ResourceType.ImageResource.value
_MOST_PIXELS: Final = 4_000_000


class PageBrowser(QTextBrowser):
    """Shows Markdown or plain text."""

    def __init__(self, open_link: Callable[[str], None], parent: QWidget | None = None) -> None:
        """Create it; `open_link` gets a link as written."""
        super().__init__(parent)
        self._open_link = open_link
        self.page: HelpPage | None = None
        """Page shown."""
        self._words: Sequence[str] = ()
        self._examples: Sequence[tuple[QTextBlock, QTextBlock]] = ()
        self._pictures = Pictures(self.document())
        self.setOpenLinks(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUndoRedoEnabled(False)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.anchorClicked.connect(self._on_anchor_clicked)
        theme.changed.connect(self._on_theme_changed)

    def show_page(self, page: HelpPage, heading: str = "", words: Sequence[str] = ()) -> None:
        """Show a page from the top or from a heading; highlight search words, ignoring case."""
        self.page, self._words = page, [word.casefold() for word in words]
        self.setAccessibleName(page.title)
        self._render()
        self._mark()
        self._go_to(heading)

    def loadResource(self, kind: int, _name: QUrl | str) -> object:
        """Return an empty resource, because Qt reads a file if it gets nothing."""
        if kind == QTextDocument.ResourceType.ImageResource.value:
            nothing = QImage(1, 1, QImage.Format.Format_ARGB32)
            nothing.fill(0)
            return nothing
        return b""

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Widen the margins of a wide window, because long lines are hard to read."""
        super().resizeEvent(event)
        self._lay_out_margins()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint a box behind the lines of each example."""
        painter = QPainter(self.viewport())
        down = -self.verticalScrollBar().value()
        for first, last in self._examples:
            top, bottom = self._rect_of(first).top(), self._rect_of(last).bottom()
            left = _INSET
            width = self._rect_of(first).width() + 2 * _BOX
            box = QRectF(left, top + down - 4, width, bottom - top + 13)
            if box.intersects(QRectF(event.rect())):
                draw_box(painter, box, RADII.field, theme.color("sunken"))
        painter.end()
        super().paintEvent(event)

    def _rect_of(self, block: QTextBlock) -> QRectF:
        return self.document().documentLayout().blockBoundingRect(block)

    def _on_anchor_clicked(self, url: QUrl) -> None:
        self._open_link(url.toString())

    def _on_theme_changed(self) -> None:
        if self.page is not None:
            at = self.verticalScrollBar().value()
            self._render()
            self._mark()
            self.verticalScrollBar().setValue(at)

    def _render(self) -> None:
        document, page, fonts = self.document(), self.page, theme.fonts
        self._pictures.forget()
        document.clear()
        self._examples = ()
        if page is None:
            return
        document.setIndentWidth(_INDENT)
        document.setDefaultFont(fonts.mono(_CODE) if page.is_plain else fonts.ui(_LETTERS))
        if page.is_plain:
            document.setPlainText(page.text)
        else:
            document.setMarkdown(_EMPTY_CELL.sub(_NO_BREAK_SPACE, page.text), _MARKDOWN)
            self._pictures.put(page)
            self._style()
        self._lay_out_margins()

    def _lay_out_margins(self) -> None:
        frame = self.document().rootFrame()
        form = frame.frameFormat()
        form.setMargin(0)
        form.setTopMargin(18)
        form.setBottomMargin(28)
        form.setLeftMargin(_INSET)
        form.setRightMargin(max(_INSET, self.viewport().width() - _INSET - _WIDEST))
        frame.setFrameFormat(form)
        room = self.viewport().width() - form.leftMargin() - form.rightMargin()
        self._pictures.fit(int(room), self.devicePixelRatioF())

    def _style(self) -> None:
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        for table in self._tables():
            self._style_table(table)
        blocks = list(_blocks(self.document()))
        for place, block in enumerate(blocks):
            before = blocks[place - 1] if place else None
            behind = blocks[place + 1] if place + 1 < len(blocks) else None
            self._style_block(block, before, behind)
            for at, length, form in _fragments(block):
                cursor.setPosition(at)
                cursor.setPosition(at + length, QTextCursor.MoveMode.KeepAnchor)
                cursor.setCharFormat(self._char_format(form, block))
        cursor.endEditBlock()
        self._examples = list(_examples(blocks))

    def _style_block(self, block: QTextBlock, before: QTextBlock | None, behind: QTextBlock | None) -> None:
        form = QTextBlockFormat(block.blockFormat())
        level, line = form.headingLevel(), _LINE
        if level:
            _, above, below = _HEADINGS.get(level, _DEEPER)
        elif _is_code(block):
            above, below = 0 if _is_code(before) else 12, 0 if _is_code(behind) else 20
            form.setLeftMargin(_BOX)
            form.setRightMargin(_BOX)
        elif _table_of(block) is not None:
            above, below, line = 0, 0, _LINE_IN_TABLE
        elif _has_picture(block):
            above, below, line = 4, 4, _LINE_OF_PICTURE
        elif _is_caption(block):
            above, below = 0, 16
        else:
            above, below = 0, 4 if _is_item(block) and _is_item(behind) else 8
        form.setTopMargin(above)
        form.setBottomMargin(below)
        if _is_code(block):
            form.setLineHeight(_CODE_LINE, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
        else:
            form.setLineHeight(line, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        QTextCursor(block).setBlockFormat(form)

    def _char_format(self, old: QTextCharFormat, block: QTextBlock) -> QTextCharFormat:
        fonts, color = theme.fonts, theme.color
        form = QTextCharFormat(old)
        level = block.blockFormat().headingLevel()
        is_code = _is_code(block)
        font: QFont
        if is_code or old.fontFixedPitch():
            font = fonts.mono(_HEADINGS.get(level, _DEEPER)[0] if level else _CODE)
            if not is_code:
                form.setBackground(color("sunken"))
        elif level:
            font = fonts.ui(_HEADINGS.get(level, _DEEPER)[0], 600)
        else:
            size = _SMALL if _is_caption(block) else _LETTERS
            font = fonts.ui(size, 600 if old.fontWeight() > QFont.Weight.Normal else 400)
            font.setItalic(old.fontItalic())
        form.clearProperty(QTextFormat.Property.FontSizeAdjustment)
        form.setFont(font)
        plain = "text2" if _is_caption(block) else "text"
        form.setForeground(color("accent" if old.isAnchor() else plain))
        form.setFontUnderline(old.isAnchor())
        return form

    def _tables(self) -> Iterator[QTextTable]:
        for frame in self.document().rootFrame().childFrames():
            if isinstance(frame, QTextTable):
                yield frame

    def _style_table(self, table: QTextTable) -> None:
        color = theme.color
        form = QTextTableFormat(table.format())
        form.setBorder(1)
        form.setBorderBrush(QBrush(color("border")))
        form.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
        form.setBorderCollapse(True)
        form.setCellPadding(5)
        form.setCellSpacing(0)
        form.setTopMargin(4)
        form.setBottomMargin(12)
        form.setWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
        table.setFormat(form)
        for column in range(table.columns()):
            cell = table.cellAt(0, column)
            head = cell.format()
            head.setBackground(color("window"))
            cell.setFormat(head)

    def _mark(self) -> None:
        """Highlight the search words."""
        marks: list[QTextEdit.ExtraSelection] = []
        for word in self._words:
            found = self.document().find(word)
            while not found.isNull() and len(marks) < _MOST_MARKED:
                mark = QTextEdit.ExtraSelection()
                mark.cursor = found
                mark.format.setBackground(theme.color("warning_tint"))
                mark.format.setForeground(theme.color("text"))
                marks.append(mark)
                found = self.document().find(word, found)
        self.setExtraSelections(marks)

    def _go_to(self, heading: str) -> None:
        cursor = QTextCursor(self.document())
        block = next((each for each in _blocks(self.document()) if heading and _names(each, heading)), None)
        if block is not None:
            cursor.setPosition(block.position())
        self.setTextCursor(cursor)
        layout = self.document().documentLayout()
        above = 0 if block is None else round(layout.blockBoundingRect(block).top())
        self.verticalScrollBar().setValue(above)


def _names(block: QTextBlock, heading: str) -> bool:
    return bool(block.blockFormat().headingLevel()) and slug(block.text()) == heading


def _blocks(document: QTextDocument) -> Iterator[QTextBlock]:
    block = document.begin()
    while block.isValid():
        yield block
        block = block.next()


def _fragments(block: QTextBlock) -> list[tuple[int, int, QTextCharFormat]]:
    """Return position, length and format of each run of a block."""
    found = []
    each = block.begin()
    while not each.atEnd():
        fragment = each.fragment()
        found.append((fragment.position(), fragment.length(), fragment.charFormat()))
        each += 1
    return found


def _table_of(block: QTextBlock) -> QTextTable | None:
    table: QTextTable | None = QTextCursor(block).currentTable()  # the stubs omit None
    return table


def _is_item(block: QTextBlock | None) -> bool:
    """Return True if the block is in a list."""
    items: QTextList | None = None if block is None else block.textList()  # as above
    return items is not None


def _is_code(block: QTextBlock | None) -> bool:
    return block is not None and block.blockFormat().hasProperty(_FENCE)


def _examples(blocks: Sequence[QTextBlock]) -> Iterator[tuple[QTextBlock, QTextBlock]]:
    """Return the first and last line of each example."""
    first: QTextBlock | None = None
    for place, block in enumerate(blocks):
        if not _is_code(block):
            first = None
            continue
        first = first or block
        if place + 1 == len(blocks) or not _is_code(blocks[place + 1]):
            yield first, block


_CAPTION: Final = QTextFormat.Property.UserProperty.value + 1
"""Marks the caption paragraph below a picture."""


class _Picture(Struct):
    """A picture in a document; `width` is the displayed width."""

    name: str
    at: int
    image: QImage
    width: int = 0


class Pictures:
    """The pictures of the current page of a document."""

    def __init__(self, document: QTextDocument) -> None:
        self._document = document
        self._shown: list[_Picture] = []

    def forget(self) -> None:
        """Forget all pictures, since the page is replaced."""
        self._shown = []

    def put(self, page: HelpPage) -> None:
        """Insert pictures with captions; if a file cannot be read, only its caption."""
        self._shown = []
        for at, length, form in reversed(list(_named(self._document))):
            cursor = QTextCursor(self._document)
            cursor.setPosition(at)
            cursor.setPosition(at + length, QTextCursor.MoveMode.KeepAnchor)
            words = str(form.property(_ALT) or "")
            image = self._read(page, form.name())
            cursor.removeSelectedText()
            block = cursor.blockFormat()
            block.setProperty(_CAPTION, 1)
            if image.isNull():
                cursor.insertText(words)
                cursor.setBlockFormat(block)
                continue
            place = cursor.position()
            cursor.insertImage(_format(form.name(), words))
            cursor.insertBlock(block)
            cursor.insertText(words)
            for picture in self._shown:
                picture.at += cursor.position() - place - length
            self._shown.append(_Picture(form.name(), place, image))

    def fit(self, room: int, ratio: float) -> None:
        """Show pictures in their own size, or smaller if there is no room."""
        for picture in self._shown:
            width = min(picture.image.width(), max(room, 1))
            if width == picture.width:
                continue
            picture.width = width
            smooth = Qt.TransformationMode.SmoothTransformation
            drawn = picture.image.scaledToWidth(max(1, round(width * ratio)), smooth)
            self._draw_edge(drawn)
            self._document.addResource(_IMAGE, QUrl(picture.name), drawn)
            cursor = QTextCursor(self._document)
            cursor.setPosition(picture.at)
            cursor.setPosition(picture.at + 1, QTextCursor.MoveMode.KeepAnchor)
            form = cursor.charFormat().toImageFormat()
            form.setWidth(width)
            form.setHeight(round(drawn.height() / ratio))
            cursor.setCharFormat(form)

    def _draw_edge(self, image: QImage) -> None:
        """Draw a border, because a picture of the window would blend into the page."""
        painter = QPainter(image)
        painter.setPen(theme.color("border_strong"))
        painter.drawRect(image.rect().adjusted(0, 0, -1, -1))
        painter.end()

    def _read(self, page: HelpPage, name: str) -> QImage:
        path = picture_of(page, name, is_dark=theme.dark)
        if path is None:
            return QImage()
        reader = QImageReader(str(path), b"png")
        size = reader.size()
        return (
            reader.read().convertToFormat(QImage.Format.Format_RGB32)
            if 0 < size.width() * size.height() <= _MOST_PIXELS
            else QImage()
        )


def _is_caption(block: QTextBlock) -> bool:
    """Return True if the block is a caption."""
    return bool(block.blockFormat().property(_CAPTION))


def _has_picture(block: QTextBlock) -> bool:
    """Return True if the block contains a picture."""
    return any(_images_in(block))


def _format(name: str, words: str) -> QTextImageFormat:
    form = QTextImageFormat()
    form.setName(name)
    form.setProperty(_ALT, words)
    return form


def _images_in(block: QTextBlock) -> Iterator[tuple[int, int, QTextImageFormat]]:
    each = block.begin()
    while not each.atEnd():
        fragment = each.fragment()
        if fragment.charFormat().isImageFormat():
            yield fragment.position(), fragment.length(), fragment.charFormat().toImageFormat()
        each += 1


def _named(document: QTextDocument) -> Iterator[tuple[int, int, QTextImageFormat]]:
    """Yield the images of a document."""
    block = document.begin()
    while block.isValid():
        yield from _images_in(block)
        block = block.next()
