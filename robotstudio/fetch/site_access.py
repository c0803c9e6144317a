"""Access to a person's own sites: what is sent to one origin, kept in the key ring of the system or in memory only.

Secrets are written nowhere else. `access.json` names the origins, so that the key ring is only asked for those.
"""

import base64
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar, Final, Protocol

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from robotstudio.fetch.address import FetchTarget, origin_of, robots_target, shown
from robotstudio.fetch.evidence import AccessKind, Headers
from robotstudio.fetch.signatures import SigningKey, expiry_in
from robotstudio.store.errors import FileError, RobotStudioError
from robotstudio.store.files import make_directory, read, status_of, write_atomic
from robotstudio.store.userinfo import without_typed_userinfo
from robotstudio.text.language import Message, told

LONGEST_HEADER: Final = 4_096


class Basic(Struct, frozen=True, tag=AccessKind.BASIC.value):
    """A user name and a password (RFC 7617)."""

    kind: ClassVar = AccessKind.BASIC
    user: str
    password: str

    def __repr__(self) -> str:
        return "Basic()"

    def headers(self, _url: str) -> Headers:
        return (("authorization", f"Basic {base64.b64encode(f'{self.user}:{self.password}'.encode()).decode()}"),)


class Bearer(Struct, frozen=True, tag=AccessKind.BEARER.value):
    """A token (RFC 6750)."""

    kind: ClassVar = AccessKind.BEARER
    token: str

    def __repr__(self) -> str:
        return "Bearer()"

    @classmethod
    def typed(cls, text: str) -> "Bearer":
        """Read a token, or the whole header."""
        value = _value_of("authorization", text)
        return cls(value[7:].strip() if value[:7].lower() == "bearer " else value)

    def headers(self, _url: str) -> Headers:
        return (("authorization", f"Bearer {self.token}"),)


class Cookie(Struct, frozen=True, tag=AccessKind.COOKIE.value):
    """The value of a Cookie header."""

    kind: ClassVar = AccessKind.COOKIE
    value: str

    def __repr__(self) -> str:
        return "Cookie()"

    @classmethod
    def typed(cls, text: str) -> "Cookie":
        """Read a value such as `session=1; theme=dark`, or the whole header."""
        return cls(_value_of("cookie", text))

    def headers(self, _url: str) -> Headers:
        return (("cookie", self.value),)


class OwnHeaders(Struct, frozen=True, tag=AccessKind.HEADERS.value):
    """Any headers, names in lower case."""

    kind: ClassVar = AccessKind.HEADERS
    pairs: Headers

    def __repr__(self) -> str:
        return "OwnHeaders()"

    @classmethod
    def typed(cls, text: str) -> "OwnHeaders":
        """Read a header per line; empty lines and comments with # are skipped. Raises AccessError."""
        lines = [line.strip() for line in text.split("\n")]
        return cls(tuple(own_header(line) for line in lines if line and not line.startswith("#")))

    def headers(self, _url: str) -> Headers:
        return self.pairs


class OwnSignature(Struct, frozen=True, tag=AccessKind.SIGNATURE.value):
    """Requests signed by the person's own key."""

    kind: ClassVar = AccessKind.SIGNATURE
    key: SigningKey

    def headers(self, url: str) -> Headers:
        return self.key.headers(url)


class ShopifySignature(Struct, frozen=True, tag=AccessKind.SHOPIFY.value):
    """The signature of a shop, as Shopify gives it to the merchant for one domain and at most three months."""

    kind: ClassVar = AccessKind.SHOPIFY
    signature_input: str
    signature: str
    agent: str = '"https://shopify.com"'

    def __repr__(self) -> str:
        return "ShopifySignature()"

    @classmethod
    def typed(cls, signature_input: str, signature: str, agent: str = "") -> "ShopifySignature":
        """Read the values of three headers, or the whole headers; Shopify's own agent if there is none."""
        found = cls(_value_of("signature-input", signature_input), _value_of("signature", signature))
        given = _value_of("signature-agent", agent)
        return replace(found, agent=given) if given else found

    @property
    def expires(self) -> int | None:
        """When the signature expires, in seconds since 1970."""
        return expiry_in(self.signature_input)

    def headers(self, _url: str) -> Headers:
        return (
            ("signature-input", self.signature_input),
            ("signature", self.signature),
            ("signature-agent", self.agent),
        )


def _value_of(name: str, text: str) -> str:
    """Return the value of a header of which the name may be missing."""
    text = text.strip()
    return text[len(name) + 1 :].strip() if text.lower().startswith(f"{name}:") else text


Credentials = Basic | Bearer | Cookie | OwnHeaders | OwnSignature | ShopifySignature


_NOT_A_SITE: Message = "“{site}” is not the address of a site. Enter one such as https://staging.example.com."


def origin_of_site(typed: str) -> str:
    """Return the origin of what a person typed, https if there is no scheme. Raises AccessError."""
    target = robots_target(typed)
    if not isinstance(target, FetchTarget) or target.url.startswith("ftp:"):
        raise AccessError(_NOT_A_SITE, site=shown(without_typed_userinfo(typed)))
    return origin_of(target.url)


class SiteAccess(Struct, frozen=True):
    """Credentials for one origin, sent to no other."""

    origin: str
    credentials: Credentials

    def __repr__(self) -> str:
        return f"SiteAccess({self.origin!r})"

    def is_for(self, url: str) -> bool:
        """Return True for the origin, and for the same host by https if it was given by http."""
        return self.origin in _origins_for(url)


def _origins_for(url: str) -> tuple[str, ...]:
    there = origin_of(url)
    return (there, f"http:{there.removeprefix('https:')}") if there.startswith("https:") else (there,)


def header_in(line: str) -> tuple[str, str] | None:
    """Return the header of a line in lower case; None if it is none. The value is "" if nobody may set it."""
    name, colon, value = line.partition(":")
    name, value = name.strip().lower(), value.strip()
    if not colon or not value or not name or not set(name) <= _OF_NAMES:
        return None
    return name, "" if name in _OF_THE_CONNECTION else value


_OF_NAMES: Final = frozenset("!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyz")
"""RFC 9110 §5.6.2."""
_OF_THE_CONNECTION: Final = frozenset(
    {
        *("accept-encoding", "connection", "content-length", "expect", "host", "keep-alive", "proxy-authorization"),
        *("te", "trailer", "transfer-encoding", "upgrade"),
    }
)
_NOT_A_HEADER: Message = "A header needs a name, a colon and a value, such as “Authorization: Bearer …”."
_NOT_SENT: Message = "The header {name} cannot be set: it belongs to the connection."


def own_header(line: str) -> tuple[str, str]:
    """Return the header of a line. Raises AccessError, without the line, which may be a secret."""
    header = header_in(line)
    if header is None:
        raise AccessError(_NOT_A_HEADER)
    if not header[1]:
        raise AccessError(_NOT_SENT, name=header[0])
    return header


_EMPTY: Message = "A value is empty. Enter what the site asks for."
_UNSENDABLE: Message = "This cannot be sent: it has a line break or another character that no header may have."
_TOO_LONG: Message = "This cannot be sent: a header may have 4,096 characters."
_COLON: Message = "A user name cannot have a colon."


class AccessError(RobotStudioError):
    """Access cannot be sent, kept or read. The message never repeats a secret."""


def check(credentials: Credentials) -> None:
    """Raise AccessError if the credentials cannot be sent as headers."""
    if isinstance(credentials, OwnSignature):
        return
    if isinstance(credentials, Basic) and ":" in credentials.user:
        raise AccessError(_COLON)
    parts = [value for value in msgspec.structs.astuple(credentials) if isinstance(value, str)]
    if isinstance(credentials, OwnHeaders):
        parts = [value for _, value in credentials.pairs] or [""]
    if not all(parts):
        raise AccessError(_EMPTY)
    for _, value in credentials.headers(""):
        if len(value) > LONGEST_HEADER:
            raise AccessError(_TOO_LONG)
        if not is_sendable(value):
            raise AccessError(_UNSENDABLE)


def is_sendable(value: str) -> bool:
    """Return True if a header may have this value."""
    is_plain = value.isascii() and value.isprintable()  # as most are: each request of a crawl asks
    return is_plain or all(each == "\t" or " " <= each <= "~" or "\xa0" <= each <= "\xff" for each in value)


class KeyRing(Protocol):
    """The part of `keyring` that is used."""

    def get_password(self, service: str, username: str) -> str | None: ...
    def set_password(self, service: str, username: str, password: str) -> None: ...
    def delete_password(self, service: str, username: str) -> None: ...


def system_key_ring() -> KeyRing | None:
    """Return the key ring of the system; None if there is none that is safe."""
    import keyring.core  # noqa: PLC0415  # few need it, and it looks for backends

    try:
        ring = keyring.get_keyring()
        return ring if keyring.core.recommended(ring) else None
    except Exception:  # noqa: BLE001  # whatever a backend does
        return None


_SERVICE: Final = "Robot Studio"
_AT_ONCE: Final = 1_000
"""Characters in one entry: Windows keeps 1,280."""
NO_KEY_RING: Message = (
    "This computer has no key ring to keep secrets in. On Linux, install one such as GNOME Keyring or KWallet."
)
_NOT_READ: Message = "The access to {origin} is in the key ring, which could not be read ({detail}). Unlock it."
_NOT_KEPT: Message = "The key ring did not take the access to {origin} ({detail}). Unlock it, then try again."
_NOT_REMOVED: Message = "The key ring did not remove the access to {origin}. Unlock it, then try again."
_NOT_THERE: Message = "it has no such entry"


class _Row(Struct, frozen=True):
    origin: str
    kind: AccessKind
    entries: int


class _Index(Struct, frozen=True):
    sites: tuple[_Row, ...] = ()


class KnownSite(Struct, frozen=True):
    """An origin for which there is access."""

    origin: str
    kind: AccessKind
    is_in_key_ring: bool


class KeptAccess:
    """The access to all sites of a person, for several threads.

    `read`, `keep` and `remove` may wait for the person to unlock the key ring; nothing else does.
    """

    def __init__(self, path: Path, key_ring: KeyRing | None = None) -> None:
        """Use a file for the origins, and a key ring; by default that of the system."""
        self._path = path
        self._ring = key_ring
        self._has_looked = key_ring is not None
        self._asking = threading.Lock()
        self._lock = threading.Lock()
        self._stamp: tuple[int, int] | None = None
        self._rows: Mapping[str, _Row] = {}
        self._read: dict[str, SiteAccess] = {}
        self._session: dict[str, SiteAccess] = {}

    @property
    def has_key_ring(self) -> bool:
        """True if secrets can be kept when the program ends."""
        with self._asking:
            return self._key_ring() is not None

    def sites(self) -> tuple[KnownSite, ...]:
        """List the origins, in the order of the alphabet."""
        with self._lock:
            found = {row.origin: KnownSite(row.origin, row.kind, is_in_key_ring=True) for row in self._index().values()}
            for origin, access in self._session.items():
                found[origin] = KnownSite(origin, access.credentials.kind, is_in_key_ring=False)
        return tuple(found[origin] for origin in sorted(found))

    def site_for(self, url: str) -> KnownSite | None:
        """Return the origin of which the access is sent to a URL; the key ring is not asked."""
        with self._lock:
            rows = self._index()
            for origin in _origins_for(url) if rows or self._session else ():
                if origin in self._session:
                    return KnownSite(origin, self._session[origin].credentials.kind, is_in_key_ring=False)
                if origin in rows:
                    return KnownSite(origin, rows[origin].kind, is_in_key_ring=True)
        return None

    def at_hand(self, origin: str) -> SiteAccess | None:
        """Return the access to an origin if the key ring need not be asked for it."""
        with self._lock:
            self._index()
            return self._session.get(origin) or self._read.get(origin)

    def read(self, origin: str) -> SiteAccess | None:
        """Return the access to an origin, from the key ring if need be. Raises AccessError if that cannot be read."""
        with self._asking:
            known = self.at_hand(origin)
            with self._lock:
                row = self._rows.get(origin)
            if known is not None or row is None:
                return known
            access = SiteAccess(origin, self._credentials(row))
            with self._lock:
                self._read[origin] = access
            return access

    def keep(self, access: SiteAccess, *, in_key_ring: bool) -> None:
        """Keep the access to an origin instead of what was kept. Raises AccessError."""
        check(access.credentials)
        if not in_key_ring:
            self.remove(access.origin)
            with self._lock:
                self._session[access.origin] = access
            return
        with self._asking:
            secret = msgspec.json.encode(access.credentials).decode()
            parts = [secret[at : at + _AT_ONCE] for at in range(0, len(secret), _AT_ONCE)]
            ring = self._open_key_ring()
            with self._lock:
                before = self._index().get(access.origin)
            try:
                for number, part in enumerate(parts):
                    ring.set_password(_SERVICE, _entry(access.origin, number), part)
            except Exception as error:  # noqa: BLE001  # whatever a backend does; what it says may hold the secret
                raise AccessError(_NOT_KEPT, origin=access.origin, detail=type(error).__name__) from None
            self._delete(access.origin, range(len(parts), before.entries if before else 0))
            with self._lock:
                self._session.pop(access.origin, None)
                row = _Row(access.origin, access.credentials.kind, len(parts))
                self._write({**self._index(), access.origin: row})

    def remove(self, origin: str) -> bool:
        """Forget the access to an origin; False if there was none. Raises AccessError."""
        with self._asking:
            with self._lock:
                was_here = self._session.pop(origin, None) is not None
                row = self._index().get(origin)
            if row is None:
                return was_here
            self._delete(origin, range(row.entries))
            with self._lock:
                self._write({known: each for known, each in self._index().items() if known != origin})
            return True

    def _credentials(self, row: _Row) -> Credentials:
        ring = self._open_key_ring()
        try:
            parts = [ring.get_password(_SERVICE, _entry(row.origin, number)) for number in range(row.entries)]
        except Exception as error:  # noqa: BLE001  # as above
            raise AccessError(_NOT_READ, origin=row.origin, detail=type(error).__name__) from None
        try:
            found: Credentials = msgspec.json.decode("".join(part or "" for part in parts), type=Credentials)
        except msgspec.DecodeError:
            raise AccessError(_NOT_READ, origin=row.origin, detail=told(_NOT_THERE)) from None
        return found

    def _key_ring(self) -> KeyRing | None:
        if not self._has_looked:
            self._ring, self._has_looked = system_key_ring(), True
        return self._ring

    def _open_key_ring(self) -> KeyRing:
        ring = self._key_ring()
        if ring is None:
            raise AccessError(NO_KEY_RING)
        return ring

    def _delete(self, origin: str, numbers: range) -> None:
        for entry in (_entry(origin, number) for number in numbers):
            ring = self._open_key_ring()
            try:
                ring.delete_password(_SERVICE, entry)
            except Exception:  # noqa: BLE001  # as above; a backend also raises if there is no such entry
                try:
                    is_there = ring.get_password(_SERVICE, entry) is not None
                except Exception:  # noqa: BLE001  # as above
                    is_there = True
                if is_there:
                    raise AccessError(_NOT_REMOVED, origin=origin) from None

    def _index(self) -> Mapping[str, _Row]:
        """Read the origins again if another process has changed them."""
        status = status_of(self._path)
        stamp = (status.st_mtime_ns, status.st_size) if status else None
        if stamp != self._stamp:
            self._stamp, self._rows = stamp, _rows_of(self._path)
            self._read.clear()
        return self._rows

    def _write(self, rows: Mapping[str, _Row]) -> None:
        make_directory(self._path.parent)
        body = msgspec.json.format(msgspec.json.encode(_Index(tuple(rows.values()))))
        write_atomic(self._path, body + b"\n", private=True)
        self._stamp = None


def _rows_of(path: Path) -> Mapping[str, _Row]:
    try:
        index = msgspec.json.decode(read(path), type=_Index)
    except (FileError, msgspec.DecodeError):
        return {}
    return {row.origin: row for row in index.sites}


def _entry(origin: str, number: int) -> str:
    return f"{origin}#{number + 1}" if number else origin
