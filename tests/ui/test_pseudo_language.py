"""No text of the window stays English in another language."""

import platform
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

import pytest
from PySide6.QtCore import QAbstractItemModel, QLibraryInfo, QModelIndex, QObject, Qt, QTranslator
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QListView,
    QMenu,
    QPlainTextEdit,
    QSpinBox,
    QTabBar,
    QTextEdit,
    QToolButton,
    QWidget,
)

from robotstudio import __version__
from robotstudio.crawl.crawl import Crawl
from robotstudio.crawl.plan import TOKEN, CrawlPlan
from robotstudio.crawl.records import pages
from robotstudio.crawl.store import CrawlStore
from robotstudio.engine.crawlers import CRAWLERS
from robotstudio.engine.dialects import DIALECTS
from robotstudio.engine.directives import FIELDS
from robotstudio.engine.expectations import sets_of
from robotstudio.fetch.evidence import FetchOutcome
from robotstudio.fetch.http_scenario import SUPPOSED_ANSWERS
from robotstudio.fetch.policy import POLICIES
from robotstudio.help.library import HelpLibrary, HelpSection
from robotstudio.policy.server_rules import TITLES
from robotstudio.project.templates import example, lessons, templates
from robotstudio.report.formats import FORMATS as REPORT_FORMATS
from robotstudio.report.style import ACCENT
from robotstudio.store.line_ends import LINE_ENDS
from robotstudio.survey.reading.figures import FORMATS as FIGURE_FORMATS
from robotstudio.text.language import Marks
from robotstudio.text.locale import LANGUAGES
from robotstudio.ui.app.studio import Studio
from robotstudio.ui.panels.help.browser import PageBrowser
from robotstudio.ui.panels.help.made_pages import ABOUT, REPORT, SHORTCUTS
from robotstudio.ui.panels.help.panel import HelpPanel
from robotstudio.ui.panels.settings.controls import fixed_families
from robotstudio.ui.shell.actions import ACTIONS
from robotstudio.ui.theme.theme import qcolor
from robotstudio.ui.widgets.painting import TextRun
from tests.crawl.site import Reply, crawled, html, site, to
from tests.ui.panels.fetch.evidences import OUTCOMES, answered
from tests.ui.pseudo import PseudoLanguage, unmarked
from tests.ui.studios import Studios
from tests.ui.walk import ODD_FILES, Walk, widgets_of_the_program

NAMES = (
    *("Robot Studio", "robots.txt", "User-agent", "Disallow", "Allow", "Sitemap", "RFC", "UTF-8", "UTC", "BOM"),
    *("Ctrl", "Shift", "Alt", "Enter", "Space", "RS", "Aa", "text/plain", "expect"),
    *("Accept", "From", "doctype", "CSV", "TSV", "JSON", "Markdown", "HTTP"),
    *("Signature-Input", "Signature-Agent", "Signature"),
)
"""Names that are the same in every language, besides the data of the example."""
_MOST_NAMES = 30
ANSWERS = (*OUTCOMES.values(), *(answered(200, FetchOutcome.SUCCESS, body) for body in ODD_FILES))
MADE = frozenset({ABOUT, REPORT, SHORTCUTS})
_ROWS, _ROWS_AGAIN = 40, 10
_PATH = re.compile(r"(?:https?:/)?(?<![\w<])/[^\s⟦⟧;,“”]*|\b[0-9a-f]{64}\b|“[^“”⟦⟧]*”")
_PARAMETER = re.compile(r"[?&](\w+)=")
_SAID = (
    Qt.ItemDataRole.DisplayRole,
    Qt.ItemDataRole.ToolTipRole,
    Qt.ItemDataRole.StatusTipRole,
    Qt.ItemDataRole.AccessibleTextRole,
    Qt.ItemDataRole.AccessibleDescriptionRole,
)


class Told(QObject):
    """Views whose texts were all checked; a model's texts stay the same until it emits a change."""

    def __init__(self) -> None:
        super().__init__()
        self._news: WeakKeyDictionary[QAbstractItemModel, int] = WeakKeyDictionary()
        self._asked: WeakKeyDictionary[QWidget, tuple[object, ...]] = WeakKeyDictionary()

    def is_met(self, view: QWidget) -> bool:
        """Return True if a view was checked before."""
        return view in self._asked

    def is_news(self, view: QWidget, model: QAbstractItemModel) -> bool:
        """Return True if the model of a view has to be checked now, and mark it as checked."""
        if model not in self._news:
            self._news[model] = 0
            for told in (
                *(model.dataChanged, model.headerDataChanged, model.layoutChanged, model.modelReset),
                *(model.rowsInserted, model.rowsRemoved, model.rowsMoved),
                *(model.columnsInserted, model.columnsRemoved, model.columnsMoved),
            ):
                told.connect(self._on_told)
        analysis = getattr(model, "analysis", None)  # the matrix emits only the cells that look different
        state = (model, self._news[model], analysis)
        before = self._asked.get(view, ())
        self._asked[view] = state
        return not before or any(now is not then for now, then in zip(state, before, strict=True))

    def _on_told(self, *_: object) -> None:
        model = self.sender()
        assert isinstance(model, QAbstractItemModel)
        self._news[model] += 1


class Heard:
    """English texts that were found, and where."""

    def __init__(self, data: Iterable[str]) -> None:
        self._data: frozenset[str] = frozenset()
        self._names: list[str] = []
        self.take_names(data)
        self._seen: set[str] = set()
        self._told = Told()
        self.met: set[type[QWidget]] = set()
        self._titles: frozenset[str] = frozenset()
        self.english: dict[str, set[str]] = defaultdict(set)

    def take_names(self, data: Iterable[str]) -> None:
        """Add names that are not texts of the program."""
        self._data |= frozenset(data)
        self._names = sorted(filter(unmarked, {*self._data, *NAMES}), key=len, reverse=True)

    def hear(self, text: str | None, where: object) -> None:
        """Check a text that a person sees or hears."""
        if not text or text in self._seen or text in self._data or text.startswith("?") or _is_of_qt(where):
            return
        if text in self._titles:
            return
        self._seen.add(text)
        rest = min(self._without_data(_PATH.sub(" ", text)), _PATH.sub(" ", self._without_data(text)), key=len)
        if unmarked(rest):
            self.english[text].add(f"{unmarked(rest)}  <- {_place(where)}")

    def _without_data(self, text: str) -> str:
        for name in self._names if unmarked(text) else ():
            if name in text:
                text = text.replace(name, " ")
                if not unmarked(text):
                    return ""
        return text if unmarked(text) else ""

    def walk(self, window: QWidget) -> None:
        """Check all texts of a window, shown or not, and paint it."""
        self._titles = titles_of_pages() if isinstance(window, HelpPanel) else frozenset()
        widgets = (window, *window.findChildren(QWidget))
        self.met.update(map(type, widgets))
        for widget in widgets:
            if isinstance(widget, QToolButton) and isinstance(widget.parent(), QTabBar):
                continue  # texts of Qt
            tips = (widget.toolTip, widget.statusTip, widget.whatsThis, widget.windowTitle)
            for said in (*tips, widget.accessibleName, widget.accessibleDescription):
                if text := said():
                    self.hear(text, widget)
            if isinstance(widget, _SAYING):
                self._hear_content(widget)
        for action in window.findChildren(QAction):
            for said in (action.text, action.toolTip, action.statusTip):
                self.hear(said(), action)
        window.grab()

    def _hear_content(self, widget: QWidget) -> None:  # noqa: C901, PLR0912 - a row for each kind of widget
        match widget:
            case QLabel() | QAbstractButton():
                self.hear(widget.text(), widget)
            case QLineEdit():
                self.hear(widget.placeholderText(), widget)
            case QPlainTextEdit():
                self.hear(widget.placeholderText(), widget)
            case PageBrowser() if widget.page is None or widget.page.id not in MADE:
                pass  # a file: each language has its own, a made-up one has none
            case PageBrowser():
                for line in widget.toPlainText().partition("Program:")[0].split("\n"):
                    self.hear(line, widget)
            case QTextEdit():
                self.hear(widget.placeholderText(), widget)
                for line in widget.toPlainText().split("\n"):
                    self.hear(line, widget)
            case QComboBox():
                for row in range(widget.count()):
                    self.hear(widget.itemText(row), widget)
            case QSpinBox():
                self.hear(widget.text(), widget)
            case QTabBar():
                for tab in range(widget.count()):
                    self.hear(widget.tabText(tab), widget)
                    self.hear(widget.tabToolTip(tab), widget)
            case QMenu():
                self.hear(widget.title(), widget)
            case QAbstractItemView():
                self._hear_model(widget.model(), widget)

    def _hear_model(self, model: QAbstractItemModel | None, view: QWidget) -> None:
        is_met = self._told.is_met(view)
        if model is None or (is_met and not view.isVisible()) or not self._told.is_news(view, model):
            return  # hidden the first time: it is checked again in its own tab
        columns = 1 if isinstance(view, QListView) else model.columnCount(QModelIndex())
        rows = min(model.rowCount(QModelIndex()), _ROWS_AGAIN if is_met else _ROWS)
        for role in _SAID:
            for column in range(columns):
                self._hear_datum(model.headerData(column, Qt.Orientation.Horizontal, role), view)
            for row in range(rows):
                self._hear_datum(model.headerData(row, Qt.Orientation.Vertical, role), view)
                for column in range(columns):
                    self._hear_datum(model.data(model.index(row, column), role), view)

    def _hear_datum(self, datum: object, view: QWidget) -> None:
        if isinstance(datum, str):
            self.hear(datum, view)


_SAYING = (
    *(QLabel, QAbstractButton, QLineEdit, QPlainTextEdit, QTextEdit, QComboBox, QSpinBox, QTabBar, QMenu),
    QAbstractItemView,
)
"""Kinds of widgets whose texts `_hear_content` checks, besides the texts of any widget."""


@cache
def titles_of_pages() -> frozenset[str]:
    """Return the titles of the help pages that are files, which a made-up language lacks."""
    made_up = {HelpSection.GUIDE, HelpSection.REFERENCE, HelpSection.LICENCES}
    return frozenset(page.title for page in HelpLibrary().pages.values() if page.section in made_up)


@cache
def _qt_speaks() -> QTranslator:
    """Return a translator for texts of Qt in menus and on buttons."""
    translator = QTranslator()
    assert translator.load("qtbase_ru", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath))
    return translator


def _is_of_qt(where: object) -> bool:
    if not isinstance(where, QAction):
        return False
    text = where.text().partition("\t")[0]
    return any(_qt_speaks().translate(each, text) for each in ("QScrollBar", "QWidgetTextControl", "QLineEdit"))


def _place(where: object) -> str:
    if not isinstance(where, QObject):
        return str(where)
    parents: list[str] = []
    each: QObject | None = where
    while each is not None and len(parents) < 4:
        parents.append(type(each).__name__)
        each = each.parent()
    return " in ".join(parents)


def data_of_the_example() -> Iterator[str]:
    """Yield untranslated data of the example and the tables of crawlers: names, rules, paths and addresses."""
    for crawler in CRAWLERS.values():
        title = "" if crawler.is_any_other else crawler.title
        yield from (title, crawler.token, crawler.operator, *crawler.chain, crawler.user_agent, crawler.note)
    yield from sets_of()
    for url in example().url_list().urls:
        yield from (url.url, url.display, url.written, url.url.partition("://")[2])
    for line in example().body().decode().splitlines():
        yield from (line, line.strip(), *map(str.strip, line.split(":", 1)), *_PARAMETER.findall(line))
    for lesson in lessons():
        for line in lesson.body().decode().splitlines():
            yield from (line, *map(str.strip, line.split(":", 1)))
    yield from (
        *(f"robots-{number}.txt" for number in range(len(ODD_FILES))),
        "links.csv",
        *("x1", "x1.txt", "x2", "x2.expect", "x2.example.com", "x3", "staging.expect"),
        "von",
        "nach",
        "zahl",
        "www.example.com",
        "example.com",
        *(form.upper() for form in FIGURE_FORMATS),
        *(form.title for form in REPORT_FORMATS.values()),
        ACCENT,
        *Marks().months,
    )
    yield from fixed_families()
    yield from (field.title for field in FIELDS.values())
    for dialect in DIALECTS.values():
        yield from (dialect.title, *(clause.label for clause in dialect.clauses.values()))
    for policy in POLICIES.values():
        yield from (policy.name, policy.version)
    yield from (*LINE_ENDS, "UTF-16 LE")
    yield from TITLES.values()
    yield from (template.source for template in templates())
    yield from (answer.title for answer in SUPPOSED_ANSWERS.values() if answer.title[:1].isdigit())
    yield from (language.name for language in LANGUAGES.values())
    for answer in ANSWERS:
        headers = (header for hop in answer.hops for header in hop.headers)
        yield from (answer.content_type, answer.user_agent, *(part for header in headers for part in header))
        yield from (f"{hop.status} {hop.reason}" for hop in answer.hops)
    for row in ACTIONS:
        shortcuts = [QKeySequence(keys).toString() for keys in row.keys]
        yield from (name for keys in shortcuts for name in keys.split("+") if len(name) > 1)
    yield f"RobotStudio/{__version__} (robots.txt editor)"
    yield from ("Python", "Qt", "PySide6", f"{platform.system()} {platform.release()}")


@pytest.fixture
def painted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Record the texts that are painted from now on."""
    found: list[str] = []
    TextRun("", QApplication.font(), qcolor("#000000"))  # its methods are created at the first use
    init = TextRun.__init__

    def noted(self: TextRun, text: str, *more: Any, **named: Any) -> None:
        found.append(text)
        init(self, text, *more, **named)

    monkeypatch.setattr(TextRun, "__init__", noted)
    return found


@pytest.fixture
def studio(qapp: QApplication, studios: Studios) -> Iterator[Studio]:
    """Start for the first time in the made-up language."""
    language = PseudoLanguage(qapp)
    try:
        yield studios.start()
    finally:
        studios.end_all()
        language.end()


def changed_crawl(path: Path, heard: "Heard") -> Path:
    """Crawl a site with other pages than `crawl_with_everything`."""
    with site({}) as place:
        place.answers = {"/robots.txt": "", "/": html("/x6", text="x6"), "/x6": html(head="<title>x6</title>")}
        crawled(Crawl(path, CrawlPlan(starts=(f"{place.url}/",), rate=0)))
    heard.take_names(("x6",))
    return path


def export_and_version(folder: Path, heard: "Heard") -> tuple[Path, Path]:
    """Write an export with URLs that are blocked, were blocked and never were, and a file of October."""
    export, version = folder / "Coverage-Drilldown.csv", folder / "2026-10-01-robots.txt"
    reason = "x7"
    rows = (("/cart/x7", "2026-11-03"), ("/x7", "2026-10-03"), ("/x8", "2026-10-03"), ("/x9", ""))
    lines = (f"https://www.example.com{url},{day},{reason}\n" for url, day in rows)
    export.write_text(f"URL,Last crawled,Reason\n{''.join(lines)}", "utf-8")
    version.write_text("User-agent: *\nDisallow: /x7\n", "utf-8")
    heard.take_names((reason, export.name, version.name, "Search Console"))
    return export, version


def crawl_with_everything(path: Path, heard: "Heard") -> Path:
    """Crawl a site with pages that the example orphans, and findings of each kind."""
    head = '<title>x5</title><link rel=canonical href="/private/"><link rel=stylesheet href="/private/x.css">'
    sorts = [f"/x5?sort={number}" for number in range(6)]
    tags = "<meta name=robots content='noindex, nosnippet'>"
    with site({}) as place:
        place.answers = {
            "/robots.txt": "",
            "/": html("/cart/x5", "/go", "/UP", "/up", "/missing", *sorts, head=head, text="x5"),
            "/cart/x5": html("/x5/a", "/x5/b", head=f"<title>x5</title>{tags}", text="x5"),
            "/x5/a": html("/x5/b", head=f"<title>x5</title>{tags}", text="x5"),
            "/x5/b": html(head="<title>x5</title>", text="x5"),
            "/private/x.css": Reply("", content_type="text/css"),
            "/go": to("/cart/x5"),
            "/UP": "up",
            "/up": "up",
            **{url: html(head="<title>x5</title>", text="x5") for url in sorts},
        }
        crawled(Crawl(path, CrawlPlan(starts=(f"{place.url}/",), rate=0)))
    with CrawlStore.reading(path) as store:
        for page in pages(store):
            address = f"/{page.url.split('/', 3)[3]}"
            heard.take_names((page.url, address, page.title, page.anchor, page.tags, page.content_type))
    folders = (
        "/cart/*",
        "/x5/*",
        "/private/*",
        "/x5?sort=",
        "Disallow: /*?sort=",
        "Disallow: /cart/",
        "noindex",
        "nosnippet",
    )
    heard.take_names(
        (*folders, place.url, place.url.partition("://")[2], path.name, "x5", "en", TOKEN, "HTML", "css", "plain")
    )
    return path


def test_names_that_stay_are_few() -> None:
    assert len(NAMES) <= _MOST_NAMES


@pytest.mark.begins_first
def test_nothing_stays_english(
    studio: Studio, painted: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    heard = Heard(data_of_the_example())
    walk = Walk(studio, monkeypatch, heard.walk, heard.hear)
    walk.look_at_all()
    walk.through_dialogs()
    walk.through_tabs()
    walk.open_example()
    walk.through_panes()
    walk.through_what_opens()
    walk.through_tabs()
    walk.through_site_parts()
    walk.through_crawled_site(crawl_with_everything(tmp_path / "x4.crawl", heard), "x5")
    walk.through_compared_crawls(tmp_path / "x4.crawl", changed_crawl(tmp_path / "x6.crawl", heard))
    walk.through_not_indexed(*export_and_version(tmp_path, heard))
    walk.through_cells(60)
    walk.through_tests()
    walk.through_lines()
    walk.through_columns(tmp_path / "links.csv")
    walk.through_settings()
    walk.through_examples()
    walk.through_live_checks(OUTCOMES.values())
    walk.through_report()
    walk.through_answers(ANSWERS)
    walk.through_files(tmp_path)
    walk.through_environments(tmp_path)
    walk.through_windows()
    walk.through_recent(tmp_path / "robots.txt")
    walk.through_actions()
    walk.through_proofs()
    for text in set(painted) - titles_of_pages():
        is_cut = text.count("⟦") > text.count("⟧")
        heard.hear(text.rpartition(" ")[0] if is_cut else text, "painted")
    said = "\n".join(f"{text!r}: {sorted(places)}" for text, places in sorted(heard.english.items()))
    met = {base for kind in heard.met for base in kind.__mro__}
    unmet = sorted(f"{each.__module__}.{each.__qualname__}" for each in widgets_of_the_program() - met)
    assert not said, said
    assert not unmet, unmet
