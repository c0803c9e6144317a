"""The languages that there are, which of them the user wants, and their catalogues."""

import os
import struct
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from robotstudio.text.language import ENGLISH, Marks, Words

DOMAIN = "robotstudio"


class Language(NamedTuple):
    """A row of the table of languages: `code` as in `resources/locale`, and what it is called in itself."""

    code: str
    name: str
    marks: Marks = Marks()
    tags: tuple[str, ...] = ()
    """How locales begin that mean it too: who reads `zh_SG` reads simplified Chinese, who reads `zh_TW` another."""


_SPACE = "\u00a0"

LANGUAGES: Mapping[str, Language] = MappingProxyType(
    {
        language.code: language
        for language in (
            Language("en", "English"),
            Language(
                "zh_CN",
                "简体中文",
                Marks(date="{year}年{month}月{day}日", months=tuple(map(str, range(1, 13)))),
                ("zh_SG", "zh_Hans"),
            ),
            Language(
                "es",
                "Español",
                Marks(
                    ".",
                    ",",
                    9999,
                    months=("ene", "feb", "mar", "abr", "may", "jun", "jul", "ago", "sept", "oct", "nov", "dic"),
                    and_changes=r"[“«]?(?:[ií]|h[ií](?![aeo]))",
                    or_changes=r"[“«]?(?:h?[oó]|8|11\b)",
                ),
            ),
            Language(
                "ru",
                "Русский",
                Marks(
                    _SPACE,
                    ",",
                    date="{day} {month} {year} г.",
                    months=(
                        *("янв.", "февр.", "мар.", "апр.", "мая", "июн."),
                        *("июл.", "авг.", "сент.", "окт.", "нояб.", "дек."),
                    ),
                ),
            ),
        )
    }
)
"""Every language that the program speaks; a new one is a line here and its catalogue."""


_MAGIC = 0x950412DE
_BEHIND_CONTEXT = "\4"
_MOST_NUMBERS = 256
"""For so many numbers it is remembered which form goes with them."""


class CompiledCatalogue:
    """The texts of a .mo file, read when they are said.

    `gettext` reads the same at once: all of them, of which the window says a tenth when it opens.
    """

    def __init__(self, data: bytes) -> None:
        """`data` is the file; ValueError where it is none, or only the beginning of one."""
        try:
            order = next(order for order in "<>" if struct.unpack_from(f"{order}I", data)[0] == _MAGIC)
            _, count, texts, translations = struct.unpack_from(f"{order}4I", data, 4)
            lengths = struct.unpack_from(f"{order}{2 * count}I", data, texts)
            self._places = struct.unpack_from(f"{order}{2 * count}I", data, translations)
            *_, length, start = self._places  # of what stands last in the file
        except (struct.error, StopIteration, ValueError) as error:
            raise ValueError("this is no catalogue") from error
        if start + length > len(data):
            raise ValueError("this is no catalogue")
        self._data = data
        starts = zip(range(count), lengths[1::2], lengths[::2], strict=True)
        self._rows = {data[at : at + length].partition(b"\0")[0]: row for row, at, length in starts}
        self._read: dict[str, Sequence[str]] = {}
        self._form_of: Callable[[int], int] | None = None

    def gettext(self, message: str, /) -> str:
        """The text, or the message where there is none."""
        forms = self._forms(message)
        return forms[0] if forms else message

    def pgettext(self, context: str, message: str, /) -> str:
        """The text for words that mean two things."""
        forms = self._forms(f"{context}{_BEHIND_CONTEXT}{message}")
        return forms[0] if forms else message

    def ngettext(self, one: str, many: str, count: int, /) -> str:
        """The form that goes with the number."""
        forms = self._forms(one)
        if not forms:
            return one if count == 1 else many
        if self._form_of is None:
            self._form_of = rule_of(self.gettext(""))
        return forms[self._form_of(count)]

    def _forms(self, key: str) -> Sequence[str]:
        forms = self._read.get(key)
        if forms is None:
            row = self._rows.get(key.encode("utf-8", "surrogatepass"))
            forms = self._read[key] = () if row is None else self._decoded(row)
        return forms

    def _decoded(self, row: int) -> Sequence[str]:
        length, start = self._places[2 * row : 2 * row + 2]
        return self._data[start : start + length].decode("utf-8", "replace").split("\0")


def rule_of(header: str) -> Callable[[int], int]:
    """Which form goes with a number, as the header of a catalogue says it."""
    rule = header.partition("plural=")[2].partition(";")[0]
    if rule in PLURAL_RULES:
        return PLURAL_RULES[rule]
    from gettext import c2py  # noqa: PLC0415  # it takes as long as to read the catalogue

    return lru_cache(_MOST_NUMBERS)(c2py(rule))


def _slavic_form(count: int) -> int:
    if count % 10 == 1 and count % 100 != 11:
        return 0
    return 1 if 2 <= count % 10 <= 4 and not 12 <= count % 100 <= 14 else 2


PLURAL_RULES: Mapping[str, Callable[[int], int]] = MappingProxyType(
    {
        "0": lambda _count: 0,
        "(n != 1)": lambda count: int(count != 1),
        "(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2)": _slavic_form,
    }
)
"""The rules of our catalogues, as their headers write them; `gettext` would have to read them at each start."""


def words_of(code: str) -> Words:
    """The words of a language; English where there is no such language, or its catalogue was not built."""
    language = LANGUAGES.get(code)
    if language is None or code == ENGLISH.code:
        return ENGLISH
    from robotstudio import assets  # noqa: PLC0415  # English needs no file

    path = assets.path("locale") / code / "LC_MESSAGES" / f"{DOMAIN}.mo"
    try:
        return Words(code, language.marks, CompiledCatalogue(path.read_bytes()))
    except (OSError, ValueError):
        return ENGLISH


def wanted_language(environ: Mapping[str, str] = os.environ) -> str:
    """The code of the first language that the environment asks for and that there is, as `gettext` looks for it."""
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if environ.get(name):
            found = nearest_language(environ[name].split(":"))
            if found or name != "LANGUAGE":
                return found or ENGLISH.code
    return ENGLISH.code


def nearest_language(tags: Iterable[str]) -> str:
    """The code of the language that the first of these tags means that means any; "" where none does.

    A tag is `zh_CN.UTF-8`, `es-MX` or `ru`; `C` and `POSIX` are English.
    """
    for tag in tags:
        plain = tag.partition(".")[0].partition("@")[0].replace("-", "_")
        if plain in {"C", "POSIX"}:
            return ENGLISH.code
        for language in LANGUAGES.values():
            known = (language.code, *language.tags)
            if plain == language.code.partition("_")[0] or f"{plain}_".startswith(tuple(f"{each}_" for each in known)):
                return language.code
    return ""
