"""The pages of the help: which there are, what each says in a language, and where its links lead.

They are files that are shipped with the program, and nothing else is ever read: a link to any other file leads nowhere.
"""

import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from pathlib import Path
from typing import Final, NamedTuple

from robotstudio import assets
from robotstudio.help.licences import Licence, licences_of_packages
from robotstudio.help.rule_pages import with_dialects
from robotstudio.lint.messages import title as rule_title
from robotstudio.lint.rules import RULES
from robotstudio.text.language import ENGLISH, WORDS, Message, spoken, tr


class HelpSection(Enum):
    """The parts of the contents, in their order."""

    GUIDE = "guide"
    PROGRAM = "program"
    REFERENCE = "reference"
    RULES = "rules"
    LICENCES = "licences"


SECTIONS: Final[Mapping[HelpSection, Message]] = {
    HelpSection.GUIDE: "Guide",
    HelpSection.PROGRAM: "Robot Studio",
    HelpSection.REFERENCE: "Reference",
    HelpSection.RULES: "Rules of the linter",
    HelpSection.LICENCES: "Licences",
}

CONTENTS: Final = "guide/README"
NEWS: Final = "program/news"
RULE_LIST: Final = "rules/all"
_REFERENCE: Final = (
    "command-line",
    "crawlers",
    "dialects",
    "lint",
    "expectations",
    "library",
    "editors",
    "assistants",
    "proofs",
    "ai-policy",
    "compliance",
    "url-sources",
    "survey",
    "history",
    "project-file",
    "settings",
    "installing",
)
_NOTICES: Message = "Third-party notices"
_LICENCES: Final[Mapping[str, str]] = {
    "LICENSE": "Robot Studio: MIT",
    "packaging/licenses/LGPL-3.0.txt": "Qt, PySide6: LGPL-3.0",
    "packaging/licenses/GPL-3.0.txt": "GPL-3.0",
}
"""Texts that other licences refer to or that cover the whole program; those of fonts and packages come on top."""
_FONTS: Final = {"Inter": "Inter", "JetBrainsMono": "JetBrains Mono", "RobotStudioHan": "Robot Studio Han"}
_SCHEMA: Final = "docs/project.schema.json"
_CHAPTER = re.compile(r"\]\(([\w-]+)\.md\)")
_COMMENT = re.compile(r"^<!--.*?-->\n", re.MULTILINE | re.DOTALL)
_HEADING = re.compile(r"^#+ +(.+)$", re.MULTILINE)
_PICTURE = re.compile(r"(pictures/[a-z-]+)\.png")
_OF_GUIDE: Final = "docs/guide/"
_WEB: Final = ("https://", "http://")


class HelpPage(NamedTuple):
    """A page by its id, such as `rules/RS101`; if it has a language of its own, it is shown in that."""

    id: str
    section: HelpSection
    title: str
    text: str
    language: str = ENGLISH.code
    source: str = ""
    """The file it comes from, for the links in it: relative to the root of a checkout."""
    is_plain: bool = False
    """True if it is not Markdown, and is shown as it stands."""


class LinkTarget(NamedTuple):
    """Target of a link: a heading of a page, or an address on the web."""

    page: str = ""
    heading: str = ""
    address: str = ""


NOWHERE: Final = LinkTarget()


class HelpLibrary:
    """All pages in the language of the program, in the order of the contents; English for what has no translation."""

    def __init__(self, made: Sequence[HelpPage] = ()) -> None:
        """`made` are pages without a file; they come after those with a file in their section."""
        self.language = WORDS.code
        pages = (*_guide(self.language), _news(), *made, *_reference(), *_rules(), *_licences())
        order = list(HelpSection)
        self.pages: Mapping[str, HelpPage] = {
            page.id: page for page in sorted(pages, key=lambda page: order.index(page.section))
        }
        self._by_source = {source: page.id for page in self.pages.values() for source in _sources_of(page)}

    def in_section(self, section: HelpSection) -> Sequence[HelpPage]:
        return [page for page in self.pages.values() if page.section is section]

    def heading_of(self, page_id: str, english: str) -> str:
        """Return the heading that a page has in the place of one in English; the same if it lacks sections."""
        page = self.pages.get(page_id)
        if page is None or not english or page.section is not HelpSection.GUIDE:
            return english
        name = page_id.partition("/")[2]
        theirs = _HEADING.findall(_read(f"docs/guide/{ENGLISH.code}/{name}.md"))
        own, slugs = _HEADING.findall(page.text), [slug(each) for each in theirs]
        return slug(own[slugs.index(english)]) if english in slugs and len(own) == len(theirs) else english

    def target(self, page_id: str, link: str) -> LinkTarget:
        """Return where a link on a page leads: `NOWHERE` if that is neither a shipped page nor the web."""
        if link.lower().startswith(_WEB):
            return LinkTarget(address=link)
        name, _, heading = link.partition("#")
        if name in self.pages:  # pages that are made name others by their ids
            return LinkTarget(name, heading)
        if not name:
            return LinkTarget(page_id, heading)
        folder = posixpath.dirname(self.pages[page_id].source)
        found = self._by_source.get(posixpath.normpath(posixpath.join(folder, name)))
        return LinkTarget(found, heading) if found else NOWHERE


def picture_of(page: HelpPage, name: str, *, is_dark: bool) -> Path | None:
    """Return where a picture of a chapter of the guide lies, for a theme; None for any other picture."""
    found = _PICTURE.fullmatch(name)
    if found is None or not page.source.startswith(_OF_GUIDE):
        return None
    folder = posixpath.dirname(page.source)
    return assets.page(f"{folder}/{found[1]}{'-dark' if is_dark else ''}.png")


def slug(heading: str) -> str:
    """Return what a link behind `#` calls a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")


def _read(source: str) -> str:
    """Return a shipped text; empty if a packager left it out."""
    try:
        text = assets.page(source).read_text("utf-8")
    except OSError:
        return ""
    return _COMMENT.sub("", text) if source.endswith(".md") else text


def _in_language(code: str, translated: str, english: str) -> tuple[str, str, str]:
    """Return the source, text and language of a page, in English if it has no translation."""
    text = _read(translated) if code != ENGLISH.code else ""
    return (translated, text, code) if text else (english, _read(english), ENGLISH.code)


def _from_files(
    section: HelpSection, names: Sequence[str], code: str, translated: str, english: str
) -> Iterator[HelpPage]:
    for name in names:
        source, text, language = _in_language(code, translated.format(name=name), english.format(name=name))
        if text:
            heading = _HEADING.search(text)
            title = heading[1].replace("`", "") if heading else ""
            yield HelpPage(f"{section.value}/{name}", section, title, text, language, source)


def _guide(code: str) -> Iterator[HelpPage]:
    """Return the chapters in the order in which the first page names them."""
    names = ("README", *_CHAPTER.findall(_read("docs/guide/en/README.md")))
    return _from_files(HelpSection.GUIDE, names, code, f"docs/guide/{code}/{{name}}.md", "docs/guide/en/{name}.md")


def _reference() -> Iterator[HelpPage]:
    yield from _from_files(HelpSection.REFERENCE, _REFERENCE, ENGLISH.code, "", "docs/{name}.md")
    schema, name = _read(_SCHEMA), posixpath.basename(_SCHEMA)
    if schema:
        yield HelpPage(f"reference/{name}", HelpSection.REFERENCE, name, schema, source=_SCHEMA, is_plain=True)


def _news() -> HelpPage:
    title: Message = "What's new"
    source = "CHANGELOG.md"
    return HelpPage(NEWS, HelpSection.PROGRAM, tr(title), _read(source), ENGLISH.code, source)


def _rules() -> Iterator[HelpPage]:
    """Return a list of all rules, and the page of each."""
    title = tr(SECTIONS[HelpSection.RULES])
    rows = "\n".join(f"- [{code}]({HelpSection.RULES.value}/{code}) {rule_title(rule)}" for code, rule in RULES.items())
    yield HelpPage(RULE_LIST, HelpSection.RULES, title, f"# {title}\n\n{rows}\n", WORDS.code)
    folder = f"docs/rules/{WORDS.code}"
    for page in _from_files(
        HelpSection.RULES, list(RULES), WORDS.code, f"{folder}/{{name}}.md", "docs/rules/{name}.md"
    ):
        code = page.id.rpartition("/")[2]
        with spoken(WORDS if page.language == WORDS.code else ENGLISH):
            text = with_dialects(code, page.text)
        yield page._replace(title=f"{code} {rule_title(RULES[code])}", text=text)


def _licences() -> Iterator[HelpPage]:
    source = "THIRD_PARTY_NOTICES.md"
    text = _read(source)
    if text:
        yield HelpPage(_licence_id("notices"), HelpSection.LICENCES, tr(_NOTICES), text, ENGLISH.code, source)
    texts = [Licence(title, _read(name)) for name, title in _LICENCES.items()]
    texts += [Licence(f"{title}: OFL-1.1", _font_licence(name)) for name, title in _FONTS.items()]
    for licence in (*texts, *licences_of_packages()):
        if licence.text:
            yield HelpPage(_licence_id(licence.title), HelpSection.LICENCES, licence.title, licence.text, is_plain=True)


def main_licences() -> Mapping[str, str]:
    """Return the pages with the licences of the program itself and of Qt, and the one that names all others."""
    own = {_licence_id(title): title for title in _LICENCES.values()}
    return {**own, _licence_id("notices"): tr(_NOTICES)}


def _licence_id(title: str) -> str:
    return f"{HelpSection.LICENCES.value}/{slug(title)}"


def _font_licence(name: str) -> str:
    try:
        return assets.path(f"fonts/{name}-OFL.txt").read_text("utf-8")
    except OSError:
        return ""


def _sources_of(page: HelpPage) -> Iterator[str]:
    """Return the files that lead to a page: in whatever language a link names it, the window's language is shown."""
    if page.source:
        yield page.source
    name = page.id.partition("/")[2]
    if page.section is HelpSection.GUIDE:
        yield f"docs/guide/en/{name}.md"
    elif page.section is HelpSection.RULES:
        yield f"docs/rules/{name}.md"
