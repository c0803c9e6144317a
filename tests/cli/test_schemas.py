"""Output of commands with `--format json` fits the schemas in docs/schema, which have every key."""

import io
import json
import runpy
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from robotstudio import cli
from tests.cli.uses import PAGE, ROBOTS, arguments_of, make_folder
from tests.fetch.server import response, serve

DOCS = Path(__file__).parents[2] / "docs"
MADE = runpy.run_path(str(DOCS / "schemas.py"))
PRINTS_NO_JSON = {"lsp", "mcp"}
WRITES = {"--fix", "--diff", "--repair", "--help", "--server", "--figures", "--as"}
"""Options with which a command writes something else than its answer, or asks outside."""


NOT_USED = {
    *(("render", kind.title) for kind in MADE["SCHEMAS"]["render"]),
    ("compliance", "A blocked path that anyone can fetch"),
    *(("policy", kind.title) for kind in MADE["SCHEMAS"]["policy"] if kind.title != "A crawler"),
    ("minimise", "A step"),
    ("meant", "A contradiction"),
    ("access", "A site"),
}
"""Kinds of objects that the uses need not print: tests of these commands hold their keys."""


def test_every_command_that_prints_json_has_a_schema() -> None:
    assert set(MADE["SCHEMAS"]) == set(cli.COMMANDS) - PRINTS_NO_JSON


def test_files_are_made_from_the_rows() -> None:
    """`.venv/bin/python docs/schemas.py` writes them."""
    there = {path.name: path.read_text("utf-8") for path in (DOCS / "schema").iterdir()}
    assert there == MADE["texts"]()


def as_json(arguments: tuple[str, ...]) -> tuple[str, ...] | None:
    """Return the arguments for an answer in JSON on standard output; None if there is none."""
    kept = list(arguments)
    for option in ("--output", "-o", "--format"):
        while option in kept:
            at = kept.index(option)
            if option == "--format" and kept[at + 1] == "junit":
                return None
            del kept[at : at + 2]
    return None if WRITES & set(kept) else (*kept, "--format", "json")


def objects(command: str, text: str) -> Iterator[dict[str, Any]]:
    if command == "report":
        yield json.loads(text)
        return
    yield from map(json.loads, text.splitlines())


@pytest.mark.begins_first
def test_every_use_fits_and_prints_no_key_that_the_schema_lacks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_folder(tmp_path)
    monkeypatch.chdir(tmp_path)
    seen: dict[str, set[str]] = {}
    with serve({"/robots.txt": response(200, ROBOTS), "*": response(200, PAGE)}) as server:
        (tmp_path / "sites.txt").write_text(f"{server.url}\n", "utf-8")
        for command in MADE["SCHEMAS"]:
            schema = MADE["schema_of"](command)
            kinds = {kind["title"]: kind for kind in schema["anyOf"]}
            validators = {title: jsonschema.Draft202012Validator(kind) for title, kind in kinds.items()}
            for arguments in arguments_of(command, server.url):
                asked = as_json(tuple(arguments))
                if asked is None:
                    continue
                out, errors = (io.TextIOWrapper(io.BytesIO(), "utf-8") for _ in range(2))
                with redirect_stdout(out), redirect_stderr(errors):
                    status = cli.main(asked)
                out.flush()
                if status not in {0, 1}:
                    continue  # an option that is for another format
                for found in objects(command, out.buffer.getvalue().decode()):
                    fitting = [
                        title
                        for title, validator in validators.items()
                        if validator.is_valid(found) and set(found) <= set(kinds[title]["properties"])
                    ]
                    assert fitting, (asked, found)
                    seen.setdefault(command, set()).update(fitting)
    unseen = {
        (command, kind.title)
        for command, kinds in MADE["SCHEMAS"].items()
        for kind in kinds
        if kind.title not in seen.get(command, set())
    }
    assert unseen <= NOT_USED
