"""The contents of AI files: flaws in their format, and their statements."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from robotstudio.fetch.address import shown
from robotstudio.text.language import Message

MOST_FLAWS: Final = 500
"""Most flaws listed for a file; the rest are only counted."""


class AiFileKind(StrEnum):
    """An AI file, by its name."""

    LLMS = "llms.txt"
    AI = "ai.txt"
    TDMREP = "tdmrep.json"
    RSL = "rsl.xml"


class AiTxtForm(StrEnum):
    """The format of an ai.txt: there is no standard."""

    GROUPS = "groups"  # Spawning, 2023: groups as in a robots.txt, whose rules are about training
    FIELDS = "fields"  # draft-car-ai-txt-wellknown-00, 2026: fields such as `Training: deny`
    UNKNOWN = "unknown"


class Fault(StrEnum):
    """Kinds of flaws in a file."""

    PAGE = "page"
    EMPTY = "empty"
    NOT_UTF8 = "not-utf8"
    TOO_LONG = "too-long"
    NO_TITLE = "no-title"
    SECOND_TITLE = "second-title"
    EMPTY_HEADING = "empty-heading"
    DEEP_HEADING = "deep-heading"
    NO_LINKS = "no-links"
    NO_ITEM = "no-item"
    NO_LINK = "no-link"
    NO_COLON_BEHIND = "no-colon-behind"
    BAD_ADDRESS = "bad-address"
    NO_FORM = "no-form"
    NO_COLON = "no-colon"
    UNKNOWN_FIELD = "unknown-field"
    NO_AGENT = "no-agent"
    BAD_PATTERN = "bad-pattern"
    BAD_VALUE = "bad-value"
    NO_SITE_FIELD = "no-site-field"
    NOT_CONDITIONAL = "not-conditional"
    NOT_JSON = "not-json"
    NO_ARRAY = "no-array"
    NO_RULE = "no-rule"
    NO_PROPERTY = "no-property"
    UNKNOWN_PROPERTY = "unknown-property"
    BAD_RESERVATION = "bad-reservation"
    NOT_XML = "not-xml"
    DECLARATIONS = "declarations"
    TOO_DEEP = "too-deep"
    NOT_RSL = "not-rsl"
    NO_CONTENT = "no-content"
    UNKNOWN_ELEMENT = "unknown-element"
    MISPLACED = "misplaced"
    NO_ATTRIBUTE = "no-attribute"
    REPEATED = "repeated"
    NO_LICENSE = "no-license"
    BAD_SCOPE = "bad-scope"
    COMMAS = "commas"
    UNKNOWN_TOKEN = "unknown-token"
    BAD_NUMBER = "bad-number"


FAULTS: Final[Mapping[Fault, Message]] = MappingProxyType(
    {
        Fault.PAGE: "This is a web page, not a text file.",
        Fault.EMPTY: "The file is empty.",
        Fault.NOT_UTF8: "This line is not UTF-8.",
        Fault.TOO_LONG: "The file is longer than the limit.",
        Fault.NO_TITLE: "The file must begin with a heading “# Name of the site”.",
        Fault.SECOND_TITLE: "A second first-level heading: only one is allowed.",
        Fault.EMPTY_HEADING: "A heading without words.",
        Fault.DEEP_HEADING: "A heading below the second level: only the first two are allowed.",
        Fault.NO_LINKS: "The section “{text}” has no link.",
        Fault.NO_ITEM: "A second-level heading must be followed by a list of links, and this is not one: “{text}”",
        Fault.NO_LINK: "This item of the list does not begin with a link such as [Start](/start.md): “{text}”",
        Fault.NO_COLON_BEHIND: "A note after a link begins with a colon: “{text}”",
        Fault.BAD_ADDRESS: "“{text}” is not a web address.",
        Fault.NO_FORM: "These lines follow neither of the two ai.txt formats.",
        Fault.NO_COLON: "There is no colon in this line: “{text}”",
        Fault.UNKNOWN_FIELD: "“{text}” is not a field of this ai.txt format.",
        Fault.NO_AGENT: "This rule is above any User-Agent line, so it applies to no crawler.",
        Fault.BAD_PATTERN: "“{text}” is neither a path nor a kind of file such as *.jpg.",
        Fault.BAD_VALUE: "“{text}” is not a value of this field.",
        Fault.NO_SITE_FIELD: "The field {text} is missing, which the proposal requires.",
        Fault.NOT_CONDITIONAL: "This path counts only if Training is “conditional”.",
        Fault.NOT_JSON: "This line is not valid JSON, so nothing in the file counts.",
        Fault.NO_ARRAY: "The file must be a list of rules in brackets, even with a single rule.",
        Fault.NO_RULE: "This entry of the list is not a rule with “location” and “tdm-reservation”.",
        Fault.NO_PROPERTY: "This rule has no “{text}”, so it does not count.",
        Fault.UNKNOWN_PROPERTY: "“{text}” is not a property of a rule in a tdmrep.json.",
        Fault.BAD_RESERVATION: "“tdm-reservation” must be the number 0 or 1, not “{text}”, so the rule does not count.",
        Fault.NOT_XML: "The XML is malformed here, so nothing in the document counts.",
        Fault.DECLARATIONS: "The document declares a document type or entities, which can be harmful. It was not read.",
        Fault.TOO_DEEP: "Elements are nested too deeply here, and nothing after it was read.",
        Fault.NOT_RSL: "The root element must be <rsl> in the namespace https://rslstandard.org/rsl, not <{text}>.",
        Fault.NO_CONTENT: "The document has no <content>, so it licenses nothing.",
        Fault.UNKNOWN_ELEMENT: "RSL 1.0 has no element <{text}>.",
        Fault.MISPLACED: "<{text}> must not be here, and does not count.",
        Fault.NO_ATTRIBUTE: "{text} is required and missing.",
        Fault.REPEATED: "{text} is here twice; RSL 1.0 allows one of each type.",
        Fault.NO_LICENSE: "The content “{text}” has no <license>, which RSL 1.0 requires.",
        Fault.BAD_SCOPE: "“{text}” is neither a path, as in a robots.txt, nor a web address.",
        Fault.COMMAS: "RSL 1.0 separates values with spaces, not with commas: “{text}”",
        Fault.UNKNOWN_TOKEN: "“{text}” is not a value that RSL 1.0 defines here.",
        Fault.BAD_NUMBER: "“{text}” is not a number that RSL 1.0 allows here.",
    }
)


class Flaw(Struct, frozen=True):
    """A flaw in a line; `text` is the text at fault, or what is missing."""

    line: int
    fault: Fault
    text: str = ""


class LlmsLink(Struct, frozen=True):
    """A link of an llms.txt: its name, its address as written, and as requested ("" if it is invalid)."""

    line: int
    name: str
    written: str
    url: str


class LlmsTxt(Struct, frozen=True):
    title: str
    sections: tuple[str, ...]
    links: tuple[LlmsLink, ...]
    flaws: tuple[Flaw, ...]
    more_flaws: int = 0


class Claim(Struct, frozen=True):
    """A statement of an ai.txt about crawlers of some purposes, expressed as a robots.txt.

    `lines` maps each line of `body` with a rule to the line of the ai.txt.
    """

    body: bytes
    lines: Mapping[int, int]
    purposes: tuple[str, ...]


class AiTxt(Struct, frozen=True):
    form: AiTxtForm
    claims: tuple[Claim, ...]
    flaws: tuple[Flaw, ...]
    more_flaws: int = 0


class TdmRule(Struct, frozen=True):
    """A rule of a tdmrep.json; `policy` is the address of the terms, "" without."""

    line: int
    location: str
    is_reserved: bool
    policy: str = ""


class TdmRep(Struct, frozen=True):
    rules: tuple[TdmRule, ...]
    flaws: tuple[Flaw, ...]
    more_flaws: int = 0


class RslLicense(Struct, frozen=True):
    """A licence of an RSL document.

    `permits` and `prohibits` have the values by type (usage, user, geo). `payment` is its type, "" if there is none;
    `amount` is with its currency; `standard` and `custom` are addresses of terms.
    """

    line: int
    permits: Mapping[str, tuple[str, ...]]
    prohibits: Mapping[str, tuple[str, ...]]
    payment: str = ""
    amount: str = ""
    standard: str = ""
    custom: str = ""
    has_reporting: bool = False

    @property
    def is_conditional(self) -> bool:
        """True if whoever uses the content must pay, credit, report, or be of a certain kind."""
        is_paid = self.payment not in {"", "free"} or bool(self.amount)
        is_limited = any(set(each) - {"usage"} for each in (self.permits, self.prohibits))
        return is_paid or is_limited or self.has_reporting or bool(self.standard or self.custom)


class RslContent(Struct, frozen=True):
    """URLs with the same licences: a path with `*` and `$` as in a robots.txt, or a full URL.

    With a `server`, each client must ask it for a licence first, even for a free one.
    """

    line: int
    url: str
    server: str
    is_encrypted: bool
    licenses: tuple[RslLicense, ...]


class Rsl(Struct, frozen=True):
    contents: tuple[RslContent, ...]
    flaws: tuple[Flaw, ...]
    more_flaws: int = 0


class Flaws:
    """Collects flaws up to a limit; the rest are counted."""

    def __init__(self) -> None:
        self._found: list[Flaw] = []
        self.more = 0

    def add(self, line: int, fault: Fault, text: str = "") -> None:
        if len(self._found) < MOST_FLAWS:
            self._found.append(Flaw(line, fault, shown(text)))
        else:
            self.more += 1

    def sorted(self) -> tuple[Flaw, ...]:
        """Return the listed flaws in file order."""
        return tuple(sorted(self._found, key=lambda flaw: flaw.line))
