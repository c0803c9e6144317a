"""Lines end at LF, CR and CRLF, as crawlers read them: `bytes.splitlines`. `str.splitlines` ends them at U+2028 too."""

import ast
from pathlib import Path
from typing import Final

from tests.modules import modules_with

ROOT: Final = Path(__file__).resolve().parents[1] / "robotstudio"
ALLOWED: Final = {"lint/rules/characters.py": "asks what Python's own parser takes for the end of a line"}


def splits_of_text(tree: ast.Module) -> list[int]:
    """Return the lines that decode bytes first and split them into lines then."""
    return [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and node.attr == "splitlines"
        and any(isinstance(part, ast.Attribute) and part.attr == "decode" for part in ast.walk(node.value))
    ]


def test_bytes_are_split_into_lines_before_they_are_decoded() -> None:
    found = {
        path.relative_to(ROOT).as_posix(): lines
        for path, tree in modules_with(ROOT, "splitlines")
        if (lines := splits_of_text(tree))
    }
    assert found.keys() == ALLOWED.keys(), found


def test_split_of_decoded_text_is_found() -> None:
    assert splits_of_text(ast.parse('lines = body.decode("utf-8", "replace").splitlines()')) == [1]
    assert splits_of_text(ast.parse("[line.decode() for line in body.splitlines()]")) == []
