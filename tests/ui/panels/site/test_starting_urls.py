"""A file that is opened shows verdicts at once, for URLs made from its rules."""

from pathlib import Path

from pytestqt.qtbot import QtBot

from robotstudio.draft.url_sources import MADE_OF_RULES
from robotstudio.ui.app.studio import Studio
from robotstudio.urls.urls import parse_list
from tests.ui.parts import click, offers
from tests.ui.studios import Studios, drop_files, settle, verdicts


def sources_of(studio: Studio) -> list[str]:
    return [share.source.id for share in studio.urls.urls.shares if len(share.rows)]


def written(studio: Studio) -> list[str]:
    settle(studio)
    return [url.written for url in studio.session.urls]


def wait_for_bar(studio: Studio, qtbot: QtBot) -> None:
    settle(studio)
    qtbot.waitUntil(lambda: not studio.simulation.starting.isHidden(), timeout=30_000)


def test_opened_file_has_verdicts_at_once(studios: Studios, file: Path, qtbot: QtBot) -> None:
    studio = studios.start(begin=lambda studio: studio.open(file))
    qtbot.waitUntil(lambda: bool(written(studio)), timeout=30_000)
    assert written(studio) == ["/", "/private/", "/private/open"]
    assert verdicts(studio, "Googlebot")["/private/"] == (False, 2)
    assert sources_of(studio) == [MADE_OF_RULES.id]
    wait_for_bar(studio, qtbot)
    assert "3 URLs made from the rules" in studio.simulation.starting.accessibleName()


def test_dropped_file_has_them_too(studios: Studios, file: Path, qtbot: QtBot) -> None:
    studio = studios.start()
    drop_files(studio.window, [file])
    qtbot.waitUntil(lambda: len(written(studio)) == 3, timeout=30_000)


def test_own_urls_replace_those_that_were_made(studios: Studios, file: Path, qtbot: QtBot) -> None:
    studio = studios.start(begin=lambda studio: studio.open(file))
    qtbot.waitUntil(lambda: bool(written(studio)), timeout=30_000)
    wait_for_bar(studio, qtbot)
    studio.urls.add(parse_list("/mine"))
    assert written(studio) == ["/mine"]
    assert studio.simulation.starting.isHidden()


def test_made_urls_are_neither_remembered_nor_asked_for(studios: Studios, file: Path, qtbot: QtBot) -> None:
    studio = studios.start(begin=lambda studio: studio.open(file))
    qtbot.waitUntil(lambda: bool(written(studio)), timeout=30_000)
    state = studio.collected()
    assert (state.urls, state.sources) == ((), ())
    assert not any("://" in url.url for url in studio.session.urls)
    studio.tabs.close_tab(studio)
    assert not studios.places.documents.exists()


def test_urls_of_a_project_or_of_the_person_are_left_alone(studio: Studio) -> None:
    assert written(studio) == ["/", "/private/a", "/private/open"]
    assert MADE_OF_RULES.id not in sources_of(studio)


def test_sitemaps_and_rules_are_offered_where_there_are_no_urls(studios: Studios, tmp_path: Path, qtbot: QtBot) -> None:
    path = tmp_path / "robots.txt"
    path.write_bytes(b"User-agent: *\nDisallow: /a\nSitemap: https://shop.example/s.xml\n")
    studio = studios.start(begin=lambda studio: studio.open(path))
    qtbot.waitUntil(lambda: bool(written(studio)), timeout=30_000)
    wait_for_bar(studio, qtbot)
    assert [each.text() for each in offers(studio.simulation.starting)] == ["Fetch its sitemap"]
    studio.urls.remove_all()
    settle(studio)
    said = ["Fetch its sitemap", "Make URLs from the rules"]
    qtbot.waitUntil(lambda: [e.text() for e in offers(studio.simulation.starting) if not e.isHidden()] == said)
    click(studio.simulation.starting, "Make URLs from the rules")
    assert written(studio) == ["/", "/a"]


def test_none_are_made_once_there_were_own_ones_even_before_the_first_answer(studios: Studios, file: Path) -> None:
    studio = studios.start()
    studio.open(file)
    studio.urls.add(parse_list("/mine"))
    studio.urls.remove_all()
    assert written(studio) == []
