"""Numbers as the locale writes them."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QLocale

from robotstudio.ui.widgets.formats import format_count, format_duration, format_size


@pytest.fixture
def locale(request: pytest.FixtureRequest) -> Iterator[None]:
    """The default locale, for one test."""
    before = QLocale()
    QLocale.setDefault(QLocale(request.param))
    yield
    QLocale.setDefault(before)


english = pytest.mark.parametrize("locale", [QLocale.Language.English, QLocale.Language.C], indirect=True)
german = pytest.mark.parametrize("locale", [QLocale.Language.German], indirect=True)


@english
@pytest.mark.usefixtures("locale")
def test_english_numbers_where_no_locale_is_set() -> None:
    assert format_count(1204) == "1,204"
    assert format_size(2143) == "2,143 B"
    assert format_size(512000) == "500 KiB"
    assert format_size(12_600) == "12.3 KiB"
    assert [format_duration(value) for value in (0.42, 3, 143, 2100)] == ["0.4 ms", "3 ms", "143 ms", "2.1 s"]


@german
@pytest.mark.usefixtures("locale")
def test_numbers_follow_the_locale() -> None:
    assert format_count(1204) == "1.204"
    assert format_size(12_600) == "12,3 KiB"
