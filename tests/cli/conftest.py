"""Commands are run as a person runs them, through the command line."""

from collections.abc import Callable

import pytest

from robotstudio import cli

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Return a function that runs the command line: (exit status, standard output, standard error)."""

    def run_it(*arguments: str) -> tuple[int, str, str]:
        status = cli.main(arguments)
        return status, *capsys.readouterr()

    return run_it
