"""Report on files for AI for `robotstudio policy`: llms.txt, ai.txt, tdmrep.json and RSL, fetched or local."""

import argparse
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from robotstudio.cli.arguments import Parser
from robotstudio.cli.config import own_settings
from robotstudio.cli.files import read_input, refuse_second_stream
from robotstudio.cli.headers import add_no_access, tell_access, with_kept_access
from robotstudio.cli.output import FINDINGS, FINE, MisuseError, Output, answer_words, answering
from robotstudio.engine.crawlers import Catalogue
from robotstudio.fetch.address import FetchTarget, robots_target
from robotstudio.fetch.options import FetchOptions, options_of
from robotstudio.fetch.words import told_failure
from robotstudio.policy.ai_files.model import AiFileKind, Rsl, TdmRep
from robotstudio.policy.forecasts import Forecast, forecast_robots, forecast_words
from robotstudio.text.language import WORDS, Message, spoken, tr

if TYPE_CHECKING:
    from robotstudio.policy.ai_files.study import FileStudy

_SITE: Message = "fetch llms.txt, ai.txt, tdmrep.json and RSL documents of this site, and check them against FILE"
_LLMS: Message = "check a local llms.txt; with --site, its links belong to that site"
_AI: Message = "check a local ai.txt"
_TDMREP: Message = "check a local tdmrep.json"
_RSL: Message = "check a local RSL document, such as license.xml"


def add_ai_files(parser: Parser) -> None:
    """Add the options that name a site or files."""
    parser.add_argument("--site", metavar="SITE", help=tr(_SITE))
    add_no_access(parser)
    parser.add_argument("--llms", metavar="FILE", help=tr(_LLMS))
    parser.add_argument("--ai", metavar="FILE", help=tr(_AI))
    parser.add_argument("--tdmrep", metavar="FILE", help=tr(_TDMREP))
    parser.add_argument("--rsl", metavar="FILE", help=tr(_RSL))


def asks_for_ai_files(options: argparse.Namespace) -> bool:
    """Return True if a site or a file is named."""
    return bool(options.site or options.llms or options.ai or options.tdmrep or options.rsl)


def report_ai_files(options: argparse.Namespace, name: str, robots: bytes, catalogue: Catalogue) -> int:
    """Compare the files with a robots.txt, and report; return the exit status."""
    refuse_second_stream([name, options.llms, options.ai, options.tdmrep, options.rsl])
    studies = [*_of_files(options, robots, catalogue)]
    if options.site and not studies:
        usual = with_kept_access(options_of(own_settings()), options)
        tell_access(usual, [options.site])
        studies = _of_site(options.site, robots, catalogue, usual)
    with spoken(answer_words(options)), answering() as out:
        FORMATS[options.format](studies, out)
        if options.site:
            of_llms = (study.forecast for study in studies if study.forecast is not None)
            _FORECASTS[options.format](of_llms, forecast_robots(robots), out)
    return FINDINGS if any(study.has_findings for study in studies) else FINE


def _of_files(options: argparse.Namespace, robots: bytes, catalogue: Catalogue) -> "list[FileStudy]":
    from robotstudio.policy.ai_files.study import study_file

    origin = ""
    if options.site:
        target = robots_target(options.site)
        if not isinstance(target, FetchTarget):
            raise MisuseError(told_failure(target))
        origin = target.url.removesuffix("/robots.txt")
    named = (
        (AiFileKind.LLMS, options.llms),
        (AiFileKind.AI, options.ai),
        (AiFileKind.TDMREP, options.tdmrep),
        (AiFileKind.RSL, options.rsl),
    )
    addresses = {
        kind: f"{origin}/{kind.value}" if origin and kind is not AiFileKind.RSL else origin for kind, _ in named
    }
    return [
        study_file(kind, name, read_input(name), robots, catalogue, addresses[kind]) for kind, name in named if name
    ]


def _of_site(site: str, robots: bytes, catalogue: Catalogue, usual: FetchOptions) -> "list[FileStudy]":
    from robotstudio.policy.ai_files.study import ALL_PATHS, fetch_ai_files_now, license_addresses, study_ai_files

    files = fetch_ai_files_now(site, usual, ALL_PATHS, license_addresses(robots))
    if files.failure is not None:
        raise MisuseError(told_failure(files.failure))
    return list(study_ai_files(files, robots, catalogue))


_AT: Message = "line {lines}: {sentence}"
_RULES: Message = "robots.txt, line {lines}"


def _text(studies: "Sequence[FileStudy]", out: Output) -> None:
    from robotstudio.policy.ai_files.words import note_words, reader_words, remarks_of, state_words

    for study in studies:
        out.line(state_words(study))
        for remark in remarks_of(study):
            lines = WORDS.side_by_side(map(str, remark.lines))
            said = tr(_AT, lines=lines, sentence=remark.sentence) if lines else remark.sentence
            out.line(f"  {said}")
            if remark.rules:
                out.line(f"    {tr(_RULES, lines=WORDS.side_by_side(map(str, remark.rules)))}")
        for note in note_words(study):
            out.line(f"  {note}")
    for sentence in reader_words(studies):
        out.line(sentence)


def _json(studies: "Sequence[FileStudy]", out: Output) -> None:
    for study in studies:
        evidence = study.evidence
        answer = {"outcome": evidence.outcome.value, "status": evidence.status} if evidence else {}
        comparison = {"judged": study.comparison.judged, "elsewhere": study.comparison.elsewhere}
        out.record(
            {"kind": "ai-file", "file": study.name, "state": study.state.value, **answer, **comparison, **_rules(study)}
        )
        for flaw in study.flaws:
            record = {"kind": "flaw", "file": study.name, "line": flaw.line}
            out.record({**record, "what": flaw.fault.value, "text": flaw.text})
        for each in study.comparison.contradictions:
            record = {"kind": "contradiction", "file": study.name, "line": each.line}
            tokens = [crawler.token for crawler in each.crawlers]
            use = {"use": each.use.value} if each.use else {}
            out.record({**record, "what": each.against.value, "url": each.url, "rules": list(each.rules),
                        "crawlers": tokens, "of": each.of, **use})  # fmt: skip


def _rules(study: "FileStudy") -> dict[str, object]:
    """Return what a tdmrep.json reserves, or an RSL document licenses."""
    if isinstance(study.found, Rsl):
        return {
            "rules": [
                {
                    "line": each.line,
                    "location": content.url,
                    "permits": {kind: list(values) for kind, values in each.permits.items()},
                    "prohibits": {kind: list(values) for kind, values in each.prohibits.items()},
                    "payment": each.payment or None,
                    "amount": each.amount or None,
                    "server": content.server or None,
                }
                for content in study.found.contents
                for each in content.licenses
            ]
        }
    if not isinstance(study.found, TdmRep):
        return {}
    return {
        "rules": [
            {"line": rule.line, "location": rule.location, "reserved": rule.is_reserved, "policy": rule.policy or None}
            for rule in study.found.rules
        ]
    }


FORMATS: "Mapping[str, Callable[[Sequence[FileStudy], Output], None]]" = {"text": _text, "json": _json}


def _forecasts_text(_of_llms: Iterable[Forecast], found: Iterable[Forecast], out: Output) -> None:
    """Write those of the robots.txt; that of an llms.txt is with the file."""
    for each in found:
        out.line(WORDS.sentences(forecast_words(each)))


def _forecasts_json(of_llms: Iterable[Forecast], found: Iterable[Forecast], out: Output) -> None:
    for each in (*of_llms, *found):
        reasons = [reason.value for reason in each.reasons]
        out.record({"kind": "forecast", "check": each.check.value, "result": each.result.value, "reasons": reasons})


_FORECASTS: Mapping[str, Callable[[Iterable[Forecast], Iterable[Forecast], Output], None]] = {
    "text": _forecasts_text,
    "json": _forecasts_json,
}
