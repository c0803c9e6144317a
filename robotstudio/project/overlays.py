"""The robots.txt of a host that is made from that of another: each edit of an overlay, on any text.

An edit says what becomes of the text, never where in it, so that it holds when the text changes.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence

from robotstudio.engine.dialects import DIALECTS
from robotstudio.engine.tokens import LINE_END, UTF8_BOM, Field, LineSyntax, parse_line, split_lines
from robotstudio.project.file.model import EditKind, OverlayEdit

_SYNTAXES = tuple({dialect.lines.id: dialect.lines for dialect in DIALECTS.values()}.values())
"""In which ways crawlers read a line."""


def overlaid(body: bytes, overlay: Iterable[OverlayEdit]) -> bytes:
    """The text with all edits, one after the other. Its byte order mark and its line ends stay."""
    for edit in overlay:
        mark = UTF8_BOM if body.startswith(UTF8_BOM) else b""
        text, end = body.removeprefix(UTF8_BOM), _usual_end(body)
        lines = [line.encode("utf-8", "surrogateescape") for line in edit.lines]
        body = mark + _EDITS[edit.do](text, lines, end)
    return body


def _usual_end(body: bytes) -> bytes:
    found = LINE_END.search(body)
    return found[0] if found else b"\n"


def _joined(lines: Sequence[bytes], end: bytes) -> bytes:
    return b"".join(line + end for line in lines)


def _ended(body: bytes, end: bytes) -> bytes:
    return body if not body or body.endswith((b"\n", b"\r")) else body + end


def _with_first(body: bytes, lines: Sequence[bytes], end: bytes) -> bytes:
    return _joined((*lines, b"") if body and lines else lines, end) + body


def _with_last(body: bytes, lines: Sequence[bytes], end: bytes) -> bytes:
    """An empty line before them; a group at the end that has no rule yet gets one that blocks nothing.

    Without it the crawlers that it names would follow the rules of the first group that is added. That rule stands
    behind an empty line: to who drops a group without rules there, as Python's urllib does, it belongs to none.
    """
    if not lines or not body:
        return body + _joined(lines, end)
    names_crawlers = any(parse_line(line).field is Field.USER_AGENT for line in lines)
    before = (b"", b"Disallow:", b"") if names_crawlers and _ends_in_open_group(body) else (b"",)
    return _ended(body, end) + _joined((*before, *lines), end)


def _ends_in_open_group(body: bytes) -> bool:
    """True if it does for any crawler: what one reads as a rule may be none to another."""
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
    """A group for all crawlers that blocks everything, and one for those whom any crawler finds named in the text."""
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
