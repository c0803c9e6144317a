"""How long a change of the theme takes in a window whose every tab was looked at; prints JSON, in milliseconds."""

import json
import sys
from pathlib import Path
from time import perf_counter, process_time

from PySide6.QtTest import QTest

from robotstudio.io.places import Places
from robotstudio.io.templates import example, templates
from robotstudio.ui.app import make_application
from robotstudio.ui.interpreter import Interpreter
from robotstudio.ui.studio import Studio
from robotstudio.ui.theme.theme import Mode, Theme

_TABS = ("fetch", "summary", "problems", "tests", "site", "history", "rules", "simulation")
_SETTLE_MS = 200


def main(path: Path, switches: int) -> None:
    """Open the file, look at each tab, and go to and fro between light and dark."""
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
        QTest.qWait(_SETTLE_MS)
    measured: dict[str, list[float]] = {"clock": [], "processor": []}
    for _ in range(switches):
        start, busy = perf_counter(), process_time()
        theme.set_mode(Mode.LIGHT if theme.dark else Mode.DARK)
        application.processEvents()
        measured["clock"].append((perf_counter() - start) * 1000)
        measured["processor"].append((process_time() - busy) * 1000)
    studio.close()
    interpreter.stop()
    print(json.dumps(measured))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
