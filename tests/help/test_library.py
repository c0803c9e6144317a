"""The pages of the help: each language has them all, their links lead to one another, and nothing else is read."""

import re
from functools import cache

import pytest

from robotstudio import assets
from robotstudio.assets import rule_page
from robotstudio.help.library import (
    CONTENTS,
    NOWHERE,
    SECTIONS,
    HelpLibrary,
    HelpPage,
    HelpSection,
    LinkTarget,
    picture_of,
    slug,
)
from robotstudio.help.licences import licences_of_packages, packages
from robotstudio.lint.rules import RULES
from robotstudio.text.language import spoken
from robotstudio.text.locale import LANGUAGES, words_of

FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`[^`\n]+`")
LINK = re.compile(r"\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


@cache
def library(code: str = "en") -> HelpLibrary:
    with spoken(words_of(code)):
        return HelpLibrary()


def prose(page: HelpPage) -> str:
    return CODE.sub("", FENCED.sub("", page.text))


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_language_has_all_pages_in_the_same_order(code: str) -> None:
    assert list(library(code).pages) == list(library().pages)
    assert [page.id for page in library(code).pages.values() if not page.title or not page.text.strip()] == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_guide_and_rules_are_in_the_language(code: str) -> None:
    pages = [*library(code).in_section(HelpSection.GUIDE), *library(code).in_section(HelpSection.RULES)]
    in_english = {page.id for page in pages if page.language != code}
    assert in_english == {f"rules/{rule}" for rule in RULES if code not in rule_page(rule, code).parts and code != "en"}
    assert len(pages) >= len(RULES) + 9


@pytest.mark.parametrize("code", LANGUAGES)
def test_list_of_rules_leads_to_each_of_them(code: str) -> None:
    links = LINK.findall(library(code).pages["rules/all"].text)
    assert [library(code).target("rules/all", link) for link in links] == [
        LinkTarget(f"rules/{rule}") for rule in RULES
    ]


def test_every_part_of_the_contents_has_pages() -> None:
    assert {page.section for page in library().pages.values()} == set(SECTIONS) == set(HelpSection)
    assert next(iter(library().pages)) == CONTENTS


def test_every_rule_has_a_page_with_its_title() -> None:
    assert [f"rules/{code}" for code in RULES if f"rules/{code}" not in library().pages] == []
    assert library().pages["rules/RS101"].title == "RS101 Unknown field"
    assert library("es").pages["rules/RS101"].title == "RS101 Campo desconocido"


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_link_leads_to_a_page_and_a_heading_that_are_shipped(code: str) -> None:
    lost = []
    for page in library(code).pages.values():
        for link in () if page.is_plain else LINK.findall(prose(page)):
            picture = picture_of(page, link, is_dark=False)
            if picture is not None and picture.is_file():
                continue
            target = library(code).target(page.id, link)
            if target == NOWHERE or (target.heading and not has_heading(library(code), target)):
                lost.append((page.id, link))
    assert lost == []


def has_heading(shown: HelpLibrary, target: LinkTarget) -> bool:
    headings = HEADING.findall(FENCED.sub("", shown.pages[target.page].text))
    return target.heading in {slug(heading) for heading in headings}


@pytest.mark.parametrize(
    ("page", "link", "target"),
    [
        ("guide/start", "first-file.md", LinkTarget("guide/first-file")),
        ("guide/why", "../../dialects.md", LinkTarget("reference/dialects")),
        (
            "guide/problems",
            "../../command-line.md#configuration",
            LinkTarget("reference/command-line", "configuration"),
        ),
        ("reference/lint", "rules/RS101.md", LinkTarget("rules/RS101")),
        ("guide/start", "#get-a-file", LinkTarget("guide/start", "get-a-file")),
        ("program/news", "https://keepachangelog.com/", LinkTarget(address="https://keepachangelog.com/")),
        ("program/news", "docs/guide/en/README.md", LinkTarget("guide/README")),
        ("reference/lint", "licences/notices", LinkTarget("licences/notices")),
        ("guide/start", "../../../pyproject.toml", NOWHERE),
        ("guide/start", "/etc/passwd", NOWHERE),
        ("guide/start", "file:///etc/passwd", NOWHERE),
        ("guide/start", "../../../../../../etc/passwd", NOWHERE),
        ("guide/start", "ftp://example.com/", NOWHERE),
        ("guide/start", "javascript:alert(1)", NOWHERE),
    ],
)
@pytest.mark.parametrize("code", LANGUAGES)
def test_link_leads_only_to_shipped_pages_and_the_web(code: str, page: str, link: str, target: LinkTarget) -> None:
    assert library(code).target(page, link) == target


def test_language_without_pages_gets_the_english_ones() -> None:
    with spoken(words_of("xx")):
        shown = HelpLibrary()
    assert {page.language for page in shown.pages.values()} == {"en"}


def test_page_that_a_packager_left_out_is_not_in_the_contents(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    empty = tmp_path_factory.mktemp("empty")
    monkeypatch.setattr(assets, "page", lambda name: empty / name)
    left = HelpLibrary()
    assert left.in_section(HelpSection.GUIDE) == left.in_section(HelpSection.REFERENCE) == []
    assert [page.id for page in left.in_section(HelpSection.RULES)] == ["rules/all"]


def test_made_page_stands_in_its_section() -> None:
    made = HelpPage("program/made", HelpSection.PROGRAM, "Made", "# Made")
    shown = HelpLibrary(made=[made])
    assert made in shown.in_section(HelpSection.PROGRAM)
    assert shown.target("guide/start", "program/made") == LinkTarget("program/made")


def test_licence_of_every_package_is_there() -> None:
    found = {licence.title.lower() for licence in licences_of_packages()}
    assert {"httpx", "numpy", "lxml", "anyio", "pygments"} <= found
    assert {name.lower() for name, _ in packages()} >= found


def test_texts_of_qt_and_of_the_fonts_are_there() -> None:
    titles = {page.title for page in library().in_section(HelpSection.LICENCES)}
    assert {"Robot Studio: MIT", "Qt, PySide6: LGPL-3.0", "Inter: OFL-1.1", "Third-party notices"} <= titles


@pytest.mark.parametrize("is_dark", [False, True])
def test_picture_lies_beside_the_chapter_that_names_it(is_dark: bool) -> None:
    page = library("es").pages["guide/why"]
    found = picture_of(page, "pictures/why.png", is_dark=is_dark)
    assert found is not None
    assert found.is_file()
    assert found.parts[-4:-1] == ("guide", "es", "pictures")


@pytest.mark.parametrize(
    "name", ["../../../secret.png", "/etc/x.png", "pictures/../x.png", "https://x/pictures/why.png"]
)
def test_no_other_file_is_a_picture(name: str) -> None:
    assert picture_of(library("en").pages["guide/why"], name, is_dark=False) is None


def test_other_pages_have_no_pictures() -> None:
    assert picture_of(library("en").pages["reference/lint"], "pictures/why.png", is_dark=False) is None


@pytest.mark.parametrize("code", LANGUAGES)
def test_heading_of_a_chapter_is_found_by_its_english_in_every_language(code: str) -> None:
    pages, english = library(code), library()
    for page in english.in_section(HelpSection.GUIDE):
        titles = HEADING.findall(page.text)
        own = HEADING.findall(pages.pages[page.id].text)
        assert [pages.heading_of(page.id, slug(title)) for title in titles] == [slug(title) for title in own]


def test_heading_that_there_is_not_stays_as_it_is() -> None:
    assert library("ru").heading_of("guide/many-urls", "nowhere") == "nowhere"
    assert library("ru").heading_of("none", "x") == "x"
