"""Finds the parts of a window as a person does: by what they are and what they say."""

from typing import TypeVar

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QAbstractButton, QLabel, QWidget

from robotstudio.ui.panels.why.body import WhyBody
from robotstudio.ui.panels.why.panel import WhyPanel

Part = TypeVar("Part", bound=QObject)
Widget = TypeVar("Widget", bound=QWidget)


def part_of(whole: QObject, kind: type[Part]) -> Part:
    """The first part of a kind."""
    found = whole.findChild(kind)
    assert isinstance(found, kind), kind
    return found


def named(whole: QWidget, kind: type[Widget], name: str) -> Widget:
    """The part of a kind with that name for who cannot see it."""
    (found,) = (part for part in whole.findChildren(kind) if part.accessibleName() == name)
    return found


def button(whole: QWidget, text: str) -> QAbstractButton:
    """The button with these words on it."""
    (found,) = (each for each in whole.findChildren(QAbstractButton) if each.text() == text)
    return found


def texts(whole: QWidget) -> list[str]:
    """What all labels say that are shown."""
    return [label.text() for label in whole.findChildren(QLabel) if not label.isHidden() and label.text()]


def body_of(why: WhyPanel) -> WhyBody:
    """What an explanation shows below its header."""
    return part_of(why, WhyBody)
