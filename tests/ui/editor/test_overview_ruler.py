"""The scroll bar that shows the whole file."""

from PySide6.QtGui import QImage

from robotstudio.ui.theme.tokens import LIGHT
from tests.ui.editor.parts import Parts, analysis_of

FILE = b"User-agent: *\nDisallow: /a\n" + b"\n" * 20


def marks_in(image: QImage, x: int) -> set[str]:
    return {image.pixelColor(x, y).name().upper() for y in range(image.height())}


def test_ruler_is_the_scroll_bar(parts: Parts) -> None:
    parts.pane.set_body(b"\n" * 500)
    assert parts.edit.verticalScrollBar() is parts.ruler
    assert parts.ruler.width() == 12
    assert parts.ruler.maximum() > 400


def test_short_file_is_not_stretched(parts: Parts) -> None:
    parts.pane.set_body(b"a\nb\nc")
    assert [parts.ruler.y_of(line) for line in (1, 2, 3)] == [0, 20, 40]


def test_long_file_is_shown_as_a_whole(parts: Parts) -> None:
    parts.pane.set_body(b"\n" * 9999)
    assert parts.ruler.y_of(10_001) == parts.ruler.height()


def test_groups_stand_left_and_marked_lines_right(parts: Parts) -> None:
    parts.pane.set_body(FILE)
    plain = parts.ruler.grab().toImage()
    parts.pane.show_analysis(analysis_of(FILE))
    parts.pane.show_decision(2, allowed=False)
    parts.edit.place_caret(20)
    image = parts.ruler.grab().toImage()
    assert marks_in(image, 2) > marks_in(plain, 2)
    assert {LIGHT.accent, LIGHT.blocked} <= marks_in(image, 9)


def test_thousands_of_groups_are_painted(parts: Parts) -> None:
    body = b"".join(b"User-agent: a%d\nDisallow: /\n" % number for number in range(3000))
    parts.pane.set_body(body)
    parts.pane.show_analysis(analysis_of(body))
    assert len(marks_in(parts.ruler.grab().toImage(), 2)) > 1
