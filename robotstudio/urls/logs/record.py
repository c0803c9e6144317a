"""One request of a log, in whatever format it was written, and how times and requests are read."""

import re
from datetime import UTC, datetime
from typing import Final, NamedTuple, Protocol

from robotstudio.store.userinfo import without_any_userinfo
from robotstudio.text.language import ENGLISH, Message, Told, told

_REQUEST: Final = re.compile(r"(?P<method>[A-Z][A-Z_-]{1,19}) (?P<target>\S.*?)(?: HTTP/\d(?:\.\d)?)?")
_ABSOLUTE: Final = re.compile(r"(?P<scheme>https?|wss?)://(?P<site>[^/?#]*)(?P<target>.*)", re.IGNORECASE | re.DOTALL)
_ESCAPE: Final = re.compile(r"\\(?:x([0-9A-Fa-f]{2})|(.))")
_ESCAPED: Final = {"n": "\n", "t": "\t", "r": "\r", "v": "\v", "b": "\b"}
_NUMBER: Final = re.compile(r"\d{9,19}(?:\.\d{1,9})?")
_ISO: Final = re.compile(r"(?P<start>\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}):(?P<seconds>\d{2})(?P<rest>[.,]?\d{0,9}\D?.*)")
_MONTHS: Final = {name: at for at, name in enumerate(ENGLISH.marks.months, 1)}
_MOST_KEPT: Final = 500_000
_DIGITS_OF_SECONDS: Final = 10
_TOO_LATE: Final = 32_503_680_000
"""The year 3000: a time from then on is a fault, and leaves no room for days and a time line after it."""
_NANO: Final = 10**9
_PLAIN_SCHEMES: Final = frozenset({"http", "ws"})

NOT_HTTP: Final[Message] = "This client did not speak HTTP: there is no method and URL."
NO_URL: Final[Message] = "{method} {target} does not request a URL."


class LogRecord(NamedTuple):
    """One request."""

    moment: int | None
    """Seconds since 1970; None if the time cannot be read."""
    client: str
    """The address or host name that made the connection, "" if unknown."""
    forwarded: str
    """The addresses that a proxy or CDN names (`X-Forwarded-For` and its kin), nearest last; "" if not logged.

    Anybody can send the first ones: only those that a known proxy appended can be trusted.
    """
    site: str
    """The requested host, with `:80` if the request was not encrypted; "" if not logged."""
    method: str
    target: str
    """The path with its query, or the whole URL if a proxy was asked; "" if the request is for no URL."""
    status: int
    """0 if not logged."""
    agent: str | None
    """The User-Agent header as sent; None if it is not logged."""
    signature: str = ""
    """The `Signature-Agent` header of a signed request (Web Bot Auth), "" if not logged."""
    why: Told | None = None
    """Why there is no target."""


class LineReader(Protocol):
    """Reads the lines of one file in one format."""

    has_zone: bool
    """False if times have no time zone: they count as UTC."""

    header: str
    """A line with the names of the fields, which is not a request; "" if there is none."""

    def read(self, line: str) -> LogRecord | None:
        """Return the request in a line; None if the line is not in this format."""

    def note(self, line: str) -> None:
        """Take a comment: a line that starts with `#`."""


class Requests:
    """Splits request lines such as `GET /a HTTP/1.1`, each different one once."""

    def __init__(self, *, is_escaped: bool = True) -> None:
        r"""Undo escapes such as `\x22`, unless the format has others."""
        self._known: dict[str, tuple[str, str, Told | None]] = {}
        self._is_escaped = is_escaped

    def split(self, written: str) -> tuple[str, str, Told | None]:
        """Return method, target, and the reason if there is no target."""
        found = self._known.get(written)
        if found is None:
            if len(self._known) >= _MOST_KEPT:
                self._known.clear()
            found = self._known[written] = _split(unescaped_url(written) if self._is_escaped else written)
        return found


def _split(written: str) -> tuple[str, str, Told | None]:
    if written.startswith("GET /") and written.count(" ") == 2 and written[-9:-3] == " HTTP/":
        return "GET", written[4:-9], None
    request = _REQUEST.fullmatch(written)
    return checked(request["method"], request["target"]) if request else ("", "", told(NOT_HTTP))


def checked(method: str, target: str) -> tuple[str, str, Told | None]:
    """Return a method and a target, with the reason if this is a request for no URL."""
    if method == "CONNECT" or target in {"*", ""}:
        shown = without_any_userinfo(target)[:40]
        return method, "", told(NO_URL, method=method[:20], target=shown)
    return method, target, None


class Times:
    """Reads times in seconds since 1970; each different minute once."""

    def __init__(self) -> None:
        self._minutes: dict[str, int] = {}
        self._last: tuple[str, int | None] = "", None

    def apache(self, time: str) -> int | None:
        """Read `10/Oct/2000:13:55:36 -0700`; HAProxy writes `10/Oct/2000:13:55:36.042`."""
        last, moment = self._last
        if time == last:  # many requests of one second
            return moment
        minute = time[:17] + time[20:] if time[20:21] != "." else time[:17]
        start = self._minutes.get(minute)
        if start is None:
            start = self._keep(minute, _apache_minute(minute))
        moment = _with_seconds(start, time[18:20])
        self._last = time, moment
        return moment

    def iso(self, time: str) -> int | None:
        """Read `2026-11-23T09:14:07.5Z`, `2026-11-23 09:14:07` (UTC) and `2026-11-23T09:14:07+02:00`."""
        if (found := _ISO.fullmatch(time)) is None:
            return None
        zone = found["rest"].lstrip("0123456789.,").strip()
        minute = found["start"] + zone
        start = self._minutes.get(minute)
        if start is None:
            start = self._keep(minute, _iso_minute(found["start"], zone))
        return _with_seconds(start, found["seconds"])

    def any(self, time: object) -> int | None:
        """Read a time in any of these forms, or as seconds, milli-, micro- or nanoseconds since 1970."""
        if isinstance(time, int | float):
            return _since_1970(f"{time:.6f}") if 0 <= time < _TOO_LATE * _NANO else None
        if not isinstance(time, str):
            return None
        text = time.strip("[] ")
        if _NUMBER.fullmatch(text):
            return _since_1970(text)
        return self.apache(text) if text[2:3] == "/" else self.iso(text)

    def _keep(self, minute: str, start: int) -> int:
        if len(self._minutes) >= _MOST_KEPT:
            self._minutes.clear()
        self._minutes[minute] = start
        return start


def has_zone(time: str) -> bool:
    """Return True if a time says its zone, or is a number since 1970."""
    text = time.strip("[] ")
    if _NUMBER.fullmatch(text):
        return True
    return re.search(r"\d\d(?:[.,]\d{1,9})? ?(?:[Zz]|UTC|GMT|[+-]\d\d:?\d\d)$", text, re.ASCII) is not None


def _with_seconds(start: int, seconds: str) -> int | None:
    return start + int(seconds) if 0 <= start < _TOO_LATE and seconds.isdecimal() and seconds.isascii() else None


def _since_1970(text: str) -> int | None:
    """Read a number of seconds, or of a smaller unit if it has more digits than seconds have."""
    whole = text.partition(".")[0]
    if not whole.isdecimal() or len(whole) < _DIGITS_OF_SECONDS - 1:
        return None
    excess = len(whole) - _DIGITS_OF_SECONDS
    moment = int(whole[: len(whole) - round(excess / 3) * 3]) if excess > 0 else int(whole)
    return moment if moment < _TOO_LATE else None


def _apache_minute(minute: str) -> int:
    """Return `10/Oct/2000:13:55 -0700` in seconds since 1970, -1 if it is invalid."""
    try:
        iso = f"{int(minute[7:11]):04}-{_MONTHS[minute[3:6]]:02}-{int(minute[:2]):02}T{minute[12:17]}"
    except (ValueError, KeyError):
        return -1
    return _iso_minute(iso, minute[17:].strip())


def _iso_minute(start: str, zone: str) -> int:
    zone = "+00:00" if zone in {"", "Z", "z", "UTC", "GMT"} else zone
    try:
        return int(datetime.fromisoformat(start + ":00" + zone).astimezone(UTC).timestamp())
    except (ValueError, OverflowError):
        return -1


def unescaped(text: str) -> str:
    r"""Undo the escapes of Apache (`\"`, `\xhh`, `\n`) and nginx (`\x22`)."""
    if "\\" not in text:
        return text
    plain = _ESCAPE.sub(_unescape, text)
    try:
        return plain.encode("latin-1").decode()  # escaped bytes of UTF-8
    except (UnicodeEncodeError, UnicodeDecodeError):
        return plain


def unescaped_url(text: str) -> str:
    r"""Undo the same escapes in a URL, where bytes that are not UTF-8 (`\xe9`) stay escaped: `%E9`."""
    if "\\" not in text:
        return text
    return as_utf8(_ESCAPE.sub(_unescape, text))


def as_utf8(text: str) -> str:
    """Return what characters up to U+00FF are as bytes: UTF-8, or else percent-encoded."""
    try:
        return text.encode("latin-1").decode()
    except UnicodeEncodeError:
        return text
    except UnicodeDecodeError:
        return "".join(f"%{ord(letter):02X}" if letter > "\x7f" else letter for letter in text)


def _unescape(found: re.Match[str]) -> str:
    return chr(int(found[1], 16)) if found[1] else _ESCAPED.get(found[2], found[2])


def site_and_target(url: str, site: str = "", scheme: str = "") -> tuple[str, str]:
    """Split an absolute URL; for a path, return the site that the log names for it."""
    found = _ABSOLUTE.fullmatch(url) if "://" in url[:12] else None
    if found is None:
        return site_of(site, scheme), url
    return site_of(found["site"].rpartition("@")[2], found["scheme"]), found["target"] or "/"


def site_of(host: str, scheme: str = "") -> str:
    """Return a host in lower case with `:80` if the request was not encrypted, and without `:443`."""
    host = host.strip().rstrip(".").lower()
    host = host.removesuffix(":80") if scheme.lower() in _PLAIN_SCHEMES else host
    if not host or host == "-":
        return ""
    if host.endswith(":443"):
        return host.removesuffix(":443")
    return f"{host}:80" if scheme.lower() in _PLAIN_SCHEMES and not re.search(r":\d+$", host) else host


def status_of(value: object) -> int:
    """Return an HTTP status, 0 if it is none."""
    if value == "200":
        return 200
    text = str(value).strip()
    return int(text) if len(text) == 3 and text.isdecimal() and text.isascii() and text >= "100" else 0


def client_and_forwarded(client: str, forwarded: str) -> tuple[str, str]:
    """Return the connecting address and the forwarded ones, of two fields; the first may hold a list, too."""
    entries = addresses_in(client).split(",")
    return entries[-1], addresses_in(forwarded) or ",".join(entries[:-1] and entries)


def addresses_in(value: str) -> str:
    """Return the addresses of a list such as `X-Forwarded-For`, without ports and joined by commas."""
    return ",".join(filter(None, map(address_of, value.split(",")))) if "," in value else address_of(value)


def address_of(value: str) -> str:
    """Return an address without a port, "" if there is none."""
    text = value.strip().strip('"')
    if text in {"", "-", "unknown"}:
        return ""
    if text.startswith("["):
        return text[1:].partition("]")[0]
    return text.partition(":")[0] if text.count(":") == 1 else text
