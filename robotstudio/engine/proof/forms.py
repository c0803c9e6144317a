"""The forms in which dialects compare paths: which paths exist, and a URL for a given path.

A proof may look at more paths than exist, never at fewer. A path on which two readings differ counts only once a URL is
found that has it.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from robotstudio.engine.dialects import Dialect
from robotstudio.engine.dialects.crawler_commons import escaped_path_of
from robotstudio.engine.dialects.protego import protego_path_of
from robotstudio.engine.dialects.python import (
    quoted_path_of,
    quoted_path_with_empty_host,
    requoted_path_of,
    requoted_path_without_empty_query,
)
from robotstudio.engine.paths import (
    STAR_ITSELF,
    decode_all_but_slash,
    decoded_path_of,
    google_path_of,
    normalise_percent,
    normalised_path_of,
    path_of,
)
from robotstudio.engine.proof.globs import STAR

PathOf = Callable[[bytes], bytes]

SITE = b"https://example.com"

_ALL = frozenset(map(chr, range(256))) | {STAR}
_UNRESERVED = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
_READABLE = (
    "xzqjkvwyghlmnoprstui"  # no hexadecimal digit: it could complete an escape
    "XZQJKVWYGHLMNOPRSTUI~!,-_.+@:=&;'()"
)
_PERCENT = re.compile(rb"%([0-9A-Fa-f]{2})")
_SPECIALS = re.compile(rb"%(?:2A|24|3F|3D|26|2C|3A|3B|40|21|2B|27|28|29)")


class Form(NamedTuple):
    """The facts about a form: the `letters` of its paths, and the `spellings` of a path as a URL.

    Forms of one `family` are the same for every URL without a NUL, which no request can contain. `is_impossible`
    returns True for a text without stars that no path contains.
    """

    family: str
    letters: frozenset[str]
    spellings: Callable[[bytes], Iterator[bytes]]
    is_impossible: Callable[[str], bool] = lambda _literals: False

    @property
    def has_every_path(self) -> bool:
        """True if each text of its letters that begins with a slash is the path of a URL."""
        return self.family == "as written"

    def can_hold(self, glob: str) -> bool:
        """Return True if everything between the stars is made of letters of paths."""
        return self.letters.issuperset(glob)

    def can_hold_all(self, text: bytes) -> bool:
        """Return True if the text is made of letters of paths."""
        return not text.translate(None, _bytes_of(self.letters))

    @property
    def fillers(self) -> str:
        """The letters that may replace a star, the most readable first."""
        return _fillers_among(self.letters)


@cache
def _fillers_among(letters: frozenset[str]) -> str:
    best = [letter for letter in _READABLE if letter in letters]
    rest = sorted(letters - _NO_FILLERS - frozenset(best))
    return "".join((*best, *rest))


@cache
def _bytes_of(letters: frozenset[str]) -> bytes:
    return "".join(letters - {STAR}).encode("latin-1")


_NO_FILLERS = frozenset("0123456789abcdefABCDEF%/?#*$\xfe" + STAR)


def _as_it_is(path: bytes) -> Iterator[bytes]:
    yield path


def _normalised(path: bytes) -> Iterator[bytes]:
    path = path.replace(STAR_ITSELF, b"*")
    yield path
    yield _PERCENT.sub(_read_once, path)


def _read_once(found: re.Match[bytes]) -> bytes:
    """Keep an escape that would be decoded by escaping its first digit, since decoding happens once only."""
    if normalise_percent(found[0]) == found[0]:
        return found[0]
    return b"%%%%%02X" % found[1][0] + found[1][1:]


def _encoded_once(path: bytes) -> Iterator[bytes]:
    """Write each % that would be decoded as %25."""
    text = _PERCENT.sub(
        lambda found: b"%25" + found[1] if decode_all_but_slash(found[0]) != found[0] else found[0], path
    )
    yield text.replace(b"#", b"%23")


def _with_delimiters(path: bytes) -> Iterator[bytes]:
    yield from _spelled(path)
    if b"%23" in path:  # some releases of Python keep the fragment of a URL, quoted
        yield from (text.replace(b"%23", b"#", 1) for text in _spelled(path))


def _spelled(path: bytes) -> Iterator[bytes]:
    """Yield the path with %XX only where a person would write it, then other spellings."""
    readable = _SPECIALS.sub(lambda found: bytes((int(found[0][1:], 16),)), path)
    if readable != path:
        yield readable
    yield path
    if path.startswith(b"//"):
        yield b"/%2F" + path[2:]
    if path.startswith(b"////"):
        yield path[2:]
    yield _PERCENT.sub(_read_once, path)
    yield _PERCENT.sub(lambda found: b"%%%%%02X" % found[1][0] + found[1][1:], path)


_LITTLE = re.compile("%(?![0-9A-F]{2})(?=.?[^0-9A-F\u0100]|[^0-9A-F\u0100])", re.DOTALL)


def _has_broken_escape(literals: str) -> bool:
    """Return True if a % lacks its two digits, or escapes a byte that is never escaped."""
    return _LITTLE.search(literals) is not None or any(
        int(found[1], 16) in _UNRESERVED for found in _ESCAPES.finditer(literals)
    )


_ESCAPES = re.compile("%([0-9A-Fa-f]{2})")


def _has_broken_query(literals: str) -> bool:
    return literals.count("?") > 1 or _has_broken_escape(literals)


_EMPTY_HOST = re.compile("///?(?:[^/\u0100]|$)")


def _has_too_few_slashes(literals: str) -> bool:
    """Return True for a broken escape or two or three leading slashes, which become four or five."""
    return _EMPTY_HOST.match(literals) is not None or _has_broken_escape(literals)


def _has_empty_query(literals: str) -> bool:
    """Return True if it ends in an empty query; that of a fragment stays."""
    return (literals.endswith("?") and "%23" not in literals) or _has_broken_query(literals)


_QUOTED = frozenset(map(chr, _UNRESERVED)) | {"/", "%", STAR}
_QUERIED = _QUOTED | {"?", "=", "&"}

FORMS: Mapping[PathOf, Form] = MappingProxyType(
    {
        path_of: Form("as written", _ALL - {"#"}, _as_it_is),
        google_path_of: Form("as written", _ALL - {"#", "\0"}, _as_it_is),
        normalised_path_of: Form(
            "normalised", (frozenset(map(chr, range(128))) | {"\xfe", STAR}) - {"#", "*"}, _normalised
        ),
        decoded_path_of: Form("decoded", _ALL, _encoded_once),
        quoted_path_of: Form("quoted", _QUOTED, _with_delimiters, _has_broken_escape),
        quoted_path_with_empty_host: Form("quoted, empty host", _QUOTED, _with_delimiters, _has_too_few_slashes),
        requoted_path_of: Form("requoted", _QUERIED, _with_delimiters, _has_broken_query),
        requoted_path_without_empty_query: Form(
            "requoted, no empty query", _QUERIED, _with_delimiters, _has_empty_query
        ),
        protego_path_of: Form("protego", _QUOTED | {"="}, _with_delimiters),
        escaped_path_of: Form("escaped", _QUOTED | frozenset("!'():@&=+,;?"), _with_delimiters, _has_broken_escape),
    }
)


PLAIN = frozenset(map(chr, range(0x21, 0x7F))) - frozenset("%#*")
"""The letters of a plain path: printable ASCII without escapes and literal stars."""
_KEPT_BY_ALL = _QUOTED - {"%", STAR}
_KEPT: Mapping[str, frozenset[str]] = MappingProxyType({"as written": PLAIN, "normalised": PLAIN, "decoded": PLAIN})


def letters_kept(dialect: Dialect) -> frozenset[str]:
    """Return letters that a dialect leaves unchanged: paths made of them are the same in every form.

    If they are not all of `PLAIN`, that is so only of paths that begin with no more than one slash.
    """
    return _KEPT.get(form_of(dialect).family, _KEPT_BY_ALL)


def form_of_letters(letters: frozenset[str]) -> Form:
    """Make the form of paths that consist of some letters, which are left unchanged."""
    return Form("of some letters", letters | {STAR}, _as_it_is)


def form_of(dialect: Dialect) -> Form:
    return FORMS[dialect.path_of]


def urls_of(path: bytes, dialect: Dialect) -> Iterator[str]:
    """Yield URLs that have a path in a dialect, the most readable first: a path alone if possible."""
    for text in form_of(dialect).spellings(path):
        for url in (text, SITE + text):
            if dialect.path_of(url) == path:
                yield url.decode("utf-8", "surrogateescape")
                break
