"""Text of strangers is shown literally: its markup has no effect, wherever the pointer rests."""

import ast
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QAbstractItemModel, QCoreApplication, QEvent, QPoint, Qt
from PySide6.QtGui import QActionGroup, QContextMenuEvent, QHelpEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QHeaderView,
    QLabel,
    QListView,
    QMenu,
    QMessageBox,
    QTableView,
    QToolTip,
    QTreeView,
    QWidget,
)
from pytestqt.qtbot import QtBot

import robotstudio.ui
from robotstudio.draft.changes.baseline import Baseline
from robotstudio.draft.expectations import parse
from robotstudio.engine.crawlers import CRAWLERS
from robotstudio.fetch.history.store import History
from robotstudio.project.state import State
from robotstudio.ui.app.studio import Studio
from robotstudio.ui.panels.changes.versions import OfferedVersions, version_row
from robotstudio.ui.panels.fetch.banner import Banner
from robotstudio.ui.theme.style import StudioStyle, tip_text
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.widgets.buttons import SelectorButton
from robotstudio.ui.widgets.footer import Footer
from robotstudio.ui.widgets.formats import as_title, literal
from robotstudio.ui.widgets.labels import ElidedLabel, Label, LinkLabel
from robotstudio.ui.widgets.notice_bar import NoticeBar
from robotstudio.ui.widgets.pill import Pill
from robotstudio.urls.urls import parse_list
from tests.fetch.history.evidences import answered
from tests.ui.panels.fetch.evidences import LAST_HOP, SUCCESS
from tests.ui.studios import Studios, act, settle

MARKUP = '<img src="x.png"><b>bold</b>&amp;'
ROBOTS = (
    f"User-agent: *\nDisallow: /{MARKUP}\nDisalow: /{MARKUP}\nAllow: /a{MARKUP}$\nSitemap: https://example.com/{MARKUP}\n"
    f"{MARKUP}: x\nUser-agent: {MARKUP}\nDisallow: /\n"
).encode()
_MOST_ROWS = 25


@pytest.fixture(scope="module")
def plain(qapp: QApplication) -> Iterator[QApplication]:
    """Set the program's own style, and restore the former one."""
    palette, font, style = qapp.palette(), qapp.font(), qapp.style().name()
    theme.install(qapp)
    yield qapp
    qapp.setStyle(style)
    qapp.setPalette(palette)
    qapp.setFont(font)


@pytest.fixture(scope="module")
def hostile(plain: QApplication, shared_studios: Studios, tmp_path_factory: pytest.TempPathFactory) -> Studio:
    """Open a window with markup in all data from outside."""
    assert isinstance(plain.style(), StudioStyle)
    studios, folder = shared_studios, tmp_path_factory.mktemp("hostile") / "<b>&folder"
    folder.mkdir()
    path = folder / "<img src=x.png>&robots.txt"
    path.write_bytes(ROBOTS)
    with History.open(studios.places.history) as history:
        for hour, body in enumerate((b"", ROBOTS)):
            history.record(answered(body, hour=hour, host="https://www.example.com"))
    studio = studios.start()
    studio.session.set_crawlers((CRAWLERS["Googlebot"], CRAWLERS["GPTBot"]))
    studio.open(path)
    studio.urls.add(parse_list(f"/{MARKUP}\n/a{MARKUP}\nhttps://www.example.com/{MARKUP}?q={MARKUP}\n"))
    settle(studio)
    studio.tests.change(parse(f'block Googlebot /{MARKUP} by "Disallow: /{MARKUP}"\nallow GPTBot /{MARKUP}\n'))
    headers = tuple((name, MARKUP) for name in ("content-encoding", "content-type", "x-robots-tag", MARKUP))
    hops = tuple(replace(LAST_HOP, headers=headers, reason=MARKUP, url=f"https://e.com/{MARKUP}") for _ in range(2))
    evidence = replace(
        SUCCESS, hops=hops, final_url=f"https://e.com/{MARKUP}", body=ROBOTS, content_type=MARKUP, user_agent=MARKUP
    )
    studio.fetcher.finished.emit(evidence)
    settle(studio)
    return studio


def show(widget: QWidget, at: QPoint) -> QLabel | None:
    """Rest the pointer on a position of a widget; return the tooltip that appears."""
    QApplication.sendEvent(widget, QHelpEvent(QEvent.Type.ToolTip, at, widget.mapToGlobal(at)))
    if not QToolTip.isVisible():
        return None
    labels = [each for each in QApplication.topLevelWidgets() if each.objectName() == "qtooltip_label"]
    tip = next(each for each in labels if isinstance(each, QLabel) and each.text() == QToolTip.text())
    assert tip.textFormat() is Qt.TextFormat.PlainText, (widget, tip.text())
    assert [child.metaObject().className() for child in tip.children()] == [], (widget, tip.text())
    return tip


def hover_everything(within: QWidget) -> dict[str, str]:
    """Return the tooltips of all visible widgets, items and headers, by the classes of those that show them."""
    said: dict[str, str] = {}
    for widget in (within, *within.findChildren(QWidget)):
        if not widget.isVisible():
            continue
        for at in _places(widget):
            QToolTip.hideText()
            tip = show(widget, at)
            if tip is not None:
                owner = widget.parentWidget() if isinstance(widget.parentWidget(), QAbstractItemView) else widget
                said[type(owner).__name__] = said.get(type(owner).__name__, "") + tip.text() + "\n"
    return said


def _places(widget: QWidget) -> Iterator[QPoint]:
    view = widget.parentWidget()
    if isinstance(view, QHeaderView):
        is_level = view.orientation() is Qt.Orientation.Horizontal
        for section in range(min(view.count(), _MOST_ROWS)):
            along, across = view.sectionViewportPosition(section) + 4, widget.rect().center()
            yield QPoint(along, across.y()) if is_level else QPoint(across.x(), along)
    elif isinstance(view, QAbstractItemView) and widget is view.viewport() and view.model() is not None:
        model: QAbstractItemModel = view.model()
        for row in range(min(model.rowCount(view.rootIndex()), _MOST_ROWS)):
            for column in range(1 if isinstance(view, QListView) else model.columnCount(view.rootIndex())):
                yield view.visualRect(model.index(row, column, view.rootIndex())).center()
    else:
        yield widget.rect().center()
        yield QPoint(6, 6)


_PAGES = ("simulation", "rules", "fetch", "problems", "site", "history")


def test_every_tooltip_is_plain_text(qtbot: QtBot, hostile: Studio) -> None:
    said: dict[str, str] = {}
    for action in (*(f"view.{page}" for page in _PAGES), "simulate.changes"):
        act(hostile, action)
        settle(hostile)
        if action == "view.history":
            qtbot.waitUntil(lambda: any(row.entry for row in hostile.changes.panel.versions.list.rows))
        for name, tips in hover_everything(hostile.window).items():
            said[name] = said.get(name, "") + tips
    assert not [name for name, tips in said.items() if "&lt;" in tips or "<p>" in tips]
    reached = {name for name, tips in said.items() if "<img" in tips or "<b>" in tips}
    assert reached >= {"Table", "HopList", "MatrixView", "StatusButton"}, reached
    QToolTip.hideText()
    qtbot.waitUntil(lambda: not QToolTip.isVisible())


@pytest.mark.usefixtures("plain")
@pytest.mark.parametrize("kind", [QTableView, QTreeView])
def test_any_item_of_any_view_has_a_plain_tooltip(kind: type[QTableView]) -> None:
    view, model = kind(), QStandardItemModel(1, 1)
    item = QStandardItem("x")
    item.setToolTip(MARKUP)
    model.setItem(0, 0, item)
    model.setHeaderData(0, Qt.Orientation.Horizontal, MARKUP, Qt.ItemDataRole.ToolTipRole)
    view.setModel(model)
    view.show()
    assert set("".join(hover_everything(view).values()).split("\n")) == {MARKUP, ""}
    view.close()
    view.deleteLater()


@pytest.mark.usefixtures("plain")
def test_message_boxes_and_labels_show_markup_as_text() -> None:
    box = QMessageBox()
    box.setText(MARKUP)
    box.setInformativeText(MARKUP)
    box.show()
    labels = [label for label in box.findChildren(QLabel) if label.text() == MARKUP]
    assert len(labels) == 2
    assert {label.textFormat() for label in labels} == {Qt.TextFormat.PlainText}
    box.close()
    box.deleteLater()


@pytest.mark.usefixtures("plain")
def test_a_tooltip_fits_a_screen_whatever_it_says() -> None:
    widget = ElidedLabel("x" * 100_000)
    widget.resize(100, 20)
    widget.show()
    tip = show(widget, QPoint(3, 3))
    assert tip is not None
    assert tip.text() == tip_text("x" * 100_000)
    assert tip.geometry().right() <= tip.screen().geometry().right()
    assert tip.geometry().bottom() <= tip.screen().geometry().bottom()
    widget.close()
    widget.deleteLater()


def test_long_text_is_broken_into_lines_between_words_and_ends_somewhere() -> None:
    assert tip_text("a <b>\nc") == "a <b>\nc"
    assert all(len(line) <= 90 for line in tip_text("word " * 500).split("\n"))
    assert all(line.endswith("word") for line in tip_text("word " * 100).strip().split("\n"))
    assert all(len(line) <= 90 for line in tip_text("/" + "x" * 5_000).split("\n"))
    assert len(tip_text("x" * 70_000)) < 1_100
    assert tip_text("x\n" * 70_000).count("\n") < 50


def test_text_in_menus_and_buttons_underlines_nothing_and_stays_on_its_line() -> None:
    assert literal("R&D\tx\ny") == "R&&D x y"
    assert len(literal("x" * 10_000)) < 200


_ROOT = Path(robotstudio.ui.__file__).parent
_FORBIDDEN = (
    *("setHtml", "insertHtml", "appendHtml", "setMarkdown", "insertMarkdown", "fromHtml", "fromMarkdown"),
    *("setWhatsThis", "setStatusTip", "QWhatsThis", "QStaticText", "QErrorMessage", "QInputDialog"),
    *("TextFormat.RichText", "TextFormat.MarkdownText", "TextFormat.AutoText"),
)


_OF_OUR_OWN = {f"panels/help/{name}.py" for name in ("browser", "controller", "what_is_this")}
"""Pages that are shipped are Markdown; Qt knows What is this? as rich text alone: tests of the help escape it."""

Nodes = Sequence[tuple[str, ast.AST]]


@pytest.fixture(scope="module")
def nodes() -> Nodes:
    """Parse the modules of the window once."""
    paths = [(str(path.relative_to(_ROOT)), path) for path in sorted(_ROOT.rglob("*.py"))]
    kinds = ast.Attribute, ast.alias, ast.ImportFrom, ast.Call, ast.ClassDef
    trees = [(name, ast.parse(path.read_text("utf-8"))) for name, path in paths]
    return [(name, node) for name, tree in trees for node in ast.walk(tree) if isinstance(node, kinds)]


def _last_names(node: ast.Attribute | ast.alias) -> str:
    """Return the last two names of a dotted name."""
    if isinstance(node, ast.alias):
        return ast.unparse(node)
    owner = node.value
    before = owner.attr if isinstance(owner, ast.Attribute) else owner.id if isinstance(owner, ast.Name) else ""
    return f"{before}.{node.attr}"


def test_no_module_of_the_window_makes_text_into_markup(nodes: Nodes) -> None:
    used = [(f"{name}:{node.lineno}", node) for name, node in nodes if isinstance(node, ast.Attribute | ast.alias)]
    assert len(used) > 1_000
    marked = {place.partition(":")[0] for place, node in used if _last_names(node).endswith(_FORBIDDEN)}
    assert marked == _OF_OUR_OWN
    escaping = {name for name, node in nodes if isinstance(node, ast.ImportFrom) and node.module == "html"}
    assert escaping <= _OF_OUR_OWN


@pytest.mark.parametrize(
    "line", ["label.setHtml(x)", "Qt.TextFormat.RichText", "from PySide6.QtGui import QStaticText"]
)
def test_text_made_into_markup_would_be_found(line: str) -> None:
    used = [node for node in ast.walk(ast.parse(line)) if isinstance(node, ast.Attribute | ast.alias)]
    assert any(_last_names(node).endswith(_FORBIDDEN) for node in used)


def test_labels_are_made_by_the_classes_for_plain_text(nodes: Nodes) -> None:
    found = []
    for name, node in nodes:
        is_made = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "QLabel"
        is_class = isinstance(node, ast.ClassDef) and "QLabel" in map(ast.unparse, node.bases)
        if is_made or (is_class and "TextFormat.PlainText" not in ast.unparse(node)):
            found.append(name)
    assert found == []


_OWN_WORDS = (
    "text_in_menu(",
    "put_together('{label}",  # a filter and its count
    "''",  # the title follows by `setTitle`
    "WORDS.say(row.",
    "tr('",
    "literal(",
    "f'{row.label}\\t{WORDS.number(",
    "translated(",
    "action",
    "self._actions[",
    "self._clear_action",
    "self._list_action",
    "drawing.title",  # of a PDF
    "printable(report.title)",  # of a PDF
)


def test_menu_entries_are_words_of_our_own_or_made_literal(nodes: Nodes) -> None:
    assert [
        f"{name}:{node.lineno} {ast.unparse(node.args[0])}"
        for name, node in nodes
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
        if node.func.attr in {"addAction", "addMenu", "setTitle"}
        if not ast.unparse(node.args[-1 if ".icon(" in ast.unparse(node.args[0]) else 0]).startswith(_OWN_WORDS)
    ] == []


@pytest.mark.parametrize("kind", [LinkLabel, Pill])
@pytest.mark.usefixtures("plain")
def test_text_on_a_button_marks_no_key(kind: type[Pill]) -> None:
    button = kind("R&D")
    assert (button.text(), button.shortcut().isEmpty()) == ("R&D", True)


@pytest.mark.usefixtures("plain")
def test_the_value_of_a_selector_marks_no_key() -> None:
    button = SelectorButton("against")
    button.set_value("R&D")
    assert (button.text(), button.shortcut().isEmpty()) == ("R&D", True)


def test_a_file_name_in_the_title_of_a_window_is_shown_whole(plain: QApplication) -> None:
    window = QWidget()
    window.setWindowTitle(as_title("a[*]b"))
    window.show()
    assert window.windowHandle() in plain.topLevelWindows()
    assert window.windowHandle().title() == "a[*]b"
    window.close()
    window.deleteLater()


def _has_rows(table: QAbstractItemView) -> bool:
    return table.model().rowCount() > 0


def test_menus_that_are_filled_again_and_again_do_not_pile_up(hostile: Studio, qtbot: QtBot) -> None:
    hostile.window.show()
    table = hostile.site.panel.sources
    hostile.window.actions_by_id["view.site"].trigger()
    qtbot.waitUntil(partial(_has_rows, table))  # they come from a thread

    def rebuild() -> None:
        hostile.changes.panel.show_versions(OfferedVersions([version_row(Baseline("a", MARKUP, b""))]))
        hostile.changes.panel.version_bar.chooser.click()
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu)
        menu.close()
        hostile.files.restore(State(recent_files=(f"/x/{MARKUP}",)))
        table.setCurrentIndex(table.model().index(0, 0))
        QApplication.sendEvent(table, QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(), QPoint()))
        popup = QApplication.activePopupWidget()
        assert isinstance(popup, QMenu)
        popup.close()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)

    def count() -> int:
        return len(hostile.window.findChildren(QMenu)) + len(hostile.window.findChildren(QActionGroup))

    rebuild()
    before = count()
    for _ in range(10):
        rebuild()
    assert count() == before


def _named() -> Iterator[tuple[str, QLabel]]:
    """Yield the parts that show strangers' text by name, each with markup in it."""
    parts: list[QWidget] = [
        Label(MARKUP),
        ElidedLabel(MARKUP),
        Banner(),
        NoticeBar(),
        Footer(),
    ]
    for part in parts:
        for label in (part,) if isinstance(part, QLabel) else part.findChildren(QLabel):
            label.setText(MARKUP)
            yield type(part).__name__, label


@pytest.mark.usefixtures("plain")
def test_parts_that_show_what_strangers_wrote_show_it_as_text() -> None:
    reached = set()
    for name, label in _named():
        label.ensurePolished()
        assert label.textFormat() is Qt.TextFormat.PlainText, name
        reached.add(name)
    assert reached >= {"Label", "ElidedLabel", "Footer", "Banner", "NoticeBar"}


def test_names_of_recent_files_mark_no_key_and_load_no_picture(hostile: Studio) -> None:
    hostile.files.restore(State(recent_files=(f"/x/R&D{MARKUP}",)))
    (entry, *_) = hostile.window.recent_menu.actions()
    assert entry.text() == literal(f"/x/R&D{MARKUP}")
    assert "R&&D" in entry.text()
    assert not hostile.window.recent_menu.toolTipsVisible()


_FROM_A_DEVICE = """
import resource
from PySide6.QtCore import QEvent, QPoint
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QLabel, QToolTip
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.widgets.labels import Label

application = QApplication([])
theme.install(application)
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + 300_000_000, used + 300_000_000))
label = Label("x")
label.setToolTip('x <img src="/dev/zero">')
label.show()
at = QPoint(2, 2)
application.sendEvent(label, QHelpEvent(QEvent.Type.ToolTip, at, label.mapToGlobal(at)))
print(QToolTip.text())
for shown in application.topLevelWidgets():
    shown.grab()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the limit and the device are those of Linux")
def test_tooltip_that_names_an_endless_picture_neither_fills_the_memory_nor_hangs() -> None:
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, "-c", _FROM_A_DEVICE]
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
        env=environment,
    )
    assert (done.returncode, done.stdout.strip()) == (0, 'x <img src="/dev/zero">'), done.stderr
