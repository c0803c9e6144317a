"""The language of the window."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QFileInfo, QLocale, QTranslator
from PySide6.QtGui import QAction, QFontDatabase
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QFileDialog,
    QFileIconProvider,
    QLabel,
    QLineEdit,
    QMessageBox,
    QPlainTextEdit,
)
from pytestqt.qtbot import QtBot

from robotstudio import assets
from robotstudio.text.language import WORDS
from robotstudio.ui.language import language as language_module
from robotstudio.ui.language.language import WindowLanguage, can_be_shown, key_sequence, native_keys
from robotstudio.ui.panels.changes import exporting
from robotstudio.ui.panels.simulation import transfers
from robotstudio.ui.shell.actions import ACTIONS, text_in_menu
from robotstudio.urls.export import FORMATS as FORMS
from tests.draft.changes.comparisons import compared, question
from tests.draft.conftest import Analyse, make
from tests.store.books import cells_of

__all__ = ["make"]


@pytest.fixture
def language(qapp: QApplication) -> Iterator[WindowLanguage]:
    """Return the language of the application, and restore English after the test."""
    before = QLocale()
    spoken = WindowLanguage(qapp)
    yield spoken
    spoken.speak("en")
    QLocale.setDefault(before)
    spoken.deleteLater()


def test_qt_and_the_engine_speak_from_one_catalogue(language: WindowLanguage) -> None:
    language.speak("ru")
    assert QCoreApplication.translate("AnyClass", "Save") == WORDS.say("Save") == "Сохранить"
    language.speak("en")
    assert QCoreApplication.translate("AnyClass", "Save") == WORDS.say("Save") == "Save"


def test_buttons_of_qt_itself_are_in_the_language_too(language: WindowLanguage) -> None:
    language.speak("es")
    assert QCoreApplication.translate("QPlatformTheme", "Discard") not in {"", "Discard"}


ALIKE = {"es": {"&No", "OK"}, "ru": {"OK"}}
"""Words of Qt that are the same in English."""


def texts_of_qt(qtbot: QtBot, tmp_path: Path) -> set[str]:
    """Return the texts of Qt on a file dialog, on the buttons of a message, and in the menus of text fields."""
    dialog, box, line, page = QFileDialog(), QMessageBox(), QLineEdit("text"), QPlainTextEdit("text")
    dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    for name in ("Ok", "Save", "Open", "Yes", "No", "Retry", "Ignore", "Close", "Cancel", "Discard", "Help", "Apply"):
        box.addButton(QMessageBox.StandardButton[name])
    menus = [line.createStandardContextMenu(), page.createStandardContextMenu()]
    for widget in (dialog, box, line, page, *menus):
        qtbot.addWidget(widget)
    found = {action.text().partition("\t")[0] for menu in menus for action in menu.actions()}
    for widget in (dialog, box):
        found |= {label.text() for label in widget.findChildren(QLabel)}
        found |= {button.text() for button in widget.findChildren(QAbstractButton)}
        found |= {part.toolTip() for part in widget.findChildren(QAbstractButton)}
        found |= {action.text() for action in widget.findChildren(QAction)}
    found.add(QFileIconProvider().type(QFileInfo(str(tmp_path))))
    return {text for text in found if any(map(str.isalpha, text))}


@pytest.mark.parametrize("code", ["zh_CN", "es", "ru"])
def test_all_that_qt_writes_itself_is_in_the_language(
    code: str, language: WindowLanguage, qtbot: QtBot, tmp_path: Path
) -> None:
    english = texts_of_qt(qtbot, tmp_path)
    assert {"&Look in:", "&Undo", "Cancel", "Folder"} <= english
    language.speak(code)
    assert texts_of_qt(qtbot, tmp_path) & english - ALIKE.get(code, set()) == set()


@pytest.mark.parametrize(
    ("code", "shown"),
    [
        ("en", ["Ctrl+Shift+N", "Alt+Shift+Down", "Ctrl+Space", "Esc"]),
        ("es", ["Ctrl+Mayús+N", "Alt+Mayús+Abajo", "Ctrl+Espacio", "Esc"]),
        ("ru", ["Ctrl+Shift+N", "Alt+Shift+Вниз", "Ctrl+Пробел", "Esc"]),
        ("zh_CN", ["Ctrl+Shift+N", "Alt+Shift+↓", "Ctrl+空格键", "Esc"]),
    ],
)
def test_keys_are_called_what_is_written_on_them(code: str, shown: list[str], language: WindowLanguage) -> None:
    language.speak(code)
    keys = ("Ctrl+Shift+N", "Alt+Shift+Down", "Ctrl+Space", "Esc")
    assert [native_keys(each) for each in keys] == shown
    assert [key_sequence(each).toString() for each in keys] == list(keys)


OF_KEYS = "QShortcut"


class Listening(QTranslator):
    """Records which keys are looked up, and translates nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: set[str] = set()

    def isEmpty(self) -> bool:
        return False

    def translate(self, context: str, text: str, _note: str | None = None, _count: int = -1) -> str | None:
        if context == OF_KEYS:
            self.asked.add(text)
        return None


def test_keys_of_the_code_are_read_without_asking_what_is_written_on_all_keys(qapp: QApplication) -> None:
    listening = Listening()
    qapp.installTranslator(listening)
    read = [key_sequence(keys).toString() for keys in ("Ctrl+Shift+D", "Alt+Down", "F8")]
    qapp.removeTranslator(listening)
    assert read == ["Ctrl+Shift+D", "Alt+Down", "F8"]
    assert listening.asked <= {"+", "F%1"}


@pytest.mark.parametrize("code", ["en", "zh_CN", "es", "ru"])
def test_shortcuts_mean_the_same_in_every_language(code: str, language: WindowLanguage) -> None:
    rows = [key for row in ACTIONS for key in row.keys if isinstance(key, str)]
    language.speak(code)
    assert [key_sequence(key).toString() for key in rows] == rows


def test_menus_are_in_the_language_that_is_spoken(language: WindowLanguage) -> None:
    said = []
    for code in ("en", "ru"):
        language.speak(code)
        said.append(text_in_menu("", "", "&File"))
    assert said == ["&File", "&Файл"]


def test_what_no_catalogue_knows_stays_as_it_is(language: WindowLanguage) -> None:
    language.speak("ru")
    assert QCoreApplication.translate("AnyClass", "Of no catalogue") == "Of no catalogue"


def test_language_without_a_catalogue_is_english(language: WindowLanguage) -> None:
    language.speak("xx")
    assert WORDS.code == "en"


def test_chinese_is_shown_without_a_font_of_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QFontDatabase, "families", lambda _script: [])
    assert can_be_shown("zh_CN")


def test_chinese_needs_a_font_that_has_its_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(language_module, "load_shipped_fonts", tuple)
    monkeypatch.setattr(QFontDatabase, "families", lambda _script: [])
    assert not can_be_shown("zh_CN")
    assert can_be_shown("ru")


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("code", ["zh_CN", "es", "ru"])
def test_what_is_exported_for_programs_is_the_same_in_every_language(
    code: str, form: str, language: WindowLanguage, make: Analyse, tmp_path: Path
) -> None:
    analysis = make(draft=b"User-agent: *\n" + b"#\n" * 2_000 + b"Disallow: /cart\n")
    rows = np.arange(len(analysis.urls))
    flips = compared(question())
    path = tmp_path / "exported"

    def exported() -> list[object]:
        wanted = transfers.MatrixExport(analysis, rows, form)
        transfers._exported(wanted, path, lambda _share: None, lambda: False)
        if form == "xlsx":  # which is never copied
            return [cells_of(path.read_bytes())]
        copied = transfers._copied(wanted)
        return [path.read_bytes(), copied, exporting._exported(flips, form, lambda: False)]

    english = exported()
    language.speak(code)
    again = exported()
    is_same = [one == other for one, other in zip(english, again, strict=True)]
    assert is_same == [form != "markdown"] * len(english)


def test_language_without_a_catalogue_is_not_chosen(
    language: WindowLanguage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a checkout without catalogues the choice used to have no effect, no message, and was saved."""
    monkeypatch.setattr(assets, "path", lambda _name: tmp_path)
    assert language.choose("es") == "es"
    assert (language.choice, WORDS.code) == ("", "en")
