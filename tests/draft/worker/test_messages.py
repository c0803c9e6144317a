"""Drafts go to the worker process as edits, and come out as they were."""

from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robotstudio.draft.worker.messages import (
    Edited,
    FrameKind,
    MismatchError,
    Receiver,
    Sender,
    read_frame,
    write_frame,
)
from tests.draft.worker.questions import Echo

LONG = b"User-agent: *\n" + b"Disallow: /a\n" * 1000


def sent(sender: Sender, receiver: Receiver, body: bytes) -> tuple[bytes, int]:
    """What arrives, and how many bytes were needed for it."""
    message = sender.message(Echo(1, body))
    question = receiver.question(message)
    assert isinstance(question, Echo)
    return question.body, len(message)


@given(st.binary(max_size=200), st.binary(max_size=200))
def test_edit_makes_the_one_of_the_other(before: bytes, after: bytes) -> None:
    assert Edited.between(2, 1, before, after).made({1: before}) == after


@given(st.lists(st.tuples(st.integers(0, 20_000), st.integers(0, 20_000), st.binary(max_size=50)), max_size=20))
def test_edited_drafts_arrive_as_they_are(edits: list[tuple[int, int, bytes]]) -> None:
    sender, receiver, body = Sender(), Receiver(), LONG
    for start, removed, inserted in edits:
        body = body[:start] + inserted + body[start + removed :]
        assert sent(sender, receiver, body)[0] == body


def test_edit_costs_what_was_edited() -> None:
    sender, receiver = Sender(), Receiver()
    _, whole = sent(sender, receiver, LONG)
    edited = LONG.replace(b"/a", b"/private/", 1)
    body, size = sent(sender, receiver, edited)
    assert body == edited
    assert whole > len(LONG)
    assert size < 500


def test_draft_that_is_known_is_not_sent_again() -> None:
    sender, receiver = Sender(), Receiver()
    other = LONG[::-1]
    for body in (LONG, other, LONG, other):
        sent(sender, receiver, body)
    assert sent(sender, receiver, bytes(bytearray(LONG)))[1] < 500


def test_both_sides_forget_the_same() -> None:
    sender, receiver = Sender(), Receiver()
    bodies = [bytes([number]) * 5000 for number in range(20)]
    for body in (*bodies, *bodies, bodies[-1]):
        assert sent(sender, receiver, body)[0] == body


def test_short_drafts_go_with_the_question() -> None:
    sender, receiver = Sender(), Receiver()
    assert sent(sender, receiver, b"short")[0] == b"short"
    assert sent(sender, receiver, b"")[0] == b""


def test_edit_of_an_unknown_draft_is_refused_and_the_whole_one_taken() -> None:
    sender = Sender()
    sender.message(Echo(1, LONG))  # never arrives
    receiver, edited = Receiver(), LONG + b"Disallow: /b\n"
    message = sender.message(Echo(2, edited))
    with pytest.raises(MismatchError):
        receiver.question(message)
    sender.forget()
    assert sent(sender, receiver, edited)[0] == edited


def test_edit_that_leads_elsewhere_is_refused() -> None:
    edit = Edited.between(2, 1, LONG, LONG + b"x")
    with pytest.raises(MismatchError):
        edit.made({1: LONG[:-1] + b"?"})
    with pytest.raises(MismatchError):
        edit.made({1: LONG[:-1]})


def test_frames_come_one_by_one_until_the_pipe_is_closed() -> None:
    stream = BytesIO()
    write_frame(stream, 7, FrameKind.PART, b"payload")
    write_frame(stream, 8, FrameKind.DONE)
    stream.write(b"cut")
    stream.seek(0)
    assert read_frame(stream) == (7, FrameKind.PART, b"payload")
    assert read_frame(stream) == (8, FrameKind.DONE, b"")
    assert read_frame(stream) is None


def test_frame_that_is_cut_off_is_none() -> None:
    stream = BytesIO()
    write_frame(stream, 7, FrameKind.PART, b"payload")
    assert read_frame(BytesIO(stream.getvalue()[:-1])) is None
