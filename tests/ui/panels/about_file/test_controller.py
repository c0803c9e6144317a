"""The action shows the current draft, saved or not."""

from robotstudio.ui.app.studio import Studio
from tests.ui.studios import act


def test_facts_are_those_of_the_draft_as_it_is_now(studio: Studio) -> None:
    act(studio, "file.about")
    before = studio.about_file.panel.values[2].text()
    studio.editor.replace_body(studio.editor.body() + b"# more\n")
    act(studio, "file.about")
    assert studio.about_file.panel.values[2].text() != before
    assert studio.about_file.panel.values[1].text() == str(studio.document.path)
