"""The form through undo."""

from robotstudio.io.text import TextForm
from robotstudio.ui.editor.form_history import FormHistory

LF, CRLF, CR = TextForm(), TextForm(new_line_end="CRLF"), TextForm(new_line_end="CR")


def test_form_holds_from_the_step_that_brought_it() -> None:
    history = FormHistory(LF)
    history.begin(3, CRLF)
    assert [history.at(depth) for depth in (0, 2, 3, 9)] == [LF, LF, CRLF, CRLF]


def test_replacing_changes_the_form_in_force_only() -> None:
    history = FormHistory(LF)
    history.begin(3, CRLF)
    history.replace(5, CR)
    assert (history.at(2), history.at(3)) == (LF, CR)


def test_form_that_cannot_be_redone_is_forgotten() -> None:
    history = FormHistory(LF)
    history.begin(3, CRLF)
    history.drop_after(2)
    assert history.at(9) == LF
