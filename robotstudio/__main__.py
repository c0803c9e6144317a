"""`robotstudio [FILE…]` opens the window; its sub-commands need neither it nor Qt."""

import sys

# `cli.COMMANDS` says the same; reading it would cost the window the import of what it does not need.
_WITHOUT_WINDOW = frozenset({"test", "diff", "lint", "fetch", "-h", "--help", "--version"})


def main() -> int:
    """Hand over to the command line or to the window; the exit status."""
    arguments = sys.argv[1:]
    if arguments and arguments[0] in _WITHOUT_WINDOW:
        from robotstudio import cli  # noqa: PLC0415  # the window opens faster without

        return cli.main(arguments)
    from robotstudio.ui import app  # noqa: PLC0415  # Qt is needed for the window only

    return app.main(arguments)


if __name__ == "__main__":
    sys.exit(main())
