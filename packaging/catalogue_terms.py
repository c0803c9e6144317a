"""Whether the translations keep to the words of `docs/glossary.md`: each of its terms in its forms, and none to avoid.

In its tables the cells of a language hold what may be written, parted by `/` or `·`; brackets and what is in them are
notes. *Also* holds more beginnings of words by language (`es inspec; ru осмотр`), and `any` for a language, or for all,
where the English word has other meanings, too. A form fits where its words begin as those of the text, in any order
of endings: the last letters of Spanish and Russian words are left open.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from babel.messages.catalog import Catalog

GLOSSARY: Final = Path(__file__).resolve().parents[1] / "docs" / "glossary.md"
_COLUMNS: Final = {"zh_CN": 1, "es": 2, "ru": 3}
_SHORT: Final = {"zh_CN": "zh", "es": "es", "ru": "ru"}
_ANY: Final = "any"
_NOTE: Final = re.compile(r"\s*\([^)]*\)")
_LEFT_OPEN: Final = 2
_LEAST: Final = 3
_WITH_ANOTHER_CASE: Final = frozenset(
    {"de", "больше", "меньше", "из", "до", "с", "после", "имени", "последнего", "последних"}
)
"""Words before a number, behind which what is counted is in the genitive, or is all of which some is told."""


class Term(NamedTuple):
    """A row: the English words, the patterns of what may stand for them, and of what must not."""

    english: str
    sign: re.Pattern[str]
    allowed: re.Pattern[str] | None
    refused: re.Pattern[str] | None


def rows_of(heading: str) -> list[list[str]]:
    """Return the rows of the tables under a heading of the glossary, without the header rows."""
    _, _, rest = GLOSSARY.read_text("utf-8").partition(f"\n{heading}\n")
    level = heading.partition(" ")[0]
    section = re.split(rf"\n{level} ", rest)[0]
    lines = [line for line in section.split("\n") if line.startswith("|")]
    cells = [[cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip("|"))] for line in lines]
    return [row for row in cells if row[0] != "English" and not set(row[0]) <= {"-"}]


@cache
def terms(code: str) -> tuple[Term, ...]:
    """Return the terms of a language, the longest English words first."""
    rows: dict[str, list[Sequence[str]]] = {}
    for row in rows_of("### Terms"):
        for english in re.split(r", | / ", _NOTE.sub("", row[0])):
            rows.setdefault(english.replace("\\", "").strip(), []).append(row)
    found = [_term(english, some, code) for english, some in rows.items()]
    return tuple(sorted(found, key=lambda term: -len(term.english)))


def _term(english: str, rows: Sequence[Sequence[str]], code: str) -> Term:
    also, refused = (
        [each for row in rows for each in _by_language(row[column]).get(_SHORT[code], [])] for column in (5, 6)
    )
    is_open = _ANY in also or any(row[5] == _ANY for row in rows)
    forms = [*(form for row in rows for form in _forms(row[_COLUMNS[code]])), *also]
    allowed = None if is_open else re.compile("|".join(_pattern(form, code) for form in forms), re.IGNORECASE)
    avoided = "|".join(_exactly(form, code) for form in refused)
    sign = re.compile(rf"(?<![\w-]){re.escape(english)}(?:s|es)?(?![\w-])", re.IGNORECASE)
    return Term(english, sign, allowed, re.compile(avoided, re.IGNORECASE) if avoided else None)


def _forms(cell: str) -> list[str]:
    """Return the forms in a cell, without notes in brackets."""
    return [form.strip() for form in re.split(r"[/·;]|，", _NOTE.sub("", cell)) if form.strip()]


def _by_language(cell: str) -> dict[str, list[str]]:
    """`zh 蜘蛛, 爬行器; es araña` as a table."""
    found: dict[str, list[str]] = {}
    for part in cell.split(";"):
        name, _, words = part.strip().partition(" ")
        if name in _SHORT.values():
            found[name] = [word.strip() for word in _NOTE.sub("", words).split(",") if word.strip()]
    return found


def _pattern(form: str, code: str) -> str:
    if code == "zh_CN":
        return re.escape(form).replace("…", ".*")
    return r"\W+(?:\w+\W+){0,2}?".join(_stem(word) for word in re.findall(r"[\w$*#-]+", form))


def _stem(word: str) -> str:
    if not word.isalpha() or len(word) <= _LEAST:
        return rf"(?<!\w){re.escape(word)}" + (r"\w{0,3}" if word.isalpha() else "")
    return rf"(?<!\w){re.escape(word[: max(_LEAST, len(word) - _LEFT_OPEN)])}\w*"


def _exactly(form: str, code: str) -> str:
    """Return a pattern for a word to avoid, with any ending."""
    return re.escape(form) if code == "zh_CN" else rf"(?<!\w){re.escape(form)}"


@cache
def menu_words(code: str) -> dict[str, set[str]]:
    """Return the names of menu entries and buttons by their English names, without accelerators and dots."""
    found: dict[str, set[str]] = {}
    for row in rows_of("### Menus and buttons"):
        english, said = (re.split(r" / ", row[column]) for column in (0, _COLUMNS[code]))
        if len(english) == len(said):
            for name, word in zip(map(_plain, english), map(_plain, said), strict=True):
                found.setdefault(name, set()).add(word)
    return found


def _plain(text: str) -> str:
    return re.sub(r"\(&?[A-Z]\)|&|…", "", _NOTE.sub("", re.sub(r"\(&[A-Z]\)", "", text))).strip()


@cache
def counted_words(code: str) -> dict[str, int]:
    """Which form each counted noun is behind its number: 0 for 1, 1 for 2 to 4 in Russian, the last for more."""
    found: dict[str, set[int]] = {}
    for row in rows_of("### Counted words"):
        count, _, words = row[_COLUMNS[code]].partition(" ")
        forms = [form.partition(" ")[0] for form in words.split(" / ")]
        if count == "{count}" and len(forms) > 1:
            for place, form in enumerate(forms):
                found.setdefault(form, set()).add(place)
    return {form: places.pop() for form, places in found.items() if len(places) == 1}


class Held(NamedTuple):
    """What the check found: how many messages hold a term, and what is wrong with them."""

    messages: int
    faults: tuple[str, ...]


def held(catalogue: Catalog, code: str) -> Held:
    """Hold every message of a catalogue to the glossary."""
    count, faults = 0, []
    for message in catalogue:
        if not message.id:
            continue
        english = message.id[-1] if isinstance(message.id, tuple | list) else message.id
        forms = message.string if isinstance(message.string, tuple | list) else (message.string or "",)
        if not all(forms):
            continue  # shown in English until somebody translates it
        found = [*_of_message(english, forms, code), *_of_menu(english, forms, code)]
        if not isinstance(message.id, str) and message.id[0] != message.id[-1]:  # else never said of one
            found += _of_counted(forms, code)
        count += bool(found)
        faults += [f"{english!r} → {form!r}: {fault}" for form, fault in found if fault]
    return Held(count, tuple(faults))


def _of_menu(english: str, forms: Sequence[str], code: str) -> Iterator[tuple[str, str]]:
    wanted = menu_words(code).get(_plain(english))
    if wanted and len(english) - len(_plain(english)) <= len("&…"):
        is_term = any(term.sign.fullmatch(_plain(english)) for term in terms(code))  # a noun, and held as that
        is_right = is_term or _plain(forms[0]) in wanted
        yield forms[0], "" if is_right else f"in menus this is {' or '.join(wanted)}"


def _of_counted(forms: Sequence[str], code: str) -> Iterator[tuple[str, str]]:
    for place, form in enumerate(forms):
        for before, word in re.findall(r"(\w*)\W*\{count\} (\w+)", form):
            if before.lower() not in _WITH_ANOTHER_CASE and counted_words(code).get(word, place) != place:
                yield form, f"“{word}” does not go with the numbers of form {place}"


def _of_message(english: str, forms: Sequence[str], code: str) -> Iterator[tuple[str, str]]:
    """Each term of the text, with what is wrong with it, "" for nothing."""
    rest, *plain = (re.sub(r"</?b>|&", "", re.sub(r"\{\w*\}|%\(\w+\)", "{}", text)) for text in (english, *forms))
    # Keys, commands, paths, and names of modules before what they do stay as they are.
    rest = re.sub(r"“[a-z]+”|`[^`]*`|\S*/\w+|(?:\w+\.)+\w+(?=:)", "\N{WHITE SQUARE}", rest)
    present, small = [], rest.lower()
    for term in terms(code):
        if term.english.lower() in small and term.sign.search(rest):  # hundreds are not in it at all
            rest = term.sign.sub("\N{WHITE SQUARE}", rest)
            present.append(term)
            small = rest.lower()
    for term in present:
        faults = [(form, fault) for form in plain if form != english and (fault := _fault(term, present, form))]
        yield from faults[:1] if faults or not term.allowed else [("", "")]


def _fault(term: Term, present: Sequence[Term], form: str) -> str:
    if term.allowed and not term.allowed.search(form):
        return f"“{term.english}” is said in other words"
    if not term.refused:
        return ""
    for each in present:  # 来源 has 源 in it, and is what is wanted
        form = each.allowed.sub(" ", form) if each.allowed else form
    avoided = term.refused.search(form)
    return f"“{avoided[0]}” for “{term.english}” is to be avoided" if avoided else ""
