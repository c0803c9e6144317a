"""The draft: bytes in, bytes out; a revision that counts changes of the text and nothing else."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtGui import QFont, QTextCursor, QTextDocument
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from robotstudio.store.text import TextForm, encode_line, save
from robotstudio.ui.editor import draft as draft_module
from robotstudio.ui.editor.draft import DraftDocument, FormHistory
from tests.ui.editor.parts import Parts

TRICKY = (b"\r", b"\n", b"\0", b"\xef\xbb\xbf", b"\xc2\xa0", b"\xe2\x80\xa8", b"\xe2\x80\xa9", b"\xef\xb7\x90", b"\xff")
pieces = st.one_of(
    st.sampled_from(TRICKY), st.binary(max_size=4), st.sampled_from([b"Disallow: /", b"#", b"\xf0\x9f\xa4\x96"])
)
files = st.one_of(st.binary(max_size=64), st.lists(pieces, max_size=24).map(b"".join))


def replace(cursor: QTextCursor, start: int, length: int, text: str) -> None:
    """Replace some UTF-16 units by a text, as far as they exist."""
    end = cursor.document().characterCount() - 1
    cursor.setPosition(min(start, end))
    cursor.setPosition(min(start + length, end), QTextCursor.MoveMode.KeepAnchor)
    cursor.insertText(text)


def type_at_end(draft: DraftDocument, text: str) -> None:
    cursor = QTextCursor(draft.document)
    cursor.movePosition(QTextCursor.MoveOperation.End)
    cursor.insertText(text)


@pytest.fixture
def draft(qapp: QApplication) -> DraftDocument:
    return DraftDocument(qapp)


@pytest.mark.usefixtures("qapp")
@given(body=files)
@settings(max_examples=300)
def test_any_bytes_come_back_as_they_were(body: bytes) -> None:
    draft = DraftDocument()
    draft.set_body(body)
    assert draft.body() == body
    assert not draft.is_modified


@pytest.mark.usefixtures("qapp")
@given(first=files, second=files)
@settings(max_examples=150)
def test_replacing_and_undoing_gives_back_both_files(first: bytes, second: bytes) -> None:
    draft = DraftDocument()
    draft.set_body(first)
    draft.replace_body(second)
    assert draft.body() == second
    if draft.document.isUndoAvailable():
        draft.document.undo()
        assert draft.body() == first
        draft.document.redo()
        assert draft.body() == second


edits = st.lists(
    st.tuples(
        st.sampled_from(["type", "undo", "redo", "form", "together"]),
        st.integers(0, 80),
        st.integers(0, 12),
        st.sampled_from(
            ["x", "\n", "é\n🤖", "", "\U0010fe0a", "\U0010fe0d", "\U0010fe00\U0010feff", "\n" * 3, "Allow: /\n\n"]
        ),
    ),
    max_size=12,
)


@pytest.mark.usefixtures("qapp")
@given(body=files, steps=edits)
@settings(max_examples=300)
def test_bytes_that_follow_the_edits_are_those_of_the_whole_text(
    body: bytes, steps: list[tuple[str, int, int, str]]
) -> None:
    draft = DraftDocument()
    draft.set_body(body)
    for what, place, length, text in steps:
        match what:
            case "undo":
                draft.document.undo()
            case "redo":
                draft.document.redo()
            case "form":
                draft.set_form(TextForm(has_bom=bool(place % 2), new_line_end=("LF", "CRLF", "CR")[length % 3]))
            case "together":
                cursor = QTextCursor(draft.document)
                cursor.beginEditBlock()
                for times in (1, 2):
                    replace(cursor, place * times, length, text)
                cursor.endEditBlock()
            case _:
                replace(QTextCursor(draft.document), place, length, text)
        assert draft.body() == save(draft.text, draft.form)


def test_key_encodes_one_line(draft: DraftDocument, monkeypatch: pytest.MonkeyPatch) -> None:
    draft.set_body(b"Disallow: /a\r\n" * 1000)
    encoded: list[str] = []

    def encode(text: str) -> bytes:
        encoded.append(text)
        return encode_line(text)

    monkeypatch.setattr(draft_module, "encode_line", encode)
    monkeypatch.setattr(draft_module, "save", None)
    replace(QTextCursor(draft.document), 13 * 500, 0, "#")
    replace(QTextCursor(draft.document), 13 * 500 + 1, 0, "\n")
    assert encoded == ["#Disallow: /a", "#", "Disallow: /a"]
    assert draft.body() == b"Disallow: /a\r\n" * 500 + b"#\r\n" + b"Disallow: /a\r\n" * 500


def test_typing_raises_the_revision_and_announces_it_once(qtbot: QtBot, draft: DraftDocument) -> None:
    with qtbot.waitSignal(draft.changed, timeout=1000) as changed:
        type_at_end(draft, "Allow: /")
    assert changed.args == [draft.revision, draft.body()]
    assert draft.revision == 1


def test_new_fonts_and_formats_are_no_change(qtbot: QtBot, draft: DraftDocument) -> None:
    draft.set_body(b"Disallow: /\n")
    revision = draft.revision
    with qtbot.assertNotEmitted(draft.changed):
        draft.document.setDefaultFont(QFont("monospace", 20))
        draft.document.markContentsDirty(0, 5)
    assert draft.revision == revision


def test_replacing_a_whole_file_is_announced_once(draft: DraftDocument) -> None:
    draft.set_body(b"a\nb\n")
    told: list[tuple[int, bytes]] = []
    draft.changed.connect(lambda revision, body: told.append((revision, body)))
    draft.replace_body(b"c\r\nd\r\n")
    assert told == [(draft.revision, b"c\r\nd\r\n")]


def test_file_that_differs_from_what_is_saved_is_announced_once_and_undo_leads_back(draft: DraftDocument) -> None:
    told: list[tuple[int, bytes]] = []
    draft.changed.connect(lambda revision, body: told.append((revision, body)))
    draft.set_body(b"recovered\r\n", saved=b"on disk\n")
    assert told == [(draft.revision, b"recovered\r\n")]
    assert draft.is_modified
    draft.document.undo()
    assert (draft.body(), draft.is_modified) == (b"on disk\n", False)


def test_loading_leaves_nothing_to_undo(draft: DraftDocument) -> None:
    type_at_end(draft, "typed")
    draft.set_body(b"loaded")
    assert not draft.document.isUndoAvailable()
    assert not draft.is_modified


def test_undo_of_a_replacement_gives_the_line_ends_back(draft: DraftDocument) -> None:
    draft.set_body(b"a\nb\n")
    draft.replace_body(b"c\r\nd\r\n")
    assert draft.form.line_end == "CRLF"
    draft.document.undo()
    assert (draft.body(), draft.form.line_end) == (b"a\nb\n", "LF")


def test_form_stays_with_its_file_when_another_way_is_taken_after_undo(draft: DraftDocument) -> None:
    draft.set_body(b"a\n")
    draft.replace_body(b"b\r\n")
    draft.document.undo()
    for text in ("x\n", "y\n", "z\n"):
        type_at_end(draft, text)
        cursor = QTextCursor(draft.document)
        cursor.setPosition(0)
        cursor.insertText("0")
    assert draft.form.line_end == "LF"


def test_replacing_with_the_same_text_takes_only_its_form(draft: DraftDocument) -> None:
    draft.set_body(b"a\nb")
    draft.replace_body(b"\xef\xbb\xbfa\r\nb")
    assert draft.body() == b"\xef\xbb\xbfa\r\nb"
    assert not draft.document.isUndoAvailable()


def test_another_line_end_is_a_change(qtbot: QtBot, draft: DraftDocument) -> None:
    draft.set_body(b"a\nb\n")
    with qtbot.waitSignals([draft.changed, draft.modified_changed], timeout=1000):
        draft.set_form(TextForm(new_line_end="CRLF"))
    assert draft.body() == b"a\r\nb\r\n"
    assert draft.is_modified


def test_saved_draft_is_unmodified_until_the_next_change_and_after_its_undo(draft: DraftDocument) -> None:
    states: list[bool] = []
    draft.modified_changed.connect(states.append)
    type_at_end(draft, "a")
    draft.set_unmodified()
    type_at_end(draft, "b")
    draft.document.undo()
    assert states == [True, False, True, False]
    assert not draft.is_modified


def test_mixed_line_ends_survive_an_edit_elsewhere(draft: DraftDocument) -> None:
    draft.set_body(b"a\r\nb\nc\rd")
    type_at_end(draft, "!")
    assert draft.body() == b"a\r\nb\nc\rd!"


@pytest.mark.parametrize(
    ("at", "removed", "inserted", "moved"),
    [
        (0, 0, "x\n", (0, 1)),  # before the first line: all lines move
        (1, 0, "\n", (1, 1)),  # at the end of line 1: line 1 stays
        (3, 0, "\n\n", (2, 2)),
        (2, 2, "", (1, -1)),  # all of line 2: what follows moves up
        (1, 1, "", (1, -1)),  # lines 1 and 2 joined
    ],
)
def test_lines_that_move_are_announced(
    qtbot: QtBot, draft: DraftDocument, at: int, removed: int, inserted: str, moved: tuple[int, int]
) -> None:
    draft.set_body(b"a\nb\nc")
    cursor = QTextCursor(draft.document)
    cursor.setPosition(at)
    cursor.setPosition(at + removed, QTextCursor.MoveMode.KeepAnchor)
    with qtbot.waitSignal(draft.lines_moved, timeout=1000) as found:
        cursor.insertText(inserted) if inserted else cursor.removeSelectedText()
    assert found.args == list(moved)


def test_document_is_laid_out_in_rows(draft: DraftDocument) -> None:
    assert isinstance(draft.document, QTextDocument)
    assert draft.document.documentLayout() is draft.rows


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


_LINES = st.lists(st.sampled_from([b"", b"a", b"User-agent: *", "ä😀".encode(), b"\xff", b"\0", b" # x"]), max_size=6)
_BODIES = st.builds(
    lambda lines, end, last, bom: bom + end.join(lines) + last,
    _LINES,
    st.sampled_from([b"\n", b"\r\n", b"\r"]),
    st.sampled_from([b"", b"\n", b"\r\n"]),
    st.sampled_from([b"", b"\xef\xbb\xbf"]),
)


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(before=_BODIES, after=_BODIES)
def test_any_version_takes_the_place_of_any_other_and_one_undo_brings_it_back(
    qapp: object, before: bytes, after: bytes
) -> None:
    assert qapp
    draft = DraftDocument()
    draft.set_body(before)
    draft.revise_body(after)
    assert draft.body() == after
    if before != after:
        draft.document.undo()
        assert draft.body() == before
        draft.document.redo()
        assert draft.body() == after


@pytest.mark.parametrize(
    ("before", "after"),
    [(b"\xef\xbb\xbfA: 1\n", b"A: 1\n"), (b"A: 1\r\nB: 2\r\n", b"A: 1\nB: 2\n"), (b"A\r\nB\nC\r\n", b"A\nB\nC\n")],
    ids=["byte order mark", "line ends", "mixed line ends"],
)
def test_change_of_form_alone_is_announced_and_can_be_undone(qapp: object, before: bytes, after: bytes) -> None:
    assert qapp
    draft = DraftDocument()
    draft.set_body(before)
    heard: list[int] = []
    draft.changed.connect(lambda revision, _body: heard.append(revision))
    draft.revise_body(after)
    assert (draft.body(), len(heard), draft.is_modified) == (after, 1, True)
    draft.document.undo()
    assert (draft.body(), draft.is_modified) == (before, False)


def test_same_version_is_no_step(qapp: object) -> None:
    assert qapp
    draft = DraftDocument()
    draft.set_body(b"A\r\nB\n")
    draft.revise_body(b"A\r\nB\n")
    assert draft.document.availableUndoSteps() == 0


def test_caret_and_view_stay_where_they_are(parts: Parts) -> None:
    lines = [b"Disallow: /%d" % number for number in range(200)]
    parts.pane.set_body(b"\n".join(lines))
    parts.pane.place_caret(100, 3)
    parts.ruler.setValue(90)
    lines[4:6] = [b"Allow: /", b"Disallow: /5"]
    lines[150] = b"Disallow: /elsewhere"
    parts.pane.revise_body(b"\n".join(lines))
    assert (parts.pane.caret_line, parts.edit.textCursor().positionInBlock(), parts.ruler.value()) == (100, 3, 90)
