"""The program as a person meets it: started with a file, used with keys and mouse, closed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from robotstudio.project.state import State, StateStore
from robotstudio.store.places import HOME_VARIABLE, Places
from robotstudio.ui.theme.tokens import LIGHT
from tests.e2e.program import PROGRAM
from tests.e2e.screen import PATIENCE, Area, Screen, missing_programs, virtual_screen, wait_for

ROOT = Path(__file__).parents[2]
ROW_OF_CELLS = 30
EDITOR, VERDICTS = Area(70, 110, 420, 860), Area(520, 150, 1440, 560)

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="a virtual screen is a matter of X11"),
    pytest.mark.skipif(bool(missing_programs()), reason=f"not installed: {' '.join(missing_programs())}"),
]


def start(screen: Screen, file: Path, home: Path, log: Path) -> "subprocess.Popen[bytes]":
    """Start the program on that screen, with test URLs and a crawler from an earlier day."""
    state = State(urls=("/", "/about", "/news", "/secret/plan"), crawlers=("Googlebot",), theme="light")
    StateStore(Places.under(home).state).save(state)
    environment = {name: value for name, value in os.environ.items() if name != "WAYLAND_DISPLAY"}
    environment |= {"DISPLAY": screen.display, "QT_QPA_PLATFORM": "xcb", HOME_VARIABLE: str(home)}
    with log.open("wb") as output:
        return subprocess.Popen([*PROGRAM, str(file)], cwd=ROOT, env=environment, stdout=output, stderr=output)


def test_rule_is_typed_seen_found_and_saved(tmp_path: Path) -> None:
    file, log = tmp_path / "robots.txt", tmp_path / "program.log"
    file.write_bytes(b"\xef\xbb\xbfUser-agent: *\r\nAllow: /\r\n")
    with virtual_screen(tmp_path) as screen, start(screen, file, tmp_path / "home", log) as program:
        try:
            window = wait_for("the window", lambda: screen.window("robotstudio"), program)
            wait_for("its colours", lambda: screen.find_color(LIGHT.syntax.allow, EDITOR), program)
            screen.do("windowfocus", "--sync", window)  # no window manager does it here

            screen.click(300, 500)
            screen.press("ctrl+End")
            screen.type_text("Disallow: /secret")
            blocked = wait_for(  # half a path blocks more: the program may be slower than the keys
                "one blocked cell", lambda: screen.find_color(LIGHT.blocked_tint, VERDICTS, ROW_OF_CELLS), program
            )

            assert screen.find_color(LIGHT.blocked_tint, EDITOR) is None
            screen.click(*blocked)
            wait_for(
                "the mark of the line that decides it", lambda: screen.find_color(LIGHT.blocked_tint, EDITOR), program
            )

            screen.press("Return")  # from the cell to its rule
            screen.type_text("# decides")
            screen.press("Return")
            screen.press("ctrl+s")
            expected = b"\xef\xbb\xbfUser-agent: *\r\nAllow: /\r\n# decides\r\nDisallow: /secret"
            wait_for("the saved file", lambda: file.read_bytes() == expected, program)

            screen.press("ctrl+q")
            assert program.wait(timeout=PATIENCE) == 0
        finally:
            program.kill()
            print(log.read_text("utf-8", "replace"))
    assert "Traceback" not in log.read_text("utf-8", "replace")


def test_nothing_that_is_typed_while_the_window_is_made_is_lost(tmp_path: Path) -> None:
    file, log = tmp_path / "robots.txt", tmp_path / "program.log"
    file.write_bytes(b"User-agent: *\nAllow: /\n")
    with virtual_screen(tmp_path) as screen, start(screen, file, tmp_path / "home", log) as program:
        try:
            window = wait_for("the window", lambda: screen.window("robotstudio"), program)
            screen.do("windowfocus", "--sync", window)
            screen.type_text("# typed at once")
            screen.press("Return")
            screen.press("ctrl+s")
            expected = b"# typed at once\nUser-agent: *\nAllow: /\n"
            wait_for("the saved file", lambda: file.read_bytes() == expected, program)
            screen.press("ctrl+q")
            assert program.wait(timeout=PATIENCE) == 0
        finally:
            program.kill()
            print(log.read_text("utf-8", "replace"))
    assert "Traceback" not in log.read_text("utf-8", "replace")
