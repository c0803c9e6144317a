"""As much of a body as a window can show at once, whatever its size and its lines are."""

from robotstudio.io.text import TextForm, load
from robotstudio.lazy_dataclasses import dataclass

MAX_BYTES = 1024 * 1024
MAX_LINES = 30_000
MAX_COLUMNS = 10_000

_CONTINUES = range(0x80, 0xC0)  # bytes that continue a character of UTF-8


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Text for a view, the form of the body that it comes from, and what was left out."""

    text: str
    form: TextForm
    is_whole: bool


def excerpt_of(body: bytes) -> Excerpt:
    """The beginning of a body; lines that are too long end in `…`."""
    head = body if len(body) <= MAX_BYTES else body[: _end_of_head(body)]
    loaded = load(head)
    lines = loaded.text.split("\n")
    is_cut = len(lines) > MAX_LINES or any(len(line) > MAX_COLUMNS for line in lines)
    text = "\n".join(map(_cut, lines[:MAX_LINES])) if is_cut else loaded.text
    return Excerpt(text, loaded.form, len(head) == len(body) and not is_cut)


def _end_of_head(body: bytes) -> int:
    """Behind the last line that fits; where one line is longer, behind the last whole character."""
    line_end = max(body.rfind(b"\n", 0, MAX_BYTES), body.rfind(b"\r", 0, MAX_BYTES - 1))
    if line_end >= 0:
        return line_end + 1
    return next((end for end in range(MAX_BYTES, MAX_BYTES - 4, -1) if body[end] not in _CONTINUES), MAX_BYTES)


def _cut(line: str) -> str:
    return line if len(line) <= MAX_COLUMNS else f"{line[:MAX_COLUMNS]}…"
