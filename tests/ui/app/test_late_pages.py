"""Pages that a window creates when they are first shown, and their content at that time."""

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest
from PySide6.QtCore import QAbstractListModel, QDeadlineTimer, QLocale, QModelIndex, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from robotstudio.draft.analysis import Cell
from robotstudio.engine.crawlers import CRAWLERS
from robotstudio.ui.app.studio import Studio
from robotstudio.ui.document.origins import Origin, OriginKind
from robotstudio.ui.editor.header import EditorHeader
from robotstudio.ui.jobs.background import Background
from robotstudio.ui.language.language import WindowLanguage
from robotstudio.ui.panels.changes.draft_view import DraftView
from robotstudio.ui.panels.changes.panel import ChangesPanel
from robotstudio.ui.panels.rule_coverage.panel import RuleCoveragePage
from robotstudio.ui.panels.url_patterns import UrlPatternsPage
from robotstudio.urls.urls import parse_list
from tests.ui.parts import part_of, texts
from tests.ui.studios import ROBOTS, Studios, act, settle, type_text


@pytest.fixture
def _english_afterwards(qapp: QApplication) -> Iterator[None]:
    """Restore English after the test."""
    before = QLocale()
    yield
    language = WindowLanguage(qapp)
    language.speak("en")
    QLocale.setDefault(before)
    language.deleteLater()


LATE = (ChangesPanel, RuleCoveragePage, UrlPatternsPage)


@pytest.mark.parametrize(
    ("action", "made"),
    [
        ("simulate.changes", {ChangesPanel}),
        ("view.rules", {RuleCoveragePage}),
        ("simulate.group", {UrlPatternsPage}),
    ],
)
def test_page_is_made_when_it_is_first_seen(studio: Studio, action: str, made: set[type[QWidget]]) -> None:
    assert [kind for kind in (*LATE, DraftView) if studio.page.findChildren(kind)] == []
    act(studio, action)
    assert {kind for kind in LATE if studio.page.findChildren(kind)} == made
    for kind in made:
        [page] = studio.page.findChildren(kind)
        assert page.isVisible()


def test_rules_are_shown_though_their_page_was_not_there_when_they_were_worked_out(
    qtbot: QtBot, studio: Studio
) -> None:
    act(studio, "view.rules")
    qtbot.waitUntil(lambda: len(studio.rule_coverage.panel.table.rows) == 3)


def test_changes_that_were_compared_before_are_shown_at_once(qtbot: QtBot, studio: Studio) -> None:
    studio.editor.setFocus()
    type_text("#")
    settle(studio)
    header = part_of(studio.editor, EditorHeader)
    qtbot.waitUntil(lambda: any("differ" in text for text in texts(header)))
    act(studio, "simulate.changes")
    compared = studio.changes.panel.compared
    assert compared is not None
    assert compared.analysis.body == studio.session.body


def replace_draft(studio: Studio) -> None:
    studio.editor.replace_body(b"User-agent: *\nDisallow: /\nAllow: /open\nDisallow: /open/not\n")


def add_urls(studio: Studio) -> None:
    studio.session.set_urls(parse_list("/open\n/open/not/a\n/private/x\n").urls)


def remove_urls(studio: Studio) -> None:
    studio.urls.remove_all()


def select(studio: Studio) -> None:
    studio.session.select(Cell(studio.session.urls[0].url, studio.session.crawlers[0].token))


def choose_crawler(studio: Studio) -> None:
    studio.session.set_crawlers((CRAWLERS["bingbot"],))


def warn_above_half(studio: Studio) -> None:
    studio.changes.set_share(50)


def be_dark(studio: Studio) -> None:
    act(studio, "theme.dark")


def open_another(studio: Studio) -> None:
    undo(studio)
    studio.document.load(b"User-agent: *\nDisallow: /x\n", Origin(OriginKind.SITE))


def undo(studio: Studio) -> None:
    studio.editor.undo()


HISTORIES: Mapping[str, tuple[Callable[[Studio], object], ...]] = {
    "nothing": (),
    "an edit taken back": (replace_draft, undo),
    "URLs": (add_urls, replace_draft, select),
    "no URLs": (replace_draft, remove_urls),
    "other settings": (replace_draft, choose_crawler, warn_above_half, be_dark),
    "different file": (replace_draft, select, open_another),
}
SHOWN_BY: dict[str, type[QWidget]] = {
    "simulate.changes": ChangesPanel,
    "view.rules": RuleCoveragePage,
    "simulate.group": UrlPatternsPage,
}


_TIME = re.compile(r"[\d.,]+\s(ms|мс)")
"""Durations differ at each run."""


_SOON_MS = 1000
"""Timers with longer intervals are not waited for: they hide notices."""


def at_rest(studio: Studio) -> None:
    """Wait until the background work for the pages is done."""
    settle(studio)
    deadline = QDeadlineTimer(300_000)
    works = studio.page.findChildren(Background)
    timers = [each for each in studio.page.findChildren(QTimer) if each.isSingleShot() and each.interval() <= _SOON_MS]
    while any(work.is_busy for work in works) or any(timer.isActive() for timer in timers):
        assert not deadline.hasExpired()
        QTest.qWait(1)
    settle(studio)


def contents(page: QWidget) -> list[tuple[str, ...]]:
    """Return the texts of a page: labels, buttons and tables, visible and accessible."""
    said: list[tuple[str, ...]] = []
    for part in page.findChildren(QWidget):
        if not part.isVisible():
            continue
        text = _TIME.sub("…", part.text()) if isinstance(part, QLabel | QAbstractButton) else ""
        said.append((type(part).__name__, text, part.accessibleName(), part.toolTip(), str(part.isEnabled())))
        if isinstance(part, QAbstractItemView):
            model, top = part.model(), QModelIndex()
            for row in range(model.rowCount(top)):
                columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount(top)
                cells = (model.index(row, column) for column in range(columns))
                said.append(("row", *(str(model.data(cell)) for cell in cells)))
    return sorted(said)


def shown_by(studio: Studio, action: str) -> QWidget:
    """Trigger a command and return the page that it shows."""
    act(studio, action)
    at_rest(studio)
    [page] = [page for page in studio.page.findChildren(SHOWN_BY[action]) if page.isVisible()]
    return page


@pytest.mark.usefixtures("_english_afterwards")
@pytest.mark.parametrize("history", HISTORIES)
def test_page_that_is_made_late_shows_what_one_does_that_was_there_before(
    studios: Studios, tmp_path: Path, history: str
) -> None:
    seen = []
    for is_there_before in (True, False):
        file = tmp_path / "robots.txt"
        file.write_bytes(ROBOTS)
        studio = studios.start()
        studio.open(file)
        add_urls(studio)
        if is_there_before:
            made = [shown_by(studio, action) for action in SHOWN_BY]
            assert {type(page) for page in made} == set(LATE)
        act(studio, "view.simulation")
        studio.pages.show_first()
        at_rest(studio)
        for happens in HISTORIES[history]:
            happens(studio)
            at_rest(studio)
        seen.append({action: contents(shown_by(studio, action)) for action in SHOWN_BY})
        studios.end(studio)
        studios.places.state.unlink(missing_ok=True)
        studios.places.documents.unlink(missing_ok=True)
        for kept in studios.places.journal.glob("*"):
            kept.unlink()
    assert seen[0] == seen[1]
    assert all(seen[0].values())
