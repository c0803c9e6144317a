"""Modal questions."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QLabel, QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from robotstudio.ui.shell import dialogs
from robotstudio.ui.shell.dialogs import HeaderChoice, SaveChoice


@pytest.fixture
def answer(qapp: QApplication) -> Callable[[str], list[str]]:
    """Return a function that presses the button with this text in the next question; it records the box's texts."""

    def prepare(words: str) -> list[str]:
        texts: list[str] = []

        def press() -> None:
            box = qapp.activeModalWidget()
            assert isinstance(box, QMessageBox)
            texts.extend([box.text(), box.informativeText()])
            next(button for button in box.buttons() if button.text() == words).click()

        QTimer.singleShot(0, press)
        return texts

    return prepare


@pytest.mark.parametrize(
    ("words", "choice"),
    [("Save", SaveChoice.SAVE), ("Don't save", SaveChoice.DISCARD), ("Cancel", SaveChoice.CANCEL)],
)
def test_unsaved_changes_have_three_answers(answer: Callable[[str], list[str]], words: str, choice: SaveChoice) -> None:
    texts = answer(words)
    assert dialogs.ask_save_changes(None, "robots.txt") is choice
    assert texts[0] == "Save the changes to robots.txt?"


def test_details_are_wider_than_a_short_question(qapp: QApplication) -> None:
    widths: list[tuple[int, int]] = []

    def measure() -> None:
        box = qapp.activeModalWidget()
        assert isinstance(box, QMessageBox)
        (label,) = (each for each in box.findChildren(QLabel) if each.text() == box.informativeText())
        widths.append((label.width(), label.fontMetrics().horizontalAdvance(box.text())))
        box.done(0)

    QTimer.singleShot(0, measure)
    dialogs.ask_save_changes(None, "robots.txt")
    assert widths[0][0] > widths[0][1] + 50


def test_overwriting_names_the_file_and_the_effect(answer: Callable[[str], list[str]]) -> None:
    texts = answer("Overwrite")
    assert dialogs.ask_overwrite_changed(None, "robots.txt")
    assert texts == ["robots.txt changed on disk.", "Saving replaces those changes with your text."]
    answer("Cancel")
    assert not dialogs.ask_overwrite_changed(None, "robots.txt")


def test_files_outside_of_a_project_are_named_in_plain_text(answer: Callable[[str], list[str]]) -> None:
    files = [Path(f"/etc/<b>{number}\n") for number in range(10)]
    texts = answer("Open project")
    assert dialogs.ask_trust_project(None, "shop.robotstudio", files)
    assert texts[0] == "shop.robotstudio refers to files outside its folder."
    assert len(texts[1].split("\n")) == 11
    assert texts[1].endswith("and 2 more")
    answer("Cancel")
    assert not dialogs.ask_trust_project(None, "shop.robotstudio", files)


def test_no_printer_is_chosen_where_the_question_is_closed(qapp: QApplication) -> None:
    asked: list[QDialog] = []

    def close() -> None:
        dialog = qapp.activeModalWidget()
        assert isinstance(dialog, QDialog)
        asked.append(dialog)
        dialog.reject()

    QTimer.singleShot(0, close)
    assert dialogs.ask_printer(None, "robots.txt", is_wide=True) is None
    assert len(asked) == 1


def test_error_is_shown_as_plain_text(answer: Callable[[str], list[str]]) -> None:
    texts = answer("Close")
    dialogs.show_error(None, "<b>x</b> could not be read.", "Permission denied.")
    assert texts == ["<b>x</b> could not be read.", "Permission denied."]


@pytest.mark.parametrize(
    ("ask", "method"),
    [
        (dialogs.ask_open_path, "getOpenFileName"),
        (dialogs.ask_save_path, "getSaveFileName"),
    ],
)
def test_paths_are_none_where_nothing_was_chosen(
    monkeypatch: pytest.MonkeyPatch, ask: Callable[[None], Path | None], method: str
) -> None:
    monkeypatch.setattr(QFileDialog, method, lambda *_: ("", ""))
    assert ask(None) is None
    monkeypatch.setattr(QFileDialog, method, lambda *_: ("/tmp/robots.txt", ""))
    assert ask(None) == Path("/tmp/robots.txt")


@pytest.mark.parametrize(
    ("ask", "name"),
    [
        (lambda: dialogs.ask_save_project_path(None, Path("x")), "shop.robotstudio"),
        (lambda: dialogs.ask_export_path(None), "shop.tsv"),
        (lambda: dialogs.ask_export_hosts_path(None), "shop.tsv"),
    ],
)
def test_file_that_is_meant_without_its_suffix_is_not_replaced_unasked(
    answer: Callable[[str], list[str]],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    ask: Callable[[], object],
    name: str,
) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "shop"), "TSV (*.tsv)"))
    named = ask()
    assert named in (tmp_path / name, (tmp_path / name, "tsv"))
    (tmp_path / name).write_bytes(b"kept")
    texts = answer("Cancel")
    assert ask() is None
    assert texts[0] == f"{name} already exists. Replace it?"
    answer("Replace")
    assert ask() == named


def test_project_is_known_by_its_suffix_also_where_it_is_called_as_a_host(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "www.example.com"), ""))
    asked = dialogs.ask_save_project_path(None, Path("x.robotstudio"))
    assert asked == tmp_path / "www.example.com.robotstudio"


def test_several_files_with_urls_can_be_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_: ([], ""))
    assert dialogs.ask_source_paths(None) == []
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_: (["a.log", "a.log.1"], ""))
    assert dialogs.ask_source_paths(None) == [Path("a.log"), Path("a.log.1")]


EXAMPLES: dict[str, tuple[object, ...]] = {
    "ask_export_history_path": ("https://shop.test",),
    "ask_export_crawl_path": ("shop.crawl",),
    "ask_export_figure_path": ("A-5",),
    "ask_export_joined_path": ("not-in-a-sitemap.csv",),
    "ask_save_server_rules_path": ("nginx",),
    "ask_save_tests_path": (Path("robots.txt.expect"),),
    "ask_save_report_path": ("shop-report", "HTML", ".html"),
    "ask_save_project_path": (Path("shop.robotstudio"),),
}
QUESTIONS = [name for name in vars(dialogs) if name.startswith("ask_") and name.endswith(("_path", "_paths"))]


@pytest.mark.parametrize("name", QUESTIONS)
def test_every_question_for_a_file_begins_beside_the_open_one_else_where_one_was_chosen_last(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str
) -> None:
    begun: list[str] = []
    chosen = tmp_path / "chosen" / "x.csv"

    def choose(_parent: object, _title: str, begin: str, *_: object) -> tuple[str, str]:
        begun.append(begin)
        return str(chosen), ""

    def choose_several(*arguments: object) -> tuple[list[str], str]:
        return [choose(*arguments)[0]], ""  # type: ignore[arg-type] # Qt's order of arguments

    for method in ("getOpenFileName", "getSaveFileName"):
        monkeypatch.setattr(QFileDialog, method, choose)
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", choose_several)
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *arguments: choose(*arguments)[0])
    window = QWidget()
    qtbot.addWidget(window)
    beside = QDialog(window)  # a separate window, such as that of many hosts
    ask = getattr(dialogs, name)
    window.setWindowFilePath(str(tmp_path / "site" / "robots.txt"))
    ask(beside, *EXAMPLES.get(name, ()))
    assert Path(begun[-1]).is_relative_to(tmp_path / "site")
    window.setWindowFilePath("")
    ask(window, *EXAMPLES.get(name, ()))
    assert Path(begun[-1]).is_relative_to(tmp_path / "chosen")
    ask(beside, *EXAMPLES.get(name, ()))
    assert Path(begun[-1]).is_relative_to(tmp_path / "chosen")


@pytest.mark.parametrize(
    ("words", "choice"),
    [
        ("Send all headers", HeaderChoice.ALL),
        ("Robot Studio only", HeaderChoice.OURS),
        ("Cancel", HeaderChoice.CANCEL),
    ],
)
def test_headers_of_crawlers_are_sent_only_with_consent(
    answer: Callable[[str], list[str]], words: str, choice: HeaderChoice
) -> None:
    texts = answer(words)
    assert dialogs.ask_headers(None, "https://shop.example", 20, 180) is choice
    assert texts[0] == "Is https://shop.example your own site?"
    assert "20 requests" in texts[1]
    assert "180 requests" in texts[1]
