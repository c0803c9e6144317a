"""`robotstudio [FILE…]` opens the window; its sub-commands need neither it nor Qt."""

import gc
import sys
from collections.abc import Sequence
from pathlib import Path

# `cli.COMMANDS` says the same; reading it would cost the window the import of what it does not need.
_WITHOUT_WINDOW = frozenset({"test", "diff", "lint", "fetch", "rule", "help"})
_OF_WINDOW = "--smoke-test"
_WORKER = "--worker-process"  # as `app.worker.process` says it
_SIGNS_OF_PATHS = frozenset("/\\.")
_OBJECTS_AT_START = 50_000
"""More new objects than that are looked through for garbage: what is imported stays, and to look through it again and
again takes a tenth of the start. The window looks only once it is there (`ui.interpreter`)."""


def main() -> int:
    """Hand over to the command line or to the window; the exit status, 2 where no window can open."""
    gc.set_threshold(_OBJECTS_AT_START)
    arguments = sys.argv[1:]
    if arguments == [_WORKER]:
        from robotstudio.app.worker import serving  # noqa: PLC0415  # of the bundle's second process only

        serving.main()
    if not opens_window(arguments):
        from robotstudio import cli  # noqa: PLC0415  # the window opens faster without

        return cli.main(arguments)
    gc.disable()
    from robotstudio.ui import system  # noqa: PLC0415  # as above

    if sentence := system.obstacle():
        print(f"robotstudio: {sentence}", file=sys.stderr)
        return 2
    from robotstudio.ui import interpreter  # noqa: PLC0415  # Qt is needed for the window only

    interpreter.import_plainly()
    from robotstudio.ui import app  # noqa: PLC0415  # as above

    return app.main(arguments)


def opens_window(arguments: Sequence[str]) -> bool:
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
        return Path(name).exists()
    except (OSError, ValueError):  # too long, or a NUL: the window says why
        return True


if __name__ == "__main__":
    sys.exit(main())
