"""All state of one document: how to set each piece to something with a word in it, and how to read it."""

from collections.abc import Callable, Iterator
from pathlib import Path

from msgspec.structs import replace
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QLineEdit, QWidget

from robotstudio.draft.analysis import Cell
from robotstudio.draft.expectations import parse_bytes
from robotstudio.fetch.http_scenario import HttpScenario
from robotstudio.ui.app.studio import Studio
from robotstudio.ui.editor.bars import FindBar
from robotstudio.ui.editor.robots_edit import RobotsEdit
from robotstudio.ui.panels.welcome.recent import RecentLists
from robotstudio.ui.shell.document_bar import DocumentBar
from robotstudio.ui.widgets.search import SearchField
from robotstudio.urls.urls import parse_list
from tests.ui.panels.fetch.evidences import SUCCESS
from tests.ui.parts import part_of
from tests.ui.studios import settle, type_text


def _set_file(studio: Studio, word: str, folder: Path) -> None:
    path = folder / word / "robots.txt"
    path.parent.mkdir(exist_ok=True)
    lines = "".join(f"Disallow: /{word}/{number}\n" for number in range(200))
    path.write_text(f"# {word}\nUser-agent: *\n{lines}")
    studio.document.open(path)


def _set_text(studio: Studio, word: str, _folder: Path) -> None:
    studio.editor.setFocus()
    type_text(f"# typed {word}\n")


def _set_place(studio: Studio, word: str, _folder: Path) -> None:
    studio.editor.place_caret(40 + len(word), 3)
    part_of(studio.editor, RobotsEdit).verticalScrollBar().setValue(30 + len(word))


def _place(studio: Studio) -> object:
    edit = part_of(studio.editor, RobotsEdit)
    return edit.textCursor().position(), edit.verticalScrollBar().value()


def _set_urls(studio: Studio, word: str, _folder: Path) -> None:
    studio.session.set_urls(parse_list(f"/{word}/1\n/{word}/none\n").urls)


def _set_cell(studio: Studio, word: str, _folder: Path) -> None:
    settle(studio)
    studio.session.select(Cell(f"/{word}/1", "Googlebot"))


def _set_crawlers(studio: Studio, word: str, _folder: Path) -> None:
    studio.own_crawlers.take_tokens(("Googlebot", f"{word}Bot"))


def _set_scenario(studio: Studio, word: str, _folder: Path) -> None:
    studio.session.set_scenario(HttpScenario("404" if len(word) % 2 else "200"), is_own_choice=True)


def _set_site(studio: Studio, word: str, _folder: Path) -> None:
    studio.site.sources.set_base(f"https://{word}.example.com")


def _set_fetched(studio: Studio, word: str, _folder: Path) -> None:
    asked = f"https://{word}.example.com/robots.txt"
    studio.window.top_bar.set_address(asked)
    body = f"User-agent: *\nDisallow: /fetched/{word}\n".encode()
    studio.fetcher.finished.emit(replace(SUCCESS, requested=asked, final_url=asked, body=body, hops=()))


def _set_baseline(studio: Studio, word: str, folder: Path) -> None:
    path = folder / f"{word}.before.txt"
    path.write_text(f"# before {word}\n")
    studio.changes.compare_with_file(path)


def _set_tests(studio: Studio, word: str, _folder: Path) -> None:
    studio.tests.change(parse_bytes(f"Googlebot blocked /{word}/1\n".encode()))


def _set_find(studio: Studio, word: str, _folder: Path) -> None:
    studio.editor.open_find()
    type_text(word)


def _set_filter(studio: Studio, word: str, _folder: Path) -> None:
    part_of(studio.simulation, SearchField).setText(word)


def _set_notice(studio: Studio, word: str, _folder: Path) -> None:
    studio.page.notices.show_notice("word", f"A notice about {word}.", [("Yes", studio.show_example)])


def _set_message(studio: Studio, word: str, _folder: Path) -> None:
    studio.page.status_bar.show_message(f"A message about {word}.")


def _set_tab(studio: Studio, word: str, _folder: Path) -> None:
    studio.page.show_tab("fetch" if len(word) % 2 else "site")


Setter = Callable[[Studio, str, Path], None]
PIECES: dict[str, tuple[Setter, Callable[[Studio], object]]] = {
    "file": (_set_file, lambda studio: (studio.document.path, studio.document.saved)),
    "text": (_set_text, lambda studio: (studio.editor.body(), studio.editor.is_modified)),
    "urls": (_set_urls, lambda studio: [url.written for url in studio.session.urls]),
    "crawlers": (_set_crawlers, lambda studio: [crawler.token for crawler in studio.session.crawlers]),
    "fetched": (_set_fetched, lambda studio: (studio.fetch.panel.evidence, studio.page.top_bar.address.text())),
    "site": (_set_site, lambda studio: studio.session.robots_url),
    "baseline": (_set_baseline, lambda studio: studio.changes.baselines.current),
    "tests": (_set_tests, lambda studio: studio.tests.file.text),
    "find": (_set_find, lambda studio: part_of(part_of(studio.editor, FindBar), QLineEdit).text()),
    "filter": (_set_filter, lambda studio: part_of(studio.simulation, SearchField).text()),
    "cell": (_set_cell, lambda studio: (studio.session.selected, studio.session.reader)),
    "scenario": (_set_scenario, lambda studio: (studio.session.scenario, studio.session.is_own_choice)),
    "notice": (_set_notice, lambda studio: studio.page.notices.bar.accessibleName()),
    "message": (_set_message, lambda _: None),  # it hides by itself after a while
    "tab": (_set_tab, lambda studio: studio.page.current_tab),
    "place": (_set_place, _place),
    "title": (lambda *_: None, lambda studio: (studio.page.windowTitle(), studio.page.isWindowModified())),
    "verdicts": (lambda *_: None, lambda studio: (studio.session.analysis, studio.session.revision)),
}


def fill(studio: Studio, word: str, folder: Path) -> dict[str, object]:
    for setter, _ in PIECES.values():
        setter(studio, word, folder)
    settle(studio)
    return pieces(studio)


def pieces(studio: Studio) -> dict[str, object]:
    return {name: read(studio) for name, (_, read) in PIECES.items()}


def said(window: QWidget) -> Iterator[str]:
    """Return all accessible texts of a window, except the names of open documents and of recent files."""
    waiting = [QAccessible.queryAccessibleInterface(window)]
    while waiting:
        part = waiting.pop()
        thing = part.object()
        if part.state().invisible or isinstance(thing, DocumentBar | RecentLists):
            continue
        kinds = (QAccessible.Text.Name, QAccessible.Text.Value, QAccessible.Text.Description)
        yield from (text for text in map(part.text, kinds) if text)
        if isinstance(thing, QWidget):
            yield from (thing.toolTip(), thing.windowTitle())
        text = part.textInterface()
        if text is not None:
            yield text.text(0, text.characterCount())
        waiting += [child for child in map(part.child, range(part.childCount())) if _is_there(child)]


def _is_there(part: QAccessibleInterface | None) -> bool:
    return part is not None and part.isValid()
