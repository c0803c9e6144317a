"""The file of a draft: nothing is lost, and nothing is written without a request."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QAbstractButton
from pytestqt.qtbot import QtBot

from robotstudio.store.journal import Journal
from robotstudio.ui.document.documents import Document, Draft
from robotstudio.ui.document.expectation_document import ExpectationDocument
from robotstudio.ui.shell import dialogs
from robotstudio.ui.shell.dialogs import SaveChoice
from robotstudio.ui.shell.notices import Notices
from robotstudio.ui.widgets.notice_bar import NoticeBar
from tests.ui.parts import named


class Text:
    """A draft without an editor."""

    def __init__(self) -> None:
        self.now = self.saved = b""
        self.is_only_here = False

    def body(self) -> bytes:
        return self.now

    def set_body(self, body: bytes, saved: bytes | None = None) -> None:
        self.now, self.saved = body, body if saved is None else saved
        self.is_only_here = False

    def replace_body(self, body: bytes) -> None:
        self.now = body

    @property
    def is_modified(self) -> bool:
        return self.is_only_here or self.now != self.saved

    def set_unmodified(self) -> None:
        self.saved = self.now
        self.is_only_here = False

    def set_modified(self) -> None:
        self.is_only_here = True

    def tell(self) -> None:
        self.is_told = True


def document_of(draft: Draft, journal: Journal, bar: NoticeBar) -> Document:
    """Return a document with its expectations."""
    notices = Notices(bar)
    return Document(draft, ExpectationDocument(journal, notices, bar), journal, notices, bar)


@pytest.fixture
def draft() -> Text:
    return Text()


@pytest.fixture
def bar(qtbot: QtBot) -> NoticeBar:
    bar = NoticeBar()
    qtbot.addWidget(bar)
    return bar


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path / "journal") as journal:
        yield journal


@pytest.fixture
def document(draft: Text, journal: Journal, bar: NoticeBar) -> Iterator[Document]:
    document = document_of(draft, journal, bar)
    yield document
    document.close()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "robots.txt"
    path.write_bytes(b"User-agent: *\r\nDisallow: /\r\n")
    return path


def sentence(bar: NoticeBar) -> str:
    return "" if bar.isHidden() else bar.accessibleName()


def answer(monkeypatch: pytest.MonkeyPatch, name: str, value: object) -> list[object]:
    asked: list[object] = []

    def ask(*arguments: object) -> object:
        asked.append(arguments)
        return value

    monkeypatch.setattr(dialogs, name, ask)
    return asked


def test_file_opened_and_saved_untouched_has_the_same_bytes(document: Document, file: Path) -> None:
    before = file.read_bytes()
    assert document.open(file)
    assert document.save()
    assert file.read_bytes() == before


def test_file_that_cannot_be_read_leaves_the_draft_and_says_why(
    document: Document, draft: Text, bar: NoticeBar, tmp_path: Path
) -> None:
    draft.now = b"mine"
    assert not document.open(tmp_path / "missing.txt")
    assert "does not exist" in sentence(bar)
    assert draft.now == b"mine"


def test_unsaved_changes_are_asked_about_before_another_file_is_opened(
    document: Document, draft: Text, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    draft.now = b"mine"
    asked = answer(monkeypatch, "ask_save_changes", SaveChoice.CANCEL)
    assert not document.open(file)
    assert asked
    assert draft.now == b"mine"


def test_discarded_changes_give_way(
    document: Document, draft: Text, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    draft.now = b"mine"
    answer(monkeypatch, "ask_save_changes", SaveChoice.DISCARD)
    assert document.open(file)
    assert draft.now == file.read_bytes()


def test_draft_without_a_file_asks_where_to_save(
    document: Document, draft: Text, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "new.txt"
    answer(monkeypatch, "ask_save_path", target)
    draft.now = b"User-agent: *\n"
    assert document.save()
    assert target.read_bytes() == b"User-agent: *\n"
    assert (document.path, document.name) == (target, "new.txt")
    assert not draft.is_modified


def test_failed_save_keeps_the_text_and_offers_another_place(
    document: Document, draft: Text, bar: NoticeBar, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    draft.now = b"mine"
    answer(monkeypatch, "ask_save_path", tmp_path / "missing" / "robots.txt")
    assert not document.save()
    assert "could not be written" in sentence(bar)
    assert draft.is_modified


def test_file_changed_by_another_program_is_asked_about_before_it_is_replaced(
    document: Document, draft: Text, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    document.open(file)
    file.write_bytes(b"theirs, longer than before, to be told apart")
    draft.now = b"mine"
    asked = answer(monkeypatch, "ask_overwrite_changed", value=False)
    assert not document.save()
    assert asked
    assert file.read_bytes().startswith(b"theirs")


def test_change_on_disk_is_told_and_reload_takes_it(
    qtbot: QtBot, document: Document, draft: Text, bar: NoticeBar, file: Path
) -> None:
    document.open(file)
    draft.now = b"mine"
    file.write_bytes(b"theirs")
    qtbot.waitUntil(lambda: "changed on disk" in sentence(bar))
    assert draft.now == b"mine", "what is unsaved is not replaced unasked"
    bar.action_chosen.emit("1")
    assert draft.now == b"theirs"
    assert not draft.is_modified


def test_change_on_disk_is_compared_before_a_side_is_taken(
    qtbot: QtBot, document: Document, draft: Text, bar: NoticeBar, file: Path
) -> None:
    document.open(file)
    draft.now = b"mine"
    file.write_bytes(b"theirs")
    qtbot.waitUntil(lambda: "changed on disk" in sentence(bar))
    with qtbot.waitSignal(document.disk_comparison_requested) as asked:
        bar.action_chosen.emit("0")
    assert asked.args == [b"theirs"]
    assert "changed on disk" in sentence(bar), "it is still to be said what is to be done"
    assert draft.now == b"mine"
    assert document.saved != b"theirs"


def test_change_on_disk_is_followed_where_nothing_is_unsaved_and_can_be_taken_back(
    qtbot: QtBot, document: Document, draft: Text, bar: NoticeBar, file: Path
) -> None:
    document.open(file)
    before = draft.now
    file.write_bytes(b"theirs")
    qtbot.waitUntil(lambda: "was reloaded" in sentence(bar))
    assert (draft.now, draft.is_modified, document.saved) == (b"theirs", False, b"theirs")
    document.look_at_disk()
    assert "was reloaded" in sentence(bar), "coming back to the window does not take it away"
    bar.action_chosen.emit("0")
    assert (draft.now, draft.is_modified) == (before, True)
    assert file.read_bytes() == b"theirs"


def test_file_replaced_by_a_rename_is_noticed_and_watched_further(
    qtbot: QtBot, document: Document, draft: Text, file: Path, tmp_path: Path
) -> None:
    document.open(file)
    for body in (b"theirs", b"theirs again"):
        other = tmp_path / "other"
        other.write_bytes(body)
        with qtbot.waitSignal(document.title_changed):
            other.replace(file)
        assert draft.now == body


def test_change_of_equal_size_and_time_is_asked_about_before_it_is_replaced(
    document: Document, draft: Text, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    document.open(file)
    status = file.stat()
    theirs = file.read_bytes().replace(b"/", b"?")
    file.write_bytes(theirs)
    os.utime(file, ns=(status.st_atime_ns, status.st_mtime_ns))
    draft.now = b"mine"
    asked = answer(monkeypatch, "ask_overwrite_changed", value=False)
    assert not document.save()
    assert asked
    assert file.read_bytes() == theirs


def test_what_a_save_could_not_keep_is_told(document: Document, draft: Text, bar: NoticeBar, file: Path) -> None:
    file.with_name("other.txt").hardlink_to(file)
    document.open(file)
    draft.now = b"mine"
    assert document.save()
    assert sentence(bar).startswith("Saved. “robots.txt” was one of several names of a file")


def test_opening_removes_what_a_killed_save_left(document: Document, file: Path) -> None:
    leftover = file.with_name(".robots.txt.0123456789ab.tmp")
    leftover.write_bytes(b"part")
    document.open(file)
    assert not leftover.exists()


def test_unsaved_text_that_cannot_be_read_is_told_once_and_kept(
    document: Document, bar: NoticeBar, tmp_path: Path
) -> None:
    entry = tmp_path / "journal" / f"{'0' * 32}-draft.journal"
    entry.parent.mkdir(exist_ok=True)
    entry.write_bytes(b"damaged")
    document.recovery.offer()
    assert "could not be read. It is in" in sentence(bar)
    assert entry.with_name(f"{entry.name}.unreadable").read_bytes() == b"damaged"
    named(bar, QAbstractButton, "Close").click()
    document.recovery.offer()
    assert not sentence(bar)


def test_own_save_is_no_change_by_another_program(
    qtbot: QtBot, document: Document, draft: Text, bar: NoticeBar, file: Path
) -> None:
    document.open(file)
    draft.now = b"mine"
    document.save()
    with qtbot.assertNotEmitted(bar.action_chosen, wait=300):
        document.look_at_disk()
    assert not sentence(bar)


def test_file_that_is_gone_is_told_and_the_text_stays(
    qtbot: QtBot, document: Document, draft: Text, bar: NoticeBar, file: Path
) -> None:
    document.open(file)
    text = draft.now
    file.unlink()
    qtbot.waitUntil(lambda: "no longer on disk" in sentence(bar))
    assert draft.now == text


def test_file_that_is_gone_is_told_once(document: Document, bar: NoticeBar, file: Path) -> None:
    document.open(file)
    file.unlink()
    document.look_at_disk()
    named(bar, QAbstractButton, "Close").click()
    document.look_at_disk()
    assert not sentence(bar)
    file.write_bytes(b"back again, and longer than it was before")
    document.look_at_disk()
    assert "changed on disk and was reloaded" in sentence(bar)


def test_keeping_mine_makes_saving_ask_no_more(
    document: Document, draft: Text, bar: NoticeBar, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    document.open(file)
    file.write_bytes(b"theirs, and longer than it was before")
    draft.now = b"mine"
    document.look_at_disk()
    bar.action_chosen.emit("2")
    asked = answer(monkeypatch, "ask_overwrite_changed", value=False)
    assert document.save()
    assert not asked
    assert file.read_bytes() == b"mine"


def test_unsaved_text_survives_a_crash(qtbot: QtBot, draft: Text, bar: NoticeBar, file: Path, tmp_path: Path) -> None:
    crashed = Journal(tmp_path / "journal")
    document = document_of(draft, crashed, bar)
    document.open(file)
    draft.now = b"typed before the crash"
    document.text_changed()
    qtbot.waitUntil(lambda: any((tmp_path / "journal").glob("*.journal")), timeout=4000)
    document.deleteLater()
    crashed.close()
    bar = NoticeBar()
    qtbot.addWidget(bar)

    with Journal(tmp_path / "journal") as journal:
        draft.now = draft.saved = b""
        again = document_of(draft, journal, bar)
        again.recovery.offer()
        assert "robots.txt from " in sentence(bar)
        bar.action_chosen.emit("0")
        assert draft.now == b"typed before the crash"
        assert draft.is_modified
        assert again.path == file
        assert file.read_bytes() != draft.now
        again.close()


def test_saved_text_leaves_nothing_to_recover(
    qtbot: QtBot, document: Document, draft: Text, file: Path, tmp_path: Path
) -> None:
    document.open(file)
    draft.now = b"typed"
    document.text_changed()
    qtbot.waitUntil(lambda: any((tmp_path / "journal").glob("*.journal")), timeout=4000)
    document.save()
    assert not list((tmp_path / "journal").glob("*.journal"))


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="permissions of POSIX systems")
def test_saving_keeps_the_permissions(document: Document, draft: Text, file: Path) -> None:
    file.chmod(0o640)
    document.open(file)
    draft.now = b"mine"
    assert document.save()
    assert file.stat().st_mode & 0o777 == 0o640
