"""Headers and signatures that commands send to a person's own site: those of this run, and those kept for it."""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec.structs import replace

from robotstudio.cli.files import read_input
from robotstudio.cli.output import MisuseError, complain
from robotstudio.fetch.address import FetchTarget, origin_of, robots_target
from robotstudio.fetch.options import FetchOptions
from robotstudio.fetch.signatures import SigningKey, SigningKeyError, directory_origin, signing_key
from robotstudio.fetch.site_access import Credentials, KeptAccess, OwnHeaders, OwnSignature, SiteAccess, header_in
from robotstudio.fetch.words import ACCESS_NAMES
from robotstudio.store.files import read
from robotstudio.store.places import Places
from robotstudio.text.language import Message, tr

_HELP: Message = (
    "a header for this site only, such as 'Authorization: Bearer …' or 'Cookie: …'; @FILE reads one per line. It is "
    "not sent to other hosts, and not stored; repeatable"
)
_SIGN: Message = "sign the requests to this site with this Ed25519 key (PEM or JWK), as Web Bot Auth does"
AGENT: Message = "with --sign: the https origin that publishes the public key"
_NO_ACCESS: Message = "send nothing that “robotstudio access” keeps for the site"
_NOT_A_HEADER: Message = "--header needs a name, a colon and a value, such as 'Authorization: Bearer …'."
_NOT_SENT: Message = "The header {name} cannot be set: it belongs to the connection."
_SENT: Message = "Fetched with your access to {origin} ({kind}); --no-access leaves it out."
_NO_KEY: Message = "“{path}” cannot be used. {why}"
_NEEDS_AGENT: Message = "--sign and --signature-agent need each other."
_FROM_FILE = "@"
_LONGEST_KEY = 65_536


def add_headers(parser: argparse.ArgumentParser) -> None:
    """Add the options of a command that fetches from one site."""
    parser.add_argument("--header", action="append", default=[], metavar="LINE", help=tr(_HELP))
    parser.add_argument("--sign", metavar="FILE", help=tr(_SIGN))
    parser.add_argument("--signature-agent", metavar="ORIGIN", help=tr(AGENT))
    add_no_access(parser)


def add_no_access(parser: argparse.ArgumentParser) -> None:
    """Add the option `--no-access`."""
    parser.add_argument("--no-access", action="store_true", help=tr(_NO_ACCESS))


def kept_access() -> KeptAccess:
    """Return the access that the person keeps for sites."""
    return KeptAccess(Places.default().access)


def with_kept_access(usual: FetchOptions, options: argparse.Namespace) -> FetchOptions:
    """Return the fetch options with what is kept for sites, unless `--no-access` is given."""
    return usual if options.no_access else replace(usual, kept=kept_access())


def with_headers(usual: FetchOptions, options: argparse.Namespace, addresses: Sequence[str]) -> FetchOptions:
    """Return the fetch options with what is sent to the sites of these addresses. Raises MisuseError."""
    pairs = tuple(_header(line) for given in options.header for line in _lines(given))
    key = asked_key(options)
    sent: list[Credentials] = [OwnHeaders(pairs)] if pairs else []
    if key:
        sent.append(OwnSignature(key))
    targets = [robots_target(address) for address in addresses]
    origins = dict.fromkeys(origin_of(target.url) for target in targets if isinstance(target, FetchTarget))
    own = tuple(SiteAccess(origin, credentials) for origin in origins for credentials in sent)
    return replace(with_kept_access(usual, options), own=own)


def tell_access(usual: FetchOptions, addresses: Sequence[str]) -> None:
    """Read what is kept for the sites of these addresses, and say on standard error that it is sent.

    Raises AccessError, before anything is requested.
    """
    targets = [robots_target(address) for address in addresses]
    urls = [target.url for target in targets if isinstance(target, FetchTarget)]
    found = [usual.kept.site_for(url) for url in urls] if usual.kept else []
    for site in dict.fromkeys(filter(None, found)):
        if usual.kept:
            usual.kept.read(site.origin)
        complain(tr(_SENT, origin=site.origin, kind=tr(ACCESS_NAMES[site.kind])))


def asked_key(options: argparse.Namespace) -> SigningKey | None:
    """Return the key of `--sign`, if given. Raises MisuseError."""
    if (options.sign is None) != (options.signature_agent is None):
        raise MisuseError(_NEEDS_AGENT)
    if options.sign is None:
        return None
    return key_in(options.sign, directory_origin(options.signature_agent))


def key_in(name: str, agent: str) -> SigningKey:
    """Read a key file. Raises MisuseError."""
    path = Path(name)
    try:
        return signing_key(read(path, _LONGEST_KEY), agent)
    except SigningKeyError as error:
        raise MisuseError(_NO_KEY, path=str(path), why=error.told) from None


def _lines(given: str) -> Iterator[str]:
    if not given.startswith(_FROM_FILE):
        yield given
        return
    text = read_input(given.removeprefix(_FROM_FILE)).decode("utf-8", "replace")
    yield from (line for line in map(str.strip, text.split("\n")) if line and not line.startswith("#"))


def _header(line: str) -> tuple[str, str]:
    header = header_in(line)
    if header is None:
        raise MisuseError(_NOT_A_HEADER)  # without what was typed: it may be a secret
    if not header[1]:
        raise MisuseError(_NOT_SENT, name=header[0])
    return header
