"""Measure a change of theme or language in a window whose every tab was opened; print JSON, in ms."""

import json
import sys
from itertools import cycle
from pathlib import Path
from time import perf_counter, process_time

from PySide6.QtTest import QTest

from benchmarks.real_window import real_window
from benchmarks.typing_probe import long_pause_ms
from robotstudio.ui.app.app import make_application
from robotstudio.ui.theme.theme import Mode

_TABS = ("fetch", "changes", "site", "simulation")
_SETTLE_MS = 200
_SWITCHES = {
    "theme": ("theme.dark", "theme.light"),
    "language": ("language.ru", "language.es", "language.en"),
}


def main(kind: str, path: Path, switches: int) -> None:
    """Open the file, look at each tab, and go to and fro between light and dark, or between the languages."""
    application = make_application()
    measured: dict[str, list[float]] = {"clock": [], "processor": []}
    with real_window(application, Mode.LIGHT) as studio:
        studio.window.show()
        studio.show_example()
        studio.open(path)
        for tab in _TABS:
            studio.window.show_tab(tab)
            QTest.qWait(min(_SETTLE_MS, long_pause_ms(switches)))
        actions, session = studio.window.actions_by_id, studio.session
        for _, action in zip(range(switches), cycle(actions[each] for each in _SWITCHES[kind]), strict=False):
            start, busy = perf_counter(), process_time()
            action.trigger()
            application.processEvents()
            while not session.is_settled:
                application.processEvents()
            measured["clock"].append((perf_counter() - start) * 1000)
            measured["processor"].append((process_time() - busy) * 1000)
    print(json.dumps(measured))


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]))
