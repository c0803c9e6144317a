"""Which octets of a URL are compared with a rule, and how both sides are brought into one form before."""

import re

# An octet is looked for much faster than a string of one octet.
_PERCENT_SIGN, _STAR, _DOLLAR = ord("%"), ord("*"), ord("$")
_PATH_START = re.compile(rb"[/?;]")
_USUAL_URL = re.compile(rb"[^/?;:#]*://[^/?;#]*(/[^#]*)")
_PERCENT = re.compile(rb"%([0-9A-Fa-f]{2})")
_PERCENT_OR_RAW = re.compile(rb"%[0-9A-Fa-f]{2}|[\x80-\xff]")
_UNRESERVED = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

ROBOTS_TXT = b"/robots.txt"
NO_PATH = b""
"""What a dialect gives for a URL that it takes for malformed: no rule is asked about that, whatever it matches."""


def octets(text: str) -> bytes:
    """The octets of a URL or of a product token; text that is no UTF-8 travels as surrogate escapes (PEP 383)."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")


def path_of(url: bytes) -> bytes:
    """Path, parameters and query of a URL, as google/robotstxt cuts them out (GetPathParamsQuery; U1, U2).

    The scheme, host and port are not looked at, and nothing is normalised: the URL is taken as the crawler requests it.
    """
    usual = _USUAL_URL.match(url)
    if usual:
        return usual[1]
    start = 2 if url.startswith(b"//") else 0
    first = _PATH_START.search(url, start)
    scheme_end = url.find(b"://", start)
    if scheme_end >= 0 and not (first and first.start() < scheme_end):
        first = _PATH_START.search(url, scheme_end + 3)
    if not first:
        return b"/"
    begin = first.start()
    fragment = url.find(b"#", start)
    if 0 <= fragment < begin:
        return b"/"
    path = url[begin:] if fragment < 0 else url[begin:fragment]
    return path if path.startswith(b"/") else b"/" + path


def google_path_of(url: bytes) -> bytes:
    """The path as Google's matcher gets it: a C string, so it ends at the first NUL (U1.15)."""
    path = path_of(url)
    return path if 0 not in path else path[: path.index(0)]


def escape(value: bytes) -> bytes:
    """Upper-case the hexadecimal digits of %xx and write octets from 0x80 on as %XX (MaybeEscapePattern; E1)."""
    if value.isascii() and _PERCENT_SIGN not in value:
        return value
    return _PERCENT_OR_RAW.sub(_escaped, value)


def _escaped(found: re.Match[bytes]) -> bytes:
    octet = found[0]
    return octet.upper() if len(octet) == 3 else b"%%%02X" % octet[0]


def as_written(value: bytes) -> bytes:
    """Octet for octet as it stands."""
    return value


def decode_unreserved(value: bytes) -> bytes:
    """Write %xx of an unreserved octet as that octet, and leave everything else as it stands."""
    return _PERCENT.sub(_decoded_if_unreserved, value) if _PERCENT_SIGN in value else value


def decode_all_but_slash(value: bytes) -> bytes:
    """Write every %xx as the octet that it stands for, but %2F, which has a meaning of its own (1996)."""
    return _PERCENT.sub(_decoded_but_slash, value) if _PERCENT_SIGN in value else value


def decoded_path_of(url: bytes) -> bytes:
    """The path of a URL, with every %xx decoded but %2F."""
    return decode_all_but_slash(path_of(url))


def normalise_path(path: bytes) -> bytes:
    """The form that RFC 9309 section 2.2.2 compares: unreserved octets decoded, others as written, hex upper case.

    A literal `*` or `$` in a URL is written %2A or %24, so that a rule can name it (section 2.2.3).
    """
    path = _normalise_percent(path)
    if _STAR in path or _DOLLAR in path:
        path = path.replace(b"*", b"%2A").replace(b"$", b"%24")
    return path


def normalised_path_of(url: bytes) -> bytes:
    """The path of a URL in the form of RFC 9309."""
    return normalise_path(path_of(url))


def normalise_pattern(value: bytes) -> bytes:
    """A rule in the form of RFC 9309, in which `*` and a `$` at the end keep their meaning."""
    value = _normalise_percent(value)
    if _DOLLAR in value[:-1]:
        value = value[:-1].replace(b"$", b"%24") + value[-1:]
    return value


def _normalise_percent(text: bytes) -> bytes:
    text = escape(text)
    return _PERCENT.sub(_decoded_if_unreserved, text) if _PERCENT_SIGN in text else text


def _decoded_but_slash(found: re.Match[bytes]) -> bytes:
    octet = int(found[1], 16)
    return b"%2F" if octet == 0x2F else bytes((octet,))


def _decoded_if_unreserved(found: re.Match[bytes]) -> bytes:
    octet = int(found[1], 16)
    return bytes((octet,)) if octet in _UNRESERVED else found[0]
