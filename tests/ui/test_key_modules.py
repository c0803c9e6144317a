"""The number of our modules that a key press enters; it may only fall."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

import pytest
from pytestqt.qtbot import QtBot

from robotstudio.draft.analysis import Cell
from robotstudio.ui.document import session
from robotstudio.urls.urls import parse_list
from tests.ui.studios import Studios, settle, type_text

DRAFT = b"User-agent: *\nDisallow: /private\nAllow: /private/open\n"
MOST_UNTIL_TYPED, MOST_UNTIL_SHOWN = 36, 90  # some of these if Qt paints in between


@contextmanager
def entered() -> Iterator[set[str]]:
    """Yield the modules of the package in which a function is called, in this thread."""
    modules: set[str] = set()

    def note(frame: FrameType, event: str, _argument: object) -> None:
        if event == "call":
            modules.add(frame.f_globals.get("__name__", ""))

    sys.setprofile(note)
    try:
        yield modules
    finally:
        sys.setprofile(None)
        modules.intersection_update({name for name in modules if name.startswith("robotstudio.")})


def test_key_enters_few_modules(studios: Studios, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    studio = studios.start()
    studio.document.new()
    studio.editor.revise_body(DRAFT)
    studio.urls.add(parse_list("\n".join(f"/{number}" for number in range(20))))
    settle(studio)
    studio.session.select(Cell(studio.session.urls[0].url, studio.session.crawlers[0].token))
    studio.editor.place_caret(2)
    studio.editor.setFocus()
    for letter in "ab":
        type_text(letter)
        settle(studio)
    monkeypatch.setattr(session, "_REST_MS", 60_000)  # what waits for a rest is no part of the key, however slow it was
    with entered() as until_typed:
        type_text("c")
    studio.session.analysis_changed.connect(lambda: sys.setprofile(None))  # after all views have shown it
    with entered() as until_shown:
        qtbot.waitUntil(lambda: studio.session.is_answered)
    assert len(until_typed) <= MOST_UNTIL_TYPED, sorted(until_typed)
    assert len(until_typed | until_shown) <= MOST_UNTIL_SHOWN, sorted(until_typed | until_shown)
