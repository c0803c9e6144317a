"""Adding, removing and taking back."""

from pytestqt.qtbot import QtBot

from robotstudio.io.url_builder import as_set
from robotstudio.io.urls import parse_list
from robotstudio.ui.simulation.url_list import UrlListEditor, with_added

THREE = as_set(parse_list("/a\n/b\n/c").urls)


def test_a_url_is_tested_once() -> None:
    found = parse_list("/d\n/a\n/d\nc")
    addition = with_added(THREE, as_set(found.urls), found.repeated)
    assert [url.url for url in addition.urls] == ["/a", "/b", "/c", "/d"]
    assert (addition.added, addition.repeated) == (1, 3)


def test_text_is_added_as_urls_of_the_site(qtbot: QtBot) -> None:
    editor = UrlListEditor()
    editor.set_base("https://www.example.com")
    with qtbot.waitSignal(editor.urls_changed) as changed:
        editor.add_text("/a\nhttps://other.example/b")
    assert [url.url for url in changed.args[0]] == ["https://www.example.com/a", "https://other.example/b"]


def test_what_came_of_adding_is_said(qtbot: QtBot) -> None:
    editor = UrlListEditor()
    editor.set_urls(THREE)
    with qtbot.waitSignal(editor.changed) as changed, qtbot.waitSignal(editor.rejected_found) as rejected:
        editor.add_text("/a\n/d\nftp://x/y")
    assert changed.args == ["1 URL added, 1 already in the list, 1 not read."]
    assert [line.number for line in rejected.args[0]] == [3]


def test_nothing_new_changes_nothing(qtbot: QtBot) -> None:
    editor = UrlListEditor()
    editor.set_urls(THREE)
    with qtbot.assertNotEmitted(editor.urls_changed):
        editor.add_text("/a\n\n# a comment")


def test_a_removal_can_be_taken_back(qtbot: QtBot) -> None:
    editor = UrlListEditor()
    editor.set_urls(THREE)
    with qtbot.waitSignals([editor.removed, editor.urls_changed]):
        editor.remove([0, 2])
    editor.set_urls(editor.urls)
    with qtbot.waitSignal(editor.urls_changed) as changed:
        editor.undo()
    assert changed.args[0] == THREE
    with qtbot.assertNotEmitted(editor.urls_changed):
        editor.undo()


def test_a_removal_cannot_be_taken_back_over_another_change(qtbot: QtBot) -> None:
    editor = UrlListEditor()
    editor.set_urls(THREE)
    editor.remove_all()
    editor.add_text("/new")
    with qtbot.assertNotEmitted(editor.urls_changed):
        editor.undo()
    assert [url.url for url in editor.urls] == ["/new"]


def test_a_removal_cannot_be_taken_back_in_another_list(qtbot: QtBot) -> None:
    editor = UrlListEditor()
    editor.set_urls(THREE)
    editor.remove_all()
    editor.set_urls(parse_list("/other").urls)
    with qtbot.assertNotEmitted(editor.urls_changed):
        editor.undo()
