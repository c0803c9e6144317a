"""Numbers as the locale writes them."""

from PySide6.QtCore import QLocale

_KIB = 1024.0
_IN_BYTES_BELOW = 10_000
_LONGEST_LITERAL = 160


def _locale() -> QLocale:
    """The user's locale; English where none is set, for Qt's "C" groups no digits."""
    locale = QLocale()
    return QLocale(QLocale.Language.English) if locale.language() is QLocale.Language.C else locale


def format_count(number: int) -> str:
    """`1204` as `1,204` or as the locale groups it."""
    return _locale().toString(number)


def format_size(size: int) -> str:
    """`2,143 B`, from ten thousand bytes on `12.3 KiB`."""
    if size < _IN_BYTES_BELOW:
        return f"{format_count(size)} B"
    kib = size / _KIB
    decimals = 0 if not size % _KIB else 1
    return f"{_locale().toString(kib, 'f', decimals)} KiB"


def format_duration(milliseconds: float) -> str:
    """`0.4 ms`, `143 ms`, `2.1 s`."""
    if milliseconds >= 1000:
        return f"{_locale().toString(milliseconds / 1000, 'f', 1)} s"
    decimals = 1 if milliseconds < 1 else 0
    return f"{_locale().toString(float(milliseconds), 'f', decimals)} ms"


def literal(text: str) -> str:
    """Text of others for a menu or a button: no `&` marks a key, no tab starts a column, and it ends somewhere."""
    half = _LONGEST_LITERAL // 2
    shown = text if len(text) <= _LONGEST_LITERAL else f"{text[:half]}…{text[-half:]}"
    return "".join(char if char.isprintable() else " " for char in shown).replace("&", "&&")


def as_title(name: str) -> str:
    """A name of others for the title of a window, where `[*]` is the place of the mark for unsaved changes."""
    return name.replace("[*]", "[*][*]")
