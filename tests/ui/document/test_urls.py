"""Adding and removing URLs, and undo."""

import pytest
from pytestqt.qtbot import QtBot

from robotstudio.ui.document.urls import DocumentUrls, is_short_list, with_added
from robotstudio.urls.url_builder import TYPED, as_set, url_set
from robotstudio.urls.url_set import Source
from robotstudio.urls.urls import parse_list

THREE = parse_list("/a\n/b\n/c").urls


def test_a_url_is_tested_once() -> None:
    addition = with_added(as_set(THREE), parse_list("/d\n/a\n/d\nc"))
    assert [url.url for url in addition.urls] == ["/a", "/b", "/c", "/d"]
    assert (addition.added, addition.repeated) == (1, 3)


def test_what_is_typed_is_a_source_of_its_own() -> None:
    log = Source("1", "access.log", "log")
    urls = with_added(url_set(THREE, log), parse_list("/d\n/a")).urls
    assert [source.id for source in urls.sources] == ["1", TYPED.id]
    assert urls.rows_of(urls.sources[1]).tolist() == [0, 3]


def test_removing_leaves_the_order() -> None:
    editor = DocumentUrls()
    editor.set_urls(THREE)
    editor.remove({"/b"})
    assert [url.url for url in editor.urls] == ["/a", "/c"]


def test_an_analysis_of_older_urls_does_not_take_back_what_was_added_since() -> None:
    editor = DocumentUrls()
    editor.follow(THREE)
    before = editor.urls
    editor.add_text("/d")
    editor.follow(before)
    assert len(editor.urls) == 4
    editor.follow(editor.urls)
    editor.follow(THREE)
    assert len(editor.urls) == 3


@pytest.mark.parametrize(
    ("text", "is_short"),
    [
        ("/a\n/b", True),
        ("<!doctype html>", True),
        ("url,hits\n/a,3\n/b,4\n/c,5\n", False),
        ('1.2.3.4 - - [10/Oct/2025:13:55:36 +0000] "GET /a HTTP/1.1" 200 12\n', False),
        ("/a\n" * 40_000, False),
    ],
)
def test_what_is_pasted_is_taken_as_typed_where_it_is_a_short_list(text: str, is_short: bool) -> None:
    assert is_short_list(text) is is_short


def test_text_is_added_as_urls_of_the_site(qtbot: QtBot) -> None:
    editor = DocumentUrls()
    editor.set_base("https://www.example.com")
    with qtbot.waitSignal(editor.urls_changed) as changed:
        editor.add_text("/a\nhttps://other.example/b")
    assert [url.url for url in changed.args[0]] == ["https://www.example.com/a", "https://other.example/b"]


def test_what_came_of_adding_is_said(qtbot: QtBot) -> None:
    editor = DocumentUrls()
    editor.set_urls(THREE)
    with qtbot.waitSignal(editor.changed) as changed, qtbot.waitSignal(editor.rejected_found) as rejected:
        editor.add_text("/a\n/d\nftp://x/y")
    assert changed.args == ["1 URL added, 1 already in the list, 1 not read."]
    assert [line.number for line in rejected.args[0]] == [3]


def test_nothing_new_changes_nothing(qtbot: QtBot) -> None:
    editor = DocumentUrls()
    editor.set_urls(THREE)
    with qtbot.assertNotEmitted(editor.urls_changed):
        editor.add_text("/a\n\n# a comment")


def test_a_removal_can_be_taken_back(qtbot: QtBot) -> None:
    editor = DocumentUrls()
    editor.set_urls(THREE)
    with qtbot.waitSignals([editor.removed, editor.urls_changed]):
        editor.remove({"/a", "/c"})
    editor.set_urls(editor.urls)
    with qtbot.waitSignal(editor.urls_changed) as changed:
        editor.undo()
    assert tuple(changed.args[0]) == THREE
    with qtbot.assertNotEmitted(editor.urls_changed):
        editor.undo()


def test_a_removal_cannot_be_taken_back_over_another_change(qtbot: QtBot) -> None:
    editor = DocumentUrls()
    editor.set_urls(THREE)
    editor.remove_all()
    editor.add_text("/new")
    with qtbot.assertNotEmitted(editor.urls_changed):
        editor.undo()
    assert [url.url for url in editor.urls] == ["/new"]


def test_a_removal_cannot_be_taken_back_in_another_list(qtbot: QtBot) -> None:
    editor = DocumentUrls()
    editor.set_urls(THREE)
    editor.remove_all()
    editor.set_urls(parse_list("/other").urls)
    with qtbot.assertNotEmitted(editor.urls_changed):
        editor.undo()
