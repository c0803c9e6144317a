"""Signed requests: HTTP message signatures (RFC 9421) by an Ed25519 key, in the profile of Web Bot Auth.

The profile is draft-meunier-webbotauth-httpsig-protocol, as of 2026-08-20.
"""

import base64
import binascii
import json
import time
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import ada_url
from msgspec import Struct

from robotstudio.fetch.evidence import Headers
from robotstudio.store.errors import RobotStudioError
from robotstudio.text.language import Message

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

DIRECTORY_PATH: Final = "/.well-known/http-message-signatures-directory"
DIRECTORY_TYPE: Final = "application/http-message-signatures-directory+json"
LIFETIME: Final = 300
"""Seconds between `created` and `expires`: enough for clocks that differ, of little use to whoever copies a request."""
_LABEL: Final = "sig1"
_TAG: Final = "web-bot-auth"
_SEED_BYTES: Final = 32

_NOT_A_KEY: Message = (
    "This is not an Ed25519 private key. Give a PEM file, as openssl genpkey -algorithm ed25519 makes it, or a JWK."
)
_PROTECTED: Message = "This key is protected by a password. Save a copy without one."
_NO_DIRECTORY: Message = "Enter the https origin that publishes your key, such as https://bot.example."


class SigningKeyError(RobotStudioError):
    """The content of a key file, or the address of a key directory, cannot be used."""


class SigningKey(Struct, frozen=True):
    """An Ed25519 key that signs requests."""

    seed: str
    """The private key: 32 bytes in base64url."""
    agent: str
    """The https origin that publishes the public key, for `Signature-Agent`."""

    def __repr__(self) -> str:
        return f"SigningKey({self.agent!r})"

    @property
    def id(self) -> str:
        """The JWK thumbprint of the public key (RFC 7638, RFC 8037)."""
        return _thumbprint(self._public)

    @property
    def directory(self) -> str:
        """The JSON to publish at `DIRECTORY_PATH` of `agent`."""
        key = {"kty": "OKP", "crv": "Ed25519", "kid": self.id, "x": self._public, "use": "sig"}
        return json.dumps({"keys": [key]}, indent=2) + "\n"

    @property
    def _public(self) -> str:
        return _encoded(_private(self.seed).public_key().public_bytes_raw())

    def headers(self, url: str, now: float | None = None) -> Headers:
        """Sign a GET request to a URL; the headers to send with it."""
        import secrets  # noqa: PLC0415  # few sign

        created = int(time.time() if now is None else now)
        parts = ada_url.URL(url)
        components = (
            ('"@authority"', parts.host),
            ('"@method"', "GET"),
            ('"@path"', parts.pathname),
            (f'"signature-agent";key="{_LABEL}"', f'"{self.agent}"'),
        )
        parameters = (
            ("created", created),
            ("expires", created + LIFETIME),
            ("keyid", self.id),
            ("alg", "ed25519"),
            ("nonce", secrets.token_urlsafe(_SEED_BYTES)),
            ("tag", _TAG),
        )
        given, signature = self.signed(components, parameters)
        return (
            ("signature-agent", f'{_LABEL}="{self.agent}"'),
            ("signature-input", f"{_LABEL}={given}"),
            ("signature", f"{_LABEL}=:{signature}:"),
        )

    def signed(
        self, components: Sequence[tuple[str, str]], parameters: Sequence[tuple[str, str | int]]
    ) -> tuple[str, str]:
        """Return the signature parameters (RFC 9421 §2.3) and the signature in base64, over identifiers and values."""
        covered = " ".join(name for name, _ in components)
        items = [f"{name}={value}" if isinstance(value, int) else f'{name}="{value}"' for name, value in parameters]
        given = ";".join((f"({covered})", *items))
        base = "\n".join(f"{name}: {value}" for name, value in (*components, ('"@signature-params"', given)))
        return given, base64.b64encode(_private(self.seed).sign(base.encode())).decode()


def signing_key(content: bytes, agent: str) -> SigningKey:
    """Read a key file: PEM (PKCS #8) or JWK. Raises SigningKeyError, which never repeats the content."""
    seed = _seed_of_jwk(content) if content.lstrip()[:1] == b"{" else _seed_of_pem(content)
    return SigningKey(_encoded(seed), directory_origin(agent))


def directory_origin(typed: str) -> str:
    """Return the https origin of a key directory. Raises SigningKeyError."""
    try:
        parts = ada_url.URL(typed.strip().strip('"'))
    except ValueError:
        raise SigningKeyError(_NO_DIRECTORY) from None
    is_plain = parts.pathname in {"/", DIRECTORY_PATH} and not (parts.search or parts.username or parts.password)
    if parts.protocol != "https:" or not is_plain:
        raise SigningKeyError(_NO_DIRECTORY)
    return str(parts.origin)


def expiry_in(signature_input: str) -> int | None:
    """Return the first `expires` of a Signature-Input header, in seconds since 1970."""
    _, found, rest = signature_input.partition(";expires=")
    digits = rest[: next((at for at, each in enumerate(rest) if each not in "0123456789"), len(rest))]
    return int(digits) if found and 0 < len(digits) <= _MOST_DIGITS else None


_MOST_DIGITS: Final = 15
"""RFC 8941 §3.3.1."""


def _seed_of_jwk(content: bytes) -> bytes:
    try:
        key = json.loads(content)
        seed = base64.urlsafe_b64decode(f"{key['d']}==") if key["crv"] == "Ed25519" else b""
    except (ValueError, TypeError, KeyError, RecursionError, binascii.Error):
        raise SigningKeyError(_NOT_A_KEY) from None
    if len(seed) != _SEED_BYTES:
        raise SigningKeyError(_NOT_A_KEY)
    return seed


def _seed_of_pem(content: bytes) -> bytes:
    from cryptography.exceptions import UnsupportedAlgorithm  # noqa: PLC0415  # few sign
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey  # noqa: PLC0415
    from cryptography.hazmat.primitives.serialization import load_pem_private_key  # noqa: PLC0415

    try:
        key = load_pem_private_key(content, None)
    except TypeError:
        raise SigningKeyError(_PROTECTED) from None
    except (ValueError, UnsupportedAlgorithm):
        raise SigningKeyError(_NOT_A_KEY) from None
    if not isinstance(key, Ed25519PrivateKey):
        raise SigningKeyError(_NOT_A_KEY)
    return key.private_bytes_raw()


@lru_cache(maxsize=8)
def _private(seed: str) -> "Ed25519PrivateKey":
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey  # noqa: PLC0415  # few sign

    return Ed25519PrivateKey.from_private_bytes(base64.urlsafe_b64decode(f"{seed}=="))


def _thumbprint(public: str) -> str:
    import hashlib  # noqa: PLC0415  # few sign

    members = json.dumps({"crv": "Ed25519", "kty": "OKP", "x": public}, separators=(",", ":"))
    return _encoded(hashlib.sha256(members.encode()).digest())


def _encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
