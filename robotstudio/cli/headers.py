"""`--header`: headers of one's own, for the site that a command asks; sent nowhere else, and kept nowhere."""

import argparse
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from robotstudio.cli.files import read_input
from robotstudio.cli.output import MisuseError
from robotstudio.fetch.address import FetchTarget, origin_of
from robotstudio.fetch.client import target_of
from robotstudio.fetch.options import FetchOptions, SiteHeaders, header_in
from robotstudio.text.language import Message, tr

_HELP: Message = (
    "a header for this site only, such as 'Authorization: Bearer …' or 'Cookie: …'; @FILE reads one per line. It is "
    "not sent to other hosts, and not stored; repeatable"
)
_NOT_A_HEADER: Message = "--header needs a name, a colon and a value, such as 'Authorization: Bearer …'."
_NOT_SENT: Message = "The header {name} cannot be set: it belongs to the connection."
_FROM_FILE = "@"


def add_headers(parser: argparse.ArgumentParser) -> None:
    """Add the option `--header`."""
    parser.add_argument("--header", action="append", default=[], metavar="LINE", help=tr(_HELP))


def with_headers(usual: FetchOptions, options: argparse.Namespace, addresses: Sequence[str]) -> FetchOptions:
    """Return the fetch options with the given headers for the sites of these addresses. Raises MisuseError."""
    pairs = tuple(_header(line) for given in options.header for line in _lines(given))
    if not pairs:
        return usual
    targets = [target_of(address) for address in addresses]
    origins = dict.fromkeys(origin_of(target.url) for target in targets if isinstance(target, FetchTarget))
    return replace(usual, own=tuple(SiteHeaders(origin, pairs) for origin in origins))


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
