"""Pygments lexer for robots.txt, made of the tokenizer's spans; also used by `pygmentize -l robots-txt`."""

import re
from collections.abc import Iterator
from typing import ClassVar

from pygments.lexer import Lexer
from pygments.token import Text, _TokenType

from robotstudio.engine.line_pieces import line_pieces
from robotstudio.engine.paths import bytes_of

_LINES = re.compile(r"([^\r\n]*)(\r\n|\r|\n|\Z)")


class RobotsTxtLexer(Lexer):
    """Highlights robots.txt as the program reads it: a misspelled field does not look like a known one."""

    name = "robots.txt"
    aliases: ClassVar[list[str]] = ["robots-txt", "robotstxt", "robots.txt"]
    filenames: ClassVar[list[str]] = ["robots.txt", "robots-*.txt"]
    mimetypes: ClassVar[list[str]] = ["text/robots"]
    url = "https://www.rfc-editor.org/rfc/rfc9309"

    def get_tokens_unprocessed(self, text: str) -> Iterator[tuple[int, _TokenType, str]]:
        """Yield (index, token type, text) for the whole text, without gaps."""
        for found in _LINES.finditer(text):
            line, end = found[1], found[2]
            yield from _tokens_of_line(found.start(), line)
            if end:
                yield found.start(2), Text.Whitespace, end


def _tokens_of_line(offset: int, line: str) -> Iterator[tuple[int, _TokenType, str]]:
    raw = bytes_of(line)
    at = 0
    for start, end, kind in line_pieces(raw):
        first, last = (start, end) if len(raw) == len(line) else (_characters(raw, start), _characters(raw, end))
        if at < first:
            yield offset + at, Text, line[at:first]
        if first < last:
            yield offset + first, kind, line[first:last]
        at = max(at, last)
    if at < len(line):
        yield offset + at, Text, line[at:]


def _characters(raw: bytes, at: int) -> int:
    """Count the characters before a byte; bytes that continue a UTF-8 sequence do not count."""
    return len(raw[:at].decode("utf-8", "surrogateescape"))
