"""Signed requests: the examples of RFC 9421 and of Web Bot Auth, and a server that verifies."""

import base64
import json
from pathlib import Path

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec, ed25519
from cryptography.hazmat.primitives.serialization import BestAvailableEncryption, Encoding, NoEncryption, PrivateFormat

from robotstudio.fetch.client import fetch_now
from robotstudio.fetch.evidence import FetchOutcome
from robotstudio.fetch.options import FetchOptions
from robotstudio.fetch.signatures import LIFETIME, SigningKey, SigningKeyError, expiry_in, signing_key
from robotstudio.fetch.site_access import OwnSignature, SiteAccess
from tests.fetch.server import Connection, response, serve

JWK = {
    "kty": "OKP",
    "crv": "Ed25519",
    "kid": "test-key-ed25519",
    "d": "n4Ni-HpISpVObnQMW0wOhCKROaIKqKtW_2ZYb2p9KcU",
    "x": "JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs",
}
"""RFC 9421 B.1.4."""
PEM = b"""-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEIJ+DYvh6SEqVTm50DFtMDoQikTmiCqirVv9mWG9qfSnF
-----END PRIVATE KEY-----
"""
AGENT = "https://signature-agent.test"
KEY = signing_key(PEM, AGENT)
THUMBPRINT = "poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U"
DRAFT = (("created", 1735689600), ("keyid", THUMBPRINT), ("alg", "ed25519"))


def test_example_of_rfc_9421_b_2_6() -> None:
    components = (
        ('"date"', "Tue, 20 Apr 2021 02:07:55 GMT"),
        ('"@method"', "POST"),
        ('"@path"', "/foo"),
        ('"@authority"', "example.com"),
        ('"content-type"', "application/json"),
        ('"content-length"', "18"),
    )
    given, signature = KEY.signed(components, (("created", 1618884473), ("keyid", "test-key-ed25519")))
    assert given == (
        '("date" "@method" "@path" "@authority" "content-type" "content-length");created=1618884473'
        ';keyid="test-key-ed25519"'
    )
    assert signature == "wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw=="


@pytest.mark.parametrize(
    ("component", "expires", "nonce", "signature"),
    [
        (
            '"signature-agent";key="agent2"',
            4889289600,
            "n9p433xm+NJ3ph3upfBIGmsuwHw387YV7Q/F+6BSpGCVjYCqQw6rznNA8PVVLySrAWsv0hQtFioQb6E1YsauiA==",
            "RdNFx5Bj6au3YgAMQL/RzmUlZE8QZLIaXGRpw985hWnwPfMxT228NMk6ehRS1PSl4e8PhbNZACSanGdhEwYCCg==",
        ),
        (
            '"signature-agent"',
            1735693200,
            "e8N7S2MFd/qrd6T2R3tdfAuuANngKI7LFtKYI/vowzk4lAZYadIX6wW25MwG7DCT9RUKAJ0qVkU0mEeLElW1qg==",
            "jdq0SqOwHdyHr9+r5jw3iYZH6aNGKijYp/EstF4RQTQdi5N5YYKrD+mCT1HA1nZDsi6nJKuHxUi/5Syp3rLWBA==",
        ),
    ],
)
def test_vectors_of_web_bot_auth(component: str, expires: int, nonce: str, signature: str) -> None:
    components = (('"@authority"', "example.com"), (component, f'"{AGENT}"'))
    parameters = (*DRAFT, ("expires", expires), ("nonce", nonce), ("tag", "web-bot-auth"))
    assert KEY.signed(components, parameters)[1] == signature


def test_key_id_is_the_thumbprint_of_the_public_key() -> None:
    assert KEY.id == THUMBPRINT


def test_directory_is_that_of_the_draft() -> None:
    (key,) = json.loads(KEY.directory)["keys"]
    assert key == {"kty": "OKP", "crv": "Ed25519", "kid": THUMBPRINT, "x": JWK["x"], "use": "sig"}
    assert JWK["d"] not in KEY.directory


def test_pem_and_jwk_are_the_same_key() -> None:
    assert signing_key(json.dumps(JWK).encode(), AGENT) == KEY


def _pem(key: "ed25519.Ed25519PrivateKey | ec.EllipticCurvePrivateKey", password: bytes = b"") -> bytes:
    encryption = BestAvailableEncryption(password) if password else NoEncryption()
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, encryption)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "not an Ed25519 private key"),
        (b"{", "not an Ed25519 private key"),
        (b'{"crv": "Ed25519"}', "not an Ed25519 private key"),
        (b'{"crv": "Ed25519", "d": 1}', "not an Ed25519 private key"),
        (b'{"crv": "Ed25519", "d": "QUJD"}', "not an Ed25519 private key"),
        (PEM.replace(b"MC4", b"AAA"), "not an Ed25519 private key"),
        (_pem(ec.generate_private_key(ec.SECP256R1())), "not an Ed25519 private key"),
        (_pem(ed25519.Ed25519PrivateKey.generate(), b"secret"), "protected by a password"),
    ],
)
def test_what_is_no_key_is_refused(content: bytes, said: str) -> None:
    with pytest.raises(SigningKeyError, match=said):
        signing_key(content, AGENT)


@pytest.mark.parametrize("agent", ["", "bot.example", "http://bot.example", "https://bot.example/keys", "https://a@b"])
def test_agent_is_an_https_origin(agent: str) -> None:
    with pytest.raises(SigningKeyError, match="https origin"):
        signing_key(PEM, agent)


@pytest.mark.parametrize(
    "agent", ['"https://bot.example"', "https://bot.example/.well-known/http-message-signatures-directory"]
)
def test_agent_may_be_the_value_of_the_header_or_the_address_of_the_directory(agent: str) -> None:
    assert signing_key(PEM, agent).agent == "https://bot.example"


def test_seed_is_in_no_repr() -> None:
    assert KEY.seed not in repr(OwnSignature(KEY)) + repr(KEY)


def verified(method: str, target: str, headers: dict[str, str], directory: str) -> dict[str, str]:
    """Verify a request as a server does; return the parameters of its signature. Raises InvalidSignature."""
    label, _, given = headers["signature-input"].partition("=")
    covered = given[1 : given.index(")")].split(" ")
    values = {
        '"@authority"': headers["host"],
        '"@method"': method,
        '"@path"': target.partition("?")[0],
        f'"signature-agent";key="{label}"': headers["signature-agent"].removeprefix(f"{label}="),
    }
    base = "\n".join([*(f"{name}: {values[name]}" for name in covered), f'"@signature-params": {given}'])
    parameters = dict(each.split("=", 1) for each in given.partition(");")[2].split(";"))
    keys = {key["kid"]: key["x"] for key in json.loads(directory)["keys"]}
    public = base64.urlsafe_b64decode(keys[parameters["keyid"].strip('"')] + "==")
    signature = base64.b64decode(headers["signature"].removeprefix(f"{label}=:").removesuffix(":"))
    ed25519.Ed25519PublicKey.from_public_bytes(public).verify(signature, base.encode())
    return parameters


def test_server_verifies_what_was_signed_for_it_and_each_nonce_is_new() -> None:
    seen: list[dict[str, str]] = []

    def answer(connection: Connection) -> None:
        request, *lines = connection.head.decode("latin-1").rstrip("\r\n").split("\r\n")
        method, target, _ = request.split(" ")
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
        try:
            seen.append(verified(method, target, headers, KEY.directory))
        except (InvalidSignature, KeyError):
            connection.send(response(403))
        else:
            connection.send(response(200, b"User-agent: *\n"))

    other = SigningKey(seed="A" * 43, agent=AGENT)
    with serve({"*": answer}) as server:
        signed = FetchOptions(own=(SiteAccess(server.url, OwnSignature(KEY)),))
        assert fetch_now(server.url, options=signed).outcome is FetchOutcome.SUCCESS
        assert fetch_now(server.url, options=signed).outcome is FetchOutcome.SUCCESS
        assert fetch_now(server.url).status == 403
        forged = FetchOptions(own=(SiteAccess(server.url, OwnSignature(other)),))
        assert fetch_now(server.url, options=forged).status == 403
    assert all(int(each["expires"]) - int(each["created"]) == LIFETIME for each in seen)
    assert len({each["nonce"] for each in seen}) == 2
    assert {each["tag"] for each in seen} == {'"web-bot-auth"'}


def test_signature_is_for_one_path_and_one_time() -> None:
    headers = dict(KEY.headers("https://example.com:8443/a%20b?q=1", now=1735689600.9))
    assert headers["signature-agent"] == f'sig1="{AGENT}"'
    assert ";created=1735689600;expires=1735689900;" in headers["signature-input"]
    sent = headers | {"host": "example.com:8443"}
    assert verified("GET", "/a%20b?q=1", sent, KEY.directory)
    for method, target, host in (
        ("POST", "/a%20b", "example.com:8443"),
        ("GET", "/b", "example.com:8443"),
        ("GET", "/a%20b", "evil.example"),
    ):
        with pytest.raises(InvalidSignature):
            verified(method, target, sent | {"host": host}, KEY.directory)


@pytest.mark.parametrize(
    ("given", "expires"),
    [
        ('sig1=("@authority");created=1;expires=1767225600;keyid="k"', 1767225600),
        ('sig1=("@authority");expires=12', 12),
        ('sig1=("@authority");created=1', None),
        (";expires=" + "9" * 5_000, None),
        (";expires=", None),
    ],
)
def test_expiry_of_a_given_signature(given: str, expires: int | None) -> None:
    assert expiry_in(given) == expires


def test_key_file_of_openssl(tmp_path: Path) -> None:
    path = tmp_path / "key.pem"
    path.write_bytes(PEM)
    assert signing_key(path.read_bytes(), AGENT).seed == JWK["d"]
