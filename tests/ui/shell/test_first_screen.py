"""Number of things to click on the first screen, counted as in the design."""

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QAbstractButton, QLineEdit, QTabBar, QWidget
from pytestqt.qtbot import QtBot

from robotstudio.draft.analysis import Cell
from robotstudio.ui.app.studio import Studio
from robotstudio.ui.panels.simulation.matrix_columns import SCROLL_BAR
from robotstudio.ui.panels.simulation.matrix_headers import CornerHeader
from robotstudio.ui.panels.why.body import WhyBody
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.theme.tokens import SIZES
from tests.ui.parts import part_of
from tests.ui.studios import Studios, settle

MOST = 33
"""A ratchet: it may be lowered, and is never raised. The design has 35, with a chip and a button for tests."""


def things_to_click(studio: Studio) -> Iterator[str]:
    """Return the name of each visible menu, tab, field, button and heading; not the links inside an explanation."""
    window = studio.window
    yield from (action.text() for action in window.menuBar().actions())
    for bar in window.findChildren(QTabBar):
        if bar.isVisible():
            yield from (f"tab {bar.tabText(place)}" for place in range(bar.count()))
    yield from (f"close {each.label().name}" for each in studio.tabs.studios)
    parts: list[QAbstractButton | QLineEdit] = [*window.findChildren(QAbstractButton), *window.findChildren(QLineEdit)]
    for part in parts:
        if part.isVisible() and part.isEnabled() and not _is_explanation(part):
            yield f"{type(part).__name__} {part.accessibleName() or part.text()}"
    heads = studio.simulation.view.horizontalHeader()
    for section in range(heads.count()):
        if not heads.isSectionHidden(section):
            yield f"heading {section}"


def _is_explanation(widget: QWidget) -> bool:
    return any(isinstance(each, WhyBody) for each in _parents(widget))


def _parents(widget: QWidget) -> Iterator[QWidget]:
    parent: QWidget | None = widget.parentWidget()
    while parent is not None:
        yield parent
        parent = parent.parentWidget()


def test_first_screen_has_few_things_to_click(studios: Studios, qtbot: QtBot) -> None:
    studio = studios.start((1440, 900))
    studio.show_example()
    settle(studio)
    studio.session.select(Cell("/cart/checkout?step=2", "Googlebot"))
    settle(studio)
    qtbot.waitUntil(studio.window.status_bar.problems.isVisible)
    found = sorted(things_to_click(studio))
    assert len(found) <= MOST, "\n".join(found)


@pytest.mark.parametrize(("size", "least"), [((1440, 900), 400), ((1024, 700), 180)])
def test_matrix_of_the_default_crawlers_has_room_and_whole_rows(
    studios: Studios, size: tuple[int, int], least: int
) -> None:
    studio = studios.start(size)
    studio.show_example()
    settle(studio)
    view = studio.simulation.view
    assert view.url_width() >= least
    taken = sum(view.columnWidth(column) for column in range(view.matrix.columnCount()))
    assert view.url_width() + taken + SCROLL_BAR <= view.width(), "nothing scrolls sideways"
    assert view.viewport().height() % SIZES.matrix_row == 0


def test_matrix_names_both_crawlers_of_a_column_and_what_its_numbers_are(studios: Studios) -> None:
    studio = studios.start((1440, 900))
    studio.show_example()
    settle(studio)
    view = studio.simulation.view
    width = view.columnWidth(0) - 8
    measure = QFontMetricsF(theme.fonts.ui(12, 600)).horizontalAdvance
    assert view.matrix.title(0, width, measure) == "Googlebot, Applebot"
    corner = part_of(view, CornerHeader)
    assert corner.below_text(corner.width()).endswith("numbers are lines of the file · – is no rule, so allowed")
