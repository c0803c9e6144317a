"""`robotstudio [FILE…]` opens the window; its sub-commands need neither it nor Qt."""

import errno
import gc
import os
import sys

from robotstudio import __version__

# `cli.COMMANDS` says the same; reading it would cost the window the import of what it does not need.
_WITHOUT_WINDOW = frozenset(
    {
        "test",
        "diff",
        "lint",
        "minimise",
        "policy",
        "compliance",
        "watch",
        "fetch",
        "crawl",
        "search",
        "rule",
        "report",
        "survey",
        "help",
    }
)
_OF_WINDOW = "--smoke-test"
_VERSION = "--version"
_OF_A_POOL = "--multiprocessing-fork"  # as Python says it
_SIGNS_OF_PATHS = frozenset("/\\.")
_NO_FILE = frozenset({errno.ENOENT, errno.ENOTDIR, errno.EBADF, errno.ELOOP})
_NO_FILE_ON_WINDOWS = frozenset({21, 123, 1921})  # no disk, no name, no end of links
_OBJECTS_AT_START = 50_000
"""More new objects than that are looked through for garbage: what is imported stays, and to look through it again and
again takes a tenth of the start. The window looks only once it is there (`ui.interpreter`)."""
_THREADS_OF_ALGEBRA = "OPENBLAS_NUM_THREADS"
"""Of what numpy multiplies matrices with, which is not done here: to start its threads is half of what numpy's import
takes, more where there are more processors. What was set stays, and processes that are started inherit it."""
_STARTS_OTHERS = "watch"
"""The command that runs one of the person's, which has to find the variables as they were."""


def main() -> int:
    """Hand over to the command line or to the window; the exit status, 2 where the system lacks what it takes."""
    try:
        return _hand_over()
    except ImportError as error:
        from robotstudio.store.needs import lacking  # noqa: PLC0415  # as above
        from robotstudio.text.locale import wanted_language, words_of  # noqa: PLC0415  # hardly ever needed

        if not (told := lacking(error)):
            raise
        print(f"robotstudio: {words_of(wanted_language()).tell(told)}", file=sys.stderr)
        return 2


def _hand_over() -> int:
    gc.set_threshold(_OBJECTS_AT_START)
    arguments = sys.argv[1:]
    if _STARTS_OTHERS not in arguments:
        os.environ.setdefault(_THREADS_OF_ALGEBRA, "1")
    if _OF_A_POOL in arguments and getattr(sys, "frozen", False):
        import multiprocessing  # noqa: PLC0415  # in the bundle, a process of a survey is the program itself

        multiprocessing.freeze_support()
    if arguments[:1] == [_VERSION] and _says_version():
        return 0
    if not opens_window(arguments):
        from robotstudio import cli  # noqa: PLC0415  # the window opens faster without

        status = cli.main(arguments)
        gc.freeze()  # it ends now: else Python looks through all there is for garbage before
        return status
    gc.disable()
    from robotstudio.ui.app import system  # noqa: PLC0415  # as above

    if obstacle := system.obstacle():
        from robotstudio.text.locale import wanted_language, words_of  # noqa: PLC0415  # as above

        print(f"robotstudio: {words_of(wanted_language()).tell(obstacle)}", file=sys.stderr)
        return 2
    from robotstudio.ui.jobs import interpreter  # noqa: PLC0415  # Qt is needed for the window only

    interpreter.import_plainly()
    from robotstudio.ui.app import app  # noqa: PLC0415  # as above

    return app.main(arguments)


def opens_window(arguments: list[str]) -> bool:
    """Whether the window is meant: nothing or files are named, not a command, an option, or one that was mistyped.

    `dev.py` asks too, before it sees to what a window needs.
    """
    if not arguments:
        return True
    if arguments[0] in _WITHOUT_WINDOW:
        return False
    files = [argument for argument in arguments if argument != _OF_WINDOW]
    if any(name.startswith("-") and not _is_there(name) for name in files):
        return False
    return not files or _is_there(files[0]) or bool(_SIGNS_OF_PATHS & set(files[0]))


def _is_there(name: str) -> bool:
    try:
        os.stat(name)  # noqa: PTH116  # paths as objects take longer to import than the version to be said
    except OSError as error:  # too long, or not to be looked at: the window says why
        return error.errno not in _NO_FILE and getattr(error, "winerror", None) not in _NO_FILE_ON_WINDOWS
    except ValueError:
        return False
    return True


def _says_version() -> bool:
    """Say it, without importing anything for that; False where it could not be said, and `cli` says why."""
    try:
        sys.stdout.buffer.write(f"Robot Studio {__version__}\n".encode())
        sys.stdout.flush()
    except (AttributeError, OSError, ValueError):
        return False
    return True


if __name__ == "__main__":
    sys.exit(main())
