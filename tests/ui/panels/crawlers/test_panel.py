"""The popup: every change is emitted at once, and everything works from the keyboard."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QLineEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from robotstudio.engine.crawlers import CATALOGUE, DEFAULT_TOKENS, Crawler, Preset, crawler_for
from robotstudio.project.crawler_file import LoadedCatalogue
from robotstudio.ui.panels.crawlers.catalogue import CatalogueList
from robotstudio.ui.panels.crawlers.lists import OrderList, PresetList
from robotstudio.ui.panels.crawlers.panel import CrawlerChooser, CrawlerDetails, CrawlerForm
from robotstudio.ui.theme.theme import Mode, theme
from robotstudio.ui.widgets.search import SearchField
from tests.ui.asked import Asked
from tests.ui.parts import button, named, part_of, texts

ENTRY = "Add any token, or paste a whole User-Agent header"


@pytest.fixture
def asked() -> Asked:
    return Asked()


@pytest.fixture
def chooser(qtbot: QtBot, asked: Asked) -> Iterator[CrawlerChooser]:
    """Open the popup under a button, with the crawlers of a first run."""
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(1024, 700)
    anchor = QPushButton(window)
    anchor.move(800, 10)
    window.show()
    chooser = CrawlerChooser(asked.crawlers(), window)
    chooser.set_chosen([crawler_for(token) for token in DEFAULT_TOKENS])
    chooser.popup_under(anchor)
    yield chooser
    chooser.close()


def tokens(chooser: CrawlerChooser) -> list[str]:
    """Return the chosen tokens."""
    return [crawler.token for crawler in chooser.chosen]


def shown(chooser: CrawlerChooser) -> str:
    """Return the heading of the visible crawlers."""
    (title,) = (text for text in texts(chooser) if text.startswith("Shown: "))
    return title


def index_of(chooser: CrawlerChooser, token: str) -> QModelIndex:
    """Return the index of a crawler in the list."""
    catalogue = part_of(chooser, CatalogueList)
    row = next(at for at, row in enumerate(catalogue.rows) if row.crawler == crawler_for(token))
    return catalogue.model().index(row, 0)


def listed(chooser: CrawlerChooser) -> list[Crawler]:
    """Return the crawlers in the list."""
    return [row.crawler for row in part_of(chooser, CatalogueList).rows if row.crawler]


def click(chooser: CrawlerChooser, index: QModelIndex, from_right: int = 0) -> None:
    """Click on a row, in its middle or at its right end."""
    view = part_of(chooser, CatalogueList)
    view.scrollTo(index)
    rect = view.visualRect(index)
    point = QPoint(rect.right() - from_right, rect.center().y()) if from_right else rect.center()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=point)


def test_click_on_a_row_chooses_and_tells(chooser: CrawlerChooser, asked: Asked) -> None:
    click(chooser, index_of(chooser, "Bravebot"))
    expected = tuple(crawler_for(token) for token in (*DEFAULT_TOKENS[:-1], "Bravebot", "*"))
    assert asked.calls == [("show_crawlers", expected)]
    asked.calls.clear()
    click(chooser, index_of(chooser, "Bravebot"))
    assert "show_crawlers" in asked.take()
    assert tokens(chooser) == list(DEFAULT_TOKENS)


def test_what_the_program_chooses_is_shown_and_not_told(chooser: CrawlerChooser, asked: Asked) -> None:
    chooser.set_chosen([crawler_for("Googlebot")])
    assert "show_crawlers" not in asked.take()
    assert part_of(chooser, OrderList).tokens == ("Googlebot",)
    assert shown(chooser) == "Shown: Googlebot"


def test_search_and_enter_choose_without_leaving_the_field(chooser: CrawlerChooser, asked: Asked) -> None:
    QTest.keyClicks(part_of(chooser, SearchField), "perplexity")
    assert [crawler.token for crawler in listed(chooser)][:1] == ["PerplexityBot"]
    QTest.keyClick(part_of(chooser, SearchField), Qt.Key.Key_Return)
    assert "show_crawlers" in asked.take()
    assert "PerplexityBot" in tokens(chooser)
    assert part_of(chooser, SearchField).hasFocus()


def test_search_finds_operators_tokens_and_sections(chooser: CrawlerChooser) -> None:
    for text, token in (
        ("microsoft", "bingbot"),
        ("msnbot", "bingbot"),
        ("ai training openai", "GPTBot"),
        ("gemini", "Google-Extended"),
    ):
        part_of(chooser, SearchField).setText(text)
        assert token in [crawler.token for crawler in listed(chooser)]
    part_of(chooser, SearchField).setText("no such crawler")
    assert part_of(chooser, CatalogueList).rows == ()


def test_arrows_in_the_search_go_over_the_titles(chooser: CrawlerChooser) -> None:
    for _ in range(400):
        QTest.keyClick(part_of(chooser, SearchField), Qt.Key.Key_Down)
        assert part_of(chooser, CatalogueList).current_crawler
    QTest.keyClick(part_of(chooser, SearchField), Qt.Key.Key_Up)


def test_space_in_the_list_chooses(chooser: CrawlerChooser, asked: Asked) -> None:
    part_of(chooser, CatalogueList).setFocus()
    part_of(chooser, CatalogueList).setCurrentIndex(index_of(chooser, "AhrefsBot"))
    QTest.keyClick(part_of(chooser, CatalogueList), Qt.Key.Key_Space)
    assert "show_crawlers" in asked.take()
    assert "AhrefsBot" in tokens(chooser)


def test_choosing_keeps_the_place_in_the_list(chooser: CrawlerChooser) -> None:
    index = index_of(chooser, "SemrushBot")
    click(chooser, index)
    assert part_of(chooser, CatalogueList).current_crawler == crawler_for("SemrushBot")
    assert part_of(chooser, CatalogueList).verticalScrollBar().value() > 0


def preset_at(chooser: CrawlerChooser, title: str) -> QModelIndex:
    """Return a preset in the list."""
    rows = part_of(chooser, PresetList).model()
    (found,) = rows.match(rows.index(0, 0), Qt.ItemDataRole.DisplayRole, title, flags=Qt.MatchFlag.MatchExactly)
    return found


def test_click_on_a_preset_chooses_it_and_marks_it(chooser: CrawlerChooser, asked: Asked) -> None:
    item = preset_at(chooser, "SEO tools")
    place = part_of(chooser, PresetList).visualRect(item).center()
    QTest.mouseClick(part_of(chooser, PresetList).viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert "show_crawlers" in asked.take()
    assert shown(chooser) == "Shown: Your selection (19)"
    assert item.data(Qt.ItemDataRole.AccessibleTextRole) == "SEO tools, 10 crawlers, chosen"
    click(chooser, index_of(chooser, "AhrefsBot"))
    assert shown(chooser) == "Shown: Your selection (18)"
    assert item.data(Qt.ItemDataRole.AccessibleTextRole) == "SEO tools, 10 crawlers"


def test_presets_add_up_and_each_is_undone_by_its_name(chooser: CrawlerChooser, asked: Asked) -> None:
    before = tokens(chooser)
    for title in ("SEO tools", "Ads"):
        place = part_of(chooser, PresetList).visualRect(preset_at(chooser, title)).center()
        QTest.mouseClick(part_of(chooser, PresetList).viewport(), Qt.MouseButton.LeftButton, pos=place)
    ticked = [row.preset.title for row in part_of(chooser, PresetList).rows if row.is_checked]
    assert {"Search + AI", "SEO tools", "Ads"} <= set(ticked)
    for title in ("Ads", "SEO tools"):
        QTest.mouseClick(button(chooser, f"Undo: {title}"), Qt.MouseButton.LeftButton)
        assert "show_crawlers" in asked.take()
    assert tokens(chooser) == before


def test_enter_on_a_preset_chooses_it(chooser: CrawlerChooser, asked: Asked) -> None:
    chooser.set_chosen(())
    part_of(chooser, PresetList).setFocus()
    QTest.keyClick(part_of(chooser, PresetList), Qt.Key.Key_Down)
    QTest.keyClick(part_of(chooser, PresetList), Qt.Key.Key_Return)
    assert "show_crawlers" in asked.take()
    assert shown(chooser) == "Shown: Search engines (12)"


def test_purpose_filters_the_list(chooser: CrawlerChooser) -> None:
    purpose = named(chooser, QComboBox, "Purpose")
    purpose.setCurrentIndex(purpose.findData("archive"))
    assert {crawler.purpose for crawler in listed(chooser)} == {"archive"}
    part_of(chooser, SearchField).setText("heritrix")
    assert all("archive" in crawler.purpose for crawler in listed(chooser))
    purpose.setCurrentIndex(0)
    assert "heritrix" in [crawler.token for crawler in listed(chooser)]


def test_current_crawler_is_described(chooser: CrawlerChooser) -> None:
    part_of(chooser, CatalogueList).setCurrentIndex(index_of(chooser, "AdsBot-Google"))
    assert texts(part_of(chooser, CrawlerDetails))[0] == "AdsBot-Google  ·  Google  ·  Ads"
    assert "Never follows *" in texts(part_of(chooser, CrawlerDetails))[1]
    part_of(chooser, CatalogueList).setCurrentIndex(index_of(chooser, "*"))
    assert not button(chooser, "Edit…").isEnabled()


def edit(chooser: CrawlerChooser, token: str) -> CrawlerForm:
    """Open the form for a crawler with its button."""
    part_of(chooser, CatalogueList).setCurrentIndex(index_of(chooser, token))
    QTest.mouseClick(button(chooser, "Edit…"), Qt.MouseButton.LeftButton)
    form = part_of(chooser, CrawlerForm)
    assert form.isVisible()
    return form


def test_form_tells_what_was_changed(chooser: CrawlerChooser, asked: Asked) -> None:
    form = edit(chooser, "bingbot")
    dialect = named(form, QComboBox, "Reads as")
    assert dialect.hasFocus()
    assert named(form, QLineEdit, "Then looks for").text() == "msnbot"
    dialect.setCurrentIndex(dialect.findData("google"))
    named(form, QLineEdit, "Then looks for").setText("msnbot, Sogou web spider → *")
    named(form, QComboBox, "If the fetch fails").setCurrentIndex(0)
    QTest.keyClick(form, Qt.Key.Key_Return)
    fields = {"dialect": "google", "fallback": ["msnbot", "Sogou web spider"], "policy": ""}
    assert asked.calls == [("change_crawler", "bingbot", fields)]


@pytest.mark.parametrize("written", ["Googlebot, bing#bot", "Bingbot"])
def test_form_refuses_what_is_no_other_token(chooser: CrawlerChooser, asked: Asked, written: str) -> None:
    form = edit(chooser, "bingbot")
    named(form, QLineEdit, "Then looks for").setText(written)
    assert not button(form, "Save").isEnabled()
    assert any(text.startswith("No other crawler has the product token") for text in texts(form))
    QTest.keyClick(form, Qt.Key.Key_Return)
    assert "change_crawler" not in asked.take()


def test_escape_leaves_the_form(chooser: CrawlerChooser) -> None:
    form = edit(chooser, "bingbot")
    QTest.keyClick(form, Qt.Key.Key_Escape)
    assert chooser.isVisible()
    assert part_of(chooser, CatalogueList).hasFocus()


def test_catalogue_with_the_changes_is_shown_and_can_be_taken_back(chooser: CrawlerChooser, asked: Asked) -> None:
    assert button(edit(chooser, "bingbot"), "As shipped").isHidden()
    changed = replace(crawler_for("bingbot"), dialect="google")
    presets = [Preset("mine", "Mine", ("bingbot",))]
    chooser.set_catalogue(LoadedCatalogue(CATALOGUE.with_changes([changed], presets), frozenset({"bingbot"})))
    assert not part_of(chooser, CrawlerForm).isVisible()
    assert changed in chooser.chosen
    assert preset_at(chooser, "Mine").data(Qt.ItemDataRole.AccessibleTextRole) == "Mine, 1 crawler, chosen"
    part_of(chooser, CatalogueList).choose(changed)
    assert texts(part_of(chooser, CrawlerDetails))[1].startswith("Changed in your file. Reads as Google.")
    QTest.mouseClick(button(chooser, "Edit…"), Qt.MouseButton.LeftButton)
    QTest.mouseClick(button(part_of(chooser, CrawlerForm), "As shipped"), Qt.MouseButton.LeftButton)
    assert "take_back_changes" in asked.take()


def test_any_token_can_be_added(chooser: CrawlerChooser, asked: Asked) -> None:
    QTest.keyClicks(named(chooser, QLineEdit, ENTRY), "MyBot")
    QTest.keyClick(named(chooser, QLineEdit, ENTRY), Qt.Key.Key_Return)
    assert asked.take() == ["show_crawlers", "keep_own_tokens"]
    assert tokens(chooser)[-2:] == ["MyBot", "*"]
    assert chooser.own_tokens == ("MyBot",)
    assert not named(chooser, QLineEdit, ENTRY).text()


def test_pasted_header_adds_the_token_in_it(chooser: CrawlerChooser) -> None:
    named(chooser, QLineEdit, ENTRY).setText("Mozilla/5.0 (compatible; FooBot/1.3; +https://foo.example)")
    assert "That is a whole User-Agent header. Its product token is FooBot." in texts(chooser)
    QTest.mouseClick(button(chooser, "Add"), Qt.MouseButton.LeftButton)
    assert "FooBot" in tokens(chooser)


def test_nothing_to_add_is_not_added(chooser: CrawlerChooser, asked: Asked) -> None:
    assert not button(chooser, "Add").isEnabled()
    QTest.keyClick(named(chooser, QLineEdit, ENTRY), Qt.Key.Key_Return)
    assert "show_crawlers" not in asked.take()


def test_own_token_can_be_removed_with_delete_and_with_its_cross(chooser: CrawlerChooser, asked: Asked) -> None:
    chooser.set_own_tokens(["MyBot", "OtherBot"])
    part_of(chooser, CatalogueList).setFocus()
    part_of(chooser, CatalogueList).setCurrentIndex(index_of(chooser, "MyBot"))
    QTest.keyClick(part_of(chooser, CatalogueList), Qt.Key.Key_Delete)
    assert "keep_own_tokens" in asked.take()
    click(chooser, index_of(chooser, "OtherBot"), from_right=10)
    assert "keep_own_tokens" in asked.take()
    assert chooser.own_tokens == ()


def test_delete_leaves_crawlers_of_the_catalogue(chooser: CrawlerChooser) -> None:
    part_of(chooser, CatalogueList).setCurrentIndex(index_of(chooser, "GPTBot"))
    QTest.keyClick(part_of(chooser, CatalogueList), Qt.Key.Key_Delete)
    assert crawler_for("GPTBot") in listed(chooser)
    assert "GPTBot" in tokens(chooser)


def test_alt_and_arrows_move_a_crawler(chooser: CrawlerChooser, asked: Asked) -> None:
    order = part_of(chooser, OrderList)
    order.setFocus()
    order.setCurrentRow(0)
    QTest.keyClick(order, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert "show_crawlers" in asked.take()
    assert tokens(chooser)[:2] == ["Googlebot-Image", "Googlebot"]
    assert order.currentRow() == 1
    QTest.keyClick(order, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    QTest.keyClick(order, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert tokens(chooser) == list(DEFAULT_TOKENS)


def test_dragged_crawler_takes_its_new_place(chooser: CrawlerChooser, asked: Asked) -> None:
    part_of(chooser, OrderList).model().moveRow(QModelIndex(), 8, QModelIndex(), 0)
    assert "show_crawlers" in asked.take()
    assert tokens(chooser)[0] == "*"


def test_crawler_is_taken_out_with_delete_and_with_its_cross(chooser: CrawlerChooser) -> None:
    order = part_of(chooser, OrderList)
    order.setCurrentRow(0)
    QTest.keyClick(order, Qt.Key.Key_Delete)
    assert tokens(chooser)[0] == "Googlebot-Image"
    rect = order.visualItemRect(order.item(0))
    QTest.mouseClick(order.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(rect.right() - 8, rect.center().y()))
    assert tokens(chooser)[0] == "bingbot"
    rect = order.visualItemRect(order.item(0))
    cross = QPoint(rect.right() - 8, rect.center().y())
    QTest.mousePress(order.viewport(), Qt.MouseButton.LeftButton, pos=cross - QPoint(20, 0))
    QTest.mouseRelease(order.viewport(), Qt.MouseButton.LeftButton, pos=cross)
    assert tokens(chooser)[0] == "bingbot"


def test_escape_clears_the_search_and_then_closes(chooser: CrawlerChooser) -> None:
    part_of(chooser, SearchField).setText("x")
    QTest.keyClick(part_of(chooser, SearchField), Qt.Key.Key_Escape)
    assert chooser.isVisible()
    QTest.keyClick(part_of(chooser, SearchField), Qt.Key.Key_Escape)
    assert not chooser.isVisible()


def test_popup_stays_inside_the_window(chooser: CrawlerChooser) -> None:
    window = chooser.parentWidget()
    assert window
    assert window.geometry().adjusted(0, 0, 1, 1).contains(chooser.geometry())


def test_crawler_can_be_read_without_being_seen(chooser: CrawlerChooser) -> None:
    spoken = index_of(chooser, "Googlebot-Image").data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "Googlebot-Image, Google, Googlebot-Image → Googlebot → *, Google"


def test_theme_is_followed_live(chooser: CrawlerChooser) -> None:
    light = chooser.grab().toImage()
    theme.set_mode(Mode.DARK)
    assert chooser.grab().toImage() != light


def test_own_choice_that_another_replaced_can_be_taken_back(chooser: CrawlerChooser, asked: Asked) -> None:
    back = button(chooser, "Back to your selection")
    assert not back.isVisible()
    chooser.set_chosen([crawler_for("Bravebot"), crawler_for("MyOwnBot")])
    assert not back.isVisible(), "the crawlers of a first run are a preset"
    chooser.set_chosen([crawler_for("Googlebot")])
    QTest.mouseClick(back, Qt.MouseButton.LeftButton)
    assert "show_crawlers" in asked.take()
    assert tokens(chooser) == ["Bravebot", "MyOwnBot"]
    assert not back.isVisible()


def test_choice_made_since_a_preset_is_not_taken_back_with_it(chooser: CrawlerChooser) -> None:
    chooser.set_chosen([crawler_for("Bravebot")])
    part_of(chooser, PresetList).setFocus()
    QTest.keyClick(part_of(chooser, PresetList), Qt.Key.Key_Return)
    click(chooser, index_of(chooser, "Bravebot"))
    assert not button(chooser, "Back to your selection").isVisible()
