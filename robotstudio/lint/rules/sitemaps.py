"""RS204 to RS207: addresses of sitemaps, which hold for the whole file."""

import re
from collections.abc import Iterator

from robotstudio.engine.tokens import Field
from robotstudio.lint.addresses import address_of, resolved
from robotstudio.lint.draft import Draft, LineFacts, Numbered
from robotstudio.lint.model import NOBODY, Edit, Fix, Found, LintRule, Place, Severity, Value
from robotstudio.lint.rules.leftovers import has_template

_MOST_LOOKED_AT = 1000
_SIGN_AT_END = re.compile(r"(?:[,;>)\]}'\"`]|%22|%27|…|\.\.\.)++\Z")
_LONGEST_SIGN = 40
_NEXT_ADDRESS = re.compile(r"(?<![,;|])[,;|]++(?=https?://)", re.IGNORECASE)
_NOT_PUBLIC = re.compile(
    r"localhost|127(?:\.[0-9]{1,3}){3}|10(?:\.[0-9]{1,3}){3}|192\.168(?:\.[0-9]{1,3}){2}|\[::1\]|[^.]+"
    r"|.*\.(?:xml|local|localhost|test|invalid|internal)|(?:www\.)?(?:your|my)-?(?:site|domain|website)\.[a-z]{2,6}"
)
_UNSET = re.compile(r"(?:undefined|null|none|nan)(?=/)", re.IGNORECASE)
_PAGE = re.compile(rb"(?!.*(?:xml|feed|rss|atom))[^?]*\.html?\Z", re.IGNORECASE)
_SCHEMES = frozenset({"http", "https"})


def sitemap_address(draft: Draft) -> Iterator[Found]:
    """A sitemap without a full address: crawlers need one with scheme and host, and leave the line out."""
    for number, line in _sitemaps(draft):
        address = _text(line)
        if line.takes_address_for_field:
            continue  # what is missing is a colon
        if not address:
            yield Found(number, *line.google.key_span, variant="empty")
            continue
        scheme, host, _ = address_of(address)
        if (scheme in _SCHEMES and host and " " not in address) or has_template(line.google.value):
            continue
        span = line.google.value_span
        if scheme and scheme not in _SCHEMES:
            yield Found(number, *span, args={"scheme": scheme}, variant="scheme")
        elif " " in address:
            yield Found(number, *span, args={"value": line.google.value}, variant="blank")
        else:
            args: dict[str, Value] = {"value": line.google.value}
            yield Found(number, *span, args=args, fixes=_full(draft, number, line, address))


def _full(draft: Draft, number: int, line: LineFacts, address: str) -> tuple[Fix, ...]:
    """The address made full, where it is known for which site the file is."""
    if not draft.setting.address or address.lower().startswith(("http:", "https:")):
        return ()
    address = _UNSET.sub("", address)
    first = address.partition("/")[0]
    is_host = "." in first and not address.startswith("/") and first not in {".", ".."} and "/" in address
    full = f"https://{address}" if is_host else resolved(address, draft.setting.address)
    start, end = line.google.value_span
    edit = Edit(Place(number, start), Place(number, end), full.encode())
    return (Fix("write-value", (edit,), args={"value": full.encode()}),)


def sitemap_elsewhere(draft: Draft) -> Iterator[Found]:
    """A sitemap on another host or with another scheme than the file: allowed, but easily a slip."""
    if not draft.setting.address:
        return
    own = address_of(draft.setting.address)[:2]
    for number, line in _sitemaps(draft):
        scheme, host, _ = address_of(_text(line))
        if scheme not in _SCHEMES or not host or (scheme, host) == own:
            continue
        args: dict[str, Value] = {"host": host, "scheme": scheme}
        yield Found(number, *line.google.value_span, args=args, variant="" if host != own[1] else "scheme")


def no_sitemap(draft: Draft) -> Iterator[Found]:
    """A full address that is hardly that of a sitemap: a sign at its end, two of them, a page, or no public host."""
    for number, line in _sitemaps(draft):
        address = _text(line)
        scheme, host, path = address_of(address)
        if scheme not in _SCHEMES or not host or " " in address:
            continue
        start, end = line.google.value_span
        args: dict[str, Value] = {"value": line.google.value, "host": host}
        sign = _SIGN_AT_END.search(address, max(len(address) - _LONGEST_SIGN, 0))
        if _NEXT_ADDRESS.search(address):
            lines = b"\nSitemap: ".join(each.encode() for each in _NEXT_ADDRESS.split(address))
            fix = Fix("one-sitemap-a-line", (Edit(Place(number, start), Place(number, end), lines),))
            yield Found(number, start, end, args=args, fixes=(fix,), variant="several")
        elif sign:
            right = address[: sign.start()].encode()
            args["sign"] = sign[0].encode()
            fix = Fix("write-value", (Edit(Place(number, start), Place(number, end), right),), args={"value": right})
            yield Found(number, start, end, args=args, fixes=(fix,), variant="sign")
        elif _NOT_PUBLIC.fullmatch(host.partition(":")[0]):
            yield Found(number, start, end, args=args, variant="host")
        elif path in {b"/", b"/robots.txt"}:
            yield Found(number, start, end, args=args, variant="page" if path == b"/" else "robots")
        elif _PAGE.match(path):
            yield Found(number, start, end, args=args, variant="html")


def duplicate_sitemap(draft: Draft) -> Iterator[Found]:
    """The same sitemap twice."""
    first: dict[bytes, int] = {}
    for number, line in _sitemaps(draft):
        value = line.google.value
        other = first.setdefault(value, number)
        if other != number and value:
            is_safe = draft.raws[other - 1] == draft.raws[number - 1] and _is_behind_nothing(draft, number)
            fix = Fix("remove-line", (Edit(Place(number, 0), Place(number + 1, 0), b""),), is_safe=is_safe)
            yield Found(number, args={"first": (other,)}, fixes=(fix,), dialects=NOBODY)


def _is_behind_nothing(draft: Draft, number: int) -> bool:
    """Whether the line above is a Sitemap line too, so that some crawlers see an end of a group all the same."""
    return number > 1 and draft.raws[number - 2] == draft.raws[number - 1]


def sitemap_not_fetched(draft: Draft) -> Iterator[Found]:
    """A sitemap that could not be fetched when that was tried."""
    for number, line in _sitemaps(draft) if draft.setting.sitemap_answers else ():
        answer = (draft.setting.sitemap_answers or {}).get(_text(line))
        if answer:
            yield Found(number, *line.google.value_span, args={"answer": answer})


def _sitemaps(draft: Draft) -> list[Numbered]:
    return list(draft.lines_of(Field.SITEMAP)[:_MOST_LOOKED_AT])


def _text(line: LineFacts) -> str:
    return line.google.value.decode("utf-8", "replace")


RULES = (
    LintRule("RS204", "sitemap-address", Severity.ERROR, file=sitemap_address),
    LintRule("RS205", "sitemap-elsewhere", Severity.INFORMATION, file=sitemap_elsewhere),
    LintRule("RS206", "duplicate-sitemap", Severity.HINT, file=duplicate_sitemap),
    LintRule("RS218", "no-sitemap", Severity.WARNING, file=no_sitemap),
    LintRule("RS207", "sitemap-not-fetched", Severity.ERROR, file=sitemap_not_fetched),
)
