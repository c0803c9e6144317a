"""`robotstudio [FILE…]` opens the window; its sub-commands need neither it nor Qt."""

import gc
import os
import sys
from typing import TYPE_CHECKING

from robotstudio import cli
from robotstudio.text.locale import wanted_language, words_of

if TYPE_CHECKING:
    from robotstudio.text.language import Told

_OF_WINDOW = "--smoke-test"
_OF_A_POOL = "--multiprocessing-fork"  # as Python writes it
_SIGNS_OF_PATHS = frozenset("/\\.")
_INVALID_NAME_ON_WINDOWS = 123


def main() -> int:
    """Run a command or open the window; exit status 2 if what it needs is not installed."""
    arguments = sys.argv[1:]
    # What is imported stays: with Python's own threshold, the collector takes 6 of the 85 ms of `lint`.
    gc.set_threshold(50_000)
    if "watch" not in arguments:  # it starts programs of the user, which inherit this
        # numpy's library of linear algebra, which nothing here uses, starts threads in half of the time of its import.
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    if _OF_A_POOL in arguments:
        import multiprocessing  # noqa: PLC0415  # in the bundle, a process of a survey is the program itself

        multiprocessing.freeze_support()
    try:
        return _open_window(arguments) if opens_window(arguments) else _run_command(arguments)
    except ImportError as error:
        from robotstudio.store.missing_libraries import missing_library  # noqa: PLC0415  # hardly ever needed

        told = missing_library(error)
        if not told:
            raise
        return _complain(told)


def opens_window(arguments: list[str]) -> bool:
    """Return True if no argument or files are given, not a command, an option or a mistyped one.

    `dev.py` asks too, before it installs what a window needs.
    """
    if arguments and arguments[0] in {*cli.COMMANDS, *cli.ALIASES, cli.HELP}:
        return False
    files = [argument for argument in arguments if argument != _OF_WINDOW]
    if any(name.startswith("-") and not _exists(name) for name in files):
        return False
    return not files or _exists(files[0]) or bool(_SIGNS_OF_PATHS & set(files[0]))


def _exists(name: str) -> bool:
    """Return True also if the system does not let us look: the window says why."""
    try:
        os.stat(name)  # noqa: PTH116  # `Path.exists` is False or raises then, depending on the version of Python
    except (FileNotFoundError, NotADirectoryError, ValueError):
        return False
    except OSError as error:
        return getattr(error, "winerror", None) != _INVALID_NAME_ON_WINDOWS
    return True


def _run_command(arguments: list[str]) -> int:
    status = cli.main(arguments)
    gc.freeze()  # at its end Python would look through all objects for garbage: 14 of the 85 ms of `lint`
    return status


def _open_window(arguments: list[str]) -> int:
    from robotstudio.ui.app import system  # the commands need no Qt

    if obstacle := system.obstacle():
        return _complain(obstacle)
    from robotstudio.ui.jobs import interpreter  # noqa: PLC0415  # it needs Qt, which may be the obstacle

    interpreter.import_plainly()
    from robotstudio.ui.app import app

    return app.main(arguments)


def _complain(told: "Told") -> int:
    print(f"robotstudio: {words_of(wanted_language()).tell(told)}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
