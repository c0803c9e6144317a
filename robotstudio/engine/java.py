"""Text and URLs as Java's libraries read them.

`String.trim` and tags; `java.net.URI` refuses what breaks the grammar of RFC 2396, `java.net.URL` accepts more.
"""

import ipaddress
import re
from functools import cache

_TRIMMED = bytes(range(0x21))
_LINE_ENDS = re.compile(rb"([\r\n]|\xc2\x85|\xe2\x80[\xa8\xa9])")
_TAG = re.compile(rb"<[^>]+>")


def trimmed(text: bytes) -> tuple[int, bytes]:
    """Strip spaces and control characters; return the offset of the rest, and the rest."""
    left = text.lstrip(_TRIMMED)
    return len(text) - len(left), left.rstrip(_TRIMMED)


def without_tags(body: bytes) -> bytes:
    """Remove anything between angle brackets, line by line."""
    return b"".join(map(_without_tags, _LINE_ENDS.split(body))) if b"<" in body else body


def _without_tags(line: bytes) -> bytes:
    """Remove tags up to the last `>` only, so that a line full of `<` takes no time."""
    end = line.rfind(b">") + 1
    return _TAG.sub(b"", line[:end]) + line[end:] if end else line


_UNRESERVED = r"A-Za-z0-9\-_.!~*'()"
_OTHER = r"\u00a1-\u167f\u1681-\u1fff\u200b-\u2027\u202a-\u202e\u2030-\u205e\u2060-\u2fff\u3001-\U0010ffff"
"""Visible non-ASCII characters: neither control characters nor spaces of any kind."""

_HALF_ESCAPE = r"%(?![0-9A-Fa-f]{2})"
_IN_PATH, _IN_QUERY = ":@&=+$,;/", r":@&=+$,;/?\[\]"
_IN_NAME, _IN_USER = ":@&=+$,;", ":&=+$,;"
_SCOPE = re.compile(r"[A-Za-z0-9_.]+")
_PARTS = re.compile(r"([^:/?#]*)://([^/?#]*)([^?#]*)(?:\?([^#]*))?(?:#(.*))?", re.DOTALL)
_SCHEMES = frozenset({"http", "https", "ftp", "file"})
_PORT = re.compile(r"[+-]?0*(\d{0,10})")
_LARGEST = 2**31 - 1


def _is_refused(part: str, signs: str) -> bool:
    """Return True if a part of a URL contains anything but the allowed characters and `signs`."""
    return _refused(signs, is_ascii=part.isascii()).search(part) is not None


@cache
def _refused(signs: str, *, is_ascii: bool) -> re.Pattern[str]:
    """Compile the pattern of forbidden characters; that takes milliseconds, nearly all for non-ASCII ones."""
    return re.compile(rf"[^{_UNRESERVED}{'' if is_ascii else _OTHER}{signs}%]|{_HALF_ESCAPE}")


def java_path_of(url: bytes) -> bytes | None:
    """Return path and query of a URL with a scheme and `//`, in UTF-8; None if Java refuses the URL."""
    found = _PARTS.fullmatch(url.decode("utf-8", "replace"))
    if not found:
        return None
    scheme, authority, path, query, fragment = found.groups()
    if scheme.lower() not in _SCHEMES or not (authority or path or query is not None or fragment is not None):
        return None
    if _is_refused(path, _IN_PATH) or any(_is_refused(part, _IN_QUERY) for part in (query, fragment) if part):
        return None
    if not _is_authority(authority) or not _has_port_or_none(authority):
        return None
    if path.startswith("//") and not authority:
        path = f"//{path}"  # four slashes at the start are read as a Windows network path
    return (path or "/").encode() + (b"" if query is None else b"?" + query.encode())


def _is_authority(authority: str) -> bool:
    """Return True if `java.net.URI` accepts it: as any name, or as a host in brackets."""
    if not _is_refused(authority, _IN_NAME):
        return True
    user, at, host = authority.partition("@")
    if not at:
        user, host = "", authority
    if _is_refused(user, _IN_USER) or not host.startswith("["):
        return False
    address, bracket, rest = host[1:].partition("]")
    return bool(bracket) and _is_ipv6(address) and (not rest or re.fullmatch(r":[0-9]*", rest) is not None)


def _is_ipv6(address: str) -> bool:
    numbers, percent, scope = address.partition("%")
    if percent and not _SCOPE.fullmatch(scope):
        return False
    try:
        return bool(ipaddress.IPv6Address(numbers))
    except ValueError:
        return False


def _has_port_or_none(authority: str) -> bool:
    """Return True if `java.net.URL` accepts what follows the host as a port."""
    user, at, host = authority.partition("@")
    if "@" in host:
        return True  # neither is read as a host
    host = host if at else user
    behind = host.partition("]")[2] if host.startswith("[") else host
    port = behind.partition(":")[2]
    number = _PORT.fullmatch(port)
    if not number or not port[-1:].isdecimal():
        return not port
    size = int(number[1] or 0)
    return size <= (1 if port.startswith("-") else _LARGEST)
