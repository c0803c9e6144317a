"""Files that the window writes between start and end contain no password of an address, however it was entered."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from robotstudio.ui.shell import dialogs
from robotstudio.ui.shell.dialogs import SaveChoice
from robotstudio.urls.export import FORMATS
from robotstudio.urls.urls import parse_list
from tests.fetch.server import response, serve
from tests.store.test_userinfo import SECRET, WRITTEN
from tests.ui.studios import Studios, act, press, settle, type_text


def written(home: Path) -> dict[str, bytes]:
    """Return all that was written in a directory."""
    return {str(path): path.read_bytes() for path in home.rglob("*") if path.is_file()}


def test_nothing_that_is_written_holds_a_password(
    qtbot: QtBot, studios: Studios, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dialogs, "ask_save_changes", lambda *_: SaveChoice.DISCARD)
    home = studios.places.state.parent
    robots, log, tests = tmp_path / "robots.txt", tmp_path / "access.log", tmp_path / "robots.txt.expect"
    robots.write_bytes(b"User-agent: *\nDisallow: /p\n")
    log.write_text(f'1.2.3.4 - - [01/Jan/2025:00:00:00 +0000] "GET {WRITTEN[0]} HTTP/1.1" 200 1 "-" "x"\n', "utf-8")
    tests.write_text(f"allow Googlebot {WRITTEN[0]}\n", "utf-8")
    studio = studios.start()
    studio.open(robots)
    studio.urls.add(parse_list("\n".join(WRITTEN)))
    studio.site.sources.add_files([log])
    settle(studio)
    assert len(studio.session.urls) > 3
    studio.tests.change(studio.tests.file.without())
    studio.editor.replace_body(b"User-agent: *\nDisallow: /q\n")
    studio.tests.add(expectation for _, expectation in studio.tests.file.expectations)
    answer = response(200, b"User-agent: *\n", f"Location: https://joe:{SECRET}@a.example/")
    with serve(answer) as server, qtbot.waitSignal(studio.fetcher.finished, timeout=10_000):
        act(studio, "fetch.address")
        type_text(f"http://joe:{SECRET}@{server.host}/")
        press(Qt.Key.Key_Return)
    assert SECRET not in studio.window.top_bar.address.text()
    studio.document._file.keep()
    studio.tests._file.keep()
    for format_id, row in FORMATS.items():
        path = home / f"verdicts{row.suffix}"
        studio.simulation.export(path, format_id)
        qtbot.waitUntil(path.exists, timeout=10_000)
    studio.tabs.begin()
    qtbot.waitUntil(lambda: any(studios.places.journal.glob("*-tabs.journal")))
    assert list(studios.places.journal.glob("*.journal"))
    before = written(home)
    studios.end(studio)
    found = before | written(home)
    assert {Path(name).name for name in found} >= {"state.json", "history.sqlite"}
    assert [name for name, content in found.items() if SECRET.encode() in content] == []


def test_password_that_an_older_version_kept_goes_with_the_first_run(studios: Studios) -> None:
    state = studios.places.state
    state.parent.mkdir(parents=True)
    state.write_text(f'{{"version": 1, "urls": ["http://joe:{SECRET}@example.com/p"]}}', "utf-8")
    state.chmod(0o644)
    studio = studios.start()
    assert [url.written for url in studio.session.urls] == ["http://example.com/p"]
    studios.end(studio)
    assert SECRET not in state.read_text("utf-8")
