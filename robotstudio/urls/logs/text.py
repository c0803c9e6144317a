"""Logs in lines of text: the common format and its kin, Amazon S3, load balancers of AWS, HAProxy, CEF."""

import re
from collections.abc import Mapping
from typing import Final

from robotstudio.urls.logs.record import (
    LogRecord,
    Requests,
    Times,
    address_of,
    addresses_in,
    as_utf8,
    checked,
    site_and_target,
    site_of,
    status_of,
    unescaped,
)
from robotstudio.urls.logs.w3c import joined

_QUOTED: Final = r'"((?>(?:[^"\\]|\\.)*))"'
_COMMON: Final = re.compile(  # possessive throughout, so that matching is linear
    r"([^\[]++)\[([^\]]*+)\]\s++(?:\([^()\s]*+(?: s)?\)\s++)?<>\s++(\d{3}|-)\s++\S++"
    r"(?:\s++<>\s++<>(?:\s++<>)?)?".replace("<>", _QUOTED)
)
_S3: Final = re.compile(
    r"\S++ (\S++) \[([^\]]*+)\] (\S++) \S++ \S++ ([A-Z]++\.[A-Z_.]++) \S++ (?:<>|-) (\d{3}|-)"
    r"(?: \S++){5}(?: (?:<>|-) (?:<>|-))?".replace("<>", _QUOTED)
)
_ALB: Final = re.compile(
    r"(?:(?:https?|h2|grpcs?|wss?) )?(\d{4}-\d\d-\d\dT[\d:.]++Z) \S++ (\S++) \S++(?: -?[\d.]++){3} (\d{3}|-)"
    r" \S++ \S++ \S++ <>(?: <>)?".replace("<>", _QUOTED)
)
_HAPROXY: Final = re.compile(
    r"(?:[^\[]*?haproxy(?:\[\d++\])?: )?(\[?[0-9A-Fa-f:.]+\]?):\d++ \[([^\]]++)\] \S++ [^\s/]++/\S++ [-+\d/]++"
    r" (\d{3}|-1) \S++ \S++ \S++ [\w-]{4} [\d/+]++ [\d/+]++ (?:\{([^}]*+)\} )?(?:\{[^}]*+\} )?<>".replace("<>", _QUOTED)
)
_ADDRESS: Final = re.compile(r"(?:\d{1,3}\.){3}\d{1,3}|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]+")
_ADDRESSES: Final = re.compile(r"[0-9A-Fa-f:.]{3,45}(?:, ?[0-9A-Fa-f:.]{3,45})*")
_SITE: Final = re.compile(r"(?:[A-Za-z0-9_-]+\.)*[A-Za-z0-9_-]+(?::\d{1,5})?")
_HOST: Final = re.compile(r"(?:[A-Za-z0-9_-]+\.)+[A-Za-z][A-Za-z0-9-]+(?::\d{1,5})?")
_CEF: Final = re.compile(r"CEF:\d++\|(?:(?>(?:[^|\\]|\\.)*)\|){6}")
_CEF_KEY: Final = re.compile(r"(?:^|\s)([A-Za-z][\w.-]*+) ?=", re.ASCII)
_CEF_ESCAPE: Final = re.compile(r"\\([=|\\])")
_MARK: Final = re.compile(r"#([0-9A-F]{2})")
_MOST_KEPT: Final = 200_000


class _TextReader:
    """Base of the readers of text."""

    has_zone = True
    header = ""

    def __init__(self) -> None:
        self._times = Times()
        self._requests = Requests()

    def note(self, line: str) -> None:
        """Ignore comments: these formats have none."""


class CommonReader(_TextReader):
    """The common and the combined format, also with the site in front (Apache) or after the client (OVH).

    A third quoted field with addresses is `X-Forwarded-For`, as nginx's usual `main` format has it.
    """

    def __init__(self) -> None:
        super().__init__()
        self._prefixes: dict[str, tuple[str, str]] = {}

    def read(self, line: str) -> LogRecord | None:
        parts = _combined_parts(line) or _common_parts(line)
        if parts is None:
            return None
        prefix, time, request, status, agent, extra = parts
        known = self._prefixes.get(prefix)
        if known is None:
            known = self._prefix(prefix)
        method, target, why = self._requests.split(request)
        forwarded = addresses_in(extra) if extra and extra != "-" and _ADDRESSES.fullmatch(extra) else ""
        if agent and "\\" in agent:
            agent = unescaped(agent)
        return LogRecord(
            self._times.apache(time), known[1], forwarded, known[0], method, target, status_of(status), agent, "", why
        )

    def _prefix(self, prefix: str) -> tuple[str, str]:
        if len(self._prefixes) >= _MOST_KEPT:
            self._prefixes.clear()
        client = prefix.lstrip('"').removesuffix(" - - ")
        known = self._prefixes[prefix] = _site_and_client(prefix) if " " in client else ("", client)
        return known


def _common_parts(line: str) -> tuple[str, str, str, str, str | None, str | None] | None:
    """Return what precedes the time, the time, request, status, User-Agent and a third field in quotes."""
    found = _COMMON.match(line)
    if found is None:
        return None
    prefix, time, request, status, _, agent, extra = found.groups()
    return prefix, time, request, status, agent, extra


def _combined_parts(line: str) -> tuple[str, str, str, str, str, str | None] | None:
    """Return the same for a usual line of the combined format, ten times as fast; None for any other."""
    parts = line.split('"')
    if len(parts) < 7 or "\\" in line or parts[4] != " ":
        return None
    prefix, _, time = parts[0].partition("[")
    counts = parts[2].split(" ")
    if not prefix or time[-2:] != "] " or "]" in time[:-2] or len(counts) != 4 or counts[0] or counts[3]:
        return None
    _, status, size, _ = counts
    if len(status) != 3 or not status.isdecimal() or not (size.isdecimal() or size == "-"):
        return None
    return prefix, time[:-2], parts[1], status, parts[5], parts[7] if len(parts) > 8 and parts[6].isspace() else None


def _site_and_client(prefix: str) -> tuple[str, str]:
    """Split what precedes the time into the site ("" if there is none) and the client, an address or a host name."""
    words = prefix.split()
    if not words:
        return "", ""
    first, second, *_ = (*words, "")
    if len(words) >= 4 and first.count(":") == 1:  # a site with its port, which may be an address
        return _site(first), second
    if _ADDRESS.fullmatch(first):  # OVH and others write the site where `ident` is
        return (_site(second), first) if len(words) > 2 and _HOST.fullmatch(second) else ("", first)
    if len(words) < 4 or not _SITE.fullmatch(first) or not _ADDRESS.fullmatch(second):
        return "", first
    return _site(first), second


def _site(host: str) -> str:
    return host.lower() if host.endswith(":80") else site_of(host)


class S3Reader(_TextReader):
    """Server access logs of Amazon S3. The bucket is the site if it is named like one."""

    def read(self, line: str) -> LogRecord | None:
        found = _S3.match(line)
        if found is None:
            return None
        bucket, time, client, _, request, status, _, agent = found.groups()
        method, target, why = self._requests.split(request or "")
        return LogRecord(
            self._times.apache(time),
            client,
            "",
            site_of(bucket) if _HOST.fullmatch(bucket) else "",
            method,
            target,
            status_of(status),
            agent,
            "",
            why,
        )


class LoadBalancerReader(_TextReader):
    """Access logs of AWS: application and classic load balancers."""

    def read(self, line: str) -> LogRecord | None:
        found = _ALB.match(line)
        if found is None:
            return None
        time, client, status, request, agent = found.groups()
        method, url, why = self._requests.split(request)
        site, target = site_and_target(url)
        return LogRecord(
            self._times.iso(time),
            _without_port(client),
            "",
            site,
            method,
            target,
            status_of(status),
            agent,
            "",
            why,
        )


def _without_port(client: str) -> str:
    return client.rpartition(":")[0].strip("[]") if ":" in client else client


class HaproxyReader(_TextReader):
    """HAProxy's HTTP format (`option httplog`), whose times have no zone.

    Captured request headers are recognised by their form: a host, addresses, and else the User-Agent.
    """

    has_zone = False

    def __init__(self) -> None:
        super().__init__()
        self._requests = Requests(is_escaped=False)

    def read(self, line: str) -> LogRecord | None:
        found = _HAPROXY.match(line)
        if found is None:
            return None
        client, time, status, captured, request = found.groups()
        method, url, why = self._requests.split(_without_marks(request))
        host, forwarded, agent = _captured(captured)
        site, target = site_and_target(url, host)
        if target and not why:
            method, target, why = checked(method, target)
        return LogRecord(
            self._times.apache(time),
            client.strip("[]"),
            forwarded,
            site,
            method,
            target,
            status_of(status),
            agent,
            "",
            why,
        )


def _without_marks(text: str) -> str:
    """Undo the escapes of HAProxy: `#22` is a quotation mark, and `#23` a number sign."""
    return as_utf8(_MARK.sub(lambda found: chr(int(found[1], 16)), text)) if "#" in text else text


def _captured(headers: str | None) -> tuple[str, str, str | None]:
    """Return host, forwarded addresses and User-Agent of captured headers."""
    host = forwarded = ""
    agent: str | None = None
    for value in map(_without_marks, (headers or "").split("|")):
        if not host and _HOST.fullmatch(value):
            host = value
        elif not forwarded and _ADDRESSES.fullmatch(value) and _ADDRESS.fullmatch(address_of(value.partition(",")[0])):
            forwarded = addresses_in(value)
        elif value and agent is None and not value.startswith(("http://", "https://", "/")):
            agent = value
    return host, forwarded, agent


class CefReader(_TextReader):
    """The Common Event Format with the fields that Imperva (Incapsula) uses for requests; others may use the same."""

    def read(self, line: str) -> LogRecord | None:
        found = _CEF.search(line)
        values = {} if found is None else _cef_values(line[found.end() :])
        url = values.get("request", "")
        if not url:
            return None
        if url[0] != "/" and "://" not in url[:12]:
            url = f"{values.get('app', 'https').lower()}://{url}"
        if "?" not in url:
            url = joined(url, values.get("qstr", ""))
        method, url, why = checked(values.get("requestMethod", "GET"), url)
        site, target = site_and_target(url, values.get("sourceServiceName", ""), values.get("app", ""))
        return LogRecord(
            self._times.any(values.get("start") or values.get("rt")),
            address_of(values.get("src", "")),
            addresses_in(values.get("xff", "")),
            site,
            method,
            target if why is None else "",
            status_of(values.get("cn1", "")),
            values.get("requestClientApplication"),
            "",
            why,
        )


def _cef_values(text: str) -> Mapping[str, str]:
    """Return the fields of an event: a value ends where the next name begins."""
    keys = list(_CEF_KEY.finditer(text))
    ends = [*(key.start() for key in keys[1:]), len(text)]
    return {key[1]: _CEF_ESCAPE.sub(r"\1", text[key.end() : end].strip()) for key, end in zip(keys, ends, strict=True)}
