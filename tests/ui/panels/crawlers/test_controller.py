"""The crawlers of the matrix, from the list, from the keyboard, and from the person's own file."""

import json
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

from robotstudio.engine.crawlers import DEFAULT_TOKENS
from robotstudio.ui.app.studio import Studio
from robotstudio.ui.panels.why.panel import VerdictSubject
from robotstudio.ui.shell import dialogs
from tests.ui.parts import body_of, part_of
from tests.ui.studios import Studios, act, click_cell, keyboard, press, settle, type_text, verdicts


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Record the files opened in other programs."""
    paths: list[Path] = []
    monkeypatch.setattr(dialogs, "open_outside", paths.append)
    return paths


def write_own(studios: Studios, data: object) -> None:
    """Write the file of own crawlers, as a person does with an editor."""
    path = studios.places.crawlers
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(data if isinstance(data, str) else json.dumps(data), "utf-8")


def test_crawlers_are_chosen_by_keys(studio: Studio) -> None:
    act(studio, "crawlers.choose")
    type_text("ccbot")
    press(Qt.Key.Key_Return)
    settle(studio)
    shown = [column.crawler.title for column in studio.simulation.view.matrix.columns]
    assert shown == ["Googlebot", "GPTBot", "CCBot"]
    studio.crawlers.panel.close()
    act(studio, "crawlers.default")
    assert [crawler.token for crawler in studio.session.crawlers] == list(DEFAULT_TOKENS)


def test_any_token_can_be_added(studio: Studio) -> None:
    act(studio, "crawlers.choose")
    part_of(studio.crawlers.panel, QLineEdit).setFocus()
    QTest.keyClicks(keyboard(), "MyBot")
    press(Qt.Key.Key_Return)
    studio.crawlers.panel.close()
    assert studio.session.crawlers[-1].title == "MyBot"
    assert verdicts(studio, "MyBot")["/private/a"] == (False, 2)


def test_button_names_the_preset_and_counts(studio: Studio) -> None:
    button = studio.window.top_bar.crawlers_button
    assert button.text() == "Your selection (2)"
    act(studio, "crawlers.default")
    assert button.text() == "Search + AI (9)"
    assert button.accessibleName() == "Crawlers: Search + AI (9)"


def test_own_file_is_read_at_start(studios: Studios) -> None:
    rows = [{"token": "ShopBot", "fallback": ["GPTBot"]}, {"token": "GPTBot", "dialect": "bing"}]
    write_own(studios, {"crawlers": rows, "presets": [{"title": "Ours", "tokens": ["ShopBot", "GPTBot"]}]})
    studio = studios.start()
    crawlers = {crawler.token: crawler for crawler in studio.session.crawlers}
    assert crawlers["GPTBot"].dialect == "bing"
    studio.own_crawlers.take_tokens(["shopbot", "GPTBot"])
    assert studio.session.crawlers[0].chain == ("ShopBot", "GPTBot")
    assert studio.window.top_bar.crawlers_button.text() == "Ours (2)"
    assert not studio.window.notices.bar.isVisible()


def test_what_is_wrong_in_the_own_file_is_told_and_the_rest_counts(studios: Studios) -> None:
    write_own(studios, {"crawlers": [{"token": "GPTBot", "dialect": "bing", "obeys": "never"}]})
    studio = studios.start()
    assert "“obeys” must be one of yes, partial, no, unknown." in studio.window.notices.bar.accessibleName()
    assert studio.own_crawlers.catalogue.crawler_for("GPTBot").dialect == "bing"


def test_own_file_is_read_again_when_the_list_is_opened(studio: Studio, studios: Studios) -> None:
    write_own(studios, {"crawlers": [{"token": "GPTBot", "uses_global": False, "dialect": "bing"}]})
    act(studio, "crawlers.choose")
    studio.crawlers.panel.close()
    settle(studio)
    assert studio.session.crawlers[1].dialect == "bing"


def test_crawler_changed_in_the_form_is_saved_and_evaluated_at_once(studio: Studio, studios: Studios) -> None:
    act(studio, "crawlers.choose")
    studio.crawlers.change_crawler("Googlebot", {"fallback": ["GPTBot"]})
    assert verdicts(studio, "Googlebot")["/"] == (False, 6)
    assert json.loads(studios.places.crawlers.read_bytes()) == {
        "crawlers": [{"token": "Googlebot", "fallback": ["GPTBot"]}]
    }
    studio.crawlers.take_back_changes("Googlebot")
    assert verdicts(studio, "Googlebot")["/"] == (True, 0)
    studio.crawlers.panel.close()


def test_crawler_that_never_follows_the_star_is_in_the_matrix(studio: Studio) -> None:
    studio.own_crawlers.take_tokens(["Googlebot", "AdsBot-Google"])
    assert verdicts(studio, "Googlebot")["/private/a"] == (False, 2)
    assert verdicts(studio, "AdsBot-Google")["/private/a"] == (True, 0)


def test_crawlers_without_a_group_are_not_said_to_share_one(studio: Studio) -> None:
    studio.own_crawlers.take_tokens(["Mediapartners-Google", "AdsBot-Google"])
    click_cell(studio, "/private/a", "AdsBot-Google")
    assert "it never follows *" in body_of(studio.why).sentence.accessibleName()
    subject = studio.why._subject
    assert isinstance(subject, VerdictSubject)
    assert subject.sharers == ()


def test_broken_own_file_is_told_and_not_written_over(studio: Studio, studios: Studios) -> None:
    write_own(studios, "{")
    studio.crawlers.change_crawler("Googlebot", {"dialect": "bing"})
    assert "is not JSON" in studio.window.notices.bar.accessibleName()
    assert studios.places.crawlers.read_text("utf-8") == "{"


def test_own_file_is_made_and_opened_outside(studio: Studio, studios: Studios, opened: list[Path]) -> None:
    act(studio, "crawlers.file")
    assert opened == [studios.places.crawlers]
    assert json.loads(opened[0].read_bytes()) == {"crawlers": [], "presets": []}
