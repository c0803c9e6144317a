"""The current theme: chosen, followed from the system, and applied live."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFont, QFontDatabase, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from robotstudio import assets
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.theme.style import StudioStyle
from robotstudio.ui.theme.theme import (
    MONO_FAMILIES,
    UI_FAMILIES,
    Fonts,
    Mode,
    Theme,
    build_palette,
    load_shipped_fonts,
    theme,
    there,
)
from robotstudio.ui.theme.tokens import CONTRAST_DARK, CONTRAST_LIGHT, DARK, LIGHT, Tokens

both_themes = pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=lambda tokens: tokens.name)


@pytest.fixture
def restored_app(qapp: QApplication) -> Iterator[QApplication]:
    """Return the application, and restore its style."""
    palette, font, style = qapp.palette(), qapp.font(), qapp.style().name()
    yield qapp
    qapp.setStyle(style)
    qapp.setPalette(palette)
    qapp.setFont(font)


def theme_of(mode: Mode, application: QApplication) -> Theme:
    """Return a theme that follows the system, and is not installed."""
    theme = Theme(mode)
    theme.follow_system(application)
    return theme


@pytest.mark.usefixtures("qapp")
def test_light_and_dark_are_what_was_chosen() -> None:
    assert Theme(Mode.LIGHT).tokens is LIGHT
    assert Theme(Mode.DARK).tokens is DARK
    assert Theme(Mode.DARK).dark


@pytest.mark.parametrize(
    ("scheme", "tokens"), [(Qt.ColorScheme.Light, CONTRAST_LIGHT), (Qt.ColorScheme.Dark, CONTRAST_DARK)]
)
def test_high_contrast_is_dark_or_light_as_the_system_is(
    monkeypatch: pytest.MonkeyPatch, qapp: QApplication, scheme: Qt.ColorScheme, tokens: Tokens
) -> None:
    theme = theme_of(Mode.LIGHT, qapp)

    class Hints:
        def colorScheme(self) -> Qt.ColorScheme:
            return scheme

    monkeypatch.setattr(theme, "_hints", Hints())
    theme.set_mode(Mode.CONTRAST)
    assert theme.tokens is tokens


def test_changing_the_mode_is_announced_once(qtbot: QtBot, qapp: QApplication) -> None:
    theme = theme_of(Mode.LIGHT, qapp)
    with qtbot.waitSignal(theme.changed, timeout=1000):
        theme.set_mode(Mode.DARK)
    with qtbot.assertNotEmitted(theme.changed):
        theme.set_mode(Mode.DARK)


def test_system_mode_follows_the_system(monkeypatch: pytest.MonkeyPatch, qapp: QApplication) -> None:
    theme = theme_of(Mode.SYSTEM, qapp)
    assert theme.tokens is LIGHT
    monkeypatch.setattr(theme, "_wanted_tokens", lambda: DARK)
    QGuiApplication.styleHints().colorSchemeChanged.emit(Qt.ColorScheme.Dark)
    assert theme.dark


def test_chosen_mode_ignores_the_system(qapp: QApplication) -> None:
    theme = theme_of(Mode.LIGHT, qapp)
    QGuiApplication.styleHints().colorSchemeChanged.emit(Qt.ColorScheme.Dark)
    assert not theme.dark


def test_installed_theme_sets_the_palette_live(qtbot: QtBot, restored_app: QApplication) -> None:
    theme = theme_of(Mode.LIGHT, restored_app)
    theme.install(restored_app)
    button, page = QPushButton("Fetch"), QWidget()
    qtbot.addWidget(button)
    qtbot.addWidget(page)
    assert page.palette().color(QPalette.ColorRole.Window).name().upper() == LIGHT.window
    theme.set_mode(Mode.DARK)
    qtbot.waitUntil(lambda: page.palette().color(QPalette.ColorRole.Window).name().upper() == DARK.window)
    assert button.font().families()[0] == "Inter"


def test_theme_that_is_not_installed_leaves_the_application_alone(qapp: QApplication) -> None:
    before, style = qapp.palette(), qapp.style()
    theme_of(Mode.LIGHT, qapp).set_mode(Mode.DARK)
    assert qapp.palette() == before
    assert qapp.style() is style


def test_colours_and_icons_come_by_token_name(qapp: QApplication) -> None:
    theme = theme_of(Mode.LIGHT, qapp)
    assert theme.color("accent").name().upper() == LIGHT.accent
    assert theme.color("accent", 0.5).alpha() == 128
    assert not theme.icon(Glyph.SEARCH, "text3").isNull()


def test_switching_polishes_no_widget_and_leaves_the_fonts(
    qtbot: QtBot, restored_app: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    polished: list[QWidget] = []

    class Counting(StudioStyle):
        def polish(self, thing: object) -> object:  # type: ignore[override]  # Qt has three of this name
            if isinstance(thing, QWidget):
                polished.append(thing)
            return super().polish(thing)

    class Noting(QWidget):
        fonts, palettes = 0, 0

        def changeEvent(self, event: QEvent) -> None:
            self.fonts += event.type() is QEvent.Type.FontChange
            self.palettes += event.type() is QEvent.Type.PaletteChange
            super().changeEvent(event)

    monkeypatch.setattr("robotstudio.ui.theme.theme.StudioStyle", Counting)
    theme = theme_of(Mode.LIGHT, restored_app)
    theme.install(restored_app)
    window = QWidget()
    qtbot.addWidget(window)
    column = QVBoxLayout(window)
    field, unseen, noting = QLineEdit(), QLineEdit(), Noting()
    for widget in (field, unseen, noting):
        column.addWidget(widget)
    window.show()
    unseen.hide()
    assert {field, unseen, noting} <= set(polished)
    polished.clear()
    noting.fonts = noting.palettes = 0
    theme.set_mode(Mode.DARK)
    qtbot.waitUntil(lambda: noting.palettes > 0)
    own = window, field, unseen, noting  # a test before may have left a menu
    assert [thing for thing in polished if any(thing is each for each in own)] == []
    assert (noting.fonts, noting.palettes) == (0, 1)
    assert field.palette().color(QPalette.ColorRole.Text).name().upper() == DARK.text
    assert unseen.palette().color(QPalette.ColorRole.Text).name().upper() == DARK.text


@both_themes
@pytest.mark.usefixtures("qapp")
def test_palette_has_the_colours_of_the_specification(tokens: Tokens) -> None:
    palette = build_palette(tokens)
    assert palette.window().color().name().upper() == tokens.window
    assert palette.base().color().name().upper() == tokens.surface
    assert palette.highlight().color().name().upper() == tokens.selected
    assert palette.link().color().name().upper() == tokens.accent


pytestmark = pytest.mark.usefixtures("qapp")


def test_ui_font_has_figures_of_one_width() -> None:
    assert Fonts().ui(12).featureValue(QFont.Tag("tnum")) == 1


def test_mono_font_has_no_ligatures() -> None:
    font = Fonts().mono(13)
    assert font.isFeatureSet(QFont.Tag("calt"))
    assert font.featureValue(QFont.Tag("calt")) == 0


def test_code_in_a_window_takes_the_chosen_font_at_once(qtbot: QtBot) -> None:
    field, label = QLineEdit(), QLineEdit()
    for widget, font in ((field, theme.fonts.mono(12, 500)), (label, theme.fonts.ui(12))):
        qtbot.addWidget(widget)
        widget.setFont(font)
    theme.set_code_family("Of Mine")
    assert (field.font().families()[0], field.font().pixelSize(), field.font().weight()) == ("Of Mine", 12, 500)
    assert label.font().families() == theme.fonts.ui(12).families()


def test_families_fall_back_in_order() -> None:
    assert Fonts().ui().families() == list(there(UI_FAMILIES))
    assert Fonts().mono().families() == list(there(MONO_FAMILIES))
    assert Fonts(code_family="Of Mine").mono().families() == ["Of Mine", *there(MONO_FAMILIES)]
    assert (UI_FAMILIES[0], MONO_FAMILIES[0]) == ("Inter", "JetBrains Mono")


@pytest.mark.skipif(sys.platform in {"win32", "darwin"}, reason="families have other names in other languages there")
def test_no_family_is_asked_for_that_is_not_there() -> None:
    families = there(UI_FAMILIES)
    assert [family for family in UI_FAMILIES if family in families] == list(families)
    assert all(map(QFontDatabase.hasFamily, families))
    assert there((*families, "Of Nobody")) == families


def test_all_families_are_asked_for_where_none_is_there() -> None:
    assert there(("Of Nobody", "Of Nobody Else")) == ("Of Nobody", "Of Nobody Else")


def test_weight_and_slant_are_set() -> None:
    font = Fonts().mono(12, weight=600, italic=True)
    assert font.weight() == 600
    assert font.italic()


def test_missing_font_folder_is_silent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(assets, "path", lambda name: tmp_path / name)
    load_shipped_fonts.cache_clear()
    try:
        assert load_shipped_fonts() == ()
    finally:
        load_shipped_fonts.cache_clear()


@pytest.mark.skipif(not assets.path("fonts").is_dir(), reason="the fonts are not in this tree")
def test_shipped_fonts_are_registered() -> None:
    assert {"Inter", "JetBrains Mono"} <= set(load_shipped_fonts())
