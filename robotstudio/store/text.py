"""Loads a file into the editor and saves it without loss: bytes, the text that Qt can hold, and the rest.

`save(loaded.text, loaded.form) == body` for `loaded = load(body)` and any `body`. Lines end at LF, CR and CRLF only.
"""

from typing import Final

from msgspec import Struct

from robotstudio.engine.revision import count_line_ends
from robotstudio.store.alphabet import byte_of, decode, encode_line, is_substitute, sanitise, utf16_offsets
from robotstudio.store.line_ends import LINE_ENDS, LineEnd, MixedLines
from robotstudio.text.language import Message

__all__ = [
    "NOT_UTF8",
    "LineEnd",
    "LoadedText",
    "TextForm",
    "byte_of",
    "encode_line",
    "is_substitute",
    "load",
    "sanitise",
    "save",
    "utf16_offsets",
]

NOT_UTF8: Final[Message] = "not UTF-8"
_MIXED: Final[Message] = "mixed"

_BOM = b"\xef\xbb\xbf"
_UTF16_BOMS: tuple[tuple[bytes, str], ...] = ((b"\xff\xfe", "UTF-16 LE"), (b"\xfe\xff", "UTF-16 BE"))


class TextForm(Struct, frozen=True):
    """BOM and line ends of a file, which the editor's text does not contain. A new file has no BOM, and LF."""

    has_bom: bool = False
    new_line_end: LineEnd = "LF"
    """The end of a new line: the only one, or the most frequent one."""
    encoding: Message = "UTF-8"
    """The encoding of the loaded bytes; only shown, since crawlers read the bytes as they are."""
    mixed: MixedLines | None = None

    @property
    def line_end(self) -> Message:
        """The line end, for the status bar."""
        return _MIXED if self.mixed else self.new_line_end


class LoadedText(Struct, frozen=True):
    """A text for the editor, with LF between its lines, and the form in which to save it."""

    text: str
    form: TextForm


def load(body: bytes) -> LoadedText:
    """Decode any bytes for the editor."""
    has_bom = body.startswith(_BOM)
    content = body[len(_BOM) :] if has_bom else body
    counts = count_line_ends(content)
    kinds = sum(map(bool, counts.values()))
    # LF for a tie, or if there are no line ends
    most_frequent = max(LINE_ENDS, key=lambda name: counts[LINE_ENDS[name]])
    mixed = MixedLines.of(content) if kinds > 1 else None
    form = TextForm(has_bom, most_frequent, _encoding(body), mixed)
    if mixed:
        return LoadedText(mixed.text, form)
    if most_frequent != "LF":
        content = content.replace(LINE_ENDS[most_frequent], b"\n")
    return LoadedText(decode(content), form)


def save(text: str, form: TextForm) -> bytes:
    """Encode an edited text in the form of its file."""
    bom = _BOM if form.has_bom else b""
    new_end = LINE_ENDS[form.new_line_end]
    if form.mixed:
        return bom + form.mixed.save(text, new_end)
    raw = encode_line(text)
    return bom + (raw if form.new_line_end == "LF" else raw.replace(b"\n", new_end))


def _encoding(body: bytes) -> Message:
    for bom, name in _UTF16_BOMS:
        if body.startswith(bom):
            return name
    try:
        body.decode()
    except UnicodeDecodeError:
        return NOT_UTF8
    return "UTF-8"
