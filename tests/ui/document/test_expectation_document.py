"""The expectations beside a file: opened and saved with it, and never lost."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from robotstudio.draft.expectations import parse, path_beside
from robotstudio.engine.expectations import Expectation
from robotstudio.store.journal import Journal
from robotstudio.ui.document.documents import Document
from robotstudio.ui.document.expectation_document import ExpectationDocument
from robotstudio.ui.document.origins import Origin
from robotstudio.ui.shell.dialogs import SaveChoice
from robotstudio.ui.shell.notices import Notices
from robotstudio.ui.widgets.notice_bar import NoticeBar
from tests.ui.document.test_documents import Text, answer, sentence

KEPT = "# why\nallow  Googlebot  /help # ticket\nalow x /\n"
ADDED = Expectation(allowed=False, crawler="*", written="/admin/", url="/admin/")


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
def notices(bar: NoticeBar) -> Notices:
    return Notices(bar)


@pytest.fixture
def tests(journal: Journal, notices: Notices, bar: NoticeBar) -> ExpectationDocument:
    return ExpectationDocument(journal, notices, bar)


@pytest.fixture
def document(tests: ExpectationDocument, journal: Journal, notices: Notices, bar: NoticeBar) -> Iterator[Document]:
    document = Document(Text(), tests, journal, notices, bar)
    yield document
    document.close()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "robots.txt"
    path.write_bytes(b"User-agent: *\nDisallow: /\n")
    return path


@pytest.fixture
def beside(file: Path) -> Path:
    path = path_beside(file)
    path.write_text(KEPT, "utf-8")
    return path


def test_tests_are_opened_and_saved_with_the_file(
    document: Document, tests: ExpectationDocument, file: Path, beside: Path
) -> None:
    document.open(file)
    assert tests.file.text == KEPT
    tests.add([ADDED])
    assert document.is_modified
    assert document.save()
    assert beside.read_text("utf-8") == KEPT + "block  *  /admin/\n"
    assert not tests.is_modified


def test_file_without_tests_gets_none(document: Document, file: Path) -> None:
    document.open(file)
    assert document.save()
    assert not path_beside(file).exists()


def test_tests_that_were_not_changed_are_not_written(document: Document, file: Path, beside: Path) -> None:
    document.open(file)
    beside.write_text("# of another program\n", "utf-8")
    assert document.save()
    assert beside.read_text("utf-8") == "# of another program\n"


def test_draft_without_a_file_keeps_its_tests_until_it_is_saved(
    document: Document, tests: ExpectationDocument, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    document.load(b"User-agent: *\n", Origin.of_template())
    tests.add([ADDED])
    answer(monkeypatch, "ask_save_path", tmp_path / "new.txt")
    assert document.save()
    assert (tmp_path / "new.txt.expect").read_text("utf-8") == "block  *  /admin/\n"


def test_save_as_writes_both(
    document: Document, tests: ExpectationDocument, file: Path, beside: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    document.open(file)
    answer(monkeypatch, "ask_save_path", file.with_name("other.txt"))
    assert document.save_as()
    assert beside.with_name("other.txt.expect").read_text("utf-8") == KEPT
    assert tests.name == "other.txt.expect"
    assert beside.read_text("utf-8") == KEPT


@pytest.mark.parametrize("may", [False, True])
def test_tests_of_others_are_replaced_only_if_the_person_says_so(
    document: Document, tests: ExpectationDocument, file: Path, beside: Path, monkeypatch: pytest.MonkeyPatch, may: bool
) -> None:
    document.open(file)
    other = beside.with_name("other.txt.expect")
    other.write_text("allow x /mine\n", "utf-8")
    answer(monkeypatch, "ask_save_path", file.with_name("other.txt"))
    asked = answer(monkeypatch, "ask_overwrite_changed", may)
    assert document.save_as() is may
    assert len(asked) == 1
    assert other.read_text("utf-8") == (KEPT if may else "allow x /mine\n")
    assert tests.is_modified is not may


def test_who_has_no_tests_takes_those_beside_the_new_file(
    document: Document, tests: ExpectationDocument, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    document.open(file)
    file.with_name("other.txt.expect").write_text("allow x /mine\n", "utf-8")
    answer(monkeypatch, "ask_save_path", file.with_name("other.txt"))
    assert document.save_as()
    assert tests.file.text == "allow x /mine\n"


@pytest.mark.parametrize(
    ("choice", "goes"), [(SaveChoice.CANCEL, False), (SaveChoice.DISCARD, True), (SaveChoice.SAVE, True)]
)
def test_unsaved_tests_are_asked_about(
    document: Document,
    tests: ExpectationDocument,
    file: Path,
    monkeypatch: pytest.MonkeyPatch,
    choice: SaveChoice,
    goes: bool,
) -> None:
    document.open(file)
    tests.add([ADDED])
    answer(monkeypatch, "ask_save_changes", choice)
    assert document.new() is goes
    assert path_beside(file).exists() is (choice is SaveChoice.SAVE)
    assert bool(tests.file.text) is not goes


def test_change_by_another_program_is_offered_and_can_be_taken(
    document: Document, tests: ExpectationDocument, bar: NoticeBar, file: Path, beside: Path
) -> None:
    document.open(file)
    beside.write_text("allow x /theirs\n", "utf-8")
    tests.look_at_disk()
    assert "robots.txt.expect changed on disk" in sentence(bar)
    bar.action_chosen.emit("0")
    assert tests.file.text == "allow x /theirs\n"
    assert not tests.is_modified
    tests.undo()
    assert tests.file.text == KEPT


def test_change_by_another_program_is_not_overwritten_unasked(
    document: Document, tests: ExpectationDocument, file: Path, beside: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    document.open(file)
    tests.add([ADDED])
    beside.write_text("allow x /theirs\n", "utf-8")
    asked = answer(monkeypatch, "ask_overwrite_changed", value=False)
    assert not document.save()
    assert len(asked) == 1
    assert beside.read_text("utf-8") == "allow x /theirs\n"
    assert tests.is_modified


def test_own_tests_that_are_kept_replace_the_others_without_a_second_question(
    document: Document, tests: ExpectationDocument, bar: NoticeBar, file: Path, beside: Path
) -> None:
    document.open(file)
    beside.write_text("allow x /theirs\n", "utf-8")
    tests.look_at_disk()
    bar.action_chosen.emit("1")
    assert tests.is_modified
    assert document.save()
    assert beside.read_text("utf-8") == KEPT


def test_tests_that_went_from_disk_are_written_again(
    document: Document, tests: ExpectationDocument, bar: NoticeBar, file: Path, beside: Path
) -> None:
    document.open(file)
    beside.unlink()
    tests.look_at_disk()
    assert "no longer on disk" in sentence(bar)
    assert document.save()
    assert beside.read_text("utf-8") == KEPT


def test_file_that_appears_is_taken_where_there_are_no_tests(
    qtbot: QtBot, document: Document, tests: ExpectationDocument, file: Path
) -> None:
    document.open(file)
    with qtbot.waitSignal(tests.changed):
        path_beside(file).write_text(KEPT, "utf-8")
    qtbot.waitUntil(lambda: tests.file.text == KEPT)
    assert not tests.is_modified


def test_file_that_cannot_be_read_is_told_and_not_overwritten_unasked(
    document: Document, tests: ExpectationDocument, bar: NoticeBar, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path_beside(file).mkdir()
    document.open(file)
    assert "robots.txt.expect" in sentence(bar)
    tests.add([ADDED])
    asked = answer(monkeypatch, "ask_overwrite_changed", value=False)
    assert not document.save()
    assert len(asked) == 1


def test_undo_takes_changes_back_one_by_one(tests: ExpectationDocument) -> None:
    tests.add([ADDED])
    tests.change(parse("# other\n"))
    tests.change(parse("# other\n"))
    tests.undo()
    assert tests.file.text == "block  *  /admin/\n"
    tests.undo()
    tests.undo()
    assert tests.file.text == ""
    tests.close()


@pytest.mark.parametrize("with_text", [True, False])
def test_unsaved_tests_survive_a_crash(qtbot: QtBot, tmp_path: Path, file: Path, beside: Path, with_text: bool) -> None:
    bars = [NoticeBar(), NoticeBar()]
    for bar in bars:
        qtbot.addWidget(bar)
    with Journal(tmp_path / "journal") as crashed:
        draft = Text()
        notices = Notices(bars[0])
        tests = ExpectationDocument(crashed, notices, bars[0])
        document = Document(draft, tests, crashed, notices, bars[0])
        document.open(file)
        tests.add([ADDED])
        if with_text:
            draft.now = b"typed"
            document.text_changed()
        qtbot.waitUntil(lambda: len(list((tmp_path / "journal").glob("*.journal"))) == 1 + with_text, timeout=4000)
    with Journal(tmp_path / "journal") as journal:
        bar, draft = bars[1], Text()
        notices = Notices(bar)
        tests = ExpectationDocument(journal, notices, bar)
        document = Document(draft, tests, journal, notices, bar)
        document.recovery.offer()
        assert ("Unsaved text" if with_text else "Unsaved tests") in sentence(bar)
        bar.action_chosen.emit("0")
        assert document.path == file
        assert draft.now == (b"typed" if with_text else file.read_bytes())
        assert tests.file.text == KEPT + "block  *  /admin/\n"
        assert tests.is_modified
        assert beside.read_text("utf-8") == KEPT
        document.close()
        assert not list((tmp_path / "journal").glob("*.journal"))
