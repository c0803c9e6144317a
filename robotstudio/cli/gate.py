"""`robotstudio gate`: whether what a site serves after a deployment is what was meant, in one answer."""

import argparse
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from msgspec import Struct

from robotstudio.cli.arguments import Parser
from robotstudio.cli.config import Config, add_config, config_of, own_settings
from robotstudio.cli.crawlers import add_crawlers, asked_crawlers, shown_token
from robotstudio.cli.files import read_input
from robotstudio.cli.formats import AND_MORE, add_output, annotation
from robotstudio.cli.headers import add_headers, tell_access, with_headers
from robotstudio.cli.inputs import add_project, add_source, asked_project, made_file, text_of
from robotstudio.cli.lint import chosen_rules
from robotstudio.cli.lint_reports import CheckedFile, FindingRow, rows_of
from robotstudio.cli.output import FINDINGS, FINE, Ink, Inked, MisuseError, Output, answer_words, answering
from robotstudio.draft.expectations import ExpectationFile, expected_in, sum_text
from robotstudio.engine.content import Content
from robotstudio.engine.crawlers import CrawlerView
from robotstudio.engine.expectations import Judgement
from robotstudio.engine.risk import risks_of
from robotstudio.engine.robots import FileVersion
from robotstudio.engine.tokens import split_lines
from robotstudio.explain.expectation_words import expectation_words, judgement_words
from robotstudio.fetch.body_facts import managed_blocks
from robotstudio.fetch.evidence import Evidence, FetchOutcome
from robotstudio.fetch.options import options_of
from robotstudio.fetch.words import headline, notes, told_failure
from robotstudio.library import Robots
from robotstudio.lint.context import LintContext, Setting
from robotstudio.lint.forecast import ValidatorReport, forecast, validator_words
from robotstudio.lint.linter import Linter
from robotstudio.lint.model import Severity
from robotstudio.text.language import WORDS, Message, Plural, ntr, spoken, tr
from robotstudio.text.phrases import as_text, printable

if TYPE_CHECKING:
    from robotstudio.cli.proofs import CrawlerProof

_MOST_SAID = 20
_RULES = frozenset({Content.RULES, Content.EMPTY})


class Check(Struct, frozen=True):
    """One question, its answer in a sentence, and more lines for each thing that is wrong.

    `id` is `answer`, `search`, `tests`, `verdicts`, `lint`, `readiness` or `changes`.
    """

    id: str
    passed: bool
    said: str
    details: Sequence[str] = ()


_DESCRIPTION: Message = (
    "Fetch the robots.txt that a site serves and check it as deployed, with what a CDN adds: the answer, the "
    "expectations, the verdicts against the file in the repository, the errors that this file does not have, and what "
    "Lighthouse will report."
)
_EPILOG: Message = "Exit status: 0 all checks pass, 1 one fails or no robots.txt came, 2 usage or I/O error."
_AGAINST: Message = "the file in the repository: no verdict may differ from it, and its findings are not new"
_EXPECT: Message = "expectations that the served file must meet"
_SINCE: Message = "the file of the last release: what has changed for crawlers since is listed, and fails nothing"


def add_arguments(parser: Parser) -> None:
    """Add the options of `robotstudio gate`."""
    parser.description = tr(_DESCRIPTION)
    parser.epilog = tr(_EPILOG)
    parser.add_argument("url", metavar="URL", help=tr("example.com, or the URL of any of its pages"))
    parser.add_argument("--against", metavar="FILE", help=tr(_AGAINST))
    parser.add_argument("--expect", metavar="FILE", help=tr(_EXPECT))
    parser.add_argument("--since", metavar="FILE", help=tr(_SINCE))
    add_crawlers(parser)
    add_headers(parser)
    add_output(parser, FORMATS)
    add_config(parser)
    add_project(parser)
    add_source(parser, "--against")


def run(options: argparse.Namespace) -> int:
    """Fetch, check and report; return the exit status."""
    from robotstudio.fetch.client import fetch_now

    project = asked_project(options)
    against, expected = options.against, options.expect
    if project is not None:
        expected = expected or project.expectations
        against = against or (project.file if project.project.file else None)
    config = config_of(options)
    if options.run_source and options.against is not None:
        raise MisuseError("--against and --run-source both name the intended file. Leave one out.")
    made = made_file(options, config)
    intended = (
        text_of([against] if against else [], made, project)[1] if made is not None or against is not None else None
    )
    file = expected_in(read_input(expected), Path(expected)) if expected is not None else None
    released = read_input(options.since) if options.since is not None else None
    crawlers = asked_crawlers(options, config, project.crawlers if project else ())
    readers = [CrawlerView(each.name, each.dialect, each.agent, each.crawler) for each in crawlers]
    usual = with_headers(options_of(own_settings()), options, [options.url])
    tell_access(usual, [options.url])
    evidence = fetch_now(options.url, options=usual)
    if evidence.outcome is FetchOutcome.INVALID_ADDRESS and evidence.error is not None:
        raise MisuseError(told_failure(evidence.error))
    with spoken(answer_words(options)), answering(options.output) as out:
        checks = [_answer(evidence)]
        if checks[0].passed:
            served = evidence.body
            checks.append(_search(intended, served))
            if file is not None:
                from robotstudio.cli.expectations import judged_in  # of this check only

                dialect = options.dialect or config.dialect or None
                checks.append(_tests(file, judged_in(file, served, dialect, strict=options.strict_crawlers)))
            if intended is not None:
                checks.append(_verdicts(intended, served, readers))
            checks.append(_lint(intended, served, _address(evidence), config))
            checks.append(_readiness(intended, evidence))
            if released is not None:
                checks.append(_changes(released, served, readers))
        FORMATS[options.format](checks, out)
    return FINE if all(check.passed for check in checks) else FINDINGS


_NOT_RULES: Message = "The answer is not a robots.txt file."
_ELSEWHERE: Message = (
    "The file came from another host, {host}. Its rules apply to {asked} all the same (RFC 9309 §2.3.1.2)."
)


def _elsewhere(evidence: Evidence) -> tuple[str, str] | None:
    """Return the host that was asked and the one that answered, if they differ; ports count."""
    asked, host = (urlsplit(url).netloc.lower() for url in (evidence.requested, evidence.final_url))
    return None if asked == host else (asked, host)


def _address(evidence: Evidence) -> str:
    """Return the address for which the rules count: that of the host that was asked."""
    return evidence.requested if _elsewhere(evidence) else evidence.final_url


def _answer(evidence: Evidence) -> Check:
    """Check that rules came, whole."""
    came = evidence.outcome is FetchOutcome.SUCCESS and evidence.error is None and not evidence.truncated
    is_rules = evidence.body_kind in _RULES
    said = headline(evidence)
    if came and not is_rules:
        said = WORDS.sentences((tr(_NOT_RULES), said))
    elsewhere = _elsewhere(evidence)
    details = [tr(_ELSEWHERE, asked=elsewhere[0], host=elsewhere[1])] if elsewhere else []
    passed = came and is_rules
    return Check("answer", passed, said, details if passed else [*details, *notes(evidence)])


_OPEN: Message = "The main search engines may fetch the site."
_AS_MEANT: Message = "So does the file in the repository."


def _search(intended: bytes | None, served: bytes) -> Check:
    """Check that no main search engine is shut out, unless the file in the repository does so."""
    if risks := _risks(intended or b"", served):
        return Check("search", passed=False, said=risks[0], details=risks[1:])
    meant = _risks(b"", served)
    said = WORDS.sentences((*meant, tr(_AS_MEANT))) if meant else tr(_OPEN)
    return Check("search", passed=True, said=said)


def _risks(before: bytes, served: bytes) -> list[str]:
    from robotstudio.explain.change_words import risk_words

    risks = risks_of(FileVersion(before), FileVersion(served))
    return [as_text(risk_words(risk, tr("The served file"))) for risk in risks]


_MET = Plural("{met} of {count} expectation is met.", "{met} of {count} expectations are met.")
_NOT_MET: Message = "{expected}, but {outcome}"
_MISTAKE: Message = "Line {line} of the expectations: {why}"
_NO_SUM: Message = "Line {line} of the expectations is not checked: there are no URLs to add up ({expected})."


def _tests(file: ExpectationFile, judged: Sequence[Judgement]) -> Check:
    """Check that the served file does what is expected of it."""
    failing = [each for each in judged if not each.passed]
    details = [tr(_MISTAKE, line=str(number), why=why) for number, why in file.mistakes]
    for each in failing:
        outcome = as_text(judgement_words(each))
        details.append(tr(_NOT_MET, expected=as_text(expectation_words(each.expectation)), outcome=outcome))
    has_passed = not details
    details += [tr(_NO_SUM, line=str(number), expected=sum_text(each)) for number, each in file.sums]
    said = ntr(_MET, len(judged), met=len(judged) - len(failing))
    return Check("tests", has_passed, said, details)


_SAME_BYTES: Message = "The served file is the file in the repository, byte for byte."
_SAME_VERDICTS: Message = (
    "The served file differs from the one in the repository, but no verdict does, whatever the URL."
)
_OTHER = Plural(
    "Verdicts differ from the file in the repository for {count} crawler.",
    "Verdicts differ from the file in the repository for {count} crawlers.",
)
_BY_BLOCK: Message = "Lines {first}–{last} were added by {title}; without them the file is the one in the repository."
_HAS_BLOCK: Message = "Lines {first}–{last} were added by {title}."
_DIFFERS: Message = "{crawlers}: {url} is {now}, and would be {before} with the file in the repository"
_UNDECIDED: Message = "{crawlers}: undecided whether verdicts differ"
_STATES: Mapping[bool, Message] = {True: "allowed", False: "blocked"}


def _verdicts(intended: bytes, served: bytes, readers: Sequence[CrawlerView]) -> Check:
    """Check that no verdict differs from the file in the repository, and name what a service has added."""
    if intended == served:
        return Check("verdicts", passed=True, said=tr(_SAME_BYTES))
    from robotstudio.cli.proofs import proofs_of  # equal files need no numpy

    proofs = proofs_of(FileVersion(intended), FileVersion(served), readers)
    different = [proof for proof in proofs if not proof.is_proven]
    blocks = [*_block_words(intended, served)]
    if not different:
        return Check("verdicts", passed=True, said=tr(_SAME_VERDICTS), details=blocks)
    details = [*blocks, *_differences(different, _DIFFERS)]
    return Check("verdicts", passed=False, said=ntr(_OTHER, len(different)), details=details)


_UNCHANGED: Message = "No verdict has changed since the last release, whatever the URL."
_CHANGED = Plural(
    "Since the last release, verdicts have changed for {count} crawler.",
    "Since the last release, verdicts have changed for {count} crawlers.",
)
_WAS: Message = "{crawlers}: {url} is {now}, and was {before} in the last release"


def _changes(released: bytes, served: bytes, readers: Sequence[CrawlerView]) -> Check:
    """List what is new for crawlers; that may be what was meant, so it never fails."""
    from robotstudio.cli.proofs import proofs_of  # --help needs none of it

    different = [
        proof for proof in proofs_of(FileVersion(released), FileVersion(served), readers) if not proof.is_proven
    ]
    said = ntr(_CHANGED, len(different)) if different else tr(_UNCHANGED)
    return Check("changes", passed=True, said=said, details=[*_differences(different, _WAS)])


def _differences(proofs: "Iterable[CrawlerProof]", message: Message) -> Iterator[str]:
    """Say which verdicts differ, once for all crawlers with the same ones."""
    alike: dict[tuple[tuple[str, bool, bool], ...], list[str]] = {}
    for proof in proofs:
        alike.setdefault(_flips(proof), []).append(shown_token(proof.token))
    for flips, tokens in alike.items():
        crawlers = WORDS.listed_text(tokens, most=len(tokens))
        if not flips:
            yield tr(_UNDECIDED, crawlers=crawlers)
        for url, was_allowed, is_allowed in flips:
            before, now = (tr(_STATES[allowed]) for allowed in (was_allowed, is_allowed))
            yield tr(message, crawlers=crawlers, url=printable(url), now=now, before=before)


def _flips(proof: "CrawlerProof") -> tuple[tuple[str, bool, bool], ...]:
    """Return a few URLs whose verdict differs, each with the verdict before and now."""
    return tuple((flip.url, flip.before[0], flip.after[0]) for flip in islice(proof.flips, 3))


def _block_words(intended: bytes, served: bytes) -> Iterator[str]:
    """Say which lines of the served file a service has added."""
    own = {(block.id, block.title) for block in managed_blocks(intended)}
    added = [block for block in managed_blocks(served) if (block.id, block.title) not in own]
    lines = served.splitlines()
    taken = {number for block in added for number in range(block.first_line, block.last_line + 1)}
    rest = [line for number, line in enumerate(lines, 1) if number not in taken and line.strip()]
    is_all = rest == [line for line in intended.splitlines() if line.strip()]
    for block in added:
        words = _BY_BLOCK if is_all and len(added) == 1 else _HAS_BLOCK
        yield tr(words, first=str(block.first_line), last=str(block.last_line), title=block.title)


_NEW = Plural("{count} new error.", "{count} new errors.")
_NONE_NEW: Message = "No new errors."
_FINDING: Message = "Line {line}, {code}: {message}"


def _lint(intended: bytes | None, served: bytes, address: str, config: Config) -> Check:
    """Check that the served file has no error that the one in the repository does not have."""
    known = Counter(_key(row) for row in _errors(intended, address, config)) if intended is not None else Counter()
    new = []
    for row in _errors(served, address, config):
        if known[_key(row)]:
            known[_key(row)] -= 1
        else:
            new.append(row)
    details = [tr(_FINDING, line=str(row.line), code=row.code, message=row.message) for row in new]
    return Check("lint", not new, ntr(_NEW, len(new)) if new else tr(_NONE_NEW), details)


def _errors(body: bytes, address: str, config: Config) -> Iterator[FindingRow]:
    report = Linter(chosen_rules(config)).check(body, Setting(address))
    return (row for row in rows_of(CheckedFile("robots.txt", report, body)) if row.severity == Severity.ERROR.value)


_VALID: Message = "Lighthouse will find no new mistake in the file."
_INVALID = Plural("Lighthouse will report {count} new mistake.", "Lighthouse will report {count} new mistakes.")
_REPORT: Message = "Line {line}: {said}"
_WANTED: Message = "Scanners for AI agents (isitagentready.com) also want: {wants}."
_WANTS: Mapping[str, Message] = {
    "group": "a group for *",
    "sitemap": "a Sitemap line",
    "type": "the content type text/plain",
}


def _readiness(intended: bytes | None, evidence: Evidence) -> Check:
    """Check that Lighthouse has no more to report than in the file of the repository; say what scanners miss."""
    known = Counter((report.id, text) for report, text in _reports(intended)) if intended is not None else Counter()
    new = []
    for report, text in _reports(evidence.body):
        if known[report.id, text]:
            known[report.id, text] -= 1
        else:
            new.append(tr(_REPORT, line=str(report.line), said=validator_words(report)))
    if missing := [tr(_WANTS[name]) for name in _missing(evidence)]:
        wanted = [tr(_WANTED, wants=WORDS.listed_text(missing))]
    else:
        wanted = []
    return Check("readiness", not new, ntr(_INVALID, len(new)) if new else tr(_VALID), [*new, *wanted])


def _reports(body: bytes) -> Iterator[tuple[ValidatorReport, bytes]]:
    """Yield what Lighthouse reports, each with the text of its line."""
    lines = split_lines(body)
    for found in forecast(LintContext.of(body)):
        if found.validator.id == "lighthouse":
            yield found.report, lines[found.report.line - 1].strip()


def _missing(evidence: Evidence) -> Iterator[str]:
    """Yield what scanners for agents want and do not find."""
    robots = Robots.parse(evidence.body)
    if not any("*" in group.user_agents for group in robots.groups):
        yield "group"
    if not robots.sitemaps:
        yield "sitemap"
    if not evidence.content_type.lower().startswith("text/plain"):
        yield "type"


def _key(row: FindingRow) -> tuple[str, str]:
    return row.code, row.fingerprint


_PASSED: Mapping[bool, Message] = {True: "passed", False: "failed"}
_LINE: Message = "{check}, {state}: {said}"
_TITLES: Mapping[str, Message] = {
    "answer": "Answer",
    "search": "Search engines",
    "tests": "Expectations",
    "verdicts": "Verdicts",
    "lint": "Errors",
    "readiness": "Lighthouse and agents",
    "changes": "Since the last release",
}


def _shown(check: Check) -> Iterator[str]:
    """Return the details that people see."""
    yield from check.details[:_MOST_SAID]
    if (more := len(check.details) - _MOST_SAID) > 0:
        yield ntr(AND_MORE, more)


def _write_text(checks: Sequence[Check], out: Output) -> None:
    for check in checks:
        title, state = tr(_TITLES[check.id]), tr(_PASSED[check.passed])
        said = tr(_LINE, check=title, state=state, said=check.said)
        out.line(Inked(said, Ink.ALLOWED if check.passed else Ink.BLOCKED))
        for detail in _shown(check):
            out.line(f"  {detail}")


def _write_json(checks: Sequence[Check], out: Output) -> None:
    for check in checks:
        out.record({"check": check.id, "passed": check.passed, "said": check.said, "details": list(check.details)})


def _write_markdown(checks: Sequence[Check], out: Output) -> None:
    from robotstudio.text.phrases import markdown_text

    for check in checks:
        mark = "✅" if check.passed else "❌"
        out.line(f"- {mark} **{tr(_TITLES[check.id])}**: {markdown_text(check.said)}")
        for detail in _shown(check):
            out.line(f"  - {markdown_text(detail)}")


def _write_github(checks: Sequence[Check], out: Output) -> None:
    for check in checks:
        if not check.passed:
            said = "\n".join((check.said, *_shown(check)))
            out.document((annotation("error", {"title": f"robots.txt: {check.id}"}, said),))


FORMATS: Mapping[str, Callable[[Sequence[Check], Output], None]] = {
    "text": _write_text,
    "json": _write_json,
    "markdown": _write_markdown,
    "github": _write_github,
}
