"""The guide says what is so: names and keys are those of the window, links resolve, and commands are understood.

In a chapter, bold is a name on the screen or a key, and nothing else: a menu path (`**File → Open…**`), a key
(`**Ctrl+S**`), or any other text of the window (`**Load into editor**`). Names are looked up in the catalogue of the
chapter's language. A translation keeps the file names, headings, links, examples, menu paths and keys of the English;
it may lack whole sections, which `packaging/catalogues.py --missing` lists.
"""

import re
import shlex
from collections import Counter
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from PySide6.QtGui import QKeySequence

from robotstudio import cli
from robotstudio.cli.arguments import Parser
from robotstudio.text.language import ENGLISH, Meant, Message
from robotstudio.text.locale import LANGUAGES
from robotstudio.ui.shell.actions import ACTIONS
from tests.rows import each_row

ROOT = Path(__file__).parents[1]
GUIDE = ROOT / "docs" / "guide"
LOCALE = ROOT / "resources" / "locale"
CHAPTERS = [path for code in LANGUAGES for path in sorted((GUIDE / code).glob("*.md"))]
TRANSLATED = [path for path in CHAPTERS if path.parent.name != ENGLISH.code]
WITH_COMMANDS = [ROOT / "README.md", *CHAPTERS]

MADE_ELSEWHERE = (("File", "Open recent"), ("View", "Theme"), ("View", "Language"))
"""Menus whose rows are not actions of the table."""
ALIKE = frozenset(language.name for language in LANGUAGES.values())
"""What is called the same in every language."""

KEYS_OF_PANELS = frozenset({"Alt+T", "Enter", "Space"})
"""Keys that panels know and no action has."""

ARROW = " → "
FENCED = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`[^`\n]+`")
BOLD = re.compile(r"\*\*([^*]+)\*\*")
LINK = re.compile(r"\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
LEVEL = re.compile(r"^#+(?= )", re.MULTILINE)
SECTION = re.compile(r"^(?=##+ )", re.MULTILINE)
KEY = re.compile(r"(?:(?:Ctrl|Alt|Shift)\+)+\S+|F\d+")
ACCELERATOR = re.compile(r"\(&\w\)|&")

EACH = each_row("page", CHAPTERS, ids=lambda page: page.relative_to(GUIDE).as_posix())
EACH_TRANSLATED = pytest.mark.parametrize("page", TRANSLATED, ids=lambda page: page.relative_to(GUIDE).as_posix())


def prose(page: Path) -> str:
    """Return a chapter without its examples."""
    return CODE.sub("", FENCED.sub("", page.read_text("utf-8")))


def bold(page: Path) -> list[str]:
    return [" ".join(found.split()) for found in BOLD.findall(prose(page))]


@cache
def catalogue(code: str) -> Catalog:
    path = LOCALE / "robotstudio.pot" if code == ENGLISH.code else LOCALE / code / "LC_MESSAGES" / "robotstudio.po"
    with path.open("rb") as file:
        return read_po(file)


def plain(text: str) -> str:
    """Return a text without its accelerator and its trailing dots."""
    return ACCELERATOR.sub("", text).removesuffix("…")


@cache
def in_language(code: str) -> dict[tuple[str, str | None], str]:
    """Return the translations of all texts without a count, by the English, as written and plain, and the context."""
    found: dict[tuple[str, str | None], str] = {}
    for each in catalogue(code):
        if each.id and isinstance(each.id, str):
            text = plain(each.id if code == ENGLISH.code else str(each.string))
            found[each.id, each.context] = text
            found.setdefault((plain(each.id), each.context), text)
    return found


def said(message: Message, code: str) -> str:
    """Translate a message as in a menu: “&Edit” and “Edit…” may differ, so the text as written comes first."""
    text = plain(message)
    known = in_language(code)
    context = message.context if isinstance(message, Meant) else None
    if (message, context) in known:
        return known[message, context]
    return text if text in ALIKE else known[text, context]


@cache
def names(code: str) -> frozenset[str]:
    """All texts of the program in a language."""
    texts = (each.id if code == ENGLISH.code else each.string for each in catalogue(code) if each.id)
    return frozenset(plain(form) for text in texts for form in ([text] if isinstance(text, str) else text or ()))


@cache
def menu_paths(code: str) -> dict[str, str]:
    """Every path through the menus, and what it leads to: the id of an action, or the English of a menu."""
    rows = [(row.id, tuple(filter(None, (row.menu, row.submenu, row.text)))) for row in ACTIONS]
    rows += [(messages[-1], messages) for messages in MADE_ELSEWHERE]
    return {ARROW.join(said(message, code) for message in messages): target for target, messages in rows}


def keys_of_actions() -> frozenset[str]:
    """Return the keys of all actions; an application knows the standard ones."""
    return frozenset(QKeySequence(key).toString() for row in ACTIONS for key in row.keys)


@cache
def key_names(code: str) -> dict[str, str]:
    """Return what is written on the keys, in a language and in English."""
    keys = [each for each in catalogue(code) if each.context == "key"]
    return {str(each.id if code == ENGLISH.code else each.string): str(each.id) for each in keys}


def key_called(name: str, code: str) -> str | None:
    """Return the English name of keys, None if they are not keys."""
    names = key_names(code)
    parts = name.split("+")
    if any(part in names.values() and part not in names for part in parts):
        return None
    english = "+".join(names.get(part, part) for part in parts)
    return english if KEY.fullmatch(english) or english in KEYS_OF_PANELS else None


def path_of(name: str) -> str:
    return ARROW.join(plain(part) for part in name.split(ARROW))


def anchors(page: Path) -> set[str]:
    """Return the anchors of a page: its headings, as written in addresses."""
    headings = HEADING.findall(FENCED.sub("", page.read_text("utf-8")))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def commands(page: Path) -> list[str]:
    """Return the lines of the examples that call the program."""
    lines = [line for _, body in FENCED.findall(page.read_text("utf-8")) for line in body.splitlines()]
    return [line for line in lines if line.startswith("robotstudio ")]


class Section(NamedTuple):
    """What a section has in every language: its level, links and examples, and the actions and keys in bold."""

    level: str
    links: list[str]
    kinds: list[str]
    commands: list[str]
    facts: Counter[str]


def sections(page: Path) -> list[Section]:
    return [section_of(text, page.parent.name) for text in SECTION.split(page.read_text("utf-8")) if text.strip()]


def section_of(text: str, code: str) -> Section:
    examples, written = FENCED.findall(text), CODE.sub("", FENCED.sub("", text))
    paths = menu_paths(code)
    named = [" ".join(found.split()) for found in BOLD.findall(written)]
    known = (paths.get(path_of(name)) or key_called(name, code) for name in named)
    return Section(
        level="".join(LEVEL.findall(written)),
        links=LINK.findall(written),
        kinds=[kind for kind, _ in examples],
        commands=[line for _, body in examples for line in body.splitlines() if line.startswith("robotstudio ")],
        facts=Counter(each for each in known if each),
    )


def test_there_is_a_guide() -> None:
    assert {"README.md", "start.md", "why.md"} <= {page.name for page in CHAPTERS if page.parent.name == "en"}
    assert {path.name for path in GUIDE.iterdir()} <= set(LANGUAGES)


@EACH
def test_menu_paths_are_in_the_menus(page: Path) -> None:
    known = menu_paths(page.parent.name)
    assert [name for name in bold(page) if ARROW in name and path_of(name) not in known] == []


@pytest.mark.usefixtures("qapp")
@EACH
def test_keys_are_those_of_actions(page: Path) -> None:
    known = keys_of_actions() | KEYS_OF_PANELS
    keys = {name: key_called(name, page.parent.name) for name in bold(page)}
    assert [name for name, english in keys.items() if english and english not in known] == []


@EACH
def test_other_names_are_on_the_screen(page: Path) -> None:
    code = page.parent.name
    others = [name for name in bold(page) if ARROW not in name and not key_called(name, code)]
    assert [name for name in others if plain(name) not in names(code)] == []


@EACH
def test_links_lead_to_pages_and_to_headings_that_are_there(page: Path) -> None:
    lost = []
    for target in LINK.findall(prose(page)):
        file, _, anchor = target.partition("#")
        other = page.parent / file if file else page
        if "://" not in target and not (other.is_file() and (not anchor or anchor in anchors(other))):
            lost.append(target)
    assert lost == []


def test_contents_name_every_chapter() -> None:
    for folder in {page.parent for page in CHAPTERS}:
        contents = folder / "README.md"
        if contents.is_file():
            linked = {target for target in LINK.findall(prose(contents)) if "/" not in target}
            assert linked == {page.name for page in folder.glob("*.md")} - {contents.name}


@each_row("page", WITH_COMMANDS, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_commands_are_understood(page: Path) -> None:
    for command in commands(page):
        name, *rest = shlex.split(command.removeprefix("robotstudio "))
        assert name in cli.COMMANDS, command
        parser = Parser(prog=name)
        import_module(f"robotstudio.cli.{name}").add_arguments(parser)
        _, unknown = parser.parse_known_intermixed_args(rest)
        assert unknown == [], command


@EACH_TRANSLATED
def test_translation_says_what_the_english_says(page: Path) -> None:
    english = GUIDE / ENGLISH.code / page.name
    assert english.is_file()
    left = iter(sections(english))
    assert [section for section in sections(page) if section not in left] == []


@pytest.mark.parametrize(
    ("name", "code", "target"),
    [
        ("File → Open…", "en", "file.open"),
        ("文件 → 打开…", "zh_CN", "file.open"),
        ("View → Theme → Dark", "en", "theme.dark"),
        ("View → Theme", "en", "Theme"),
        ("Правка → Быстрое исправление…", "ru", "problems.fix"),
    ],
)
def test_menu_path_is_found_in_its_language(name: str, code: str, target: str) -> None:
    assert menu_paths(code)[path_of(name)] == target


@pytest.mark.parametrize(
    ("name", "code", "english"),
    [
        ("Ctrl+Mayús+C", "es", "Ctrl+Shift+C"),
        ("Ctrl+Shift+C", "es", None),
        ("Intro", "es", "Enter"),
        ("Ctrl+Пробел", "ru", "Ctrl+Space"),
        ("Ctrl++", "en", "Ctrl++"),
    ],
)
def test_keys_are_called_what_the_language_calls_them(name: str, code: str, english: str | None) -> None:
    assert key_called(name, code) == english


@pytest.mark.usefixtures("qapp")
def test_name_that_nothing_has_is_found() -> None:
    """The tests above would pass with anything if the names were not looked up."""
    assert path_of("File → Open it all…") not in menu_paths("en")
    assert "Ctrl+Shift+F12" not in keys_of_actions()
    assert "Load into the editor" not in names("en")
    assert "Load into editor" in names("en")
