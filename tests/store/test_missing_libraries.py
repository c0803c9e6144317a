"""A missing library is reported with how to install it."""

import os
import subprocess
import sys

import pytest

from robotstudio.store import missing_libraries
from robotstudio.store.missing_libraries import library_in, missing_library

NOT_FOUND = "{}: cannot open shared object file: No such file or directory"


def test_package_of_a_known_library_is_named() -> None:
    told = missing_library(ImportError(NOT_FOUND.format("libEGL.so.1")))
    assert told is not None
    assert "libEGL.so.1" in str(told)
    assert "apt-get install libegl1`" in str(told)


def test_words_of_the_loader_are_found_behind_those_of_the_bundle() -> None:
    said = OSError("Failed to load dynlib/dll 'libX11.so.6'. Most likely this dynlib/dll was not found.")
    said.__cause__ = OSError(NOT_FOUND.format("libXau.so.6"))
    assert library_in(said) == "libXau.so.6"
    assert library_in(OSError("Failed to load dynlib/dll 'libX11.so.6'.")) == ""


def test_unknown_library_is_named_alone() -> None:
    told = missing_library(ImportError(NOT_FOUND.format("libmystery-2.0.so.7")))
    assert told is not None
    assert str(told).startswith(
        "the system lacks the library libmystery-2.0.so.7. Install the package that contains it"
    )


@pytest.mark.parametrize("said", ["No module named 'numpy'", "cannot import name 'x' from 'y'", ""])
def test_what_is_no_missing_library_stays_a_fault(said: str) -> None:
    assert missing_library(ImportError(said)) is None


def test_bundle_tells_of_what_it_was_built_with(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        missing_libraries, "packages", lambda group: {"libssl.so.3": "libssl3"} if group == "bundle" else {}
    )
    told = missing_library(ImportError(NOT_FOUND.format("libssl.so.3")))
    assert "apt-get install libssl3`" in str(told)


@pytest.mark.parametrize("name", ["robotstudio.ui", "PySide6.QtCore", "pygments.lexer"])
def test_installation_without_the_window_says_how_to_get_it(name: str) -> None:
    told = missing_library(ModuleNotFoundError(f"No module named {name!r}", name=name))
    assert str(told).startswith("this installation has only the commands, without the window")


def test_command_that_draws_figures_says_what_it_needs() -> None:
    told = missing_library(ModuleNotFoundError("No module named 'typst'", name="typst"))
    assert "`pip install typst`" in str(told)
    assert missing_library(ModuleNotFoundError("No module named 'lxml'", name="lxml")) is None


@pytest.mark.parametrize(("said", "status"), [(NOT_FOUND.format("libssl.so.3"), 2), ("No module named 'ssl'", 1)])
def test_program_ends_with_the_sentence_instead_of_a_traceback(said: str, status: int) -> None:
    code = (
        "import sys; from robotstudio import __main__ as program\n"
        f"def fail(_): raise ImportError({said!r})\n"
        "program._open_window = fail; sys.exit(program.main())"
    )
    environ = os.environ | {"LANGUAGE": "en"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, env=environ)
    assert (done.returncode, "Traceback" in done.stderr) == (status, status == 1)
    assert "libssl.so.3" in done.stderr or status == 1
