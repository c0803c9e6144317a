"""Fonts by role, in pixels times the UI scale."""

from pathlib import Path

import pytest
from PySide6.QtGui import QFont

from robotstudio import assets
from robotstudio.ui.theme.fonts import MONO_FAMILIES, UI_FAMILIES, Fonts, load_shipped_fonts

pytestmark = pytest.mark.usefixtures("qapp")


def test_ui_font_has_figures_of_one_width() -> None:
    assert Fonts().ui(12).featureValue(QFont.Tag("tnum")) == 1


def test_mono_font_has_no_ligatures() -> None:
    font = Fonts().mono(13)
    assert font.isFeatureSet(QFont.Tag("calt"))
    assert font.featureValue(QFont.Tag("calt")) == 0


def test_families_fall_back_in_order() -> None:
    assert Fonts().ui().families() == list(UI_FAMILIES)
    assert Fonts().mono().families() == list(MONO_FAMILIES)
    assert (UI_FAMILIES[0], MONO_FAMILIES[0]) == ("Inter", "JetBrains Mono")


@pytest.mark.parametrize(("scale", "pixels"), [(1.0, 12), (1.5, 18), (0.9, 11), (9.0, 18), (0.1, 11)])
def test_pixel_size_follows_the_scale_within_its_bounds(scale: float, pixels: int) -> None:
    assert Fonts(scale).ui(12).pixelSize() == pixels


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
