"""A walk through all windows, tabs, actions, dialogs, menus, popovers, cards and empty states.

It follows the tables of the program: every row of `ACTIONS`, every question of `dialogs`, every tab, every view with a
menu. `widgets_of_the_program` returns the classes of widgets that have to be met.
"""

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QAbstractItemModel, QDeadlineTimer, QEvent, QItemSelectionModel, QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QDialog,
    QFileDialog,
    QMenu,
    QMessageBox,
    QToolTip,
    QWidget,
)
from shiboken6 import isValid

import robotstudio.ui
from robotstudio.draft.changes.text_comparison import VerdictScope
from robotstudio.draft.expectations import parse as parse_tests
from robotstudio.draft.live_check import check_live
from robotstudio.engine.cancelling import never
from robotstudio.fetch.evidence import Evidence
from robotstudio.project.file.model import EditKind, Environment, OverlayEdit, Project
from robotstudio.project.file.project_file import save as save_project
from robotstudio.ui.app.studio import Studio
from robotstudio.ui.editor.completer import CompletionPopup
from robotstudio.ui.editor.robots_edit import RobotsEdit
from robotstudio.ui.panels.examples import CHANGE
from robotstudio.ui.panels.expectations.unlisted import UnlistedPopup
from robotstudio.ui.panels.settings.rows import SettingsSection
from robotstudio.ui.panels.site.actions import (
    COMPARE,
    CRAWL,
    FINDINGS,
    NOT_INDEXED,
    REACHABILITY,
    SEARCH,
    SOURCES,
    TIMELINE,
)
from robotstudio.ui.shell import dialogs
from robotstudio.ui.shell.actions import ACTIONS
from robotstudio.ui.widgets.popover import HoverCard
from tests.ui.studios import draw_tab, settle

TABS = ("simulation", "changes", "fetch", "site")
NOT_TRIGGERED = frozenset({"file.quit"})
_OF_LANGUAGE = "language."
"""These would change the language of the walk; switching has its own tests."""
_ANEW = frozenset(
    {
        *("file.new", "simulate.clear", "file.start", "edit.cut", "edit.paste", "edit.delete_line"),
        *("file.new_tab", "file.close_tab", "file.reopen_tab", "view.next_tab", "view.previous_tab"),
    }
)
"""Actions after which the example is opened again."""
_PANES = 4
_PATIENCE_MS = 60_000
_SAMPLES = {"QWidget": None, "Sequence[": (Path("robots.txt"),), "Path": Path("robots.txt"), "str": "x", "int": 2}

ODD_FILES = (
    b"User-agent: *\r\nDisallow: /a\nDisallow: /b\r",
    b"\xef\xbb\xbfUser-agent: *\rDisallow: /\xff\r",
    "User-agent: *\nDisallow: /a\n".encode("utf-16"),
    b"<!doctype html>\n<p>No",
    b"# only this",
    b"",
)
"""One for each form of a file that the window describes."""

Look = Callable[[QWidget], None]
Hear = Callable[[str, object], None]


class Walk:
    """Calls `look` with every window in every state, and `hear` with texts outside of widgets."""

    def __init__(self, studio: Studio, patch: pytest.MonkeyPatch, look: Look, hear: Hear) -> None:
        self._tabs = studio.tabs
        self._look = look
        self._hear = hear
        self._patch = patch
        for kind in (QMessageBox, QDialog):
            patch.setattr(kind, "exec", lambda box: self._on_box(box))  # noqa: PLW0108 - a function becomes a method
        for name, empty in (("getOpenFileName", ""), ("getSaveFileName", ""), ("getOpenFileNames", [])):
            patch.setattr(QFileDialog, name, self._on_file_dialog(empty))
        patch.setattr(QFileDialog, "getExistingDirectory", self._on_folder_dialog)
        patch.setattr(QToolTip, "showText", lambda _at, text, *_more: hear(text, "tooltip"))
        patch.setattr(dialogs, "open_outside", lambda _path: None)
        patch.setattr(dialogs, "ask_printer", lambda _parent, _name, **_facts: None)

    @property
    def studio(self) -> Studio:
        """The current document."""
        return self._tabs.front

    def look_at_all(self) -> None:
        """Look at all open windows, and close those beside the main one."""
        main = self.studio.window
        for window in (main, *(each for each in QApplication.topLevelWidgets() if each.isVisible() and each != main)):
            self._look(window)
            if window is not main:
                window.close()

    def through_tabs(self) -> None:
        """Show each tab in its current state."""
        for tab in TABS:
            self.studio.window.show_tab(tab)
            settle(self.studio)
            self.look_at_all()
            self._open_menus()
            self._ask_for_tooltips()

    def through_site_parts(self) -> None:
        """Show the parts of the Site tab without a crawl."""
        self.studio.window.actions_by_id["view.site"].trigger()
        for part in (CRAWL, REACHABILITY, FINDINGS, SEARCH, SOURCES):
            self.studio.site.panel.show_part(part)
            settle(self.studio)
            self.look_at_all()

    def through_crawled_site(self, crawl: Path, word: str) -> None:
        """Show the parts of the Site tab with a crawl, and the search results for a word."""
        studio = self.studio
        studio.window.actions_by_id["view.site"].trigger()
        crawling, panel = studio.site.crawling, studio.site.panel
        crawling.show_kept(crawl)
        panel.show_part(CRAWL)
        self._wait_for(lambda: bool(crawling.page.urls.rows))
        self.look_at_all()
        panel.show_part(REACHABILITY)
        self._wait_for(lambda: bool(crawling.reach.orphans.rows))
        self.look_at_all()
        details = crawling.reach.details
        details.looks.set_current(1)
        QTest.keyClick(details.map, Qt.Key.Key_Home)
        self.look_at_all()
        panel.show_part(FINDINGS)
        page = studio.site.findings.page
        self._wait_for(lambda: bool(page.groups.rows))
        for row in range(len(page.groups.rows)):
            page.groups.selectRow(row)
            page.urls.selectRow(0)
            self._wait_for(lambda: bool(page.leading.rows) or bool(page.leading.nothing))
            self.look_at_all()
        panel.show_part(SEARCH)
        crawling.finder.field.setText(word)
        self._wait_for(lambda: crawling.finder.found.rows != ())
        self.look_at_all()
        panel.show_part(SOURCES)

    def through_compared_crawls(self, crawl: Path, other: Path) -> None:
        """Compare a crawl with another one."""
        studio = self.studio
        kept = studio.site.crawling.kept
        for path in (other, crawl):
            studio.site.crawling.show_kept(path)
            self._wait_for(partial(kept.crawl, path))
        studio.site.panel.show_part(COMPARE)
        studio.site.comparing.choose(other, crawl)
        self._wait_for(lambda: studio.site.comparing.page.found is not None)
        self.look_at_all()
        studio.site.panel.show_part(SOURCES)

    def through_not_indexed(self, export: Path, version: Path) -> None:
        """Show why pages are not indexed, by an export and an older robots.txt; look at each answer."""
        studio = self.studio
        studio.site.sources.add_files([export])
        self._wait_for(lambda: not studio.site.sources.loader.is_busy)
        studio.site.panel.show_part(NOT_INDEXED)
        with self._patch.context() as patch:
            patch.setattr(dialogs, "ask_open_path", lambda *_: version)
            studio.site.not_indexed.add_versions()
        self._wait_for(lambda: studio.site.not_indexed.report is not None)
        page = studio.site.not_indexed.page
        for row in range(len(page.urls.rows)):
            page.urls.selectRow(row)
            self.look_at_all()
        studio.site.panel.show_part(TIMELINE)
        self.look_at_all()
        studio.site.panel.show_part(SOURCES)

    def through_panes(self) -> None:
        """Move to each pane by keyboard, with its focus ring."""
        for _ in range(_PANES):
            self.studio.window.actions_by_id["view.next_pane"].trigger()
            self.look_at_all()

    def through_what_opens(self) -> None:
        """Open the legend of the matrix, and a purpose of the AI policy."""
        studio = self.studio
        studio.window.actions_by_id["view.simulation"].trigger()
        settle(studio)
        studio.simulation.tool_row.help_button.click()
        self._look(studio.simulation.tool_row.legend)
        studio.simulation.tool_row.legend.close()
        studio.window.actions_by_id["crawlers.policy"].trigger()
        page = studio.ai_policy.panel.choices
        self._wait_for(lambda: bool(page.table.rows))
        page.fold(page.table.rows[0], is_folded=False)
        page.table.select_row(page.table.rows[1].identity)
        self.look_at_all()

    def through_proofs(self) -> None:
        """Show the proofs about every URL: each step to a smaller file."""
        studio = self.studio
        studio.editor.replace_body(b"User-agent: *\nDisallow: /admin/\nDisallow: /admin/\n")
        settle(studio)
        studio.window.actions_by_id["edit.minimise"].trigger()
        offers = studio.page.notices.bar
        self._wait_for(lambda: len([each for each in offers.findChildren(QAbstractButton) if each.text()]) > 1)
        for offer in [each for each in offers.findChildren(QAbstractButton) if each.text()][1:]:
            offer.click()
        self.look_at_all()
        self.open_example()

    @staticmethod
    def _wait_for(is_there: Callable[[], object]) -> None:
        deadline = QDeadlineTimer(_PATIENCE_MS)
        while not is_there():
            assert not deadline.hasExpired()
            QTest.qWait(1)

    def through_actions(self) -> None:
        """Trigger each action of the table."""
        for row in ACTIONS:
            action = self.studio.window.actions_by_id[row.id]
            if row.id in NOT_TRIGGERED or row.id.startswith(_OF_LANGUAGE) or not action.isEnabled():
                continue
            self._select_cell()
            action.trigger()
            settle(self.studio)
            self.look_at_all()
            if row.id in _ANEW:
                self.open_example()

    def through_dialogs(self) -> None:
        """Open each question."""
        for name, question in inspect.getmembers(dialogs, inspect.isfunction):
            if question.__module__ == dialogs.__name__ and name.startswith(("ask_", "show_")):
                question(*_arguments(question))

    def through_cells(self, most: int) -> None:
        """Show the explanation of some cells of the matrix, row by row."""
        self.studio.window.show_tab("simulation")
        settle(self.studio)
        view = self.studio.simulation.view
        model = view.model()
        cells = [(row, column) for row in range(model.rowCount()) for column in range(model.columnCount())]
        for row, column in cells[:: max(1, len(cells) // most)]:
            view.setCurrentIndex(model.index(row, column))
            settle(self.studio)
            self._look(self.studio.why)

    def through_tests(self) -> None:
        """Show the tests that no cell of the matrix shows."""
        studio = self.studio
        before = studio.tests.file
        studio.tests.change(parse_tests("block GPTBot /private/*\nblock Applebot /elsewhere\n"))
        studio.window.actions_by_id["view.tests"].trigger()
        settle(studio)
        studio.simulation.expecting.buttons[-1].click()
        for popup in studio.page.findChildren(UnlistedPopup):
            self._look(popup)
            popup.close()
        studio.tests.change(before)
        settle(studio)

    def through_lines(self) -> None:
        """Show the card and the completions at the start, after the colon and at the end of a line with each field."""
        window = self.studio.window
        edit = window.findChildren(RobotsEdit)[0]
        lines = {text.partition(":")[0]: line for line, text in enumerate(edit.toPlainText().split("\n"))}
        for line in lines.values():
            block = edit.document().findBlockByNumber(line)
            for at in {0, block.text().find(":") + 2, block.length() - 1}:
                cursor = edit.textCursor()
                cursor.setPosition(block.position() + min(at, block.length() - 1))
                edit.setTextCursor(cursor)
                for action in ("edit.explain", "edit.complete"):
                    window.actions_by_id[action].trigger()
                    for shown in (*window.findChildren(HoverCard), *window.findChildren(CompletionPopup)):
                        if shown.isVisible():
                            self._look(shown)
                QTest.keyClick(edit, Qt.Key.Key_Escape)

    def through_columns(self, path: Path) -> None:
        """Show the question about the URL columns of a table, which is written to this path."""
        path.write_text("von,nach,zahl\n/a,/x,3\n/b,/y,4\n/c,/z,5\n")
        self.studio.site.sources.add_files([path])
        settle(self.studio)
        self.look_at_all()

    def through_settings(self) -> None:
        """Show each section of the settings."""
        self.studio.settings.open_window()
        panel = self.studio.settings.panel
        for section in SettingsSection:
            panel.show_section(section)
            settle(self.studio)
            self._look(panel)
        panel.close()

    def through_examples(self) -> None:
        """Show the preview of examples, a search without results, and one example with both sides of its card."""
        examples = self.studio.examples
        examples.show_examples()
        examples.panel.search.setText("-")
        self.look_at_all()
        examples.show_examples()
        examples.panel.search.setText("qqq")
        self.look_at_all()
        with self._patch.context() as patch:
            patch.setattr(dialogs, "ask_save_changes", lambda *_: dialogs.SaveChoice.DISCARD)
            examples.open(next(lesson for lesson in examples.lessons if lesson.before))
        for _ in range(2):
            settle(self.studio)
            self.look_at_all()
            examples.card.steps.set_current(CHANGE)
        self.open_example()

    def through_live_checks(self, answers: Iterable[Evidence]) -> None:
        """Show the live check for each response."""
        studio = self.studio
        scope, crawlers = VerdictScope(studio.session.table, studio.session.crawlers), studio.session.crawlers
        studio.changes.show()
        panel = studio.changes.panel
        panel.show_live_check(None, crawlers, "https://www.example.com/robots.txt", is_asking=True)
        self.look_at_all()
        for evidence in answers:
            for body in (studio.editor.body(), evidence.body):
                panel.show_live_check(check_live(evidence, body, scope, never), crawlers, "", is_asking=False)
                self._look(panel)
        studio.live_check.dismiss()
        self.look_at_all()

    def through_report(self) -> None:
        """Show the report on paper, with a logo and a saved file."""
        report = self.studio.report
        report.show_report()
        panel = report.panel
        self._wait_for(lambda: panel.report is not None and panel.save_button.isEnabled())
        self._look(panel)
        panel.show_logo("x1")
        panel.show_said("x1", has_file=True)
        self._look(panel)
        panel.show_logo("")
        self.look_at_all()

    def through_answers(self, answers: Iterable[Evidence]) -> None:
        """Show each response in the Fetch tab."""
        self.studio.window.show_tab("fetch")
        for evidence in answers:
            self.studio.fetcher.finished.emit(evidence)
            settle(self.studio)
            self._look(self.studio.fetch.panel)

    def through_files(self, folder: Path) -> None:
        """Show the facts about files of every form, which are written to this folder."""
        for number, body in enumerate(ODD_FILES):
            path = folder / f"robots-{number}.txt"
            path.write_bytes(body)
            self.studio.open(path)
            settle(self.studio)
            self.studio.window.actions_by_id["file.about"].trigger()
            self.look_at_all()
        self.open_example()

    def through_environments(self, folder: Path) -> None:
        """Show the environments of a project written to this folder, with each kind of step; then one in its tab."""
        lines = {EditKind.CLOSE: (), EditKind.SITEMAPS: ("https://staging.example.com/sitemap.xml",)}
        kinds = tuple(OverlayEdit(kind, lines.get(kind, ("User-agent: *", "Disallow: /"))) for kind in EditKind)
        hosts = (Environment("x2", "https://x2.example.com", kinds, "x2.expect"), Environment("x3"))
        (folder / "x1.txt").write_bytes(self.studio.editor.body())
        (folder / "x2.expect").write_text("block Googlebot /\nallow GPTBot /landing/\nallow\n", "utf-8")
        save_project(folder / "x1.robotstudio", Project(file="x1.txt", environments=hosts))
        self.studio.open(folder / "x1.robotstudio")
        settle(self.studio)
        environments = self.studio.environments
        environments.open_window()
        for host in hosts:
            environments.panel.choose(host.name)
            self.look_at_all()
        environments.panel.close()
        served = environments.open_in_tab("x2")
        assert served is not None
        settle(served)
        self.look_at_all()
        with self._patch.context() as patch:
            patch.setattr(dialogs, "ask_save_changes", lambda *_: dialogs.SaveChoice.DISCARD)
            served.editor.replace_body(b"User-agent: *\n")
            settle(served)
            self.look_at_all()
            self._tabs.close_tab(served)
        self.open_example()

    def through_windows(self) -> None:
        """Drag a tab out of its strip, and show its document in its own window."""
        other = self._tabs.begin()
        outside = other.page.mapToGlobal(other.page.rect().center())
        draw_tab(other, 1, outside, is_let_go=False)
        self.look_at_all()
        draw_tab(other, 1, outside)
        for action in ("view.own_window", "view.main_window", "view.main_window"):
            self._look(other.window)
            other.window.actions_by_id[action].trigger()
        self._look(other.window)
        self._tabs.close_tab(other)

    def through_recent(self, path: Path) -> None:
        """Show the start page with recent files; one is written to this path."""
        path.write_bytes(self.studio.editor.body())
        self.studio.open(path)
        self.studio.window.actions_by_id["file.start"].trigger()
        settle(self.studio)
        self.look_at_all()
        self.open_example()

    def open_example(self) -> None:
        """Open the example again; discard what was typed."""
        with self._patch.context() as patch:
            patch.setattr(dialogs, "ask_save_changes", lambda *_: dialogs.SaveChoice.DISCARD)
            before = self.studio
            before.show_example()
            if self.studio is not before:
                self._tabs.close_tab(before)
        settle(self.studio)

    def _select_cell(self) -> None:
        view = self.studio.simulation.view
        if not view.model().rowCount():
            self.open_example()
        flag = QItemSelectionModel.SelectionFlag
        view.selectionModel().setCurrentIndex(view.model().index(0, 0), flag.ClearAndSelect | flag.Rows)
        settle(self.studio)

    def _open_menus(self) -> None:
        """Open the context menus, and the menus of buttons that fill them when they open."""
        window = self.studio.window
        for menu in window.findChildren(QMenu):
            menu.aboutToShow.emit()
        for widget in window.findChildren(QWidget):
            if not isValid(widget) or not widget.isVisible() or not widget.isEnabled():
                continue
            at = widget.rect().center()
            if isinstance(widget, QAbstractItemView) and _rows_of(widget):
                widget.setCurrentIndex(widget.model().index(0, 0))
                at = widget.visualRect(widget.currentIndex()).center()
            event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, widget.mapToGlobal(at))
            target = widget.viewport() if isinstance(widget, QAbstractItemView) else widget
            QApplication.sendEvent(target, event)
            while popup := QApplication.activePopupWidget():
                self._look(popup)
                popup.close()

    def _ask_for_tooltips(self) -> None:
        """Request the tooltips of widgets that depend on the pointer's position."""
        for widget in self.studio.window.findChildren(QWidget):
            if isValid(widget) and widget.isVisible() and type(widget).__module__.startswith("robotstudio"):
                for number in range(9):
                    at = QPoint(
                        widget.width() * (number % 3 * 2 + 1) // 6, widget.height() * (number // 3 * 2 + 1) // 6
                    )
                    help_event = QHelpEvent(QEvent.Type.ToolTip, at, widget.mapToGlobal(at))
                    QApplication.sendEvent(widget, help_event)

    def _on_box(self, box: QDialog) -> int:
        self._look(box)
        return 0

    def _on_folder_dialog(self, _parent: QWidget | None, title: str, _begin: str) -> str:
        self._hear(title, "folder dialog")
        return ""

    def _on_file_dialog(self, empty: object) -> Callable[..., tuple[object, str]]:
        def choose(_parent: QWidget | None, title: str, _begin: str, filters: str) -> tuple[object, str]:
            self._hear(title, "file dialog")
            for kind in filters.split(";;"):
                self._hear(kind.partition(" (")[0], "file dialog")
            return empty, ""

        return choose


def _rows_of(view: QAbstractItemView) -> int:
    model: QAbstractItemModel | None = view.model()  # the stubs require a model
    return 0 if model is None else model.rowCount()


def _arguments(function: Callable[..., object]) -> Iterator[object]:
    for parameter in inspect.signature(function).parameters.values():
        if parameter.default is parameter.empty:
            said = inspect.formatannotation(parameter.annotation)
            yield next(sample for name, sample in _SAMPLES.items() if name in said)


def widgets_of_the_program() -> set[type[QWidget]]:
    """Return every class of widgets in the package."""
    for module in pkgutil.walk_packages(robotstudio.ui.__path__, "robotstudio.ui."):
        importlib.import_module(module.name)
    found, waiting = set(), [QWidget]
    while waiting:
        heirs = waiting.pop().__subclasses__()
        waiting += heirs
        found |= {heir for heir in heirs if heir.__module__.startswith("robotstudio.")}
    return found
