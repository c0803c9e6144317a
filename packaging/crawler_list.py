"""Sign a list of crawlers, or make a key for it.

`python packaging/crawler_list.py key PRIVATE` writes a new private key, which belongs outside the repository, and the
public one to resources/. `… sign PRIVATE DAY -o crawlers.signed` signs resources/crawlers.json as the list of a day.
"""

from __future__ import annotations

import argparse
import json
import sys
from base64 import b64encode
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from robotstudio.project.crawler_list import KEY_FILE, signed

if TYPE_CHECKING:
    from collections.abc import Sequence

RESOURCES = Path(__file__).resolve().parents[1] / "resources"
_COMMENT = (
    "# The public key of signed lists of crawlers (Ed25519, base64). packaging/crawler_list.py makes a new one.\n"
)


def make_key(private: Path, public: Path) -> None:
    """Write a new pair of keys; an existing private key is never replaced."""
    key = Ed25519PrivateKey.generate()
    with private.open("xb") as file:
        private.chmod(0o600)
        file.write(
            key.private_bytes(
                serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
            )
        )
    public.write_text(f"{_COMMENT}{b64encode(key.public_key().public_bytes_raw()).decode()}\n", "ascii")


def sign(private: Path, day: date, crawlers: Path) -> bytes:
    """Return the list of a day with its signature."""
    key = serialization.load_pem_private_key(private.read_bytes(), None)
    if not isinstance(key, Ed25519PrivateKey):
        sys.exit(f"{private} is not an Ed25519 key")
    data = {"format": 0, "dated": day.isoformat(), **json.loads(crawlers.read_bytes())}
    return signed(json.dumps(data, ensure_ascii=False).encode(), key)


def main(arguments: Sequence[str]) -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parts = parser.add_subparsers(dest="command", required=True)
    parts.add_parser("key").add_argument("private", type=Path)
    signing = parts.add_parser("sign")
    signing.add_argument("private", type=Path)
    signing.add_argument("day", type=date.fromisoformat)
    signing.add_argument("-o", "--output", type=Path, required=True)
    options = parser.parse_args(arguments)
    if options.command == "key":
        make_key(options.private, RESOURCES / KEY_FILE)
    else:
        options.output.write_bytes(sign(options.private, options.day, RESOURCES / "crawlers.json"))


if __name__ == "__main__":
    main(sys.argv[1:])
