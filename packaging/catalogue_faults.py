"""Faults of the translations in a catalogue, one sentence each, for `catalogues.py --check` and the tests."""

import re
from collections.abc import Callable, Iterator, Mapping
from gettext import c2py
from typing import Final, NamedTuple

from babel.messages.catalog import Catalog, Message

_NAME: Final = re.compile(r"\{\w+\}|%(?:\(\w+\))?[rs]")
_TAG: Final = re.compile(r"</?b>")
_ACCELERATOR: Final = re.compile(r"&(\w)")
_CHINESE_ACCELERATOR: Final = re.compile(r"(?<!…)\(&[A-Z]\)(?:[…：？]|$)")
_ENDS: Final = {".": ".。", ":": ":：", "?": "?？", "!": "!！", "…": "…", ",": ",，", ";": ";；"}
_HAN: Final = r"[\u3400-\u9fff]"
_QUOTED: Final = {"“": "”", "‘": "’", "«": "»", "„": "“"}
_QUOTES: Final[Mapping[str, str]] = {"zh_CN": "“”‘’", "es": "«»“”", "ru": "«»„“"}
"""The marks that a language has; of the others none is written."""

_ILL_WRITTEN: Final[Mapping[str, tuple[tuple[str, str], ...]]] = {  # by language: what is wrong, and its sign
    "zh_CN": (
        ("a space before full-width punctuation", r"\s[，。；：？！、）]"),
        ("a space behind full-width punctuation", r"[，。；：？！、（][^\S\n]"),
        ("half-width punctuation behind Han", rf"{_HAN}[,;!?]|{_HAN}[:.](?=\s|$|{_HAN})"),
        ("half-width punctuation before Han", rf"[\w”）][,;!?]\s?{_HAN}|\w[:.]\s{_HAN}"),
        ("half-width brackets around Han", rf"\({_HAN}+\)"),
        ("a space between Han and Han", rf"{_HAN} {_HAN}"),
        ("Han beside a Latin letter or digit without a space", rf"{_HAN}[A-Za-z0-9]|[A-Za-z0-9]{_HAN}"),
        ("你", "你"),
    ),
    "es": (
        ("a question without ¿", r"^[^¿]*[^\s]\?$"),
        ("a space before punctuation", r"\s[,.;:!](?:\s|$)"),
        ("tú", r"\b(?:tú|tu|tus|puedes|haz|quieres)\b"),
    ),
    "ru": (
        ("a space before punctuation", r"\s[,.;:!](?:\s|$)"),
        ("a hyphen for a dash", r"\w\s-\s"),
        ("ё written as е", r"(?i)\b(?:еще|все еще|учет\w*|отчет\w*|ее|нее|включен)\b"),
        ("пожалуйста", r"(?i)пожалуйста"),
    ),
}

_BESIDE_FACTS: Final = (
    ("half-width punctuation beside a fact", r"\}(?:[,;!?]|:(?=\s|$))|(?<!llow)(?<!itemap)(?<!agent)[,;:] ?\{"),
    ("half-width brackets beside a fact", r"\} ?\(|\(\{"),
)
"""Chinese punctuation, checked even if a message equals the English; a colon after a field is that of a file."""

FORMS: Final[Mapping[str, tuple[int, ...]]] = {
    "zh_CN": (0,) * 7,
    "es": (1, 0, 1, 1, 1, 1, 1),
    "ru": (2, 0, 1, 2, 2, 0, 0),
}
"""Plural form of each of COUNTED by the Unicode tables (CLDR): in Russian one, few and many."""
COUNTED: Final = (0, 1, 2, 5, 11, 21, 101)


class _Said(NamedTuple):
    """One form of a translation, with the English that it stands for."""

    source: str
    form: str
    code: str


def faults_of(catalogue: Catalog, code: str) -> Iterator[str]:
    """List what is wrong, each with the message."""
    for number, form in zip(COUNTED, FORMS[code], strict=True):
        if (chosen := catalogue.plural_expr) and _form_of(chosen, number) != form:
            yield f"Plural-Forms gives {number} the form {_form_of(chosen, number)} and not {form}"
    for message in catalogue:
        if message.id and is_translated(message):
            yield from _faults_of_message(message, catalogue, code)


def is_translated(message: Message) -> bool:
    """Return True if a message has a text in every form; any other is shown in English."""
    forms = message.string if isinstance(message.string, tuple | list) else (message.string or "",)
    return all(form.strip() for form in forms)


def _form_of(plural_expr: str, number: int) -> int:
    """Evaluate the plural rule of the header, written in C."""
    return int(c2py(plural_expr)(number))


def _faults_of_message(message: Message, catalogue: Catalog, code: str) -> Iterator[str]:
    is_counted = not isinstance(message.id, str)
    one, many = (message.id, message.id) if isinstance(message.id, str) else (message.id[0], message.id[-1])
    forms = message.string if isinstance(message.string, tuple | list) else (message.string or "",)
    if is_counted and len(forms) != catalogue.num_plurals:
        yield f"{many!r} has {len(forms)} forms and not {catalogue.num_plurals}"
    for number, form in enumerate(forms):
        sources = [many, one] if is_counted and not number and catalogue.num_plurals == 2 else [many]
        faults = [list(_faults_of_form(_Said(text, form, code))) for text in sources]
        yield from (f"{many!r} → {form!r}: {fault}" for fault in min(faults, key=len))
    if message.fuzzy:
        yield f"{many!r}: guessed, not translated"


def _faults_of_form(said: _Said) -> Iterator[str]:
    for fault, is_found in _UNLIKE.items():
        if is_found(said):
            yield fault
    if said.code == "zh_CN":
        yield from (fault for fault, sign in _BESIDE_FACTS if re.search(sign, said.form))
    if said.form == said.source:
        return
    yield from _ill_written(said)


def _differ(sign: re.Pattern[str]) -> Callable[[_Said], bool]:
    return lambda said: sorted(sign.findall(said.source)) != sorted(sign.findall(said.form))


def _other_names(said: _Said) -> bool:
    source, form = set(_NAME.findall(said.source)), set(_NAME.findall(said.form))
    return source != form


def _other_accelerator(said: _Said) -> bool:
    names = {word for word in re.findall(r"\S*&\S*", said.source) if word in said.form.split()}
    source, form = (" ".join(word for word in text.split() if word not in names) for text in (said.source, said.form))
    if len(_ACCELERATOR.findall(source)) != len(_ACCELERATOR.findall(form)):
        return True
    return bool(_ACCELERATOR.search(form)) and said.code == "zh_CN" and not _CHINESE_ACCELERATOR.search(form)


def _other_end(said: _Said) -> bool:
    source, form = said.source, said.form
    if source[-1:] in _ENDS and source[-2:-1] != " ":
        return form[-1:] not in _ENDS[source[-1]]
    return source.rstrip()[-1:] not in _ENDS and form.rstrip()[-1:] in ".。:："


def _other_edges(said: _Said) -> bool:
    source, form = said.source, said.form
    if said.code == "zh_CN" and form.endswith("："):
        source = source.rstrip()  # its letters are wide enough
    return (source[:1].isspace(), source[-1:].isspace()) != (form[:1].isspace(), form[-1:].isspace())


_UNLIKE: Final[Mapping[str, Callable[[_Said], bool]]] = {
    "other {names}": _other_names,
    "other tags": _differ(_TAG),
    "another number of line breaks": _differ(re.compile("\n")),
    "another number of accelerators, or in Chinese not as (&X)": _other_accelerator,
    "does not end as the English": _other_end,
    "other spaces at its ends": _other_edges,
    "a place that no fact can fill": lambda said: bool(re.search(r"\{\W*\}|\{\w*$|^\w*\}", said.form)),
}


def _ill_written(said: _Said) -> Iterator[str]:
    form, code = said.form, said.code
    allowed = _QUOTES[code]
    outside = re.sub(r"`[^`]*`", "x", form)
    for code_of_user in re.findall(r'"[^"]*"', said.source):
        outside = outside.replace(code_of_user, "x")
    for mark in dict.fromkeys(outside):
        if mark in '"“”‘«»„「」『』' and mark not in allowed:
            yield f"{mark} is no quotation mark of the language"
    if _unpaired(outside, code):
        yield "quotation marks that do not pair"
    plain = re.sub(r"“[^”]*”|«[^»]*»|`[^`]*`", "x", form) if code != "zh_CN" else outside
    plain = _CHINESE_ACCELERATOR.sub("…", plain) if code == "zh_CN" else plain
    yield from (fault for fault, sign in _ILL_WRITTEN.get(code, ()) if re.search(sign, plain))


def _unpaired(text: str, code: str) -> bool:
    """Return True if quotation marks are not in pairs."""
    closing = {"„": "“", "«": "»"} if code == "ru" else {"“": "”", "«": "»", "‘": "’"}
    waited: list[str] = []
    for mark in text:
        if waited and mark == waited[-1]:
            waited.pop()
        elif mark in closing:
            waited.append(closing[mark])
        elif mark in closing.values() and mark != "’":
            return True
    return bool(waited)
