"""robots.txt for Pygments: the tokenizer's spans, named as token types. `pygmentize -l robots-txt` uses it too."""

import re
from collections.abc import Iterator
from typing import ClassVar

from pygments.lexer import Lexer
from pygments.token import (
    Comment,
    Keyword,
    Literal,
    Name,
    Operator,
    Punctuation,
    String,
    Text,
    _TokenType,
)

from robotstudio.engine.paths import bytes_of
from robotstudio.engine.tokens import Field, Line, LineFlag, parse_line

_LINES = re.compile(r"([^\r\n]*)(\r\n|\r|\n|\Z)")
_PIECES = re.compile(rb"%[0-9A-Fa-f]{2}|[\x80-\xff]+|\*|\$\Z")

_KEYS = {
    Field.USER_AGENT: Keyword.Declaration,
    Field.ALLOW: Keyword.Allow,
    Field.DISALLOW: Keyword.Disallow,
    Field.SITEMAP: Keyword.Directive,
    Field.UNUSED: Keyword.Directive,
    Field.UNKNOWN: Keyword.Unknown,
}
_VALUES = {Field.USER_AGENT: Name.Class, Field.SITEMAP: String.Url}

Piece = tuple[int, int, _TokenType]


def line_pieces(raw: bytes) -> list[Piece]:
    """The coloured pieces of one line as (start, end, token type), in bytes; gaps are white space or unread text."""
    line = parse_line(raw)
    pieces: list[Piece] = []
    if line.key:
        known = line.is_canonical or line.field in {Field.UNUSED, Field.UNKNOWN}
        pieces.append((*line.key_span, _KEYS[line.field] if known else Keyword.Unknown))
        if not line.flags & LineFlag.MISSING_COLON:
            pieces.append((*line.separator_span, Punctuation))
        pieces += _value_pieces(line)
    if line.comment_start >= 0:
        pieces.append((*line.comment_span, Comment.Single))
    return pieces


def _value_pieces(line: Line) -> Iterator[Piece]:
    start, end = line.value_span
    if not line.is_rule:
        if start < end:
            yield start, end, _VALUES.get(line.field, Literal.Value)
        return
    at = start
    for found in _PIECES.finditer(line.value):
        first, last = start + found.start(), start + found.end()
        if at < first:
            yield at, first, String.Path
        yield first, last, Operator.Wildcard if found[0] in {b"*", b"$"} else String.Escape
        at = last
    if at < end:
        yield at, end, String.Path


class RobotsTxtLexer(Lexer):
    """Highlights robots.txt as the program reads it: a misspelled field does not look like a known one."""

    name = "robots.txt"
    aliases: ClassVar[list[str]] = ["robots-txt", "robotstxt", "robots.txt"]
    filenames: ClassVar[list[str]] = ["robots.txt", "robots-*.txt"]
    mimetypes: ClassVar[list[str]] = ["text/robots"]
    url = "https://www.rfc-editor.org/rfc/rfc9309"

    def get_tokens_unprocessed(self, text: str) -> Iterator[tuple[int, _TokenType, str]]:
        """(index, token type, text) for the whole text, without gaps."""
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
    """The number of characters before a byte: every byte counts that does not continue a UTF-8 sequence."""
    return len(raw[:at].decode("utf-8", "surrogateescape"))
