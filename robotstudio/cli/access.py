"""`robotstudio access`: passwords, tokens, cookies, headers and keys for one's own sites, kept in the key ring."""

import argparse
import getpass
import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime

from robotstudio.cli.arguments import Parser
from robotstudio.cli.files import missing_files, read_input
from robotstudio.cli.formats import add_output
from robotstudio.cli.headers import AGENT, asked_key, kept_access
from robotstudio.cli.output import FINDINGS, FINE, STREAM, MisuseError, Output, answer_words, answering, complain
from robotstudio.fetch.signatures import DIRECTORY_PATH
from robotstudio.fetch.site_access import (
    Basic,
    Bearer,
    Cookie,
    Credentials,
    KnownSite,
    OwnHeaders,
    OwnSignature,
    ShopifySignature,
    SiteAccess,
    origin_of_site,
)
from robotstudio.fetch.words import ACCESS_NAMES
from robotstudio.text.language import WORDS, Message, spoken, tr

_DESCRIPTION: Message = (
    "Keep what your own sites ask for: a password, a token, cookies, headers or a signature. It is kept in the key "
    "ring of this computer and sent to that site only. Without SITE, the sites are listed."
)
_EPILOG: Message = "Exit status: 0; 1 nothing was kept for the site that --remove names; 2 usage or I/O error."
_SITE: Message = "the site, such as https://staging.example.com; without https://, https is meant"
_BASIC: Message = "a user name; the password is asked for"
_BEARER: Message = "a bearer token, which is asked for"
_COOKIE: Message = "cookies, such as 'session=1', which are asked for"
_HEADERS: Message = "headers, one per line, which are asked for"
_SHOPIFY: Message = "the signature that Shopify gives out for a shop (Crawler access), which is asked for"
_SIGN: Message = (
    "sign requests with the Ed25519 key of this file (PEM or JWK), as Web Bot Auth does; without SITE, print what the "
    "origin must publish at {path}"
)
_FROM: Message = "take the secret from this environment variable instead of asking; asking reads standard input, too"


def add_arguments(parser: Parser) -> None:
    """Add the options of `robotstudio access`."""
    parser.description = tr(_DESCRIPTION)
    parser.epilog = tr(_EPILOG)
    parser.add_argument("site", metavar="SITE", nargs="?", help=tr(_SITE))
    which = parser.add_mutually_exclusive_group()  # two of them: a single one is wider than a terminal
    other = parser.add_mutually_exclusive_group()
    which.add_argument("--basic", metavar="USER", help=tr(_BASIC))
    which.add_argument("--bearer", action="store_true", help=tr(_BEARER))
    which.add_argument("--cookie", action="store_true", help=tr(_COOKIE))
    which.add_argument("--headers", action="store_true", help=tr(_HEADERS))
    other.add_argument("--shopify", action="store_true", help=tr(_SHOPIFY))
    other.add_argument("--sign", metavar="FILE", help=tr(_SIGN, path=DIRECTORY_PATH))
    other.add_argument("--remove", action="store_true", help=tr("forget what is kept for the site"))
    parser.add_argument("--signature-agent", metavar="ORIGIN", help=tr(AGENT))
    parser.add_argument("--from-env", metavar="NAME", help=tr(_FROM))
    add_output(parser, FORMATS)


_ONE_ONLY: Message = "Give only one of --basic, --bearer, --cookie, --headers, --shopify, --sign and --remove."
_NOTHING: Message = "Nothing is kept for {origin}."
_REMOVED: Message = "Removed: nothing is sent to {origin} any more."
_KEPT: Message = "Kept in the key ring, and sent to {origin} only ({kind})."
_EXPIRES: Message = "It expires on {date}; then make another one."
_EXPIRED: Message = "It expired on {date}: make another one."


def run(options: argparse.Namespace) -> int:
    """List, keep or remove access; return the exit status."""
    is_first = options.basic is not None or options.bearer or options.cookie or options.headers
    if is_first and (options.shopify or options.sign or options.remove):
        raise MisuseError(_ONE_ONLY)
    credentials = _asked_credentials(options)
    kept = kept_access()
    if credentials is None and not options.remove:
        origin = origin_of_site(options.site) if options.site else None
        rows = [site for site in kept.sites() if origin in {None, site.origin}]
        with spoken(answer_words(options)), answering(options.output) as out:
            FORMATS[options.format](rows, out)
        return FINE
    if options.site is None and isinstance(credentials, OwnSignature):
        with answering(options.output) as out:
            if options.format == "json":
                out.record(json.loads(credentials.key.directory))
            else:
                out.document([credentials.key.directory])
        return FINE
    if options.site is None:
        raise missing_files(options, ["SITE"])
    origin = origin_of_site(options.site)
    if credentials is None:
        was_there = kept.remove(origin)
        complain(tr(_REMOVED if was_there else _NOTHING, origin=origin))
        return FINE if was_there else FINDINGS
    kept.keep(SiteAccess(origin, credentials), in_key_ring=True)
    complain(tr(_KEPT, origin=origin, kind=tr(ACCESS_NAMES[credentials.kind])))
    if isinstance(credentials, ShopifySignature) and credentials.expires is not None:
        ends = datetime.fromtimestamp(credentials.expires, UTC)
        complain(tr(_EXPIRES if ends > datetime.now(UTC) else _EXPIRED, date=WORDS.date(ends)))
    return FINE


def _asked_credentials(options: argparse.Namespace) -> Credentials | None:
    if options.basic is not None:
        return Basic(options.basic, _secret(options, tr("Password: ")))
    if options.bearer:
        return Bearer.typed(_secret(options, tr("Token: ")))
    if options.cookie:
        return Cookie.typed(_secret(options, tr("Cookies: ")))
    if options.headers:
        return OwnHeaders.typed(_lines(options, ()))
    if options.shopify:
        pairs = dict(OwnHeaders.typed(_lines(options, _OF_SHOPIFY)).pairs)
        return ShopifySignature.typed(*(pairs.get(name.lower(), "") for name in _OF_SHOPIFY))
    key = asked_key(options)
    return OwnSignature(key) if key else None


_OF_SHOPIFY = ("Signature-Input", "Signature", "Signature-Agent")
_NO_VARIABLE: Message = "There is no environment variable {name}."


def _given(options: argparse.Namespace) -> str | None:
    """Return what the environment or a pipe gives; None if the person is to be asked in the terminal."""
    if options.from_env is not None:
        if options.from_env not in os.environ:
            raise MisuseError(_NO_VARIABLE, name=options.from_env)
        return os.environ[options.from_env]
    if sys.stdin is not None and sys.stdin.isatty():
        return None
    return read_input(STREAM).decode("utf-8", "replace")


def _secret(options: argparse.Namespace, prompt: str) -> str:
    given = _given(options)
    return getpass.getpass(prompt) if given is None else given.rstrip("\r\n")


def _lines(options: argparse.Namespace, names: Sequence[str]) -> str:
    """Return headers, a line each: those of these names, or any until an empty line."""
    given = _given(options)
    if given is not None:
        return given
    if names:
        values = {name: getpass.getpass(f"{name}: ").strip() for name in names}
        return "\n".join(f"{name}: {value}" for name, value in values.items() if value)
    return "\n".join(iter(lambda: getpass.getpass(tr("Header, or nothing to end: ")), ""))


def _write_text(sites: Sequence[KnownSite], out: Output) -> None:
    for site in sites:
        out.line(WORDS.beside_column(site.origin, tr(ACCESS_NAMES[site.kind])))


def _write_json(sites: Sequence[KnownSite], out: Output) -> None:
    for site in sites:
        out.record({"origin": site.origin, "kind": site.kind.value})


FORMATS: Mapping[str, Callable[[Sequence[KnownSite], Output], None]] = {"text": _write_text, "json": _write_json}
