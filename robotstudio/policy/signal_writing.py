"""Write a Content-Signal line into the group for all crawlers, proven to change no verdict."""

from collections.abc import Iterator
from typing import Final

from robotstudio.engine import Robots
from robotstudio.engine.crawlers import Catalogue
from robotstudio.engine.directive_values import SIGNALS, USES, Preferences, read_signal
from robotstudio.engine.directives import directives_of
from robotstudio.engine.proof import Result
from robotstudio.engine.tokens import LINE_END, line_end_of
from robotstudio.policy.model import PolicyError
from robotstudio.policy.outcome import FilePair
from robotstudio.policy.writing import IN_UTF16, UTF16
from robotstudio.text.language import Message

_FIELD: Final = "content-signal"
_VALUES: Final = {**SIGNALS, "use": USES}
_BAD: Message = "“{text}” is not a Content-Signal. Write {example}, for example."
_EXAMPLE: Final = "search=yes, ai-train=no"
_CHANGES: Message = "Such a line would change verdicts of this file. Write it by hand."


def write_signal(body: bytes, value: str, catalogue: Catalogue) -> bytes:
    """Write the line, replacing those of the group for `*`; an empty value removes them.

    Without such a group, one that blocks nothing is added at the end. Raises PolicyError.
    """
    if value and not _is_signal(value):
        raise PolicyError(_BAD, text=value, example=_EXAMPLE)
    if body.startswith(UTF16):
        raise PolicyError(IN_UTF16)
    robots = Robots.parse(body, "rfc9309")
    groups = robots.choose(("*",)).groups
    agents = {agent.line for group in groups for agent in group.agents}
    old = {
        found.line
        for found in directives_of(robots)
        if found.facts.id == _FIELD and found.group and agents & {agent.line for agent in found.group.agents}
    }
    end, line = line_end_of(body), f"Content-Signal: {value}".encode()
    if value and not groups:
        separator = b"" if not body else end if body.endswith((b"\r", b"\n")) else end + end
        new = body + separator + end.join((b"User-agent: *", line, b"Disallow:", b""))
    else:
        at = max((agent.line for agent in groups[0].agents), default=0) if groups else 0
        kept: list[bytes] = []
        for number, raw in enumerate(_with_ends(body), 1):
            if number not in old:
                kept.append(raw)
            if value and number == at:
                kept += [line, end] if raw.endswith((b"\r", b"\n")) else [end, line]
        new = b"".join(kept)
    _prove(body, new, catalogue)
    return new


def _with_ends(body: bytes) -> Iterator[bytes]:
    start = 0
    for end in LINE_END.finditer(body):
        yield body[start : end.end()]
        start = end.end()
    yield body[start:]


def _is_signal(value: str) -> bool:
    read = read_signal(value)
    if not isinstance(read, Preferences) or not value.isprintable() or "#" in value:
        return False
    return all(item.value in _VALUES.get(item.name, ()) for item in read.items)


def _prove(before: bytes, after: bytes, catalogue: Catalogue) -> None:
    files = FilePair(before, after)
    for crawler in catalogue.crawlers.values():
        if files.proof_for(crawler).outcome is not Result.EQUAL:
            raise PolicyError(_CHANGES)
