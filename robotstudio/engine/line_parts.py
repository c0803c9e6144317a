"""How the tokenizers of libraries put a line together from what they found in it."""

from robotstudio.engine.tokens import Field, Line, LineFlag, Span

_DIRECTIVE, _DIRECTIVE_AND_COMMENT = LineFlag.DIRECTIVE, LineFlag.DIRECTIVE | LineFlag.HAS_COMMENT
_COMMENT = LineFlag.HAS_COMMENT | LineFlag.COMMENT_ONLY
_NO_COMMENT = Span(-1, -1)


def uncommented(raw: bytes) -> tuple[bytes, Span]:
    """A line up to its first hash, and where the comment stands."""
    at = raw.find(b"#")
    return (raw, _NO_COMMENT) if at < 0 else (raw[:at], Span(at, len(raw)))


def without_field(comment: Span, *, is_empty: bool) -> Line:
    """A line that says nothing; `is_empty` where it is one that may end a record."""
    flags = LineFlag.EMPTY if is_empty else _COMMENT if comment.start >= 0 else LineFlag(0)
    return Line(Field.UNKNOWN, b"", b"", flags, 0, 0, 0, 0, *comment)


Part = tuple[int, bytes]
"""A part of a line, and the byte at which it starts."""


def field_line(meaning: Field, key: Part, separator: Span, value: Part, comment: Span) -> Line:
    """A line with a field."""
    flags = _DIRECTIVE if comment.start < 0 else _DIRECTIVE_AND_COMMENT
    return Line(meaning, key[1], value[1], flags, key[0], *separator, value[0], *comment)
