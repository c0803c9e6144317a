"""The locale of the system and the language that is spoken change words only: no verdict, no file, no exit status."""

import ast
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from robotstudio import cli
from robotstudio.text.language import ENGLISH
from robotstudio.text.locale import LANGUAGES
from tests.answers import NOT_THERE, answers

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "robotstudio"
LOCALES = ["tr_TR.UTF-8", "ru_RU.UTF-8", "ru_RU.KOI8-R", "zh_CN.GB2312"]
"""Other orders, other cases (ı, İ), a decimal comma, and encodings in which a file is read otherwise."""

TRANSLATED = [code for code in LANGUAGES if code != ENGLISH.code]


@pytest.fixture(scope="module")
def expected() -> dict[str, str]:
    return answers()


@pytest.mark.parametrize("name", LOCALES)
def test_locale_of_the_system_changes_no_answer(name: str, expected: dict[str, str], tmp_path: Path) -> None:
    told = os.environ | {"LC_ALL": name, "LANGUAGE": name} | _compiled(name, tmp_path)
    done = subprocess.run(
        [sys.executable, "-m", "tests.answers"], cwd=ROOT, env=told, capture_output=True, check=False, timeout=600
    )
    if done.returncode == NOT_THERE:
        pytest.skip(f"the locale {name} is not installed, and localedef could not make it")
    assert done.returncode == 0, done.stderr.decode(errors="replace")
    said = json.loads(done.stdout)
    assert said["answers"] == expected
    assert said["disagreeing"] == []
    assert said["point"] == ("." if name.startswith("zh") else ",")


def _compiled(name: str, folder: Path) -> dict[str, str]:
    """Return an environment in which a locale is found, compiled if this system lacks and can compile it."""
    definition, _, charset = name.partition(".")
    if shutil.which("localedef") is None:
        return {}
    command = ["localedef", "--no-archive", "-c", "-i", definition, "-f", charset, str(folder / name)]
    subprocess.run(command, capture_output=True, check=False, timeout=600)  # it warns, and makes it all the same
    return {"LOCPATH": str(folder)} if (folder / name).is_dir() else {}


ROBOTS = (
    "User-agent: *\nDisalow: /a\n Disallow: /c\nDisallow: /b*\nDisallow: /корзина/\nAllow:/购物车\nCrawl-delay: 1,5\n"
)
NEWER = ROBOTS.replace("/b*", "/")
COMMANDS = [
    ["--version"],
    ["help"],
    ["lint", "OLD"],
    ["lint", "NEW", "OLD", "--fail-on", "never"],
    ["lint", "OLD", "--fail-on", "hint"],
    ["lint", "OLD", "--diff"],
    ["lint", "none.txt"],
    ["lint"],
    ["lint", "OLD", "--select", "RS9"],
    ["test", "OLD", "--url", "/a", "/корзина/1"],
    ["test", "OLD", "--url", "/b", "--fail-on-blocked"],
    ["test", "OLD", "--url", "this is not a url"],
    ["test", "OLD"],
    ["test", "OLD", "--expect", "EXPECT"],
    ["diff", "OLD", "NEW", "--url", "/a", "/z"],
    ["diff", "OLD", "OLD", "--url", "/a"],
    ["diff", "OLD", "NEW", "--url", "/a", "--max-flips", "12,5%"],
    ["diff", "OLD", "NEW", "--url", "/a", "--max-flips", "100%"],
    ["diff", "OLD", "NEW", "--prove"],
    ["minimise", "OLD"],
    ["policy", "OLD", "--all"],
    ["fetch", "::"],
    ["rule", "RS101"],
    ["rule", "RS9"],
    ["tset"],
]
FOR_PROGRAMS = [
    *(["lint", "OLD", "NEW", "--format", form] for form in ("json", "sarif", "github")),
    *(["test", "OLD", "--url", "/a", "/корзина/1", "--format", form] for form in ("json", "csv", "github")),
    *(["test", "OLD", "--expect", "EXPECT", "--format", form] for form in ("json", "csv", "github", "junit")),
    *(["diff", "OLD", "NEW", "--url", "/a", "/z", "--format", form] for form in ("json", "csv")),
    ["diff", "OLD", "NEW", "--prove", "--format", "json"],
    ["minimise", "OLD", "--format", "json"],
    ["policy", "OLD", "--format", "json"],
    ["policy", "OLD", "--set", "ai-training=block", "--format", "json"],
]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where OLD, NEW and EXPECT are, and nothing else."""
    for name, body in {"OLD": ROBOTS, "NEW": NEWER, "EXPECT": "allow Googlebot /a\nblock Googlebot /z\n"}.items():
        (tmp_path / name).write_text(body, "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def status_of(arguments: list[str]) -> int | str | None:
    """Return the exit status of a command, which argparse may end by itself."""
    try:
        return cli.main(arguments)
    except SystemExit as end:
        return end.code


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_exit_status_is_the_same_in_every_language(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    english = status_of(command)
    assert {code: status_of(["--lang", code, *command]) for code in TRANSLATED} == dict.fromkeys(TRANSLATED, english)
    capsys.readouterr()


def test_every_exit_status_is_among_those_compared(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert {status_of(command) for command in COMMANDS} == {0, 1, 2}
    assert (folder / "OLD").read_text("utf-8") == ROBOTS
    capsys.readouterr()


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("command", FOR_PROGRAMS, ids=" ".join)
def test_what_programs_read_is_the_same_in_every_language(
    command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    status_of(command)
    english = capsys.readouterr().out
    assert english
    for code in TRANSLATED:
        status_of(["--lang", code, *command])
        assert capsys.readouterr().out == english


@pytest.mark.parametrize("code", TRANSLATED)
def test_a_fix_writes_the_same_bytes_in_every_language(
    code: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "AGAIN").write_bytes((folder / "OLD").read_bytes())
    assert status_of(["lint", "OLD", "--fix"]) == status_of(["--lang", code, "lint", "AGAIN", "--fix"])
    assert (folder / "OLD").read_bytes() == (folder / "AGAIN").read_bytes() != ROBOTS.encode()
    capsys.readouterr()


OF_THE_LOCALE = {"localeAwareCompare", "QCollator", "LOCALE"}
DAYS_AND_MONTHS = ("%a", "%A", "%b", "%B", "%c", "%x", "%X", "%p")
READS_TEXT = {"read_text": 0, "write_text": 1, "TextIOWrapper": 1}
"""Functions that ask the locale for an encoding, and behind how many arguments that has its place."""


WORTH_A_LOOK = re.compile(
    rf"locale|{'|'.join([*OF_THE_LOCALE, *READS_TEXT])}|open\(|strftime|:[^{{}}\n]*n\}}|{'|'.join(DAYS_AND_MONTHS)}"
)
"""Without any of that in its text, a module asks for no locale."""


def uses_of_the_locale(source: str) -> Iterator[ast.AST]:
    """Where a module would do something else in another locale."""
    tree = ast.parse(source) if WORTH_A_LOOK.search(source) else ast.Module([], [])
    return (node for node in ast.walk(tree) if _asks_for_the_locale(node) or _reads_as_the_locale_says(node))


def _asks_for_the_locale(node: ast.AST) -> bool:
    match node:
        case ast.Import(names=names):
            return any(name.name == "locale" for name in names)
        case ast.ImportFrom(module=module):
            return module == "locale"
        case ast.Attribute(attr=name):
            return name in OF_THE_LOCALE
        case ast.FormattedValue(format_spec=ast.JoinedStr(values=[*_, ast.Constant(value=str(form))])):
            return form.endswith("n") or any(sign in form for sign in DAYS_AND_MONTHS)
    return False


def _reads_as_the_locale_says(node: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name), args=given) if name in READS_TEXT:
            return len(given) <= READS_TEXT[name] and not _names_an_encoding(node)
        case ast.Call(func=ast.Name(id="open")) | ast.Call(func=ast.Attribute(attr="open"), args=[], keywords=[]):
            return not _names_an_encoding(node)
        case ast.Call(func=ast.Attribute(attr="open"), args=[ast.Constant(value=str(mode)), *_]):
            return bool(mode) and set(mode) <= set("rwax+t") and not _names_an_encoding(node)
        case ast.Call(func=ast.Attribute(attr="strftime"), args=[ast.Constant(value=str(form))]):
            return any(sign in form for sign in DAYS_AND_MONTHS)
    return False


def _names_an_encoding(call: ast.Call) -> bool:
    is_binary = any(isinstance(each, ast.Constant) and "b" in str(each.value) for each in call.args[-1:])
    return is_binary or any(keyword.arg in {"encoding", None} for keyword in call.keywords)


def test_no_module_asks_for_the_locale() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{getattr(node, 'lineno', 0)}"
        for path in sorted(PACKAGE.rglob("*.py"))
        for node in uses_of_the_locale(path.read_text("utf-8"))
    ]
    assert found == []


@pytest.mark.parametrize(
    "source",
    [
        "import locale",
        "from locale import strcoll",
        "QString.localeAwareCompare(a, b)",
        "re.compile(b'a', re.LOCALE)",
        "f'{x:n}'",
        "f'{when:%d %B %Y}'",
        "path.read_text()",
        "open(path)",
        "path.open('w')",
    ],
)
def test_the_search_for_the_locale_finds_it(source: str) -> None:
    assert list(uses_of_the_locale(source))
