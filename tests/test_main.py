"""`robotstudio` runs the command line without Qt, or the window."""

import builtins
import gc
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

import robotstudio
from robotstudio import __main__, cli


@pytest.fixture(autouse=True)
def usual_python(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Undo what the program changes: garbage collection, imports, and the number of numpy's threads."""
    monkeypatch.setattr(builtins, "__import__", builtins.__import__)
    monkeypatch.setitem(os.environ, "OPENBLAS_NUM_THREADS", os.environ.get("OPENBLAS_NUM_THREADS", ""))
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)
    gc.unfreeze()


class Recorded:
    """Stands in for a `main`: keeps the arguments and gives the status."""

    def __init__(self, status: int) -> None:
        self.seen: list[Sequence[str]] = []
        self._status = status

    def __call__(self, arguments: Sequence[str]) -> int:
        self.seen.append(arguments)
        return self._status


@pytest.mark.parametrize("arguments", [["--version"], ["--help"], ["test", "--help"], ["fetch", "--help"]])
def test_command_line_does_without_qt(arguments: list[str]) -> None:
    code = (
        "import sys, robotstudio.__main__ as program\n"
        "try: program.main()\n"
        "except SystemExit: sys.stderr.write(' '.join(name for name in sys.modules if name.startswith('PySide6')))"
    )
    done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=True)
    assert done.stderr == ""
    assert "usage" in done.stdout or robotstudio.__version__ in done.stdout


@pytest.mark.parametrize(
    ("arguments", "left_out"),
    [
        (["--version"], ["dataclasses", "json", "pathlib", "robotstudio.engine.robots", "shutil"]),
        (
            ["--help"],
            ["dataclasses", "json", "pathlib", "robotstudio.engine.robots", "robotstudio.store.files", "shutil"],
        ),
        (
            ["test", "robots.txt", "--url", "/"],
            [
                "asyncio",
                "csv",
                "dataclasses",
                "difflib",
                "email",
                "httpx",
                "lxml",
                "numpy",
                "robotstudio.engine.user_agents",
                "robotstudio.project.crawler_file",
                "robotstudio.draft.expectations",
                "robotstudio.lint",
                "sqlite3",
                "tomllib",
            ],
        ),
        (["lint", "robots.txt"], ["asyncio", "dataclasses", "httpx", "lxml", "numpy", "sqlite3", "ssl"]),
    ],
)
def test_command_imports_only_what_it_needs(tmp_path: Path, arguments: list[str], left_out: list[str]) -> None:
    (tmp_path / "robots.txt").write_text("User-agent: *\nDisallow: /a\n")
    (tmp_path / "pyproject.toml").write_text("[tool.other]\n")
    own = set(left_out) - ({"dataclasses"} if sys.version_info >= (3, 14) else set())  # there argparse needs it
    code = (
        "import sys, robotstudio.__main__ as program\n"
        "try: program.main()\n"
        "except SystemExit: pass\n"
        f"sys.exit(str(sorted({own!r} & set(sys.modules))))"
    )
    root = Path(robotstudio.__file__).parents[1]
    command = [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(root)!r})\n{code}", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.stderr.strip() == "[]"


def test_help_of_a_command_imports_nothing_that_only_its_work_needs() -> None:
    left_out = {"asyncio", "httpx", "jinja2", "lxml", "numpy", "sqlite3"}
    code = (
        "import sys\n"
        "from robotstudio.cli import COMMANDS, command_line\n"
        "for name in COMMANDS:\n"
        "    command_line.parser_of(name).format_help()\n"
        f"    found = sorted({left_out!r} & set(sys.modules))\n"
        "    if found: sys.exit(f'{name}: {found}')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stderr == ""


def test_window_imports_only_what_its_first_page_needs() -> None:
    left_out = ["asyncio", "httpx", "lxml", "http.client", "robotstudio.lint.rules"]
    panels = ["crawlers.chooser", *(f"{name}.panel" for name in ("changes", "fetch", "hosts", "page_check", "site"))]
    left_out += [f"robotstudio.ui.panels.{name}" for name in panels]
    code = f"import sys, robotstudio.ui.app.app; sys.exit(str(sorted(set({left_out!r}) & set(sys.modules))))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stderr.strip() == "[]"


def test_rules_of_the_linter_are_imported_behind_the_verdicts() -> None:
    code = "import sys, robotstudio.ui.app.studio; sys.exit(str('robotstudio.lint.rules' in sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stderr.strip() == "False"


def test_every_command_goes_to_the_command_line(monkeypatch: pytest.MonkeyPatch) -> None:
    main = Recorded(0)
    monkeypatch.setattr(cli, "main", main)
    for command in cli.COMMANDS:
        monkeypatch.setattr(sys, "argv", ["robotstudio", command, "x"])
        assert __main__.main() == 0
    assert main.seen == [[command, "x"] for command in cli.COMMANDS]


@pytest.mark.parametrize(
    "arguments", [["tset"], ["--versoin"], ["help"], ["--explain", "RS102"], ["-h"], ["robots.txt", "--format", "json"]]
)
def test_slip_opens_no_window(monkeypatch: pytest.MonkeyPatch, arguments: list[str]) -> None:
    main = Recorded(2)
    monkeypatch.setattr(cli, "main", main)
    monkeypatch.setattr(sys, "argv", ["robotstudio", *arguments])
    assert __main__.main() == 2
    assert main.seen == [arguments]


def test_file_without_a_suffix_opens_in_the_window(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert not __main__.opens_window(["draft"])
    (tmp_path / "draft").touch()
    (tmp_path / "-x").touch()
    assert __main__.opens_window(["draft"])
    assert __main__.opens_window(["-x", "draft"])


@pytest.mark.parametrize("arguments", [[], ["robots.txt"], ["--smoke-test"], ["./test"], ["x" * 300]])
def test_everything_else_opens_the_window(monkeypatch: pytest.MonkeyPatch, arguments: list[str]) -> None:
    main = Recorded(3)
    app = ModuleType("robotstudio.ui.app.app")
    monkeypatch.setattr(app, "main", main, raising=False)
    monkeypatch.setitem(sys.modules, "robotstudio.ui.app.app", app)
    monkeypatch.setattr(import_module("robotstudio.ui.app"), "app", app, raising=False)
    monkeypatch.setattr(sys, "argv", ["robotstudio", *arguments])
    assert __main__.main() == 3
    assert main.seen == [arguments]


@pytest.mark.parametrize(
    ("command", "was_set", "is_then"),
    [("test", "", "1"), ("test", "4", "4"), ("watch", "", None), ("watch", "4", "4")],  # it starts others' programs
)
def test_numpy_starts_no_threads_for_itself_unless_somebody_wants_that(
    monkeypatch: pytest.MonkeyPatch, command: str, was_set: str, is_then: str | None
) -> None:
    monkeypatch.delenv("OPENBLAS_NUM_THREADS")
    if was_set:
        monkeypatch.setenv("OPENBLAS_NUM_THREADS", was_set)
    monkeypatch.setattr(cli, "main", Recorded(0))
    monkeypatch.setattr(sys, "argv", ["robotstudio", command])
    __main__.main()
    assert os.environ.get("OPENBLAS_NUM_THREADS") == is_then
