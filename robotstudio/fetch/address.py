"""Addresses as a browser parses them: the robots.txt of what a person typed, and the target of a redirect."""

import ipaddress
from base64 import b64encode
from enum import StrEnum
from urllib.parse import unquote

import ada_url
from msgspec import Struct

from robotstudio.fetch.evidence import Evidence, Failure, FailureKind, Hop
from robotstudio.store.errors import BadUrlError
from robotstudio.store.userinfo import without_typed_userinfo, without_userinfo
from robotstudio.text.language import Message, told
from robotstudio.urls import urls

_WEB = ("http:", "https:")
_PORTS = {"http:": 80, "ftp:": 21}
_LONGEST = 8_192
_SHOWN = 200

_OTHER_SCHEME: Message = (
    "“{text}” is not a web address: “{scheme}:” is not http, https or ftp. Enter a site such as example.com."
)
_NO_FTP: Message = "“{text}” is not an FTP address such as ftp://ftp.example.com."


class FetchTarget(Struct, frozen=True):
    """The robots.txt to fetch. Credentials are sent to that origin only and are never part of the URL."""

    url: str
    authorization: str | None = None


def robots_target(typed: str) -> FetchTarget | Failure:
    """Return the robots.txt that governs the input: `example.com`, a page, an IP address with a port."""
    text = typed.strip().strip("<>\"'“”").strip()
    if not text:
        return Failure(FailureKind.ADDRESS_EMPTY)
    text = f"[{text}]" if _is_ipv6(text) else text
    if text[:4].lower() == "ftp:":
        return _ftp_address(text)
    try:
        url = urls.robots_address(text, _OTHER_SCHEME)
    except BadUrlError as error:
        return Failure(FailureKind.ADDRESS_INVALID, (("reason", error.told),))
    return FetchTarget(url, _authorization(text))


def redirect_target(location: str | None, base: str, status: int) -> str | Failure:
    """Resolve a Location against the address that sent it; a failure if it cannot be followed."""
    host = host_of(base)
    if location is None or not location.strip():
        return Failure(FailureKind.REDIRECT_MISSING, (("host", host), ("status", status)))
    # Parsers take `https:joe:secret@host` for a path, password included.
    parsed = _parse(without_userinfo(location), base)
    if parsed is not None and parsed.protocol not in _WEB:
        return Failure(FailureKind.REDIRECT_SCHEME, (("host", host), ("scheme", parsed.protocol[:-1])))
    if parsed is None or not parsed.hostname:
        return Failure(
            FailureKind.REDIRECT_INVALID, (("host", host), ("location", shown(without_credentials(location))))
        )
    return _bare(parsed)


def without_credentials(address: str) -> str:
    """Remove user name and password from an address of any length."""
    parsed = _parse(address, "https://relative.invalid/")
    if parsed is None or not (parsed.username or parsed.password):
        return without_userinfo(address)
    return _bare(parsed, keep_fragment=True)


def host_of(url: str) -> str:
    """Return the host for display, without port and brackets; IDNs are decoded."""
    parsed = _parse(url)
    if parsed is None:
        return shown(url)
    host = str(parsed.hostname)
    return str(ada_url.idna_to_unicode(host)) if "xn--" in host else host.strip("[]")


def site_of(url: str) -> str:
    """Return the host for display, with the port unless it is the default one."""
    return origin_of(url).partition("//")[2] if _parse(url) is not None else host_of(url)


def port_of(url: str) -> int:
    """Return the port that a request to this address uses."""
    parsed = _parse(url)
    if parsed is not None and parsed.port:
        return int(parsed.port)
    return 443 if parsed is None else _PORTS.get(parsed.protocol, 443)


def origin_of(url: str) -> str:
    """Return scheme, host and port of an address, the host as in `host_of`."""
    parsed = _parse(url)
    if parsed is None:
        return url
    host = host_of(url)
    return f"{parsed.protocol}//{f'[{host}]' if ':' in host else host}{':' + parsed.port if parsed.port else ''}"


def shown(text: str) -> str:
    """Make untrusted text short and printable, so that it can be quoted in a sentence."""
    cut = text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
    return "".join(character if character.isprintable() else "\N{REPLACEMENT CHARACTER}" for character in cut)


def _parse(text: str, base: str | None = None) -> ada_url.URL | None:
    if len(text) > _LONGEST:
        return None
    try:
        return ada_url.URL(text, base=base) if base else ada_url.URL(text)
    except ValueError:  # UnicodeEncodeError too: a lone surrogate cannot be in an address
        return None


def _ftp_address(text: str) -> FetchTarget | Failure:
    """Parse an FTP address; credentials are dropped, since the login is always anonymous."""
    parsed = _parse(text)
    if parsed is None or not parsed.hostname:
        reason = told(_NO_FTP, text=shown(without_typed_userinfo(text)))
        return Failure(FailureKind.ADDRESS_INVALID, (("reason", reason),))
    return FetchTarget(f"ftp://{parsed.host}/robots.txt")


def _bare(parsed: ada_url.URL, *, keep_fragment: bool = False) -> str:
    fragment = parsed.hash if keep_fragment else ""
    return f"{parsed.protocol}//{parsed.host}{parsed.pathname}{parsed.search}{fragment}"


def _is_ipv6(text: str) -> bool:
    try:
        ipaddress.IPv6Address(text)
    except ValueError:
        return False
    return True


def _authorization(address: str) -> str | None:
    parsed = _parse(address, "https://relative.invalid/")
    if parsed is None or not (parsed.username or parsed.password):
        return None
    pair = f"{unquote(parsed.username)}:{unquote(parsed.password)}"
    return "Basic " + b64encode(pair.encode()).decode("ascii")


class HopFlag(StrEnum):
    """A property of a redirect that a person should notice."""

    LOOP = "loop"  # back to an address already requested
    OTHER_HOST = "other_host"
    LESS_SAFE = "less_safe"  # from https to http
    SAFER = "safer"  # from http to https


def hop_flags(evidence: Evidence) -> tuple[frozenset[HopFlag], ...]:
    """Return the flags of each hop, in the order of `evidence.hops`; empty if a hop leads nowhere."""
    return tuple(_flags(evidence.hops, number) for number in range(len(evidence.hops)))


def _flags(hops: tuple[Hop, ...], number: int) -> frozenset[HopFlag]:
    here, there = hops[number].url, _leads_to(hops, number)
    if there is None:
        return frozenset()
    schemes = here.partition(":")[0], there.partition(":")[0]
    found = {
        HopFlag.LOOP: any(hop.url == there for hop in hops[: number + 1]),
        HopFlag.OTHER_HOST: host_of(here) != host_of(there),
        HopFlag.LESS_SAFE: schemes == ("https", "http"),
        HopFlag.SAFER: schemes == ("http", "https"),
    }
    return frozenset(flag for flag, is_so in found.items() if is_so)


def _leads_to(hops: tuple[Hop, ...], number: int) -> str | None:
    if number + 1 < len(hops):
        return hops[number + 1].url
    last = hops[number]
    if last.status is None or not 300 <= last.status < 400:
        return None
    target = redirect_target(last.location, last.url, last.status)
    return target if isinstance(target, str) else None
