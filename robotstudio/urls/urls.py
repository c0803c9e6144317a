"""Turn what a person types, pastes or imports into the request of a crawler, parsed as in a browser (WHATWG).

Input without a scheme is classified by its first part, up to the first `/`, `?` or `#`:

- A path starts with `/`, `?` or `*`, or is not a host by the next rule: `cart`, `a/b`, `index.html`, `v1.2/x` (but
  `//` starts a host, as in a browser). With a space in this part it is rejected, as a sentence or a title.
- A host is `localhost`, an IP address, a name with a port, or a name with a dot whose last label is letters and not a
  file extension of the web: `example.com/x`, `intranet:8080`, `例え.jp`. `https://` is added, or `http://` as browsers
  do.

A path needs no host: rules see the path and query only.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import ClassVar, Final, NamedTuple
from urllib.parse import quote_from_bytes, unquote_to_bytes

from msgspec import Struct

from robotstudio.store.errors import BadUrlError
from robotstudio.store.files import read
from robotstudio.store.userinfo import without_typed_userinfo, without_userinfo
from robotstudio.text.language import CLAUSES, Fact, Message, Plural, Told, told

LENGTH_LIMIT: Final = 65_536
"""No server takes longer URLs; bounds the cost of pasted garbage."""

LIST_LIMIT: Final = 256 * 1024 * 1024
"""Some millions of URLs."""

_BOMS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))

CHANGES: Final[Mapping[str, Message]] = {
    "path": "read as a path",
    "scheme": "{scheme}:// added",
    "fragment": "the part after # is never sent",
    "credentials": "user and password are never sent by a crawler",
    "idn": "the host in its ASCII form",
    "host": "the host as browsers write it",
    "resolved": "the path resolved as browsers do",
    "encoded": "characters as percent-encoded bytes of UTF-8",
}
"""Why the request differs from what was written, by the id of the change; may contain `{scheme}`."""

BLANKS = "".join(map(chr, range(0x21))) + "\x7f\xa0\u200b\u2060\u3000\ufeff"
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):(?!\d+(?:[/?#\\]|$))")
_PORT = re.compile(r":(\d*)$")
_PATH_STARTS = ("/", "\\", "?", "*", "#")
_FILE_EXTENSION = (
    "aspx?|atom|avif|bmp|cf[mc]|cgi|css|csv|docx?|eot|gif|gz|html?|ico|jpe?g|js|json|jspx?|mjs|mp[34]|pdf|php[0-9]?|phtml"
    "|png|pptx?|rss|shtml|svg|tar|tgz|tiff?|ttf|txt|wasm|web[mp]|woff2?|xhtml|xlsx?|xml|xsl|ya?ml"
)
_PLAIN = re.compile(  # needs no parser: most lines of a list. No dot segments, no punycode, no leading `//`
    r"(?P<origin>https?://(?P<host>(?:(?!xn--)[a-z0-9][a-z0-9-]{0,62}\.){1,3}[a-z]{2,63}))?"
    r"(?P<path>(?!//)(?>(?:/(?!\.|%2)[\w~!$&()*+,;=:@%.-]*+)+)(?:\?[\w~!$&()*+,;=:@%./?-]*+)?)",
    re.ASCII,
)
_SPACE = re.compile(r"\s")
_VALUE = r"[-+]?(?:[0-9]+(?:[.,][0-9]+)?|[0-9]{1,3}(?:[.,'’][0-9]{3})+)%?|[\W_]++"
"""A number, or punctuation only."""
_NEVER_PLAIN = re.compile(r"""["<>{}]""")
"""Characters that are never in a URL unencoded."""
_NOT_ASCII = re.compile(r"[^\x00-\x7f]+")
_READABLE = re.compile(r"(?:%[89A-F][0-9A-F])+")
_ANY_ORIGIN = "https://host.invalid"

_TOO_LONG = Plural(
    "“{text}” has {count} characters; URLs up to {limit} are read.",
    "“{text}” has {count} characters; URLs up to {limit} are read.",
)
_SIGNS_IN_CREDENTIALS: Message = (
    "the user name or password contains “/”, “?” or “#”. Crawlers send neither: leave them out"
)
_OTHER_SCHEME: Message = (
    "“{text}” is not a web address: “{scheme}:” is not http or https. Enter a site such as example.com."
)
_OTHER_SCHEME_OF_URL: Message = (
    "“{text}” is not a web address: “{scheme}:” is not http or https. A path starts with “/”."
)


class TestUrl(Struct, frozen=True):
    """A URL to test: as written, and as a crawler requests it. Neither has a user name or a password."""

    __test__: ClassVar[bool] = False  # the name is the domain's; pytest collects classes of such names

    written: str
    url: str
    """The request: a full URL, or path and query if no host is known."""
    host: str | None
    """The host, with a non-default port."""
    path: str
    """Path and query, percent-encoded."""
    changes: tuple[str, ...] = ()

    @property
    def display(self) -> str:
        """Path and query for reading, with percent-encoded UTF-8 decoded if printable. Typing it gives the same URL."""
        return _READABLE.sub(_readable, self.path)

    @property
    def note(self) -> Told | None:
        """A sentence if the request differs from what was written."""
        if not self.changes:
            return None
        scheme = self.url.partition("://")[0]
        reasons: Fact = ""
        for change in self.changes:
            reason = told(CHANGES[change], scheme=scheme)
            reasons = told(CLAUSES, before=reasons, last=reason) if reasons else reason
        return told("Requested as {url}: {reasons}.", url=self.url, reasons=reasons)


def normalise(text: str, base: str | None = None) -> TestUrl:
    """Return the request for what was written; a path belongs to the site `base`, if given. Raises BadUrlError."""
    return Normaliser(base)(text)


class Normaliser:
    """Turns written URLs into requests; parses the base once for a whole list."""

    def __init__(self, base: str | None = None) -> None:
        self._origin = "" if base is None else robots_address(base).removesuffix("/robots.txt")
        self._host = site_in(self._origin) or None

    @property
    def has_base(self) -> bool:
        """True if paths belong to a site."""
        return bool(self._origin)

    def __call__(self, text: str) -> TestUrl:
        """Return the request for one written URL. Raises BadUrlError."""
        written = _trimmed(text)
        plain = _PLAIN.fullmatch(written)
        changes: tuple[str, ...] = ()
        if plain is None and not written.isascii():
            plain, changes = _PLAIN.fullmatch(_NOT_ASCII.sub(_encoded, written)), ("encoded",)
        if plain:
            origin, host = (plain["origin"], plain["host"]) if plain["host"] else (self._origin, self._host)
            return TestUrl(written, origin + plain["path"], host, plain["path"], changes)
        if _scheme(written) is not None:
            return _absolute(written, written, ())
        _require_word(written)
        if _is_path(written):
            return self._path(written)
        return _absolute(written, _with_scheme(written), ("scheme",))

    def _path(self, written: str) -> TestUrl:
        if written.startswith("#"):
            message: Message = "“{text}” is a place inside a page; crawlers request pages, such as /cart."
            raise BadUrlError(message, written, text=_short(written))
        if not written.startswith(_PATH_STARTS) and _SPACE.search(_authority(written)[0]):
            message = "“{text}” is not a URL: it has spaces. A path starts with “/”."
            raise BadUrlError(message, written, text=_short(written))
        rooted = written if written[0] in "/\\" else f"/{written}"
        parsed = _parsed(_ANY_ORIGIN + rooted, written)
        path = parsed.path
        if path.startswith("//") and not self._host:
            message = "“{text}” starts with two slashes: write the full URL, with its site."
            raise BadUrlError(message, written, text=_short(written))
        changes = (("path",) if rooted != written else ()) + _changes(_ANY_ORIGIN + rooted, parsed)
        return TestUrl(written, self._origin + path, self._host, path, changes)


def plain_requests(lines: Sequence[str]) -> Iterator[object]:
    """Return, for each line, something truthy if it is a request that needs no normalisation."""
    if max(map(len, lines), default=0) <= LENGTH_LIMIT:
        return map(_PLAIN.fullmatch, lines)
    return (len(line) <= LENGTH_LIMIT and _PLAIN.fullmatch(line) for line in lines)


class RejectedLine(Struct, frozen=True):
    """An invalid line of a list."""

    number: int
    text: str
    why: Told


class UrlList(Struct, frozen=True):
    """The URLs of a list, each once and in order, and its invalid lines."""

    urls: tuple[TestUrl, ...] = ()
    rejected: tuple[RejectedLine, ...] = ()
    repeated: int = 0


def parse_list(text: str, base: str | None = None) -> UrlList:
    """Parse one URL a line; skip blank lines, `#` lines, and what follows a tab (other columns of a table)."""
    normaliser = Normaliser(base)
    found: dict[str, TestUrl] = {}
    rejected = []
    repeated = 0
    for number, line in enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), start=1):
        written = line.strip(BLANKS).partition("\t")[0]
        if not written or written.startswith("#"):
            continue
        try:
            url = normaliser(written)
        except BadUrlError as error:
            rejected.append(RejectedLine(number, error.written, error.told))
            continue
        repeated += url.url in found
        found.setdefault(url.url, url)
    return UrlList(tuple(found.values()), tuple(rejected), repeated)


def load_list(path: Path, base: str | None = None, limit: int = LIST_LIMIT) -> UrlList:
    """Read the list in a text file: UTF-8, UTF-16 with its BOM, else Latin-1. Raises FileError."""
    return parse_list(_decoded(read(path, limit)), base)


def _decoded(body: bytes) -> str:
    for bom, encoding in _BOMS:
        if body.startswith(bom):
            return body.decode(encoding, "replace")
    try:
        return body.decode()
    except UnicodeDecodeError:
        return body.decode("latin-1")


def robots_address(text: str, other_scheme: Message = _OTHER_SCHEME) -> str:
    """Return the address of the robots.txt that governs a site or any of its pages. Raises BadUrlError.

    `other_scheme` is the error for other schemes; it says which are allowed here.
    """
    written = _trimmed(text, "No address given. Enter a site such as example.com.")
    if _scheme(written, other_scheme) is not None:
        parsed = _parsed(written, written)
    elif _is_path(written):
        message: Message = "“{text}” is not a site. Enter a host such as example.com, or a full URL."
        raise BadUrlError(message, written, text=_short(written))
    else:
        parsed = _parsed(_with_scheme(written), written)
    return f"{parsed.scheme}://{parsed.host}/robots.txt"


def origin_in(url: str) -> str:
    """Return scheme, host and port as written in a request; "" for a path."""
    return "" if url.startswith("/") else "/".join(url.split("/", 3)[:3])


def site_in(url: str) -> str:
    """Return host and port of a request; "" for a path."""
    return origin_in(url).partition("://")[2].lower()


def _trimmed(text: str, missing: Message = "No URL given. Enter a path such as /cart, or a full URL.") -> str:
    written = text.strip(BLANKS)
    if not written:
        raise BadUrlError(missing, text)
    if len(written) > LENGTH_LIMIT:
        raise BadUrlError(_TOO_LONG, written, text=_short(written), count=len(written), limit=LENGTH_LIMIT)
    return written


def _scheme(written: str, other: Message = _OTHER_SCHEME_OF_URL) -> str | None:
    match = _SCHEME.match(written)
    if match is None:
        return None
    scheme = match[1].lower()
    if scheme not in {"http", "https"}:
        raise BadUrlError(other, written, text=_short(written), scheme=scheme)
    return scheme


def _require_word(written: str) -> None:
    """Reject numbers and bare values, which are in every table, log or program but in no list of URLs."""
    if written.startswith(_PATH_STARTS):
        return
    if re.fullmatch(_VALUE, written) or _NEVER_PLAIN.search(_authority(written)[0]):
        message: Message = "“{text}” is not a URL. A path starts with “/”."
        raise BadUrlError(message, written, text=_short(written))


def _is_path(written: str) -> bool:
    authority, is_reference = _authority(written)
    return not is_reference and (written.startswith(_PATH_STARTS) or not _is_host(authority))


def _authority(written: str) -> tuple[str, bool]:
    """Return the part where a host would be, and whether `//` precedes it."""
    slashed = written.replace("\\", "/")
    is_reference = slashed.startswith("//")
    return re.split("[/?#]", slashed[2:] if is_reference else slashed, maxsplit=1)[0], is_reference


def _is_host(authority: str) -> bool:
    name = authority.rpartition("@")[2]
    if name.startswith("["):
        return True
    port = _PORT.search(name)
    name = name[: port.start()] if port else name
    labels = name.replace("。", ".").removesuffix(".").split(".")
    last = labels[-1].lower()
    if name.lower() == "localhost" or _is_ipv4(labels):
        return True
    if len(labels) == 1:
        return bool(name and port and port[1])
    is_top_label = len(last) > 1 and (last.isalpha() or last.startswith("xn--"))
    return all(labels) and not re.fullmatch(_FILE_EXTENSION, last) and is_top_label


def _is_ipv4(labels: list[str]) -> bool:
    return len(labels) == 4 and all(label.isascii() and label.isdigit() for label in labels)


def _with_scheme(written: str) -> str:
    """Add the scheme that a browser tries first: http for this computer, IP addresses and names without a dot."""
    authority, is_reference = _authority(written)
    name = _PORT.sub("", authority.rpartition("@")[2])
    labels = name.replace("。", ".").split(".")
    is_near = len(labels) == 1 or name.startswith("[") or _is_ipv4(labels)
    return f"{'http' if is_near else 'https'}://{written[2:] if is_reference else written}"


def _absolute(written: str, full: str, changes: tuple[str, ...]) -> TestUrl:
    parsed = _parsed(full, written)
    url = f"{parsed.scheme}://{parsed.host}{parsed.path}"
    kept = (
        url if parsed.has_credentials else written
    )  # the written form is stored, shown and printed; a password must not be
    return TestUrl(kept, url, parsed.host, parsed.path, changes + _changes(full, parsed))


class _Parsed(NamedTuple):
    """The parts of a URL; asking the parser for each of them would cost more than the parsing."""

    scheme: str
    has_credentials: bool
    host: str
    path: str

    @classmethod
    def of(cls, href: str) -> "_Parsed":
        """Split a URL as normalised by the parser, in which delimiters only delimit."""
        scheme, _, rest = href.partition("#")[0].partition("://")
        authority, slash, path = rest.partition("/")
        credentials, _, host = authority.rpartition("@")
        path, question_mark, query = path.partition("?")
        return cls(scheme, bool(credentials), host, slash + path + (question_mark + query if query else ""))

    @property
    def name(self) -> str:
        """The host without its port."""
        return _PORT.sub("", self.host)


def _changes(full: str, parsed: _Parsed) -> tuple[str, ...]:
    """Return what else the parser changed in `full`, a URL with its scheme."""
    rest = full.partition(":")[2].lstrip("/\\")
    before, _, fragment = rest.partition("#")
    authority = re.split(r"[/?\\]", before, maxsplit=1)[0]
    host = authority.rpartition("@")[2]
    written_path, path = before[len(authority) :], parsed.path
    if not written_path.startswith(("/", "\\")):
        written_path = f"/{written_path}"
    resolved = unquote_to_bytes(written_path) != unquote_to_bytes(path)
    found = {
        "fragment": bool(fragment),
        "credentials": parsed.has_credentials,
        "idn": not host.isascii(),
        "host": host.isascii() and host != parsed.host,
        "resolved": resolved,
        "encoded": path.count("%") > written_path.count("%") or (path != written_path and not resolved),
    }
    return tuple(change for change, is_so in found.items() if is_so)


def _parsed(full: str, written: str) -> _Parsed:
    import ada_url  # noqa: PLC0415  # plain addresses and paths need no parser

    try:
        parsed = _Parsed.of(ada_url.normalize_url(full))
        valid = _has_valid_host(parsed)
    except ValueError:  # UnicodeEncodeError too
        valid = False
    if not valid:
        message: Message = "Crawlers cannot request “{text}”: {why}."
        raise BadUrlError(message, written, text=_short(written), why=_why_invalid(full, written))
    return parsed


def _has_valid_host(parsed: _Parsed) -> bool:
    """Check DNS limits beyond the URL standard: labels of 1 to 63 bytes, names of at most 253."""
    name = parsed.name
    if name.startswith("["):
        return True
    labels = name.removesuffix(".").split(".")
    return len(name) <= 254 and all(1 <= len(label) <= 63 for label in labels)


def _why_invalid(full: str, written: str) -> Told:
    authority = re.split(r"[/?#\\]", full.partition(":")[2].lstrip("/\\"), maxsplit=1)[0].rpartition("@")[2]
    port = _PORT.search(authority)
    host = authority[: port.start()] if port else authority
    if not _is_encodable(written):
        return told("it contains half a character")
    if "@" in without_userinfo(full) and "@" not in without_typed_userinfo(full):
        return told("the user name or password contains “/”, “?” or “#”. Crawlers send neither: leave them out")
    if not host:
        return told("it has no host")
    if re.search(r"\s", host):
        return told("the host “{host}” contains a space", host=_short(host))
    if port and port[1] and (len(port[1]) > 5 or int(port[1]) > 65535):
        return told("the port “{port}” is larger than 65535", port=_short(port[1]))
    return told("“{host}” cannot be a host name", host=_short(host))


def _is_encodable(text: str) -> bool:
    return not any("\ud800" <= char <= "\udfff" for char in text)


def _short(text: str) -> str:
    text = without_typed_userinfo(text).encode("utf-8", "replace").decode()
    return text if len(text) <= 60 else f"{text[:40]}…{text[-15:]}"


def _encoded(match: re.Match[str]) -> str:
    """Percent-encode as UTF-8; keep half a surrogate pair, so that the parser rejects it."""
    return quote_from_bytes(match[0].encode()) if _is_encodable(match[0]) else match[0]


def _readable(match: re.Match[str]) -> str:
    try:
        text = unquote_to_bytes(match[0]).decode()
    except UnicodeDecodeError:
        return match[0]
    return text if text.isprintable() else match[0]
