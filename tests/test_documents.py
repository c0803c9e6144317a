"""README.md and docs/ say what is so: links, pictures, and examples that are files a crawler can read."""

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
import readme

from robotstudio.engine import CATALOGUE, CRAWLERS, PRESETS, Crawler
from robotstudio.lint.linter import Linter
from robotstudio.lint.rules import RULES
from robotstudio.text.locale import LANGUAGES
from tests.rows import each_row

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PAGES = [*sorted(ROOT.glob("README*.md")), *sorted(ROOT.glob("[CS]*.md")), *sorted(DOCS.rglob("*.md"))]

WORDS = "two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen"
NUMBER = {word: value for value, word in enumerate(WORDS.split("|"), 2)}

FENCED = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)\s]*)?\)")
LEFT_OUT = re.compile(r"`([^`]+)`")

QUOTED = re.compile(r"`[^`]+`")
ANY_LINK = re.compile(r"\]\(([^)\s]+)\)")
README_IN_ENGLISH = ROOT / "README.md"
README_IN = {code: path for code in LANGUAGES if (path := ROOT / f"README.{code}.md").exists()}
OF_A_LANGUAGE = re.compile(r"^docs/guide/\w+/|^docs/pictures/film-\w+\.webp$|^README\.(?:\w+\.)?md$")
"""Links to what there is in every language."""
IN_DIGITS = re.compile(r"\d(?:[\d.,\u00a0]*\d)?")
IN_WORDS = re.compile(rf"\b(?:{WORDS}|million)\b", re.IGNORECASE)

EACH = each_row("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())


def text_of(page: Path) -> str:
    return page.read_text("utf-8")


def section_of(title: str) -> str:
    """Return a section of the page about the crawlers."""
    return text_of(DOCS / "crawlers.md").partition(f"## {title}\n")[2].partition("\n## ")[0]


def table_of(title: str) -> list[list[str]]:
    """Return the cells of the table in a section, without its header."""
    lines = [line for line in section_of(title).split("\n") if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def robots_in(text: str) -> Iterator[str]:
    """Return the code blocks that are robots.txt files."""
    return (body for _, body in FENCED.findall(text) if re.match(r"(#.*\n|\n)*user-agent\s*:", body, re.IGNORECASE))


@EACH
def test_links_lead_to_files_that_are_there(page: Path) -> None:
    targets = [target for target in LINK.findall(FENCED.sub("", text_of(page))) if "://" not in target]
    assert [target for target in targets if not (page.parent / target).exists()] == []


def examples_of(text: str) -> tuple[list[tuple[str, str]], Counter[str]]:
    """Return the code blocks in order, and what else is in back quotes."""
    return FENCED.findall(text), Counter(QUOTED.findall(FENCED.sub("", text)))


def targets_of(text: str) -> Counter[str]:
    """Return the targets of the links, ignoring the language of what exists in each."""
    return Counter(OF_A_LANGUAGE.sub("…", target) for target in ANY_LINK.findall(FENCED.sub("", text)))


def sentences_of(text: str) -> str:
    return QUOTED.sub("", ANY_LINK.sub("]", FENCED.sub("", text)))


def digits_in(text: str) -> Counter[int]:
    """Count the numbers in its sentences, without marks that group digits."""
    return Counter(int(re.sub(r"\D", "", number)) for number in IN_DIGITS.findall(sentences_of(text)))


def words_in(text: str) -> Counter[int]:
    """Count the numbers that English sentences write in words, and another language perhaps in digits."""
    return Counter(NUMBER.get(word.lower(), 1_000_000) for word in IN_WORDS.findall(sentences_of(text)))


@pytest.mark.parametrize("code", README_IN)
def test_readme_in_another_language_has_the_same_examples_links_and_numbers(code: str) -> None:
    english, translated = text_of(README_IN_ENGLISH), text_of(README_IN[code])
    assert examples_of(translated) == examples_of(english)
    assert targets_of(translated) == targets_of(english)
    digits = digits_in(translated)
    assert digits_in(english) <= digits <= digits_in(english) + words_in(english)


@pytest.mark.parametrize("code", README_IN)
def test_readme_leads_to_the_guide_in_its_language_and_to_itself_in_the_others(code: str) -> None:
    targets = ANY_LINK.findall(text_of(README_IN[code]))
    assert {target for target in targets if target.startswith("docs/guide/")} == {f"docs/guide/{code}/README.md"}
    assert f"docs/pictures/film-{code}.webp" in targets
    others = {path.name for other, path in README_IN.items() if other != code} | {README_IN_ENGLISH.name}
    assert {target for target in targets if target.startswith("README")} == others


@pytest.mark.parametrize("page", [README_IN_ENGLISH, *README_IN.values()], ids=lambda page: page.name)
def test_readme_counts_the_crawlers(page: Path) -> None:
    said = int(IN_DIGITS.findall(text_of(page).partition("\n![")[0])[-1])
    assert said < len(CRAWLERS) <= said + 50


@pytest.mark.parametrize("page", [README_IN_ENGLISH, *README_IN.values()], ids=lambda page: page.name)
def test_download_links_are_those_of_the_product(page: Path) -> None:
    assert readme.with_downloads(text_of(page)) == text_of(page)


def test_every_picture_is_on_a_page() -> None:
    shown = {(page.parent / target).resolve() for page in PAGES for target in LINK.findall(text_of(page))}
    assert set((DOCS / "pictures").iterdir()) <= shown


@EACH
def test_no_page_installs_a_name_that_anybody_could_take(page: Path) -> None:
    """The program is on no package index: a name there may be somebody else's."""
    assert not re.search(r"(pip|pipx|uv)\b.* install robotstudio\b", text_of(page))


@EACH
def test_an_example_leaves_no_empty_line_in_a_group_unless_that_is_what_it_shows(page: Path) -> None:
    text = text_of(page)
    if page.stem in RULES:
        text = text.partition("## Better")[2]
    for body in robots_in(text):
        assert "RS303" not in [finding.code for finding in Linter().check(body.encode()).findings]


def test_page_of_the_crawlers_says_how_sure_the_rows_are() -> None:
    told = [row[0].strip("`") for row in table_of("How sure a row is")]
    assert sorted(told) == sorted({row.confidence for row in CRAWLERS.values() if not row.is_any_other})


def test_page_of_the_crawlers_names_every_field_of_a_row() -> None:
    told = [row[0].strip("`") for row in table_of("What a row means")]
    assert sorted(told) == sorted(Crawler.__struct_fields__)


def test_page_of_the_crawlers_names_every_preset() -> None:
    told = table_of("Presets")
    assert told == [[f"`{preset.id}`", preset.title] for preset in PRESETS]


def test_what_was_left_out_is_not_in_the_catalogue() -> None:
    names = LEFT_OUT.findall(section_of("What was left out"))
    assert names
    assert [name for name in names if CATALOGUE.known(" ".join(name.split()))] == []


def test_every_panel_has_a_controller() -> None:
    folders = [path.parent for path in (ROOT / "robotstudio" / "ui" / "panels").glob("*/panel.py")]
    without = {folder.name for folder in folders if not (folder / "controller.py").is_file()}
    assert without == {"welcome"}  # the start page: what is chosen there is done by the actions about files


def test_picture_of_the_layers_is_that_of_import_linter() -> None:
    tables = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    layers = next(table["layers"] for table in tables if table.get("containers") == ["robotstudio"])
    picture = (DOCS / "architecture.md").read_text("utf-8").partition("```mermaid\n")[2].partition("```")[0]
    assert re.findall(r'"([^"]+)"', picture) == layers


@pytest.mark.parametrize("name", ["CONTRIBUTING.md", "docs/architecture.md"])
def test_page_for_developers_names_what_there_is_in_the_code(name: str) -> None:
    paths = [
        path
        for folder in ("docs", "packaging", "resources", "robotstudio", "tests")
        for path in (ROOT / folder).rglob("*")
    ]
    code = [ROOT / "pyproject.toml", ROOT / "dev.py", *(path for path in paths if path.suffix == ".py")]
    words = {word for path in code for word in re.findall(r"\w+", path.read_text("utf-8"))}
    words.update(word for path in paths for word in re.findall(r"\w+", path.as_posix()))
    page = FENCED.sub("", (ROOT / name).read_text("utf-8"))
    named = {name for quoted in re.findall(r"`([^`]+)`", page) for name in re.findall(r"\b[A-Za-z_]\w*", quoted)}
    assert named - words == set()
