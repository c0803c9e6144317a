"""The pictures of the README show the current program: its version, and the texts that the window draws."""

import os
import subprocess
import sys

import pytest

import robotstudio
from docs.picture_record import PICTURES, ROOT, digest, taken
from tests.fetch.server import unused_port

AGAIN = "python3 dev.py pictures && .venv/bin/python docs/make_film.py takes them again"


def test_every_picture_is_recorded_and_none_is_left_over() -> None:
    assert {path.name for path in PICTURES.iterdir()} == set(taken()), AGAIN


@pytest.mark.parametrize("name", sorted(path.name for path in PICTURES.iterdir()))
def test_picture_shows_this_version_and_is_the_one_that_was_taken(name: str) -> None:
    kept = taken()[name]
    assert kept.version == robotstudio.__version__, AGAIN
    assert kept.file == digest(PICTURES / name), AGAIN


@pytest.mark.begins_first
def test_window_still_says_what_the_pictures_show() -> None:
    command = [sys.executable, "docs/make_pictures.py", "--check"]
    environ = os.environ | {"PICTURE_PORT": str(unused_port())}
    done = subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{done.stderr}{AGAIN}"
