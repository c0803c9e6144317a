"""Logs in the W3C extended format, which name their fields in `#Fields`: IIS, CloudFront and others."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct

from robotstudio.store.errors import BadUrlError
from robotstudio.text.language import Message

STEM: Final = "cs-uri-stem"
QUERY: Final = "cs-uri-query"
_WHOLE: Final = "cs-uri"
_MARK: Final = "#fields:"
_NONE: Final = "-"
_OF_CLOUDFRONT: Final = "x-edge-location"
_HOSTS: Final = ("x-host-header", "cs-host", "cs(host)")
"""Fields with the requested host, most reliable first: CloudFront has its own name in `cs(Host)`."""
_PLAIN_PORTS: Final = frozenset({"http", "ws", "80"})
_FIELD: Final = re.compile(r'"[^"]*+"|\S++')
_TWICE: Final = re.compile("%25(?=[0-9A-Fa-f]{2})")

_OTHER_WIDTH: Message = "This line has {count} fields, and “#Fields” names {named}."


class W3cRequest(Struct, frozen=True):
    """A parsed request; `site` has port 80 if it was not encrypted, `agent` is as sent."""

    site: str | None
    target: str
    status: int
    agent: str | None


class W3cFields(Struct, frozen=True):
    """The names of the fields, in lower case."""

    names: tuple[str, ...]

    @property
    def has_urls(self) -> bool:
        return STEM in self.names or _WHOLE in self.names

    @property
    def has_queries(self) -> bool:
        return QUERY in self.names or _WHOLE in self.names

    def request(self, line: str) -> W3cRequest:
        """Parse the request in a line. Raises BadUrlError with the reason if there is none."""
        values = line.split("\t") if "\t" in line else [each.strip('"') for each in _FIELD.findall(line)]
        if len(values) != len(self.names):
            raise BadUrlError(_OTHER_WIDTH, line, count=str(len(values)), named=str(len(self.names)))
        known = {name: value for name, value in zip(self.names, values, strict=True) if value not in {_NONE, ""}}
        target = known.get(_WHOLE) or joined(known.get(STEM, ""), known.get(QUERY, ""))
        method = known.get("cs-method", "GET")
        if not target or target == "*" or method == "CONNECT":
            raise BadUrlError("{method} {target} asks for no URL.", line, method=method[:20], target=target[:40])
        if _OF_CLOUDFRONT in self.names:
            target = _TWICE.sub("%", target)
        status = known.get("sc-status", "")
        return W3cRequest(
            _site(known), target, int(status) if re.fullmatch(r"[1-9][0-9]{2}", status) else 0, self._agent(known)
        )

    def _agent(self, known: Mapping[str, str]) -> str | None:
        """Restore the spaces of the header: CloudFront writes `%20` or `%2520`, others `+`."""
        agent = known.get("cs(user-agent)")
        if agent is None:
            return None
        return _TWICE.sub("%", agent).replace("%20", " ") if _OF_CLOUDFRONT in self.names else agent.replace("+", " ")


def fields_of(line: str) -> W3cFields | None:
    """Parse a `#Fields` line; None for any other line."""
    if line[: len(_MARK)].lower() != _MARK:
        return None
    return W3cFields(tuple(line[len(_MARK) :].lower().split()))


def fields_in(lines: Sequence[str]) -> W3cFields | None:
    """Return the fields named in the first lines of a file."""
    return next((found for line in lines if (found := fields_of(line)) is not None), None)


def joined(stem: str, query: str) -> str:
    """Join a path and its query; `-` means no query."""
    return f"{stem}?{query}" if stem and query not in {"", _NONE} else stem


def _site(known: Mapping[str, str]) -> str | None:
    host = next((known[name] for name in _HOSTS if name in known), None)
    is_plain = (known.get("cs-protocol") or known.get("s-port", "")).lower() in _PLAIN_PORTS
    return f"{host}:80" if host and is_plain and ":" not in host else host
