"""Make the certificates of the fetch tests anew, with openssl: python3 tests/data/tls/make.py.

Each PEM file holds a key and its certificate, as a server needs them; `authority.pem` is what the tests trust. The keys
protect nothing.
"""

import subprocess
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
LONG = ("20200101000000Z", "21200101000000Z")
PAST = ("20190101000000Z", "20200101000000Z")
FUTURE = ("21000101000000Z", "21200101000000Z")
LOCAL = "DNS:localhost,DNS:*.localhost,IP:127.0.0.1,IP:::1"
SERVERS = {
    "valid": (LOCAL, LONG),
    "expired": (LOCAL, PAST),
    "not-yet-valid": (LOCAL, FUTURE),
    "wrong-host": ("DNS:another.example", LONG),
}
CONFIGURATION = """
[ca]
default_ca = authority
[authority]
database = index.txt
new_certs_dir = .
rand_serial = yes
default_md = sha256
policy = anything
copy_extensions = copy
x509_extensions = server
unique_subject = no
[anything]
commonName = supplied
[server]
basicConstraints = critical, CA:false
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
extendedKeyUsage = serverAuth
"""


def main() -> None:
    """All files, in one go: a new authority makes the old servers invalid."""
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        (work / "ca.cnf").write_text(CONFIGURATION)
        (work / "index.txt").touch()
        for authority in ("authority", "stranger"):
            usage = ("-addext", "keyUsage=critical,keyCertSign,cRLSign")  # wanted by the strict checks of Python 3.13
            _openssl(work, *_self_signed(authority), "-subj", f"/CN=Test {authority}", *usage)
        for server, (names, dates) in SERVERS.items():
            _signed(work, "authority", server, names, dates)
        _signed(work, "stranger", "unknown-authority", LOCAL, LONG)
        own = ("-subj", "/CN=localhost", "-addext", f"subjectAltName={LOCAL}")
        _openssl(work, *_self_signed("self-signed"), *own)
        _keep(work, "self-signed")
        (HERE / "authority.pem").write_text((work / "authority.crt").read_text())


def _signed(work: Path, authority: str, server: str, names: str, dates: tuple[str, str]) -> None:
    request = ("-newkey", "rsa:2048", "-nodes", "-keyout", f"{server}.key", "-out", f"{server}.csr")
    _openssl(work, "req", *request, "-subj", "/CN=localhost", "-addext", f"subjectAltName={names}")
    start, end = dates
    signer = ("-cert", f"{authority}.crt", "-keyfile", f"{authority}.key", "-startdate", start, "-enddate", end)
    files = ("-in", f"{server}.csr", "-out", f"{server}.crt", "-notext", "-batch")
    _openssl(work, "ca", "-config", "ca.cnf", *signer, *files)
    _keep(work, server)


def _self_signed(name: str) -> tuple[str, ...]:
    files = ("-keyout", f"{name}.key", "-out", f"{name}.crt")
    return ("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "36500", *files)


def _keep(work: Path, server: str) -> None:
    (HERE / f"{server}.pem").write_text((work / f"{server}.key").read_text() + (work / f"{server}.crt").read_text())


def _openssl(work: Path, *arguments: str) -> None:
    subprocess.run(["openssl", *arguments], cwd=work, check=True, capture_output=True)


if __name__ == "__main__":
    main()
