"""Makes texts of messages and facts, in English or in another language.

A text for people is written once, in English, where it is used: as a literal of the type `Message`, or as `Plural` if
it counts. `packaging/catalogues.py` finds them by these types, and the catalogues translate them.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import date, datetime
from typing import Final, NamedTuple, Protocol, Self

from robotstudio.text.phrases import Argument, Phrase, Piece, closed_up, fill, joined

Message = str
"""An English text with `{named}` facts, translated before they are filled in. Always a literal."""

_KIB, _MIB = 1024, 1024 * 1024
_IN_BYTES_BELOW = 10_000
_MOST_LISTED = 4


class Plural(NamedTuple):
    """A text that counts, with English forms for one and for several; other languages have more.

    Both contain `{count}`. A text that never occurs with a count of one is in both.
    """

    one: Message
    many: Message


class Meant(str):
    """A message with a `context`, because its words are translated differently in other places."""

    __slots__ = ("context",)

    def __new__(cls, text: Message, context: str) -> Self:
        """`context` is never shown."""
        meant = super().__new__(cls, text)
        meant.context = context
        return meant

    context: str


class Told(NamedTuple):
    """A message with its facts, for code that does not know the language: an error, a notice."""

    message: Message | Plural
    facts: "Mapping[str, Fact]"

    def __str__(self) -> str:
        """Format in English, for logs and for what stays English."""
        return ENGLISH.tell(self)


_Day = date  # `Words` has a method of this name
Fact = str | int | date | Told
"""A value in a message: numbers and days are formatted for the language, and a `Told` is translated."""


def told(message: Message | Plural, /, **facts: Fact) -> Told:
    """Combine a message with its facts; if it counts, `count` is the number."""
    return Told(message, facts)


def told_list(items: Sequence[Fact]) -> Fact:
    """Join all items."""
    listed, *rest = items or ("",)
    for item in rest:
        listed = told(PLAIN, before=listed, last=item)
    return listed


class Marks(NamedTuple):
    """Forms of numbers, dates and lists in a language; `most_plain` is the greatest number without digit grouping.

    `and_changes` and `or_changes` match the words before which the conjunction changes: Spanish `e` before `i`, `u`
    before `o`.
    """

    group: str = ","
    decimal: str = "."
    most_plain: int = 999
    date: str = "{day} {month} {year}"
    months: tuple[str, ...] = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
    and_changes: str = ""
    or_changes: str = ""


class Translations(Protocol):
    """The lookup of texts in a language, as in `gettext` of the standard library."""

    def gettext(self, message: str, /) -> str: ...

    def pgettext(self, context: str, message: str, /) -> str: ...

    def ngettext(self, one: str, many: str, count: int, /) -> str: ...


AND: Message = "{before} and {last}"
OR: Message = "{before} or {last}"
_CHANGED_AND: Message = Meant("{before} and {last}", "before the sound that “and” ends with, as in Spanish “e”")
_CHANGED_OR: Message = Meant("{before} or {last}", "before the sound that “or” ends with, as in Spanish “u”")
PLAIN: Message = "{before}, {last}"
CLAUSES: Message = "{before}; {last}"
SENTENCES: Message = "{before} {last}"
_SENTENCE: Message = "{facts}."
_ABOUT: Message = "{what}: {said}"
_WITH_FACT: Message = "{what}, {said}"
_NOTED: Message = "{what} ({said})"
_BRACKETED: Message = "({said})"
_STOPS = tuple(".。?？!！…")
_MORE: Message = "{count} more"
_BYTES: Message = "{number} B"
_KIBIBYTES: Message = "{number} KiB"
_MEBIBYTES: Message = "{number} MiB"
_MILLISECONDS: Message = "{number} ms"
_SECONDS: Message = "{number} s"
_PERCENT: Message = "{number}%"
_AT_TIME: Message = "{date}, {time}"


class Words:
    """Makes texts of messages and facts, in one language; without a catalogue in English."""

    def __init__(self, code: str = "en", marks: Marks | None = None, catalogue: Translations | None = None) -> None:
        """`code` is the language as in `resources/locale`, such as `zh_CN`."""
        self._code = code
        self._marks = marks or Marks()
        self._catalogue = catalogue

    @property
    def code(self) -> str:
        """The language, as in `resources/locale`."""
        return self._code

    @property
    def marks(self) -> Marks:
        """Formats of numbers, dates and lists."""
        return self._marks

    def message(self, message: Message) -> str:
        """Translate a message, leaving its placeholders."""
        if not self._catalogue or not message:
            return message
        if isinstance(message, Meant):
            return self._catalogue.pgettext(message.context, message)
        return self._catalogue.gettext(message)

    def form(self, plural: Plural, count: int) -> str:
        """Translate a plural for a number, leaving its placeholders."""
        if not self._catalogue:
            return plural.one if count == 1 else plural.many
        return self._catalogue.ngettext(plural.one, plural.many, count)

    def say(self, message: Message, /, **facts: Fact) -> str:
        """Translate and fill in the facts."""
        said = self.message(message)
        return put_in(said, self._written(facts)) if facts else said

    def count(self, plural: Plural, count: int, /, **facts: Fact) -> str:
        """Translate for a number and fill in the facts; `{count}` is the number, unless it is among the facts."""
        return put_in(self.form(plural, count), self._written({"count": count, **facts}))

    def tell(self, told: Told) -> str:
        """Translate a `Told`."""
        message, facts = told
        if isinstance(message, Plural):
            count = facts["count"]
            return self.count(message, count if isinstance(count, int) else 0, **facts)
        return self.say(message, **facts)

    def phrase(self, message: Message, /, **arguments: Argument) -> Phrase:
        """Translate to a phrase: arguments may be pieces, and words between `<b>` and `</b>` are strong."""
        return fill(self.message(message), self.number, arguments)

    def counted_phrase(self, plural: Plural, count: int, /, **arguments: Argument) -> Phrase:
        """Translate for a number to a phrase; `{count}` is the number."""
        return fill(self.form(plural, count), self.number, {"count": count, **arguments})

    def listed(self, items: Sequence[Phrase], last: Message = AND, most: int = _MOST_LISTED) -> Phrase:
        """Join phrases: `a`, `a and b`, `a, b and c`, `a, b, c and 7 more`."""
        shown = list(items) if len(items) <= most else list(items[: most - 1])
        if len(shown) < len(items):
            shown.append(self.phrase(_MORE, count=len(items) - len(shown)))
        if not shown:
            return ()
        phrase, *rest = shown
        for place, item in enumerate(rest, 1):
            joint = self._joint(last, item) if place == len(rest) else PLAIN
            phrase = joined(fill(self.message(joint), self.number, {"before": phrase, "last": item}))
        return phrase

    def _joint(self, last: Message, item: Phrase) -> Message:
        """Return the conjunction before the last item, which may depend on its sound."""
        word = "".join(piece.text for piece in item)
        for joint, changes, changed in (
            (AND, self.marks.and_changes, _CHANGED_AND),
            (OR, self.marks.or_changes, _CHANGED_OR),
        ):
            if last is joint and changes and re.match(changes, word, re.IGNORECASE):
                return changed
        return last

    def listed_text(self, items: Sequence[str], last: Message = AND, most: int = _MOST_LISTED) -> str:
        """Join plain texts like `listed`."""
        return "".join(piece.text for piece in self.listed([(Piece(item),) for item in items], last, most))

    def side_by_side(self, texts: Iterable[str]) -> str:
        """Join with commas: `a, b, c`."""
        return self._parted(texts, PLAIN)

    def clauses(self, texts: Iterable[str]) -> str:
        """Join texts that contain commas themselves: `a; b`."""
        return self._parted(texts, CLAUSES)

    def sentence(self, clause: str) -> str:
        """Add a full stop, unless there is one."""
        return clause if clause.endswith(_STOPS) else self.say(_SENTENCE, facts=clause)

    def about(self, what: str, said: str) -> str:
        """Join with the colon of the language: `status: 404`."""
        return self._paired(_ABOUT, what, said)

    def with_fact(self, what: str, fact: str) -> str:
        """Append a fact: `live, 13:32`."""
        return self._paired(_WITH_FACT, what, fact)

    def noted(self, what: str, note: str) -> str:
        """Append a note in brackets: `Googlebot (Google)`."""
        return self._paired(_NOTED, what, note)

    def beside_column(self, cell: str, note: str) -> str:
        """Append a note in brackets at a distance, so that it is not read as part of a URL."""
        return f"{cell}  {self.say(_BRACKETED, said=note)}" if note else cell

    def _paired(self, joint: Message, what: str, said: str) -> str:
        """Join two texts; return the other one if one is empty."""
        return self.say(joint, what=what, said=said) if what and said else what or said

    def sentences(self, texts: Iterable[str]) -> str:
        """Join sentences; Chinese has no space between them."""
        return self._parted(texts, SENTENCES)

    def _parted(self, texts: Iterable[str], joint: Message) -> str:
        return self.say(joint, before="", last="").join(filter(None, texts))

    def number(self, number: float, decimals: int = 0) -> str:
        """Format with the separators of the language: `1,204` or `12.5`."""
        marks = self.marks
        if isinstance(number, int) and not decimals and -marks.most_plain <= number <= marks.most_plain:
            return f"{number:d}"
        written = f"{number:,.{decimals}f}" if abs(number) > marks.most_plain else f"{number:.{decimals}f}"
        if (marks.group, marks.decimal) == (",", "."):
            return written
        whole, _, part = written.partition(".")
        return whole.replace(",", marks.group) + (marks.decimal + part if part else "")

    def percent(self, share: float, decimals: int = 0) -> str:
        """Format a fraction as `12%`."""
        return self.say(_PERCENT, number=self.number(share * 100, decimals))

    def size(self, byte_count: int) -> str:
        """Format as `2,143 B`, from ten thousand bytes on `12.3 KiB`, from ten mebibytes on `12.3 MiB`."""
        if byte_count < _IN_BYTES_BELOW:
            return self.say(_BYTES, number=byte_count)
        unit, message = (_MIB, _MEBIBYTES) if byte_count >= 10 * _MIB else (_KIB, _KIBIBYTES)
        return self.say(message, number=self.number(byte_count / unit, 0 if not byte_count % unit else 1))

    def duration(self, milliseconds: float) -> str:
        """Format as `0.4 ms`, `143 ms`, `2.1 s`."""
        if milliseconds >= 1000:
            return self.say(_SECONDS, number=self.number(milliseconds / 1000, 1))
        return self.say(_MILLISECONDS, number=self.number(milliseconds, 1 if milliseconds < 1 else 0))

    def date(self, moment: _Day) -> str:
        """Format the day of a local time: `22 Nov 2026`."""
        month = self.marks.months[moment.month - 1]
        return self.marks.date.format(day=moment.day, month=month, year=moment.year)

    def day(self, written: str) -> str:
        """Format an ISO date such as `2026-11-22`; return anything else unchanged."""
        try:
            return self.date(date.fromisoformat(written))
        except ValueError:
            return written

    def date_and_time(self, moment: datetime) -> str:
        """Format a local time to the minute: `22 Nov 2026, 14:05`."""
        return self.say(_AT_TIME, date=self.date(moment), time=f"{moment:%H:%M}")

    def _written(self, facts: dict[str, Fact]) -> dict[str, str]:
        return {name: self._fact(fact) for name, fact in facts.items()}

    def _fact(self, fact: Fact) -> str:
        if isinstance(fact, str):
            return fact
        if isinstance(fact, date):
            return self.date(fact)
        return self.tell(fact) if isinstance(fact, Told) else self.number(fact)


def put_in(said: str, facts: Mapping[str, str]) -> str:
    """Fill facts into a translated text."""
    return closed_up(said, facts).format_map(facts)


ENGLISH = Words()

_FOR_A_WHILE: Final[ContextVar[Words | None]] = ContextVar("_FOR_A_WHILE", default=None)


class SpokenWords(Words):
    """The words of the language that the program speaks, or of another one within `spoken`."""

    def __init__(self) -> None:
        """English, until `speak` says otherwise."""
        super().__init__()
        self.usual: Words = ENGLISH

    @property
    def now(self) -> Words:
        """The words of the language itself."""
        return _FOR_A_WHILE.get() or self.usual

    @property
    def code(self) -> str:
        return self.now.code

    @property
    def marks(self) -> Marks:
        return self.now.marks

    def message(self, message: Message) -> str:
        return self.now.message(message)

    def form(self, plural: Plural, count: int) -> str:
        return self.now.form(plural, count)


WORDS: Final = SpokenWords()
"""The words of the language that the program speaks."""


def speak(words: Words) -> None:
    """Speak this language from now on, in all threads."""
    WORDS.usual = words


@contextmanager
def spoken(words: Words) -> Iterator[None]:
    """Speak this language for a while and in this thread alone, such as English in an answer for programs."""
    token = _FOR_A_WHILE.set(words.now if isinstance(words, SpokenWords) else words)
    try:
        yield
    finally:
        _FOR_A_WHILE.reset(token)


def tr(message: Message, /, **facts: Fact) -> str:
    """Return the text in the language of the program, with its facts."""
    return WORDS.say(message, **facts)


def ntr(plural: Plural, count: int, /, **facts: Fact) -> str:
    """Return the text for so many, with its facts; `{count}` is the number."""
    return WORDS.count(plural, count, **facts)
