"""Make the robots.txt of one host from that of another by the edits of an overlay.

An edit is independent of positions, so that it survives changes of the text.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence

from robotstudio.engine.dialects import DIALECTS
from robotstudio.engine.tokens import LINE_END, UTF8_BOM, Field, LineSyntax, line_end_of, parse_line, split_lines
from robotstudio.project.file.model import EditKind, OverlayEdit

_SYNTAXES = tuple({dialect.lines.id: dialect.lines for dialect in DIALECTS.values()}.values())
"""The distinct line syntaxes of all dialects."""


def overlaid(body: bytes, overlay: Iterable[OverlayEdit]) -> bytes:
    """Apply all edits in order, keeping byte order mark and line ends."""
    for edit in overlay:
        mark = UTF8_BOM if body.startswith(UTF8_BOM) else b""
        text, end = body.removeprefix(UTF8_BOM), line_end_of(body)
        lines = [line.encode("utf-8", "surrogateescape") for line in edit.lines]
        body = mark + _EDITS[edit.do](text, lines, end)
    return body


def _joined(lines: Sequence[bytes], end: bytes) -> bytes:
    return b"".join(line + end for line in lines)


def _ended(body: bytes, end: bytes) -> bytes:
    return body if not body or body.endswith((b"\n", b"\r")) else body + end


def _with_first(body: bytes, lines: Sequence[bytes], end: bytes) -> bytes:
    return _joined((*lines, b"") if body and lines else lines, end) + body


def _with_last(body: bytes, lines: Sequence[bytes], end: bytes) -> bytes:
    """Append lines after an empty line; first close an open group at the end with a rule that blocks nothing.

    Else the crawlers it names would follow the first group added. That rule follows an empty line, so that readers
    which drop a group without rules there, as Python's urllib does, assign it to none.
    """
    if not lines or not body:
        return body + _joined(lines, end)
    names_crawlers = any(parse_line(line).field is Field.USER_AGENT for line in lines)
    before = (b"", b"Disallow:", b"") if names_crawlers and _ends_in_open_group(body) else (b"",)
    return _ended(body, end) + _joined((*before, *lines), end)


def _ends_in_open_group(body: bytes) -> bool:
    """Return True if the text ends in a group without rules in any dialect."""
    lines = split_lines(body)
    return any(_ends_in_open_group_as(lines, syntax) for syntax in _SYNTAXES)


def _ends_in_open_group_as(lines: Sequence[bytes], syntax: LineSyntax) -> bool:
    for raw in reversed(lines):
        line = parse_line(raw, syntax)
        if line.is_rule or line.field is Field.USER_AGENT:
            return not line.is_rule
    return False


def _replaced(_body: bytes, lines: Sequence[bytes], end: bytes) -> bytes:
    return _joined(lines, end)


def _with_sitemaps(body: bytes, lines: Sequence[bytes], end: bytes) -> bytes:
    kept, at = [], 0
    for found in LINE_END.finditer(body):
        kept.append(body[at : found.end()])
        at = found.end()
    kept.append(body[at:])
    rest = b"".join(each for each in kept if parse_line(each.rstrip(b"\r\n")).field is not Field.SITEMAP)
    return _with_last(rest, [b"Sitemap: " + line for line in lines], end)


def _closed(body: bytes, _lines: Sequence[bytes], end: bytes) -> bytes:
    """Block everything for all crawlers, and for each crawler named in the text in any dialect."""
    names: dict[bytes, bytes] = {}
    for raw in split_lines(body):
        for line in (parse_line(raw, syntax) for syntax in _SYNTAXES):
            if line.field is Field.USER_AGENT and line.value and line.value != b"*":
                names.setdefault(line.value.lower(), line.value)
    named = [b"", *(b"User-agent: " + name for name in names.values()), b"Disallow: /"] if names else []
    return _joined([b"User-agent: *", b"Disallow: /", *named], end)


_EDITS: Mapping[EditKind, Callable[[bytes, Sequence[bytes], bytes], bytes]] = {
    EditKind.PREPEND: _with_first,
    EditKind.APPEND: _with_last,
    EditKind.REPLACE: _replaced,
    EditKind.SITEMAPS: _with_sitemaps,
    EditKind.CLOSE: _closed,
}
