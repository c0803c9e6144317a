"""Surveys a folder in the real window, and measures waiting times and stalls; a program of its own.

`main`, with FOLDER FILE behind the name of the program, opens a draft and the window of surveys, chooses the folder
there, which takes a second, and prints JSON: `seconds` by the clock from the choice until the first figure
is painted, `worked` the seconds of processor time that the window and its processes took until then, and `stall` the
longest time without an answer, as `benchmarks.crawl_probe` has it.
"""

import json
import os
import sys
from pathlib import Path
from time import perf_counter
from unittest.mock import patch

from PySide6.QtTest import QTest

from benchmarks.crawl_probe import Pulse
from benchmarks.real_window import open_draft, real_window
from robotstudio.ui.app.app import make_application
from robotstudio.ui.app.studio import Studio
from robotstudio.ui.shell import dialogs

_LOOK_MS, _CHOICE_MS, _TURN_MS = 1_000, 1_000, 20


def survey(studio: Studio, folder: Path) -> dict[str, object]:
    """Survey a folder as a person does, and measure."""
    surveys = studio.survey
    surveys.open_window()
    QTest.qWait(_LOOK_MS)
    pulse = Pulse(studio)
    start, before = 0.0, _worked()

    def choose(_parent: object) -> Path:
        nonlocal start
        QTest.qWait(_CHOICE_MS)
        start = perf_counter()
        return folder

    with patch.object(dialogs, "ask_survey_folder", choose):
        surveys.panel.folder_button.click()
    while surveys.panel.chart.drawing is None:  # and does not turn by itself: two processes are at work
        QTest.qWait(_TURN_MS)
    surveys.panel.chart.repaint()
    return {"seconds": perf_counter() - start, "worked": _worked() - before, "stall": pulse.take()}


def _worked() -> float:
    """Seconds of processor time of this process, and of those that it started and that have ended."""
    return sum(os.times()[:4])


def main() -> int:
    """Measure one survey."""
    folder, file = map(Path, sys.argv[1:])
    with real_window(make_application()) as studio:
        open_draft(studio, file)
        print(json.dumps(survey(studio, folder)))
    return 0
