"""Split a line of robots.txt into coloured pieces, named as token types of Pygments."""

import re
from collections.abc import Iterator

from pygments.token import Comment, Keyword, Literal, Name, Operator, Punctuation, String, _TokenType

from robotstudio.engine.tokens import Field, Line, LineFlag, parse_line

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
    """Return the pieces of one line as (start, end, token type), in bytes; gaps are white space or unread text."""
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
