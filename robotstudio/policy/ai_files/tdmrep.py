"""Parse a tdmrep.json as specified by TDMRep: an array of rules that reserve text and data mining, or do not.

W3C Community Group Final Report of 2024-05-10, section “TDM File on the Origin Server”.
"""

import json
import re
from collections.abc import Iterator
from typing import Final

import ada_url

from robotstudio.engine.content import Content, content_of
from robotstudio.engine.tokens import UTF8_BOM
from robotstudio.policy.ai_files.llms_txt import is_no_text
from robotstudio.policy.ai_files.model import Fault, Flaws, TdmRep, TdmRule

MOST_TDM_RULES: Final = 1_000
_LOCATION, _RESERVATION, _POLICY = "location", "tdm-reservation", "tdm-policy"
_PROPERTIES: Final = frozenset({_LOCATION, _RESERVATION, _POLICY})
_BETWEEN: Final = re.compile(r"[\s,]*+")
_WEB: Final = frozenset({"http:", "https:"})


def read_tdmrep(body: bytes) -> TdmRep:
    """Parse a tdmrep.json. Never raises on any bytes."""
    flaws = Flaws()
    if content_of(body) is not Content.JSON and is_no_text(body, flaws):
        return TdmRep((), flaws.sorted())
    rules = tuple(_rules(body.removeprefix(UTF8_BOM), flaws))
    return TdmRep(rules, flaws.sorted(), flaws.more)


def _rules(body: bytes, flaws: Flaws) -> Iterator[TdmRule]:
    try:
        text = body.decode()
        document = json.loads(text)
    except UnicodeDecodeError as error:
        flaws.add(body.count(b"\n", 0, error.start) + 1, Fault.NOT_UTF8)
        return
    except json.JSONDecodeError as error:
        flaws.add(error.lineno, Fault.NOT_JSON)
        return
    except (ValueError, RecursionError):  # a number of thousands of digits, or thousands of brackets
        flaws.add(1, Fault.NOT_JSON)
        return
    if not isinstance(document, list):
        flaws.add(1, Fault.NO_ARRAY)
        return
    for line, entry in zip(_lines(text), document[:MOST_TDM_RULES], strict=False):
        rule = _rule(line, entry, flaws)
        if rule is not None:
            yield rule
    if len(document) > MOST_TDM_RULES:
        flaws.add(0, Fault.TOO_LONG)


def _lines(text: str) -> Iterator[int]:
    """Iterate over the lines where the entries of a valid array begin."""
    decoder, line, before = json.JSONDecoder(), 1, 0
    at = text.index("[") + 1
    while True:
        gap = _BETWEEN.match(text, at)
        at = gap.end() if gap else at
        if text.startswith("]", at):
            return
        line, before = line + text.count("\n", before, at), at
        yield line
        _, at = decoder.raw_decode(text, at)


def _rule(line: int, entry: object, flaws: Flaws) -> TdmRule | None:
    """Return a rule; None if its location or its reservation is unset, as the report says for other values."""
    if not isinstance(entry, dict):
        flaws.add(line, Fault.NO_RULE)
        return None
    for name in entry.keys() - _PROPERTIES:
        flaws.add(line, Fault.UNKNOWN_PROPERTY, str(name))
    for name in (_LOCATION, _RESERVATION):
        if name not in entry:
            flaws.add(line, Fault.NO_PROPERTY, name)
    location, reservation = entry.get(_LOCATION), entry.get(_RESERVATION)
    has_location = _is_pattern(location)
    if _LOCATION in entry and not has_location:
        flaws.add(line, Fault.BAD_PATTERN, _written(location))
    has_reservation = reservation in {0, 1} if type(reservation) is int else False
    if _RESERVATION in entry and not has_reservation:
        flaws.add(line, Fault.BAD_RESERVATION, _written(reservation))
    policy = entry.get(_POLICY, "")
    if _POLICY in entry and not _is_address(policy):
        flaws.add(line, Fault.BAD_ADDRESS, _written(policy))
        policy = ""
    if not has_location or not has_reservation:
        return None
    return TdmRule(line, str(location), is_reserved=reservation == 1, policy=str(policy))


def _written(value: object) -> str:
    return value if isinstance(value, str) and value else json.dumps(value)


def _is_pattern(value: object) -> bool:
    """Return True for a path, with `*` and `$` as in a robots.txt; a URL is none."""
    if not isinstance(value, str) or not value.startswith(("/", "*")):
        return False
    return value.isprintable() and " " not in value and "#" not in value


def _is_address(value: object) -> bool:
    try:
        return isinstance(value, str) and ada_url.URL(value).protocol in _WEB
    except ValueError:
        return False
