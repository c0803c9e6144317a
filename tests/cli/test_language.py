"""Language of the command line."""

import re
from pathlib import Path

import pytest

from robotstudio import cli
from robotstudio.cli import COMMANDS, arguments
from robotstudio.cli.arguments import language_of
from robotstudio.text.language import ENGLISH, WORDS, Words
from robotstudio.text.text_columns import width_of

NAMES = frozenset({*COMMANDS, "robotstudio", "--version", "--explain"})
SIGNS = re.compile(r"[-\[\](){},|.:=#A-Z]+|\[?-{1,2}[a-z-]+[\],]?|\{[a-z0-9,-]+\}\]?")
"""Parts of the help that are not words: placeholders, options and choices."""


class Loud:
    """A catalogue in which every message is marked."""

    def gettext(self, message: str, /) -> str:
        return f"«{message}»"

    def pgettext(self, _context: str, message: str, /) -> str:
        return self.gettext(message)

    def ngettext(self, one: str, many: str, count: int, /) -> str:
        return self.gettext(one if count == 1 else many)


@pytest.fixture
def loud(monkeypatch: pytest.MonkeyPatch) -> None:
    """Spanish, as loud as can be."""
    words = Words("es", catalogue=Loud())
    monkeypatch.setattr(arguments, "words_of", lambda code: words if code == "es" else ENGLISH)


@pytest.fixture(autouse=True)
def _english_system(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def robots(tmp_path: Path) -> str:
    path = tmp_path / "robots.txt"
    path.write_text("User-agent: *\nDisalow: /a\nDisallow: /b*\n")
    return str(path)


@pytest.mark.usefixtures("loud")
@pytest.mark.parametrize("where", [["--lang", "es", "lint"], ["lint", "--lang", "es"], ["lint", "--lang=es"]])
def test_option_stands_before_or_behind_the_command(
    where: list[str], robots: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main([*where, robots]) == 1
    said = capsys.readouterr().out
    assert "\n«Files: 1; «" in said


@pytest.mark.usefixtures("loud")
@pytest.mark.parametrize("name", ["LC_ALL", "LANG", "LANGUAGE"])
def test_language_of_the_system_is_spoken(
    name: str, robots: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(name, "es_ES.UTF-8")
    cli.main(["test", robots, "--url", "/a"])
    assert capsys.readouterr().out.startswith("«")


@pytest.mark.usefixtures("loud")
@pytest.mark.parametrize("form", ["json", "sarif", "github"])
def test_what_programs_read_stays_english(form: str, robots: str, capsys: pytest.CaptureFixture[str]) -> None:
    cli.main(["lint", robots, "--format", form])
    english = capsys.readouterr().out
    cli.main(["--lang", "es", "lint", robots, "--format", form])
    assert capsys.readouterr().out == english
    assert "«" not in english


@pytest.mark.usefixtures("loud")
@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_is_translated_as_a_whole(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "10000")
    with pytest.raises(SystemExit):
        cli.main([*filter(None, [command]), "--help", "--lang", "es"])
    said = capsys.readouterr().out
    assert said.startswith("«usage: »robotstudio")
    assert "\n««options»:»\n" in said
    plain, nested = said, 1
    while nested:
        plain, nested = re.subn(r"«[^«»]*»", "", plain)
    assert [word for word in plain.split() if word not in NAMES and not SIGNS.fullmatch(word)] == []


@pytest.mark.usefixtures("loud")
@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["test", "--url"], "argument --url: «expected at least one argument»"),
        (["test", "--crawler"], "argument --crawler: «expected one argument»"),
        (["lint", "--fail-on", "x"], "argument --fail-on: «invalid choice: 'x' (choose from"),
        (["lint", "--fix", "--diff", "x"], "argument --diff: «not allowed with argument --fix"),
        (["lint", "--fix=1", "x"], "argument --fix: «ignored explicit argument '1'"),
        (["lint", "--f", "x"], "ambiguous option: --f could match --format, --fail-on, --fix"),
        (["rule"], "the following arguments are required: CODE"),
        (["diff", "--max-flips", "x"], "argument --max-flips: «"),
        (["parse"], "the following arguments are required: FILE"),
        (["tset"], "“tset” is neither a command nor a file. Did you mean test?"),
        (["lint", "--fixx"], "Unknown option --fixx. Did you mean --fix?"),
        (["lint", "--select", "RS9", "x"], "Unknown rule RS9"),
    ],
)
def test_misuse_is_said_in_the_language(given: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(given) == 2
    english = capsys.readouterr().err
    assert "«" not in english
    assert cli.main([*given, "--lang=es"]) == 2
    translated = capsys.readouterr().err
    assert said in translated
    assert translated.startswith("robotstudio: «")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["test", "--url"], "argumento --url: se esperaba al menos un valor."),
        (["test", "--crawler"], "argumento --crawler: se esperaba un valor."),
        (["lint", "--fail-on", "x"], "argumento --fail-on: opción no válida: 'x' (elija entre "),
        (["lint", "--fix", "--diff", "x"], "argumento --diff: no se permite junto con el argumento --fix."),
        (["lint", "--fix=1", "x"], "argumento --fix: se ignora el valor explícito '1'."),
        (["lint", "--f", "x"], "opción ambigua: --f puede ser --format, --fail-on, --fix."),
        (["search", "--limit", "x"], "argumento --limit: valor number no válido: 'x'."),
        (["rule"], "faltan estos argumentos: CODE."),
    ],
)
def test_errors_of_argparse_are_in_the_catalogue(
    given: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main([*given, "--lang=es"]) == 2
    assert capsys.readouterr().err.startswith(f"robotstudio: {said}")


def test_unknown_language_is_misuse_that_names_those_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["lint", "--lang", "tlh", "robots.txt"]) == 2
    assert capsys.readouterr().err == "robotstudio: Unknown language tlh. Available: en, zh_CN, es, ru.\n"


def test_option_without_a_value_is_misuse(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["lint", "robots.txt", "--lang"]) == 2
    assert "argument --lang: expected one argument" in capsys.readouterr().err


def test_what_stands_behind_two_dashes_is_no_option() -> None:
    assert language_of(["lint", "--", "--lang", "es"]) == ["lint", "--", "--lang", "es"]


@pytest.mark.parametrize("tag", ["en", "C", "en-GB", "POSIX"])
def test_english_needs_no_catalogue(tag: str) -> None:
    assert language_of(["--lang", tag, "lint"]) == ["lint"]
    assert WORDS.code == "en"


@pytest.mark.parametrize(("code", "affected"), [("en", "## Who is affected"), ("ru", "## Кого касается")])
def test_page_of_a_rule_is_in_the_language(code: str, affected: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--lang", code, "rule", "RS102"]) == 0
    assert affected in capsys.readouterr().out
    assert cli.main(["--lang", code, "rule", "RS102", "--format", "json"]) == 0
    assert "## Who is affected" in capsys.readouterr().out


def _help(code: str, *command: str, capsys: pytest.CaptureFixture[str]) -> list[str]:
    with pytest.raises(SystemExit):
        cli.main(["--lang", code, *command, "--help"])
    lines = capsys.readouterr().out.split("\n")
    return [line for line in lines if line]


@pytest.mark.parametrize("command", [(), *((each,) for each in COMMANDS)])
def test_chinese_help_stands_in_columns(
    command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its letters are two columns wide, and no line is wider than the terminal."""
    monkeypatch.setenv("COLUMNS", "80")
    lines = _help("zh_CN", *command, capsys=capsys)
    assert max(map(width_of, lines)) <= 80
    assert not [line for line in lines if line.endswith(":")]
    usage = " ".join(["用法：robotstudio", *command, ""])
    first = next(place for place, line in enumerate(lines) if place and not line.startswith(" "))
    assert all(line.startswith(" " * width_of(usage)) for line in lines[1:first])
    told = [re.match(r" {2,4}\S.*? {2,}(?=\S)| {20,}(?=\S)", line) for line in lines[first + 1 :]]
    assert {width_of(each[0]) for each in told if each} == {24}


def test_help_of_other_languages_is_broken_as_ever(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    for code in ("en", "es", "ru"):
        lines = _help(code, "lint", capsys=capsys)
        assert max(len(line) for line in lines if "{" not in line) <= 80  # what may be chosen is never broken
