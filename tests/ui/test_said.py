"""Texts of the window know how they were said, wherever Qt or a part of the window keeps them."""

import ast
import gc
import inspect
import re
import weakref
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from PySide6 import QtGui, QtWidgets
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QComboBox, QLabel, QTabBar, QWidget

import robotstudio.ui
from robotstudio.text.language import ENGLISH, told
from robotstudio.text.locale import words_of
from robotstudio.ui.language.language import WORDS, TranslatedText, put_together, together
from robotstudio.ui.language.language_switch import TEXTS, say_all_again, setter_of

MODULES = sorted(Path(robotstudio.ui.__path__[0]).rglob("*.py"))
REMEMBERED = frozenset(setter_of(name) for names in TEXTS.values() for name in names)
WAY = re.compile("(set|add|insert|show)[A-Z]")
QT = frozenset(
    name
    for module in (QtWidgets, QtGui)
    for kind in (getattr(module, name) for name in dir(module))  # which is filled as it is asked for
    if inspect.isclass(kind)
    for name in dir(kind)
    if WAY.match(name)
)
ADDED = frozenset({"addItem", "addItems", "addTab"})
"""These go through a setter of the table."""
ASKED = "dialogs.py"
"""Nobody chooses another language while a question waits for an answer."""
FILLED = frozenset(
    {
        ("quick_fix.py", "addAction"),
        ("completion_popup.py", "setData"),
        ("tool_row.py", "addAction"),
        ("contents.py", "setData"),
        ("found_list.py", "setData"),
        ("panel.py", "QListWidgetItem"),
    }
)
"""What is closed by the switch and filled again before it opens, and lists whose controller fills them anew."""
MAKERS = frozenset({"together", "put_together", "side_by_side", "native_keys", "literal", "title_of"})


pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture(autouse=True)
def _english_afterwards() -> Iterator[None]:
    yield
    WORDS.speak(ENGLISH)


def switch(code: str, *parts: object) -> None:
    WORDS.speak(words_of(code))
    say_all_again(parts)


def is_said(node: ast.AST) -> bool:
    """Whether an expression is a text that was said, as far as can be seen where it stands."""
    match node:
        case ast.Call(func=ast.Attribute(value=maker, attr="format" | "join" | "strip")):
            return is_said(maker) or any(map(is_said, node.args))
        case ast.Call(func=ast.Attribute(value=ast.Name(id=maker), attr=name)):
            return maker == "WORDS" or (maker == "self" and name == "tr")
        case ast.Call(func=ast.Name(id=name)):
            return name in MAKERS
        case ast.IfExp(body=one, orelse=other) | ast.BinOp(left=one, right=other):
            return is_said(one) or is_said(other)
        case _:
            return False


def ways_of_texts(source: str) -> Iterator[str]:
    """How texts that are said are given to Qt."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and any(map(is_said, (*node.args, *(each.value for each in node.keywords)))):
            match node.func:
                case ast.Attribute(attr=name) if name in QT:
                    yield name
                case ast.Name(id=name) if hasattr(QtWidgets, name) or hasattr(QtGui, name):
                    yield name
                case _:
                    pass


def test_every_way_to_give_qt_a_text_is_remembered() -> None:
    found = {(path, way) for path in MODULES for way in ways_of_texts(path.read_text("utf-8"))}
    assert len(found) > 100
    known = REMEMBERED | ADDED
    assert [
        (str(path), way)
        for path, way in sorted(found)
        if way not in known and path.name != ASKED and (path.name, way) not in FILLED
    ] == []


@pytest.mark.parametrize(
    "source",
    ['QLabel(self.tr("a"))', 'box.setTitle(self.tr("a").format(b=1))', 'bar.showMessage(WORDS.say("a") if b else "")'],
)
def test_way_that_is_not_remembered_would_be_found(source: str) -> None:
    assert list(ways_of_texts(source))


def test_text_of_a_user_stays_though_it_is_spelled_like_one_that_is_said() -> None:
    label = QLabel()
    label.setText(WORDS.say("Clear"))
    label.setText("Clear")
    switch("es")
    assert label.text() == "Clear"


def test_items_and_tabs_are_said_again_each_in_its_place() -> None:
    box, bar = QComboBox(), QTabBar()
    box.addItems([WORDS.say("Clear"), "Clear", WORDS.say("Close")])
    box.clear()
    box.addItems(["Clear", WORDS.say("Clear")])
    for text in ("Close", WORDS.say("Close")):
        bar.addTab(text)
    switch("es")
    said = words_of("es")
    assert [box.itemText(place) for place in range(box.count())] == ["Clear", said.say("Clear")]
    assert [bar.tabText(place) for place in range(bar.count())] == ["Close", said.say("Close")]


class Told(QLabel):
    """Says in its tooltip what it says."""

    def setText(self, text: str) -> None:
        super().setText(text)
        self.setToolTip(text)


def test_text_that_comes_with_another_is_said_again_each_time() -> None:
    label = Told()
    label.setText(WORDS.say("Clear"))
    switch("es")
    label.setWindowTitle(label.toolTip())
    switch("ru")
    assert {label.text(), label.toolTip(), label.windowTitle()} == {words_of("ru").say("Clear")}


def test_what_is_remembered_of_a_window_keeps_nothing_of_it() -> None:
    window = QWidget()
    labels = [QLabel(window) for _ in range(3)]
    for label in labels:
        label.setText(WORDS.say("Clear"))
    kept = [weakref.ref(label) for label in labels]
    del window, labels, label
    gc.collect()
    assert [each() for each in kept] == [None] * 3


class Part(QObject):
    """Keeps texts to draw them itself, as a part of the window does."""

    __module__ = "robotstudio.ui.part"

    def __init__(self) -> None:
        super().__init__()
        clear = WORDS.say("Clear")
        self.kept = {"a": [together(": ", clear, "x") + "!", put_together("{a} {b}", a=clear, b=1)]}
        self.shows = partial(put_together, "{a}{b}", a=clear, b=partial(str, clear))


def test_texts_within_texts_are_said_again() -> None:
    part = Part()
    switch("ru", part)
    said = words_of("ru").say("Clear")
    assert part.kept == {"a": [f"{said}: x!", f"{said} 1"]}
    assert part.shows.keywords["a"] == part.shows.keywords["b"].args[0] == said


def test_text_is_said_again_with_the_facts_that_were_said() -> None:
    text = WORDS.tell(told("{name}: {facts}.", name="x", facts=WORDS.say("Clear")))
    assert isinstance(text, TranslatedText)
    WORDS.speak(words_of("es"))
    assert text.again() == f"x: {words_of('es').say('Clear')}."
