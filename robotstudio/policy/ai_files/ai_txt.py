"""Parse an ai.txt in either of its two formats, and express it as robots.txt rules."""

import re
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from robotstudio.policy.ai_files.llms_txt import is_no_text, lines_of
from robotstudio.policy.ai_files.model import AiTxt, AiTxtForm, Claim, Fault, Flaws

_AGENT, _ALLOW, _DISALLOW = "user-agent", "allow", "disallow"
_OF_GROUPS: Final = frozenset({_AGENT, _ALLOW, _DISALLOW})
_PATTERN: Final = re.compile(r"[/*]\S*|\.\w+")
_STANCES: Final = frozenset({"allow", "deny", "conditional"})
_DEGREES: Final = frozenset({"required", "recommended", "none"})
_RATE: Final = re.compile(r"\d+/(?:second|minute|hour|day)")
_ADDRESS: Final = re.compile(r"https://[^\s/]+\S*")
_PATH: Final = re.compile(r"[/*]\S*")
_ANY: Final = re.compile(r".+")
_TRAINING, _SCRAPING = "training", "scraping"
_TRAINING_ALLOW, _TRAINING_DENY = "training-allow", "training-deny"
_PATHS: Final = frozenset({_TRAINING_ALLOW, _TRAINING_DENY})
_SITE_NAME, _SITE_URL = "Site-Name", "Site-URL"
_OF_FIELDS: Final[Mapping[str, re.Pattern[str] | frozenset[str]]] = MappingProxyType(
    {
        "spec-version": _ANY,
        "site-name": _ANY,
        "site-url": _ADDRESS,
        "description": _ANY,
        "contact": _ANY,
        "policy-url": _ADDRESS,
        _TRAINING: _STANCES,
        _SCRAPING: _STANCES,
        "indexing": _STANCES,
        "caching": _STANCES,
        _TRAINING_ALLOW: _PATH,
        _TRAINING_DENY: _PATH,
        "training-license": _ANY,
        "training-fee": _ADDRESS,
        "agent": _ANY,
        "rate-limit": _RATE,
        "attribution": _DEGREES,
        "ai-disclosure": _DEGREES,
        "audit": frozenset({"required", "optional", "none"}),
        "audit-format": _ANY,
        "ai-json": _ADDRESS,
    }
)
"""The fields of draft-car-ai-txt-wellknown-00 with their valid values."""

_TELLING: Final = frozenset(_OF_FIELDS) - {"description", "contact", "agent"}
"""Fields that identify the draft's format; the other format shares some of the rest."""

FOR_TRAINING: Final = ("ai-training",)
FOR_ALL: Final = ("ai-training", "ai-search", "ai-assistant")


class _Said(NamedTuple):
    """A line with a field."""

    line: int
    name: str
    value: str
    is_indented: bool


def read_ai_txt(body: bytes) -> AiTxt:
    """Parse an ai.txt. Never raises on any bytes."""
    flaws = Flaws()
    if is_no_text(body, flaws):
        return AiTxt(AiTxtForm.UNKNOWN, (), flaws.sorted())
    said = list(_said(body, flaws))
    names = {each.name.lower() for each in said}
    form, claims = AiTxtForm.UNKNOWN, tuple[Claim, ...]()
    if names & _OF_GROUPS:
        form, claims = AiTxtForm.GROUPS, (_groups(said, flaws),)
    elif names & _TELLING:
        form, claims = AiTxtForm.FIELDS, tuple(_Fields(said, flaws).claims())
    else:
        flaws.add(1, Fault.NO_FORM)
    return AiTxt(form, claims, flaws.sorted(), flaws.more)


def _said(body: bytes, flaws: Flaws) -> Iterator[_Said]:
    for number, line in lines_of(body, flaws):
        text = line.partition("#")[0]
        if not text.strip():
            continue
        name, colon, value = text.partition(":")
        if colon:
            yield _Said(number, name.strip(), value.strip(), text[:1].isspace())
        else:
            flaws.add(number, Fault.NO_COLON, text.strip())


def _groups(said: Iterable[_Said], flaws: Flaws) -> Claim:
    """Parse groups as in a robots.txt, keeping known fields only."""
    rows: list[tuple[int, str]] = []
    has_agent = False
    for line, name, value, _ in said:
        field = name.lower()
        if field not in _OF_GROUPS:
            flaws.add(line, Fault.UNKNOWN_FIELD, name)
            continue
        has_agent = has_agent or field == _AGENT
        if not has_agent:
            flaws.add(line, Fault.NO_AGENT)
        elif field != _AGENT and value and not _PATTERN.fullmatch(value):
            flaws.add(line, Fault.BAD_PATTERN, value)
        else:
            rows.append((line, f"{field}: {f'*{value}' if value.startswith('.') else value}"))
    return _claim(rows, FOR_TRAINING)


def _claim(rows: Iterable[tuple[int, str]], purposes: tuple[str, ...]) -> Claim:
    rows = tuple(rows)
    body = "\n".join(text for _, text in rows).encode()
    return Claim(body, MappingProxyType({at: line for at, (line, _) in enumerate(rows, 1)}), purposes)


class _Fields:
    """The fields of the draft: those for the site, and those of agent blocks, which override them."""

    def __init__(self, said: Iterable[_Said], flaws: Flaws) -> None:
        self._flaws = flaws
        self._blocks: dict[str, list[_Said]] = {"*": []}
        agent, names = "*", set[str]()
        for each in said:
            field = each.name.lower()
            if field == "agent":
                agent = each.value.partition(" ")[0]
                self._blocks.setdefault(agent, [])
            elif not each.is_indented:
                agent = "*"
            if self._is_right(each):
                names.add(field)
                self._blocks[agent].append(each)
        for name in (_SITE_NAME, _SITE_URL):
            if name.lower() not in names:
                flaws.add(1, Fault.NO_SITE_FIELD, name)
        self._look_for_idle_paths()

    def claims(self) -> Iterator[Claim]:
        """Iterate over the claims on training and on fetching."""
        yield _claim(self._rows(_TRAINING, _PATHS), FOR_TRAINING)
        yield _claim(self._rows(_SCRAPING, frozenset()), FOR_ALL)

    def _is_right(self, said: _Said) -> bool:
        values = _OF_FIELDS.get(said.name.lower())
        if values is None:
            self._flaws.add(said.line, Fault.UNKNOWN_FIELD, said.name)
            return False
        is_known = said.value.lower() in values if isinstance(values, frozenset) else values.fullmatch(said.value)
        if not is_known:
            self._flaws.add(said.line, Fault.BAD_VALUE, said.value)
        return bool(is_known)

    def _look_for_idle_paths(self) -> None:
        for agent in self._blocks:
            stance = self._stance(agent, _TRAINING)
            if stance is None or stance.value.lower() != "conditional":
                for each in self._blocks[agent]:
                    if each.name.lower() in _PATHS:
                        self._flaws.add(each.line, Fault.NOT_CONDITIONAL, each.value)

    def _stance(self, agent: str, name: str) -> _Said | None:
        """Return the last value for an agent: in its own block, else for the site."""
        for block in dict.fromkeys((agent, "*")):
            for each in reversed(self._blocks[block]):
                if each.name.lower() == name:
                    return each
        return None

    def _rows(self, name: str, paths: frozenset[str]) -> Iterator[tuple[int, str]]:
        """Yield groups with the same meaning, each rule with its line; agent blocks include the site's values."""
        for agent in self._blocks:
            stance = self._stance(agent, name)
            if stance is None:
                continue
            yield stance.line, f"{_AGENT}: {agent}"
            if stance.value.lower() != "conditional":
                yield stance.line, f"{_DISALLOW if stance.value.lower() == 'deny' else _ALLOW}: /"
                continue
            for each in (each for block in dict.fromkeys((agent, "*")) for each in self._blocks[block]):
                if each.name.lower() in paths:
                    field = _ALLOW if each.name.lower() == _TRAINING_ALLOW else _DISALLOW
                    yield each.line, f"{field}: {each.value}"
