"""What a body is: its octets decide, the content type only where they leave it open."""

import codecs

from robotstudio.io.fetching.evidence import BodyKind

_LOOKED_AT = 4_096
_WHITE = b" \t\r\n\x0b\x0c"
_TEXT_CONTROLS = frozenset(b"\t\n\x0b\x0c\r\x1b")
_HTML_STARTS = (b"<!doctype html", b"<html", b"<head", b"<body", b"<script", b"<title", b"<meta", b"<div", b"<iframe")
_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_DIRECTIVES = (b"user-agent", b"disallow", b"allow", b"sitemap")


def body_kind(body: bytes, content_type: str) -> BodyKind:
    """Robots text, or what the server sent in its place."""
    head = body[:_LOOKED_AT]
    if head.startswith(_UTF16):
        return BodyKind.UTF16
    text = head.removeprefix(codecs.BOM_UTF8).lstrip(_WHITE).lower()
    if not text and not body[_LOOKED_AT:].strip(_WHITE):
        return BodyKind.EMPTY
    if _is_binary(head):
        return BodyKind.BINARY
    return _markup_kind(text, content_type.lower()) or BodyKind.ROBOTS


def _is_binary(head: bytes) -> bool:
    """NUL or many control octets; a stray one in a hand-edited file is no reason."""
    controls = sum(octet < 32 and octet not in _TEXT_CONTROLS for octet in head)
    return head.count(0) * 20 > len(head) or controls * 10 > len(head)


def _markup_kind(text: bytes, content_type: str) -> BodyKind | None:
    if text.startswith(_HTML_STARTS):
        return BodyKind.HTML
    if text.startswith(b"<?xml"):
        return BodyKind.HTML if b"<html" in text else BodyKind.XML
    if text.startswith((b"{", b"[")) and ("json" in content_type or text.rstrip(_WHITE).endswith((b"}", b"]"))):
        return BodyKind.JSON
    if _has_directive(text) or not text.startswith(b"<"):
        return None
    if "html" in content_type or b"<html" in text or text.startswith(b"<!--"):
        return BodyKind.HTML
    return BodyKind.XML if "xml" in content_type else None


def _has_directive(text: bytes) -> bool:
    return any(line.lstrip(_WHITE).startswith(_DIRECTIVES) for line in text.split(b"\n"))
