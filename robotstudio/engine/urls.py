"""Split and join URLs as Python's urllib.parse does (3.11), but on bytes and without raising."""

import ipaddress
import re
import unicodedata
from typing import NamedTuple

_DELIMITERS = frozenset("/?#@:")
_NOT_NORMALISED = str.maketrans("", "", "@:#?")
_FUTURE_ADDRESS = re.compile(r"v[0-9A-Fa-f]+\..+")
_CONTROLS_AND_SPACE = bytes(range(0x21))
_SCHEME = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-.")
_WITH_PARAMETERS = frozenset(
    b"ftp hdl prospero http imap https shttp rtsp rtsps rtspu sip sips mms sftp tel".split()
) | {b""}
_WITH_HOST = frozenset(
    b"ftp http gopher nntp telnet imap wais file mms https shttp snews prospero rtsp rtsps rtspu rsync svn svn+ssh"
    b" sftp nfs git git+ssh ws wss".split()
)
_WITH_HOST_SINCE = _WITH_HOST | {b"itms-services"}


class UrlParts(NamedTuple):
    """The parts of a URL; None for a missing part, which differs from an empty one."""

    scheme: bytes
    host: bytes | None
    path: bytes
    query: bytes | None
    fragment: bytes | None


def split_url(url: bytes) -> UrlParts:
    """Split a URL, a path, or anything else."""
    rest = url.lstrip(_CONTROLS_AND_SPACE).translate(None, b"\t\r\n")
    scheme, host = b"", None
    name, colon, behind = rest.partition(b":")
    if colon and name[:1].isalpha() and _SCHEME.issuperset(name):
        scheme, rest = name.lower(), behind
    if rest.startswith(b"//"):
        end = min((at for at in (rest.find(byte, 2) for byte in (b"/", b"?", b"#")) if at >= 0), default=len(rest))
        host, rest = rest[2:end], rest[end:]
    rest, hash_sign, fragment = rest.partition(b"#")
    path, question_mark, query = rest.partition(b"?")
    return UrlParts(scheme, host, path, query if question_mark else None, fragment if hash_sign else None)


def is_malformed(host: bytes | None) -> bool:
    """Return True if Python refuses a host: for its brackets, or for what it becomes when normalised."""
    if host is None:
        return False
    if host.isascii():
        return (b"[" in host or b"]" in host) and not _is_bracketed(host.decode())
    text = host.decode("utf-8", "replace")
    plain = text.translate(_NOT_NORMALISED)
    normal = unicodedata.normalize("NFKC", plain)
    if normal != plain and _DELIMITERS.intersection(normal):
        return True
    return ("[" in text or "]" in text) and not _is_bracketed(text)


def _is_bracketed(host: str) -> bool:
    """Return True for an address in brackets with nothing around it but a user and a port."""
    before, _, rest = host.rpartition("@")[2].partition("[")
    address, bracket, behind = rest.partition("]")
    if "[" in before or "]" in before or before or not bracket or (behind and not behind.startswith(":")):
        return False
    if address.startswith("v"):
        return _FUTURE_ADDRESS.fullmatch(address) is not None
    try:
        return bool(ipaddress.IPv6Address(address))
    except ValueError:
        return False


def without_empty_parts(url: UrlParts) -> UrlParts:
    """Drop a query, a fragment or path parameters that consist of the delimiter only."""
    path = url.path
    parameters = path.find(b";", max(path.rfind(b"/"), 0))
    if 0 <= parameters == len(path) - 1 and url.scheme in _WITH_PARAMETERS:
        path = path[:-1]
    return UrlParts(url.scheme, url.host or None, path, url.query or None, url.fragment or None)


def joined(url: UrlParts) -> bytes:
    """Join as `urlunsplit` did before gh-67693: two slashes at the start of a path stay two."""
    text = url.path
    if url.host or (url.scheme in _WITH_HOST and not text.startswith(b"//")):
        text = b"//" + (url.host or b"") + (b"/" if text and not text.startswith(b"/") else b"") + text
    return _with_the_rest(url, text)


def joined_with_empty_host(url: UrlParts) -> bytes:
    """Join as `urlunsplit` does since gh-67693: a path that starts with two slashes gets an empty host."""
    text = url.path
    if url.host:
        text = b"//" + url.host + (b"/" if text and not text.startswith(b"/") else b"") + text
    elif text.startswith(b"//") or (url.scheme in _WITH_HOST_SINCE and (not text or text.startswith(b"/"))):
        text = b"//" + text
    return _with_the_rest(url, text)


def _with_the_rest(url: UrlParts, text: bytes) -> bytes:
    if url.scheme:
        text = url.scheme + b":" + text
    if url.query is not None:
        text += b"?" + url.query
    if url.fragment is not None:
        text += b"#" + url.fragment
    return text
