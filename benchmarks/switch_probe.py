"""How long another theme or another language takes in a window whose every tab was looked at; prints JSON, in ms."""

import json
import sys
from itertools import cycle
from pathlib import Path
from time import perf_counter, process_time

from PySide6.QtTest import QTest

from benchmarks.typing_probe import long_pause_ms
from robotstudio.io.places import Places
from robotstudio.io.templates import example, templates
from robotstudio.ui.app import make_application
from robotstudio.ui.interpreter import Interpreter
from robotstudio.ui.studio import Studio
from robotstudio.ui.theme.theme import Mode, Theme

_TABS = ("fetch", "summary", "problems", "tests", "site", "history", "rules", "simulation")
_SETTLE_MS = 200
_SWITCHES = {
    "theme": ("theme.dark", "theme.light"),
    "language": ("language.ru", "language.es", "language.en"),
}


def main(kind: str, path: Path, switches: int) -> None:
    """Open the file, look at each tab, and go to and fro between light and dark, or between the languages."""
    application = make_application()
    interpreter = Interpreter(application)
    theme = Theme(Mode.LIGHT, parent=application)
    theme.install(application)
    studio = Studio(theme, Places.default(), templates(), example())
    studio.window.show()
    studio.show_example()
    studio.open(path)
    for tab in _TABS:
        studio.window.actions_by_id[f"view.{tab}"].trigger()
        QTest.qWait(min(_SETTLE_MS, long_pause_ms(switches)))
    measured: dict[str, list[float]] = {"clock": [], "processor": []}
    actions, session = studio.window.actions_by_id, studio.session
    for _, action in zip(range(switches), cycle(actions[each] for each in _SWITCHES[kind]), strict=False):
        start, busy = perf_counter(), process_time()
        action.trigger()
        application.processEvents()
        while not session.is_told:
            application.processEvents()
        measured["clock"].append((perf_counter() - start) * 1000)
        measured["processor"].append((process_time() - busy) * 1000)
    studio.close()
    interpreter.stop()
    print(json.dumps(measured))


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]))
