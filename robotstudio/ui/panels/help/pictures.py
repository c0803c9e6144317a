"""The pictures of a page, scaled to the available width, with captions.

A page is Markdown in which each picture is the only content of its paragraph. Only files that the library finds beside
a chapter of the guide are read; other pictures are replaced by their captions.
"""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import (
    QImage,
    QImageReader,
    QPainter,
    QTextBlock,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextImageFormat,
)

from robotstudio.help.library import HelpPage, picture_of
from robotstudio.ui.theme.theme import theme

CAPTION: Final = QTextFormat.Property.UserProperty.value + 1
"""Marks the caption paragraph below a picture."""
_ALT: Final = QTextFormat.Property.ImageAltText.value
_IMAGE: Final = QTextDocument.ResourceType.ImageResource.value
_MOST_PIXELS: Final = 4_000_000


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
            block.setProperty(CAPTION, 1)
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


def is_caption(block: QTextBlock) -> bool:
    """Return True if the block is a caption."""
    return bool(block.blockFormat().property(CAPTION))


def has_picture(block: QTextBlock) -> bool:
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
