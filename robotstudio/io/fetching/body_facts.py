"""Everything that can be said of a body without reading its rules."""

from typing import Final

from robotstudio.engine.content import Content
from robotstudio.io.fetching.charset import bom_of, charset_of, encoding_of
from robotstudio.io.fetching.client_redirects import ClientRedirect, client_redirects, header_redirects
from robotstudio.io.fetching.evidence import Evidence, Outcome
from robotstudio.io.fetching.managed import ManagedBlock, managed_blocks
from robotstudio.lazy_dataclasses import dataclass

GOOGLE_READS: Final = 500 * 1024
"""Bytes, as Google documents; RFC 9309 §2.5 asks for at least as many."""


@dataclass(frozen=True, slots=True)
class BodyFacts:
    """What a body is, beside its rules."""

    kind: Content
    is_soft_404: bool  # a page with a status of success
    size: int
    wire_size: int
    compression: str  # the Content-Encoding, "" where there is none
    charset: str  # as the Content-Type names it
    encoding: str  # as the bytes are: ascii, utf-8, utf-16-le, utf-16-be, other
    bom: str
    sha256: str
    lines: int
    cut_byte: int | None  # where Google stops reading; None where it reads everything
    cut_line: int | None
    truncated: bool  # the fetch itself stopped
    managed: tuple[ManagedBlock, ...]
    redirects: tuple[ClientRedirect, ...]  # not followed, by crawlers neither


def body_facts(evidence: Evidence) -> BodyFacts:
    """The facts about what a fetch brought; a few ms for the largest body, so not for the window's thread."""
    body = evidence.body
    is_cut = len(body) > GOOGLE_READS
    is_page = evidence.body_kind is Content.HTML
    redirects = header_redirects(evidence.header("refresh") or "", evidence.final_url)
    if is_page:
        redirects += client_redirects(body, evidence.content_type, evidence.final_url)
    return BodyFacts(
        kind=evidence.body_kind,
        is_soft_404=is_page and evidence.outcome is Outcome.SUCCESS,
        size=evidence.size,
        wire_size=evidence.wire_size,
        compression=(evidence.header("content-encoding") or "").strip().lower(),
        charset=charset_of(evidence.content_type),
        encoding=encoding_of(body),
        bom=bom_of(body),
        sha256=evidence.sha256,
        lines=_lines(body),
        cut_byte=GOOGLE_READS if is_cut else None,
        cut_line=_lines(body[:GOOGLE_READS]) if is_cut else None,
        truncated=evidence.truncated,
        managed=managed_blocks(body) if evidence.body_kind is Content.RULES else (),
        redirects=redirects,
    )


def _lines(body: bytes) -> int:
    """How many lines begin in some bytes; CR, LF and CR LF end one."""
    ends = body.count(b"\n") + body.count(b"\r") - body.count(b"\r\n")
    return ends + (1 if body and not body.endswith((b"\n", b"\r")) else 0)
