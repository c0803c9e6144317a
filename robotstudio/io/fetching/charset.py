"""How the text of a body is encoded: by its BOM, by its header, by what it says of itself."""

import codecs
import re
from typing import Final

_BOMS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_CHARSET: Final = re.compile(r"charset\s*=\s*[\"']?([\w.:-]{1,40})", re.IGNORECASE | re.ASCII)
_LOOKED_AT: Final = 1_024  # as browsers do, for a <meta> that names the encoding
_NOT_TEXT: Final = frozenset({"idna", "punycode", "undefined", "unicode_escape", "raw_unicode_escape", "mbcs", "oem"})


def bom_of(body: bytes) -> str:
    """The encoding that a byte order mark tells, "" where there is none."""
    return next((name for mark, name in _BOMS if body.startswith(mark)), "")


def charset_of(content_type: str) -> str:
    """The charset that a Content-Type names, as written; "" where it names none."""
    found = _CHARSET.search(content_type[:1_000])
    return found[1] if found else ""


def encoding_of(body: bytes) -> str:
    """What the bytes of a robots.txt are: `ascii`, `utf-8`, `utf-16-…`, else `other`."""
    bom = bom_of(body)
    if bom.startswith("utf-16"):
        return bom
    if body.isascii():
        return "ascii"
    try:
        body.decode()
    except UnicodeDecodeError:
        return "other"
    return "utf-8"


def decoded_html(body: bytes, content_type: str) -> str:
    """A page as text: BOM, header, `<meta charset>`, else UTF-8 with replacement characters."""
    declared = charset_of(content_type) or charset_of(body[:_LOOKED_AT].decode("latin-1"))
    for name in (bom_of(body), declared):
        text = _decoded(body, name)
        if text is not None:
            return text.removeprefix("\ufeff")
    return body.decode("utf-8", "replace")


def _decoded(body: bytes, name: str) -> str | None:
    """None where the name is that of no encoding of text."""
    try:
        known = codecs.lookup(name).name.replace("-", "_")
        return None if known in _NOT_TEXT else body.decode(name, "replace")
    except (LookupError, ValueError):
        return None
