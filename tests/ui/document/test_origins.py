"""Wherever a text comes from, saving writes to the file that it was read from, or asks; never to another one."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import robotstudio.ui
from robotstudio.fetch.evidence import Failure, FailureKind, FetchOutcome, nothing_fetched
from robotstudio.store.files import read_stamped
from robotstudio.store.journal import Journal
from robotstudio.ui.document.documents import Document
from robotstudio.ui.document.origins import Origin, OriginKind
from robotstudio.ui.editor.pane import EditorPane
from robotstudio.ui.shell import dialogs
from robotstudio.ui.shell.dialogs import SaveChoice
from robotstudio.ui.widgets.notice_bar import NoticeBar
from tests.modules import modules_with
from tests.ui.document.test_documents import document_of

FILES = ("a.txt", "b.txt")
LOADED = b"User-agent: loaded\nDisallow: /\n"


def origin_of(source: OriginKind, folder: Path) -> Origin:
    """Return an origin of each kind, as the window makes them."""
    match source:
        case OriginKind.FILE:
            return Origin.of_file(folder / FILES[0], read_stamped(folder / FILES[0])[1])
        case OriginKind.SITE:
            evidence = nothing_fetched(
                "https://shop.test/robots.txt",
                FetchOutcome.SUCCESS,
                Failure(FailureKind.READ_TIMEOUT),
                datetime.now(UTC),
            )
            return Origin.of_site(evidence)
        case OriginKind.TEMPLATE:
            return Origin.of_template()
        case OriginKind.EXAMPLE:
            return Origin.of_example()
    return Origin(source)


@dataclass
class Desk:
    """A document with a real editor, two files on disk, and a person who answers."""

    document: Document
    editor: EditorPane
    folder: Path
    choice: SaveChoice = SaveChoice.DISCARD
    place: Path | None = None
    asked: list[str] = field(default_factory=list)

    def contents(self) -> dict[str, bytes]:
        """Return the content of each file."""
        return {name: (self.folder / name).read_bytes() for name in FILES}


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    editor, bar = EditorPane(), NoticeBar()
    with Journal(tmp_path / "journal") as journal:
        document = document_of(editor, journal, bar)
        desk = Desk(document, editor, tmp_path)

        def ask_save_changes(*_: object) -> SaveChoice:
            desk.asked.append("changes")
            return desk.choice

        def ask_save_path(*_: object) -> Path | None:
            desk.asked.append("path")
            return desk.place

        monkeypatch.setattr(dialogs, "ask_save_changes", ask_save_changes)
        monkeypatch.setattr(dialogs, "ask_save_path", ask_save_path)
        monkeypatch.setattr(dialogs, "ask_overwrite_changed", lambda *_: False)
        for name in FILES:
            (tmp_path / name).write_bytes(f"# {name}\n".encode())
        yield desk
        document.close()
    bar.deleteLater()
    editor.deleteLater()


@pytest.mark.parametrize("source", OriginKind)
@pytest.mark.parametrize("is_edited", [False, True])
def test_saving_after_a_file_was_open_writes_to_no_file_that_the_text_is_not_of(
    desk: Desk, source: OriginKind, is_edited: bool
) -> None:
    assert desk.document.open(desk.folder / FILES[1])
    before = desk.contents()
    assert desk.document.load(LOADED, origin_of(source, desk.folder))
    assert desk.editor.body() == LOADED
    if is_edited:
        desk.editor.replace_body(LOADED + b"# more\n")
    saved = desk.document.save()
    assert desk.contents()[FILES[1]] == before[FILES[1]]
    assert saved is (source is OriginKind.FILE)
    assert ("path" in desk.asked) is (source is not OriginKind.FILE)


@pytest.mark.parametrize("source", OriginKind)
def test_undo_never_leads_back_into_another_document(desk: Desk, source: OriginKind) -> None:
    desk.document.open(desk.folder / FILES[1])
    desk.editor.replace_body(b"edited")
    desk.document.load(LOADED, origin_of(source, desk.folder))
    desk.editor.undo()
    assert desk.editor.body() == LOADED


@pytest.mark.parametrize("source", OriginKind)
def test_what_is_nowhere_else_is_asked_about_before_it_goes(desk: Desk, source: OriginKind) -> None:
    desk.document.load(LOADED, origin_of(source, desk.folder))
    desk.choice = SaveChoice.CANCEL
    is_kept = source in {OriginKind.HISTORY, OriginKind.CRASH}
    assert desk.document.new() is not is_kept
    assert desk.asked == ["changes"] * is_kept
    assert desk.document.is_modified is is_kept


def test_edit_that_was_taken_back_leaves_a_restored_text_unsaved(desk: Desk) -> None:
    desk.document.load(LOADED, origin_of(OriginKind.CRASH, desk.folder))
    desk.editor.replace_body(b"edited")
    desk.editor.undo()
    assert desk.document.is_modified
    desk.place = desk.folder / "mine.txt"
    assert desk.document.save()
    assert not desk.document.is_modified


def test_fetched_text_is_unsaved_only_while_it_is_edited(desk: Desk) -> None:
    desk.document.load(LOADED, origin_of(OriginKind.SITE, desk.folder))
    found = [desk.document.is_modified]
    desk.editor.replace_body(b"edited")
    found.append(desk.document.is_modified)
    desk.editor.undo()
    found.append(desk.document.is_modified)
    assert found == [False, True, False]


@pytest.mark.parametrize(
    ("source", "name"),
    [
        (OriginKind.NEW, "robots.txt"),
        (OriginKind.FILE, "a.txt"),
        (OriginKind.SITE, "robots.txt from shop.test"),
        (OriginKind.TEMPLATE, "robots.txt"),
        (OriginKind.EXAMPLE, "robots.txt of the example"),
    ],
)
def test_title_says_whose_it_is(desk: Desk, source: OriginKind, name: str) -> None:
    desk.document.load(LOADED, origin_of(source, desk.folder))
    assert desk.document.name == name


@pytest.mark.parametrize("source", OriginKind)
def test_only_a_file_has_a_place(source: OriginKind, tmp_path: Path) -> None:
    path = tmp_path / "robots.txt" if source is not OriginKind.FILE else None
    with pytest.raises(ValueError, match="only what was read from a file"):
        Origin(source, path=path)


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("open"), st.sampled_from(FILES)),
        st.tuples(st.just("load"), st.sampled_from(OriginKind)),
        st.tuples(st.just("save"), st.sampled_from([None, *FILES])),
        st.tuples(st.just("edit"), st.integers(0, 9)),
        st.tuples(st.just("undo"), st.none()),
        st.tuples(st.just("answer"), st.sampled_from(SaveChoice)),
        st.tuples(st.just("outside"), st.sampled_from(FILES)),
        st.tuples(st.just("reload"), st.none()),
    ),
    max_size=15,
)


@given(steps=STEPS)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_order_of_steps_writes_to_a_file_that_was_neither_read_nor_chosen(
    desk: Desk, steps: list[tuple[str, object]]
) -> None:
    desk.choice, desk.place = SaveChoice.DISCARD, None
    desk.document.new()
    for number, (step, what) in enumerate(steps):
        before, origin, desk.asked = desk.contents(), desk.document.origin, []
        match step, what:
            case "open", str(name):
                desk.document.open(desk.folder / name)
            case "load", OriginKind() as source:
                desk.document.load(LOADED, origin_of(source, desk.folder))
            case "save", _:
                desk.place = desk.folder / what if isinstance(what, str) else None
                desk.document.save()
            case "edit", _:
                desk.editor.replace_body(f"# edit {number}\n".encode())
            case "undo", _:
                desk.editor.undo()
            case "answer", SaveChoice() as choice:
                desk.choice = choice
            case "outside", str(name):
                (desk.folder / name).write_bytes(f"# outside {number}\n".encode())
                continue
            case _:
                desk.document.reload()
        changed = {name for name, content in desk.contents().items() if content != before[name]}
        allowed = {origin.path.name} if origin.path else set()
        if "path" in desk.asked and desk.place:
            allowed.add(desk.place.name)
        assert changed <= allowed


def test_every_text_comes_in_through_the_document() -> None:
    """Code that sets a whole text in the editor directly would keep the file of another one."""
    root = Path(robotstudio.ui.__file__).parent
    callers = {
        (path.relative_to(root).as_posix(), node.func.attr)
        for path, module in modules_with(root, "set_body", "replace_body")
        for node in ast.walk(module)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in {"set_body", "replace_body"}
        and not path.is_relative_to(root / "editor")
    }
    assert callers == {
        ("document/documents.py", "set_body"),
        ("document/documents.py", "replace_body"),
        ("app/first_window.py", "set_body"),  # drawn before there is a document, which opens the file again
    }
