"""The help window by itself: contents, search, history, links, and that nothing else is loaded."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QImage, QTextDocument, QTextImageFormat, QTextTable
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from robotstudio.help.library import HelpLibrary, HelpPage, HelpSection
from robotstudio.text.language import spoken
from robotstudio.text.locale import words_of
from robotstudio.ui.panels.help import made_pages
from robotstudio.ui.panels.help.browser import PageBrowser
from robotstudio.ui.panels.help.panel import ContentsEntry, HelpPanel
from robotstudio.ui.theme.theme import Mode, theme
from tests.ui.parts import button, texts

ENGLISH = HelpLibrary(made=[made_pages.about(), made_pages.report("facts")])


@pytest.fixture
def opened() -> list[str]:
    """Return the links and addresses that were opened."""
    return []


@pytest.fixture
def panel(qtbot: QtBot, opened: list[str]) -> HelpPanel:
    shown = HelpPanel(ENGLISH, {made_pages.REPORT: Made("made anew")}, opened.append)
    qtbot.addWidget(shown)
    shown.open_page("guide/README")
    return shown


class Made:
    """A page that is made when it is shown."""

    def __init__(self, facts: str) -> None:
        self.facts = facts

    def __call__(self) -> HelpPage:
        return made_pages.report(self.facts)


def at(panel: HelpPanel) -> str:
    place = panel.place
    assert place is not None
    return place.page


def look_for(panel: HelpPanel, words: str) -> list[ContentsEntry]:
    panel.search.setText(words)
    return list(panel.contents.rows)


def test_contents_list_every_page_below_its_section(panel: HelpPanel) -> None:
    entries = panel.contents.rows
    assert [entry.page for entry in entries if entry.page] == list(ENGLISH.pages)
    heads = [entry.title for entry in entries if not entry.page]
    assert heads == ["Guide", "Robot Studio", "Reference", "Rules of the linter", "Licences"]
    assert not any(panel.contents.model().index(row, 0).flags() for row, entry in enumerate(entries) if not entry.page)


def test_contents_say_what_is_there_in_english_only(panel: HelpPanel) -> None:
    about = HelpPage("program/about", HelpSection.PROGRAM, "Acerca de", "# Acerca de", "es")
    with spoken(words_of("es")):
        library = HelpLibrary([about])
    panel.set_pages(library, {})
    entries = panel.contents.rows
    said = [
        entry.title
        for entry in entries
        if entry.title.endswith(" (in English)")
        and not entry.page.startswith("rules/")  # one may not be translated yet
    ]
    assert said == ["Novedades (in English)", "Reference (in English)", "Licences (in English)"]
    assert [entry.page for entry in entries if entry.title == said[0]] == ["program/news"]


def test_page_that_is_chosen_is_shown_and_marked(panel: HelpPanel) -> None:
    panel.show_page("rules/RS101")
    assert panel.browser.toPlainText().startswith("RS101")
    assert panel.contents.rows[panel.contents.current_row].page == "rules/RS101"
    assert panel.header.title.text() == "RS101 Unknown field"


def test_enter_in_the_contents_opens_a_page(panel: HelpPanel) -> None:
    panel.contents.setFocus()
    QTest.keyClick(panel.contents, Qt.Key.Key_Down)
    assert at(panel) == "guide/README"
    QTest.keyClick(panel.contents, Qt.Key.Key_Return)
    assert at(panel) == "guide/start"


def test_words_are_found_and_marked_on_the_page(panel: HelpPanel) -> None:
    found = look_for(panel, "misspelled name silently")
    assert found[0].page == "rules/RS101"
    assert found[0].context
    QTest.keyClick(panel.search, Qt.Key.Key_Return)
    assert at(panel) == "rules/RS101"
    marked = {mark.cursor.selectedText().lower() for mark in panel.browser.extraSelections()}
    assert {"misspelled", "silently"} <= marked


def test_hit_leads_to_the_heading_above_it(panel: HelpPanel) -> None:
    hit = next(entry for entry in look_for(panel, "open by path robots.txt --as-if") if entry.heading)
    panel.show_page(hit.page, hit.heading)
    assert panel.browser.textCursor().block().blockFormat().headingLevel() > 1


def test_words_that_no_page_has_are_said_so_and_cleared(panel: HelpPanel) -> None:
    assert look_for(panel, "unheard-of") == []
    assert panel.nothing.isVisible()
    panel.nothing.action_triggered.emit()
    assert panel.contents.isVisible()
    assert len(panel.contents.rows) > len(ENGLISH.pages)


def test_number_of_found_pages_is_told(panel: HelpPanel) -> None:
    found = look_for(panel, "RS312")
    assert f"{len(found)} pages found" in texts(panel)


def test_back_and_forward_lead_where_the_reader_was(panel: HelpPanel) -> None:
    assert not panel.back_button.isEnabled()
    panel.show_page("reference/lint")
    panel.browser.verticalScrollBar().setValue(300)
    panel.browser.anchorClicked.emit(QUrl("rules/RS102.md"))
    assert at(panel) == "rules/RS102"
    panel.back_button.click()
    assert at(panel) == "reference/lint"
    assert panel.browser.verticalScrollBar().value() == 300
    panel.go(-1)
    assert (at(panel), panel.back_button.isEnabled()) == ("guide/README", False)
    panel.forward_button.click()
    panel.go(1)
    assert (at(panel), panel.forward_button.isEnabled()) == ("rules/RS102", False)


def test_another_way_on_forgets_the_old_one(panel: HelpPanel) -> None:
    panel.show_page("guide/start")
    panel.go(-1)
    panel.show_page("guide/why")
    panel.go(1)
    assert at(panel) == "guide/why"


def test_keys_lead_back(panel: HelpPanel) -> None:
    panel.show_page("guide/why")
    panel.activateWindow()
    QTest.qWaitForWindowActive(panel)
    QTest.keyClick(panel.browser, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert at(panel) == "guide/README"


def test_page_that_there_is_not_is_the_contents_of_the_guide(panel: HelpPanel) -> None:
    panel.open_page("rules/RS999")
    assert at(panel) == "guide/README"


def test_web_address_is_shown_before_it_is_opened(panel: HelpPanel, opened: list[str]) -> None:
    address = "https://keepachangelog.com/en/1.1.0/"
    panel.show_page("program/news")
    panel.browser.anchorClicked.emit(QUrl(address))
    assert opened == []
    assert address in texts(panel)
    button(panel, "Open in the browser").click()
    assert opened == [address]
    assert not panel.link_bar.isVisible()


def test_web_address_can_be_copied_instead(panel: HelpPanel) -> None:
    panel.browser.anchorClicked.emit(QUrl("https://example.com/x"))
    button(panel, "Copy address").click()
    assert QApplication.clipboard().text() == "https://example.com/x"


@pytest.mark.parametrize(
    "link", ["file:///etc/passwd", "../../../etc/passwd", "ftp://example.com/", "data:text/html,x"]
)
def test_link_to_anything_else_does_nothing(panel: HelpPanel, link: str) -> None:
    panel.browser.anchorClicked.emit(QUrl(link))
    assert at(panel) == "guide/README"
    assert not panel.link_bar.isVisible()


def test_report_is_seen_before_it_is_copied(panel: HelpPanel) -> None:
    assert not panel.copy_button.isVisible()
    panel.show_page(made_pages.REPORT)
    assert "made anew" in panel.browser.toPlainText()
    panel.copy_button.click()
    assert QApplication.clipboard().text() == "made anew"


def test_another_language_keeps_the_reader_where_they_are(panel: HelpPanel) -> None:
    panel.show_page("guide/why")
    panel.show_page("rules/RS101")
    about = HelpPage("program/about", HelpSection.PROGRAM, "Acerca de", "# Acerca de", "es")
    with spoken(words_of("es")):
        library = HelpLibrary([about])
    panel.set_pages(library, {})
    assert at(panel) == "rules/RS101"
    assert "Campo desconocido" in panel.browser.toPlainText()
    panel.go(-1)
    assert at(panel) == "guide/why"


def test_licence_is_shown_as_it_stands(panel: HelpPanel) -> None:
    page = ENGLISH.pages["licences/gpl-30"]
    panel.show_page(page.id)
    assert panel.browser.toPlainText().rstrip() == page.text.rstrip()


def page_with(text: str) -> HelpPage:
    return HelpPage("guide/x", HelpSection.GUIDE, "X", text)


@pytest.fixture
def browser(qtbot: QtBot, opened: list[str]) -> PageBrowser:
    shown = PageBrowser(opened.append)
    qtbot.addWidget(shown)
    shown.resize(500, 400)
    shown.show()
    return shown


def test_picture_of_the_disk_is_never_loaded(browser: PageBrowser, tmp_path: Path) -> None:
    picture = QImage(300, 300, QImage.Format.Format_RGB32)
    picture.fill(Qt.GlobalColor.red)
    path = tmp_path / "red.png"
    assert picture.save(str(path))
    names = (str(path), QUrl.fromLocalFile(str(path)).toString(), "https://example.com/red.png")
    for name in names:
        browser.show_page(page_with(f"# X\n\n![red]({name})\n"))
        seen = browser.grab().toImage()
        colors = {seen.pixelColor(x, y).name() for x in range(0, 500, 3) for y in range(0, 400, 3)}
        assert "#ff0000" not in colors
        assert QImage(browser.document().resource(2, QUrl(name))).size().width() <= 1


def of_guide(text: str) -> HelpPage:
    return HelpPage("guide/x", HelpSection.GUIDE, "X", text, source="docs/guide/en/why.md")


def picture_in(browser: PageBrowser) -> QTextImageFormat | None:
    found = browser.document().find("\ufffc")
    return None if found.isNull() else found.charFormat().toImageFormat()


@pytest.mark.parametrize("mode", [Mode.LIGHT, Mode.DARK])
def test_picture_of_the_guide_is_shown_in_the_look_of_the_window(browser: PageBrowser, mode: Mode) -> None:
    theme.set_mode(mode)
    browser.show_page(of_guide("# X\n\n![What is seen.](pictures/why.png)\n\nText\n"))
    assert browser.toPlainText() == "X\n\ufffc\nWhat is seen.\nText"
    shown = QImage(browser.document().resource(2, QUrl("pictures/why.png")))
    assert shown.width() > 100
    assert (shown.pixelColor(5, shown.height() - 5).lightness() < 128) is (mode is Mode.DARK)


def test_picture_is_as_wide_as_there_is_room_and_never_wider_than_it_is(browser: PageBrowser) -> None:
    browser.show_page(of_guide("# X\n\n![A.](pictures/why.png)\n\n![B.](pictures/window.png)\n"))
    widths = []
    for width in (2000, 500, 900):
        browser.resize(width, 600)
        found = picture_in(browser)
        assert found is not None
        widths.append(found.width())
        assert browser.horizontalScrollBar().maximum() == 0
    assert widths[1] < widths[0]
    assert widths[2] == widths[0]
    assert browser.toPlainText() == "X\n\ufffc\nA.\n\ufffc\nB."


@pytest.mark.parametrize("name", ["pictures/none.png", "../en/pictures/why.png", "pictures/why.svg", "/etc/why.png"])
def test_picture_that_is_not_there_leaves_its_words(browser: PageBrowser, name: str) -> None:
    browser.show_page(of_guide(f"# X\n\n![What is seen.]({name})\n\nText\n"))
    assert browser.toPlainText() == "X\nWhat is seen.\nText"


@pytest.mark.parametrize("kind", [each for each in QTextDocument.ResourceType if each.value < 100])
def test_nothing_that_a_page_names_is_answered(browser: PageBrowser, kind: QTextDocument.ResourceType) -> None:
    answer = browser.loadResource(kind.value, QUrl("file:///etc/passwd"))
    assert answer == b"" or (isinstance(answer, QImage) and answer.size().width() == 1)


def test_markup_of_the_web_is_text(browser: PageBrowser) -> None:
    browser.show_page(page_with("# X\n\na <b>b</b> <img src='/etc/x.png'> <script>c</script>\n"))
    assert "<b>b</b>" in browser.toPlainText()


def test_links_are_told_as_they_are_written(browser: PageBrowser, opened: list[str]) -> None:
    browser.show_page(page_with("# X\n\n[to](../../dialects.md#top)\n"))
    browser.setFocus()
    QTest.keyClick(browser, Qt.Key.Key_Tab)
    QTest.keyClick(browser, Qt.Key.Key_Return)
    assert opened == ["../../dialects.md#top"]


def test_empty_cell_stays_a_cell_of_its_own(browser: PageBrowser) -> None:
    browser.show_page(page_with("# X\n\n| a | b | c |\n|---|---|---|\n| 1 |  | 3 |\n"))
    (table,) = browser.document().rootFrame().childFrames()
    assert isinstance(table, QTextTable)
    assert [table.cellAt(1, column).columnSpan() for column in range(3)] == [1, 1, 1]


def test_theme_changes_the_page_where_it_is(browser: PageBrowser) -> None:
    browser.show_page(page_with("# X\n\n" + "word " * 3000))
    browser.verticalScrollBar().setValue(120)
    theme.set_mode(Mode.DARK)
    assert browser.verticalScrollBar().value() == 120
