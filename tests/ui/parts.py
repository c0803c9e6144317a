"""Finds the parts of a window as a person does: by kind and text."""

from typing import TypeVar

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QMenu, QWidget

from robotstudio.draft.listing.marks import MatrixMarks
from robotstudio.explain.explanation import StepPart
from robotstudio.ui.panels.simulation.panel import SimulationPanel
from robotstudio.ui.panels.why.body import WhyBody
from robotstudio.ui.panels.why.comparison_view import ComparisonView
from robotstudio.ui.panels.why.geometry import Geometry
from robotstudio.ui.panels.why.panel import WhyPanel

Part = TypeVar("Part", bound=QObject)
Widget = TypeVar("Widget", bound=QWidget)


def part_of(whole: QObject, kind: type[Part]) -> Part:
    """Return the first part of a kind."""
    found = whole.findChild(kind)
    assert isinstance(found, kind), kind
    return found


def named(whole: QWidget, kind: type[Widget], name: str) -> Widget:
    """Return the part of a kind with this accessible name."""
    (found,) = (part for part in whole.findChildren(kind) if part.accessibleName() == name)
    return found


def button(whole: QWidget, text: str) -> QAbstractButton:
    """Return the newest button with this text."""
    *_, found = (each for each in whole.findChildren(QAbstractButton) if each.text() == text)
    return found


def texts(whole: QWidget) -> list[str]:
    """Return the texts of the visible labels."""
    return [label.text() for label in whole.findChildren(QLabel) if not label.isHidden() and label.text()]


def body_of(why: WhyPanel) -> WhyBody:
    """Return the part of an explanation below its header."""
    return part_of(why, WhyBody)


def open_step(why: WhyPanel, part: StepPart) -> str:
    """Open a step of an explanation and return its text."""
    steps = body_of(why).steps
    steps.buttons[part].setChecked(True)
    return steps.text.toPlainText().replace("\u2060", "").replace("\u00a0", " ")


def copy_as(why: WhyPanel, words: str) -> None:
    """Choose how to copy an explanation or a summary in its context menu."""
    at = why.rect().center()
    QApplication.sendEvent(why, QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, why.mapToGlobal(at)))
    menu = why.findChildren(QMenu, options=Qt.FindChildOption.FindDirectChildrenOnly)[-1]
    next(action for action in menu.actions() if action.text() == words).trigger()
    menu.close()


def marks_of(simulation: SimulationPanel) -> MatrixMarks:
    """Return the marks on the cells of the matrix."""
    return simulation.marks


def geometry_of(view: ComparisonView) -> Geometry:
    """Return the layout of a comparison."""
    return view._geometry


def offers(whole: QWidget) -> list[QAbstractButton]:
    """Return the buttons with a text."""
    return [each for each in whole.findChildren(QAbstractButton) if each.text()]


def click(whole: QWidget, words: str) -> None:
    """Click the first button with this text."""
    QTest.mouseClick(next(each for each in offers(whole) if each.text() == words), Qt.MouseButton.LeftButton)
