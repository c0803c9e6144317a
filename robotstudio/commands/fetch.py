"""`robotstudio fetch`: the robots.txt of a site, and what its answer means."""

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from robotstudio.commands.inputs import STREAM
from robotstudio.commands.outcome import FINDINGS, FINE, MisuseError
from robotstudio.io.fetching import words
from robotstudio.io.fetching.evidence import Evidence, Hop, Outcome
from robotstudio.io.fetching.policy import SHOWN_FAMILIES, effect_of
from robotstudio.io.files import write_atomic

HELP = "fetch the robots.txt of a site and say what its answer means"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `robotstudio fetch`."""
    parser.description = "Fetch the robots.txt of a site or of one of its pages, and say what the answer means."
    parser.epilog = "Exit status: 0 where a file came (2xx), 1 where none came, 2 misuse."
    parser.add_argument("url", metavar="URL", help="example.com, or the address of any of its pages")
    parser.add_argument("--format", choices=sorted(_FORMATS), default="text")
    parser.add_argument(
        "-o", "--output", metavar="FILE", help="save the file, octet for octet; - writes it to standard output"
    )


def run(options: argparse.Namespace) -> int:
    """Fetch, and print what came; the exit status."""
    from robotstudio.io.fetching.client import fetch_now  # noqa: PLC0415  # httpx would double the start of `test`

    evidence = fetch_now(options.url)
    if evidence.outcome is Outcome.INVALID_ADDRESS and evidence.error is not None:
        raise MisuseError(words.sentence(evidence.error))
    report = sys.stderr if options.output == STREAM else sys.stdout
    print(_FORMATS[options.format](evidence), file=report)
    if evidence.outcome is not Outcome.SUCCESS:
        return FINDINGS
    _save(evidence.body, options.output)
    return FINE


def _save(body: bytes, name: str | None) -> None:
    """A file that is there is replaced only by a robots.txt, never by the page of an error."""
    if name == STREAM:
        sys.stdout.buffer.write(body)
    elif name is not None:
        write_atomic(Path(name), body)


def _fetch_as_text(evidence: Evidence) -> str:
    failure = () if evidence.error is None else (words.sentence(evidence.error),)
    size = (f"{words.octets(evidence.size)}, {evidence.content_type or 'no content type'}",) if evidence.body else ()
    lines = [words.headline(evidence), *failure, words.scope(evidence), *words.notes(evidence), ""]
    lines += [_hop_as_text(hop) for hop in evidence.hops]
    lines += [*size, ""]
    lines += [f"{family.name}: {_EFFECTS[effect_of(evidence, family.id)]}" for family in SHOWN_FAMILIES.values()]
    return "\n".join(line for line, before in zip(lines, ["", *lines], strict=False) if line or before)


_EFFECTS = {
    "parse": "the rules in the file apply",
    "allow_all": "may fetch everything",
    "disallow_all": "may not fetch anything for now",
    "unknown": "not known",
}


def _hop_as_text(hop: Hop) -> str:
    facts = (hop.http_version, hop.ip or "", f"{hop.elapsed_ms:,.0f} ms")
    return f"{hop.status or '---'}  {hop.url}  ({', '.join(fact for fact in facts if fact)})"


def _fetch_as_json(evidence: Evidence) -> str:
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
        "error": None if evidence.error is None else words.sentence(evidence.error),
        "effects": {family: effect_of(evidence, family).value for family in SHOWN_FAMILIES},
    }
    return json.dumps(report)


def _hop_as_json(hop: Hop) -> dict[str, object]:
    return {"url": hop.url, "status": hop.status, "location": hop.location, "elapsed_ms": round(hop.elapsed_ms, 1)}


def _joined(headers: Iterable[tuple[str, str]]) -> dict[str, str]:
    """One value a name, as RFC 9110 §5.2 combines them."""
    values: dict[str, list[str]] = {}
    for name, value in headers:
        values.setdefault(name, []).append(value)
    return {name: ", ".join(several) for name, several in values.items()}


_FORMATS: Mapping[str, Callable[[Evidence], str]] = {"text": _fetch_as_text, "json": _fetch_as_json}
