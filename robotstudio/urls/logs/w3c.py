"""The W3C extended format, which names its fields in `#Fields`: IIS, CloudFront, Incapsula, NetScaler and others."""

import re
from collections.abc import Mapping, Sequence
from typing import Final
from urllib.parse import unquote

from robotstudio.text.language import Message, Told, told
from robotstudio.urls.logs.fields import Role
from robotstudio.urls.logs.record import (
    LogRecord,
    Times,
    addresses_in,
    checked,
    client_and_forwarded,
    site_and_target,
    status_of,
)

STEM: Final = "cs-uri-stem"
QUERY: Final = "cs-uri-query"
_WHOLE: Final = "cs-uri"
_MARK: Final = "#fields:"
_NONE: Final = frozenset({"-", ""})
_OF_CLOUDFRONT: Final = "x-edge-location"
_HOSTS: Final = ("x-host-header", "cs-host", "cs(host)")
"""Fields with the requested host, most reliable first: CloudFront has its own name in `cs(Host)`."""
_CLIENTS: Final = ("c-ip", "cs-ip", "client-ip")
_FORWARDED: Final = ("x-forwarded-for", "cs(x-forwarded-for)", "cs-x-forwarded-for", "s-xff")
_FIELD: Final = re.compile(r'"[^"]*+"|\S++')
_TWICE: Final = re.compile("%25(?=[0-9A-Fa-f]{2})")
_WITHOUT_SCHEME: Final = re.compile(
    r"(?>(?:[A-Za-z0-9_-]++\.)+)[A-Za-z][A-Za-z0-9-]*+(?::\d++)?(?:[/?].*+)?", re.DOTALL
)
_SECURE: Final = frozenset({"http", "https"})
_MOST_KEPT: Final = 100_000

OTHER_WIDTH: Final[Message] = "This line has {count} fields, and “#Fields” names {named}."


class W3cReader:
    """Reads the lines below a `#Fields` line; a later one in the same file replaces it."""

    has_zone = True
    """UTC, by the definition of the format; False for the local times of IIS Advanced Logging."""
    header = ""

    def __init__(self, lines: Sequence[str] = ()) -> None:
        """Look for `#Fields` in the first lines of a file."""
        self._times = Times()
        self._agents: dict[str, str] = {}
        self.names: tuple[str, ...] = ()
        for line in lines:
            if not self.names:
                self.note(line)

    def note(self, line: str) -> None:
        """Take the names of the fields, in lower case."""
        if line[: len(_MARK)].lower() == _MARK:
            self.names = tuple(line[len(_MARK) :].lower().split())
            self._place()

    @property
    def has_urls(self) -> bool:
        return STEM in self.names or _WHOLE in self.names

    @property
    def has_queries(self) -> bool:
        return QUERY in self.names or _WHOLE in self.names

    def _place(self) -> None:
        at = {name: place for place, name in reversed(list(enumerate(self.names)))}
        self._is_cloudfront = _OF_CLOUDFRONT in at
        self._date, self._time = at.get("date", at.get("date-local")), at.get("time", at.get("time-local"))
        self.has_zone = "time" in at or "time-local" not in at
        self._stem, self._query, self._whole = at.get(STEM), at.get(QUERY), at.get(_WHOLE)
        self._status, self._agent, self._method = at.get("sc-status"), at.get("cs(user-agent)"), at.get("cs-method")
        self._version = at.get("cs-version")
        self._hosts = [at[name] for name in _HOSTS if name in at]
        self._scheme = at.get("cs-protocol", at.get("s-port"))
        self._clients = [at[name] for name in _CLIENTS if name in at]
        self._forwarded = [at[name] for name in _FORWARDED if name in at]
        self._signature = at.get("cs(signature-agent)")

    @property
    def fields(self) -> Mapping[str, Role]:
        """The part of a request that each field is, of the fields that are used."""
        roles = {
            **dict.fromkeys(("date", "time", "date-local", "time-local"), Role.TIME),
            STEM: Role.PATH,
            QUERY: Role.QUERY,
            _WHOLE: Role.URL,
            "cs-method": Role.METHOD,
            "sc-status": Role.STATUS,
            "cs(user-agent)": Role.AGENT,
            "cs(signature-agent)": Role.SIGNATURE,
            "cs-protocol": Role.SCHEME,
            **dict.fromkeys(_HOSTS, Role.HOST),
            **dict.fromkeys(_CLIENTS, Role.ADDRESS),
            **dict.fromkeys(_FORWARDED, Role.FORWARDED),
        }
        return {name: roles[name] for name in self.names if name in roles}

    def values(self, line: str) -> Mapping[str, str]:
        """Return the fields of a line by name."""
        return dict(zip(self.names, _split(line), strict=False))

    def read(self, line: str) -> LogRecord | None:
        values = _split(line)
        if len(values) != len(self.names):
            return self._misfit(len(values)) if self.names else None
        return self.record(values)

    def record(self, values: Sequence[str]) -> LogRecord:
        """Return the request of a line's values."""
        query = _value(values, self._query)
        target = _value(values, self._whole) or _value(values, self._stem)
        if self._whole is None or "?" not in target:
            target = joined(target, query)
        if self._is_cloudfront:
            target = _TWICE.sub("%", target)
        method, target, why = checked(_value(values, self._method) or "GET", target)
        scheme = self._scheme_of(values)
        if target[:1] != "/" and why is None and _WITHOUT_SCHEME.fullmatch(target):  # Incapsula
            target = f"{scheme}://{target}"
        host = next(filter(None, (_value(values, place) for place in self._hosts)), "")
        site, target = site_and_target(target, host, scheme)
        agent = None if self._agent is None else self._header(values[self._agent])
        forwarded = next(filter(None, (addresses_in(unquote(values[place])) for place in self._forwarded)), "")
        client = next(filter(None, (addresses_in(unquote(values[place])) for place in self._clients)), "")
        client, forwarded = client_and_forwarded(client, forwarded)
        return LogRecord(
            self._times.iso(f"{_value(values, self._date)} {_value(values, self._time)}"),
            client,
            forwarded,
            site,
            method,
            target if why is None else "",
            status_of(_value(values, self._status)),
            agent or None,
            _value(values, self._signature),
            why,
        )

    def _scheme_of(self, values: Sequence[str]) -> str:
        """Return `http` or `https`; Incapsula has it in `cs-version`, and the port of the origin beside it."""
        version = _value(values, self._version).lower()
        scheme = version if version in _SECURE else _value(values, self._scheme).lower()
        return "http" if scheme in {"http", "ws", "80"} else "https"

    def _header(self, written: str) -> str:
        """Restore a header: CloudFront writes it percent-encoded, once or twice, others write `+` for a space."""
        plain = self._agents.get(written)
        if plain is None:
            if len(self._agents) >= _MOST_KEPT:
                self._agents.clear()
            plain = "" if written in _NONE else self._restored(written)
            self._agents[written] = plain
        return plain

    def _restored(self, written: str) -> str:
        if self._is_cloudfront:
            return _TWICE.sub("%", written).replace("%20", " ")
        return written if " " in written else written.replace("+", " ")

    def _misfit(self, count: int) -> LogRecord:
        why: Told = told(OTHER_WIDTH, count=str(count), named=str(len(self.names)))
        return LogRecord(None, "", "", "", "", "", 0, None, "", why)


def _split(line: str) -> list[str]:
    if "\t" in line:
        return line.split("\t")
    return [each.strip('"') for each in _FIELD.findall(line)] if '"' in line else line.split()


def _value(values: Sequence[str], place: int | None) -> str:
    """Return a field, "" if there is none."""
    return "" if place is None or values[place] in _NONE else values[place]


def joined(stem: str, query: str) -> str:
    """Join a path and its query; `-` means no query."""
    return f"{stem}?{query}" if stem and query not in _NONE else stem


def w3c_reader(lines: Sequence[str]) -> W3cReader | None:
    """Return the reader of a file whose first lines name fields; None if they do not."""
    reader = W3cReader(lines)
    return reader if reader.names else None
