"""`robotstudio fetch`: the robots.txt of a site, and what its answer means."""

import argparse
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from pathlib import Path

from msgspec.structs import asdict

from robotstudio.cli.arguments import Parser
from robotstudio.cli.config import own_settings
from robotstudio.cli.crawlers import NEARLY_KNOWN, nearest_token, own_catalogue, token_of
from robotstudio.cli.formats import add_output
from robotstudio.cli.headers import add_headers, with_headers
from robotstudio.cli.output import (
    FINDINGS,
    FINE,
    STREAM,
    MisuseError,
    Output,
    answer_words,
    complain,
    standard_error,
    standard_output,
)
from robotstudio.fetch.address import HopFlag, hop_flags
from robotstudio.fetch.body_facts import body_facts
from robotstudio.fetch.evidence import Evidence, FetchOutcome, Hop
from robotstudio.fetch.html import RedirectMeans
from robotstudio.fetch.meanings import effect_words
from robotstudio.fetch.options import FetchOptions, as_crawler, options_of
from robotstudio.fetch.policy import POLICIES, SHOWN_POLICIES, effect_of
from robotstudio.fetch.words import headline, notes, scope, sentence, size_text, told_failure
from robotstudio.store.files import write_atomic
from robotstudio.text.language import WORDS, Message, spoken, tr

_SAVING: Message = "save the file, byte for byte; - for standard output"


def add_arguments(parser: Parser) -> None:
    """Add the options of `robotstudio fetch`."""
    description: Message = "Fetch the robots.txt of a site, or of the site of a page, and explain the answer."
    parser.description = tr(description)
    parser.epilog = tr("Exit status: 0 a file came (2xx), 1 none came, 2 usage or I/O error.")
    parser.add_argument("url", metavar="URL", help=tr("example.com, or the URL of any of its pages"))
    asking = tr("send the User-Agent header of this crawler; its own servers may get a different answer")
    parser.add_argument("--as", "--crawler", dest="crawler", metavar="CRAWLER", help=asking)
    add_headers(parser)
    add_output(parser, FORMATS, what=_SAVING, is_file=lambda _options: True)


def run(options: argparse.Namespace) -> int:
    """Fetch, and print what came; return the exit status."""
    from robotstudio.fetch.client import fetch_now

    evidence = fetch_now(options.url, options=with_headers(_options_for(options.crawler), options, [options.url]))
    if evidence.outcome is FetchOutcome.INVALID_ADDRESS and evidence.error is not None:
        raise MisuseError(told_failure(evidence.error))
    report = standard_error() if options.output == STREAM else standard_output()
    with spoken(answer_words(options)):
        FORMATS[options.format](evidence, report)
    report.flush()
    if evidence.outcome is not FetchOutcome.SUCCESS:
        return FINDINGS
    _save(evidence.body, options.output)
    return FINE


_UNKNOWN_CRAWLER: Message = "Unknown crawler “{name}”. Enter a product token such as Googlebot."


def _options_for(name: str | None) -> FetchOptions:
    usual = options_of(own_settings())
    if name is None:
        return usual
    catalogue = own_catalogue()
    token, remark = token_of(name, catalogue)
    crawler = catalogue.known(token)
    if crawler is None or crawler.is_any_other:
        near = nearest_token(token, catalogue)
        raise MisuseError(NEARLY_KNOWN if near else _UNKNOWN_CRAWLER, name=name, near=near)
    if remark:
        complain(WORDS.tell(remark))
    if crawler.is_control:
        message: Message = "{crawler} fetches nothing: it is a token that another crawler obeys."
        raise MisuseError(message, crawler=crawler.token)
    return as_crawler(crawler, usual)


def _save(body: bytes, name: str | None) -> None:
    """Replace an existing file only by a robots.txt, never by the page of an error."""
    if name == STREAM:
        out = standard_output()
        out.write_bytes(body)
        out.flush()
    elif name is not None:
        for note in write_atomic(Path(name), body).notes:
            complain(WORDS.tell(note))


def _write_text(evidence: Evidence, out: Output) -> None:
    failure = () if evidence.error is None else (sentence(evidence.error),)
    kind = evidence.content_type or tr("no content type")
    size = (tr("{size}, {type}", size=size_text(evidence.size), type=kind),) if evidence.body else ()
    lines = [headline(evidence), *failure, scope(evidence), *notes(evidence), ""]
    lines += [_hop_as_text(*pair) for pair in zip(evidence.hops, hop_flags(evidence), strict=True)]
    lines += [*size, *_facts_as_text(evidence), ""]
    lines += [
        WORDS.about(tr(family.name), effect_words(effect_of(evidence, family.id))) for family in SHOWN_POLICIES.values()
    ]
    for line, before in zip(lines, ["", *lines], strict=False):
        if line or before:
            out.line(line)


_FLAGS: Mapping[HopFlag, Message] = {
    HopFlag.LOOP: "redirects in a circle",
    HopFlag.OTHER_HOST: "redirects to another host",
    HopFlag.LESS_SAFE: "redirects from https to http",
}


def _hop_as_text(hop: Hop, flags: Collection[HopFlag]) -> str:
    said = (tr(text) for flag, text in _FLAGS.items() if flag in flags)
    took = tr("{number} ms", number=WORDS.number(hop.elapsed_ms))
    facts = (hop.http_version, hop.ip or "", took, *said)
    return f"{hop.status or '---'}  {WORDS.beside_column(hop.url, WORDS.side_by_side(facts))}"


_MEANS: Mapping[RedirectMeans, Message] = {
    RedirectMeans.HEADER: "A Refresh header leads to {target}; neither Robot Studio nor crawlers follow it.",
    RedirectMeans.META: "A meta refresh leads to {target}; neither Robot Studio nor crawlers follow it.",
    RedirectMeans.SCRIPT: "A script leads to {target}; neither Robot Studio nor crawlers follow it.",
}


def _facts_as_text(evidence: Evidence) -> Iterator[str]:
    """Return what a person should know about the body, if anything."""
    facts = body_facts(evidence)
    if facts.cut_line is not None:
        yield tr("Google stops reading in line {line}, after 500 KiB.", line=facts.cut_line)
    for block in facts.managed:
        first, last = str(block.first_line), str(block.last_line)
        yield tr("Lines {first}-{last}: {title}.", first=first, last=last, title=tr(block.title))
    for redirect in facts.redirects:
        yield tr(_MEANS[redirect.means], target=redirect.target)


def _write_json(evidence: Evidence, out: Output) -> None:
    report = {
        "url": evidence.requested,
        "final_url": evidence.final_url,
        "outcome": evidence.outcome.value,
        "status": evidence.status,
        "hops": [_hop_as_json(hop) for hop in evidence.hops],
        "headers": _joined(evidence.headers),
        "bytes": evidence.size,
        "truncated": evidence.truncated,
        "sha256": evidence.sha256,
        "elapsed_ms": round(evidence.elapsed_ms, 1),
        "error": None if evidence.error is None else sentence(evidence.error),
        "effects": {family: effect_of(evidence, family).value for family in POLICIES},
    } | _details_as_json(evidence)
    out.record(report)


def _details_as_json(evidence: Evidence) -> dict[str, object]:
    """Return what was added after the first release, behind the keys that others rely on."""
    facts = body_facts(evidence)
    flags = hop_flags(evidence)
    return {
        "crawler": evidence.pretending or None,
        "user_agent": evidence.user_agent,
        "body_kind": evidence.body_kind.value,
        "wire_bytes": evidence.wire_size,
        "compression": facts.compression or None,
        "encoding": facts.encoding,
        "bom": facts.bom or None,
        "cut_line": facts.cut_line,
        "http_version": evidence.hops[-1].http_version if evidence.hops else None,
        "ip": evidence.hops[-1].ip if evidence.hops else None,
        "hop_flags": [sorted(flag.value for flag in each) for each in flags],
        "timings_ms": [_timings_as_json(hop) for hop in evidence.hops],
        "certificate": _certificate_as_json(evidence),
        "managed_blocks": [
            {"id": block.id, "first_line": block.first_line, "last_line": block.last_line} for block in facts.managed
        ],
        "not_followed": [{"means": each.means.value, "target": each.target} for each in facts.redirects],
        "access": evidence.access.value if evidence.access else None,
    }


def _timings_as_json(hop: Hop) -> dict[str, float | None]:
    times = asdict(hop.timings)
    return {step: None if ms is None else round(ms, 1) for step, ms in times.items()}


def _certificate_as_json(evidence: Evidence) -> dict[str, object] | None:
    tls = evidence.hops[-1].tls if evidence.hops else None
    if tls is None or tls.certificate is None:
        return None
    return {
        "subject": tls.certificate.subject,
        "issuer": tls.certificate.issuer,
        "names": list(tls.certificate.names),
        "not_before": tls.certificate.not_before.isoformat(),
        "not_after": tls.certificate.not_after.isoformat(),
        "verified": tls.verified,
    }


def _hop_as_json(hop: Hop) -> dict[str, object]:
    return {"url": hop.url, "status": hop.status, "location": hop.location, "elapsed_ms": round(hop.elapsed_ms, 1)}


def _joined(headers: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Join the values of each name with commas, as RFC 9110 §5.2 does."""
    values: dict[str, list[str]] = {}
    for name, value in headers:
        values.setdefault(name, []).append(value)
    return {name: ", ".join(several) for name, several in values.items()}


FORMATS: Mapping[str, Callable[[Evidence, Output], None]] = {"text": _write_text, "json": _write_json}
