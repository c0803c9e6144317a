"""A file as the rules of the linter see it: lines, groups and its setting, each computed once; and its addresses."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

import ada_url
from msgspec import Struct

from robotstudio.engine import Group, Robots, Rule
from robotstudio.engine.cancelling import Checkpoint, go_on
from robotstudio.engine.content import Content, content_of
from robotstudio.engine.directives import FIELDS, FieldFacts
from robotstudio.engine.tokens import UTF8_BOM, Field, split_lines
from robotstudio.lint.facts import GroupFacts, LineFacts, Numbered, line_facts
from robotstudio.lint.idle import IdleRule, IdleRuleIndex, ProofCache

_LEAST_OF_STRAYS = 20
_OF_GROUPS = frozenset({Field.USER_AGENT, Field.ALLOW, Field.DISALLOW})


class Setting(Struct, frozen=True):
    """Facts about a file apart from its content; all of them may be missing.

    `address` is the URL of the robots.txt, `filename` its name on disk, `sitemap_answers` the outcome of fetching its
    sitemaps if the user asked for that: by URL a few words, empty if it was fine. `sample` are paths of the site with
    their queries, as crawlers request them, sorted as bytes. `size` is that of the whole file in bytes, if only a part
    is checked; the linter sets it.
    """

    address: str | None = None
    filename: str | None = None
    sitemap_answers: Mapping[str, str] | None = None
    sample: Sequence[bytes] = ()
    size: int = 0


def raw_lines(body: bytes) -> list[bytes]:
    """Return the lines of a file without their ends; a byte order mark at the start belongs to no line."""
    return split_lines(body.removeprefix(UTF8_BOM))


class LintContext:
    """A file to be checked: bytes, lines, and how Google and RFC 9309 read it. Immutable.

    Line 1 begins after a UTF-8 byte order mark.
    """

    def __init__(
        self,
        body: bytes,
        raws: list[bytes],
        lines: list[LineFacts],
        readings: Mapping[str, Robots],
        setting: Setting,
        proofs: ProofCache | None = None,
        *,
        checkpoint: Checkpoint = go_on,
    ) -> None:
        """Take what is known of a file; `Linter.check` makes it, and passes its cache of `proofs`."""
        self.body = body
        self.raws = raws
        self.lines = lines
        self.setting = setting
        self._readings = dict(readings)
        self._proofs = proofs or ProofCache()
        self._checkpoint = checkpoint
        self._lines_of: dict[Field, Sequence[Numbered]] = {}

    @classmethod
    def of(cls, body: bytes, setting: Setting | None = None) -> "LintContext":
        """Make a context from the bytes alone."""
        raws = raw_lines(body)
        return cls(body, raws, [line_facts(raw) for raw in raws], {}, setting or Setting())

    @cached_property
    def content(self) -> Content:
        return content_of(self.body)

    def reading(self, dialect: str) -> Robots:
        """Return the file as a dialect reads it, parsed on first use."""
        if dialect not in self._readings:
            self._readings[dialect] = Robots.parse(self.body, dialect)
        return self._readings[dialect]

    @property
    def google(self) -> Robots:
        return self.reading("google")

    @property
    def rfc(self) -> Robots:
        return self.reading("rfc9309")

    @cached_property
    def named(self) -> Mapping[bytes, Sequence[Group]]:
        """The groups by the names that Google reads in them, in lower case."""
        found: dict[bytes, list[Group]] = {}
        for group in self.google.groups:
            for token in {agent.token.lower() for agent in group.agents}:
                found.setdefault(token, []).append(group)
        return found

    @cached_property
    def fields(self) -> Sequence[Field]:
        """The field of each line according to Google."""
        return [line.field for line in self.lines]

    @cached_property
    def stray(self) -> tuple[int, int]:
        """Counts of meaningless lines, and of all lines with content, if most are meaningless; else (0, 0)."""
        unknown = self.fields.count(Field.UNKNOWN)
        if unknown < _LEAST_OF_STRAYS or unknown * 2 < len(self.fields):
            return 0, 0
        said = [line for line in self.lines if not line.is_empty and not line.is_comment]
        strays = sum(line.field is Field.UNKNOWN and known_field(line) is None for line in said)
        return (strays, len(said)) if strays >= _LEAST_OF_STRAYS and strays * 2 > len(said) else (0, 0)

    @cached_property
    def _idle_index(self) -> IdleRuleIndex:
        return IdleRuleIndex(self.google.groups, self._proofs, self._standard_groups(), self._checkpoint)

    def _standard_groups(self) -> Sequence[Group] | None:
        """Return the groups as RFC 9309 finds them, with Google's rules; None if no field is misspelled."""
        odd = (line for line in self.lines if not line.is_plain and line.field in _OF_GROUPS)
        if not any(line.rfc.field is not line.field for line in odd):
            return None
        by_line: dict[int, list[Rule]] = {}
        for rule in (rule for group in self.google.groups for rule in group.rules):
            by_line.setdefault(rule.line, []).append(rule)
        found: list[Group] = []
        for group in self.rfc.groups:
            lines = dict.fromkeys(rule.line for rule in group.rules)
            found.append(Group(group.agents, tuple(rule for line in lines for rule in by_line.get(line, ()))))
        return found

    def idle_rules(self, group: Group) -> Sequence[IdleRule]:
        """Return the rules of a group that change nothing for any crawler that it names."""
        return self._idle_index.idle_rules(group)

    def groups(self) -> Iterator[tuple[Group, Sequence[bytes]]]:
        """Yield the groups as Google reads them, with their lines up to the next group."""
        groups = self.google.groups
        ends = [*(group.first_line for group in groups[1:]), len(self.lines) + 1]
        for group, end in zip(groups, ends, strict=False):  # `ends` has an entry even without groups
            yield group, self.raws[group.first_line - 1 : end - 1]

    def key_of(self, group: Group, raws: Sequence[bytes]) -> tuple[bytes, bytes]:
        """Return the lines of a group, and a key for what the file says elsewhere to the same crawlers.

        Everything that is found in a group depends on these alone.
        """
        # Not a digest, even for a long group: that loads four megabytes of OpenSSL into an idle window.
        return b"\n".join(raws), self._idle_index.key_of(group)

    def facts_of(self, group: Group, raws: Sequence[bytes]) -> GroupFacts:
        first = group.first_line
        return GroupFacts(self.lines[first - 1 : first - 1 + len(raws)], tuple(raws), group, self._idle_index)

    def lines_of(self, field: Field) -> Sequence[Numbered]:
        """Return the lines of a field with their 1-based numbers."""
        if field not in self._lines_of:
            self._lines_of[field] = (
                []
                if field not in self.fields
                else [(number, self.lines[number - 1]) for number, each in enumerate(self.fields, 1) if each is field]
            )
        return self._lines_of[field]

    @cached_property
    def directives(self) -> Sequence[tuple[int, LineFacts, FieldFacts]]:
        """The lines with a known field other than a rule, as spelled, with their 1-based numbers."""
        return [
            (number, line, facts)
            for kind in (Field.SITEMAP, Field.UNUSED, Field.UNKNOWN)
            for number, line in self.lines_of(kind)
            if (facts := known_field(line)) is not None
        ]


def known_field(line: LineFacts) -> FieldFacts | None:
    """Return the known field of a line, if it is not a rule."""
    return FIELDS.get(line.google.key.decode("ascii", "replace").lower())


class AddressParts(NamedTuple):
    """The parts of an address that rules are about; `path` has its query."""

    scheme: str
    host: str
    path: bytes


NONE = AddressParts("", "", b"")


def address_of(text: str) -> AddressParts:
    """Split a full address; the parts are empty for anything else. Cached, since several rules need it."""
    return _usual_address_of(text) if len(text) <= _LONGEST_USUAL else _address_of(text)


def _address_of(text: str) -> AddressParts:
    try:
        url = ada_url.URL(text)
    except ValueError:
        return NONE
    scheme = url.protocol.removesuffix(":")
    rest = text.strip()[len(scheme) + 1 :]
    if not rest.startswith("//") or rest.startswith("///"):
        return AddressParts(scheme, "", b"")  # browsers find a host even in https:///x, crawlers may not
    return AddressParts(scheme, url.host, (url.pathname + url.search).encode())


_LONGEST_USUAL = 300
_usual_address_of = lru_cache(maxsize=1 << 11)(_address_of)


def resolved(text: str, base: str) -> str:
    """Resolve a reference against the address of the file; return it unchanged if that fails."""
    try:
        return ada_url.URL(text, base).href
    except ValueError:
        return text
