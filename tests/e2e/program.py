"""Which program is tried: that of the checkout, or the installed one that ROBOTSTUDIO_PROGRAM names."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

from robotstudio.store.places import HOME_VARIABLE

INSTALLED: Final = os.environ.get("ROBOTSTUDIO_PROGRAM", "")
PROGRAM: Final = (INSTALLED,) if INSTALLED else (sys.executable, "-m", "robotstudio")


def run(*arguments: str, home: Path, status: int = 0, **environment: str) -> str:
    """Return what a command prints, in a home of its own; nothing of the environment of the tests helps it."""
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "QT_", "SSL_", "VIRTUAL"))
    }
    done = subprocess.run(
        [*PROGRAM, *arguments],
        env=kept | {HOME_VARIABLE: str(home), "LANGUAGE": "en", **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    assert done.returncode == status, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout
