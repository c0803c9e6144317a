"""Line numbers, brackets and icons left of the text."""

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QImage, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from robotstudio.engine import Robots
from robotstudio.ui.editor.annotations import ExpectationMark
from robotstudio.ui.editor.line_marks import ProblemMark
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.theme.tokens import LIGHT
from tests.ui.editor.parts import Parts, analysis_of

FILE = b"User-agent: *\nDisallow: /a\n\nUser-agent: x\nAllow: /b\nAllow: /c\n\nUser-agent: x\nAllow: /d\n"
BRACKET_X = 27


def picture(parts: Parts) -> QImage:
    return parts.gutter.grab().toImage()


def color_at(image: QImage, x: int, y: int) -> str:
    return image.pixelColor(x, y).name().upper()


def middle_of(line: int) -> int:
    return 6 + 20 * (line - 1) + 10


def width_at(image: QImage, y: int) -> int:
    """Return the width of the bracket at a height."""
    ground = QColor(LIGHT.gutter)
    return sum(image.pixelColor(x, y) != ground for x in range(22, 32))


def press(parts: Parts, line: int, kind: QEvent.Type = QEvent.Type.MouseButtonPress) -> None:
    place = QPointF(50, middle_of(line))
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    event = QMouseEvent(kind, place, parts.gutter.mapToGlobal(place), left, left, none)
    QApplication.sendEvent(parts.gutter, event)


def test_gutter_is_seventy_wide(parts: Parts) -> None:
    assert parts.gutter.width() == 70
    assert parts.edit.viewport().geometry().left() == 70


def test_gutter_grows_with_the_digits(parts: Parts) -> None:
    parts.pane.set_body(b"\n" * 99_999)
    assert parts.gutter.width() > 70
    assert parts.edit.viewport().geometry().left() == parts.gutter.width()
    parts.pane.set_body(b"")
    assert parts.gutter.width() == 70


def test_groups_have_brackets_in_their_colours(parts: Parts) -> None:
    parts.pane.set_body(FILE)
    parts.pane.show_analysis(analysis_of(FILE))
    image = picture(parts)
    assert color_at(image, BRACKET_X, middle_of(1)) == LIGHT.groups[0]
    assert color_at(image, BRACKET_X, middle_of(4)) == LIGHT.groups[1]
    assert color_at(image, BRACKET_X, middle_of(3)) == LIGHT.gutter


def test_bracket_of_the_selected_group_is_wider(parts: Parts) -> None:
    parts.pane.set_body(FILE)
    parts.pane.show_analysis(analysis_of(FILE))
    assert width_at(picture(parts), middle_of(4)) == 2
    parts.pane.show_group(Robots.parse(FILE).choose("x").groups)
    assert width_at(picture(parts), middle_of(4)) == 3
    assert width_at(picture(parts), middle_of(1)) == 2


def test_merged_parts_carry_a_badge(parts: Parts) -> None:
    parts.pane.set_body(FILE)
    parts.pane.show_analysis(analysis_of(FILE))
    image = picture(parts)
    assert width_at(image, middle_of(5)) > 5
    assert width_at(image, 6 + 20) == 2  # the group for every crawler has one part


def test_brackets_stay_with_their_lines_until_the_next_evaluation(parts: Parts) -> None:
    parts.pane.set_body(FILE)
    parts.pane.show_analysis(analysis_of(FILE))
    QTest.keyClick(parts.edit, Qt.Key.Key_Return)
    image = picture(parts)
    assert color_at(image, BRACKET_X, middle_of(1)) == LIGHT.gutter
    assert color_at(image, BRACKET_X, middle_of(2)) == LIGHT.groups[0]


def test_seventh_group_repeats_a_colour_dashed(parts: Parts) -> None:
    body = b"".join(b"User-agent: %c\nAllow: /%c\nAllow: /%c\n\n" % (letter, letter, letter) for letter in b"abcdefg")
    parts.pane.set_body(body)
    parts.pane.show_analysis(analysis_of(body))
    image = picture(parts)
    seen = [
        {image.pixelColor(BRACKET_X, y).name() for y in range(middle_of(4 * number + 1), middle_of(4 * number + 3))}
        for number in range(6)
    ]
    assert [len(colors) for colors in seen[:5]] == [1] * 5
    assert len(seen[5]) > 1


def test_click_on_a_number_selects_its_line(parts: Parts) -> None:
    parts.pane.set_body(b"one\ntwo\nthree")
    press(parts, 2)
    assert parts.selected == "two\n"
    press(parts, 3)
    assert parts.selected == "three"


def test_drag_selects_lines(parts: Parts) -> None:
    parts.pane.set_body(b"one\ntwo\nthree\nfour")
    press(parts, 2)
    press(parts, 3, QEvent.Type.MouseMove)
    assert parts.selected == "two\nthree\n"
    press(parts, 1, QEvent.Type.MouseMove)
    assert parts.selected == "one\ntwo\n"
    press(parts, 1, QEvent.Type.MouseButtonRelease)
    press(parts, 4, QEvent.Type.MouseMove)
    assert parts.selected == "one\ntwo\n"


def test_sign_is_painted_and_explained(parts: Parts) -> None:
    parts.pane.set_body(b"one\nDisalow: /")
    before = picture(parts)
    parts.pane.show_problems(
        [ProblemMark(2, 0, -1, "warning", Glyph.WARNING, "Disalow is a misspelling.", is_wavy=True)]
    )
    assert picture(parts) != before
    assert parts.gutter.tooltip_at(middle_of(2)) == "Disalow is a misspelling."
    assert parts.gutter.tooltip_at(middle_of(1)) == ""


def test_line_of_a_test_is_marked_and_explained_and_a_failing_one_otherwise(parts: Parts) -> None:
    parts.pane.set_body(b"one\nDisallow: /")
    pictures = [picture(parts)]
    for fails in (False, True):
        parts.pane.show_expectations({2: ExpectationMark(fails, "Googlebot may fetch /")})
        pictures.append(picture(parts))
        assert parts.gutter.tooltip_at(middle_of(2)) == "Googlebot may fetch /"
    assert all(one != other for place, one in enumerate(pictures) for other in pictures[:place])


def test_problem_sign_hides_the_sign_of_a_test_but_not_its_words(parts: Parts) -> None:
    parts.pane.set_body(b"one\nDisalow: /")
    parts.pane.show_problems([ProblemMark(2, 0, -1, "warning", Glyph.WARNING, "A misspelling.", is_wavy=True)])
    before = picture(parts)
    parts.pane.show_expectations({2: ExpectationMark(fails=True, tooltip="Googlebot may fetch /")})
    assert picture(parts) == before
    assert parts.gutter.tooltip_at(middle_of(2)) == "A misspelling.\nGooglebot may fetch /"


def test_merged_part_is_explained(parts: Parts) -> None:
    parts.pane.set_body(FILE)
    parts.pane.show_analysis(analysis_of(FILE))
    assert "part 2" in parts.gutter.tooltip_at(middle_of(9))


def test_wheel_beside_the_text_scrolls_it(parts: Parts) -> None:
    parts.pane.set_body(b"\n" * 500)
    for side in (parts.gutter, parts.decides):
        parts.ruler.setValue(10)
        QTest.wheelEvent(parts.pane.window().windowHandle(), side.mapTo(parts.pane, QPoint(5, 200)), QPoint(0, -120))
        assert parts.ruler.value() > 10


@pytest.mark.parametrize("part", ["gutter", "decides", "edit", "ruler"])
def test_parts_have_accessible_names(parts: Parts, part: str) -> None:
    assert getattr(parts, part).accessibleName()
