"""Parse an llms.txt as specified by llmstxt.org: Markdown with one title, and lists of links under headings.

It is parsed line by line rather than as Markdown, since the specification mentions only some constructs.
"""

import re
from collections.abc import Iterator
from typing import Final

import ada_url

from robotstudio.engine.content import Content, content_of
from robotstudio.engine.tokens import LINE_END, UTF8_BOM
from robotstudio.policy.ai_files.model import Fault, Flaws, LlmsLink, LlmsTxt

MOST_LINES: Final = 100_000
_LONGEST_LINE: Final = 8_192
_HEADING: Final = re.compile(r" {0,3}(#{1,6})(?:[ \t]+(.*))?$")
_UNDERLINE: Final = re.compile(r" {0,3}(=+|-+)[ \t]*$")
_FENCE: Final = re.compile(r" {0,3}(`{3,}|~{3,})")
_ITEM: Final = re.compile(r"\s{0,20}(?:[-*+]|\d{1,9}[.)])[ \t]+(.*)$")
_NAME: Final = r"\[([^\[\]]*(?:\[[^\[\]]*\][^\[\]]*)*)\]"
_ADDRESS: Final = r"<([^<>]*)>|([^\s()]*(?:\([^\s()]*\)[^\s()]*)*)"
_LINK: Final = re.compile(rf"{_NAME}\(\s*(?:{_ADDRESS})(?:\s+(?:\"[^\"]*\"|'[^']*'))?\s*\)")
_PAGE: Final = frozenset({Content.HTML, Content.XML, Content.JSON, Content.BINARY, Content.UTF16})
_BREAK: Final = re.compile(r" {0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*$")
_NO_WORDS_OF_HEADING: Final = re.compile(r"\s{0,3}(?:>|[-*+][ \t]|\d{1,9}[.)][ \t])")
_WEB: Final = frozenset({"http:", "https:"})
ANY_SITE: Final = "https://host.invalid/"
"""The base URL of a file of unknown origin."""


def lines_of(body: bytes, flaws: Flaws) -> Iterator[tuple[int, str]]:
    """Iterate over the numbered lines of a file, up to a limit; invalid UTF-8 is a flaw."""
    for number, raw in enumerate(LINE_END.split(body.removeprefix(UTF8_BOM)), 1):
        if number > MOST_LINES:
            flaws.add(number, Fault.TOO_LONG)
            return
        try:
            line = raw.decode()
        except UnicodeDecodeError:
            flaws.add(number, Fault.NOT_UTF8)
            line = raw.decode("utf-8", "replace")
        yield number, line[:_LONGEST_LINE]


def is_no_text(body: bytes, flaws: Flaws) -> bool:
    """Return True if there are no lines to read, which is noted as a flaw."""
    content = content_of(body)
    if content is Content.EMPTY:
        flaws.add(1, Fault.EMPTY)
    elif content in _PAGE:
        flaws.add(1, Fault.PAGE)
    else:
        return False
    return True


def read_llms_txt(body: bytes, address: str = "") -> LlmsTxt:
    """Parse an llms.txt at an address, which is the base of its links. Never raises on any bytes."""
    flaws = Flaws()
    if is_no_text(body, flaws):
        return LlmsTxt("", (), (), flaws.sorted())
    reader = _Reader(address, flaws)
    for number, line in lines_of(body, flaws):
        reader.take(number, line)
    reader.end()
    return LlmsTxt(reader.title, tuple(reader.sections), tuple(reader.links), flaws.sorted(), flaws.more)


class _Reader:
    """A line-based state machine."""

    def __init__(self, address: str, flaws: Flaws) -> None:
        self.title = ""
        self.sections: list[str] = []
        self.links: list[LlmsLink] = []
        self._address, self._flaws = address, flaws
        self._fence = ""
        self._before: tuple[int, str] | None = None  # a line of text that the next may turn into a heading
        self._has_title = self._is_begun = self._has_item = False
        self._section_line = self._links_before = 0

    def take(self, number: int, line: str) -> None:
        """Process the next line."""
        if self._is_code(line):
            self._flush(None)
            return
        underline, heading = _UNDERLINE.match(line), _HEADING.match(line)
        if underline and self._before and not _NO_WORDS_OF_HEADING.match(self._before[1]):
            at, words = self._before
            self._before = None
            self._head(at, 1 if underline[1].startswith("=") else 2, words.strip())
        elif heading:
            self._flush(None)
            self._head(number, len(heading[1]), (heading[2] or "").strip().rstrip("#").strip())
        elif _BREAK.match(line):
            self._flush(None)
        else:
            self._flush((number, line) if line.strip() else None)

    def end(self) -> None:
        """Process the end of the file."""
        self._flush(None)
        self._end_section()
        if not self._has_title and not self._is_begun:
            self._flaws.add(1, Fault.NO_TITLE)

    def _is_code(self, line: str) -> bool:
        """Return True for a line in a code block, where nothing is a heading."""
        fence = _FENCE.match(line)
        if self._fence:
            if fence and fence[1].startswith(self._fence) and not line.strip().strip(self._fence[0]):
                self._fence = ""
            return True
        if fence:
            self._fence = fence[1]
        return bool(fence)

    def _flush(self, line: tuple[int, str] | None) -> None:
        """Process the previous line, which was not a heading; this one may become one."""
        if self._before:
            self._read(*self._before)
        self._before = line

    def _head(self, number: int, level: int, words: str) -> None:
        if not words:
            self._flaws.add(number, Fault.EMPTY_HEADING)
        if level == 1 and not self._has_title:
            self._has_title, self.title = True, words
        elif level == 1:
            self._flaws.add(number, Fault.SECOND_TITLE)
        elif level == 2:
            self._begin(number)
            self._end_section()
            self.sections.append(words)
            self._section_line, self._links_before, self._has_item = number, len(self.links), False
        else:
            self._begin(number)
            self._flaws.add(number, Fault.DEEP_HEADING)

    def _begin(self, number: int) -> None:
        """Note content other than a title, which must come first."""
        if not self._is_begun and not self._has_title:
            self._flaws.add(number, Fault.NO_TITLE)
        self._is_begun = True

    def _end_section(self) -> None:
        if self.sections and len(self.links) == self._links_before:
            self._flaws.add(self._section_line, Fault.NO_LINKS, self.sections[-1])

    def _read(self, number: int, line: str) -> None:
        """Process a line that is not a heading: free text before the first section, a list item in one."""
        self._begin(number)
        if not self.sections:
            return
        item = _ITEM.match(line)
        if item:
            self._has_item = True
            self._read_item(number, item[1])
        elif not (self._has_item and line[:1].isspace()):  # an indented line continues the item above
            self._flaws.add(number, Fault.NO_ITEM, line.strip())

    def _read_item(self, number: int, text: str) -> None:
        link = _LINK.match(text)
        if not link:
            self._flaws.add(number, Fault.NO_LINK, text)
            return
        written = link[2] if link[2] is not None else link[3]
        url = _requested(written, self._address)
        if not url:
            self._flaws.add(number, Fault.BAD_ADDRESS, written)
        self.links.append(LlmsLink(number, link[1], written, url))
        behind = text[link.end() :].strip()
        if behind and not behind.startswith(":"):
            self._flaws.add(number, Fault.NO_COLON_BEHIND, behind)


def _requested(written: str, base: str) -> str:
    """Resolve an address; "" if it is invalid."""
    try:
        parsed = ada_url.URL(written, base=base or ANY_SITE)
    except ValueError:  # UnicodeEncodeError too
        return ""
    if not written or parsed.protocol not in _WEB or not parsed.hostname:
        return ""
    return f"{parsed.protocol}//{parsed.host}{parsed.pathname}{parsed.search}"
