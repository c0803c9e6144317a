"""Everything that an answer says beside its headers, as rows of name, value and remark."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import NamedTuple

from robotstudio.io.fetching.address import host_of
from robotstudio.io.fetching.body_facts import BodyFacts
from robotstudio.io.fetching.client_redirects import RedirectMeans
from robotstudio.io.fetching.evidence import BodyKind, Certificate, Evidence, Tls
from robotstudio.io.fetching.words import Translate, as_written, chip
from robotstudio.ui.panels.fetch.sentences import timing_text
from robotstudio.ui.widgets.formats import format_count, format_duration, format_size

KINDS: Mapping[BodyKind, str] = {
    BodyKind.ROBOTS: "text, reads as a robots.txt",
    BodyKind.UTF16: "text in UTF-16",
    BodyKind.TEXT: "text without a rule",
    BodyKind.HTML: "an HTML page",
    BodyKind.JSON: "JSON",
    BodyKind.XML: "XML",
    BodyKind.BINARY: "binary",
    BodyKind.EMPTY: "empty",
}
MEANS: Mapping[RedirectMeans, str] = {
    RedirectMeans.HEADER: "by a Refresh header, not followed",
    RedirectMeans.META: "by a meta element, not followed",
    RedirectMeans.SCRIPT: "by a script, not followed",
}


class Fact(NamedTuple):
    """One row."""

    name: str
    value: str
    remark: str = ""


def answer_facts(
    evidence: Evidence, body: BodyFacts | None = None, translate: Translate = as_written
) -> tuple[Fact, ...]:
    """What is known; the facts about the body once they are worked out."""
    facts = [*_address_facts(evidence), *_connection_facts(evidence)]
    if body is not None and evidence.sha256:
        facts += _body_facts(body)
    return tuple(Fact(translate(name), _said(value, translate), translate(remark)) for name, value, remark in facts)


def _said(value: str, translate: Translate) -> str:
    return translate(value) if value in _WORDS else value


_WORDS = frozenset({*KINDS.values(), "none"})


def _address_facts(evidence: Evidence) -> Iterator[Fact]:
    yield Fact("Asked for", evidence.requested, "whose URLs the rules govern")
    if evidence.final_url != evidence.requested:
        yield Fact("Came from", evidence.final_url)
    if evidence.hops and evidence.status is not None:
        yield Fact("Status", f"{chip(evidence)} {evidence.hops[-1].reason}".strip())
    if evidence.user_agent:
        yield Fact(
            "User-Agent", evidence.user_agent, "our request, with a crawler’s name" if evidence.pretending else ""
        )


def _connection_facts(evidence: Evidence) -> Iterator[Fact]:
    if not evidence.hops:
        return
    hop = evidence.hops[-1]
    yield Fact("Protocol", hop.http_version or "none")
    yield Fact("IP address", hop.ip or "none", "" if hop.ip else "no connection, or through a proxy")
    dns = hop.timings.dns
    yield Fact("Time, last hop", timing_text(hop), "" if dns is None else f"DNS {format_duration(dns)}")
    yield Fact("Time, in all", format_duration(evidence.elapsed_ms))
    if hop.tls is not None:
        yield from _tls_facts(hop.tls, host_of(hop.url), evidence.fetched_at)


def _tls_facts(tls: Tls, host: str, at: datetime) -> Iterator[Fact]:
    yield Fact("TLS", f"{tls.version} {tls.cipher}".strip())
    yield Fact("Certificate", host, "verified" if tls.verified else "not verified: you asked to fetch anyway")
    if tls.certificate is not None:
        yield from _certificate_facts(tls.certificate, at)


def _certificate_facts(certificate: Certificate, at: datetime) -> Iterator[Fact]:
    days = (certificate.not_after - at).days
    yield Fact("– issued to", certificate.subject or ", ".join(certificate.names[:3]))
    yield Fact("– issued by", certificate.issuer)
    span = f"{certificate.not_before:%Y-%m-%d} – {certificate.not_after:%Y-%m-%d}"
    yield Fact("– valid", span, "expired" if days < 0 else f"{format_count(days)} days left")


def _body_facts(body: BodyFacts) -> Iterator[Fact]:
    yield Fact("Body", KINDS[body.kind], "a page in place of the file" if body.is_soft_404 else "")
    yield Fact("Charset", body.charset or "none", "as the server says")
    yield Fact("Encoding", body.encoding, "as the bytes are")
    yield Fact("BOM", body.bom or "none")
    yield Fact("Compression", body.compression or "none")
    yield Fact("On the wire", format_size(body.wire_size))
    yield Fact("Decoded", format_size(body.size), "cut: there is more" if body.truncated else "")
    yield Fact("Lines", format_count(body.lines))
    if body.cut_line is not None:
        yield Fact("Read by Google", f"{format_size(body.cut_octet or 0)}", f"up to line {format_count(body.cut_line)}")
    yield Fact("SHA-256", body.sha256)
    for block in body.managed:
        lines = f"lines {format_count(block.first_line)}–{format_count(block.last_line)}"
        yield Fact("Kept up by", block.title, lines if block.is_closed else f"{lines}, no end found")
    for redirect in body.redirects:
        yield Fact("Redirect", redirect.target, MEANS[redirect.means])
