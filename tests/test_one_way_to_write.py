"""Files are written, moved and removed in one place, which is tested with every system call failing."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1] / "robotstudio"

ALLOWED: Final = {
    "store/files.py": "the one place",
    "store/lock.py": "a lock is a file that must not be replaced",
    "crawl/store.py": "SQLite writes it",
    "crawl/rendering/browser.py": "removes what a killed program has left of a browser's temporary profile",
    "fetch/history/database.py": "SQLite writes it, and damaged ones are set aside with their journals",
    "survey/reading/shared_facts.py": "processes of one survey share it in a temporary directory",
    "cli/output.py": "a device or a pipe that the person named",
}
"""Modules that write by themselves, and why."""

_OF_MODULES: Final = {
    "os": {
        "link",
        "makedirs",
        "mkdir",
        "open",
        "remove",
        "rename",
        "replace",
        "rmdir",
        "symlink",
        "truncate",
        "unlink",
    },
    "shutil": {"copy", "copy2", "copyfile", "copytree", "move", "rmtree"},
    "sqlite3": {"connect"},
}
_OF_PATHS: Final = {"hardlink_to", "mkdir", "rmdir", "symlink_to", "touch", "unlink", "write_text"}
_NO_PATHS: Final = {"self", "served", "_table", "_urls"}
"""Whose `replace` and `rename` have nothing to do with files."""


def test_nothing_writes_by_itself_but_what_says_why() -> None:
    found = {path.relative_to(ROOT).as_posix(): list(_writes(path)) for path in ROOT.rglob("*.py")}
    writing = {name: calls for name, calls in found.items() if calls}
    assert {name: calls for name, calls in writing.items() if name not in ALLOWED} == {}
    assert set(ALLOWED) <= set(writing), "a module that no longer writes by itself leaves the list"


def _writes(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and _is_write(node):
            yield f"{ast.unparse(node.func)} (line {node.lineno})"


def _is_write(call: ast.Call) -> bool:
    function = call.func
    if isinstance(function, ast.Name):
        return function.id == "open" and _opens_for_writing(call, 1)
    if not isinstance(function, ast.Attribute):
        return False
    owner = ast.unparse(function.value)
    if owner in _OF_MODULES:
        return function.attr in _OF_MODULES[owner]
    if function.attr in {"replace", "rename"}:  # that of a text takes two
        return len(call.args) == 1 and not call.keywords and owner.rpartition(".")[2] not in _NO_PATHS
    return function.attr in _OF_PATHS or (function.attr == "open" and _opens_for_writing(call, 0))


def _opens_for_writing(call: ast.Call, place: int) -> bool:
    mode = next((each.value for each in call.keywords if each.arg == "mode"), None)
    mode = mode or (call.args[place] if len(call.args) > place else None)
    return isinstance(mode, ast.Constant) and isinstance(mode.value, str) and bool(set("wax+") & set(mode.value))
