"""Print and copy as an image, in the window."""

import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication, QImage, QPageLayout
from PySide6.QtPrintSupport import QPrinter

from robotstudio.fetch.http_scenario import HttpScenario
from robotstudio.ui.app.studio import Studio
from robotstudio.ui.printing import controller
from robotstudio.ui.shell import dialogs
from robotstudio.urls.urls import parse_list
from tests.ui.studios import settle


class Paper:
    """Replaces the printer that the person chooses: prints into a file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.asked: list[tuple[str, bool]] = []

    def __call__(self, _parent: object, name: str, *, is_wide: bool) -> QPrinter | None:
        self.asked.append((name, is_wide))
        printer = QPrinter(QPrinter.PrinterMode.HighResolution)
        printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
        printer.setOutputFileName(str(self.path))
        if is_wide:
            printer.setPageOrientation(QPageLayout.Orientation.Landscape)
        return printer

    @property
    def pages(self) -> int:
        """Number of pages in the file."""
        return self.path.read_bytes().count(b"/Type /Page\n")


@pytest.fixture
def paper(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Paper:
    paper = Paper(tmp_path / "printed.pdf")
    monkeypatch.setattr(dialogs, "ask_printer", paper)
    return paper


def act(studio: Studio, action: str) -> None:
    studio.window.actions_by_id[action].trigger()


def copied() -> QImage:
    return QGuiApplication.clipboard().image()


def test_file_is_printed(studio: Studio, paper: Paper) -> None:
    studio.editor.setFocus()
    act(studio, "file.print")
    assert paper.asked == [("robots.txt", False)]
    assert paper.pages == 1
    assert studio.window.status_bar.message.text() == "Sent to the printer."


def test_verdicts_are_printed_where_the_keyboard_is_among_them(studio: Studio, paper: Paper) -> None:
    studio.simulation.view.setFocus()
    act(studio, "file.print")
    assert paper.asked == [("robots.txt", True)]
    assert paper.pages == 1


def test_very_many_verdicts_are_printed_on_so_many_pages_and_no_more(
    studio: Studio, paper: Paper, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(controller, "MOST_PAGES", 2)
    studio.session.set_urls(parse_list("\n".join(f"/{number}" for number in range(5_000))).urls)
    settle(studio)
    studio.simulation.view.setFocus()
    act(studio, "file.print")
    assert paper.pages == 2


@pytest.mark.qt_log_ignore("QPainter::begin")
def test_printer_that_takes_nothing_is_told(studio: Studio, paper: Paper) -> None:
    paper.path = paper.path.parent / "none" / "printed.pdf"
    studio.editor.setFocus()
    act(studio, "file.print")
    assert "The printer did not accept the job" in studio.page.notices.bar.accessibleName()


def test_nothing_is_printed_where_no_printer_is_chosen(studio: Studio, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dialogs, "ask_printer", lambda *_args, **_facts: None)
    act(studio, "file.print")
    assert studio.window.status_bar.message.text() != "Sent to the printer."


def test_picture_of_the_file_has_its_selected_lines(studio: Studio) -> None:
    studio.editor.setFocus()
    act(studio, "edit.copy_image")
    whole = copied()
    studio.editor.place_caret(1)
    studio.editor.lines_to_show()
    act(studio, "edit.select_all")
    act(studio, "edit.copy_image")
    assert copied().size() == whole.size()
    assert studio.window.status_bar.message.text() == "Copied as an image."


def test_picture_of_the_verdicts_has_the_rows_that_are_selected(studio: Studio) -> None:
    view = studio.simulation.view
    view.setFocus()
    act(studio, "edit.copy_image")
    all_rows = copied()
    view.selectAll()
    view.selectionModel().select(
        view.matrix.index(0, 0), view.selectionModel().SelectionFlag.Deselect | view.selectionModel().SelectionFlag.Rows
    )
    act(studio, "edit.copy_image")
    assert view.selected_rows().size == view.matrix.rowCount() - 1
    assert 0 < copied().height() < all_rows.height()


def test_picture_of_very_many_rows_says_where_it_ends(studio: Studio) -> None:
    studio.session.set_urls(parse_list("\n".join(f"/{number}" for number in range(5_000))).urls)
    settle(studio)
    studio.printing.copy_verdicts()
    assert studio.window.status_bar.message.text() == "Copied as an image. The first 100 of 5,000 URLs."
    assert copied().height() < 6_000


def test_picture_that_has_no_room_for_every_crawler_says_so(studio: Studio, monkeypatch: pytest.MonkeyPatch) -> None:
    columns = len(studio.simulation.view.matrix.columns)
    monkeypatch.setattr(controller, "MOST_COLUMNS_IN_PICTURE", columns - 1)
    studio.printing.copy_verdicts()
    said = f"Copied as an image. The first {columns - 1} of {columns} crawlers."
    assert studio.window.status_bar.message.text() == said


def test_picture_of_verdicts_that_are_supposed_says_so(studio: Studio) -> None:
    view = studio.simulation.view
    view.setFocus()
    act(studio, "edit.copy_image")
    before = copied()
    studio.session.set_scenario(HttpScenario("503"), is_own_choice=True)
    settle(studio)
    act(studio, "edit.copy_image")
    title = before.rect().adjusted(0, 0, 0, 70 - before.height())
    assert copied().copy(title) != before.copy(title)


def test_print_support_is_loaded_only_when_something_is_printed() -> None:
    program = "import robotstudio.ui.app.studio, sys; sys.exit('PySide6.QtPrintSupport' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
