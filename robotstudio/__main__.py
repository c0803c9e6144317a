"""`robotstudio [FILE…]` opens the window; its sub-commands need neither it nor Qt."""

import sys
from collections.abc import Sequence

# `cli.COMMANDS` says the same; reading it would cost the window the import of what it does not need.
_WITHOUT_WINDOW = frozenset({"test", "diff", "lint", "fetch", "-h", "--help", "--version"})


def wants_window(arguments: Sequence[str]) -> bool:
    """Whether these arguments open the window; `dev.py` asks too, before it sees to what a window needs."""
    return not arguments or arguments[0] not in _WITHOUT_WINDOW


def main() -> int:
    """Hand over to the command line or to the window; the exit status, 2 where no window can open."""
    arguments = sys.argv[1:]
    if not wants_window(arguments):
        from robotstudio import cli  # noqa: PLC0415  # the window opens faster without

        return cli.main(arguments)
    from robotstudio.ui import system  # noqa: PLC0415  # as above

    if sentence := system.obstacle():
        print(f"robotstudio: {sentence}", file=sys.stderr)
        return 2
    from robotstudio.ui import app  # noqa: PLC0415  # Qt is needed for the window only

    return app.main(arguments)


if __name__ == "__main__":
    sys.exit(main())
