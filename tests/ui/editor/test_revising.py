"""Another version of the draft in its place: only what differs is touched, in one undo step."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from robotstudio.ui.editor.draft import Draft
from tests.ui.editor.parts import Parts

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
    draft = Draft()
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
    draft = Draft()
    draft.set_body(before)
    heard: list[int] = []
    draft.changed.connect(heard.append)
    draft.revise_body(after)
    assert (draft.body(), len(heard), draft.is_modified) == (after, 1, True)
    draft.document.undo()
    assert (draft.body(), draft.is_modified) == (before, False)


def test_same_version_is_no_step(qapp: object) -> None:
    assert qapp
    draft = Draft()
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
