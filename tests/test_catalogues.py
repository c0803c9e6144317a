"""The catalogues: every text of the code is in them, and every translation fits its text."""

import runpy
from pathlib import Path
from typing import Any

import pytest

from robotstudio.engine.language import ENGLISH
from robotstudio.io.locale import LANGUAGES

_ROOT = Path(__file__).parents[1]
_CODES = [code for code in LANGUAGES if code != ENGLISH.code]


@pytest.fixture(scope="module")
def catalogues() -> dict[str, Any]:
    """The program that keeps them."""
    return runpy.run_path(str(_ROOT / "packaging" / "catalogues.py"))


def test_catalogues_are_in_step_with_the_code(catalogues: dict[str, Any]) -> None:
    """`python packaging/catalogues.py` brings them up to it."""
    template = catalogues["template_of"](catalogues["texts_of"](_ROOT / "robotstudio"))
    pot = catalogues["LOCALE"] / "robotstudio.pot"
    assert pot.read_bytes() == catalogues["written"](template)
    for path in catalogues["paths"]():
        brought_up = catalogues["brought_up"](catalogues["read"](path), template)
        assert path.read_bytes() == catalogues["written"](brought_up), path


def test_desktop_entry_says_what_the_catalogues_say(catalogues: dict[str, Any]) -> None:
    """`python packaging/catalogues.py` writes it."""
    read = {path.parent.parent.name: catalogues["read"](path) for path in catalogues["paths"]()}
    assert catalogues["DESKTOP_ENTRY"].read_bytes() == catalogues["desktop_entry"](read)


@pytest.mark.parametrize("code", _CODES)
def test_every_translation_fits_its_text(code: str, catalogues: dict[str, Any]) -> None:
    """Nothing is left out or guessed; names, tags, accelerators and ends are those of the English."""
    path = catalogues["LOCALE"] / code / "LC_MESSAGES" / "robotstudio.po"
    assert not list(catalogues["faults_of"](catalogues["read"](path), code))
