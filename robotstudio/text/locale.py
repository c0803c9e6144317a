"""The available languages, which of them the user wants, and their catalogues."""

import os
import struct
from collections.abc import Iterable, Mapping
from gettext import GNUTranslations
from types import MappingProxyType
from typing import NamedTuple

from robotstudio.text.language import ENGLISH, Marks, Words

DOMAIN = "robotstudio"


class Language(NamedTuple):
    """A row of the table of languages: `code` as in `resources/locale`, and its own name."""

    code: str
    name: str
    marks: Marks = Marks()
    tags: tuple[str, ...] = ()
    """Prefixes of other locales for this language: `zh_SG` is simplified Chinese, `zh_TW` is not."""


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
"""Every available language; a new one needs a row here and its catalogue."""


class _Catalogue(GNUTranslations):
    """Also finds the singular of a text that has a plural, as later releases of Python do."""

    def gettext(self, message: str) -> str:
        found = super().gettext(message)
        return self.ngettext(message, message, 1) if found is message else found

    def pgettext(self, context: str, message: str) -> str:
        found = super().pgettext(context, message)
        return self.npgettext(context, message, message, 1) if found is message else found


def words_of(code: str) -> Words:
    """Return the words of a language; English if it is unknown, or its catalogue is missing or damaged."""
    language = LANGUAGES.get(code)
    if language is None or code == ENGLISH.code:
        return ENGLISH
    from robotstudio import assets  # noqa: PLC0415  # pathlib takes longer than --version in English

    path = assets.path("locale") / code / "LC_MESSAGES" / f"{DOMAIN}.mo"
    try:
        with path.open("rb") as file:
            return Words(code, language.marks, _Catalogue(file))
    except (OSError, ValueError, LookupError, struct.error):  # the ways in which `gettext` fails on a damaged file
        return ENGLISH


def wanted_language(environ: Mapping[str, str] = os.environ) -> str:
    """Return the code of the first available language in the environment, looked up as `gettext` does."""
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if environ.get(name):
            found = nearest_language(environ[name].split(":"))
            if found or name != "LANGUAGE":
                return found or ENGLISH.code
    return ENGLISH.code


def nearest_language(tags: Iterable[str]) -> str:
    """Return the code of the first available language among locale tags; "" if there is none.

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
