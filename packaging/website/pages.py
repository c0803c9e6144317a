"""The pages of the site, their order and their places.

They are the pages of the help (`robotstudio.help.library`) and those for people who change the program. Each is
there in every language, so that nobody is thrown out of theirs; what has no translation is in English, and says so.
"""

import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import unquote

from robotstudio import assets
from robotstudio.help.library import NOWHERE, HelpLibrary, HelpPage, HelpSection, main_licences
from robotstudio.text.language import ENGLISH, Meant, Message, Words, spoken
from robotstudio.text.locale import words_of

HOME: Final = "program/home"
_HOME: Message = Meant("Home", "page of a site")
FIRST_SCREEN_ENDS: Final = "<!-- the first screen ends here -->"
"""Last line of the part of a README that is the home page."""
_LANGUAGES_ROW: Final = re.compile(r"^.*\]\(README[^)]*\).*\n\n", re.MULTILINE)
_COMMENT: Final = re.compile(r"^<!-- .*\n", re.MULTILINE)
_MORE_PICTURES: Final = re.compile(r"^.*\]\(docs/pictures/main-dark\.png\)(?:.+\n)+\n", re.MULTILINE)
"""The paragraph of a README that links pictures: the home page shows others."""
_TITLE: Final = re.compile(r"^# +(.+)$", re.MULTILINE)
_MADE: Final = {
    "contributing": "CONTRIBUTING.md",
    "architecture": "docs/architecture.md",
    "window": "docs/window.md",
    "benchmarks": "docs/benchmarks.md",
    "terms": "docs/glossary.md",
    "decisions": "docs/decisions/README.md",
}
_FOLDERS: Final = {HelpSection.GUIDE: "guide/", HelpSection.REFERENCE: "reference/", HelpSection.RULES: "rules/"}
_DECISION: Final = "program/0"
_FIRST_OF_FOLDER: Final = frozenset({"README", "all", "decisions"})


class Reader(NamedTuple):
    """Somebody who comes with a job, and the pages that are for it, in their order."""

    title: Message
    job: Message
    pages: Sequence[str]


READERS: Final = (
    Reader(
        "For webmasters",
        "Write a file, see what each line does, and publish it without a surprise.",
        (
            *("guide/README", "guide/start", "guide/first-file", "guide/why", "guide/ai-crawlers", "guide/policy"),
            *(
                "guide/problems",
                "guide/not-indexed",
                "guide/before-going-live",
                "guide/watch",
                "guide/glossary",
                "reference/installing",
            ),
        ),
    ),
    Reader(
        "For auditors",
        "Say what a file does to a whole site, prove it, and hand over a report.",
        ("guide/many-urls", "guide/crawl", "guide/who-kept-to-it", "guide/report", "reference/proofs"),
    ),
    Reader(
        "For developers",
        "Run the same checks in scripts and in CI, and keep what must stay true beside the file.",
        (
            *(
                "guide/command-line",
                "reference/expectations",
                "reference/library",
                "reference/editors",
                "reference/assistants",
                "reference/project-file",
                "program/contributing",
            ),
            *("program/architecture", "program/window", "program/benchmarks", "program/terms", "program/decisions"),
        ),
    ),
    Reader(
        "Reference",
        "What each crawler, dialect and rule of the linter does, with its sources.",
        (
            *("rules/all", "reference/lint", "reference/crawlers", "reference/dialects", "reference/command-line"),
            *("reference/url-sources", "reference/ai-policy", "reference/compliance", "reference/survey"),
            *("reference/history", "reference/settings", "program/news"),
        ),
    ),
)


class Feature(NamedTuple):
    """A feature that the home page shows with a picture of the guide."""

    title: Message
    text: Message
    picture: str
    page: str


FEATURES: Final = (
    Feature(
        "The line that decides",
        "Click a verdict: the winning rule, its nearest rivals, and where each of them stops matching.",
        "why.png",
        "guide/why",
    ),
    Feature(
        "What will change, proven",
        "Before you upload, see each URL whose verdict flips, and a proof that no other URL changes.",
        "changes.png",
        "guide/before-going-live",
    ),
    Feature(
        "AI crawlers, by purpose",
        "Block AI training and stay in search: choose by purpose, and see proven that the file does what you chose.",
        "policy.png",
        "guide/ai-crawlers",
    ),
)


class Place(NamedTuple):
    """Target of a link in the site (an address relative to its root, and a heading) or on the web."""

    address: str = ""
    heading: str = ""
    is_outside: bool = False


class Pages:
    """All pages of the site in one language."""

    def __init__(self, code: str) -> None:
        self.words: Words = words_of(code)
        with spoken(self.words):
            self._library = HelpLibrary(list(_made_pages(self.words)))
        wanted = main_licences()
        self.pages: Mapping[str, HelpPage] = {
            page.id: page
            for page in self._library.pages.values()
            if page.section is not HelpSection.LICENCES or page.id in wanted
        }

    @property
    def code(self) -> str:
        return self.words.code

    def address(self, page_id: str) -> str:
        """Return the place of a page, relative to the root of the site."""
        return address_of(self.pages[page_id], self.code)

    def place(self, page: HelpPage, link: str) -> Place | None:
        """Return the target of a link on a page; None if it is neither in the site nor on the web."""
        link = unquote(link)
        target = self._library.target(page.id, link)
        if target is NOWHERE and (folder := self._library.target(page.id, f"{link}/README.md")) is not NOWHERE:
            target = folder
        if target.address:
            return Place(target.address, is_outside=True)
        if target.page in self.pages:
            return Place(self.address(target.page), target.heading)
        return None

    def reader_of(self, page_id: str) -> Reader | None:
        """Return the audience of a page; a rule belongs to the reference, a decision to developers."""
        listed = "rules/all" if page_id.startswith("rules/") else page_id
        if page_id.startswith(_DECISION):
            listed = "program/decisions"
        return next((reader for reader in READERS if listed in reader.pages), None)

    def beside(self, page_id: str) -> tuple[str, str]:
        """Return the pages before and after one in its row, empty if there is none."""
        reader = self.reader_of(page_id)
        if reader is None:
            return "", ""
        row: Sequence[str] = reader.pages
        if page_id not in row:  # one of many that only their list names
            row = self._unnamed[reader.title]
        at = row.index(page_id)
        return row[at - 1] if at else "", row[at + 1] if at + 1 < len(row) else ""

    @cached_property
    def _unnamed(self) -> Mapping[str, Sequence[str]]:
        """The pages for each reader, by the title, that are not named one by one."""
        found: dict[str, list[str]] = {}
        for each in self.pages:
            reader = self.reader_of(each)
            if reader and each not in reader.pages:
                found.setdefault(reader.title, []).append(each)
        return found


def address_of(page: HelpPage, code: str) -> str:
    """Return the place of a page in a language, relative to the root of the site; English is the root itself."""
    root = "" if code == ENGLISH.code else f"{code}/"
    name = page.id.partition("/")[2]
    if page.id == HOME:
        return f"{root}index.html"
    folder = _FOLDERS.get(page.section, "")
    if page.id.startswith(_DECISION) or name == "decisions":
        folder = "decisions/"
    elif page.section is HelpSection.LICENCES:
        folder = "licences/"
    return f"{root}{folder}{'index' if name in _FIRST_OF_FOLDER else name}.html"


def _made_pages(words: Words) -> Iterator[HelpPage]:
    """Make the pages that the help lacks: the home page, and those for developers."""
    readme = "README.md" if words.code == ENGLISH.code else f"README.{words.code}.md"
    text = assets.page(readme).read_text("utf-8").partition(FIRST_SCREEN_ENDS)[0]
    first_screen = _COMMENT.sub("", _MORE_PICTURES.sub("", _LANGUAGES_ROW.sub("", text, count=1)))
    yield HelpPage(HOME, HelpSection.PROGRAM, words.say(_HOME), first_screen, words.code, readme)
    decisions = sorted(assets.page("docs/decisions").glob("0*.md"))
    sources = _MADE | {path.stem: f"docs/decisions/{path.name}" for path in decisions}
    for name, source in sources.items():
        text = assets.page(source).read_text("utf-8")
        found = _TITLE.search(text)
        title = found[1].replace("`", "") if found else name
        yield HelpPage(f"program/{name}", HelpSection.PROGRAM, title, text, source=source)


def picture_file(page: HelpPage, name: str) -> Path | None:
    """Return the file of a picture on a page, None if there is none."""
    path = assets.page(posixpath.normpath(posixpath.join(posixpath.dirname(page.source), name)))
    return path if path.is_file() else None
